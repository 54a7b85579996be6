// SPDX-License-Identifier: Apache-2.0
// Made by scripts/control_fields.py from model/control/control_fields.def: where each control field
// is in the encoder's port `control`.
`ifndef NT_CONTROL_FIELDS_VH
`define NT_CONTROL_FIELDS_VH
`define NT_trTeActive 0:0
`define NT_trTeEnable 1:1
`define NT_trTeInstTracing 2:2
`define NT_trTeInstMode 5:3
`define NT_trTeContext 6:6
`define NT_trTeInstTrigEnable 7:7
`define NT_trTeInstStallEna 8:8
`define NT_trTeInhibitSrc 9:9
`define NT_trTeInstSyncMode 11:10
`define NT_trTeInstSyncMax 15:12
`define NT_trTeInstEnSequentialJump 16:16
`define NT_trTeInstEnImplicitReturn 17:17
`define NT_trTeInstImplicitReturnMode 19:18
`define NT_trTeInstEnRepeatedHistory 20:20
`define NT_trTeInstEnAllJumps 21:21
`define NT_trTeInstExtendAddrMSB 22:22
`define NT_trTeSrcID 34:23
`define NT_trTeSrcBits 38:35
`define NT_trTeInstFilters 54:39
`define NT_trTsActive 55:55
`define NT_trTsCount 56:56
`define NT_trTsRunInDebug 57:57
`define NT_trTsMode 60:58
`define NT_trTsPrescale 62:61
`define NT_trTsEnable 63:63
`define NT_trTeTrigExtInControl 95:64
`define NT_trTeTrigExtOutControl 127:96
`define NT_ntResumeLevel 135:128
`define NT_ntEnRepeatBranch 136:136
`define NT_ntEnSyncICNT 137:137
`define NT_ntRc7 138:138
`define NT_ntTrimOwnership 139:139
`define NT_CONTROL_W 140
// How many they are, and their widths, 8 bits each, the first one lowest
`define NT_CONTROL_FIELDS 32
`define NT_CONTROL_WIDTHS {8'd1, 8'd1, 8'd1, 8'd1, 8'd8, 8'd32, 8'd32, 8'd1, 8'd2, 8'd3, 8'd1, 8'd1, 8'd1, 8'd16, 8'd4, 8'd12, 8'd1, 8'd1, 8'd1, 8'd2, 8'd1, 8'd1, 8'd4, 8'd2, 8'd1, 8'd1, 8'd1, 8'd1, 8'd3, 8'd1, 8'd1, 8'd1}
`endif
