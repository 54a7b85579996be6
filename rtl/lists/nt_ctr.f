// SPDX-License-Identifier: Apache-2.0
// Control Transfer Records of a hart.
// From the folder that has rtl/: verilator -f rtl/lists/nt_ctr.f
+incdir+rtl/ctr
rtl/ctr/nt_ctr_bank.v
rtl/ctr/nt_ctr_buffer.v
rtl/ctr/nt_ctr_cycles.v
rtl/ctr/nt_ctr_access.v
rtl/ctr/nt_ctr_lane.v
rtl/ctr/nt_ctr.v
