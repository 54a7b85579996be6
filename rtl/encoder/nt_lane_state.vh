// SPDX-License-Identifier: Apache-2.0
// What several modules must know of the lanes: the widths of the states that they hand to each other,
// and how many messages they send at most.
//
// The fields of a state stand in the order of each concatenation, the first one on top.
`ifndef NT_LANE_STATE_VH
`define NT_LANE_STATE_VH

// nt_history_lane: {count, phase, period, in_run, pending, recent}; HIST alone without repeats
`define NT_HISTORY_FULL(HIST_W) ((HIST_W) - 1 + ((HIST_W) - 1) / 2)
`define NT_HISTORY_PENDING_W(HIST_W) ($clog2(`NT_HISTORY_FULL(HIST_W) + 1))
`define NT_HISTORY_KEPT(HIST_W, PERIOD_W) \
    ((2 << (PERIOD_W)) - 3 > `NT_HISTORY_FULL(HIST_W) ? (2 << (PERIOD_W)) - 3 \
                                                      : `NT_HISTORY_FULL(HIST_W))
`define NT_HISTORY_STATE_W(HIST_W, REPEAT_W, PERIOD_W) \
    ((PERIOD_W) == 0 ? (HIST_W) \
                     : (REPEAT_W) + 2 * (PERIOD_W) + 1 + `NT_HISTORY_PENDING_W(HIST_W) + \
                       `NT_HISTORY_KEPT(HIST_W, PERIOD_W))

// nt_repeat_lane: B-CNT and the last branch message, {count, hist, addr, icnt, btype, indirect, valid}
`define NT_REPEAT_STATE_W(XLEN, ICNT_W, HIST_W, REPEAT_W) \
    ((REPEAT_W) == 0 ? 1 : (REPEAT_W) + (HIST_W) + (XLEN) - 1 + (ICNT_W) + 4)

// Messages that a lane sends at most while tracing goes on, besides one in slot 0 that a lane before
// it owes: an address message, Ownership, and what comes behind the block.
`define NT_MOST_OF_LANE(SCONTEXT_W) (2 + ((SCONTEXT_W) > 0 ? 1 : 0))

// Messages that may still come once `stall` rises, from a hart that obeys: those of three cycles'
// blocks (that in the lanes, the latched one, and that of the cycle in which the hart sees the
// stall), what was owed before (a target, and a run of history or B-CNT), and, since tracing may be
// turned off while the hart waits, a request of a synchronizing message, with Ownership behind it, and
// ProgTraceCorrelation. An Error is not among them: nothing is lost. In the smallest builds the block
// that requests leaves room for the message.
`define NT_UNDER_WAY(NBLOCKS, SCONTEXT_W, STACK_DEPTH, REPEAT_W, NTRIGGERS) \
    (3 * (NBLOCKS) * `NT_MOST_OF_LANE(SCONTEXT_W) + 2 + ((REPEAT_W) > 0 ? 1 : 0) + \
     ((SCONTEXT_W) > 0 ? 2 : (STACK_DEPTH) > 0 || (REPEAT_W) > 0 || (NTRIGGERS) > 0 ? 1 : 0))

`endif
