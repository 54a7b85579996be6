// SPDX-License-Identifier: Apache-2.0
// Encoder of the tandem-verification trace.
// From any folder, with the variable NTRACE: the folder that has rtl/
+incdir+${NTRACE}/rtl/tandem
${NTRACE}/rtl/tandem/nt_tv_join.v
${NTRACE}/rtl/tandem/nt_tv_delta.v
${NTRACE}/rtl/tandem/nt_tv_copy.v
${NTRACE}/rtl/tandem/nt_tv_buffer.v
${NTRACE}/rtl/tandem/nt_tv_merge.v
${NTRACE}/rtl/tandem/nt_tv_group.v
${NTRACE}/rtl/tandem/nt_tv_intake.v
${NTRACE}/rtl/tandem/nt_tv_encoder.v
