// SPDX-License-Identifier: Apache-2.0
// APB from one clock to another.
// From any folder, with the variable NTRACE: the folder that has rtl/
${NTRACE}/rtl/crossing/nt_sync2.v
${NTRACE}/rtl/crossing/nt_apb_bridge.v
