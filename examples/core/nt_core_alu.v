// SPDX-License-Identifier: Apache-2.0
// Computation of one cycle, and whether a branch is taken.
`default_nettype none

module nt_core_alu (
    input  wire [2:0]  funct3,
    input  wire        alternate,  // sub, sra
    input  wire [31:0] a,
    input  wire [31:0] b,
    output reg  [31:0] result,
    output reg         taken       // as a branch with this funct3
);

    wire equal         = a == b;
    wire less_unsigned = a < b;
    wire less          = a[31] == b[31] ? less_unsigned : a[31];

    wire [63:0] shifted = {{32{alternate && a[31]}}, a} >> b[4:0];

    always @* case (funct3)
        3'd0: result = alternate ? a - b : a + b;
        3'd1: result = a << b[4:0];
        3'd2: result = {31'd0, less};
        3'd3: result = {31'd0, less_unsigned};
        3'd4: result = a ^ b;
        3'd5: result = shifted[31:0];
        3'd6: result = a | b;
        default: result = a & b;
    endcase

    always @* case (funct3[2:1])
        2'd0: taken = equal != funct3[0];
        2'd2: taken = less != funct3[0];
        2'd3: taken = less_unsigned != funct3[0];
        default: taken = 1'b0;
    endcase

    wire unused = &{1'b0, shifted[63:32]};

endmodule

`default_nettype wire
