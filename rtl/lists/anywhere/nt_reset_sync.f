// SPDX-License-Identifier: Apache-2.0
// reset of a clock from one that comes at any time.
// From any folder, with the variable NTRACE: the folder that has rtl/
${NTRACE}/rtl/crossing/nt_reset_sync.v
