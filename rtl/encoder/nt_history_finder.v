// SPDX-License-Identifier: Apache-2.0
// Where a run of repeated history begins: the shortest period for which the latest branches are
// evidence enough, and how many of the pending branches repeat with it. Combinational.
//
//   recent  ..1 1 0 1 0 0|1 0 0|1 0 0     period 3: each bit equals the one 3 before, as far back
//                  <-- length 9 -->       as `length` says; count 3, phase 0
//
// For period p, the latest ROOM/2 - 1 + p/4 bits must do so, or as many as are pending.
`default_nettype none

module nt_history_finder #(
    // Bits that HIST holds beside its stop bit, 4 to 31
    parameter integer ROOM = 31,
    // Width of periods, 1 to 5; the longest fits HIST
    parameter integer PERIOD_W = 5,
    // Pending branches (derived; do not set)
    parameter integer FULL = ROOM + ROOM / 2,
    // Width of a number of them (derived; do not set)
    parameter integer PENDING_W = $clog2(FULL + 1)
) (
    input  wire                 enable,  // else nothing is found, and all is 0
    input  wire [FULL-1:0]      recent,  // bit 0 is the last one

    output reg                  found,
    output reg  [PERIOD_W-1:0]  period,
    output reg  [PENDING_W-1:0] length,  // FULL where all are in the run
    output reg  [PENDING_W-1:0] count,   // length / period
    output reg  [PERIOD_W-1:0]  phase    // length % period
);

    localparam integer PERIODS = (1 << PERIOD_W) - 1;

    reg [PERIODS-1:0] hit;
    reg [PERIODS-1:0] first;
    reg [FULL:0]      breaks;   // branches that differ from those a period later
    reg [FULL:0]      nearest;
    reg [PERIOD_W:0]  rest;
    integer p;
    integer evidence;
    integer i;
    integer k;

    // Seldom needed: behind an `if`, a simulator skips it
    always @* begin
        found    = 1'b0;
        hit      = {PERIODS{1'b0}};
        first    = {PERIODS{1'b0}};
        period   = {PERIOD_W{1'b0}};
        breaks   = {FULL+1{1'b0}};
        nearest  = {FULL+1{1'b0}};
        length   = {PENDING_W{1'b0}};
        count    = {PENDING_W{1'b0}};
        rest     = {PERIOD_W+1{1'b0}};
        evidence = 0;
        p        = 0;  // so that these are no latches
        i        = 0;
        k        = 0;
        if (enable) begin
            for (p = 1; p <= PERIODS; p = p + 1) begin
                evidence = ROOM / 2 - 1 + p / 4;
                if (evidence + p > FULL) evidence = FULL - p;
                hit[p-1] = ((recent ^ (recent >> p)) & ~({FULL{1'b1}} << evidence)) ==
                           {FULL{1'b0}};
            end

            // The lowest bit that is set, alone: a carry runs up to it
            first = hit & (~hit + {{PERIODS-1{1'b0}}, 1'b1});
            found = |hit;
            for (i = 1; i <= PERIODS; i = i + 1)
                if (first[i-1]) period = period | i[PERIOD_W-1:0];

            breaks  = {1'b1, (recent ^ (recent << period)) & ({FULL{1'b1}} << period)};
            nearest = breaks & (~breaks + {{FULL{1'b0}}, 1'b1});
            for (i = 1; i <= FULL; i = i + 1)
                if (nearest[i]) length = length | i[PENDING_W-1:0];

            // Division, a bit of the quotient after the other
            for (k = PENDING_W - 1; k >= 0; k = k - 1) begin
                rest     = {rest[PERIOD_W-1:0], length[k]};
                count[k] = rest >= {1'b0, period};
                if (count[k]) rest = rest - {1'b0, period};
            end
        end
        phase = rest[PERIOD_W-1:0];
    end

endmodule

`default_nettype wire
