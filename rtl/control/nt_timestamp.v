// Timestamp unit: external, shared, or a counter of its own.
//
// Trace Control Interface 1.0, "Timestamp Unit". Internal core counts cycles, internal system
// those with system_tick; where the system's clock is another one, system_tick is its edge brought
// into this clock. Not for builds without timestamps (TSTAMP_W 0).
`default_nettype none

module nt_timestamp #(
    // Width of timestamps, 1 to 63
    parameter TSTAMP_W = 48
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

endmodule

`default_nettype wire
