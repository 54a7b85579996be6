// SPDX-License-Identifier: Apache-2.0
// Timestamp unit: external, shared, or a counter of its own.
//
// Trace Control Interface 1.0, "Timestamp Unit". Internal core counts cycles, internal system
// those with system_tick; where the system's clock is another one, system_tick is its edge brought
// into this clock. Not for builds without timestamps (TSTAMP_W 0).
`default_nettype none

module nt_timestamp #(
    // Width of timestamps, 1 to 63
    parameter integer TSTAMP_W = 48
) (
    input  wire                clk,
    input  wire                rst,

    // Control
    input  wire                trTsActive,      // 0 holds the unit in reset
    input  wire                trTsCount,
    input  wire                trTsReset,       // pulse
    input  wire                trTsRunInDebug,
    input  wire [2:0]          trTsMode,
    input  wire [1:0]          trTsPrescale,

    // Sources
    input  wire                halted,          // the hart is in debug mode
    input  wire                system_tick,
    input  wire [TSTAMP_W-1:0] external_time,   // `time` of the ingress port
    input  wire [TSTAMP_W-1:0] shared_time,     // the timestamp of another component

    output wire [TSTAMP_W-1:0] timestamp        // of this cycle
);

    localparam [2:0] MODE_EXTERNAL        = 3'd1;
    localparam [2:0] MODE_INTERNAL_SYSTEM = 3'd2;
    localparam [2:0] MODE_INTERNAL_CORE   = 3'd3;
    localparam [2:0] MODE_SHARED          = 3'd4;

    reg [TSTAMP_W-1:0] counter_reg;
    reg [5:0]          prescaler_reg;  // clocks since the counter counted

    wire external = trTsMode == MODE_EXTERNAL;
    wire system   = trTsMode == MODE_INTERNAL_SYSTEM;
    wire core     = trTsMode == MODE_INTERNAL_CORE;
    wire shared   = trTsMode == MODE_SHARED;

    wire tick = trTsCount && ((system && system_tick) || (core && (!halted || trTsRunInDebug)));

    // 1, 4, 16 or 64 clocks: the bits of the prescaler that do not count are taken as 1.
    wire [5:0] last = {{2{trTsPrescale < 2'd3}}, {2{trTsPrescale < 2'd2}},
                       {2{trTsPrescale < 2'd1}}};
    wire       count = tick && (&(prescaler_reg | last));

    assign timestamp = !trTsActive     ? {TSTAMP_W{1'b0}} :
                       external        ? external_time :
                       shared          ? shared_time :
                       system || core  ? counter_reg : {TSTAMP_W{1'b0}};

    always @(posedge clk) begin
        if (rst || !trTsActive || trTsReset) begin
            counter_reg   <= {TSTAMP_W{1'b0}};
            prescaler_reg <= 6'd0;
        end else begin
            if (tick)  prescaler_reg <= prescaler_reg + 6'd1;
            if (count) counter_reg   <= counter_reg + {{TSTAMP_W-1{1'b0}}, 1'b1};
        end
    end

`ifdef FORMAL
    // Contract. The clocks that count are counted apart; while the prescaler stays as it was since
    // the counter was 0, the timestamp is their number, divided.
    reg                f_started = 1'b0;
    reg [TSTAMP_W+5:0] f_clocks;
    reg                f_steady;     // trTsPrescale is what it was when the counter was reset
    reg [1:0]          f_prescale;
    reg                f_reset;      // the counter was reset in the cycle before
    reg                f_clock;      // it had a clock
    reg                f_internal;   // the timestamp was the counter
    reg [TSTAMP_W-1:0] f_timestamp;

    wire f_holds = rst || !trTsActive || trTsReset;
    wire f_shown = trTsActive && (trTsMode == 3'd2 || trTsMode == 3'd3);
    wire f_ticks = f_shown && trTsCount &&
                   (trTsMode == 3'd2 ? system_tick : trTsRunInDebug || !halted);
    wire [TSTAMP_W+5:0] f_divided = f_clocks >> {trTsPrescale, 1'b0};

    always @(posedge clk) begin
        f_started   <= 1'b1;
        f_reset     <= f_holds;
        f_clock     <= f_ticks;
        f_internal  <= f_shown;
        f_timestamp <= timestamp;
        f_prescale  <= trTsPrescale;
        f_steady    <= f_holds || (f_steady && trTsPrescale == f_prescale);
        if (f_holds)      f_clocks <= {TSTAMP_W+6{1'b0}};
        else if (f_ticks) f_clocks <= f_clocks + 1'b1;
    end

    always @* if (!f_started) a_reset: assume (rst);

    // The prescaler of this cycle has been that since the counter was reset
    wire f_same = f_steady && (f_reset || trTsPrescale == f_prescale);

    always @* if (f_started) begin
        if (trTsActive && trTsMode == 3'd1) p_external: assert (timestamp == external_time);
        if (trTsActive && trTsMode == 3'd4) p_shared:   assert (timestamp == shared_time);
        if (!trTsActive || trTsMode == 3'd0 || trTsMode > 3'd4)
            p_none: assert (timestamp == {TSTAMP_W{1'b0}});
        // The counter: 0 after a reset, still without a clock, and never faster than by one
        if (f_shown && f_reset) p_zero: assert (timestamp == {TSTAMP_W{1'b0}});
        if (f_shown && f_internal && !f_reset && !f_clock)
            p_still: assert (timestamp == f_timestamp);
        if (f_shown && f_internal && !f_reset)
            p_by_one: assert (timestamp == f_timestamp || timestamp == f_timestamp + 1'b1);
        // And as fast as the prescaler says
        if (f_shown && f_same) p_rate: assert (timestamp == f_divided[TSTAMP_W-1:0]);

        i_prescaler: assert (prescaler_reg == f_clocks[5:0]);
        if (f_same) i_counter: assert (counter_reg == f_divided[TSTAMP_W-1:0]);
        if (f_reset) i_zero: assert (f_clocks == {TSTAMP_W+6{1'b0}} && counter_reg == {TSTAMP_W{1'b0}});
        if (f_internal && !f_reset) i_last:
            assert (f_timestamp + {{TSTAMP_W-1{1'b0}}, counter_reg != f_timestamp} == counter_reg &&
                    (f_clock || counter_reg == f_timestamp));
    end

    always @* if (f_started) begin
        c_prescaled: cover (f_shown && f_same && trTsPrescale == 2'd1 && timestamp == 2);
        c_shared:    cover (trTsActive && trTsMode == 3'd4 && timestamp == 3);
    end
`endif

endmodule

`default_nettype wire
