// SPDX-License-Identifier: Apache-2.0
// A message as a descriptor, from the lanes to the serializer: {hist, addr, icnt, btype, code, tcode},
// and after the message stage its time on top.
`ifndef NT_DESCRIPTOR_VH
`define NT_DESCRIPTOR_VH

`define NT_MESSAGE_TCODE 5:0
`define NT_MESSAGE_CODE 9:6
`define NT_MESSAGE_BTYPE 11:10
`define NT_MESSAGE_ICNT_AT 12
`define NT_MESSAGE_ADDR_AT(ICNT_W) (`NT_MESSAGE_ICNT_AT + (ICNT_W))
`define NT_MESSAGE_HIST_AT(XLEN, ICNT_W) (`NT_MESSAGE_ADDR_AT(ICNT_W) + (XLEN) - 1)
`define NT_MESSAGE_W(XLEN, ICNT_W, HIST_W) (`NT_MESSAGE_HIST_AT(XLEN, ICNT_W) + (HIST_W))

`endif
