// SPDX-License-Identifier: Apache-2.0
// Trace ingress port from Rocket's TraceCoreInterface.
// From the folder that has rtl/: verilator -f rtl/lists/nt_tci.f
+incdir+rtl/adapter
+incdir+rtl/encoder
rtl/adapter/nt_block_queue.v
rtl/adapter/nt_groups.v
rtl/adapter/nt_tci.v
