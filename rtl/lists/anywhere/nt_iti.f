// SPDX-License-Identifier: Apache-2.0
// Trace ingress port from what CVA6 gives its ITI.
// From any folder, with the variable NTRACE: the folder that has rtl/
+incdir+${NTRACE}/rtl/adapter
+incdir+${NTRACE}/rtl/encoder
${NTRACE}/rtl/adapter/nt_block_queue.v
${NTRACE}/rtl/adapter/nt_groups.v
${NTRACE}/rtl/adapter/nt_iti.v
