// SPDX-License-Identifier: Apache-2.0
// The reset bridge: `rst` of a clock from a reset that comes and goes at any time. It is 1 at once, also without a clock, and
// ends with the second edge after the other has ended. The only asynchronous reset of this RTL: all modules take `rst`
// with their clock. docs/crossing.md.
`default_nettype none

module nt_reset_sync (
    input  wire clk,
    input  wire reset_n,  // asynchronous, active low
    output wire rst       // of clk's modules, active high
);

    (* async_reg = "true" *) reg meta_reg;
    (* async_reg = "true" *) reg rst_reg;

    assign rst = rst_reg;

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            meta_reg <= 1'b1;
            rst_reg  <= 1'b1;
        end else begin
            meta_reg <= 1'b0;
            rst_reg  <= meta_reg;
        end
    end

endmodule

`default_nettype wire
