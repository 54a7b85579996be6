// SPDX-License-Identifier: Apache-2.0
// The flip-flop of a netlist of osu018 cells, in place of the library's own: it starts with a value that is drawn by +start=SEED.
`timescale 1ns / 10ps
`default_nettype none

module nt_start;

    integer seed, ignored;
    reg     begun = 1'b0;

    // The next value. The seed is read at the first one, since nothing orders the initial blocks.
    function draw;
        input unused;
        begin
            if (!begun) begin
                seed = 1;
                ignored = $value$plusargs("start=%d", seed);
                begun = 1'b1;
            end
            draw = $random(seed) >> 16;
        end
    endfunction

endmodule

module DFFPOSX1 (
    input  wire CLK,
    input  wire D,
    output reg  Q
);

    initial Q = nt_start.draw(1'b0);

    always @(posedge CLK) Q <= D;

endmodule

`default_nettype wire
