// SPDX-License-Identifier: Apache-2.0
// N-Trace funnel with its registers.
// From any folder, with the variable NTRACE: the folder that has rtl/
${NTRACE}/rtl/transport/nt_message_end.v
${NTRACE}/rtl/transport/nt_funnel_merge.v
${NTRACE}/rtl/transport/nt_stream_buffer.v
${NTRACE}/rtl/control/nt_apb_slave.v
${NTRACE}/rtl/transport/nt_funnel.v
${NTRACE}/rtl/control/nt_timestamp.v
${NTRACE}/rtl/control/nt_funnel_registers.v
${NTRACE}/rtl/nt_funnel_unit.v
