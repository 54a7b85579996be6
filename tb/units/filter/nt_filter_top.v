// nt_qualify with the filters of a build, and its state as ports, for filter_bench.cpp.
`default_nettype none

module nt_filter_top #(
    parameter XLEN = 64,
    parameter NBLOCKS = 1,
    parameter ITYPE_W = 4,
    parameter IRETIRE_W = 6,
    parameter SCONTEXT_W = 32,
    parameter HCONTEXT_W = 14,
    parameter NFILTERS = 16,
    parameter NCOMPARATORS = 8,
    parameter NTRIGGERS = 8,
    parameter CONTEXT_W = SCONTEXT_W + HCONTEXT_W,
    parameter CONTEXT_PORT_W = CONTEXT_W == 0 ? 1 : CONTEXT_W,
    parameter FILTERS_W = NFILTERS == 0 ? 1 : NFILTERS * 192,
    parameter COMPARATORS_W = NCOMPARATORS == 0 ? 1 : NCOMPARATORS * 160,
    parameter TRIGGERS_W = NTRIGGERS == 0 ? 1 : NTRIGGERS,
    parameter NEST_W = NFILTERS == 0 ? 4 : NFILTERS * 4,
    parameter LATCH_W = NCOMPARATORS == 0 ? 1 : NCOMPARATORS
) (
    input  wire                         clk,
    input  wire                         rst,
    input  wire [15:0]                  trTeInstFilters,
    input  wire [FILTERS_W-1:0]         filters,
    input  wire [COMPARATORS_W-1:0]     comparators,
    input  wire [31:0]                  trTeTrigExtInControl,
    input  wire                         enable,
    input  wire                         asked,
    input  wire [2:0]                   mode,
    input  wire [NBLOCKS*ITYPE_W-1:0]   itype,
    input  wire [NBLOCKS*(XLEN-1)-1:0]  iaddr,
    input  wire [NBLOCKS*IRETIRE_W-1:0] iretire,
    input  wire [2:0]                   priv,
    input  wire [CONTEXT_PORT_W-1:0]    hart_context,
    input  wire [5:0]                   cause,
    input  wire [XLEN-1:0]              tval,
    input  wire [31:0]                  impdef,
    input  wire [NBLOCKS-1:0]           notify,
    input  wire [TRIGGERS_W-1:0]        ext_trigger,
    input  wire                         halted,
    input  wire                         reset,
    input  wire                         lowpower,
    output wire                         tracing,
    output wire                         htm,
    output wire                         may_wait,
    output wire [3:0]                   evcode,
    output wire [NBLOCKS-1:0]           traced,
    output wire [NBLOCKS-1:0]           notify6,
    output wire [NBLOCKS-1:0]           notify0,
    output wire [4*NBLOCKS-1:0]         sync_reason,

    // State
    output wire [3:0]                   state_sync,
    output wire                         state_matched,
    output wire                         state_held,
    output wire [LATCH_W-1:0]           state_latch,
    output wire [LATCH_W-1:0]           state_primes,
    output wire [NEST_W-1:0]            state_nest
);

    nt_qualify #(
        .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W),
        .CONTEXT_W(CONTEXT_W), .NFILTERS(NFILTERS), .NCOMPARATORS(NCOMPARATORS),
        .NTRIGGERS(NTRIGGERS)
    ) qualify (
        .clk(clk), .rst(rst),
        .trTeInstFilters(trTeInstFilters), .filters(filters), .comparators(comparators),
        .trTeTrigExtInControl(trTeTrigExtInControl),
        .enable(enable), .asked(asked), .mode(mode),
        .itype(itype), .iaddr(iaddr), .iretire(iretire),
        .priv(priv), .hart_context(hart_context), .cause(cause), .tval(tval), .impdef(impdef),
        .notify(notify), .ext_trigger(ext_trigger),
        .halted(halted), .reset(reset), .lowpower(lowpower),
        .tracing(tracing), .htm(htm), .may_wait(may_wait), .evcode(evcode),
        .traced(traced), .notify6(notify6), .notify0(notify0), .sync_reason(sync_reason)
    );

    assign state_sync    = qualify.sync_reg;
    assign state_matched = qualify.matched_reg;
    assign state_held    = qualify.held_reg;
    assign state_latch   = qualify.latch_reg;
    assign state_primes  = qualify.primes_reg;
    assign state_nest    = qualify.nest_reg;

endmodule

`default_nettype wire
