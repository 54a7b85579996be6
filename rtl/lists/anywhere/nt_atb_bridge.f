// SPDX-License-Identifier: Apache-2.0
// N-Trace ATB bridge.
// From any folder, with the variable NTRACE: the folder that has rtl/
${NTRACE}/rtl/transport/nt_stream_buffer.v
${NTRACE}/rtl/transport/nt_atb_bridge.v
