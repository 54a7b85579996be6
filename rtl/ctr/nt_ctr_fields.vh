// SPDX-License-Identifier: Apache-2.0
// Made by scripts/ctr_fields.py from model/ctr/ctr_fields.def: the bits of CTR's control registers.
`ifndef NT_CTR_FIELDS_VH
`define NT_CTR_FIELDS_VH
// CSR numbers in both maps; 0: not in that map
`define NT_CTR_MCTRCTL_0 12'h34e
`define NT_CTR_MCTRCTL_1 12'h381
`define NT_CTR_SCTRCTL_0 12'h14e
`define NT_CTR_SCTRCTL_1 12'h181
`define NT_CTR_VSCTRCTL_0 12'h24e
`define NT_CTR_VSCTRCTL_1 12'h281
`define NT_CTR_MCTRCTLH_0 12'h000
`define NT_CTR_MCTRCTLH_1 12'h382
`define NT_CTR_SCTRCTLH_0 12'h000
`define NT_CTR_SCTRCTLH_1 12'h182
`define NT_CTR_VSCTRCTLH_0 12'h000
`define NT_CTR_VSCTRCTLH_1 12'h282
`define NT_CTR_MCTRSTATUS_0 12'h000
`define NT_CTR_MCTRSTATUS_1 12'h383
`define NT_CTR_SCTRSTATUS_0 12'h14f
`define NT_CTR_SCTRSTATUS_1 12'h183
`define NT_CTR_SCTRDEPTH_0 12'h15f
`define NT_CTR_SCTRDEPTH_1 12'h000
// Where a register that is held has a field
`define NT_CTR_U 0
`define NT_CTR_S 1
`define NT_CTR_M 2
`define NT_CTR_RASEMU 7
`define NT_CTR_STE 8
`define NT_CTR_MTE 9
`define NT_CTR_BPFRZ 11
`define NT_CTR_LCOFIFRZ 12
`define NT_CTR_EXCINH 33
`define NT_CTR_INTRINH 34
`define NT_CTR_TRETINH 35
`define NT_CTR_NTBREN 36
`define NT_CTR_TKBRINH 37
`define NT_CTR_ETEN 38
`define NT_CTR_INDCALLINH 40
`define NT_CTR_DIRCALLINH 41
`define NT_CTR_INDJMPINH 42
`define NT_CTR_DIRJMPINH 43
`define NT_CTR_CORSWAPINH 44
`define NT_CTR_RETINH 45
`define NT_CTR_INDLJMPINH 46
`define NT_CTR_DIRLJMPINH 47
// The fields of vsctrctl
`define NT_CTR_IN_VS 48'hff7e00001983
// 1.0: fields by option, and a register as it is read and as it is held
`define NT_CTR_ALWAYS_0 48'h000000000007
`define NT_CTR_RAS_0 48'h000000000080
`define NT_CTR_EXTERNAL_0 48'h000000000300
`define NT_CTR_BREAK_0 48'h000000000800
`define NT_CTR_FREEZE_0 48'h000000001000
`define NT_CTR_FILTERS_0 48'hff3e00000000
`define NT_CTR_SHOWN_0(held) {16'b0, held[47], held[46], held[45], held[44], held[43], held[42], held[41], held[40], 1'b0, 1'b0, held[37], held[36], held[35], held[34], held[33], 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, held[12], held[11], 1'b0, held[9], held[8], held[7], 1'b0, 1'b0, 1'b0, 1'b0, held[2], held[1], held[0]}
`define NT_CTR_TAKEN_0(word) {word[47], word[46], word[45], word[44], word[43], word[42], word[41], word[40], 1'b0, 1'b0, word[37], word[36], word[35], word[34], word[33], 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, word[12], word[11], 1'b0, word[9], word[8], word[7], 1'b0, 1'b0, 1'b0, 1'b0, word[2], word[1], word[0]}
// draft: fields by option, and a register as it is read and as it is held
`define NT_CTR_ALWAYS_1 48'h000000000007
`define NT_CTR_RAS_1 48'h000000000080
`define NT_CTR_EXTERNAL_1 48'h004000000300
`define NT_CTR_BREAK_1 48'h000000000800
`define NT_CTR_FREEZE_1 48'h000000001000
`define NT_CTR_FILTERS_1 48'hff3e00000000
`define NT_CTR_SHOWN_1(held) {16'b0, held[47], held[46], held[45], held[44], held[43], held[42], held[41], held[40], 1'b0, held[38], held[37], held[36], held[35], held[34], held[33], 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, held[12], held[11], held[7], held[8], held[9], 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, held[0], held[1], held[2]}
`define NT_CTR_TAKEN_1(word) {word[47], word[46], word[45], word[44], word[43], word[42], word[41], word[40], 1'b0, word[38], word[37], word[36], word[35], word[34], word[33], 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, 1'b0, word[12], word[11], 1'b0, word[8], word[9], word[10], 1'b0, 1'b0, 1'b0, 1'b0, word[0], word[1], word[2]}
`endif
