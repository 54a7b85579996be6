// SPDX-License-Identifier: Apache-2.0
// Multiplication and division (M), a bit per cycle, by magnitudes; the sign comes last.
`default_nettype none

module nt_core_muldiv (
    input  wire        clk,
    input  wire        rst,
    input  wire        start,   // with funct3, a and b, which stay until `done`
    input  wire [2:0]  funct3,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire        done,    // for a cycle, with the result
    output reg  [31:0] result
);

    wire divides  = funct3[2];
    wire a_signed = divides ? !funct3[0] : funct3 != 3'd3;
    wire b_signed = divides ? !funct3[0] : !funct3[1];
    wire a_minus  = a_signed && a[31];
    wire b_minus  = b_signed && b[31];
    wire [31:0] b_magnitude = b_minus ? -b : b;

    reg [5:0]  left_reg;   // bits to go and one; 0: at rest
    reg [31:0] high_reg;   // upper product, or remainder; no reset, nor has the other: set by `start`
    reg [31:0] low_reg;    // lower product, or dividend that becomes the quotient

    wire [32:0] sum     = {1'b0, high_reg} + (low_reg[0] ? {1'b0, b_magnitude} : 33'd0);
    wire [32:0] rest    = {high_reg, low_reg[31]};
    wire [32:0] trial   = rest - {1'b0, b_magnitude};
    wire        fits    = !trial[32];

    always @(posedge clk) begin
        if (rst) left_reg <= 6'd0;
        else if (left_reg == 6'd0) left_reg <= start ? 6'd33 : 6'd0;
        else left_reg <= left_reg - 6'd1;
        if (left_reg == 6'd0) begin
            high_reg <= 32'd0;
            low_reg  <= a_minus ? -a : a;
        end else if (!done && divides) begin
            high_reg <= fits ? trial[31:0] : rest[31:0];
            low_reg  <= {low_reg[30:0], fits};
        end else if (!done) {high_reg, low_reg} <= {sum, low_reg[31:1]};
    end
    assign done = left_reg == 6'd1;

    wire [63:0] product = a_minus != b_minus ? -{high_reg, low_reg} : {high_reg, low_reg};
    // Division by 0: all ones, and the dividend (M, "Division Operations")
    wire minus = b != 32'd0 && a_minus != b_minus;

    always @* case (funct3)
        3'd0: result = product[31:0];
        3'd1, 3'd2, 3'd3: result = product[63:32];
        3'd4, 3'd5: result = minus ? -low_reg : low_reg;
        default: result = a_minus ? -high_reg : high_reg;
    endcase

endmodule

`default_nettype wire
