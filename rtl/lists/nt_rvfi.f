// SPDX-License-Identifier: Apache-2.0
// Trace ingress port from RVFI.
// From the folder that has rtl/: verilator -f rtl/lists/nt_rvfi.f
+incdir+rtl/adapter
+incdir+rtl/encoder
rtl/adapter/nt_block_queue.v
rtl/adapter/nt_instruction.v
rtl/adapter/nt_rvfi.v
