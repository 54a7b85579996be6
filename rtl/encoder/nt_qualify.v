// SPDX-License-Identifier: Apache-2.0
// Qualify: is this cycle's ingress traced, why did tracing start, why does it stop?
//
// SYNC reasons: N-Trace 1.0, "Synchronizing Messages". EVCODE: "ProgTraceCorrelation Message".
`default_nettype none

module nt_qualify #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Blocks a cycle, 1 to 4
    parameter integer NBLOCKS = 1,
    // Width of itype, 3 or 4
    parameter integer ITYPE_W = 4,
    // Width of iretire (half-words), 2 to 8
    parameter integer IRETIRE_W = 6,
    // Width of context, scontext and hcontext; 0: not there
    parameter integer CONTEXT_W = 46,
    // Trace filters, 0 to 16
    parameter integer NFILTERS = 16,
    // Comparators, 0 to 8
    parameter integer NCOMPARATORS = 8,
    // External trigger inputs, 0 to 8
    parameter integer NTRIGGERS = 8,
    // 1: the ingress port of the draft, where only what retires has an address
    parameter integer DRAFT = 0,
    // Widths of ports, at least 1 bit (derived; do not set)
    parameter integer CONTEXT_PORT_W = CONTEXT_W == 0 ? 1 : CONTEXT_W,
    parameter integer FILTERS_W = NFILTERS == 0 ? 1 : NFILTERS * 192,
    parameter integer COMPARATORS_W = NCOMPARATORS == 0 ? 1 : NCOMPARATORS * 160,
    parameter integer TRIGGERS_W = NTRIGGERS == 0 ? 1 : NTRIGGERS
) (
    input  wire       clk,
    input  wire       rst,

    // Control that acts at once
    input  wire [15:0]                  trTeInstFilters,
    input  wire [FILTERS_W-1:0]         filters,       // registers, see nt_filter
    input  wire [COMPARATORS_W-1:0]     comparators,   // registers, see nt_comparator
    input  wire [31:0]                  trTeTrigExtInControl,

    // Latched control fields
    input  wire                         enable,        // trTeEnable
    input  wire                         asked,         // trTeInstTracing, or a trigger's trace-on
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
    output wire                         may_wait,      // a stop may wait for an awaited target
    output wire [3:0]                   evcode,        // why a block is not traced
    output wire [NBLOCKS-1:0]           traced,        // the block is traced
    output wire [NBLOCKS-1:0]           notify6,       // traced, and told by a message of SYNC=6
    output wire [NBLOCKS-1:0]           notify0,       // likewise, SYNC=0
    output wire                         notify_idle,   // SYNC=0, where there is no block
    output wire [NBLOCKS-1:0]           hold,          // a trigger may ask before another address
    output wire                         crosses,       // debug mode begins or ends with block 0
    output wire [4*NBLOCKS-1:0]         sync_reason    // why tracing starts, if at this block
);

    `include "nt_codes.vh"

    localparam [2:0] MODE_BTM = 3'd3;
    localparam [2:0] MODE_HTM = 3'd6;

    localparam [3:0] EVCODE_LOWPOWER = 4'd1;
    localparam [3:0] EVCODE_DISABLED = 4'd4;

    localparam [3:0] ACTION_NOTIFY = 4'd4;  // trTeTrigExtInAction

    localparam [3:0] SYNC_RESET    = 4'd1;
    localparam [3:0] SYNC_DEBUG    = 4'd3;
    localparam [3:0] SYNC_LOWPOWER = 4'd9;

    localparam integer NEST_W = 4;
    localparam integer NF = NFILTERS == 0 ? 1 : NFILTERS;
    localparam integer NC = NCOMPARATORS == 0 ? 1 : NCOMPARATORS;

    // State
    reg [3:0]           sync_reg;     // why tracing starts
    reg                 matched_reg;  // the filters let the latest block with an address through
    reg                 debug_reg;    // the latest block was one of debug mode, told by priv
    reg [NC-1:0]        latch_reg;    // of comparators with match mode 3
    reg [NC-1:0]        primes_reg;   // comparators that prime their latch; acts once
    reg [NF*NEST_W-1:0] nest_reg;     // nested traps

    wire [NC-1:0]        primes;
    wire                 filters_on;
    wire [NBLOCKS-1:0]   is_block;    // not empty
    wire [NBLOCKS-1:0]   is_last;     // the newest block that is not empty
    wire [NBLOCKS-1:0]   addressed;   // has an address

    // External triggers whose action is trace-notify
    wire [7:0] may_fire;
    wire [7:0] fires;

    // Debug mode by the privilege, which is the same for all blocks of a cycle
    wire   in_debug = is_block[0] ? priv == PRIV_DEBUG : debug_reg;
    assign crosses  = in_debug != debug_reg;

    wire enabled   = enable && asked && (mode == MODE_BTM || mode == MODE_HTM);
    wire hart_runs = !(halted || reset || lowpower);

    assign may_wait  = enable && hart_runs;
    assign tracing   = enabled && hart_runs;
    assign htm       = mode == MODE_HTM;
    assign evcode    = reset    ? EVCODE_DISABLED :
                       halted   ? EVCODE_DEBUG :
                       lowpower ? EVCODE_LOWPOWER :
                       (crosses && in_debug) ? EVCODE_DEBUG : EVCODE_DISABLED;

    // What a block does to the state of filters and comparators is handed to the next block; an
    // empty block, and an interrupt with nothing retired, has no address to judge it by and is
    // traced if the block before it was.
    genvar b;
    genvar i;
    generate
        if (NFILTERS == 0) begin : no_filters
            assign filters_on = 1'b0;
            wire unused = &{1'b0, trTeInstFilters, filters, priv, cause, impdef};
        end else begin : some_filters
            assign filters_on = |trTeInstFilters[NF-1:0];
            wire unused = &{1'b0, trTeInstFilters};
        end
        if (NCOMPARATORS == 0) begin : no_comparators
            assign primes = 1'b0;
            wire unused = &{1'b0, comparators, hart_context, tval, iaddr};
        end
        for (i = 0; i < NCOMPARATORS; i = i + 1) begin : prime
            // P function 6, match mode 3
            assign primes[i] = comparators[160*i+4 +: 3] == 3'd6 &&
                               comparators[160*i+12 +: 2] == 2'd3;

            // It has a latch, asks for messages, or may be a filter's
            wire in_use = comparators[160*i+12 +: 2] == 2'd3 ||
                          comparators[160*i+14 +: 2] != 2'd0 || filters_on;
        end

        for (b = 0; b < NBLOCKS; b = b + 1) begin : block
            wire [3:0] kind        = {{4-ITYPE_W{1'b0}}, itype[b*ITYPE_W +: ITYPE_W]};
            wire       retires     = iretire[b*IRETIRE_W +: IRETIRE_W] != {IRETIRE_W{1'b0}};
            wire       has_address = retires || (DRAFT == 0 && kind == ITYPE_EXCEPTION);
            wire [7:0] comparator_match;
            wire [7:0] comparator_notify;
            wire [NF-1:0] filter_match;

            // State before and behind the block
            wire [3:0]           sync;
            wire                 matched;
            wire [NC-1:0]        latch;
            wire [NF*NEST_W-1:0] nest;
            wire [3:0]           sync_next;
            wire                 matched_next;
            wire [NC-1:0]        latch_next;
            wire [NF*NEST_W-1:0] nest_next;

            if (b == 0) begin : first
                assign sync    = sync_reg;
                assign matched = matched_reg;
                assign latch   = latch_reg | (primes & ~primes_reg);
                assign nest    = nest_reg;
            end else begin : later
                assign sync    = block[b-1].sync_next;
                assign matched = block[b-1].matched_next;
                assign latch   = block[b-1].latch_next;
                assign nest    = block[b-1].nest_next;
            end

            for (i = 0; i < 8; i = i + 1) begin : comparator
                if (i < NCOMPARATORS) begin : unit
                    nt_comparator #(
                        .XLEN(XLEN), .CONTEXT_W(CONTEXT_W)
                    ) comparator (
                        .registers(comparators[160*i +: 160]),
                        .in_use(prime[i].in_use),
                        .has_address(has_address), .is_exception(kind == ITYPE_EXCEPTION),
                        .iaddr(iaddr[b*(XLEN-1) +: XLEN-1]), .hart_context(hart_context),
                        .tval(tval),
                        .latch(latch[i]), .latch_next(latch_next[i]),
                        .match(comparator_match[i]), .notify(comparator_notify[i])
                    );
                end else begin : none
                    assign comparator_match[i]  = 1'b0;
                    assign comparator_notify[i] = 1'b0;
                end
            end
            if (NCOMPARATORS == 0) begin : no_latch
                assign latch_next = 1'b0;
                wire unused_latch = &{1'b0, latch};
            end

            if (NFILTERS > 0) begin : filter
                nt_filter #(
                    .NFILTERS(NFILTERS), .NEST_W(NEST_W)
                ) filter (
                    .registers(filters), .selected(trTeInstFilters[NF-1:0]),
                    .itype(kind), .priv(priv), .cause(cause), .impdef(impdef),
                    .comparators(comparator_match),
                    .nest(nest), .nest_next(nest_next), .match(filter_match)
                );
            end
            if (NFILTERS == 0) begin : no_nest
                assign filter_match = 1'b0;
                assign nest_next = {NEST_W{1'b0}};
                wire unused = &{1'b0, comparator_match, nest, filter_match};
            end

            assign matched_next = NFILTERS == 0 ||
                                  (has_address ? !filters_on || |filter_match : matched);
            assign sync_next    = !(tracing && has_address && !matched_next) ? sync :
                                  in_debug ? SYNC_DEBUG : SYNC_ENABLE;

            assign is_block[b] = retires || kind != 4'd0;
            assign addressed[b] = has_address;
            assign is_last[b]  = is_block[b] && (is_block >> (b + 1)) == {NBLOCKS{1'b0}};

            assign traced[b]             = tracing && matched_next;
            assign sync_reason[4*b +: 4] = !in_debug ? sync :
                                           sync == SYNC_DEBUG ? SYNC_ENABLE : sync;
            assign notify6[b] = traced[b] && is_block[b] && (notify[b] || |comparator_notify);
            assign notify0[b] = traced[b] && is_last[b] && |fires;
            assign hold[b]    = is_block[b] && (addressed >> (b + 1)) == {NBLOCKS{1'b0}} &&
                                |may_fire;
        end
    endgenerate

    assign notify_idle = |fires && traced[0] && is_block == {NBLOCKS{1'b0}};

    generate
        for (i = 0; i < 8; i = i + 1) begin : trigger
            if (i < NTRIGGERS) begin : input_trigger
                assign may_fire[i] = trTeTrigExtInControl[4*i +: 4] == ACTION_NOTIFY;
                assign fires[i]    = ext_trigger[i] && may_fire[i];
            end else begin : none
                assign may_fire[i] = 1'b0;
                assign fires[i]    = 1'b0;
            end
        end
    endgenerate
    wire unused = &{1'b0, trTeTrigExtInControl, ext_trigger};

    always @(posedge clk) begin
        if (rst) begin
            sync_reg    <= SYNC_ENABLE;
            matched_reg <= 1'b1;
            debug_reg   <= 1'b0;
            latch_reg   <= {NC{1'b0}};
            primes_reg  <= {NC{1'b0}};
            nest_reg    <= {NF*NEST_W{1'b0}};
        end else begin
            // The latest reason for not tracing is the reason for the next start.
            sync_reg    <= reset    ? SYNC_RESET :
                           halted   ? SYNC_DEBUG :
                           lowpower ? SYNC_LOWPOWER :
                           in_debug ? SYNC_DEBUG :
                           !enabled ? SYNC_ENABLE : block[NBLOCKS-1].sync_next;
            matched_reg <= block[NBLOCKS-1].matched_next;
            debug_reg   <= in_debug && !reset;
            latch_reg   <= block[NBLOCKS-1].latch_next;
            primes_reg  <= primes;
            // Traps do not return out of a reset.
            nest_reg    <= reset ? {NF*NEST_W{1'b0}} : block[NBLOCKS-1].nest_next;
        end
    end

`ifdef FORMAL
    // Contract
    reg       f_started = 1'b0;
    reg       f_enabled;      // the cycle before: tracing was asked for
    reg       f_tracing;
    reg       f_halted;
    reg       f_reset;
    reg       f_lowpower;
    reg       f_rst;
    reg       f_untraced;     // a block with an address was held back by the filters
    reg       f_traced;       // its newest block was traced
    reg [3:0] f_sync_reg;     // its reason of a start
    reg       f_debug;        // its newest block, or one before, was of debug mode

    wire [NBLOCKS-1:0] f_has_address;
    wire [NBLOCKS-1:0] f_ok_no_filter;
    wire [NBLOCKS-1:0] f_ok_empty;
    wire [NBLOCKS-1:0] f_ok_notify;
    wire [NBLOCKS-1:0] f_ok_notify6;
    wire [NBLOCKS-1:0] f_ok_sync;
    wire               f_fires = |fires;  // a notify of an external trigger
    wire               f_block = itype[ITYPE_W-1:0] != {ITYPE_W{1'b0}} ||
                                 iretire[IRETIRE_W-1:0] != {IRETIRE_W{1'b0}};
    wire               f_debug_now = f_block ? priv == 3'd4 : f_debug;
    // Within debug mode it is no exit
    wire [3:0]         f_reason = f_rst ? 4'd5 : f_reset ? 4'd1 : f_halted ? 4'd3 : f_lowpower ? 4'd9 :
                                  f_debug ? 4'd3 : !f_enabled || f_untraced ? 4'd5 : f_sync_reg;

    always @(posedge clk) begin
        f_started     <= 1'b1;
        f_enabled     <= enabled;
        f_tracing     <= tracing;
        f_halted      <= halted;
        f_reset       <= reset;
        f_lowpower    <= lowpower;
        f_rst         <= rst;
        f_untraced    <= |(f_has_address & ~traced);
        f_traced      <= traced[NBLOCKS-1];
        f_debug       <= !rst && !reset && f_debug_now;
        f_sync_reg    <= f_reason;
    end

    always @* if (!f_started) a_reset: assume (rst);

    always @* if (f_started) begin
        // Tracing only when enabled and the hart runs
        if (tracing) p_enabled: assert (enable && asked);
        if (tracing) p_mode:    assert (mode == (htm ? 3'd6 : 3'd3));
        if (tracing) p_runs:    assert (!halted && !reset && !lowpower);
        // A stop waits only for a hart that runs, and never for one that is not traced any more
        p_wait: assert (may_wait == (enable && !halted && !reset && !lowpower));
        // And then always
        if (enable && asked && hart_runs && (mode == 3'd3 || mode == 3'd6))
            p_always: assert (tracing);
        // Why tracing starts is why it did not go on before: out of reset, halt, low power, or
        // enabled, by a filter too
        if (f_rst) p_sync_rst: assert (sync_reg == 4'd5);
        else p_sync: assert (sync_reason[3:0] ==
                             (f_debug_now && f_reason == 4'd3 ? 4'd5 : f_reason));
        p_sync_legal: assert (sync_reason[3:0] == 4'd1 || sync_reason[3:0] == 4'd3 ||
                              sync_reason[3:0] == 4'd5 || sync_reason[3:0] == 4'd9);
        // Why it stops, by name: a reset outdoes a halt, a halt low power
        if (!hart_runs) p_evcode: assert (evcode == (reset ? 4'd4 : halted ? 4'd0 : 4'd1));
        // A filter's stop is told as one of the debugger, but for where debug mode begins
        if (hart_runs) p_evcode_filter: assert (evcode == (f_debug_now && !f_debug ? 4'd0 : 4'd4));
        p_crosses: assert (crosses == (f_debug_now != f_debug));
        // An external trigger is told by one block, or where there is none
        p_notify0_once: assert ((notify0 & (notify0 - 1'b1)) == {NBLOCKS{1'b0}});
        if (f_fires && |is_block && &traced) p_notify0: assert (|notify0);
        if (f_fires && &traced) p_notify_idle: assert (notify_idle == !(|is_block));
        if (notify_idle) p_idle_traced: assert (&traced);
        // No filter traces what is not asked for, none on holds nothing back
        if (|traced) p_traced: assert (tracing);
        p_no_filter: assert (&f_ok_no_filter);
        // An empty block never starts or stops anything
        p_empty: assert (&f_ok_empty);
        // Messages that are asked for are about traced blocks
        p_notify: assert (&f_ok_notify);
        p_notify6: assert (&f_ok_notify6);
        // A start behind a block that was held back in this cycle has reason 5
        p_sync_filter: assert (&f_ok_sync);
        i_debug: assert (debug_reg == f_debug);
        i_sync: assert (sync_reg == f_reason);
        if (f_tracing && !f_rst) i_matched: assert (matched_reg == f_traced);
    end

    genvar f;
    generate
        for (f = 0; f < NBLOCKS; f = f + 1) begin : contract
            wire f_empty = iretire[f*IRETIRE_W +: IRETIRE_W] == {IRETIRE_W{1'b0}} &&
                           itype[f*ITYPE_W +: ITYPE_W] == {ITYPE_W{1'b0}};
            wire f_exception = itype[f*ITYPE_W +: ITYPE_W] == ITYPE_EXCEPTION[ITYPE_W-1:0];
            wire f_before = f == 0 ? f_traced : traced[f == 0 ? 0 : f-1];

            assign f_has_address[f] =
                (DRAFT == 0 && f_exception) ||
                iretire[f*IRETIRE_W +: IRETIRE_W] != {IRETIRE_W{1'b0}};

            wire f_after_held_back =
                f != 0 && !traced[f == 0 ? 0 : f-1] && f_has_address[f == 0 ? 0 : f-1];

            assign f_ok_no_filter[f] = !(tracing && f_has_address[f] && trTeInstFilters == 16'd0) ||
                                       traced[f];
            assign f_ok_empty[f]     = !(f_empty && tracing && (f != 0 || (f_tracing && !f_rst))) ||
                                       traced[f] == f_before;
            assign f_ok_notify[f]    = !(notify6[f] || notify0[f]) || (traced[f] && !f_empty);
            assign f_ok_notify6[f]   = !(notify[f] && traced[f] && !f_empty) || notify6[f];
            assign f_ok_sync[f]      = !(tracing && f_after_held_back) ||
                                       sync_reason[4*f +: 4] == 4'd5;
        end
        if (NFILTERS != 0) begin : filter_contract
            // A filter without conditions lets everything through, one that is not enabled nothing
            always @* if (f_started && tracing && f_has_address[0]) begin
                if (trTeInstFilters[0] && filters[0] && filters[16:1] == 16'd0)
                    p_open: assert (traced[0]);
                if (trTeInstFilters[NF-1:0] == {{NF-1{1'b0}}, 1'b1} && !filters[0])
                    p_closed: assert (!traced[0]);
            end
            always @* if (f_started) begin
                c_starts: cover (traced == {1'b1, {NBLOCKS-1{1'b0}}} && &f_has_address);
                c_stops:  cover (traced == {{NBLOCKS-1{1'b0}}, 1'b1} && &f_has_address);
            end
        end
    endgenerate

    always @* if (f_started) begin
        c_reset:    cover (tracing && sync_reason[3:0] == 4'd1);
        c_halted:   cover (tracing && sync_reason[3:0] == 4'd3);
        c_lowpower: cover (tracing && sync_reason[3:0] == 4'd9);
        c_idle:     cover (notify_idle && tracing);
        c_enters:   cover (crosses && &traced && evcode == 4'd0);
    end
`endif

endmodule

`default_nettype wire
