// Qualify: is this cycle's ingress traced, why did tracing start, why does it stop?
//
// SYNC reasons: N-Trace 1.0, "Synchronizing Messages". EVCODE: "ProgTraceCorrelation Message".
`default_nettype none

module nt_qualify #(
    // Width of addresses, 32 or 64
    parameter XLEN = 64,
    // Blocks a cycle, 1 to 4
    parameter NBLOCKS = 1,
    // Width of itype, 3 or 4
    parameter ITYPE_W = 4,
    // Width of iretire (half-words), 2 to 8
    parameter IRETIRE_W = 6,
    // Width of context, scontext and hcontext; 0: not there
    parameter CONTEXT_W = 46,
    // Trace filters, 0 to 16
    parameter NFILTERS = 16,
    // Comparators, 0 to 8
    parameter NCOMPARATORS = 8,
    // External trigger inputs, 0 to 8
    parameter NTRIGGERS = 8,
    // Widths of ports, at least 1 bit (derived; do not set)
    parameter CONTEXT_PORT_W = CONTEXT_W == 0 ? 1 : CONTEXT_W,
    parameter FILTERS_W = NFILTERS == 0 ? 1 : NFILTERS * 192,
    parameter COMPARATORS_W = NCOMPARATORS == 0 ? 1 : NCOMPARATORS * 160,
    parameter TRIGGERS_W = NTRIGGERS == 0 ? 1 : NTRIGGERS
) (
    input  wire       clk,
    input  wire       rst,

    // Control that acts at once
    input  wire [15:0]                  trTeInstFilters,
    input  wire [FILTERS_W-1:0]         filters,       // registers, see nt_filter
    input  wire [COMPARATORS_W-1:0]     comparators,   // registers, see nt_comparator
    input  wire [31:0]                  trTeTrigExtInControl,

    // Latched control fields
    input  wire                         enable,        // trTeEnable and trTeInstTracing
    input  wire [2:0]                   mode,          // trTeInstMode

    // Latched ingress; block 0 in the low bits is the oldest
    input  wire [NBLOCKS*ITYPE_W-1:0]   itype,
    input  wire [NBLOCKS*(XLEN-1)-1:0]  iaddr,         // without bit 0
    input  wire [NBLOCKS*IRETIRE_W-1:0] iretire,
    input  wire [2:0]                   priv,
    input  wire [CONTEXT_PORT_W-1:0]    hart_context,
    input  wire [5:0]                   cause,
    input  wire [XLEN-1:0]              tval,
    input  wire [31:0]                  impdef,
    input  wire [NBLOCKS-1:0]           notify,        // trigger[2+b]: trace-notify, one a block
    input  wire [TRIGGERS_W-1:0]        ext_trigger,
    input  wire                         halted,
    input  wire                         reset,
    input  wire                         lowpower,

    // To flow
    output wire                         tracing,       // enabled, and the hart runs
    output wire                         htm,           // History Trace Messaging; else Branch
    output wire                         hart_runs,     // an awaited target will still come
    output wire [3:0]                   evcode,        // why a block is not traced
    output wire [NBLOCKS-1:0]           traced,        // the block is traced
    output wire [NBLOCKS-1:0]           notify6,       // traced, and told by a message of SYNC=6
    output wire [NBLOCKS-1:0]           notify0,       // likewise, SYNC=0
    output wire [4*NBLOCKS-1:0]         sync_reason    // why tracing starts, if at this block
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

    assign sync_reason = {NBLOCKS{sync_reg}};

    // Filters come here.
    assign traced  = {NBLOCKS{tracing}};
    assign notify6 = {NBLOCKS{1'b0}};
    assign notify0 = {NBLOCKS{1'b0}};
    wire unused = &{1'b0, trTeInstFilters, filters, comparators, trTeTrigExtInControl, itype, iaddr,
                    iretire, priv, hart_context, cause, tval, impdef, notify, ext_trigger};

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
        f_sync_reason <= sync_reason[3:0];
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
        if (f_rst) p_sync_rst: assert (sync_reason[3:0] == 4'd5);
        else p_sync: assert (sync_reason[3:0] == (f_reset ? 4'd1 : f_halted ? 4'd3 : f_lowpower ? 4'd9 :
                                                  !f_enabled ? 4'd5 : f_sync_reason));
        p_sync_legal: assert (sync_reason[3:0] == 4'd1 || sync_reason[3:0] == 4'd3 ||
                              sync_reason[3:0] == 4'd5 || sync_reason[3:0] == 4'd9);
        // Why it stops, by name: a reset outdoes a halt, a halt low power
        if (!tracing) p_evcode: assert (evcode == (reset || hart_runs ? 4'd4 : halted ? 4'd0 : 4'd1));
    end

    always @* if (f_started) begin
        c_reset:    cover (tracing && sync_reason[3:0] == 4'd1);
        c_halted:   cover (tracing && sync_reason[3:0] == 4'd3);
        c_lowpower: cover (tracing && sync_reason[3:0] == 4'd9);
    end
`endif

endmodule

`default_nettype wire
