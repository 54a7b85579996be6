// SPDX-License-Identifier: Apache-2.0
// What an instruction is to a trace: its size, its itype, and what follows from its registers. Combinational.
// Encodings of 16 and 32 bits; those without an itype of their own, reserved ones too, have ITYPE_NONE.
`default_nettype none

module nt_instruction #(
    // 32 or 64: only RV32 has c.jal
    parameter integer XLEN = 64
) (
    input  wire [31:0] insn,      // of 16 bits: in the low half

    output wire        size,      // 0: 16 bits; 1: 32 bits
    output reg  [3:0]  itype,     // of a branch ITYPE_NOT_TAKEN, whichever way it goes
    output wire        trap_call, // ecall, ebreak or c.ebreak
    output wire        loads,     // lui, c.lui or auipc: `rd` has what the code alone tells
    output wire [4:0]  rd,        // with `loads`
    output wire [4:0]  rs1        // of an indirect jump: its register
);

    `include "nt_codes.vh"

    // Opcodes; of 16 bits: funct3 and the low bits
    localparam [6:0] OP_AUIPC  = 7'b0010111;
    localparam [6:0] OP_LUI    = 7'b0110111;
    localparam [6:0] OP_BRANCH = 7'b1100011;
    localparam [6:0] OP_JALR   = 7'b1100111;
    localparam [6:0] OP_JAL    = 7'b1101111;
    localparam [4:0] C_JAL  = 5'b001_01;
    localparam [4:0] C_LUI  = 5'b011_01;
    localparam [4:0] C_J    = 5'b101_01;
    localparam [4:0] C_BEQZ = 5'b110_01;
    localparam [4:0] C_BNEZ = 5'b111_01;
    localparam [4:0] C_JR   = 5'b100_10;  // c.jalr and c.ebreak too

    function is_link(input [4:0] register);
        is_link = register == 5'd1 || register == 5'd5;
    endfunction

    function [3:0] indirect(input [4:0] link, input [4:0] by);
        if (is_link(link))
            indirect = is_link(by) && by != link ? ITYPE_COROUTINE_SWAP : ITYPE_INDIRECT_CALL;
        else if (is_link(by))
            indirect = ITYPE_RETURN;
        else
            indirect = link == 5'd0 ? ITYPE_INDIRECT_JUMP : ITYPE_OTHER_INDIRECT;
    endfunction

    function [3:0] direct(input [4:0] link);
        direct = is_link(link) ? ITYPE_DIRECT_CALL : link == 5'd0 ? ITYPE_DIRECT_JUMP : ITYPE_OTHER_DIRECT;
    endfunction

    assign size = insn[1:0] == 2'b11;
    wire [4:0] half   = {insn[15:13], insn[1:0]};
    wire       by_reg = half == C_JR && insn[6:2] == 5'd0;
    // m, s, mn, d
    wire       xret   = insn == 32'h30200073 || insn == 32'h10200073 || insn == 32'h70200073 ||
                        insn == 32'h7b200073;

    assign rd        = insn[11:7];
    assign rs1       = size ? insn[19:15] : insn[11:7];
    assign loads     = size ? insn[6:0] == OP_LUI || insn[6:0] == OP_AUIPC
                            : half == C_LUI && insn[11:7] != 5'd2;
    assign trap_call = insn == 32'h00000073 || insn == 32'h00100073 || (!size && insn[15:0] == 16'h9002);

    always @* begin
        itype = ITYPE_NONE;
        if (size) begin
            if (xret)
                itype = ITYPE_TRAP_RETURN;
            else if (insn[6:0] == OP_BRANCH && insn[14:13] != 2'b01)
                itype = ITYPE_NOT_TAKEN;
            else if (insn[6:0] == OP_JAL)
                itype = direct(insn[11:7]);
            else if (insn[6:0] == OP_JALR && insn[14:12] == 3'd0)
                itype = indirect(insn[11:7], insn[19:15]);
        end else if (half == C_BEQZ || half == C_BNEZ)
            itype = ITYPE_NOT_TAKEN;
        else if (half == C_J || (half == C_JAL && XLEN == 32))
            itype = direct({4'd0, half == C_JAL});
        else if (by_reg && insn[11:7] != 5'd0)
            itype = indirect({4'd0, insn[12]}, insn[11:7]);
    end

endmodule

`default_nettype wire
