// Qualify: is this cycle's ingress traced, why did tracing start, why does it stop?
//
// SYNC reasons: N-Trace 1.0, "Synchronizing Messages". EVCODE: "ProgTraceCorrelation Message".
`default_nettype none

module nt_qualify (
    input  wire       clk,
    input  wire       rst,

    // Latched control fields and ingress
    input  wire       enable,       // trTeEnable and trTeInstTracing
    input  wire [2:0] mode,         // trTeInstMode
    input  wire       halted,
    input  wire       reset,
    input  wire       lowpower,

    // To flow
    output wire       tracing,      // trace this cycle's blocks
    output wire       htm,          // History Trace Messaging; else Branch Trace Messaging
    output wire       hart_runs,    // the hart goes on: an awaited target will still come
    output wire [3:0] evcode,       // why tracing stops, while not tracing
    output wire [3:0] sync_reason   // why tracing starts, while tracing
);

    localparam [2:0] MODE_BTM = 3'd3;
    localparam [2:0] MODE_HTM = 3'd6;

    localparam [3:0] EVCODE_DEBUG    = 4'd0;
    localparam [3:0] EVCODE_LOWPOWER = 4'd1;
    localparam [3:0] EVCODE_DISABLED = 4'd4;

    localparam [3:0] SYNC_RESET    = 4'd1;
    localparam [3:0] SYNC_DEBUG    = 4'd3;
    localparam [3:0] SYNC_ENABLE   = 4'd5;
    localparam [3:0] SYNC_LOWPOWER = 4'd9;

    wire enabled = enable && (mode == MODE_BTM || mode == MODE_HTM);

    assign hart_runs = !(halted || reset || lowpower);
    assign tracing   = enabled && hart_runs;
    assign htm       = mode == MODE_HTM;
    assign evcode    = reset    ? EVCODE_DISABLED :
                       halted   ? EVCODE_DEBUG :
                       lowpower ? EVCODE_LOWPOWER : EVCODE_DISABLED;

    // The latest reason for not tracing is the reason for the next start.
    reg  [3:0] sync_reg;
    wire [3:0] sync_next = reset    ? SYNC_RESET :
                           halted   ? SYNC_DEBUG :
                           lowpower ? SYNC_LOWPOWER :
                           !enabled ? SYNC_ENABLE : sync_reg;

    assign sync_reason = sync_reg;

    always @(posedge clk) begin
        if (rst) sync_reg <= SYNC_ENABLE;
        else     sync_reg <= sync_next;
    end

endmodule

`default_nettype wire
