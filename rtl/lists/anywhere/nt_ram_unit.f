// SPDX-License-Identifier: Apache-2.0
// N-Trace RAM sink with its registers.
// From any folder, with the variable NTRACE: the folder that has rtl/
${NTRACE}/rtl/transport/nt_axi_writer.v
${NTRACE}/rtl/transport/nt_sram.v
${NTRACE}/rtl/transport/nt_stream_buffer.v
${NTRACE}/rtl/control/nt_apb_slave.v
${NTRACE}/rtl/transport/nt_ram_sink.v
${NTRACE}/rtl/control/nt_ram_registers.v
${NTRACE}/rtl/nt_ram_unit.v
