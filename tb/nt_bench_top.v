// Top of the lockstep bench: encoder, PIB, and every probe as a port.
//
// All inputs are of the next cycle: the clock edge takes them into registers, so that nothing in
// the design depends on an input of the top and one evaluation at the edge settles a whole cycle.
// Probes are read by hierarchical reference; rtl/ knows nothing of them. Ports and assignments of
// the probes are made by scripts/probes.py from tb/probes.txt. With NT_WAVES the model's values
// come in beside them, so that one waveform shows both sides.
`default_nettype none
/* verilator lint_off UNUSEDSIGNAL */  // the model's values are only looked at

module nt_bench_top #(
    // As in nt_encoder
    parameter XLEN = 64,
    parameter NBLOCKS = 1,
    parameter ITYPE_W = 4,
    parameter IRETIRE_W = 6,
    parameter ICNT_W = 22,
    parameter HIST_W = 32,
    parameter FIFO_DEPTH = 32,
    // Width of scontext, the low part of context, and of hcontext above it
    parameter SCONTEXT_W = 32,
    parameter HCONTEXT_W = 14,
    // Widest SRC, 0 to 12
    parameter SRC_W = 12,
    // Width of timestamps, 0 (none) to 63
    parameter TSTAMP_W = 48,
    // Return stack, 0 to 32 entries; address bits compared with trTeInstImplicitReturnMode=2
    parameter STACK_DEPTH = 32,
    parameter PARTIAL_W = 12,
    // Width of HREPEAT and B-CNT, 0 (no repeats) to 18; periods of repeated history
    parameter REPEAT_W = 18,
    parameter PERIOD_W = 5,
    // 1: sequential jumps, all-jumps and address MSB extension
    parameter OPTIONS = 1,
    // 1: traps are told as B-TYPE 1 and not as 2 and 3
    parameter BTYPE_TRAP = 0,
    // 1: itype codes of the draft ingress text
    parameter DRAFT = 0,
    // Filters, comparators, external triggers
    parameter NFILTERS = 16,
    parameter NCOMPARATORS = 8,
    parameter NTRIGGERS = 8,
    // Bytes a cycle of the serializer, 1 or 4
    parameter OUT_BYTES = 1
) (
    input  wire        clk,

    // Inputs of the next cycle
    input  wire        next_rst,
    input  wire        next_sink_pib,    // 1: nt_pib takes the bytes, 0: a sink that has ...
    input  wire        next_sink_ready,  // ... this readiness
    input  wire        next_trTeActive,
    input  wire        next_trTeEnable,
    input  wire        next_trTeInstTracing,
    input  wire [2:0]  next_trTeInstMode,
    input  wire        next_trTeInstStallEna,
    input  wire        next_trPibActive,
    input  wire        next_trPibEnable,
    input  wire [3:0]  next_trPibMode,
    input  wire [15:0] next_trPibDivider,
    input  wire        next_halted,
    input  wire        next_reset,
    input  wire        next_lowpower,

`ifdef NT_WAVES
    // For the eye, by the bench's tables: the cycle's number, whether a probe differs, block 0, the
    // messages that are being sent
    input  wire [63:0]     cycle,
    input  wire            mismatch,
    input  wire [8*24-1:0] iaddr_text,
    input  wire [8*24-1:0] itype_name,
    input  wire [8*24-1:0] rtl_message_name,
    input  wire [8*64-1:0] rtl_message_fields,
    input  wire [8*24-1:0] model_message_name,
    input  wire [8*64-1:0] model_message_fields,
`endif

    // Hints for the witnesses
    output wire        hint_dropped,  // the messages of this cycle are dropped
    output wire        hint_started,  // tracing starts with a block of this cycle

    // Pins, and probes
    `include "probe_ports.vh"
);

    localparam MESSAGE_W = 12 + ICNT_W + (XLEN - 1) + HIST_W;
    localparam ADDR_AT   = 12 + ICNT_W;
    localparam HIST_AT   = ADDR_AT + XLEN - 1;

    // The cycle's inputs
    reg        rst;
    reg        sink_pib;
    reg        sink_ready;
    reg        trTeActive;
    reg        trTeEnable;
    reg        trTeInstTracing;
    reg [2:0]  trTeInstMode;
    reg        trTeInstStallEna;
    reg        trPibActive;
    reg        trPibEnable;
    reg [3:0]  trPibMode;
    reg [15:0] trPibDivider;
    reg        halted;
    reg        reset;
    reg        lowpower;
    reg [NBLOCKS*ITYPE_W-1:0]   itype;
    reg [NBLOCKS*XLEN-1:0]      iaddr;
    reg [NBLOCKS*IRETIRE_W-1:0] iretire;

    always @(posedge clk) begin
        rst              <= next_rst;
        sink_pib         <= next_sink_pib;
        sink_ready       <= next_sink_ready;
        trTeActive       <= next_trTeActive;
        trTeEnable       <= next_trTeEnable;
        trTeInstTracing  <= next_trTeInstTracing;
        trTeInstMode     <= next_trTeInstMode;
        trTeInstStallEna <= next_trTeInstStallEna;
        trPibActive      <= next_trPibActive;
        trPibEnable      <= next_trPibEnable;
        trPibMode        <= next_trPibMode;
        trPibDivider     <= next_trPibDivider;
        halted           <= next_halted;
        reset            <= next_reset;
        lowpower         <= next_lowpower;
        itype            <= next_itype;
        iaddr            <= next_iaddr;
        iretire          <= next_iretire;
    end

    wire       stall;
    wire       trTeEmpty;
    wire       trPibEmpty;
    wire       out_valid;
    wire [7:0] out;
    wire       pib_ready;
    wire       out_ready = sink_pib ? pib_ready : sink_ready;
    wire       TRC_CLK;
    wire [7:0] TRC_DATA;

    nt_encoder #(
        .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W),
        .ICNT_W(ICNT_W), .HIST_W(HIST_W), .FIFO_DEPTH(FIFO_DEPTH)
    ) encoder (
        .clk(clk), .rst(rst),
        .trTeActive(trTeActive), .trTeEnable(trTeEnable), .trTeInstTracing(trTeInstTracing),
        .trTeInstMode(trTeInstMode), .trTeInstStallEna(trTeInstStallEna), .trTeEmpty(trTeEmpty),
        .itype(itype), .iaddr(iaddr), .iretire(iretire),
        .halted(halted), .reset(reset), .lowpower(lowpower), .stall(stall),
        .out_valid(out_valid), .out(out), .out_ready(out_ready)
    );

    nt_pib pib (
        .clk(clk), .rst(rst),
        .trPibActive(trPibActive), .trPibEnable(trPibEnable), .trPibMode(trPibMode),
        .trPibDivider(trPibDivider), .trPibEmpty(trPibEmpty),
        .in_valid(out_valid && sink_pib), .in(out), .in_ready(pib_ready),
        .TRC_CLK(TRC_CLK), .TRC_DATA(TRC_DATA)
    );

    assign hint_dropped = encoder.flow.drop && !encoder.hold;
    assign hint_started = (|starts) && !encoder.flow.drop && !encoder.hold;

    wire [NBLOCKS-1:0] starts;
    genvar b;
    generate
        for (b = 0; b < NBLOCKS; b = b + 1) begin : lane
            assign starts[b] = encoder.flow.block[b].lane.starts;
        end
    endgenerate

    `include "probe_assigns.vh"

endmodule

`default_nettype wire
