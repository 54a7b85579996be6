// SPDX-License-Identifier: Apache-2.0
// History, one lane: HIST of a block in HTM, HIST full, and repeated history.
// Combinational; the state is handed from lane to lane, and nt_flow holds it.
`default_nettype none
`include "nt_lane_state.vh"

module nt_history_lane #(
    // Width of HIST with its stop bit, 5 to 32
    parameter integer HIST_W = 32,
    // Width of HREPEAT, 0 (no repeated history) to 18
    parameter integer REPEAT_W = 18,
    // Periods up to 2^PERIOD_W - 1 are found; 0: no repeated history
    parameter integer PERIOD_W = 5,
    // Width of the state (derived; do not set)
    parameter integer STATE_W = `NT_HISTORY_STATE_W(HIST_W, REPEAT_W, PERIOD_W),
    // Width of the HREPEAT ports (derived; do not set)
    parameter integer COUNT_W = REPEAT_W == 0 ? 1 : REPEAT_W
) (
    // Control
    input  wire               repeated,  // trTeInstEnRepeatedHistory

    // What the block does
    input  wire               clear,     // tracing starts: HIST is empty
    input  wire               flush,     // a message takes HIST; all is empty after it
    input  wire               push,      // the block ends in a branch, after a flush or clear
    input  wire               taken,     // the branch is taken
    input  wire               pop,       // the message that flushes is of before the last branch
    input  wire               hold,      // a taken branch may be asked about, and is not told at once

    // State before the block and after it
    input  wire [STATE_W-1:0] state,
    output wire [STATE_W-1:0] state_next,

    // HIST of the message that flushes, and ResourceFull to be sent before it
    output wire [HIST_W-1:0]  hist,
    output wire               flush_valid,
    output wire [3:0]         flush_rcode,
    output wire [HIST_W-1:0]  flush_hist,
    output wire [COUNT_W-1:0] flush_hrepeat,

    // ResourceFull that the branch causes
    output wire               push_valid,
    output wire [3:0]         push_rcode,
    output wire [HIST_W-1:0]  push_hist,
    output wire [COUNT_W-1:0] push_hrepeat,

    // A run is held behind the block: the next flush may have a ResourceFull before it
    output wire               run
);

    `include "nt_codes.vh"

    localparam integer ROOM = HIST_W - 1;
    localparam [HIST_W-1:0] HIST_EMPTY = {{HIST_W-1{1'b0}}, 1'b1};

    wire empties = clear || flush;
    wire keeps   = hold && taken;

    generate
    if (PERIOD_W == 0) begin : plain
        wire [HIST_W-1:0] old = empties ? HIST_EMPTY : state;
        wire              held = old[HIST_W-1];  // it is full already
        wire [HIST_W-1:0] sum = !push ? old : {held ? HIST_EMPTY[HIST_W-2:0] : old[HIST_W-2:0], taken};

        assign hist          = pop ? state >> 1 : state;
        assign flush_valid   = 1'b0;
        assign flush_rcode   = RCODE_HIST;
        assign flush_hist    = HIST_EMPTY;
        assign flush_hrepeat = {COUNT_W{1'b0}};

        assign push_valid    = push && (held || (sum[HIST_W-1] && !keeps));
        assign push_rcode    = RCODE_HIST;
        assign push_hist     = held ? old : sum;
        assign push_hrepeat  = {COUNT_W{1'b0}};
        assign state_next    = (push_valid && !held) ? HIST_EMPTY : sum;
        assign run           = 1'b0;

        wire unused = &{1'b0, repeated};
    end else begin : runs_too
        localparam integer FULL      = `NT_HISTORY_FULL(HIST_W);
        localparam integer PENDING_W = `NT_HISTORY_PENDING_W(HIST_W);
        localparam integer KEPT      = `NT_HISTORY_KEPT(HIST_W, PERIOD_W);
        localparam integer PERIODS   = (1 << PERIOD_W) - 1;

        localparam [PENDING_W-1:0] ALL     = FULL[PENDING_W-1:0];
        localparam [PENDING_W-1:0] MOST    = ROOM[PENDING_W-1:0];
        localparam [PENDING_W-1:0] NONE    = {PENDING_W{1'b0}};
        localparam [PENDING_W-1:0] ONE     = {{PENDING_W-1{1'b0}}, 1'b1};
        localparam [PERIOD_W-1:0]  PHASE_0 = {PERIOD_W{1'b0}};
        localparam [REPEAT_W-1:0]  ONCE    = {{REPEAT_W-1{1'b0}}, 1'b1};

        // State
        wire [KEPT-1:0]      recent;
        wire [PENDING_W-1:0] pending;
        wire                 in_run;
        wire [PERIOD_W-1:0]  period, phase;
        wire [REPEAT_W-1:0]  count;
        assign {count, phase, period, in_run, pending, recent} = state;

        // The pending bits are full: what is not in the run goes out, and the run begins
        wire                 decides = repeated && push && !empties && !in_run && pending == ALL;

        wire                 found;
        wire [PERIOD_W-1:0]  found_period, found_phase;
        wire [PENDING_W-1:0] found_length, found_count;
        nt_history_finder #(.ROOM(ROOM), .PERIOD_W(PERIOD_W)) finder (
            .enable(decides), .recent(recent[FULL-1:0]), .found(found), .period(found_period),
            .length(found_length), .count(found_count), .phase(found_phase)
        );

        wire [PENDING_W-1:0] rest    = found ? found_length : ALL - MOST;
        wire                 cuts    = decides && rest != ALL;

        // Before the branch
        wire                 runs        = !empties && (in_run || (decides && found));
        wire [PERIOD_W-1:0]  run_period  = in_run ? period : found_period;
        wire [PERIOD_W-1:0]  run_phase   = in_run ? phase : found_phase;
        wire [REPEAT_W-1:0]  run_count   = in_run ? count : {{REPEAT_W-PENDING_W{1'b0}}, found_count};
        wire [PENDING_W-1:0] run_pending = empties ? NONE : decides ? rest : pending;

        // The branch goes on with the run, or ends it
        wire [PERIOD_W-1:0]  ago       = run_period - {{PERIOD_W-1{1'b0}}, 1'b1};
        wire [PERIODS-1:0]   latest    = recent[PERIODS-1:0];
        wire                 follows   = runs && latest[ago] == taken;
        wire [PERIOD_W-1:0]  phase_sum = run_phase + {{PERIOD_W-1{1'b0}}, 1'b1};
        wire                 whole     = phase_sum == run_period;
        wire [REPEAT_W-1:0]  count_sum = run_count + ONCE;
        wire                 is_most   = follows && whole && (&count_sum);
        wire                 expected  = follows && !(is_most && keeps);
        wire                 most      = push && is_most && !keeps;
        wire                 ends      = push && runs && !expected && run_pending >= MOST && !cuts;

        // Without repeats: HIST is full, or was already
        wire [PENDING_W-1:0] sum   = run_pending + ONE;
        wire                 held  = !repeated && push && run_pending == MOST;
        wire                 fills = !repeated && push && sum == MOST && !keeps;

        // A message of what was there before the branch; at a flush nothing else is told
        wire                 long     = pending > MOST;
        wire [PENDING_W-1:0] left     = long ? (in_run ? {{PENDING_W-PERIOD_W{1'b0}}, phase}
                                                       : pending - MOST) : pending;
        wire [PENDING_W-1:0] skip     = flush ? left : cuts ? rest
                                        : {{PENDING_W-PERIOD_W{1'b0}}, run_phase};
        wire [PENDING_W-1:0] told     = (flush && !in_run) ? MOST : cuts ? ALL - rest
                                        : {{PENDING_W-PERIOD_W{1'b0}}, run_period};
        wire [KEPT-1:0]      shifted  = recent >> skip;
        wire                 of_run   = flush ? in_run : !cuts;
        wire                 back     = in_run && long && phase == PHASE_0;  // to the period before
        wire [REPEAT_W-1:0]  hrepeat  = most ? count_sum :
                                        (pop && back) ? count - ONCE : run_count;
        wire                 several  = of_run && hrepeat != ONCE;
        wire [3:0]           rcode    = several ? RCODE_HREPEAT : RCODE_HIST;
        wire [REPEAT_W-1:0]  hrepeats = several ? hrepeat : {REPEAT_W{1'b0}};
        wire [HIST_W-1:0]    message  = with_stop(shifted[ROOM-1:0], told);

        assign hist          = !pop ? with_stop(recent[ROOM-1:0], left) :
                               with_stop(recent[ROOM:1], (back ? {{PENDING_W-PERIOD_W{1'b0}}, period}
                                                               : left) - ONE);
        assign flush_valid   = flush && !clear && long;
        assign flush_rcode   = rcode;
        assign flush_hist    = message;
        assign flush_hrepeat = hrepeats;

        assign push_valid    = cuts || ends || most || fills || held;
        assign push_rcode    = !repeated ? RCODE_HIST : rcode;
        assign push_hist     = repeated ? message : held ? {1'b1, recent[ROOM-1:0]}
                                                         : {1'b1, recent[ROOM-2:0], taken};
        assign push_hrepeat  = !repeated ? {REPEAT_W{1'b0}} : hrepeats;

        // State behind the block
        wire                 on   = push ? expected && !most : in_run && !empties;
        wire [PENDING_W-1:0] next = !push ? run_pending :
                                    (most || fills) ? NONE : held ? ONE :
                                    ends ? {{PENDING_W-PERIOD_W{1'b0}}, run_phase} + ONE :
                                    (expected && run_pending > MOST) ? run_pending : sum;
        wire [KEPT-1:0]      old  = clear ? {KEPT{1'b0}} : recent;
        assign state_next = {
            (push && whole) ? count_sum : run_count,
            !push ? phase : whole ? PHASE_0 : phase_sum,
            run_period,
            on,
            next,
            push ? {old[KEPT-2:0], taken} : old
        };
        assign run = next > MOST;

        wire unused = &{1'b0, shifted[KEPT-1:ROOM]};
    end
    endgenerate

    // The lower bits, `count` of them, with the stop bit
    function [HIST_W-1:0] with_stop(input [ROOM-1:0] bits,
                                    input [`NT_HISTORY_PENDING_W(HIST_W)-1:0] count);
        with_stop = ({1'b0, bits} & ~({HIST_W{1'b1}} << count)) | (HIST_EMPTY << count);
    endfunction

endmodule

`default_nettype wire
