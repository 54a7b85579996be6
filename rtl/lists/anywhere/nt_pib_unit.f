// SPDX-License-Identifier: Apache-2.0
// N-Trace pin interface block with its registers.
// From any folder, with the variable NTRACE: the folder that has rtl/
+incdir+${NTRACE}/rtl/encoder
${NTRACE}/rtl/transport/nt_stream_buffer.v
${NTRACE}/rtl/control/nt_apb_slave.v
${NTRACE}/rtl/transport/nt_pib.v
${NTRACE}/rtl/control/nt_pib_registers.v
${NTRACE}/rtl/nt_pib_unit.v
