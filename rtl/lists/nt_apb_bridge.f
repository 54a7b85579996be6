// SPDX-License-Identifier: Apache-2.0
// APB from one clock to another.
// From the folder that has rtl/: verilator -f rtl/lists/nt_apb_bridge.f
rtl/crossing/nt_sync2.v
rtl/crossing/nt_apb_bridge.v
