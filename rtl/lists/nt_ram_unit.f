// SPDX-License-Identifier: Apache-2.0
// N-Trace RAM sink with its registers.
// From the folder that has rtl/: verilator -f rtl/lists/nt_ram_unit.f
rtl/transport/nt_axi_writer.v
rtl/transport/nt_sram.v
rtl/transport/nt_stream_buffer.v
rtl/control/nt_apb_slave.v
rtl/transport/nt_ram_sink.v
rtl/control/nt_ram_registers.v
rtl/nt_ram_unit.v
