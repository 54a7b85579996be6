// SPDX-License-Identifier: Apache-2.0
// Encoder of the tandem-verification trace.
// From the folder that has rtl/: verilator -f rtl/lists/nt_tv_encoder.f
+incdir+rtl/tandem
rtl/tandem/nt_tv_join.v
rtl/tandem/nt_tv_delta.v
rtl/tandem/nt_tv_copy.v
rtl/tandem/nt_tv_buffer.v
rtl/tandem/nt_tv_merge.v
rtl/tandem/nt_tv_group.v
rtl/tandem/nt_tv_intake.v
rtl/tandem/nt_tv_encoder.v
