// SPDX-License-Identifier: Apache-2.0
// Trace ingress port from what CVA6 gives its ITI.
// From the folder that has rtl/: verilator -f rtl/lists/nt_iti.f
+incdir+rtl/adapter
+incdir+rtl/encoder
rtl/adapter/nt_block_queue.v
rtl/adapter/nt_groups.v
rtl/adapter/nt_iti.v
