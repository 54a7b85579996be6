// SPDX-License-Identifier: Apache-2.0
// Makes a group of an item, in three steps: its elements, in the order of the examples of the
// specification, are joined in pairs, then to a front and a back half, then to one. Each step ends in registers; all
// move on with `go`.
`include "nt_tv_item.vh"
`default_nettype none

module nt_tv_group #(
    // As in nt_tv_encoder
    parameter integer XLEN = 64,
    parameter integer FLEN = 64,
    parameter integer MLEN = 64,
    parameter integer VIRTUAL = 1,
    parameter integer IMPLIED_END = 0,
    // Derived; do not set
    parameter integer ITEM_W   = `NT_TV_ITEM_W(XLEN, FLEN, MLEN),
    parameter integer GROUP    = `NT_TV_GROUP_BYTES(XLEN, FLEN, MLEN, VIRTUAL),
    parameter integer LENGTH_W = $clog2(GROUP + 1)
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                go,
    input  wire                item_valid,
    input  wire [ITEM_W-1:0]   item,

    output wire                busy,       // something is in one of the steps
    output wire                out_valid,
    output wire [8*GROUP-1:0]  out,        // 0 beyond the length
    output wire [LENGTH_W-1:0] out_length
);

    // Opcodes and identifiers (chapter 2)
    localparam [7:0] OP_BEGIN    = 8'd1;
    localparam [7:0] OP_END      = 8'd2;
    localparam [7:0] OP_STEP     = 8'd3;
    localparam [7:0] OP_REGISTER = 8'd4;
    localparam [7:0] OP_ADD      = 8'd5;
    localparam [7:0] OP_OR       = 8'd6;
    localparam [7:0] OP_STATE    = 8'd7;
    localparam [7:0] OP_REQUEST  = 8'd8;
    localparam [7:0] OP_RESET    = 8'd10;
    localparam [7:0] OP_INIT     = 8'd11;
    localparam [7:0] OP_INSN16   = 8'd16;
    localparam [7:0] OP_INSN32   = 8'd17;
    localparam [7:0] ID_PRIV     = 8'd1;
    localparam [7:0] ID_PADDR    = 8'd2;
    localparam [7:0] ID_EADDR    = 8'd3;
    localparam [7:0] ID_STORE    = 8'd4;  // of 8 bits; the wider ones follow
    localparam [7:0] ID_MTIME    = 8'd8;
    localparam [7:0] ID_PC       = 8'd10;
    localparam [3:0] STORE       = 4'd1;  // of a memory request
    localparam [15:0] FCSR       = 16'h0003;

    // Most bytes of an element
    localparam integer FPR_W = `NT_TV_FPR_W(FLEN);
    localparam integer XBYTES = XLEN/8;
    localparam integer PC     = 3 + XBYTES;  // with begin
    localparam integer INSN   = 5;
    localparam integer GPR    = 3 + XBYTES;
    localparam integer FPR    = `NT_TV_FPR_BYTES(FLEN);
    localparam integer CSR    = 3 + XBYTES;
    localparam integer FLAGS  = 4;
    localparam integer ADDR   = `NT_TV_ADDR_BYTES(MLEN);
    localparam integer EADDR  = VIRTUAL != 0 ? ADDR : 0;
    localparam integer MEM    = 10;
    localparam integer PRIV   = 3;
    localparam integer LAST   = 1;
    // Of two elements
    localparam integer P0 = PC + INSN;
    localparam integer P1 = GPR + FPR;
    localparam integer P2 = CSR + CSR;
    localparam integer P3 = FLAGS + ADDR;
    localparam integer P4 = EADDR + MEM;
    localparam integer P5 = PRIV + LAST;
    // Of what is joined in the third step
    localparam integer Q0 = P0 + P1;
    localparam integer Q1 = P2 + P2;
    localparam integer Q2 = P3 + P4;
    localparam integer R0 = Q0 + Q1;
    localparam integer R1 = Q2 + P5;

    localparam integer PC_W   = $clog2(PC + 1);
    localparam integer GPR_W  = $clog2(GPR + 1);
    localparam integer CSR_W  = $clog2(CSR + 1);
    localparam integer ADDR_W = $clog2(ADDR + 1);
    localparam integer P0_W = $clog2(P0 + 1);
    localparam integer P1_W = $clog2(P1 + 1);
    localparam integer P2_W = $clog2(P2 + 1);
    localparam integer P3_W = $clog2(P3 + 1);
    localparam integer P4_W = $clog2(P4 + 1);
    localparam integer P5_W = $clog2(P5 + 1);
    localparam integer Q0_W = $clog2(Q0 + 1);
    localparam integer Q1_W = $clog2(Q1 + 1);
    localparam integer Q2_W = $clog2(Q2 + 1);
    localparam integer R0_W = $clog2(R0 + 1);
    localparam integer R1_W = $clog2(R1 + 1);

    // The item
    `NT_TV_ITEM_WIRES

    assign `NT_TV_ITEM = item;

    // Elements: bytes, 0 beyond the length

    wire [8*PC-1:0] pc = item_pc_given ? {item_pc, ID_PC, OP_STATE, OP_BEGIN}
                                       : {{8*PC-16{1'b0}}, item_pc_step ? OP_STEP : 8'd0, OP_BEGIN};
    wire [PC_W-1:0] pc_length = item_pc_given ? PC[PC_W-1:0] : {{PC_W-2{1'b0}}, item_pc_step, !item_pc_step};

    // In the place of the instruction: what an item is if it is none
    wire [8*INSN-1:0] insn = item_reset       ? {32'd0, OP_RESET} :
                             item_init        ? {32'd0, OP_INIT} :
                             !item_insn_valid ? 40'd0 :
                             item_insn_size   ? {item_insn, OP_INSN32} : {16'd0, item_insn[15:0], OP_INSN16};
    wire [2:0] insn_length = item_reset || item_init ? 3'd1 : !item_insn_valid ? 3'd0 : item_insn_size ? 3'd5 : 3'd3;

    wire [15:0]      gpr_number = {11'h080, item_gpr_addr};
    wire             gpr_small  = item_gpr_add || item_gpr_set;
    wire [8*GPR-1:0] gpr_full   = {item_gpr_data, gpr_number, OP_REGISTER};
    wire [8*GPR-1:0] gpr_delta  = {{8*GPR-32{1'b0}}, item_gpr_amount, gpr_number, item_gpr_add ? OP_ADD : OP_OR};
    wire [8*GPR-1:0] gpr        = (gpr_small ? gpr_delta : gpr_full) & {8*GPR{item_gpr_valid}};
    wire [GPR_W-1:0] gpr_length = !item_gpr_valid ? {GPR_W{1'b0}} : gpr_small ? {{GPR_W-3{1'b0}}, 3'd4} : GPR[GPR_W-1:0];

    wire [4*8*CSR-1:0] csr;
    wire [4*CSR_W-1:0] csr_length;
    genvar c;
    generate
        for (c = 0; c < 4; c = c + 1) begin : csrs
            assign csr[8*CSR*c +: 8*CSR] = {item_csr_data[XLEN*c +: XLEN], 4'd0, item_csr_addr[12*c +: 12], OP_REGISTER} &
                                           {8*CSR{item_csr_valid[c]}};
            assign csr_length[CSR_W*c +: CSR_W] = item_csr_valid[c] ? CSR[CSR_W-1:0] : {CSR_W{1'b0}};
        end
    endgenerate

    wire [8*FLAGS-1:0] fcsr = {3'd0, item_flags, FCSR, OP_OR} & {8*FLAGS{item_flags_valid}};

    // An address of a request has an opcode and no identifier
    wire [8*ADDR-17:0] paddr_bytes = {{8*ADDR-16-MLEN{1'b0}}, item_paddr};
    wire [8*ADDR-17:0] eaddr_bytes = {{8*ADDR-16-MLEN{1'b0}}, item_eaddr};
    wire [8*ADDR-1:0] paddr = (item_request ? {8'd0, paddr_bytes, OP_REQUEST} : {paddr_bytes, ID_PADDR, OP_STATE}) &
                              {8*ADDR{item_paddr_valid}};
    wire [ADDR_W-1:0] paddr_length = (ADDR[ADDR_W-1:0] - {{ADDR_W-1{1'b0}}, item_request}) & {ADDR_W{item_paddr_valid}};

    // Data of a request follow the byte of its size
    wire [63:0] mem_mask  = item_mem_size == 2'd0 ? 64'hff : item_mem_size == 2'd1 ? 64'hffff :
                            item_mem_size == 2'd2 ? 64'hffff_ffff : {64{1'b1}};
    wire [63:0] mem_bytes = item_mem_data & mem_mask;
    wire [7:0]  mem_id    = item_mem_time ? ID_MTIME : ID_STORE + {6'd0, item_mem_size};
    wire [79:0] mem = (item_request ? {8'd0, mem_bytes, 2'd0, item_mem_size, STORE} : {mem_bytes, mem_id, OP_STATE}) &
                      {80{item_mem_valid}};
    wire [3:0]  mem_head   = item_request ? 4'd1 : 4'd2;
    wire [3:0]  mem_length = (mem_head + (4'd1 << item_mem_size)) & {4{item_mem_valid}};

    wire [23:0] priv = {6'd0, item_priv, ID_PRIV, OP_STATE} & {24{item_priv_valid}};

    // First step: in pairs. What a build has not is not joined.
    wire [8*P0-1:0] p0;
    wire [P0_W-1:0] p0_length;
    wire [8*P1-1:0] p1;
    wire [P1_W-1:0] p1_length;
    wire [8*P2-1:0] p2;
    wire [P2_W-1:0] p2_length;
    wire [8*P2-1:0] p2b;
    wire [P2_W-1:0] p2b_length;
    wire [8*P3-1:0] p3;
    wire [P3_W-1:0] p3_length;
    wire [8*P4-1:0] p4;
    wire [P4_W-1:0] p4_length;
    wire [8*P5-1:0] p5;
    wire [P5_W-1:0] p5_length;

    nt_tv_join #(.A(PC), .B(INSN)) pc_insn (
        .a(pc), .a_length(pc_length), .b(insn), .b_length(insn_length), .out(p0), .length(p0_length));
    nt_tv_join #(.A(CSR), .B(CSR)) csr_low (
        .a(csr[0 +: 8*CSR]), .a_length(csr_length[0 +: CSR_W]),
        .b(csr[8*CSR +: 8*CSR]), .b_length(csr_length[CSR_W +: CSR_W]), .out(p2), .length(p2_length));
    nt_tv_join #(.A(CSR), .B(CSR)) csr_high (
        .a(csr[16*CSR +: 8*CSR]), .a_length(csr_length[2*CSR_W +: CSR_W]),
        .b(csr[24*CSR +: 8*CSR]), .b_length(csr_length[3*CSR_W +: CSR_W]), .out(p2b), .length(p2b_length));
    nt_tv_join #(.A(FLAGS), .B(ADDR)) flags_paddr (
        .a(fcsr), .a_length({item_flags_valid, 2'd0}), .b(paddr), .b_length(paddr_length),
        .out(p3), .length(p3_length));

    generate
        if (FLEN > 0) begin : with_fpr
            localparam integer FPR_LENGTH_W = $clog2(FPR + 1);
            wire [8*FPR-1:0]        fpr        = {item_fpr_data, 11'h081, item_fpr_addr, OP_REGISTER} & {8*FPR{item_fpr_valid}};
            wire [FPR_LENGTH_W-1:0] fpr_length = item_fpr_valid ? FPR[FPR_LENGTH_W-1:0] : {FPR_LENGTH_W{1'b0}};
            nt_tv_join #(.A(GPR), .B(FPR)) registers (
                .a(gpr), .a_length(gpr_length), .b(fpr), .b_length(fpr_length), .out(p1), .length(p1_length));
        end else begin : without_fpr
            assign p1        = gpr;
            assign p1_length = gpr_length;
            wire unused = &{1'b0, item_fpr_valid, item_fpr_addr, item_fpr_data};
        end
        if (VIRTUAL != 0) begin : with_eaddr
            wire [8*ADDR-1:0] eaddr        = {eaddr_bytes, ID_EADDR, OP_STATE} & {8*ADDR{item_eaddr_valid}};
            wire [ADDR_W-1:0] eaddr_length = ADDR[ADDR_W-1:0] & {ADDR_W{item_eaddr_valid}};
            nt_tv_join #(.A(ADDR), .B(MEM)) eaddr_mem (
                .a(eaddr), .a_length(eaddr_length), .b(mem), .b_length(mem_length), .out(p4), .length(p4_length));
        end else begin : without_eaddr
            assign p4        = mem;
            assign p4_length = mem_length;
            wire unused = &{1'b0, item_eaddr_valid, eaddr_bytes};
        end
        if (IMPLIED_END != 0) begin : without_end
            assign p5        = {8'd0, priv};
            assign p5_length = {1'b0, {2{item_priv_valid}}};
        end else begin : with_end
            assign p5        = item_priv_valid ? {OP_END, priv} : {24'd0, OP_END};
            assign p5_length = item_priv_valid ? 3'd4 : 3'd1;
        end
    endgenerate

    // No reset but of what tells that a step has something
    reg             pairs_valid_reg;
    reg [8*P0-1:0]  p0_reg;
    reg [P0_W-1:0]  p0_length_reg;
    reg [8*P1-1:0]  p1_reg;
    reg [P1_W-1:0]  p1_length_reg;
    reg [8*P2-1:0]  p2_reg;
    reg [P2_W-1:0]  p2_length_reg;
    reg [8*P2-1:0]  p2b_reg;
    reg [P2_W-1:0]  p2b_length_reg;
    reg [8*P3-1:0]  p3_reg;
    reg [P3_W-1:0]  p3_length_reg;
    reg [8*P4-1:0]  p4_reg;
    reg [P4_W-1:0]  p4_length_reg;
    reg [8*P5-1:0]  p5_reg;
    reg [P5_W-1:0]  p5_length_reg;

    always @(posedge clk) begin
        if (rst) pairs_valid_reg <= 1'b0;
        else if (go) pairs_valid_reg <= item_valid;
        if (go && item_valid) begin
            p0_reg         <= p0;
            p0_length_reg  <= p0_length;
            p1_reg         <= p1;
            p1_length_reg  <= p1_length;
            p2_reg         <= p2;
            p2_length_reg  <= p2_length;
            p2b_reg        <= p2b;
            p2b_length_reg <= p2b_length;
            p3_reg         <= p3;
            p3_length_reg  <= p3_length;
            p4_reg         <= p4;
            p4_length_reg  <= p4_length;
            p5_reg         <= p5;
            p5_length_reg  <= p5_length;
        end
    end

    // Second step
    wire [8*Q0-1:0] q0;
    wire [Q0_W-1:0] q0_length;
    wire [8*Q1-1:0] q1;
    wire [Q1_W-1:0] q1_length;
    wire [8*Q2-1:0] q2;
    wire [Q2_W-1:0] q2_length;
    wire [8*R0-1:0] r0;
    wire [R0_W-1:0] r0_length;
    wire [8*R1-1:0] r1;
    wire [R1_W-1:0] r1_length;

    nt_tv_join #(.A(P0), .B(P1)) to_registers (
        .a(p0_reg), .a_length(p0_length_reg), .b(p1_reg), .b_length(p1_length_reg), .out(q0), .length(q0_length));
    nt_tv_join #(.A(P2), .B(P2)) all_csrs (
        .a(p2_reg), .a_length(p2_length_reg), .b(p2b_reg), .b_length(p2b_length_reg), .out(q1), .length(q1_length));
    nt_tv_join #(.A(P3), .B(P4)) memory (
        .a(p3_reg), .a_length(p3_length_reg), .b(p4_reg), .b_length(p4_length_reg), .out(q2), .length(q2_length));
    nt_tv_join #(.A(Q0), .B(Q1)) front (
        .a(q0), .a_length(q0_length), .b(q1), .b_length(q1_length), .out(r0), .length(r0_length));
    nt_tv_join #(.A(Q2), .B(P5)) back (
        .a(q2), .a_length(q2_length), .b(p5_reg), .b_length(p5_length_reg), .out(r1), .length(r1_length));

    reg             halves_valid_reg;
    reg [8*R0-1:0]  r0_reg;
    reg [R0_W-1:0]  r0_length_reg;
    reg [8*R1-1:0]  r1_reg;
    reg [R1_W-1:0]  r1_length_reg;

    always @(posedge clk) begin
        if (rst) halves_valid_reg <= 1'b0;
        else if (go) halves_valid_reg <= pairs_valid_reg;
        if (go && pairs_valid_reg) begin
            r0_reg        <= r0;
            r0_length_reg <= r0_length;
            r1_reg        <= r1;
            r1_length_reg <= r1_length;
        end
    end

    // Third step
    wire [8*GROUP-1:0]  whole_out;
    wire [LENGTH_W-1:0] whole_length;

    nt_tv_join #(.A(R0), .B(R1)) all (
        .a(r0_reg), .a_length(r0_length_reg), .b(r1_reg), .b_length(r1_length_reg),
        .out(whole_out), .length(whole_length));

    reg                group_valid_reg;
    reg [8*GROUP-1:0]  group_reg;
    reg [LENGTH_W-1:0] length_reg;

    always @(posedge clk) begin
        if (rst) group_valid_reg <= 1'b0;
        else if (go) group_valid_reg <= halves_valid_reg;
        if (go && halves_valid_reg) begin
            group_reg  <= whole_out;
            length_reg <= whole_length;
        end
    end

    assign busy       = pairs_valid_reg || halves_valid_reg || group_valid_reg;
    assign out_valid  = group_valid_reg;
    assign out        = group_reg;
    assign out_length = length_reg;

`ifdef FORMAL
    // Contract. One byte of one element, any, is followed through the steps, the elements in the order of the
    // specification's examples
    localparam [3:0] F_ELEMENTS = 4'd14;
    localparam [7:0] F_XBYTES = XBYTES[7:0];
    (* anyconst *) reg [3:0] f_element;
    (* anyconst *) reg [3:0] f_index;
    (* anyconst *) reg [7:0] f_beyond;
    reg f_started = 1'b0;
    reg f_rst, f_go, f_was_valid;
    reg [8*GROUP-1:0]  f_was;
    reg [LENGTH_W-1:0] f_was_length;

    // The element of a number: its bytes, the first in the low bits, and how many
    reg [95:0]  f_bytes;
    reg [7:0]   f_length;
    // Of the item: the byte, its place in its pair, and the lengths of all pairs
    reg         f_there;
    reg [7:0]   f_byte;
    reg [7:0]   f_place;
    reg [2:0]   f_pair;
    reg [7*8-1:0] f_lengths;
    reg [7:0]   f_bits;

    wire [MLEN+7:0] f_paddr = {8'd0, item_paddr};
    wire [MLEN+7:0] f_eaddr = {8'd0, item_eaddr};

    integer e;
    always @* begin
        f_there   = 1'b0;
        f_byte    = 8'd0;
        f_place   = 8'd0;
        f_pair    = 3'd0;
        f_lengths = 56'd0;
        for (e = 0; e < 14; e = e + 1) begin
            f_bytes  = 96'd0;
            f_length = 8'd0;
            case (e)
                0: begin f_bytes = OP_BEGIN; f_length = 8'd1; end
                1: if (item_pc_given) begin f_bytes = {item_pc, ID_PC, OP_STATE}; f_length = 8'd2 + F_XBYTES; end
                   else if (item_pc_step) begin f_bytes = OP_STEP; f_length = 8'd1; end
                2: if (item_reset) begin f_bytes = OP_RESET; f_length = 8'd1; end
                   else if (item_init) begin f_bytes = OP_INIT; f_length = 8'd1; end
                   else if (item_insn_valid) begin
                       f_bytes  = item_insn_size ? {item_insn, OP_INSN32} : {item_insn[0 +: 16], OP_INSN16};
                       f_length = item_insn_size ? 8'd5 : 8'd3;
                   end
                3: if (item_gpr_valid) begin
                       f_bytes = item_gpr_add ? {item_gpr_amount, 11'h080, item_gpr_addr, OP_ADD} :
                                 item_gpr_set ? {item_gpr_amount, 11'h080, item_gpr_addr, OP_OR} :
                                                {item_gpr_data, 11'h080, item_gpr_addr, OP_REGISTER};
                       f_length = item_gpr_add || item_gpr_set ? 8'd4 : 8'd3 + F_XBYTES;
                   end
                4: if (FLEN > 0 && item_fpr_valid) begin
                       f_bytes  = {item_fpr_data, 16'h1020 | {11'd0, item_fpr_addr}, OP_REGISTER};
                       f_length = 8'd3 + FLEN/8;
                   end
                5, 6, 7, 8: if (item_csr_valid[e-5]) begin
                       f_bytes  = {item_csr_data[XLEN*(e-5) +: XLEN], 4'd0, item_csr_addr[12*(e-5) +: 12], OP_REGISTER};
                       f_length = 8'd3 + F_XBYTES;
                   end
                9: if (item_flags_valid) begin f_bytes = {3'b000, item_flags, FCSR, OP_OR}; f_length = 8'd4; end
                10: if (item_paddr_valid) begin
                       f_bytes  = item_request ? {f_paddr, OP_REQUEST} : {f_paddr, ID_PADDR, OP_STATE};
                       f_length = item_request ? 8'd1 + (MLEN + 7)/8 : 8'd2 + (MLEN + 7)/8;
                   end
                11: if (VIRTUAL != 0 && item_eaddr_valid) begin
                       f_bytes  = {f_eaddr, ID_EADDR, OP_STATE};
                       f_length = 8'd2 + (MLEN + 7)/8;
                   end
                12: if (item_mem_valid) begin
                       f_bytes  = item_request  ? {item_mem_data, 2'd0, item_mem_size, STORE} :
                                  item_mem_time ? {item_mem_data, ID_MTIME, OP_STATE}
                                                : {item_mem_data, ID_STORE | {6'd0, item_mem_size}, OP_STATE};
                       f_length = (item_request ? 8'd1 : 8'd2) + (8'd1 << item_mem_size);
                   end
                13: begin
                       f_bytes  = item_priv_valid ? {IMPLIED_END != 0 ? 8'd0 : OP_END, 6'd0, item_priv, ID_PRIV, OP_STATE} : OP_END;
                       f_length = (item_priv_valid ? 8'd3 : 8'd0) + (IMPLIED_END != 0 ? 8'd0 : 8'd1);
                   end
                default: f_bytes = 96'd0;
            endcase
            f_bits = 8'd8*(e < 3 ? 8'd0 : e < 5 ? 8'd1 : e < 7 ? 8'd2 : e < 9 ? 8'd3 : e < 11 ? 8'd4 : e < 13 ? 8'd5 : 8'd6);
            if (e == {28'd0, f_element} && {4'd0, f_index} < f_length) begin
                f_there = 1'b1;
                f_byte  = f_bytes >> {f_index, 3'd0};
                f_pair  = f_bits[5:3];
                f_place = f_lengths[f_bits +: 8] + {4'd0, f_index};
            end
            f_lengths[f_bits +: 8] = f_lengths[f_bits +: 8] + f_length;
        end
    end
    wire [7:0] f_front = f_lengths[0 +: 8] + f_lengths[8 +: 8] + f_lengths[16 +: 8] + f_lengths[24 +: 8];
    wire [7:0] f_back  = f_lengths[32 +: 8] + f_lengths[40 +: 8] + f_lengths[48 +: 8];

    // What each step has of it
    reg           f_valid1, f_valid2, f_valid3;
    reg           f_there1, f_there2, f_there3;
    reg [7:0]     f_byte1, f_byte2, f_byte3;
    reg [7:0]     f_place1, f_place2, f_place3;
    reg [2:0]     f_pair1;
    reg           f_half2;
    reg [7*8-1:0] f_lengths1;
    reg [7:0]     f_front1, f_back1, f_front2, f_back2, f_length3;

    wire [7:0] f_before = f_pair1 == 3'd0 || f_pair1 == 3'd4 ? 8'd0 :
                          f_pair1 == 3'd1 ? f_lengths1[0 +: 8] :
                          f_pair1 == 3'd2 ? f_lengths1[0 +: 8] + f_lengths1[8 +: 8] :
                          f_pair1 == 3'd3 ? f_lengths1[0 +: 8] + f_lengths1[8 +: 8] + f_lengths1[16 +: 8] :
                          f_pair1 == 3'd5 ? f_lengths1[32 +: 8] : f_lengths1[32 +: 8] + f_lengths1[40 +: 8];

    always @(posedge clk) begin
        f_started    <= 1'b1;
        f_rst        <= rst;
        f_go         <= go;
        f_was_valid  <= out_valid;
        f_was        <= out;
        f_was_length <= out_length;
        if (rst) {f_valid1, f_valid2, f_valid3} <= 3'd0;
        else if (go) {f_valid1, f_valid2, f_valid3} <= {item_valid, f_valid1, f_valid2};
        if (go && item_valid) begin
            f_there1   <= f_there;
            f_byte1    <= f_byte;
            f_place1   <= f_place;
            f_pair1    <= f_pair;
            f_lengths1 <= f_lengths;
            f_front1   <= f_front;
            f_back1    <= f_back;
        end
        if (go && f_valid1) begin
            f_there2 <= f_there1;
            f_byte2  <= f_byte1;
            f_place2 <= f_before + f_place1;
            f_half2  <= f_pair1 >= 3'd4;
            f_front2 <= f_front1;
            f_back2  <= f_back1;
        end
        if (go && f_valid2) begin
            f_there3  <= f_there2;
            f_byte3   <= f_byte2;
            f_place3  <= f_half2 ? f_front2 + f_place2 : f_place2;
            f_length3 <= f_front2 + f_back2;
        end
    end

    // For the induction: the pair and the half that have the byte, and zeros beyond all lengths
    wire [8*R0-1:0] f_of_pair = f_pair1 == 3'd0 ? p0_reg : f_pair1 == 3'd1 ? p1_reg : f_pair1 == 3'd2 ? p2_reg :
                                f_pair1 == 3'd3 ? p2b_reg : f_pair1 == 3'd4 ? p3_reg : f_pair1 == 3'd5 ? p4_reg : p5_reg;
    wire [8*R0-1:0]    f_at1  = f_of_pair >> {f_place1, 3'd0};
    wire [8*(R0+R1)-1:0] f_at2 = (f_half2 ? r1_reg : r0_reg) >> {f_place2, 3'd0};
    wire [8*GROUP-1:0] f_at3  = out >> {f_place3, 3'd0};
    wire [8*GROUP-1:0] f_rest = out >> {f_beyond, 3'd0};
    wire f_zeros1 = p0_reg >> {p0_length_reg, 3'd0} == 0 && p1_reg >> {p1_length_reg, 3'd0} == 0 &&
                    p2_reg >> {p2_length_reg, 3'd0} == 0 && p2b_reg >> {p2b_length_reg, 3'd0} == 0 &&
                    p3_reg >> {p3_length_reg, 3'd0} == 0 && p4_reg >> {p4_length_reg, 3'd0} == 0 &&
                    p5_reg >> {p5_length_reg, 3'd0} == 0;
    wire f_zeros2 = r0_reg >> {r0_length_reg, 3'd0} == 0 && r1_reg >> {r1_length_reg, 3'd0} == 0;

    always @* begin
        if (!f_started) a_reset: assume (rst);
        // As nt_tv_intake makes items
        a_item: assume (!(item_pc_step && item_pc_given) && !(item_gpr_add && item_gpr_set));
        a_request: assume (!item_request || !item_mem_time);
    end

    always @* if (f_started && !f_rst) begin
        // An item that is taken is a group that comes once, in order, and stays while nothing moves on
        p_valid: assert (out_valid == f_valid3);
        p_busy: assert (busy == (f_valid1 || f_valid2 || f_valid3));
        if (f_valid3) begin
            p_length: assert (out_length == f_length3 && f_length3 >= 1 && f_length3 <= GROUP);
            p_order: assert (!f_there3 || f_at3[7:0] == f_byte3);
            p_zeros: assert (f_beyond < f_length3 || f_rest[7:0] == 8'd0);
        end
        if (!f_go) p_stable: assert (out_valid == f_was_valid && (!out_valid || (out == f_was && out_length == f_was_length)));
        i_valid: assert (pairs_valid_reg == f_valid1 && halves_valid_reg == f_valid2);
        if (f_valid1) begin
            i_lengths: assert (f_lengths1 == {{8-P5_W{1'b0}}, p5_length_reg, {8-P4_W{1'b0}}, p4_length_reg,
                                              {8-P3_W{1'b0}}, p3_length_reg, {8-P2_W{1'b0}}, p2b_length_reg,
                                              {8-P2_W{1'b0}}, p2_length_reg, {8-P1_W{1'b0}}, p1_length_reg,
                                              {8-P0_W{1'b0}}, p0_length_reg});
            i_bounds: assert (p0_length_reg >= 1 && p0_length_reg <= P0 && p1_length_reg <= P1 && p2_length_reg <= P2 && p2b_length_reg <= P2 &&
                              p3_length_reg <= P3 && p4_length_reg <= P4 && p5_length_reg <= P5);
            i_sums: assert (f_front1 == f_lengths1[0 +: 8] + f_lengths1[8 +: 8] + f_lengths1[16 +: 8] + f_lengths1[24 +: 8] &&
                            f_back1 == f_lengths1[32 +: 8] + f_lengths1[40 +: 8] + f_lengths1[48 +: 8]);
            i_zeros: assert (f_zeros1);
            i_pair: assert (!f_there1 || (f_at1[7:0] == f_byte1 && f_place1 < f_lengths1[8*f_pair1 +: 8] && f_pair1 != 3'd7));
        end
        if (f_valid2) begin
            i_halves: assert (f_front2 == r0_length_reg && f_back2 == r1_length_reg && f_front2 >= 1 && f_front2 <= R0 && f_back2 <= R1);
            i_rest: assert (f_zeros2);
            i_half: assert (!f_there2 || (f_at2[7:0] == f_byte2 && f_place2 < (f_half2 ? f_back2 : f_front2)));
        end
        if (f_valid3) i_place: assert (!f_there3 || f_place3 < f_length3);
        c_most: cover (f_valid3 && f_length3 == GROUP - (IMPLIED_END != 0));
        c_last: cover (f_valid3 && f_there3 && f_element == 4'd13 && f_place3 > 40);
        c_waits: cover (f_valid1 && f_valid2 && f_valid3 && !f_go);
    end
    always @* if (f_started) p_reset: assert (!f_rst || (!busy && !out_valid));
`endif

endmodule

`default_nettype wire
