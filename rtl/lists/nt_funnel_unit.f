// SPDX-License-Identifier: Apache-2.0
// N-Trace funnel with its registers.
// From the folder that has rtl/: verilator -f rtl/lists/nt_funnel_unit.f
rtl/transport/nt_message_end.v
rtl/transport/nt_funnel_merge.v
rtl/transport/nt_stream_buffer.v
rtl/control/nt_apb_slave.v
rtl/transport/nt_funnel.v
rtl/control/nt_timestamp.v
rtl/control/nt_funnel_registers.v
rtl/nt_funnel_unit.v
