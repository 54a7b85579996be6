// SPDX-License-Identifier: Apache-2.0
// N-Trace pin interface block, for registers of your own.
// From any folder, with the variable NTRACE: the folder that has rtl/
+incdir+${NTRACE}/rtl/encoder
${NTRACE}/rtl/transport/nt_stream_buffer.v
${NTRACE}/rtl/transport/nt_pib.v
