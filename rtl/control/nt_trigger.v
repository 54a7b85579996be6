// SPDX-License-Identifier: Apache-2.0
// Triggers: what they ask for, and those that the encoder fires.
//
// Trace Control Interface 1.0, "Trace Encoder Triggers". An input fires in each cycle in which it
// is 1. Where trace-on and trace-off come in one cycle both are told: the cycle is traced, then
// tracing is off. What asks for a message (action 4) is found by nt_qualify, in its own latch.
`default_nettype none

module nt_trigger #(
    // External trigger inputs, and outputs, 0 to 8
    parameter integer NTRIGGERS = 8,
    // Width of their ports (derived; do not set)
    parameter integer TRIGGERS_W = NTRIGGERS > 0 ? NTRIGGERS : 1
) (
    input  wire                  clk,
    input  wire                  rst,

    // Control
    input  wire                  trTeInstTracing,
    input  wire                  trTeInstTrigEnable,
    input  wire [31:0]           trTeTrigExtInControl,
    input  wire [31:0]           trTeTrigExtOutControl,

    // Triggers
    input  wire [1:0]            trigger,          // of the debug module: trace-off, trace-on
    input  wire [TRIGGERS_W-1:0] ext_trigger,
    output wire [TRIGGERS_W-1:0] ext_trigger_out,  // pulses, in the cycle after the change is seen

    // What they ask for, in the same cycle
    output wire                  trace_on,
    output wire                  trace_off
);

    localparam [3:0] ACTION_TRACE_ON  = 4'd2;
    localparam [3:0] ACTION_TRACE_OFF = 4'd3;

    wire [TRIGGERS_W-1:0] on;
    wire [TRIGGERS_W-1:0] off;
    wire [TRIGGERS_W-1:0] fires;

    reg                   tracing_reg;  // trTeInstTracing in the cycle before
    reg  [TRIGGERS_W-1:0] out_reg;

    wire starts = trTeInstTracing && !tracing_reg;
    wire stops  = !trTeInstTracing && tracing_reg;

    genvar i;
    generate
        for (i = 0; i < NTRIGGERS; i = i + 1) begin : external
            wire [3:0] action = trTeTrigExtInControl[4*i +: 4];
            assign on[i]    = ext_trigger[i] && action == ACTION_TRACE_ON;
            assign off[i]   = ext_trigger[i] && action == ACTION_TRACE_OFF;
            assign fires[i] = (starts && trTeTrigExtOutControl[4*i]) ||
                              (stops && trTeTrigExtOutControl[4*i+1]);
        end
        if (NTRIGGERS == 0) begin : none
            assign on    = 1'b0;
            assign off   = 1'b0;
            assign fires = 1'b0;
        end
    endgenerate

    // Bits of triggers that the build lacks, and of events that there are not
    wire unused = &{1'b0, trTeTrigExtInControl, trTeTrigExtOutControl, ext_trigger,
                        starts, stops};

    assign trace_on        = trTeInstTrigEnable && (trigger[0] || |on);
    assign trace_off       = trTeInstTrigEnable && (trigger[1] || |off);
    assign ext_trigger_out = out_reg;

    always @(posedge clk) begin
        if (rst) begin
            tracing_reg <= 1'b0;
            out_reg     <= {TRIGGERS_W{1'b0}};
        end else begin
            tracing_reg <= trTeInstTracing;
            out_reg     <= fires;
        end
    end

`ifdef FORMAL
    // Contract
    reg                  f_started = 1'b0;
    reg                  f_rst;      // in the cycle before
    reg                  f_tracing;  // the same of trTeInstTracing
    reg                  f_starts;   // trTeInstTracing went up in the cycle before
    reg                  f_stops;
    reg [TRIGGERS_W-1:0] f_on_start; // outputs that fire then
    reg [TRIGGERS_W-1:0] f_on_stop;

    always @(posedge clk) begin
        f_started <= 1'b1;
        f_rst     <= rst;
        f_tracing <= !rst && trTeInstTracing;
        f_starts  <= !rst && trTeInstTracing && !f_tracing;
        f_stops   <= !rst && !trTeInstTracing && f_tracing;
    end

    generate
        for (i = 0; i < NTRIGGERS; i = i + 1) begin : f_external
            always @(posedge clk) begin
                f_on_start[i] <= trTeTrigExtOutControl[4*i];
                f_on_stop[i]  <= trTeTrigExtOutControl[4*i+1];
            end
        end
    endgenerate

    // One input, any
    (* anyconst *) reg [2:0] f_number;
    wire [7:0]  f_inputs = ext_trigger;
    wire [31:0] f_shifted = trTeTrigExtInControl >> {f_number, 2'b00};
    wire [3:0]  f_action  = f_inputs[f_number] ? f_shifted[3:0] : 4'd0;

    always @* if (!f_started) a_reset: assume (rst);

    always @* if (f_started) begin
        // Each input does what its action says
        if (f_action == 4'd2 && trTeInstTrigEnable)
            p_on: assert (trace_on);
        if (f_action == 4'd3 && trTeInstTrigEnable)
            p_off: assert (trace_off);
        // The debug module's triggers act where allowed; nothing acts where not
        if (trTeInstTrigEnable && trigger[0]) p_debug_on:  assert (trace_on);
        if (trTeInstTrigEnable && trigger[1]) p_debug_off: assert (trace_off);
        if (!trTeInstTrigEnable) p_gated: assert (!trace_on && !trace_off);
        // And nothing comes of nothing
        if (trigger == 2'b00 && ext_trigger == {TRIGGERS_W{1'b0}})
            p_quiet: assert (!trace_on && !trace_off);
        // Outputs fire for one cycle, when tracing has started or stopped, if chosen
        p_out: assert (ext_trigger_out == ((f_starts ? f_on_start : {TRIGGERS_W{1'b0}}) |
                                           (f_stops  ? f_on_stop  : {TRIGGERS_W{1'b0}})));
        i_tracing: assert (tracing_reg == f_tracing);
    end

    always @* if (f_started && !f_rst) begin
        c_both: cover (trace_on && trace_off);
        c_out:  cover (f_stops && ext_trigger_out != {TRIGGERS_W{1'b0}});
    end
`endif

endmodule

`default_nettype wire
