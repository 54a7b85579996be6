// SPDX-License-Identifier: Apache-2.0
// Contract of nt_stack_lane and nt_return_stack: a chain of lanes over the stack, as in nt_flow.
//
// One address, any, is watched from its push to the pop that takes it. Counting how many lie above it
// says when that must be: it comes out unchanged, unless DEPTH are pushed on top of it.
`default_nettype none

module nt_stack_contract #(
    // As in nt_return_stack
    parameter integer WIDTH = 2,
    parameter integer WINDOW = 1,
    parameter integer DEPTH = 4,
    // Derived; do not set
    parameter integer PTR_W = DEPTH > 1 ? $clog2(DEPTH) : 1,
    parameter integer COUNT_W = $clog2(DEPTH) + 1
) (
    input wire                    clk,
    input wire                    rst,
    input wire [WINDOW-1:0]       clear,
    input wire [WINDOW-1:0]       pop,
    input wire [WINDOW-1:0]       push,
    input wire [WINDOW*WIDTH-1:0] push_addr,
    input wire [WINDOW-1:0]       pick    // watch the address that this lane pushes
);

    wire [WINDOW*WIDTH-1:0] window  [0:WINDOW];
    wire [WINDOW-1:0]       written [0:WINDOW];
    wire [PTR_W-1:0]        top     [0:WINDOW];
    wire [COUNT_W-1:0]      count   [0:WINDOW];
    wire [WINDOW-1:0]       top_valid;
    wire [WINDOW*WIDTH-1:0] top_addr;

    assign written[0] = {WINDOW{1'b0}};

    // The watched address before the first lane and behind each
    reg                 f_started = 1'b0;
    reg                 watching_reg;
    reg [WIDTH-1:0]     addr_reg;
    reg [COUNT_W-1:0]   above_reg;  // addresses above it
    reg [COUNT_W-1:0]   held_reg;   // addresses in the stack, counted anew
    wire                watching [0:WINDOW];
    wire [WIDTH-1:0]    addr     [0:WINDOW];
    wire [COUNT_W-1:0]  above    [0:WINDOW];
    wire [COUNT_W-1:0]  held     [0:WINDOW];
    wire [WINDOW-1:0]   comes_back_ok;
    wire [WINDOW-1:0]   valid_ok;

    assign watching[0] = watching_reg;
    assign addr[0]     = addr_reg;
    assign above[0]    = above_reg;
    assign held[0]     = held_reg;

    genvar l;
    generate
        for (l = 0; l < WINDOW; l = l + 1) begin : lane
            nt_stack_lane #(.WIDTH(WIDTH), .WINDOW(WINDOW), .DEPTH(DEPTH)) stack_lane (
                .clear(clear[l]), .pop(pop[l]), .push(push[l]),
                .push_addr(push_addr[l*WIDTH +: WIDTH]),
                .top_valid(top_valid[l]), .top_addr(top_addr[l*WIDTH +: WIDTH]),
                .window(window[l]), .written(written[l]), .top(top[l]), .count(count[l]),
                .window_next(window[l+1]), .written_next(written[l+1]),
                .top_next(top[l+1]), .count_next(count[l+1])
            );

            // Behind clear and pop
            wire               pops        = pop[l] && !clear[l] && held[l] != 0;
            wire [COUNT_W-1:0] held_popped = clear[l] ? 0 : held[l] - pops;
            wire               stays       = watching[l] && !clear[l] && !(pops && above[l] == 0);
            wire [COUNT_W-1:0] above_popped = above[l] - pops;
            // Behind the push: a full stack drops its oldest
            wire               begins = pick[l] && push[l] && !stays;

            assign held[l+1]     = held_popped + (push[l] && held_popped != DEPTH);
            assign watching[l+1] = begins || (stays && !(push[l] && above_popped == DEPTH - 1));
            assign addr[l+1]     = begins ? push_addr[l*WIDTH +: WIDTH] : addr[l];
            assign above[l+1]    = begins ? 0 : above_popped + push[l];

            assign comes_back_ok[l] = !(watching[l] && above[l] == 0 && !clear[l]) ||
                                      (top_valid[l] && top_addr[l*WIDTH +: WIDTH] == addr[l]);
            assign valid_ok[l]      = top_valid[l] == (held[l] != 0 && !clear[l]) &&
                                      count[l] == held[l];
        end
    endgenerate

    nt_return_stack #(.WIDTH(WIDTH), .WINDOW(WINDOW), .DEPTH(DEPTH)) stack (
        .clk(clk), .rst(rst),
        .window_next(window[WINDOW]), .written_next(written[WINDOW]),
        .top_next(top[WINDOW]), .count_next(count[WINDOW]),
        .window(window[0]), .top(top[0]), .count(count[0])
`ifdef FORMAL
        , .f_above(above_reg), .f_entry(entry)
`endif
    );
    wire [WIDTH-1:0] entry;

    always @(posedge clk) begin
        f_started    <= 1'b1;
        watching_reg <= !rst && watching[WINDOW];
        addr_reg     <= addr[WINDOW];
        above_reg    <= above[WINDOW];
        held_reg     <= rst ? 0 : held[WINDOW];
    end

    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started) begin
        // The watched address comes back when those above it have been taken
        p_back: assert (&comes_back_ok);
        // There is a top exactly while an address is held, and never more than DEPTH are
        p_count: assert (&valid_ok && count[0] <= DEPTH);

        // For the induction
        if (watching_reg) begin
            i_above: assert (above_reg < held_reg);
            i_entry: assert (entry == addr_reg);
        end

        c_back: cover (watching_reg && above_reg == 0 && top_valid[0] && held_reg == DEPTH);
        if (WINDOW > 1) c_lanes: cover (watching_reg && above_reg == DEPTH - 1 && &pop);
    end

endmodule

`default_nettype wire
