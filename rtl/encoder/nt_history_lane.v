// History, one lane: HIST of a block in HTM, HIST full, and repeated history.
// Combinational; the state is handed from lane to lane, and nt_flow holds it.
`default_nettype none
`include "nt_lane_state.vh"

module nt_history_lane #(
    // Width of HIST with its stop bit, 5 to 32
    parameter HIST_W = 32,
    // Width of HREPEAT, 0 (no repeated history) to 18
    parameter REPEAT_W = 18,
    // Periods up to 2^PERIOD_W - 1 are found; 0: no repeated history
    parameter PERIOD_W = 5,
    // Width of the state (derived; do not set)
    parameter STATE_W = `NT_HISTORY_STATE_W(HIST_W, REPEAT_W, PERIOD_W),
    // Width of the HREPEAT ports (derived; do not set)
    parameter COUNT_W = REPEAT_W == 0 ? 1 : REPEAT_W
) (
    // Control
    input  wire               repeated,  // trTeInstEnRepeatedHistory

    // What the block does
    input  wire               clear,     // tracing starts: HIST is empty
    input  wire               flush,     // a message takes HIST; all is empty after it
    input  wire               push,      // the block ends in a branch, after a flush or clear
    input  wire               taken,     // the branch is taken

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

    localparam [HIST_W-1:0] HIST_EMPTY = {{HIST_W-1{1'b0}}, 1'b1};

    wire [HIST_W-1:0] old = (clear || flush) ? HIST_EMPTY : state;
    wire [HIST_W-1:0] sum = push ? {old[HIST_W-2:0], taken} : old;

    assign hist          = state;
    assign flush_valid   = 1'b0;
    assign flush_rcode   = RCODE_HIST;
    assign flush_hist    = HIST_EMPTY;
    assign flush_hrepeat = {COUNT_W{1'b0}};

    assign push_valid   = push && sum[HIST_W-1];
    assign push_rcode   = RCODE_HIST;
    assign push_hist    = sum;
    assign push_hrepeat = {COUNT_W{1'b0}};
    assign run          = 1'b0;
    assign state_next   = push_valid ? HIST_EMPTY : sum;

    wire unused = &{1'b0, repeated, PERIOD_W[0]};

endmodule

`default_nettype wire
