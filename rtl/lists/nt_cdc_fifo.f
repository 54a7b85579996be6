// SPDX-License-Identifier: Apache-2.0
// a link from one clock to another.
// From the folder that has rtl/: verilator -f rtl/lists/nt_cdc_fifo.f
rtl/crossing/nt_sync2.v
rtl/crossing/nt_cdc_fifo.v
