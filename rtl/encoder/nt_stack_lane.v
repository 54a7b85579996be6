// SPDX-License-Identifier: Apache-2.0
// Return stack, one lane: what a block does to the top of the stack, which is seen through a window
// of its latest entries. Combinational; nt_return_stack holds the entries.
`default_nettype none

module nt_stack_lane #(
    // Width of an entry
    parameter integer WIDTH = 63,
    // Entries of the window: as many as there are lanes
    parameter integer WINDOW = 1,
    // Entries of the stack, a power of two
    parameter integer DEPTH = 32,
    // Width of the pointer and of the count (derived; do not set)
    parameter integer PTR_W = DEPTH > 1 ? $clog2(DEPTH) : 1,
    parameter integer COUNT_W = $clog2(DEPTH) + 1
) (
    // What the block does, in this order
    input  wire                    clear,
    input  wire                    pop,        // nothing on an empty stack
    input  wire                    push,
    input  wire [WIDTH-1:0]        push_addr,

    // What it sees, behind `clear`
    output wire                    top_valid,
    output wire [WIDTH-1:0]        top_addr,

    // State before and after: entry 0 of the window is the latest
    input  wire [WINDOW*WIDTH-1:0] window,
    input  wire [WINDOW-1:0]       written,    // not in the stack's memory yet
    input  wire [PTR_W-1:0]        top,        // where the next entry goes
    input  wire [COUNT_W-1:0]      count,
    output wire [WINDOW*WIDTH-1:0] window_next,
    output wire [WINDOW-1:0]       written_next,
    output wire [PTR_W-1:0]        top_next,
    output wire [COUNT_W-1:0]      count_next
);

    localparam [COUNT_W-1:0] FULL = DEPTH[COUNT_W-1:0];
    localparam [PTR_W-1:0]   LAST = DEPTH == 1 ? {PTR_W{1'b0}} : {PTR_W{1'b1}};
    localparam [PTR_W-1:0]   ONE  = {{PTR_W-1{1'b0}}, 1'b1};

    assign top_valid = count != {COUNT_W{1'b0}} && !clear;
    assign top_addr  = window[WIDTH-1:0];

    wire pops = pop && top_valid;

    // Behind the pop
    wire [WINDOW*WIDTH-1:0] window_popped  = pops ? window >> WIDTH : window;
    wire [WINDOW-1:0]       written_popped = pops ? written >> 1 : written;
    wire [PTR_W-1:0]        top_popped     = pops ? (top - ONE) & LAST : top;
    wire [COUNT_W-1:0]      count_popped   = clear ? {COUNT_W{1'b0}} :
                                             pops ? count - {{COUNT_W-1{1'b0}}, 1'b1} : count;

    // Behind the push
    wire [WINDOW*WIDTH-1:0] window_pushed  = window_popped << WIDTH;
    wire [WINDOW-1:0]       written_pushed = written_popped << 1;

    assign window_next  = push ? window_pushed | {{WINDOW*WIDTH-WIDTH{1'b0}}, push_addr}
                               : window_popped;
    assign written_next = push ? written_pushed | {{WINDOW-1{1'b0}}, 1'b1} : written_popped;
    assign top_next     = push ? (top_popped + ONE) & LAST : top_popped;
    assign count_next   = push && count_popped != FULL ? count_popped + {{COUNT_W-1{1'b0}}, 1'b1}
                                                       : count_popped;

endmodule

`default_nettype wire
