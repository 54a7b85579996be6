// SPDX-License-Identifier: Apache-2.0
// N-Trace encoder of a hart with its registers, triggers and timestamp unit.
// From any folder, with the variable NTRACE: the folder that has rtl/
+incdir+${NTRACE}/rtl/control
+incdir+${NTRACE}/rtl/encoder
${NTRACE}/rtl/encoder/nt_history_finder.v
${NTRACE}/rtl/transport/nt_part_bytes.v
${NTRACE}/rtl/transport/nt_parts.v
${NTRACE}/rtl/encoder/nt_return_stack.v
${NTRACE}/rtl/encoder/nt_repeat_lane.v
${NTRACE}/rtl/encoder/nt_ownership_lane.v
${NTRACE}/rtl/encoder/nt_history_lane.v
${NTRACE}/rtl/encoder/nt_stack_lane.v
${NTRACE}/rtl/encoder/nt_flow_lane.v
${NTRACE}/rtl/encoder/nt_filter.v
${NTRACE}/rtl/encoder/nt_comparator.v
${NTRACE}/rtl/transport/nt_serializer_wide.v
${NTRACE}/rtl/transport/nt_serializer.v
${NTRACE}/rtl/encoder/nt_message_fifo.v
${NTRACE}/rtl/encoder/nt_message.v
${NTRACE}/rtl/encoder/nt_flow.v
${NTRACE}/rtl/encoder/nt_qualify.v
${NTRACE}/rtl/encoder/nt_ingress.v
${NTRACE}/rtl/encoder/nt_options.v
${NTRACE}/rtl/control/nt_comparator_registers.v
${NTRACE}/rtl/control/nt_filter_registers.v
${NTRACE}/rtl/nt_encoder.v
${NTRACE}/rtl/control/nt_timestamp.v
${NTRACE}/rtl/control/nt_trigger.v
${NTRACE}/rtl/control/nt_registers.v
${NTRACE}/rtl/nt_trace_encoder.v
