// SPDX-License-Identifier: Apache-2.0
// Performance counters of a hart.
// From any folder, with the variable NTRACE: the folder that has rtl/
+incdir+${NTRACE}/rtl/encoder
+incdir+${NTRACE}/rtl/hpm
${NTRACE}/rtl/hpm/nt_hpm_counter.v
${NTRACE}/rtl/hpm/nt_hpm_ingress.v
${NTRACE}/rtl/hpm/nt_hpm_access.v
${NTRACE}/rtl/hpm/nt_hpm.v
