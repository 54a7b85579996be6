// SPDX-License-Identifier: Apache-2.0
// What happens in a cycle, for counters to choose from: of each block its mode, instructions and events,
// and those of the whole cycle. Combinational.
//
// What ends a block belongs to the mode that it leaves; what is not of a block, to the mode at the
// beginning of the cycle (Sscofpmf 1.0, the xINH bits).
`default_nettype none

module nt_hpm_ingress #(
    // Blocks in a cycle, 1 to 4
    parameter integer NBLOCKS = 1,
    // Width of a block's number of instructions, 1 to 8
    parameter integer ICOUNT_W = 8,
    // Events that the hart gives, 0 to 8
    parameter integer NEXT_EVENTS = 8,
    // Width of ext_event (derived; do not set)
    parameter integer EXT_W = NEXT_EVENTS == 0 ? 1 : NEXT_EVENTS
) (
    // Blocks, the oldest in the low bits
    input  wire [NBLOCKS-1:0]           block_valid,
    input  wire [NBLOCKS*ICOUNT_W-1:0]  icount,
    input  wire [NBLOCKS*4-1:0]         itype,
    input  wire [NBLOCKS*3-1:0]         tpriv,

    // Cycle
    input  wire [2:0]                   priv,
    input  wire [3:0]                   trace_messages,
    input  wire [3:0]                   trace_bytes,
    input  wire                         trace_stall,
    input  wire                         trace_loss,
    input  wire [EXT_W-1:0]             ext_event,

    // Of minstret: modes in which it does not count (Smcntrpmf); and whether the first instruction is the one
    // that wrote it, which does not count there
    input  wire [4:0]                   inhibit_minstret,
    input  wire                         own_minstret,

    // Of each block; modes are one-hot in the order of mhpmevent: M, S, U, VS, VU from the top
    output reg  [NBLOCKS*5-1:0]         block_mode,
    output reg  [NBLOCKS*ICOUNT_W-1:0]  block_icount,
    output wire [ICOUNT_W-1:0]          rest_icount,    // of the oldest block, without its first instruction
    output reg  [NBLOCKS*32-1:0]        block_events,   // by their places
    output wire [ICOUNT_W+1:0]          instructions,   // of all blocks, for minstret

    // Of the cycle
    output wire [4:0]                   cycle_mode,
    output reg  [32*4-1:0]              cycle_events    // how many, by their places
);

    `include "nt_codes.vh"
    `include "nt_hpm_event_list.vh"

    function [4:0] mode_of(input [2:0] p);
        case (p)
            3'd0:       mode_of = 5'b00100;  // U
            3'd1:       mode_of = 5'b01000;  // S
            3'd3, 3'd4: mode_of = 5'b10000;  // M; debug mode counts as it does
            3'd5:       mode_of = 5'b00001;  // VU
            3'd6:       mode_of = 5'b00010;  // VS
            default:    mode_of = 5'b00000;
        endcase
    endfunction

    function [31:0] events_of(input [3:0] t);
        begin
            events_of = 32'd0;
            events_of[EVENT_BRANCHES]     = t == ITYPE_NOT_TAKEN || t == ITYPE_TAKEN;
            events_of[EVENT_TAKEN]        = t == ITYPE_TAKEN;
            events_of[EVENT_NOT_TAKEN]    = t == ITYPE_NOT_TAKEN;
            events_of[EVENT_CALLS]        = t == ITYPE_INDIRECT_CALL || t == ITYPE_DIRECT_CALL;
            events_of[EVENT_RETURNS]      = t == ITYPE_RETURN;
            events_of[EVENT_JUMPS]        = t == ITYPE_INDIRECT_JUMP || t == ITYPE_DIRECT_JUMP ||
                                            t == ITYPE_COROUTINE_SWAP || t == ITYPE_OTHER_INDIRECT ||
                                            t == ITYPE_OTHER_DIRECT;
            events_of[EVENT_EXCEPTIONS]   = t == ITYPE_EXCEPTION;
            events_of[EVENT_INTERRUPTS]   = t == ITYPE_INTERRUPT;
            events_of[EVENT_TRAP_RETURNS] = t == ITYPE_TRAP_RETURN;
        end
    endfunction

    assign cycle_mode = mode_of(priv);

    integer b;
    always @* begin
        for (b = 0; b < NBLOCKS; b = b + 1) begin
            block_mode[5*b +: 5] = b == 0 ? cycle_mode : mode_of(tpriv[(b == 0 ? 0 : 3*(b-1)) +: 3]);
            block_icount[ICOUNT_W*b +: ICOUNT_W] =
                block_valid[b] ? icount[ICOUNT_W*b +: ICOUNT_W] : {ICOUNT_W{1'b0}};
            block_events[32*b +: 32] = block_valid[b] ? events_of(itype[4*b +: 4]) : 32'd0;
        end
    end

    integer m;
    wire [ICOUNT_W-1:0] oldest = block_icount[ICOUNT_W-1:0];
    assign rest_icount = oldest == {ICOUNT_W{1'b0}} ? oldest : oldest - 1'b1;

    reg  [4*ICOUNT_W-1:0] counted;
    always @* begin
        counted = {{(4-NBLOCKS)*ICOUNT_W{1'b0}}, block_icount};
        if (own_minstret) counted[ICOUNT_W-1:0] = rest_icount;
        for (m = 0; m < NBLOCKS; m = m + 1)
            if ((block_mode[5*m +: 5] & inhibit_minstret) != 5'd0) counted[ICOUNT_W*m +: ICOUNT_W] = {ICOUNT_W{1'b0}};
    end
    wire [ICOUNT_W:0]     older   = {1'b0, counted[0 +: ICOUNT_W]} + {1'b0, counted[ICOUNT_W +: ICOUNT_W]};
    wire [ICOUNT_W:0]     newer   = {1'b0, counted[2*ICOUNT_W +: ICOUNT_W]} + {1'b0, counted[3*ICOUNT_W +: ICOUNT_W]};
    assign instructions = {1'b0, older} + {1'b0, newer};

    integer e;
    always @* begin
        cycle_events = {32*4{1'b0}};
        cycle_events[4*EVENT_CYCLES +: 4]         = 4'd1;
        cycle_events[4*EVENT_TRACE_MESSAGES +: 4] = trace_messages;
        cycle_events[4*EVENT_TRACE_BYTES +: 4]    = trace_bytes;
        cycle_events[4*EVENT_TRACE_STALLS +: 4]   = {3'd0, trace_stall};
        cycle_events[4*EVENT_TRACE_LOSSES +: 4]   = {3'd0, trace_loss};
        for (e = 0; e < NEXT_EVENTS; e = e + 1)
            cycle_events[4*({27'd0, EVENT_EXT_0} + e) +: 4] = {3'd0, ext_event[e]};
    end

    // The mode after the newest block is that of the next cycle
    wire unused = &{1'b0, tpriv, ext_event};

endmodule

`default_nettype wire
