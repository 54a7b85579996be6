// SPDX-License-Identifier: Apache-2.0
// N-Trace pin interface block, for registers of your own.
// From the folder that has rtl/: verilator -f rtl/lists/nt_pib.f
+incdir+rtl/encoder
rtl/transport/nt_stream_buffer.v
rtl/transport/nt_pib.v
