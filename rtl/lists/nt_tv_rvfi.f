// SPDX-License-Identifier: Apache-2.0
// Lanes of the tandem-verification encoder from RVFI.
// From the folder that has rtl/: verilator -f rtl/lists/nt_tv_rvfi.f
rtl/tandem/nt_tv_rvfi_channel.v
rtl/tandem/nt_tv_rvfi_queue.v
rtl/tandem/nt_tv_rvfi.v
