// SPDX-License-Identifier: Apache-2.0
// Lanes of the tandem-verification encoder from RVFI.
// From any folder, with the variable NTRACE: the folder that has rtl/
${NTRACE}/rtl/tandem/nt_tv_rvfi_channel.v
${NTRACE}/rtl/tandem/nt_tv_rvfi_queue.v
${NTRACE}/rtl/tandem/nt_tv_rvfi.v
