// SPDX-License-Identifier: Apache-2.0
// A 16-bit instruction as the 32-bit one that it stands for (RV32C without floating point).
// What is reserved becomes 0, which is illegal.
`default_nettype none

module nt_core_expand (
    input  wire [15:0] c,
    output reg  [31:0] insn
);

    localparam [6:0] LOAD = 7'h03, IMM = 7'h13, STORE = 7'h23, REG = 7'h33, LUI = 7'h37,
                     BRANCH = 7'h63, JALR = 7'h67, JAL = 7'h6f;

    // Registers: of five bits, and of three
    wire [4:0] rd   = c[11:7];
    wire [4:0] rs2  = c[6:2];
    wire [4:0] low  = {2'b01, c[4:2]};
    wire [4:0] high = {2'b01, c[9:7]};

    // Immediates
    wire [11:0] imm    = {{7{c[12]}}, c[6:2]};
    wire [11:0] frame  = {{3{c[12]}}, c[4:3], c[5], c[2], c[6], 4'd0};
    wire [11:0] area  = {2'd0, c[10:7], c[12:11], c[5], c[6], 2'd0};
    wire [11:0] word   = {5'd0, c[5], c[12:10], c[6], 2'd0};
    wire [11:0] load   = {4'd0, c[3:2], c[12], c[6:4], 2'd0};
    wire [11:0] store  = {4'd0, c[8:7], c[12:9], 2'd0};
    wire [11:0] jump   = {c[12], c[8], c[10:9], c[6], c[7], c[2], c[11], c[5:3], 1'b0};
    wire [8:0]  branch = {c[12], c[6:5], c[2], c[11:10], c[4:3], 1'b0};

    wire [4:0] link = {4'd0, c[15:13] == 3'd1};  // c.jal and c.j
    reg [2:0]  operation;
    always @* case (c[6:5])
        2'd0: operation = 3'd0;      // sub
        2'd1: operation = 3'd4;      // xor
        2'd2: operation = 3'd6;      // or
        default: operation = 3'd7;   // and
    endcase

    always @* begin
        insn = 32'd0;
        case ({c[1:0], c[15:13]})
            5'b00_000: if (area != 12'd0) insn = {area, 5'd2, 3'd0, low, IMM};               // addi4spn
            5'b00_010: insn = {word, high, 3'd2, low, LOAD};                                   // lw
            5'b00_110: insn = {word[11:5], low, high, 3'd2, word[4:0], STORE};                 // sw
            5'b01_000: insn = {imm, rd, 3'd0, rd, IMM};                                        // addi, nop
            5'b01_010: insn = {imm, 5'd0, 3'd0, rd, IMM};                                      // li
            5'b01_001, 5'b01_101:                                                              // jal, j
                insn = {jump[11], jump[10:1], jump[11], {8{jump[11]}}, link, JAL};
            5'b01_011:
                if (imm == 12'd0) insn = 32'd0;
                else if (rd == 5'd2) insn = {frame, 5'd2, 3'd0, 5'd2, IMM};                    // addi16sp
                else insn = {{15{c[12]}}, c[6:2], rd, LUI};                                    // lui
            5'b01_100: case (c[11:10])
                2'd0: if (!c[12]) insn = {7'h00, rs2, high, 3'd5, high, IMM};                  // srli
                2'd1: if (!c[12]) insn = {7'h20, rs2, high, 3'd5, high, IMM};                  // srai
                2'd2: insn = {imm, high, 3'd7, high, IMM};                                     // andi
                default: if (!c[12])
                    insn = {1'b0, c[6:5] == 2'd0, 5'd0, low, high, operation, high, REG};
            endcase
            5'b01_110, 5'b01_111:                                                              // beqz, bnez
                insn = {{4{branch[8]}}, branch[7:5], 5'd0, high, 2'd0, c[13], branch[4:1], branch[8], BRANCH};
            5'b10_000: if (!c[12]) insn = {7'h00, rs2, rd, 3'd1, rd, IMM};                     // slli
            5'b10_010: if (rd != 5'd0)                                                         // lwsp
                insn = {load, 5'd2, 3'd2, rd, LOAD};
            5'b10_100:
                if (rs2 != 5'd0) insn = {7'd0, rs2, c[12] ? rd : 5'd0, 3'd0, rd, REG};         // add, mv
                else if (rd != 5'd0) insn = {12'd0, rd, 3'd0, 4'd0, c[12], JALR};              // jalr, jr
                else if (c[12]) insn = 32'h00100073;                                           // ebreak
            5'b10_110: insn = {store[11:5], rs2, 5'd2, 3'd2, store[4:0], STORE};               // swsp
            default: ;
        endcase
    end

    wire unused = &{1'b0, jump[0], branch[0]};

endmodule

`default_nettype wire
