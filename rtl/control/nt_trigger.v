// Triggers: what they ask for, and those that the encoder fires.
//
// Trace Control Interface 1.0, "Trace Encoder Triggers". An input fires in each cycle in which it
// is 1. Where trace-on and trace-off come in one cycle both are told: the cycle is traced, then
// tracing is off.
`default_nettype none

module nt_trigger #(
    // External trigger inputs, and outputs, 0 to 8
    parameter NTRIGGERS = 8,
    // Width of their ports (derived; do not set)
    parameter TRIGGERS_W = NTRIGGERS > 0 ? NTRIGGERS : 1
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
    output wire                  trace_off,
    output wire                  notify_external   // report the PC with SYNC=0
);

    localparam [3:0] ACTION_TRACE_ON  = 4'd2;
    localparam [3:0] ACTION_TRACE_OFF = 4'd3;
    localparam [3:0] ACTION_NOTIFY    = 4'd4;

    wire [TRIGGERS_W-1:0] on;
    wire [TRIGGERS_W-1:0] off;
    wire [TRIGGERS_W-1:0] notify;
    wire [TRIGGERS_W-1:0] fires;

    reg                   tracing_reg;  // trTeInstTracing in the cycle before
    reg  [TRIGGERS_W-1:0] out_reg;

    wire starts = trTeInstTracing && !tracing_reg;
    wire stops  = !trTeInstTracing && tracing_reg;

    genvar i;
    generate
        for (i = 0; i < NTRIGGERS; i = i + 1) begin : external
            wire [3:0] action = trTeTrigExtInControl[4*i +: 4];
            assign on[i]     = ext_trigger[i] && action == ACTION_TRACE_ON;
            assign off[i]    = ext_trigger[i] && action == ACTION_TRACE_OFF;
            assign notify[i] = ext_trigger[i] && action == ACTION_NOTIFY;
            assign fires[i]  = (starts && trTeTrigExtOutControl[4*i]) ||
                               (stops && trTeTrigExtOutControl[4*i+1]);
        end
        if (NTRIGGERS == 0) begin : none
            assign on     = 1'b0;
            assign off    = 1'b0;
            assign notify = 1'b0;
            assign fires  = 1'b0;
        end
    endgenerate

    // Bits of triggers that the build lacks, and of events that there are not
    wire unused = &{1'b0, trTeTrigExtInControl, trTeTrigExtOutControl, ext_trigger,
                        starts, stops};

    assign trace_on        = trTeInstTrigEnable && (trigger[0] || |on);
    assign trace_off       = trTeInstTrigEnable && (trigger[1] || |off);
    assign notify_external = |notify;
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

endmodule

`default_nettype wire
