// SPDX-License-Identifier: Apache-2.0
// Ingress latch: the trace ingress port, registered, and with it the control fields that decide
// whether it is traced, so that a field acts on the blocks that retire in the same cycle.
//
// Signals and encodings: Efficient Trace for RISC-V 2.0, "Instruction Trace Interface". Bit 0 of
// iaddr is always 0 and is not kept.
`default_nettype none

module nt_ingress #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Blocks a cycle, 1 to 4
    parameter integer NBLOCKS = 1,
    // Width of itype, 3 or 4
    parameter integer ITYPE_W = 4,
    // Width of iretire (half-words), 2 to 8
    parameter integer IRETIRE_W = 6,
    // 1: the ingress port of the draft
    parameter integer DRAFT = 0,
    // Widths of context, of timestamps, and the number of external triggers; at least 1
    parameter integer CONTEXT_W = 46,
    parameter integer TIME_W = 48,
    parameter integer TRIGGERS_W = 8
) (
    input  wire                          clk,
    input  wire                          rst,

    // Control
    input  wire                          trTeEnable,
    input  wire                          trTeInstTracing,
    input  wire                          trace_on,      // a trigger turns tracing on
    input  wire [2:0]                    trTeInstMode,
    input  wire                          trTeInstEnAllJumps,  // settings

    // Trace ingress port; block 0 in the low bits is the oldest
    input  wire [NBLOCKS*ITYPE_W-1:0]    itype,
    input  wire [NBLOCKS*XLEN-1:0]       iaddr,
    input  wire [NBLOCKS*IRETIRE_W-1:0]  iretire,
    input  wire [2*NBLOCKS-1:0]          ilastsize,
    input  wire [NBLOCKS-1:0]            sijump,
    input  wire [5:0]                    cause,
    input  wire [XLEN-1:0]               tval,
    input  wire [2:0]                    priv,
    input  wire [CONTEXT_W-1:0]          hart_context,
    input  wire [1:0]                    ctype,
    input  wire [31:0]                   impdef,
    input  wire [NBLOCKS-1:0]            notify,        // trigger[2] and up
    input  wire [TRIGGERS_W-1:0]         ext_trigger,
    input  wire                          halted,
    input  wire                          reset,
    input  wire                          lowpower,
    input  wire [TIME_W-1:0]             timestamp,

    // The same, one cycle later
    output wire                          latched_enable,
    output wire                          latched_asked,
    output wire [2:0]                    latched_mode,
    output wire [NBLOCKS*ITYPE_W-1:0]    latched_itype,
    output wire [NBLOCKS*(XLEN-1)-1:0]   latched_iaddr,
    output wire [NBLOCKS*IRETIRE_W-1:0]  latched_iretire,
    output wire [2*NBLOCKS-1:0]          latched_ilastsize,
    output wire [NBLOCKS-1:0]            latched_sijump,
    output wire [5:0]                    latched_cause,
    output wire [XLEN-1:0]               latched_tval,
    output wire [2:0]                    latched_priv,
    output wire [CONTEXT_W-1:0]          latched_context,
    output wire [1:0]                    latched_ctype,
    output wire [31:0]                   latched_impdef,
    output wire [NBLOCKS-1:0]            latched_notify,
    output wire [TRIGGERS_W-1:0]         latched_ext_trigger,
    output wire                          latched_halted,
    output wire                          latched_reset,
    output wire                          latched_lowpower,
    output wire [TIME_W-1:0]             latched_timestamp
);

    reg                         enable_reg;  // trTeEnable
    reg                         asked_reg;   // trTeInstTracing or trace_on
    reg [2:0]                   mode_reg;
    reg [NBLOCKS*ITYPE_W-1:0]   itype_reg;
    reg [NBLOCKS*(XLEN-1)-1:0]  iaddr_reg;  // no reset: used only where a block has an address
    reg [NBLOCKS*IRETIRE_W-1:0] iretire_reg;
    reg [2*NBLOCKS-1:0]         ilastsize_reg;  // no reset either: sijump, cause, tval, impdef, time
    reg [NBLOCKS-1:0]           sijump_reg;
    reg [5:0]                   cause_reg;
    reg [XLEN-1:0]              tval_reg;
    reg [2:0]                   priv_reg;
    reg [CONTEXT_W-1:0]         context_reg;
    reg [1:0]                   ctype_reg;
    reg [31:0]                  impdef_reg;
    reg [NBLOCKS-1:0]           notify_reg;
    reg [TRIGGERS_W-1:0]        ext_trigger_reg;
    reg [TIME_W-1:0]            timestamp_reg;
    reg                         halted_reg;
    reg                         reset_reg;
    reg                         lowpower_reg;

    assign latched_enable   = enable_reg;
    assign latched_asked    = asked_reg;
    assign latched_mode     = mode_reg;
    assign latched_itype    = itype_reg;
    assign latched_iaddr    = iaddr_reg;
    assign latched_iretire  = iretire_reg;
    assign latched_halted   = halted_reg;
    assign latched_reset    = reset_reg;
    assign latched_lowpower = lowpower_reg;

    assign latched_ilastsize   = ilastsize_reg;
    assign latched_sijump      = sijump_reg;
    assign latched_cause       = cause_reg;
    assign latched_tval        = tval_reg;
    assign latched_priv        = priv_reg;
    assign latched_context     = context_reg;
    assign latched_ctype       = ctype_reg;
    assign latched_impdef      = impdef_reg;
    assign latched_notify      = notify_reg;
    assign latched_ext_trigger = ext_trigger_reg;
    assign latched_timestamp   = timestamp_reg;

    wire [NBLOCKS-1:0]         iaddr_bit0;
    wire [NBLOCKS*(XLEN-1)-1:0] iaddr_next;
    wire                       unused = &{1'b0, iaddr_bit0};

    // The draft's swap has no sijump: "ignored for itype codes other than 8, 10, 12 or 14".
    wire [NBLOCKS-1:0] sijump_next;

    // itype as the ratified text has it. Draft: 7 is a swap, which 1.0 calls a call, and 12 a return
    // that cannot be inferred. Else 7 is a direct jump for all-jumps (rc7): a taken branch, or nothing.
    function [3:0] map_itype(input [3:0] code, input all_jumps);
        if (DRAFT == 1)
            map_itype = code == 4'd7 ? 4'd8 : code == 4'd12 ? 4'd13 : code;
        else
            map_itype = code == 4'd7 ? (all_jumps ? 4'd5 : 4'd0) : code;
    endfunction

    wire [NBLOCKS*ITYPE_W-1:0] itype_next;

    genvar b;
    generate
        for (b = 0; b < NBLOCKS; b = b + 1) begin : block
            wire [3:0] kind = map_itype({{4-ITYPE_W{1'b0}}, itype[b*ITYPE_W +: ITYPE_W]},
                                        trTeInstEnAllJumps);
            wire unused_kind = &{1'b0, kind};
            assign itype_next[b*ITYPE_W +: ITYPE_W] = kind[ITYPE_W-1:0];
            assign sijump_next[b] = sijump[b] &&
                                    !(DRAFT == 1 && itype[b*ITYPE_W +: ITYPE_W] == 7);
            assign iaddr_bit0[b] = iaddr[b*XLEN];
            assign iaddr_next[b*(XLEN-1) +: XLEN-1] = iaddr[b*XLEN+1 +: XLEN-1];
        end
    endgenerate

    wire is_block = itype != {NBLOCKS*ITYPE_W{1'b0}} || iretire != {NBLOCKS*IRETIRE_W{1'b0}};

    always @(posedge clk) begin
        if (rst) begin
            enable_reg   <= 1'b0;
            asked_reg    <= 1'b0;
            mode_reg     <= 3'd0;
            itype_reg    <= {NBLOCKS*ITYPE_W{1'b0}};
            iretire_reg  <= {NBLOCKS*IRETIRE_W{1'b0}};
            halted_reg   <= 1'b0;
            reset_reg    <= 1'b0;
            lowpower_reg <= 1'b0;
            priv_reg     <= 3'd0;
            context_reg  <= {CONTEXT_W{1'b0}};
            ctype_reg    <= 2'd0;
            notify_reg   <= {NBLOCKS{1'b0}};
            ext_trigger_reg <= {TRIGGERS_W{1'b0}};
        end else begin
            enable_reg   <= trTeEnable;
            asked_reg    <= trTeInstTracing || trace_on;
            mode_reg     <= trTeInstMode;
            itype_reg    <= itype_next;
            iretire_reg  <= iretire;
            halted_reg   <= halted;
            reset_reg    <= reset;
            lowpower_reg <= lowpower;
            // Undefined where nothing retires: a message that tells a stop is of the block before
            if (is_block) priv_reg    <= priv;
            if (is_block) context_reg <= hart_context;
            ctype_reg    <= ctype;
            notify_reg   <= notify;
            ext_trigger_reg <= ext_trigger;
        end
        iaddr_reg     <= iaddr_next;
        ilastsize_reg <= ilastsize;
        sijump_reg    <= sijump_next;
        cause_reg     <= cause;
        tval_reg      <= tval;
        impdef_reg    <= impdef;
        timestamp_reg <= timestamp;
    end

endmodule

`default_nettype wire
