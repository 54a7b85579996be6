// SPDX-License-Identifier: Apache-2.0
// Performance counters of a hart.
// From the folder that has rtl/: verilator -f rtl/lists/nt_hpm.f
+incdir+rtl/encoder
+incdir+rtl/hpm
rtl/hpm/nt_hpm_counter.v
rtl/hpm/nt_hpm_ingress.v
rtl/hpm/nt_hpm_access.v
rtl/hpm/nt_hpm.v
