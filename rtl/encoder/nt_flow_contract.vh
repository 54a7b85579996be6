// SPDX-License-Identifier: Apache-2.0
// Contract of nt_flow, included at its foot. The messages are read as a decoder would: which may
// follow which, and why.
localparam integer F_COUNT_W = LEVEL_W + 3;
localparam integer MOST_OF_LANE = `NT_MOST_OF_LANE(SCONTEXT_W);
localparam integer F_CYCLE = MOST_OF_LANE * NBLOCKS;
// What a stop brings besides: a request, and Ownership; in the smallest builds it is owed before
localparam [0:0] F_SMALL = SCONTEXT_W == 0 && STACK_DEPTH == 0 && REPEAT_W == 0 && NTRIGGERS == 0;
localparam integer F_MARKS = SCONTEXT_W > 0 ? 2 : F_SMALL ? 0 : 1;

reg                 f_started = 1'b0;
reg [LEVEL_W-1:0]   f_level;       // level in the cycle before
reg [LEVEL_W:0]     f_most;        // level now, had nothing been read
reg [SLOTS-1:0]     f_wanted;      // what the lanes wanted to send in the cycle before
reg                 f_on;          // between ProgTraceSync and ProgTraceCorrelation
reg                 f_htm;         // mode of what was started last
reg                 f_lost;        // messages were lost and no Error message has told of it
reg                 f_lost_owner;  // Ownership among them
reg                 f_traced;      // since a loss all has been traced, and tracing has not resumed
reg [NBLOCKS-1:0]   f_resume;      // the same up to a block, in the cycle before
reg [NBLOCKS-1:0]   f_start_htm;   // mode of a start at a block, in the cycle before
reg                 f_ownership;   // Ownership was asked for in the cycle before
reg                 f_reported;    // a context was reported in the cycle before, while on,
reg                 f_owed;        // and must be told: its block was traced, or may have written it
reg [3:0]           f_asked;       // synchronization that was asked for: {6, 0, 4, 2}
reg [3:0]           f_allowed;     // the same, for the messages of this cycle
reg                 f_obeyed;      // the hart has stalled where it should, since the reset
reg                 f_near;        // nearly_full in the cycle before, and before that
reg                 f_near_2;
reg                 f_last_waits;  // a stop could wait in the cycle before, and before that
reg                 f_waits_2;
reg                 f_steady;      // the cycle before was neither reset nor empty
reg [15:0]          f_settings;    // options in the cycle before

wire f_dropped = f_wanted != message_valid;

// Walk through the messages of this cycle
reg        f_on_next;
reg        f_htm_next;
reg        f_lost_next;
reg        f_lost_owner_next;
reg        f_error_ok;      // an Error message only after a loss
reg        f_ecode_ok;      // which names what was lost
reg        f_first_ok;      // nothing before the Error message
reg        f_start_ok;      // starts only where tracing is off
reg        f_on_ok;         // other messages only where it is on
reg        f_tcode_ok;      // messages that the serializer knows
reg        f_resume_ok;     // SYNC=7 exactly where tracing resumes after a loss
reg        f_due_ok;        // synchronizing messages only where one was due
reg        f_mode_ok;       // messages of the mode
reg        f_owner_ok;      // Ownership where it belongs
reg        f_address_ok;    // addresses in the lane's second slot alone
reg        f_late_ok;       // late messages before the others
reg        f_on_time;
reg        f_sync;
reg        f_starts;
reg [3:0]  f_due;
reg [3:0]  f_code;
reg [1:0]  f_type;
reg [5:0]  f_tcode;
reg [5:0]  f_next_tcode;
reg [1:0]  f_next_type;
reg [ICNT_W-1:0] f_icnt;
integer    f_slot;
always @* begin
    f_on_next    = f_on && !f_dropped;
    f_htm_next   = f_htm;
    f_lost_next  = f_lost || f_dropped;
    f_lost_owner_next = f_lost_owner;
    for (f_slot = 2; f_slot < SLOTS; f_slot = f_slot + 1)
        if (f_dropped && f_wanted[f_slot] && f_slot % 4 > 1 &&
            message[f_slot*MESSAGE_W +: 6] == TCODE_OWNERSHIP)
            f_lost_owner_next = 1'b1;
    f_error_ok   = 1'b1;
    f_ecode_ok   = 1'b1;
    f_first_ok   = 1'b1;
    f_start_ok   = 1'b1;
    f_on_ok      = 1'b1;
    f_tcode_ok   = 1'b1;
    f_resume_ok  = 1'b1;
    f_due_ok     = 1'b1;
    f_mode_ok    = 1'b1;
    f_owner_ok   = 1'b1;
    f_address_ok = 1'b1;
    f_late_ok    = 1'b1;
    f_on_time    = 1'b0;
    f_sync       = 1'b0;
    f_starts     = 1'b0;
    f_due        = 4'd0;
    f_code       = 4'd0;
    f_type       = 2'd0;
    f_tcode      = 6'd0;
    f_next_tcode = 6'd0;
    f_next_type  = 2'd0;
    f_icnt       = ICNT_ZERO;
    for (f_slot = 0; f_slot < SLOTS; f_slot = f_slot + 1) begin
        if (message_valid[f_slot]) begin
            {f_icnt, f_type, f_code, f_tcode} = message[f_slot*MESSAGE_W +: 12+ICNT_W];
            f_sync   = f_tcode == TCODE_PROG_TRACE_SYNC || f_tcode == TCODE_DIRECT_BRANCH_SYNC ||
                       f_tcode == TCODE_INDIRECT_BRANCH_SYNC ||
                       f_tcode == TCODE_INDIRECT_BRANCH_HIST_SYNC;
            f_due    = {f_code == 4'd6, f_code == 4'd0, f_code == 4'd4, f_code == 4'd2};
            f_starts = f_tcode == TCODE_PROG_TRACE_SYNC && f_due == 4'd0;

            // The twelve messages, as far as the build has them
            if (!(f_tcode == TCODE_DIRECT_BRANCH || f_tcode == TCODE_INDIRECT_BRANCH ||
                  f_tcode == TCODE_ERROR || f_sync || f_tcode == TCODE_INDIRECT_BRANCH_HIST ||
                  (f_tcode == TCODE_REPEAT_BRANCH && REPEAT_W > 0) ||
                  (f_tcode == TCODE_OWNERSHIP && SCONTEXT_W > 0 && !f_code[3] &&
                   f_type != 2'd1 && (f_type != 2'd3 || HCONTEXT_W > 0)) ||
                  (f_tcode == TCODE_RESOURCE_FULL && f_code != RCODE_ICNT_FIRST &&
                   f_code[2:0] <= (REPEAT_W > 0 ? 3'd2 : 3'd1)) ||
                  (f_tcode == TCODE_PROG_TRACE_CORRELATION && !f_type[1]))) f_tcode_ok = 1'b0;

            // Loss, start and stop
            if (f_tcode == TCODE_ERROR) begin
                if (!f_lost_next || f_on_next) f_error_ok = 1'b0;
                if (f_icnt != (f_lost_owner_next ? 5'b01100 : 5'b00100)) f_ecode_ok = 1'b0;
                f_lost_next       = 1'b0;
                f_lost_owner_next = 1'b0;
            end else begin
                if (f_lost_next) f_first_ok = 1'b0;
                if (f_starts) begin
                    if (f_on_next) f_start_ok = 1'b0;
                    if ((f_code == SYNC_OVERRUN) != f_resume[f_slot / 4]) f_resume_ok = 1'b0;
                    f_htm_next = f_start_htm[f_slot / 4];
                end else begin
                    if (!f_on_next) f_on_ok = 1'b0;
                    if (f_sync && (f_due & f_allowed) == 4'd0) f_due_ok = 1'b0;
                end
                f_on_next = f_tcode != TCODE_PROG_TRACE_CORRELATION;
            end

            // HTM has no direct branches, BTM no HIST
            if (f_htm_next && (f_tcode == TCODE_DIRECT_BRANCH ||
                               f_tcode == TCODE_DIRECT_BRANCH_SYNC ||
                               (f_tcode == TCODE_PROG_TRACE_SYNC && !f_starts)))
                f_mode_ok = 1'b0;
            if (!f_htm_next && (f_tcode == TCODE_INDIRECT_BRANCH_HIST ||
                                f_tcode == TCODE_INDIRECT_BRANCH_HIST_SYNC ||
                                (f_tcode == TCODE_RESOURCE_FULL && f_code != RCODE_ICNT)))
                f_mode_ok = 1'b0;
            if (f_tcode == TCODE_PROG_TRACE_CORRELATION && f_type[0] != f_htm_next)
                f_mode_ok = 1'b0;

            // Ownership comes right behind an address message or where a context is reported, and
            // behind each synchronizing one, with the context
            if (f_tcode == TCODE_OWNERSHIP &&
                !(f_ownership && f_slot % 4 >= 2 &&
                  (message_valid[f_slot - 1] || (f_reported && f_slot == 2 &&
                                                 f_type != FORMAT_PRIVILEGE)))) f_owner_ok = 1'b0;
            if (f_sync && f_slot % 4 != 0 && f_slot % 4 != 3 && f_ownership) begin
                f_next_tcode = message[(f_slot+1)*MESSAGE_W +: 6];
                f_next_type  = message[(f_slot+1)*MESSAGE_W + 10 +: 2];
                if (!(message_valid[f_slot + 1] && f_next_tcode == TCODE_OWNERSHIP &&
                      f_next_type != FORMAT_PRIVILEGE)) f_owner_ok = 1'b0;
            end

            if (f_slot % 4 != 1 && !(f_slot % 4 == 2 && f_sync) && (f_sync || f_tcode == TCODE_INDIRECT_BRANCH ||
                                    f_tcode == TCODE_INDIRECT_BRANCH_HIST)) f_address_ok = 1'b0;
            if (message_late[f_slot] && f_on_time) f_late_ok = 1'b0;
            if (!message_late[f_slot]) f_on_time = 1'b1;
        end
    end
    // A context that is reported is told at once, behind a second address message too
    f_slot = message[2*MESSAGE_W +: 6] == TCODE_OWNERSHIP ? 2 : 3;
    if (f_owed && !f_dropped &&
        !(message_valid[2] && message_valid[f_slot] &&
          message[f_slot*MESSAGE_W +: 6] == TCODE_OWNERSHIP &&
          message[f_slot*MESSAGE_W + 10 +: 2] != FORMAT_PRIVILEGE))
        f_owner_ok = 1'b0;
end

// What is asked for in this cycle
wire [NBLOCKS-1:0] f_icnt_full;   // before or behind the block
wire [NBLOCKS-1:0] f_htm_behind;
reg f_full;   // I-CNT was full before or behind a block
reg f_quiet;  // a hart that stalls: no block; but tracing may stop
reg f_blocks_ok;
reg f_reasons_ok;
integer f_b;
always @* begin
    f_full       = |f_icnt_full;
    f_quiet      = 1'b1;
    f_blocks_ok  = 1'b1;
    f_reasons_ok = evcode <= 4'd4;
    for (f_b = 0; f_b < NBLOCKS; f_b = f_b + 1) begin
        if (iretire[f_b*IRETIRE_W +: IRETIRE_W] != {IRETIRE_W{1'b0}} ||
            itype[f_b*ITYPE_W +: ITYPE_W] != {ITYPE_W{1'b0}})
            f_quiet = 1'b0;
        if (iretire[f_b*IRETIRE_W +: IRETIRE_W] == {IRETIRE_W{1'b0}} &&
            itype[f_b*ITYPE_W +: ITYPE_W] > 2) f_blocks_ok = 1'b0;
        if (!(sync_reason[4*f_b +: 4] == 4'd1 || sync_reason[4*f_b +: 4] == 4'd3 ||
              sync_reason[4*f_b +: 4] == 4'd5 || sync_reason[4*f_b +: 4] == 4'd9) ||
            (traced[f_b] && !(tracing && may_wait)) || (notify6[f_b] && !traced[f_b]) ||
            (notify0[f_b] && !traced[f_b]) ||
            ((notify6[f_b] || notify0[f_b]) &&
             iretire[f_b*IRETIRE_W +: IRETIRE_W] == {IRETIRE_W{1'b0}} &&
             itype[f_b*ITYPE_W +: ITYPE_W] == {ITYPE_W{1'b0}}) ||
            (NTRIGGERS == 0 && (hold[f_b] || notify0[f_b] || notify_idle))) f_reasons_ok = 1'b0;
    end
end
wire       f_first = iretire[0 +: IRETIRE_W] != {IRETIRE_W{1'b0}} ||
                     itype[0 +: ITYPE_W] != {ITYPE_W{1'b0}};
// Where tracing starts again at a boundary of debug mode, the start has the context behind it
wire       f_report = ownership && f_first && state_reg == FLOW_ON && ctype != 2'd0 &&
                      !block[0].restarts;
// A boundary of debug mode that is traced sends one message more than is kept free for it
wire       f_obeys = f_obeyed && (!f_near_2 || f_quiet) && !block[0].restarts;
wire [3:0] f_asks = {|notify6, |notify0 || idle_next, sync_icnt && f_full, periodic};
wire [3:0] f_here = {ctype == CTYPE_PRECISE, 1'b0, sync_icnt && f_full, 1'b0};

function f_prefix(input [NBLOCKS-1:0] bits, input integer last);
    integer f_i;
    begin
        f_prefix = 1'b1;
        for (f_i = 0; f_i < NBLOCKS; f_i = f_i + 1)
            if (f_i <= last && !bits[f_i]) f_prefix = 1'b0;
    end
endfunction

integer f_k;
always @(posedge clk) begin
    f_started  <= 1'b1;
    f_steady   <= !rst && !empty;
    f_settings <= f_settings_now;
    if (rst) begin
        f_level       <= {LEVEL_W{1'b0}};
        f_most        <= {LEVEL_W+1{1'b0}};
        f_wanted      <= {SLOTS{1'b0}};
        f_on          <= 1'b0;
        f_htm         <= 1'b0;
        f_lost        <= 1'b0;
        f_lost_owner  <= 1'b0;
        f_traced      <= 1'b0;
        f_resume      <= {NBLOCKS{1'b0}};
        f_start_htm   <= {NBLOCKS{1'b0}};
        f_ownership   <= 1'b0;
        f_reported    <= 1'b0;
        f_owed        <= 1'b0;
        f_asked       <= 4'd0;
        f_allowed     <= 4'd0;
        f_obeyed      <= 1'b1;
        f_near        <= 1'b0;
        f_near_2      <= 1'b0;
        f_last_waits  <= 1'b0;
        f_waits_2     <= 1'b0;
    end else begin
        f_level       <= level;
        f_most        <= occupied;
        f_wanted      <= valid_lanes;
        f_on          <= f_on_next;
        f_htm         <= f_htm_next;
        f_lost        <= f_lost_next;
        f_lost_owner  <= f_lost_owner_next;
        f_traced      <= drop ? traced[NBLOCKS-1]
                              : f_traced && (&traced) && block[NBLOCKS-1].state_next != FLOW_ON;
        for (f_k = 0; f_k < NBLOCKS; f_k = f_k + 1) begin
            f_resume[f_k]    <= f_traced && f_prefix(traced, f_k);
            f_start_htm[f_k] <= f_htm_behind[f_k];
        end
        f_ownership   <= ownership;
        f_reported    <= f_report;
        f_owed        <= f_report && (traced[0] || ctype == CTYPE_IMPRECISE);
        f_asked       <= (drop || block[NBLOCKS-1].state_next == FLOW_OFF) ?
                             {1'b0, drop && idle_next, 2'b00} :
                             f_asks | f_asked;
        f_allowed     <= f_asked | f_here | f_asks;
        f_obeyed      <= f_obeys;
        f_near        <= nearly_full;
        f_near_2      <= f_near;
        f_last_waits  <= may_wait;
        f_waits_2     <= f_last_waits;
    end
end

// The FIFO takes what is offered and gives at most one a cycle, none that it does not hold
always @* if (!f_started) a_reset: assume (rst);
always @* if (f_started)
    a_level: assume ({1'b0, level} == f_most ||
                     (f_level != {LEVEL_W{1'b0}} && {1'b0, level} + 1 == f_most));
// Qualify; and the ingress port: without an instruction there are only exceptions and interrupts
always @* if (f_started) a_qualify: assume (f_reasons_ok);
always @* if (f_started) a_block: assume (f_blocks_ok);
// Debug mode begins and ends with a block
always @* if (f_started) a_crosses: assume (!crosses || f_first);
// A trigger without a block
always @* if (f_started) a_idle: assume (!notify_idle || (f_quiet && &traced));
// Options that the build does not have are off; they change only where nothing is traced
wire [15:0] f_settings_now = {ownership, return_mode, sequential_jump, repeated, repeat_branch,
                              all_jumps, sync_icnt, rc7, sync_mode, sync_max};
always @* if (f_started && f_steady) a_settings: assume (f_settings_now == f_settings);
always @* if (f_started)
    a_options: assume ((SCONTEXT_W > 0 || !ownership) && (PERIOD_W > 0 || !repeated) &&
                       (REPEAT_W > 0 || !repeat_branch));

// Owed before the block and behind it: a message in slot 0 of a lane to come
wire [2*NBLOCKS-1:0] f_owes_before;
wire [2*NBLOCKS-1:0] f_owes_after;
wire [NBLOCKS-1:0] f_long_before;  // a run of history is held, whose end takes a message
wire [NBLOCKS-1:0] f_long_after;

function [1:0] owes(input [1:0] f_state, input [1:0] f_awaits, input f_long, input f_placed,
                    input [BRANCH_W-1:0] f_branch);
    owes = {1'b0, f_state == FLOW_ON && (f_awaits != AWAIT_NONE || (F_SMALL && f_placed))} +
           {1'b0, f_state == FLOW_ON &&
                  (f_long || (REPEAT_W > 0 && f_branch[0] &&
                              f_branch[BRANCH_W-1 -: REPEATS_W] != 0))};
endfunction

// What was owed is among what is under way, and so are one trigger and a stop while the hart waits
wire [F_COUNT_W-1:0] f_bound =
    STALL_AT + 1 + (REPEAT_W > 0 ? 1 : 0) + (!f_near ? F_CYCLE : !f_near_2 ? 2 * F_CYCLE :
                    state_reg == FLOW_ON ? 3 * F_CYCLE + (marked_reg ? F_MARKS : 0)
                                         : 3 * F_CYCLE + 1 + F_MARKS);

always @* if (f_started) begin
    // Never more messages than the FIFO can take
    p_room: assert (occupied <= DEPTH);
    // Nothing is lost where the hart stalls when it should
    if (f_obeys && !rst) p_lossless: assert (!drop);
    // A loss is followed by an Error message that names what was lost, before any other message,
    // and only a loss is
    p_error_first: assert (f_first_ok);
    p_error_once:  assert (f_error_ok);
    p_ecode:       assert (f_ecode_ok);
    // ProgTraceSync starts, ProgTraceCorrelation stops, the others lie between
    p_start: assert (f_start_ok);
    p_on:    assert (f_on_ok);
    // Messages that the serializer knows; those of the mode, with CDF as it wants
    p_tcode: assert (f_tcode_ok);
    p_mode:  assert (f_mode_ok);
    // SYNC=7 exactly where tracing starts anew because of a loss
    p_overrun: assert (f_resume_ok);
    // Other synchronizing messages only where one was asked for, with that reason
    p_due: assert (f_due_ok);
    // Ownership
    p_owner: assert (f_owner_ok);
    // What nt_message counts on
    p_addressed: assert (f_address_ok);
    p_late:      assert (f_late_ok);
    // trTeEmpty's share: no message, no stop and no Error message to come
    if (empty) p_empty: assert (message_valid == {SLOTS{1'b0}} && !f_on_next && !f_lost_next);
    // Where no stop may wait tracing stops at once, whatever the hart does, and then there is
    // nothing to be sent but the Error message of a loss
    if (!f_last_waits) p_bound: assert (!f_on_next);
    if (!f_last_waits && !f_waits_2)
        p_last: assert (message_valid == {SLOTS{1'b0}} ||
                        (message_valid == {{SLOTS-1{1'b0}}, 1'b1} &&
                         message[5:0] == TCODE_ERROR));
    // A stop leaves nothing behind
    if (state_reg != FLOW_ON)
        p_pending: assert (awaits_reg == AWAIT_NONE && due_reg[1:0] == 2'd0 &&
                           (state_reg == FLOW_ARMED || due_reg == 4'd0) &&
                           (REPEAT_W == 0 || branch_reg == {BRANCH_W{1'b0}} || !branch_reg[0]));

    // For the induction
    i_on:     assert (f_on_next == (state_reg == FLOW_ON));
    i_lost:   assert (f_lost_next == error_reg);
    i_owner:  assert (f_lost_owner_next == error_context_reg);
    i_state:  assert (state_reg != 2'd3 && !(error_reg && state_reg == FLOW_ON));
    i_traced: assert (f_traced == overrun_reg && (!overrun_reg || state_reg == FLOW_ARMED));
    i_htm:    assert (state_reg != FLOW_ON || f_htm_next == is_htm_reg);
    i_branch: assert (awaits_reg != AWAIT_BRANCH || (!is_htm_reg && !placed_reg));
    i_due:    assert ((due_reg & ~f_asked) == 4'd0);
    if (state_reg == FLOW_ON && awaits_reg == AWAIT_NONE && icnt_reg[ICNT_W-1])
        i_full: assert (due_reg[1] || (NTRIGGERS != 0 && !placed_reg));
    if (marked_reg) i_marked: assert (state_reg == FLOW_ON && due_reg[3:2] == 2'd0);
    if (REPEAT_W > 0) i_repeat: assert (!branch_reg[0] || awaits_reg != AWAIT_BRANCH);
    if (f_obeyed) begin
        i_obeyed: assert (!error_reg);
        i_bound:  assert (occupied + f_owes_before[1:0] <= f_bound);
    end
end

wire [NBLOCKS-1:0] f_most_ok;
wire [NBLOCKS-1:0] f_slot0_ok;
wire [NBLOCKS-1:0] f_slot3_ok;
wire [NBLOCKS-1:0] f_htm_ok;
always @* if (f_started && !rst) begin
    // Few messages of a lane, but for an Error message
    p_most: assert (&f_most_ok);
    // One message a slot; what is counted has been told before
    p_slot0: assert (&f_slot0_ok);
    p_slot3: assert (&f_slot3_ok);
    // A mode holds from where tracing was off
    p_htm: assert (&f_htm_ok);
end

genvar f_lane;
generate
    for (f_lane = 0; f_lane < NBLOCKS; f_lane = f_lane + 1) begin : f_block
        wire f_errs = block[f_lane].errs;
        wire f_ends = block[f_lane].branches || block[f_lane].ends_valid;
        wire [2:0] f_sent = valid_lanes[4*f_lane] + valid_lanes[4*f_lane+1] +
                            valid_lanes[4*f_lane+2] + valid_lanes[4*f_lane+3];
        assign f_owes_before[2*f_lane +: 2] = owes(block[f_lane].state, block[f_lane].awaits,
                                            f_long_before[f_lane],
                                            block[f_lane].placed && |block[f_lane].due[3:2],
                                            block[f_lane].branch);
        assign f_owes_after[2*f_lane +: 2]  = owes(block[f_lane].state_next, block[f_lane].awaits_next,
                                            f_long_after[f_lane],
                                            block[f_lane].placed_next &&
                                                |block[f_lane].due_next[3:2],
                                            block[f_lane].branch_next);
        assign f_most_ok[f_lane]     = f_errs || block[f_lane].restarts ||
                                       f_sent + f_owes_after[2*f_lane +: 2] <=
                                           MOST_OF_LANE + f_owes_before[2*f_lane +: 2];
        assign f_slot0_ok[f_lane] =
            !(f_errs && f_ends) && !(block[f_lane].branches && block[f_lane].ends_valid) &&
            !(f_ends && REPEAT_W > 0 && block[f_lane].branch[0]);
        assign f_slot3_ok[f_lane] =
            !(block[f_lane].full_valid && block[f_lane].slot3_valid) ||
            block[f_lane].slot3_tcode == TCODE_RESOURCE_FULL;
        assign f_icnt_full[f_lane]  = block[f_lane].icnt[ICNT_W-1] ||
                                      block[f_lane].icnt_next[ICNT_W-1];
        assign f_htm_behind[f_lane] = block[f_lane].is_htm_next;
        assign f_htm_ok[f_lane]     = block[f_lane].state != FLOW_OFF ||
                                      block[f_lane].is_htm_next == htm;
    end
    for (f_lane = 0; f_lane < NBLOCKS; f_lane = f_lane + 1) begin : f_held
        if (PERIOD_W == 0) begin : f_none
            assign f_long_before[f_lane] = 1'b0;
            assign f_long_after[f_lane]  = 1'b0;
        end else begin : f_some
            localparam integer F_AT  = `NT_HISTORY_KEPT(HIST_W, PERIOD_W);
            localparam integer F_FOR = `NT_HISTORY_PENDING_W(HIST_W);
            assign f_long_before[f_lane] = block[f_lane].history[F_AT +: F_FOR] >= HIST_W;
            assign f_long_after[f_lane]  = block[f_lane].history_next[F_AT +: F_FOR] >= HIST_W;
        end
    end
    if (PERIOD_W == 0) begin : f_history
        always @* if (f_started && state_reg == FLOW_ON) begin
            // HIST always has its stop bit
            p_hist: assert (history_reg != {HIST_W{1'b0}} && !history_reg[HIST_W-1]);
            i_plain: assert (is_htm_reg || history_reg == HIST_EMPTY);
        end
    end else begin : f_runs
        localparam integer F_PENDING_W = `NT_HISTORY_PENDING_W(HIST_W);
        localparam integer F_KEPT      = `NT_HISTORY_KEPT(HIST_W, PERIOD_W);
        wire [F_PENDING_W-1:0] f_pending = history_reg[F_KEPT +: F_PENDING_W];
        wire                   f_in_run  = history_reg[F_KEPT + F_PENDING_W];
        wire [PERIOD_W-1:0]    f_period, f_phase;
        assign {f_phase, f_period} = history_reg[F_KEPT + F_PENDING_W + 1 +: 2 * PERIOD_W];
        always @* if (f_started && state_reg == FLOW_ON) begin
            i_plain: assert (is_htm_reg || (f_pending == 0 && !f_in_run));
            i_run:   assert (!branch_reg[0] || f_pending < HIST_W);
            // A run that breaks leaves less than a period, which fits into HIST with that branch
            i_phase: assert (!f_in_run || f_phase < f_period);
        end
    end
endgenerate

// The contract can be met: a loss and the way back, both counters full, a full FIFO, a stall
always @* if (f_started && !rst) begin
    c_loss:   cover (f_dropped && f_on);
    c_resume: cover (message_valid[0] && message_valid[1] && f_resume[0]);
    c_both:   cover (message_valid[3] && message[3*MESSAGE_W +: 10] ==
                     {RCODE_ICNT_FIRST | RCODE_HIST, TCODE_RESOURCE_FULL});
    c_full:   cover (level == DEPTH);
    c_stop:   cover (f_on && !f_on_next && !f_dropped);
    c_sync:   cover (message_valid[1] && message[MESSAGE_W +: 6] == TCODE_DIRECT_BRANCH_SYNC);
    c_marked: cover (message_valid[1] && message_valid[3] && message[MESSAGE_W + 6 +: 4] == 4'd6 &&
                     message[3*MESSAGE_W +: 6] == TCODE_PROG_TRACE_CORRELATION && !f_resume[0]);
    c_late:   cover (message_valid[1] && message_late[1] && message_valid[3]);
    if (NTRIGGERS > 0) c_here: cover (marked_reg && message_valid[1] && !message_late[1]);
    if (SCONTEXT_W > 0) c_owner: cover (message_valid[2] && f_on);
    if (SCONTEXT_W > 0) c_written: cover (message_valid[2:1] == 2'b10 && message_valid[3]);
    if (REPEAT_W > 0)
        c_repeat: cover (message_valid[0] && message[5:0] == TCODE_REPEAT_BRANCH);
end
