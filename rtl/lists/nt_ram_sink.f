// SPDX-License-Identifier: Apache-2.0
// N-Trace RAM sink, for registers of your own.
// From the folder that has rtl/: verilator -f rtl/lists/nt_ram_sink.f
rtl/transport/nt_axi_writer.v
rtl/transport/nt_sram.v
rtl/transport/nt_stream_buffer.v
rtl/transport/nt_ram_sink.v
