// SPDX-License-Identifier: Apache-2.0
// N-Trace RAM sink, for registers of your own.
// From any folder, with the variable NTRACE: the folder that has rtl/
${NTRACE}/rtl/transport/nt_axi_writer.v
${NTRACE}/rtl/transport/nt_sram.v
${NTRACE}/rtl/transport/nt_stream_buffer.v
${NTRACE}/rtl/transport/nt_ram_sink.v
