// SPDX-License-Identifier: Apache-2.0
// N-Trace funnel, for registers of your own.
// From any folder, with the variable NTRACE: the folder that has rtl/
${NTRACE}/rtl/transport/nt_message_end.v
${NTRACE}/rtl/transport/nt_funnel_merge.v
${NTRACE}/rtl/transport/nt_stream_buffer.v
${NTRACE}/rtl/transport/nt_funnel.v
