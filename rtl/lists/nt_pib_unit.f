// SPDX-License-Identifier: Apache-2.0
// N-Trace pin interface block with its registers.
// From the folder that has rtl/: verilator -f rtl/lists/nt_pib_unit.f
+incdir+rtl/encoder
rtl/transport/nt_stream_buffer.v
rtl/control/nt_apb_slave.v
rtl/transport/nt_pib.v
rtl/control/nt_pib_registers.v
rtl/nt_pib_unit.v
