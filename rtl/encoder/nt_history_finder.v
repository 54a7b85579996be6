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
    parameter ROOM = 31,
    // Width of periods, 1 to 5; the longest fits HIST
    parameter PERIOD_W = 5,
    // Pending branches (derived; do not set)
    parameter FULL = ROOM + ROOM / 2,
    // Width of a number of them (derived; do not set)
    parameter PENDING_W = $clog2(FULL + 1)
) (
    input  wire [FULL-1:0]      recent,  // bit 0 is the last one

    output wire                 found,
    output wire [PERIOD_W-1:0]  period,
    output wire [PENDING_W-1:0] length,  // FULL where all are in the run
    output wire [PENDING_W-1:0] count,   // length / period
    output wire [PERIOD_W-1:0]  phase    // length % period
);

    localparam PERIODS = (1 << PERIOD_W) - 1;

    // The lowest bit that is set, alone: a carry runs up to it
    wire [PERIODS-1:0] hit;
    wire [PERIODS-1:0] first = hit & (~hit + {{PERIODS-1{1'b0}}, 1'b1});

    genvar p;
    generate
    for (p = 1; p <= PERIODS; p = p + 1) begin : periods
        localparam WANTED   = ROOM / 2 - 1 + p / 4;
        localparam EVIDENCE = WANTED + p <= FULL ? WANTED : FULL - p;
        assign hit[p-1] = recent[0 +: EVIDENCE] == recent[p +: EVIDENCE];
    end
    endgenerate

    assign found = |hit;

    // Branches that differ from those a period later
    wire [FULL-1:0] later   = recent << period;
    wire [FULL-1:0] differ  = (recent ^ later) & ({FULL{1'b1}} << period);
    wire [FULL:0]   breaks  = {1'b1, differ};
    wire [FULL:0]   nearest = breaks & (~breaks + {{FULL{1'b0}}, 1'b1});

    // Numbers of the bits that are set
    reg [PERIOD_W-1:0]  period_of;
    reg [PENDING_W-1:0] length_of;
    integer i;
    always @* begin
        period_of = {PERIOD_W{1'b0}};
        length_of = {PENDING_W{1'b0}};
        for (i = 1; i <= PERIODS; i = i + 1)
            if (first[i-1]) period_of = period_of | i[PERIOD_W-1:0];
        for (i = 1; i <= FULL; i = i + 1)
            if (nearest[i]) length_of = length_of | i[PENDING_W-1:0];
    end
    assign period = period_of;
    assign length = length_of;

    // Division, a bit of the quotient after the other
    reg [PENDING_W-1:0] quotient;
    reg [PERIOD_W:0]    rest;
    integer k;
    always @* begin
        rest = {PERIOD_W+1{1'b0}};
        for (k = PENDING_W - 1; k >= 0; k = k - 1) begin
            rest        = {rest[PERIOD_W-1:0], length[k]};
            quotient[k] = rest >= {1'b0, period};
            if (quotient[k]) rest = rest - {1'b0, period};
        end
    end
    assign count = quotient;
    assign phase = rest[PERIOD_W-1:0];

endmodule

`default_nettype wire
