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

`ifdef FORMAL
    // Contract
    reg       f_started = 1'b0;
    reg       f_enabled;      // the cycle before: tracing was asked for
    reg       f_halted;
    reg       f_reset;
    reg       f_lowpower;
    reg       f_rst;
    reg [3:0] f_sync_reason;

    always @(posedge clk) begin
        f_started     <= 1'b1;
        f_enabled     <= enabled;
        f_halted      <= halted;
        f_reset       <= reset;
        f_lowpower    <= lowpower;
        f_rst         <= rst;
        f_sync_reason <= sync_reason;
    end

    always @* if (!f_started) a_reset: assume (rst);

    always @* if (f_started) begin
        // Tracing only when enabled and the hart runs
        if (tracing) p_enabled: assert (enable);
        if (tracing) p_mode:    assert (mode == (htm ? 3'd6 : 3'd3));
        if (tracing) p_runs:    assert (!halted && !reset && !lowpower && hart_runs);
        // And then always
        if (enable && hart_runs && (mode == 3'd3 || mode == 3'd6))
            p_always: assert (tracing);
        // Why tracing starts is why it did not go on before: out of reset, halt, low power, or enabled
        if (f_rst) p_sync_rst: assert (sync_reason == 4'd5);
        else p_sync: assert (sync_reason == (f_reset ? 4'd1 : f_halted ? 4'd3 : f_lowpower ? 4'd9 :
                                             !f_enabled ? 4'd5 : f_sync_reason));
        p_sync_legal: assert (sync_reason == 4'd1 || sync_reason == 4'd3 || sync_reason == 4'd5 ||
                              sync_reason == 4'd9);
        // Why it stops, by name: a reset outdoes a halt, a halt low power
        if (!tracing) p_evcode: assert (evcode == (reset || hart_runs ? 4'd4 : halted ? 4'd0 : 4'd1));
    end

    always @* if (f_started) begin
        c_reset:    cover (tracing && sync_reason == 4'd1);
        c_halted:   cover (tracing && sync_reason == 4'd3);
        c_lowpower: cover (tracing && sync_reason == 4'd9);
    end
`endif

endmodule

`default_nettype wire
