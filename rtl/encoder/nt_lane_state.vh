// Widths of the states that lanes hand to each other, for the ports and registers that hold them.
// The fields stand in the order of each concatenation, the first one on top.
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

`endif
