// SPDX-License-Identifier: Apache-2.0
// RepeatBranch, one lane: equal branch messages in a row become one and a count.
// Combinational; the state is handed from lane to lane, and nt_flow holds it (all zero at reset).
//
// A lane's messages stand in slots 0 to 3, in the order sent. Branch messages come in slot 1
// (IndirectBranch, IndirectBranchHist) and slot 3 (DirectBranch) alone, so that at most one is
// swallowed: DirectBranch in slot 3 equals the message before it only where slots 1 and 2 are
// empty. RepeatBranch goes in slot 0, or in the place of the message that was swallowed.
// In slot 0 comes Error, which tells that the count is lost too, or what `run` has announced (a run
// of history, a branch that awaited its target), before which nothing is counted any more.
`default_nettype none
`include "nt_descriptor.vh"
`include "nt_lane_state.vh"

module nt_repeat_lane #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Width of I-CNT with its overflow bit, up to 22
    parameter integer ICNT_W = 22,
    // Width of HIST with its stop bit, 5 to 32
    parameter integer HIST_W = 32,
    // Width of B-CNT, 0 (no RepeatBranch) to 18
    parameter integer REPEAT_W = 18,
    // Width of a message (derived; do not set)
    parameter integer MESSAGE_W = `NT_MESSAGE_W(XLEN, ICNT_W, HIST_W),
    // Width of the state (derived; do not set)
    parameter integer STATE_W = `NT_REPEAT_STATE_W(XLEN, ICNT_W, HIST_W, REPEAT_W)
) (
    // Control
    input  wire                   enable,      // ntEnRepeatBranch
    input  wire                   run,         // nt_history_lane holds a run behind this block

    // State before the block and after it
    input  wire [STATE_W-1:0]     state,
    output reg  [STATE_W-1:0]     state_next,

    // Messages before and after; addresses are absolute
    input  wire [3:0]             in_valid,
    input  wire [4*MESSAGE_W-1:0] in,
    output wire [3:0]             out_valid,
    output reg  [4*MESSAGE_W-1:0] out         // anything where none is valid
);

    generate
    if (REPEAT_W == 0) begin : none
        assign out_valid  = in_valid;
        always @* out        = in;
        always @* state_next = state;

        wire unused = &{1'b0, enable, run};
    end else begin : repeats
        `include "nt_codes.vh"

        localparam [REPEAT_W-1:0] COUNT_ZERO = {REPEAT_W{1'b0}};
        localparam integer ICNT_AT = `NT_MESSAGE_ICNT_AT;
        localparam integer ADDR_AT = `NT_MESSAGE_ADDR_AT(ICNT_W);
        localparam integer HIST_AT = `NT_MESSAGE_HIST_AT(XLEN, ICNT_W);

        // State: B-CNT and the last branch message
        wire                valid, indirect;
        wire [1:0]          btype;
        wire [ICNT_W-1:0]   icnt;
        wire [XLEN-2:0]     addr;
        wire [HIST_W-1:0]   hist;
        wire [REPEAT_W-1:0] count;
        assign {count, hist, addr, icnt, btype, indirect, valid} = state;

        // Messages
        wire [5:0]           tcode1  = in[1*MESSAGE_W +: 6];
        wire [5:0]           tcode3  = in[3*MESSAGE_W +: 6];
        wire                 branch1 = tcode1 == TCODE_INDIRECT_BRANCH ||
                                       tcode1 == TCODE_INDIRECT_BRANCH_HIST;
        wire                 branch3 = tcode3 == TCODE_DIRECT_BRANCH;
        wire                 quiet   = in_valid == 4'd0;

        // Is it the same again?
        wire known = enable && valid && !in_valid[0];
        reg  same1;
        reg  same3;
        always @* begin
            same1 = 1'b0;
            same3 = 1'b0;
            if (known && !quiet) begin
                same1 = in_valid[1] && branch1 && indirect &&
                        in[1*MESSAGE_W+10 +: MESSAGE_W-10] == {hist, addr, icnt, btype};
                same3 = in_valid[3:1] == 3'b100 && branch3 && !indirect &&
                        in[3*MESSAGE_W+ICNT_AT +: ICNT_W] == icnt;
            end
        end

        // What is counted, and when that must be told
        wire [REPEAT_W-1:0] count_sum = count + {{REPEAT_W-1{1'b0}}, 1'b1};
        wire                full      = &count_sum;
        wire                tell0     = known && count != COUNT_ZERO && !same1 && !same3 &&
                                        (!quiet || run);
        wire                tell1     = same1 && (full || run || in_valid[3:2] != 2'd0);
        wire                tell3     = same3 && (full || run);

        assign out_valid = {in_valid[3] && (!same3 || tell3), in_valid[2],
                            in_valid[1] && (!same1 || tell1), in_valid[0] || tell0};

        // RepeatBranch
        reg [MESSAGE_W-1:0] message;
        always @* begin
            out     = in;
            message = {MESSAGE_W{1'bx}};
            if (tell0 || tell1 || tell3) begin
                message = {{HIST_W-1{1'b0}}, 1'b1, {XLEN-1-REPEAT_W{1'b0}},
                           tell0 ? count : count_sum, {ICNT_W{1'b0}}, 2'b00, 4'd0,
                           TCODE_REPEAT_BRANCH};
                if (tell0) out[0 +: MESSAGE_W]           = message;
                if (tell1) out[MESSAGE_W +: MESSAGE_W]   = message;
                if (tell3) out[3*MESSAGE_W +: MESSAGE_W] = message;
            end
        end

        // The last message, if it is a branch message
        wire last1  = in_valid[3:1] == 3'b001 && branch1;
        wire last3  = in_valid[3] && branch3;
        wire counts = enable && !run && (same1 || same3) && !tell1 && !tell3;
        always @* begin
            state_next = state;
            if (!quiet) begin
                state_next = {
                    counts ? count_sum : COUNT_ZERO,
                    last1 ? in[MESSAGE_W+HIST_AT +: HIST_W] : hist,
                    last1 ? in[MESSAGE_W+ADDR_AT +: XLEN-1] : addr,
                    last3 ? in[3*MESSAGE_W+ICNT_AT +: ICNT_W] :
                    last1 ? in[MESSAGE_W+ICNT_AT +: ICNT_W] : icnt,
                    last1 ? in[MESSAGE_W+10 +: 2] : btype,
                    !last3 && (last1 || indirect),
                    enable && !run && (last3 || last1)
                };
            end else if (!enable || run) begin
                state_next[STATE_W-1 -: REPEAT_W] = COUNT_ZERO;
                state_next[0] = 1'b0;
            end
        end
    end
    endgenerate

endmodule

`default_nettype wire
