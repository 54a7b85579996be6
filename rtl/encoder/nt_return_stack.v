// SPDX-License-Identifier: Apache-2.0
// Return stack: the addresses behind the latest calls, for implicit returns (N-Trace 1.0, "Implicit
// Return Optimization"). A full stack drops its oldest entry.
//
// The lanes of a cycle (nt_stack_lane) work on a window of the latest entries; what they wrote there
// goes into the memory at the clock edge.
`default_nettype none

module nt_return_stack #(
    // Width of an entry
    parameter integer WIDTH = 63,
    // Entries of the window: as many as there are lanes
    parameter integer WINDOW = 1,
    // Entries, a power of two
    parameter integer DEPTH = 32,
    // Width of the pointer and of the count (derived; do not set)
    parameter integer PTR_W = DEPTH > 1 ? $clog2(DEPTH) : 1,
    parameter integer COUNT_W = $clog2(DEPTH) + 1
) (
    input  wire                    clk,
    input  wire                    rst,

    // Behind all lanes
    input  wire [WINDOW*WIDTH-1:0] window_next,
    input  wire [WINDOW-1:0]       written_next,
    input  wire [PTR_W-1:0]        top_next,
    input  wire [COUNT_W-1:0]      count_next,

    // Before the first lane: entry 0 of the window is the latest
    output wire [WINDOW*WIDTH-1:0] window,
    output wire [PTR_W-1:0]        top,
    output wire [COUNT_W-1:0]      count
`ifdef FORMAL
    // For the contract in tests/formal: the entry with so many above it
    , input wire [COUNT_W-1:0]     f_above,
    output wire [WIDTH-1:0]        f_entry
`endif
);

    localparam [PTR_W-1:0] LAST = DEPTH == 1 ? {PTR_W{1'b0}} : {PTR_W{1'b1}};

    reg [WIDTH-1:0]   memory [0:DEPTH-1];  // no reset: read only where written
    reg [PTR_W-1:0]   top_reg;             // where the next entry goes
    reg [COUNT_W-1:0] count_reg;           // entries held

    assign top   = top_reg;
    assign count = count_reg;

    genvar w;
    generate
        for (w = 0; w < WINDOW; w = w + 1) begin : entry
            localparam integer BACK = w + 1;  // around a stack that is smaller than the window
            wire [PTR_W-1:0] at = (top_reg - BACK[PTR_W-1:0]) & LAST;
            assign window[w*WIDTH +: WIDTH] = memory[at];
        end
    endgenerate

`ifdef FORMAL
    wire [PTR_W-1:0] f_at = (top_reg - f_above[PTR_W-1:0] - 1'b1) & LAST;
    assign f_entry = memory[f_at];
`endif

    integer i;
    always @(posedge clk) begin
        if (rst) begin
            top_reg   <= {PTR_W{1'b0}};
            count_reg <= {COUNT_W{1'b0}};
        end else begin
            top_reg   <= top_next;
            count_reg <= count_next;
        end
        // The latest last, so that it wins where the stack is smaller than the window
        for (i = WINDOW - 1; i >= 0; i = i - 1) begin
            if (written_next[i])
                memory[(top_next - i[PTR_W-1:0] - {{PTR_W-1{1'b0}}, 1'b1}) & LAST] <=
                    window_next[i*WIDTH +: WIDTH];
        end
    end

endmodule

`default_nettype wire
