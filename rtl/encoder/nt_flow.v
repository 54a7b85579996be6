// SPDX-License-Identifier: Apache-2.0
// Flow: what the blocks of a cycle do, and the messages that this causes.
//
// Holds the state of a chain of lanes, one a block, and what is the same for all of them: periodic
// synchronization, the time of events, and loss. Where the messages of a cycle do not fit into the
// message FIFO, all of them are dropped (N-Trace 1.0, "Error Message"): tracing starts anew, with
// an Error message and SYNC=7, once the FIFO has drained to ntResumeLevel.
//
// A lane is four parts: nt_flow_lane, then nt_history_lane (HIST), nt_ownership_lane and
// nt_repeat_lane (RepeatBranch). It has four slots for messages, in the order sent:
//   0  Error                 messages were lost before; now there is room again
//      ResourceFull          a run of repeated history ends before the message in slot 1
//      DirectBranch          whose target never came, for DirectBranchSync
//      RepeatBranch          what it counts ends here
//   1  address message       ProgTraceSync, IndirectBranch(Hist)(Sync), DirectBranchSync
//      RepeatBranch          in the place of a branch that is only counted
//   2  Ownership
//   3  ProgTraceCorrelation  tracing stops
//      DirectBranch          BTM: the block ends in a taken branch
//      ResourceFull          I-CNT is full, HIST is full or repeated, or both
//
// A message here is {hist, addr, icnt, btype, code, tcode}, tcode from bit 0:
//   code   SYNC, RCODE (with RCODE_ICNT_FIRST: a message RCODE=0 goes first), EVCODE, ETYPE;
//          Ownership: V and PRV
//   btype  B-TYPE, CDF; Ownership: FORMAT (3: a message FORMAT=2 follows)
//   icnt   I-CNT, RDATA of RCODE=0, ECODE
//   addr   the full address without its bit 0; HREPEAT, B-CNT; Ownership: context
//   hist   HIST, RDATA[0] of RCODE=1 and 2
`default_nettype none
`include "nt_descriptor.vh"
`include "nt_lane_state.vh"

module nt_flow #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Blocks a cycle, 1 to 4
    parameter integer NBLOCKS = 1,
    // Width of itype, 3 or 4
    parameter integer ITYPE_W = 4,
    // Width of iretire (half-words), 2 to 8
    parameter integer IRETIRE_W = 6,
    // Width of I-CNT with its overflow bit, IRETIRE_W + 1 to 22
    parameter integer ICNT_W = 22,
    // Width of HIST with its stop bit, 5 to 32
    parameter integer HIST_W = 32,
    // Entries of the FIFO, a power of two, NT_UNDER_WAY (nt_lane_state.vh) or more
    parameter integer FIFO_DEPTH = 32,
    // Width of scontext (0: no Ownership) and hcontext
    parameter integer SCONTEXT_W = 32,
    parameter integer HCONTEXT_W = 14,
    // Width of timestamps, 0 to 63
    parameter integer TSTAMP_W = 48,
    // Return stack, 0 to 32 entries; address bits compared with return_mode 2
    parameter integer STACK_DEPTH = 32,
    parameter integer PARTIAL_W = 12,
    // Width of HREPEAT and B-CNT, 0 to 18; periods of repeated history
    parameter integer REPEAT_W = 18,
    parameter integer PERIOD_W = 5,
    // 1: traps are told as B-TYPE 1 and not as 2 and 3
    parameter integer BTYPE_TRAP = 0,
    // 1: the ingress port of the draft, where only what retires has an address
    parameter integer DRAFT = 0,
    // External trigger inputs; 0: nothing is asked for where there is no block
    parameter integer NTRIGGERS = 8,
    // Widths of ports (derived; do not set)
    parameter integer MESSAGE_W = `NT_MESSAGE_W(XLEN, ICNT_W, HIST_W),
    parameter integer LEVEL_W = $clog2(FIFO_DEPTH) + 1,
    parameter integer CONTEXT_W = SCONTEXT_W + HCONTEXT_W > 0 ? SCONTEXT_W + HCONTEXT_W : 1,
    parameter integer TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1
) (
    input  wire                           clk,
    input  wire                           rst,

    // Qualify
    input  wire                           tracing,
    input  wire                           htm,
    input  wire                           may_wait,
    input  wire [3:0]                     evcode,
    input  wire [NBLOCKS-1:0]             traced,
    input  wire [NBLOCKS-1:0]             notify6,
    input  wire [NBLOCKS-1:0]             notify0,
    input  wire                           notify_idle,
    input  wire [NBLOCKS-1:0]             hold,
    input  wire                           crosses,
    input  wire [4*NBLOCKS-1:0]           sync_reason,

    // Options
    input  wire                           ownership,
    input  wire [1:0]                     return_mode,
    input  wire                           sequential_jump,
    input  wire                           repeated,
    input  wire                           repeat_branch,
    input  wire                           all_jumps,
    input  wire                           sync_icnt,
    input  wire                           rc7,
    input  wire [1:0]                     sync_mode,
    input  wire [3:0]                     sync_max,

    // Latched ingress
    input  wire [NBLOCKS*ITYPE_W-1:0]     itype,
    input  wire [NBLOCKS*(XLEN-1)-1:0]    iaddr,
    input  wire [NBLOCKS*IRETIRE_W-1:0]   iretire,
    input  wire [2*NBLOCKS-1:0]           ilastsize,
    input  wire [NBLOCKS-1:0]             sijump,
    input  wire [2:0]                     priv,
    input  wire [1:0]                     ctype,
    input  wire [CONTEXT_W-1:0]           hart_context,
    input  wire [TIME_W-1:0]              timestamp,

    // Message FIFO
    input  wire [LEVEL_W-1:0]             level,
    input  wire [7:0]                     resume_level,  // ntResumeLevel; 0: a quarter of the FIFO
    output wire                           nearly_full,   // what is under way could overflow it

    // Messages, oldest first; addresses still full
    output wire [4*NBLOCKS-1:0]           message_valid,
    output wire [4*NBLOCKS*MESSAGE_W-1:0] message,
    output wire [4*NBLOCKS-1:0]           message_late,  // of an event in an earlier cycle
    output wire [TIME_W-1:0]              now,           // time of the messages' blocks
    output wire [TIME_W-1:0]              then,          // time of that event
    output wire                           dropped,       // the messages of this cycle are lost
    output wire                           empty          // no message here, no stop or Error to come
);

    `include "nt_codes.vh"

    localparam integer SLOTS      = 4 * NBLOCKS;
    localparam integer COUNT_W    = $clog2(SLOTS + 1);
    localparam integer ADDR_W     = XLEN - 1;
    localparam integer REPEATS_W  = REPEAT_W > 0 ? REPEAT_W : 1;
    localparam integer HISTORY_W  = `NT_HISTORY_STATE_W(HIST_W, REPEAT_W, PERIOD_W);
    localparam integer BRANCH_W   = `NT_REPEAT_STATE_W(XLEN, ICNT_W, HIST_W, REPEAT_W);
    localparam integer INTERVAL_W = 20;

    localparam [LEVEL_W:0] DEPTH = FIFO_DEPTH[LEVEL_W:0];
    localparam integer STALL_AT = FIFO_DEPTH - `NT_UNDER_WAY(NBLOCKS, SCONTEXT_W, STACK_DEPTH, REPEAT_W, NTRIGGERS);
    localparam [LEVEL_W:0] STALL   = STALL_AT[LEVEL_W:0];
    localparam [LEVEL_W:0] QUARTER = {2'b00, FIFO_DEPTH[LEVEL_W:2]};

    localparam [HIST_W-1:0] HIST_EMPTY = {{HIST_W-1{1'b0}}, 1'b1};
    localparam [ICNT_W-1:0] ICNT_ZERO  = {ICNT_W{1'b0}};
    localparam [ADDR_W-1:0] ADDR_NONE  = {ADDR_W{1'b0}};

    localparam [1:0] SYNC_MODE_MESSAGES  = 2'd1;
    localparam [1:0] SYNC_MODE_CYCLES    = 2'd2;
    localparam [1:0] SYNC_MODE_HALFWORDS = 2'd3;

    // State
    reg [1:0]            state_reg;
    reg                  is_htm_reg;
    reg                  error_reg;          // messages were lost, and no Error message tells of it
    reg                  error_context_reg;  // Ownership messages among them
    reg                  overrun_reg;        // armed because of a loss
    reg [1:0]            awaits_reg;         // what the next address is awaited for
    reg [1:0]            btype_reg;
    reg                  trap_reg;
    reg [3:0]            due_reg;            // SYNC to be sent: {6, 0, 4, 2}
    reg [ICNT_W-1:0]     icnt_reg;           // no reset: set at each start
    reg                  placed_reg;         // expected_reg is the next PC,
    reg                  marked_reg;         // which a trigger without a block was told at
    reg [ADDR_W-1:0]     expected_reg;       // no reset: used with AWAIT_RETURN, or if placed
    reg [3:0]            tail_reg;           // no reset: set at each start
    reg                  tail_taken_reg;     // the same: the last instruction is in HIST
    reg [ADDR_W-1:0]     last_reg;           // the same: the last instruction
    reg [HISTORY_W-1:0]  history_reg;        // no reset: set at each start
    reg [BRANCH_W-1:0]   branch_reg;
    reg [2:0]            prv_reg;            // as last told
    reg [2:0]            place_prv_reg;      // no reset: of the last instruction, as Ownership
    reg [CONTEXT_W-1:0]  place_context_reg;  // tells it; the same, and its context
    reg [INTERVAL_W-1:0] interval_reg;       // since the last synchronization
    reg [TIME_W-1:0]     event_time_reg;     // no reset: used where something is awaited

    reg [SLOTS-1:0]           valid_reg;
    reg [SLOTS*MESSAGE_W-1:0] message_reg;  // no reset: used where valid
    reg [SLOTS-1:0]           late_reg;     // the same
    reg [TIME_W-1:0]          now_reg;
    reg [TIME_W-1:0]          then_reg;

    // Lanes
    wire [SLOTS-1:0]     valid_lanes;
    wire [NBLOCKS-1:0]   synced;
    wire [NBLOCKS-1:0]   owners;
    wire [NBLOCKS-1:0]   places;    // traced, and with an address
    wire [2:0]           now_prv;   // of the cycle's blocks, as Ownership tells it

    // Room: what the FIFO holds and what is on the way to it
    wire [LEVEL_W:0] occupied = {1'b0, level} + {{LEVEL_W+1-COUNT_W{1'b0}}, count(valid_reg)};
    wire [LEVEL_W:0] room     = DEPTH - occupied;  // which is never more
    wire             drop     = {{LEVEL_W+1-COUNT_W{1'b0}}, count(valid_lanes)} > room;
    wire [8:0]       resume   = resume_level == 8'd0 ? {{8-LEVEL_W{1'b0}}, QUARTER}
                                                     : {1'b0, resume_level};
    wire             drained  = {{8-LEVEL_W{1'b0}}, occupied} <= resume;

    // Return stack, before the first lane
    localparam integer STACK_PTR_W   = STACK_DEPTH > 1 ? $clog2(STACK_DEPTH) : 1;
    localparam integer STACK_COUNT_W = STACK_DEPTH > 0 ? $clog2(STACK_DEPTH) + 1 : 1;
    wire [NBLOCKS*ADDR_W-1:0] stack_window;
    wire [STACK_PTR_W-1:0]    stack_top;
    wire [STACK_COUNT_W-1:0]  stack_held;

    // A trigger without a block is of the PC and the time that are current: the first of several. It
    // is told at once where the PC is known.
    wire idle_next   = NTRIGGERS != 0 && notify_idle;
    wire here        = idle_next && !marked_reg;

    // Lanes hand their state to each other by names, not through arrays: nothing that a simulator
    // sees as one leads back to itself.
    genvar b;
    generate
        for (b = 0; b < NBLOCKS; b = b + 1) begin : block
            // State before the block and behind it
            wire [1:0]             state, state_next;
            wire                   is_htm, is_htm_next;
            wire                   error, error_next;
            wire                   overrun, overrun_next;
            wire [1:0]             awaits, awaits_next;
            wire [1:0]             btype, btype_next;
            wire                   trap, trap_next;
            wire [3:0]             due, due_next;
            wire                   placed, placed_next;
            wire [3:0]             tail, tail_next;
            wire                   tail_taken, tail_taken_next;
            wire [ADDR_W-1:0]      last, last_next;
            wire                   carried, carried_next;
            wire [ICNT_W-1:0]      icnt, icnt_next;
            wire [ADDR_W-1:0]      expected, expected_next;
            wire [HISTORY_W-1:0]   history, history_next;
            wire [BRANCH_W-1:0]    branch, branch_next;
            wire [2:0]             told_prv, told_prv_next;
            if (b == 0) begin : first
                assign state    = state_reg;
                assign is_htm   = is_htm_reg;
                assign error    = error_reg;
                assign overrun  = overrun_reg;
                assign awaits   = awaits_reg;
                assign btype    = btype_reg;
                assign trap     = trap_reg;
                assign due      = due_reg;
                assign placed   = placed_reg;
                assign tail     = tail_reg;
                assign tail_taken = tail_taken_reg;
                assign last     = last_reg;
                assign carried  = awaits_reg != AWAIT_NONE || due_reg[3] || due_reg[2];
                assign icnt     = icnt_reg;
                assign expected = expected_reg;
                assign history  = history_reg;
                assign branch   = branch_reg;
                assign told_prv = prv_reg;
            end else begin : later
                assign state    = block[b-1].state_next;
                assign is_htm   = block[b-1].is_htm_next;
                assign error    = block[b-1].error_next;
                assign overrun  = block[b-1].overrun_next;
                assign awaits   = block[b-1].awaits_next;
                assign btype    = block[b-1].btype_next;
                assign trap     = block[b-1].trap_next;
                assign due      = block[b-1].due_next;
                assign placed   = block[b-1].placed_next;
                assign tail     = block[b-1].tail_next;
                assign tail_taken = block[b-1].tail_taken_next;
                assign last     = block[b-1].last_next;
                assign carried  = block[b-1].carried_next;
                assign icnt     = block[b-1].icnt_next;
                assign expected = block[b-1].expected_next;
                assign history  = block[b-1].history_next;
                assign branch   = block[b-1].branch_next;
                assign told_prv = block[b-1].told_prv_next;
            end

            wire [ADDR_W-1:0] address = iaddr[b*ADDR_W +: ADDR_W];
            // Of the cycle's first block; without one it means nothing
            wire              is_first = b == 0 && (iretire[IRETIRE_W-1:0] != {IRETIRE_W{1'b0}} ||
                                                    itype[ITYPE_W-1:0] != {ITYPE_W{1'b0}});
            wire [1:0]        context_type = is_first ? ctype : 2'd0;

            wire              starts;
            wire              restarts;
            wire              flush;
            wire              told;
            wire              marks;
            wire              ends;
            wire              notes;
            wire              second;
            wire              trap_told;
            wire              late;
            wire              late_address;
            wire [ADDR_W-1:0] last_addr;
            wire              push;
            wire              taken;
            wire              errs;
            wire              branches;
            wire              slot1_valid;
            wire [5:0]        slot1_tcode;
            wire [3:0]        slot1_code;
            wire [1:0]        slot1_btype;
            wire [ICNT_W-1:0] slot1_icnt;
            wire [5:0]        slot2_tcode;
            wire [3:0]        slot2_code;
            wire [ADDR_W-1:0] slot2_addr;
            wire [ICNT_W-1:0] slot2_icnt;
            wire              slot3_valid;
            wire [5:0]        slot3_tcode;
            wire [3:0]        slot3_code;
            wire              slot3_cdf;
            wire [ICNT_W-1:0] slot3_icnt;
            wire              stack_clear;
            wire              stack_pop;
            wire              stack_push;
            wire [ADDR_W-1:0] stack_push_addr;
            wire              stack_top_valid;
            wire [ADDR_W-1:0] stack_top_addr;

            // The last instruction before the cycle, which a stop tells for a trigger without a block
            wire tail_told;
            if (NTRIGGERS == 0 || b != 0) begin : no_tail
                assign tail_told = 1'b1;
            end else if (PERIOD_W == 0) begin : plain_tail
                assign tail_told = tail_taken && history == HIST_EMPTY;
            end else begin : pending_tail
                localparam integer PENDING_W = `NT_HISTORY_PENDING_W(HIST_W);
                assign tail_told = tail_taken &&
                                   history[`NT_HISTORY_KEPT(HIST_W, PERIOD_W) +: PENDING_W] ==
                                   {PENDING_W{1'b0}};
            end
            assign places[b]       = (iretire[b*IRETIRE_W +: IRETIRE_W] != {IRETIRE_W{1'b0}} ||
                                      (DRAFT == 0 && {{4-ITYPE_W{1'b0}},
                                                      itype[b*ITYPE_W +: ITYPE_W]} ==
                                                     ITYPE_EXCEPTION)) && traced[b];
            assign last_next       = places[b] ? last_addr : last;
            assign tail_taken_next = places[b] ? push && taken : tail_taken;

            nt_flow_lane #(
                .XLEN(XLEN), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W), .ICNT_W(ICNT_W),
                .STACK_DEPTH(STACK_DEPTH), .PARTIAL_W(PARTIAL_W), .BTYPE_TRAP(BTYPE_TRAP),
                .DRAFT(DRAFT), .SECOND(SCONTEXT_W > 0 ? 1 : 0),
                .TRIGGERS(NTRIGGERS > 0 ? 1 : 0)
            ) lane (
                .traced(traced[b]), .htm(htm), .may_wait(may_wait), .evcode(evcode),
                .sync_reason(sync_reason[4*b +: 4]), .notify6(notify6[b]), .notify0(notify0[b]),
                .here(b == 0 && here), .crosses(b == 0 && crosses), .hold(hold[b]), .drained(drained),
                .return_mode(return_mode), .sequential_jump(sequential_jump),
                .all_jumps(all_jumps), .sync_icnt(sync_icnt), .rc7(rc7),
                .ownership(ownership), .prv_moves(now_prv != prv_reg),
                .itype(itype[b*ITYPE_W +: ITYPE_W]), .iaddr(address),
                .iretire(iretire[b*IRETIRE_W +: IRETIRE_W]), .ilastsize(ilastsize[2*b +: 2]),
                .sijump(sijump[b]), .ctype(context_type),

                .state(state), .is_htm(is_htm), .error(error), .overrun(overrun), .awaits(awaits),
                .btype(btype), .trap(trap), .due(due), .placed(placed), .carried(carried), .icnt(icnt),
                .expected(expected), .tail(tail), .tail_told(tail_told),

                .state_next(state_next), .is_htm_next(is_htm_next), .error_next(error_next),
                .overrun_next(overrun_next), .awaits_next(awaits_next), .btype_next(btype_next),
                .trap_next(trap_next), .due_next(due_next), .placed_next(placed_next),
                .carried_next(carried_next),
                .icnt_next(icnt_next), .expected_next(expected_next),
                .last_addr(last_addr), .tail_next(tail_next),

                .stack_clear(stack_clear), .stack_pop(stack_pop), .stack_push(stack_push),
                .stack_push_addr(stack_push_addr),
                .stack_top_valid(stack_top_valid), .stack_top_addr(stack_top_addr),

                .starts(starts), .restarts(restarts), .flush(flush), .told(told), .marks(marks),
                .ends(ends), .notes(notes), .second(second), .synced(synced[b]),
                .trap_told(trap_told), .push(push), .taken(taken), .late(late),
                .late_address(late_address),

                .errs(errs), .branches(branches),
                .slot1_valid(slot1_valid), .slot1_tcode(slot1_tcode), .slot1_code(slot1_code),
                .slot1_btype(slot1_btype), .slot1_icnt(slot1_icnt),
                .slot2_tcode(slot2_tcode), .slot2_code(slot2_code), .slot2_addr(slot2_addr),
                .slot2_icnt(slot2_icnt),
                .slot3_valid(slot3_valid), .slot3_tcode(slot3_tcode), .slot3_code(slot3_code),
                .slot3_cdf(slot3_cdf), .slot3_icnt(slot3_icnt)
            );

            // Return stack
            if (STACK_DEPTH > 0) begin : returns
                wire [NBLOCKS*ADDR_W-1:0] window, window_next;
                wire [NBLOCKS-1:0]        written, written_next;
                wire [STACK_PTR_W-1:0]    top, top_next;
                wire [STACK_COUNT_W-1:0]  held, held_next;
                if (b == 0) begin : first
                    assign window  = stack_window;
                    assign written = {NBLOCKS{1'b0}};
                    assign top     = stack_top;
                    assign held    = stack_held;
                end else begin : later
                    assign window  = block[b-1].returns.window_next;
                    assign written = block[b-1].returns.written_next;
                    assign top     = block[b-1].returns.top_next;
                    assign held    = block[b-1].returns.held_next;
                end

                nt_stack_lane #(
                    .WIDTH(ADDR_W), .WINDOW(NBLOCKS), .DEPTH(STACK_DEPTH)
                ) lane (
                    .clear(stack_clear), .pop(stack_pop), .push(stack_push),
                    .push_addr(stack_push_addr),
                    .top_valid(stack_top_valid), .top_addr(stack_top_addr),
                    .window(window), .written(written), .top(top), .count(held),
                    .window_next(window_next), .written_next(written_next),
                    .top_next(top_next), .count_next(held_next)
                );
            end else begin : no_returns
                assign stack_top_valid = 1'b0;
                assign stack_top_addr  = ADDR_NONE;
                wire unused = &{1'b0, stack_clear, stack_pop, stack_push, stack_push_addr};
            end

            // History
            wire [HIST_W-1:0]    hist;
            wire                 ends_valid;  // a run ends before the message that takes HIST
            wire [3:0]           ends_rcode;
            wire [HIST_W-1:0]    ends_hist;
            wire [REPEATS_W-1:0] ends_hrepeat;
            wire                 full_valid;
            wire [3:0]           full_rcode;
            wire [HIST_W-1:0]    full_hist;
            wire [REPEATS_W-1:0] full_hrepeat;
            wire                 run;

            nt_history_lane #(
                .HIST_W(HIST_W), .REPEAT_W(REPEAT_W), .PERIOD_W(PERIOD_W)
            ) history_lane (
                .repeated(repeated),
                .clear(starts && !restarts), .flush(flush), .push(push), .taken(taken),
                .pop(ends && tail_taken), .hold(hold[b]),
                .state(history), .state_next(history_next),
                .hist(hist),
                .flush_valid(ends_valid), .flush_rcode(ends_rcode), .flush_hist(ends_hist),
                .flush_hrepeat(ends_hrepeat),
                .push_valid(full_valid), .push_rcode(full_rcode), .push_hist(full_hist),
                .push_hrepeat(full_hrepeat), .run(run)
            );

            wire [HIST_W-1:0] left_hist = (told || starts) ? HIST_EMPTY : hist;  // for slots 2, 3
            wire       with_hist = hist != HIST_EMPTY;
            wire [5:0] tcode1    = !with_hist ? slot1_tcode :
                                   slot1_tcode == TCODE_INDIRECT_BRANCH ?
                                       TCODE_INDIRECT_BRANCH_HIST :
                                   slot1_tcode == TCODE_INDIRECT_BRANCH_SYNC ?
                                       TCODE_INDIRECT_BRANCH_HIST_SYNC : slot1_tcode;
            wire [5:0] tcode2    = left_hist != HIST_EMPTY && slot2_tcode == TCODE_INDIRECT_BRANCH_SYNC
                                       ? TCODE_INDIRECT_BRANCH_HIST_SYNC : slot2_tcode;

            // Ownership
            wire       owner_valid;
            wire [2:0] owner_next;
            wire [2:0] owner_prv;
            wire [1:0] owner_format;

            nt_ownership_lane #(.HCONTEXT_W(HCONTEXT_W)) ownership_lane (
                .enable(ownership), .rc7(rc7), .priv(priv), .ctype(context_type),
                .traced(traced[b]), .on(state == FLOW_ON && !restarts),
                .told(told || starts || second), .synced(synced[b]), .trap_told(trap_told),
                .last(told_prv), .last_next(owner_next),
                .valid(owner_valid), .prv(owner_prv), .format(owner_format)
            );

            if (b == 0) begin : privilege
                assign now_prv = owner_prv;
            end

            // Messages; anything where none is valid
            wire [4:0] ecode = ECODE_PROGRAM_TRACE | (error_context_reg ? ECODE_OWNERSHIP : 5'd0);
            wire [3:0] lane_valid = {slot3_valid || full_valid || (second && owner_valid),
                                     owner_valid || second, slot1_valid,
                                     errs || branches || ends_valid};
            // Told of the last instruction, or where the next PC is told without a block, or with one
            // to which it does not lead, it is as it was there; but the last instruction may have
            // written the context.
            wire elsewhere = !traced[b] && (context_type == CTYPE_DISCONTINUITY || crosses);
            wire of_place = b == 0 && (ends ? context_type != CTYPE_IMPRECISE
                                            : marks && (!is_first || elsewhere));
            wire [MESSAGE_W-1:0] owner_message = {
                HIST_EMPTY,
                {{ADDR_W-CONTEXT_W{1'b0}}, of_place ? place_context_reg : hart_context}, ICNT_ZERO,
                owner_format, {1'b0, of_place ? place_prv_reg : owner_prv}, TCODE_OWNERSHIP};
            assign owners[b] = owner_valid;
            assign told_prv_next = of_place && owner_valid ? place_prv_reg : owner_next;
            reg  [4*MESSAGE_W-1:0] lane_message;
            wire [4*MESSAGE_W-1:0] told_message;
            always @* begin
                lane_message = {4*MESSAGE_W{1'bx}};
                if (|lane_valid) begin
                    lane_message[0 +: MESSAGE_W] =
                        errs ? {HIST_EMPTY, ADDR_NONE, {{ICNT_W-5{1'b0}}, ecode}, 2'b00,
                                ETYPE_OVERRUN, TCODE_ERROR} :
                        branches ? {HIST_EMPTY, ADDR_NONE, icnt, 2'b00, 4'd0,
                                    TCODE_DIRECT_BRANCH} :
                        {ends_hist, {{ADDR_W-REPEATS_W{1'b0}}, ends_hrepeat}, ICNT_ZERO, 2'b00,
                         ends_rcode, TCODE_RESOURCE_FULL};
                    lane_message[MESSAGE_W +: MESSAGE_W] = {
                        hist, marks ? expected : ends ? last : notes ? last_addr : address,
                        slot1_icnt, slot1_btype, slot1_code, tcode1};
                    lane_message[2*MESSAGE_W +: MESSAGE_W] = second ?
                        {left_hist, slot2_addr, slot2_icnt, 2'b00, slot2_code, tcode2} :
                        owner_message;
                    lane_message[3*MESSAGE_W +: MESSAGE_W] =
                        second ? owner_message :
                        full_valid ? {full_hist, {{ADDR_W-REPEATS_W{1'b0}}, full_hrepeat},
                                      slot3_valid ? slot3_icnt : ICNT_ZERO, 2'b00,
                                      full_rcode | (slot3_valid ? RCODE_ICNT_FIRST : 4'd0),
                                      TCODE_RESOURCE_FULL} :
                        {(ends && tail_taken) ? {HIST_EMPTY[HIST_W-2:0], 1'b1} : left_hist,
                         ADDR_NONE, slot3_icnt, {1'b0, slot3_cdf}, slot3_code, slot3_tcode};
                end
            end

            nt_repeat_lane #(
                .XLEN(XLEN), .ICNT_W(ICNT_W), .HIST_W(HIST_W), .REPEAT_W(REPEAT_W)
            ) repeat_lane (
                .enable(repeat_branch), .run(run || awaits_next == AWAIT_BRANCH),
                .state(branch), .state_next(branch_next),
                .in_valid(lane_valid), .in(lane_message),
                .out_valid(valid_lanes[4*b +: 4]), .out(told_message)
            );

            integer i;
            always @(posedge clk) begin
                for (i = 0; i < 4; i = i + 1) begin
                    late_reg[4*b + i] <= i == 0 ? late :
                                         late_address && (i == 1 || (i == 2 && told && !second));
                    if (valid_lanes[4*b + i])
                        message_reg[(4*b + i)*MESSAGE_W +: MESSAGE_W] <=
                            told_message[i*MESSAGE_W +: MESSAGE_W];
                end
            end
        end

        if (STACK_DEPTH > 0) begin : returns
            nt_return_stack #(
                .WIDTH(ADDR_W), .WINDOW(NBLOCKS), .DEPTH(STACK_DEPTH)
            ) stack (
                .clk(clk), .rst(rst),
                .window_next(block[NBLOCKS-1].returns.window_next),
                .written_next(block[NBLOCKS-1].returns.written_next),
                .top_next(block[NBLOCKS-1].returns.top_next),
                .count_next(block[NBLOCKS-1].returns.held_next),
                .window(stack_window), .top(stack_top), .count(stack_held)
            );
        end else begin : no_returns
            assign stack_window = {NBLOCKS*ADDR_W{1'b0}};
            assign stack_top    = {STACK_PTR_W{1'b0}};
            assign stack_held   = {STACK_COUNT_W{1'b0}};
            wire unused = &{1'b0, stack_window, stack_top, stack_held};
        end
    endgenerate
    wire unused = &{1'b0, block[NBLOCKS-1].carried_next};

    wire marks_here  = here && block[0].marks;
    wire asked_early = due_reg[2] || due_reg[3];
    wire keeps_event = asked_early && !(|synced) && |block[NBLOCKS-1].due_next[3:2];

    // Periodic synchronization. Messages are known last, so only the lower bits wait for them.
    reg [INTERVAL_W-1:0] passed;  // with cycles and half-words
    integer m;
    always @* begin
        passed = interval_reg;
        if (sync_mode == SYNC_MODE_CYCLES) passed = passed + {{INTERVAL_W-1{1'b0}}, 1'b1};
        for (m = 0; m < NBLOCKS; m = m + 1) begin
            if (sync_mode == SYNC_MODE_HALFWORDS && traced[m])
                passed = passed +
                         {{INTERVAL_W-IRETIRE_W{1'b0}}, iretire[m*IRETIRE_W +: IRETIRE_W]};
        end
    end

    localparam integer HIGH_W = INTERVAL_W - COUNT_W;
    wire [INTERVAL_W-1:0] enough  = {INTERVAL_W{1'b1}} << ({1'b0, sync_max} + 5'd4);
    wire [COUNT_W-1:0]    sent    = sync_mode == SYNC_MODE_MESSAGES ? count(valid_lanes)
                                                                    : {COUNT_W{1'b0}};
    wire                  carry;
    wire [COUNT_W-1:0]    low;
    wire [HIGH_W-1:0]     high    = passed[INTERVAL_W-1:COUNT_W];
    wire [HIGH_W-1:0]     higher  = high + {{HIGH_W-1{1'b0}}, 1'b1};
    wire [HIGH_W-1:0]     limit   = enough[INTERVAL_W-1:COUNT_W];
    wire                  reached = |(low & enough[COUNT_W-1:0]) ||
                                    (carry ? |(higher & limit) : |(high & limit));
    assign {carry, low} = {1'b0, passed[COUNT_W-1:0]} + {1'b0, sent};

    wire                  counts   = !drop && block[NBLOCKS-1].state_next == FLOW_ON && !(|synced);
    wire [INTERVAL_W-1:0] interval = counts ? {carry ? higher : high, low} : {INTERVAL_W{1'b0}};
    wire                  periodic = sync_mode != 2'd0 && counts && reached;

    wire                  quiet    = itype == {NBLOCKS*ITYPE_W{1'b0}} &&
                                     iretire == {NBLOCKS*IRETIRE_W{1'b0}};

    // Time
    reg     has_event;
    integer e;
    always @* begin
        has_event = 1'b0;
        for (e = 0; e < NBLOCKS; e = e + 1) begin
            if (iretire[e*IRETIRE_W +: IRETIRE_W] != {IRETIRE_W{1'b0}} ||
                {{4-ITYPE_W{1'b0}}, itype[e*ITYPE_W +: ITYPE_W]} == ITYPE_EXCEPTION ||
                {{4-ITYPE_W{1'b0}}, itype[e*ITYPE_W +: ITYPE_W]} == ITYPE_INTERRUPT)
                has_event = 1'b1;
        end
    end

    // Loss
    wire lost_owner = |owners;

    assign message_valid = valid_reg;
    assign message       = message_reg;
    assign message_late  = late_reg;
    assign now           = now_reg;
    assign then          = then_reg;
    assign dropped       = drop;
    assign empty         = !(|valid_reg) && state_reg == FLOW_OFF && !error_reg && !tracing;
    assign nearly_full   = occupied > STALL;

    always @(posedge clk) begin
        if (rst) begin
            state_reg         <= FLOW_OFF;
            is_htm_reg        <= 1'b0;
            error_reg         <= 1'b0;
            error_context_reg <= 1'b0;
            overrun_reg       <= 1'b0;
            awaits_reg        <= AWAIT_NONE;
            btype_reg         <= 2'b00;
            trap_reg          <= 1'b0;
            due_reg           <= 4'd0;
            placed_reg        <= 1'b0;
            marked_reg        <= 1'b0;
            branch_reg        <= {BRANCH_W{1'b0}};
            prv_reg           <= 3'd0;
            interval_reg      <= {INTERVAL_W{1'b0}};
            valid_reg         <= {SLOTS{1'b0}};
        end else begin
            state_reg         <= block[NBLOCKS-1].state_next;
            is_htm_reg        <= block[NBLOCKS-1].is_htm_next;
            error_reg         <= block[NBLOCKS-1].error_next;
            error_context_reg <= block[NBLOCKS-1].error_next && error_context_reg;
            overrun_reg       <= block[NBLOCKS-1].overrun_next;
            awaits_reg        <= block[NBLOCKS-1].awaits_next;
            btype_reg         <= block[NBLOCKS-1].btype_next;
            trap_reg          <= block[NBLOCKS-1].trap_next;
            due_reg           <= block[NBLOCKS-1].due_next |
                                 {1'b0, here && !block[0].marks, 1'b0, periodic};
            placed_reg        <= block[NBLOCKS-1].placed_next;
            marked_reg        <= (marks_here || (marked_reg && quiet)) &&
                                 block[NBLOCKS-1].state_next == FLOW_ON;
            branch_reg        <= block[NBLOCKS-1].branch_next;
            prv_reg           <= block[NBLOCKS-1].told_prv_next;
            interval_reg      <= interval;
            valid_reg         <= valid_lanes;
            if (drop) begin
                state_reg         <= traced[NBLOCKS-1] ? FLOW_ARMED : FLOW_OFF;
                error_reg         <= 1'b1;
                error_context_reg <= error_context_reg || lost_owner;  // Error itself may be lost
                overrun_reg       <= traced[NBLOCKS-1];
                awaits_reg        <= AWAIT_NONE;
                due_reg           <= {1'b0, idle_next, 2'b00};
                marked_reg        <= 1'b0;
                branch_reg        <= {BRANCH_W{1'b0}};
                valid_reg         <= {SLOTS{1'b0}};
            end
        end
        icnt_reg     <= block[NBLOCKS-1].icnt_next;
        expected_reg <= block[NBLOCKS-1].expected_next;
        tail_reg       <= block[NBLOCKS-1].tail_next;
        tail_taken_reg <= block[NBLOCKS-1].tail_taken_next;
        last_reg       <= block[NBLOCKS-1].last_next;
        if (|places) begin
            place_prv_reg     <= now_prv;
            place_context_reg <= hart_context;
        end
        history_reg  <= block[NBLOCKS-1].history_next;
        now_reg      <= timestamp;
        then_reg     <= event_time_reg;
        if ((has_event || idle_next) && !keeps_event) event_time_reg <= timestamp;
    end

    function [COUNT_W-1:0] count(input [SLOTS-1:0] bits);
        integer k;
        begin
            count = {COUNT_W{1'b0}};
            for (k = 0; k < SLOTS; k = k + 1)
                count = count + {{COUNT_W-1{1'b0}}, bits[k]};
        end
    endfunction

`ifdef FORMAL
    `include "nt_flow_contract.vh"
`endif

endmodule

`default_nettype wire
