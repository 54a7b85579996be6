// SPDX-License-Identifier: Apache-2.0
// Control Transfer Records of a hart.
// From any folder, with the variable NTRACE: the folder that has rtl/
+incdir+${NTRACE}/rtl/ctr
${NTRACE}/rtl/ctr/nt_ctr_bank.v
${NTRACE}/rtl/ctr/nt_ctr_buffer.v
${NTRACE}/rtl/ctr/nt_ctr_cycles.v
${NTRACE}/rtl/ctr/nt_ctr_access.v
${NTRACE}/rtl/ctr/nt_ctr_lane.v
${NTRACE}/rtl/ctr/nt_ctr.v
