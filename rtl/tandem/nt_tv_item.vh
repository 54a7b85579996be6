// SPDX-License-Identifier: Apache-2.0
// What becomes a group, as nt_tv_intake hands it to nt_tv_group: a lane of the port, or a reset, an
// initialization or counters in its place. Used as `NT_TV_ITEM on both sides of an assignment.
`ifndef NT_TV_ITEM
`define NT_TV_ITEM {item_reset, item_init, \
    item_pc_given, item_pc_step, item_pc, item_insn_valid, item_insn_size, item_insn, \
    item_gpr_valid, item_gpr_add, item_gpr_set, item_gpr_amount, item_gpr_addr, item_gpr_data, \
    item_fpr_valid, item_fpr_addr, item_fpr_data, item_csr_valid, item_csr_addr, item_csr_data, \
    item_flags_valid, item_flags, item_paddr_valid, item_request, item_paddr, \
    item_eaddr_valid, item_eaddr, item_mem_valid, item_mem_time, item_mem_size, item_mem_data, \
    item_priv_valid, item_priv}
// Its members, in a module with XLEN, FPR_W and MLEN
`define NT_TV_ITEM_WIRES \
    wire              item_reset, item_init, item_pc_given, item_pc_step; \
    wire [XLEN-1:0]   item_pc, item_gpr_data; \
    wire              item_insn_valid, item_insn_size, item_gpr_valid, item_gpr_add, item_gpr_set; \
    wire [31:0]       item_insn; \
    wire [7:0]        item_gpr_amount; \
    wire [4:0]        item_gpr_addr, item_fpr_addr, item_flags; \
    wire              item_fpr_valid, item_flags_valid, item_paddr_valid, item_request; \
    wire [FPR_W-1:0]  item_fpr_data; \
    wire [3:0]        item_csr_valid; \
    wire [47:0]       item_csr_addr; \
    wire [4*XLEN-1:0] item_csr_data; \
    wire [MLEN-1:0]   item_paddr, item_eaddr; \
    wire              item_eaddr_valid, item_mem_valid, item_mem_time, item_priv_valid; \
    wire [1:0]        item_mem_size, item_priv; \
    wire [63:0]       item_mem_data;
// Width of an FPR's place, and of an item
`define NT_TV_FPR_W(FLEN) ((FLEN) > 0 ? (FLEN) : 1)
`define NT_TV_ITEM_W(XLEN, FLEN, MLEN) (6*(XLEN) + `NT_TV_FPR_W(FLEN) + 2*(MLEN) + 192)
// Most bytes of an FPR's element, of the effective address, and of a group
`define NT_TV_FPR_BYTES(FLEN) ((FLEN) > 0 ? 3 + (FLEN)/8 : 0)
`define NT_TV_ADDR_BYTES(MLEN) (2 + ((MLEN) + 7)/8)
`define NT_TV_GROUP_BYTES(XLEN, FLEN, MLEN, VIRTUAL) (41 + 6*(XLEN)/8 + `NT_TV_FPR_BYTES(FLEN) + \
    ((VIRTUAL) != 0 ? 2 : 1)*`NT_TV_ADDR_BYTES(MLEN))
`endif
