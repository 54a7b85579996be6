// SPDX-License-Identifier: Apache-2.0
// N-Trace ATB bridge.
// From the folder that has rtl/: verilator -f rtl/lists/nt_atb_bridge.f
rtl/transport/nt_stream_buffer.v
rtl/transport/nt_atb_bridge.v
