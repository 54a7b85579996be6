// SPDX-License-Identifier: Apache-2.0
// reset of a clock from one that comes at any time.
// From the folder that has rtl/: verilator -f rtl/lists/nt_reset_sync.f
rtl/crossing/nt_reset_sync.v
