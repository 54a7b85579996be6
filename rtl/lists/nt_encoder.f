// SPDX-License-Identifier: Apache-2.0
// N-Trace encoder of a hart, for registers of your own.
// From the folder that has rtl/: verilator -f rtl/lists/nt_encoder.f
+incdir+rtl/control
+incdir+rtl/encoder
rtl/encoder/nt_history_finder.v
rtl/transport/nt_part_bytes.v
rtl/transport/nt_parts.v
rtl/encoder/nt_return_stack.v
rtl/encoder/nt_repeat_lane.v
rtl/encoder/nt_ownership_lane.v
rtl/encoder/nt_history_lane.v
rtl/encoder/nt_stack_lane.v
rtl/encoder/nt_flow_lane.v
rtl/encoder/nt_filter.v
rtl/encoder/nt_comparator.v
rtl/transport/nt_serializer_wide.v
rtl/transport/nt_serializer.v
rtl/encoder/nt_message_fifo.v
rtl/encoder/nt_message.v
rtl/encoder/nt_flow.v
rtl/encoder/nt_qualify.v
rtl/encoder/nt_ingress.v
rtl/encoder/nt_options.v
rtl/nt_encoder.v
