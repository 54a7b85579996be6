// Widths of the states that lanes hand to each other, for the ports and registers that hold them.
// The fields are named where the modules take them apart.
`ifndef NT_LANE_STATE_VH
`define NT_LANE_STATE_VH

// nt_history_lane: HIST
`define NT_HISTORY_STATE_W(HIST_W, REPEAT_W, PERIOD_W) (HIST_W)

// nt_repeat_lane: B-CNT and the last branch message, {count, hist, addr, icnt, btype, indirect, valid}
`define NT_REPEAT_STATE_W(XLEN, ICNT_W, HIST_W, REPEAT_W) \
    (REPEAT_W == 0 ? 1 : REPEAT_W + HIST_W + (XLEN) - 1 + ICNT_W + 4)

`endif
