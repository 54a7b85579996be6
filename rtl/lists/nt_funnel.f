// SPDX-License-Identifier: Apache-2.0
// N-Trace funnel, for registers of your own.
// From the folder that has rtl/: verilator -f rtl/lists/nt_funnel.f
rtl/transport/nt_message_end.v
rtl/transport/nt_funnel_merge.v
rtl/transport/nt_stream_buffer.v
rtl/transport/nt_funnel.v
