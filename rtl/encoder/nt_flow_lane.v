// SPDX-License-Identifier: Apache-2.0
// Flow, one lane: what one ingress block does to I-CNT, to awaited targets and to the return stack,
// where tracing starts, stops and synchronizes, and the messages that this causes.
// Combinational; nt_flow chains NBLOCKS of these and holds the state.
//
// What happens at a block, in this order:
//   crosses the hart enters or leaves debug mode: tracing stops, and starts again
//   lands   it has an address, which all that was awaited or due has waited for
//   starts  tracing starts here
//   notes   a synchronizing message is asked for at its last instruction
//   counts  its instructions are traced; what comes behind it is awaited
//   stops   it is not traced, and nothing more is awaited
//
// The lane's four slots, as far as they are filled here:
//   0  Error; DirectBranch whose target never came
//   1  address message: ProgTraceSync, IndirectBranch(Sync), DirectBranchSync (HIST comes later)
//      ResourceFull of I-CNT at an implicit return
//      ProgTraceCorrelation where the hart crosses
//   2  `second`: the message at the last instruction where slot 1 has another; the start after a
//      crossing. Ownership then goes to slot 3
//   3  ProgTraceCorrelation, DirectBranch, ResourceFull of I-CNT
`default_nettype none

module nt_flow_lane #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Width of itype, 3 or 4
    parameter integer ITYPE_W = 4,
    // Width of iretire (half-words), 2 to 8
    parameter integer IRETIRE_W = 6,
    // Width of I-CNT with its overflow bit, IRETIRE_W + 1 to 22
    parameter integer ICNT_W = 22,
    // Return stack; 0: no implicit returns
    parameter integer STACK_DEPTH = 32,
    // Address bits compared with return_mode 2
    parameter integer PARTIAL_W = 12,
    // 1: traps are told as B-TYPE 1 and not as 2 and 3
    parameter integer BTYPE_TRAP = 0,
    // 1: the ingress port of the draft, where only what retires has an address
    parameter integer DRAFT = 0,
    // 1: slot 2 is there, as with Ownership. Without it tracing starts again behind the block in which
    // the hart crosses
    parameter integer SECOND = 1,
    // 1: there are external triggers, which may ask for a message where there is no block
    parameter integer TRIGGERS = 1
) (
    // Qualify
    input  wire                 traced,
    input  wire                 htm,
    input  wire                 may_wait,      // a stop may wait for an awaited target
    input  wire [3:0]           evcode,
    input  wire [3:0]           sync_reason,
    input  wire                 notify6,       // SYNC=6 at this block's last instruction
    input  wire                 notify0,       // SYNC=0 there
    input  wire                 here,          // SYNC=0 at the next PC, where there is no block
    input  wire                 crosses,       // debug mode begins or ends with this block
    input  wire                 hold,          // the block may still be asked about
    input  wire                 drained,       // the FIFO has room to resume after a loss

    // Options
    input  wire [1:0]           return_mode,
    input  wire                 sequential_jump,
    input  wire                 all_jumps,
    input  wire                 sync_icnt,
    input  wire                 rc7,
    input  wire                 ownership,
    input  wire                 prv_moves,     // the privilege may differ from the one last told

    // Block
    input  wire [ITYPE_W-1:0]   itype,
    input  wire [XLEN-2:0]      iaddr,
    input  wire [IRETIRE_W-1:0] iretire,
    input  wire [1:0]           ilastsize,
    input  wire                 sijump,
    input  wire [1:0]           ctype,

    // State before the block
    input  wire [1:0]           state,
    input  wire                 is_htm,
    input  wire                 error,
    input  wire                 overrun,
    input  wire [1:0]           awaits,
    input  wire [1:0]           btype,
    input  wire                 trap,          // what is awaited comes of a trap or a trap return;
                                               // of AWAIT_BRANCH: a trap came behind the branch
    input  wire [3:0]           due,
    input  wire                 placed,        // `expected` is where straight code has led to
    input  wire                 carried,       // what is awaited or due is of an earlier cycle
    input  wire [ICNT_W-1:0]    icnt,
    input  wire [XLEN-2:0]      expected,      // the next PC, where `placed`; or where the awaited
                                               // return goes if it is implicit
    input  wire [3:0]           tail,          // half-words of the last instruction in I-CNT
    input  wire                 tail_told,     // or it is in HIST no more

    // State after it
    output reg  [1:0]           state_next,
    output wire                 is_htm_next,
    output wire                 error_next,
    output wire                 overrun_next,
    output reg  [1:0]           awaits_next,
    output reg  [1:0]           btype_next,
    output reg                  trap_next,
    output reg  [3:0]           due_next,
    output wire                 placed_next,
    output wire                 carried_next,
    output wire [ICNT_W-1:0]    icnt_next,
    output wire [XLEN-2:0]      expected_next,

    // Return stack
    output wire                 stack_clear,
    output wire                 stack_pop,
    output wire                 stack_push,
    output wire [XLEN-2:0]      stack_push_addr,
    input  wire                 stack_top_valid,
    input  wire [XLEN-2:0]      stack_top_addr,

    // The block's last instruction
    output wire [XLEN-2:0]      last_addr,
    output wire [3:0]           tail_next,     // as `tail`

    // To the lane's other parts
    output wire                 starts,
    output wire                 restarts,         // slot 1 is ProgTraceCorrelation
    output wire                 flush,         // a message takes HIST
    output wire                 told,          // slot 1 is an address message, but for a start,
    output wire                 marks,         // at `expected`,
    output wire                 ends,          // at the last instruction of the block before,
    output wire                 notes,         // or at that of this block
    output wire                 second,        // slot 2 is an address message
    output wire                 synced,        // one of them has SYNC
    output wire                 trap_told,     // slot 1 tells of a trap or a trap return
    output wire                 push,          // the block ends in a branch, in HTM
    output wire                 taken,
    output wire                 late,          // slot 0 is of an earlier cycle's event,
    output wire                 late_address,  // slot 1 too

    // Messages
    output wire                 errs,          // slot 0: Error
    output wire                 branches,      // slot 0: DirectBranch with I-CNT as before the block
    output wire                 slot1_valid,
    output reg  [5:0]           slot1_tcode,
    output wire [3:0]           slot1_code,
    output wire [1:0]           slot1_btype,
    output wire [ICNT_W-1:0]    slot1_icnt,
    output wire [5:0]           slot2_tcode,
    output wire [3:0]           slot2_code,
    output wire [XLEN-2:0]      slot2_addr,
    output wire [ICNT_W-1:0]    slot2_icnt,
    output wire                 slot3_valid,
    output wire [5:0]           slot3_tcode,
    output wire [3:0]           slot3_code,
    output wire                 slot3_cdf,
    output wire [ICNT_W-1:0]    slot3_icnt
);

    `include "nt_codes.vh"

    localparam [ICNT_W-1:0]    ICNT_ZERO      = {ICNT_W{1'b0}};
    localparam [1:0]           TRAP_EXCEPTION = BTYPE_TRAP != 0 ? BTYPE_ANY_TRAP : BTYPE_EXCEPTION;
    localparam [1:0]           TRAP_INTERRUPT = BTYPE_TRAP != 0 ? BTYPE_ANY_TRAP : BTYPE_INTERRUPT;

    // What the block is
    wire [3:0] kind        = {{4-ITYPE_W{1'b0}}, itype};
    wire       retires     = |iretire;
    wire       exception   = kind == ITYPE_EXCEPTION;
    wire       traps       = exception || kind == ITYPE_INTERRUPT;
    wire       has_address = retires || (DRAFT == 0 && exception);
    wire       jump        = kind == ITYPE_TRAP_RETURN || kind == ITYPE_INDIRECT ||
                             kind == ITYPE_INDIRECT_CALL || kind == ITYPE_INDIRECT_JUMP ||
                             kind == ITYPE_COROUTINE_SWAP || kind == ITYPE_RETURN ||
                             kind == ITYPE_OTHER_INDIRECT;
    wire       direct_jump = kind == ITYPE_DIRECT_CALL || kind == ITYPE_DIRECT_JUMP ||
                             kind == ITYPE_OTHER_DIRECT;
    wire       sequential  = kind == ITYPE_INDIRECT || kind == ITYPE_INDIRECT_CALL ||
                             kind == ITYPE_INDIRECT_JUMP || kind == ITYPE_COROUTINE_SWAP ||
                             kind == ITYPE_OTHER_INDIRECT;
    wire       calls       = kind == ITYPE_INDIRECT_CALL || kind == ITYPE_DIRECT_CALL ||
                             kind == ITYPE_COROUTINE_SWAP;
    wire       returns     = kind == ITYPE_COROUTINE_SWAP || kind == ITYPE_RETURN;
    wire [8:0] last_size   = 9'd1 << ilastsize;
    wire [8:0] size        = {{9-IRETIRE_W{1'b0}}, iretire};
    wire       one_insn    = size == last_size;
    wire       no_head     = size <= last_size;  // nothing before the last instruction
    wire       is_block    = retires || kind != ITYPE_NONE;

    // Straight code leads to the address behind it, where nothing retires no code leads anywhere.
    // With 3 bits of itype 0 may be a direct jump.
    wire straight = !retires || kind == ITYPE_NOT_TAKEN || (kind == ITYPE_NONE && ITYPE_W == 4);

    // What tracing does at the block
    wire off     = state == FLOW_OFF;
    wire on      = state == FLOW_ON;
    wire   trails = TRIGGERS != 0 && awaits == AWAIT_BRANCH && trap;  // the handler is awaited too
    wire   breaks_off = SECOND == 0 && on && traced && crosses;
    assign restarts   = SECOND != 0 && on && traced && crosses;
    // What is awaited will never come: a discontinuity, or debug mode, to which straight code does not
    // lead
    wire leaves  = !traced && (ctype == CTYPE_DISCONTINUITY ||
                               (crosses && (awaits == AWAIT_NONE ||
                                            (awaits == AWAIT_BRANCH && !trails))));
    wire lands   = on && has_address && !leaves && !restarts && !breaks_off;
    wire now_htm = (off || restarts) ? htm : is_htm;
    wire by_sync = sync_icnt && (!now_htm || rc7);  // full I-CNT is told by SYNC=4

    assign starts     = (!on || restarts) && traced && has_address && (!error || drained);
    assign errs       = error && drained && (starts || !traced) && !on;

    // A message is asked for at the last instruction; a trigger came before the start
    wire asks     = notify6 || notify0;
    wire early    = starts && !restarts && (due[3] || due[2]);
    wire at_first = no_head || !asks;
    wire at_block = lands && asks && no_head;
    wire entered  = evcode == EVCODE_DEBUG;  // a restart's first half

    // An address ends all awaiting
    wire [XLEN-2:0] apart    = expected ^ iaddr;
    wire            near     = return_mode == 2'd2 ? apart[PARTIAL_W-1:0] == {PARTIAL_W{1'b0}}
                                                   : apart == {XLEN-1{1'b0}};
    wire            returned = STACK_DEPTH != 0 && awaits == AWAIT_RETURN && near;
    wire            full     = icnt[ICNT_W-1] && (returned || awaits == AWAIT_NONE);
    wire [3:0]      due_here = due | {(lands && traced && ctype == CTYPE_PRECISE) ||
                                      (at_block && notify6), (at_block && notify0) || here,
                                      full && by_sync, 1'b0};
    wire            breaks   = traced && ctype == CTYPE_DISCONTINUITY;
    wire            syncs    = due_here != 4'd0;
    wire            target   = awaits == AWAIT_TARGET || trails;
    wire            lets_go  = lands && awaits == AWAIT_BRANCH && (breaks || trails || !syncs);
    wire            arrives  = lands && (syncs || breaks || target ||
                                         (awaits == AWAIT_RETURN && !returned));
    wire            fills    = lands && !arrives && full;
    wire [3:0]      sync     = due_here[3] ? SYNC_TRACE_EVENT :
                               due_here[2] ? SYNC_EXTERNAL_TRIGGER :
                               due_here[1] ? SYNC_ICNT : SYNC_PERIODIC;

    // Traced, or stopped
    wire [1:0]        awaits_here = (lands || starts) ? AWAIT_NONE : awaits;
    wire counts   = starts || (on && traced && !restarts && !breaks_off);
    wire stops    = breaks_off ||
                    (on && !traced && (awaits_here == AWAIT_NONE || !may_wait || leaves));

    // What is due for an event is told where tracing stops, or something without an address comes,
    // before an address, and with what is asked for where there is no block: at the next PC after
    // straight code; else at the last instruction, which is taken out of I-CNT and HIST again.
    wire event_due  = due[3] || due[2];
    wire straightly = awaits == AWAIT_NONE && (!traced || here || (is_block && !has_address));
    assign marks    = on && !restarts && placed && (event_due || here) &&
                      (straightly || (stops && !lands));
    assign ends     = stops && !lands && !placed && event_due && tail != 4'd0 && !tail_told;

    wire [ICNT_W-1:0] icnt_here   = (marks || arrives || fills || lets_go || starts) ? ICNT_ZERO
                                                                                     : icnt;

    // At the block's last instruction: in slot 1, or in slot 2 if nothing else needs that, and nothing
    // of the block will be told with the next address
    wire   first_used  = starts || arrives || fills;
    wire   owned       = ownership && (starts || (arrives && (syncs || prv_moves ||
                                                              ctype != 2'd0 ||
                                                              (rc7 && trap_told))));
    wire   second_free = SECOND != 0 && !owned && straight && !traps;
    wire   note        = !restarts && ((lands && asks && !no_head) || (starts && (asks || early))) &&
                         (!first_used || second_free);
    assign notes       = note && (SECOND == 0 || !first_used);
    assign second      = SECOND != 0 && ((note && first_used) || (restarts && starts));

    assign told        = marks || ends || arrives || notes;
    assign synced      = starts || marks || ends || (lands && syncs) || note;
    assign trap_told   = arrives && (breaks || (target && trap));
    assign stack_clear = starts || (note && !rc7) ||
                         ((lands || marks) && syncs && !(rc7 && sync != SYNC_PERIODIC));

    wire [3:0]             note_code = notify6 || (early && due[3]) ? SYNC_TRACE_EVENT
                                                                    : SYNC_EXTERNAL_TRIGGER;
    wire [IRETIRE_W-1:0]   head      = no_head ? {IRETIRE_W{1'b0}}
                                               : iretire - last_size[IRETIRE_W-1:0];
    wire [XLEN-2:0]        note_addr = at_first ? iaddr : last_addr;
    wire [ICNT_W-1:0]      note_icnt = icnt_here + {{ICNT_W-IRETIRE_W{1'b0}},
                                                    at_first ? {IRETIRE_W{1'b0}} : head};
    assign last_addr = iaddr + {{XLEN-1-IRETIRE_W{1'b0}}, head};

    wire [3:0]        due_left    = restarts ? {due[3:2], 2'b00} :
                                    starts ? {(early && !note) ? due[3:2] : 2'b00, 2'b00} :
                                    (lands || marks) ? 4'd0 : due;

    wire handler  = on && !traced && !stops && traps;  // what is awaited will be the handler
    // A branch waits with a trap behind it for what is, or may be, asked about it
    wire trailed  = TRIGGERS != 0 && awaits_here == AWAIT_BRANCH &&
                    (counts ? traps && (event_due || asks || hold) : handler && event_due);
    wire gives_up = (awaits_here == AWAIT_BRANCH && !trailed && ((counts && traps) ||
                                                                 (stops && !ends) || handler)) ||
                    (restarts && awaits == AWAIT_BRANCH);
    // What an earlier cycle has asked for is still due
    wire keeps    = event_due && !lands && !starts && !marks && ctype == 2'd0;

    wire [ICNT_W-1:0] icnt_before = gives_up ? ICNT_ZERO : icnt_here;
    wire [ICNT_W-1:0] icnt_sum    =
        (note ? ICNT_ZERO : icnt_before) +
        {{ICNT_W-IRETIRE_W{1'b0}}, (note && !at_first) ? last_size[IRETIRE_W-1:0] : iretire};
    wire [3:0]        due_sum     = due_left | (note || at_block ? 4'd0 : {notify6, notify0, 2'b00});

    // Jumps
    wire       inferable   = sequential_jump && sijump && sequential &&
                             !(icnt_here == ICNT_ZERO && one_insn) && !(note && !at_first);
    wire       implicit    = return_mode != 2'd0;
    wire [1:0] awaits_jump = inferable           ? AWAIT_NONE :
                             !(implicit && returns) ? (jump ? AWAIT_TARGET : AWAIT_NONE) :
                             !stack_top_valid    ? AWAIT_TARGET :
                             return_mode == 2'd1 ? AWAIT_NONE : AWAIT_RETURN;

    assign stack_pop       = counts && implicit && returns;
    assign stack_push      = counts && implicit && calls;
    assign stack_push_addr = iaddr + {{XLEN-1-IRETIRE_W{1'b0}}, iretire};

    wire places   = counts && has_address;

    // Branches, and I-CNT full
    wire       direct       = taken && !now_htm;
    wire [1:0] awaits_after = traps ? (trailed ? AWAIT_BRANCH : AWAIT_TARGET) :
                              awaits_jump != AWAIT_NONE ? awaits_jump : awaits_here;
    wire       direct_told  = counts && direct && due_sum == 4'd0 && !second && !hold;
    wire       full_after   = places && !direct && awaits_after == AWAIT_NONE && icnt_sum[ICNT_W-1];
    wire       full_told    = full_after && !by_sync && (straight || !hold);

    assign taken = kind == ITYPE_TAKEN || (all_jumps && direct_jump);
    assign push  = counts && now_htm && (taken || kind == ITYPE_NOT_TAKEN);
    assign flush = told || stops || restarts || second;
    assign late  = (lands || marks || ends || gives_up) && carried;
    assign late_address = late && !notes && !restarts;

    // State
    assign is_htm_next   = now_htm;
    assign error_next    = error && !errs;
    assign overrun_next  = overrun && (on ? !stops : traced && !off && !starts);
    assign carried_next  = carried && (keeps || !(lands || starts || handler ||
                                                  (counts && kind != ITYPE_NONE)));
    assign icnt_next     = (direct_told || full_told) ? ICNT_ZERO : counts ? icnt_sum : icnt_before;
    assign placed_next   = places ? straight : placed;
    assign expected_next = stack_pop && stack_top_valid ? stack_top_addr :
                           places && straight ? stack_push_addr : expected;
    assign tail_next     = (direct_told || full_told || marks) ? 4'd0 :
                           !places ? (gives_up ? 4'd0 : tail) : no_head ? size[3:0] : last_size[3:0];

    always @* begin
        state_next  = state;
        awaits_next = awaits_here;
        btype_next  = btype;
        trap_next   = trap && !(TRIGGERS != 0 && counts && direct);
        due_next    = due_left;
        if (counts) begin
            state_next  = FLOW_ON;
            awaits_next = direct && !direct_told ? AWAIT_BRANCH : awaits_after;
            due_next    = due_sum | {2'b00, full_after && by_sync, 1'b0};
            if (traps) begin
                btype_next = exception ? TRAP_EXCEPTION : TRAP_INTERRUPT;
                trap_next  = 1'b1;
            end else if (awaits_jump != AWAIT_NONE) begin
                btype_next = BTYPE_INDIRECT;
                trap_next  = kind == ITYPE_TRAP_RETURN;
            end
        end else if (stops) begin
            state_next  = breaks_off ? FLOW_ARMED : FLOW_OFF;
            awaits_next = AWAIT_NONE;
            due_next    = 4'd0;
        end else if (handler) begin
            awaits_next = trailed ? AWAIT_BRANCH : AWAIT_TARGET;
            btype_next  = exception ? TRAP_EXCEPTION : TRAP_INTERRUPT;
            trap_next   = 1'b1;
        end else if (!on || restarts) begin
            state_next  = traced ? FLOW_ARMED : FLOW_OFF;
            awaits_next = AWAIT_NONE;
            if (!traced) due_next = 4'd0;
        end
    end

    // Messages
    assign branches    = gives_up || lets_go;
    assign slot1_valid = starts || told || fills || restarts;
    assign slot1_code  = restarts ? evcode :
                         starts ? ((!off && overrun) ? SYNC_OVERRUN : sync_reason) :
                         notes ? note_code : told ? sync : RCODE_ICNT;
    assign slot1_btype = restarts ? {1'b0, is_htm} :
                         breaks ? TRAP_INTERRUPT :
                         (arrives && target) ? btype : BTYPE_INDIRECT;
    assign slot1_icnt  = restarts ? (awaits == AWAIT_BRANCH ? ICNT_ZERO : icnt) :
                         starts ? ICNT_ZERO : notes ? note_icnt : lets_go ? ICNT_ZERO :
                         ends ? icnt - {{ICNT_W-4{1'b0}}, tail} : icnt;

    always @* begin
        if (restarts)                       slot1_tcode = TCODE_PROG_TRACE_CORRELATION;
        else if (starts)                 slot1_tcode = TCODE_PROG_TRACE_SYNC;
        else if (!told)                  slot1_tcode = TCODE_RESOURCE_FULL;
        else if (!arrives)               slot1_tcode = is_htm ? TCODE_INDIRECT_BRANCH_SYNC
                                                              : TCODE_PROG_TRACE_SYNC;
        else if (!syncs)                 slot1_tcode = TCODE_INDIRECT_BRANCH;
        else if (breaks || trails)       slot1_tcode = TCODE_INDIRECT_BRANCH_SYNC;
        else if (awaits == AWAIT_BRANCH) slot1_tcode = TCODE_DIRECT_BRANCH_SYNC;
        else if (!is_htm && awaits == AWAIT_NONE)
                                         slot1_tcode = TCODE_PROG_TRACE_SYNC;
        else                             slot1_tcode = TCODE_INDIRECT_BRANCH_SYNC;
    end

    assign slot2_tcode = (restarts || !now_htm) ? TCODE_PROG_TRACE_SYNC : TCODE_INDIRECT_BRANCH_SYNC;
    assign slot2_code  = !restarts ? note_code : entered ? SYNC_ENABLE : sync_reason;
    assign slot2_icnt  = restarts ? ICNT_ZERO : note_icnt;
    assign slot2_addr  = restarts ? iaddr : note_addr;

    assign slot3_valid = stops || direct_told || full_told;
    assign slot3_tcode = stops ? TCODE_PROG_TRACE_CORRELATION :
                         direct_told ? TCODE_DIRECT_BRANCH : TCODE_RESOURCE_FULL;
    assign slot3_code  = stops ? evcode : RCODE_ICNT;
    assign slot3_cdf   = is_htm;
    assign slot3_icnt  = ends ? {{ICNT_W-4{1'b0}}, tail} : stops ? icnt_before : icnt_sum;

`ifdef FORMAL
    // Contract
    wire f_after  = awaits_next != AWAIT_NONE || !icnt_next[ICNT_W-1] || due_next[1] ||
                    (hold && !straight);
    wire [ICNT_W:0] f_icnt_sum = {1'b0, note ? ICNT_ZERO : icnt_before} +
                                 {{ICNT_W+1-IRETIRE_W{1'b0}},
                                  (note && !at_first) ? last_size[IRETIRE_W-1:0] : iretire};

    always @* begin
        // A full I-CNT is told at once, unless something may tell the block's last instruction
        if (places) p_after: assert (f_after);
        // What is due for an event, at a place that is known, is told before the stop
        if (stops && awaits == AWAIT_NONE && placed && (due[3] || due[2]))
            p_marks: assert (told && synced && slot1_valid);
        // A branch about which something is, or may be, asked is not told before the handler comes
        if (TRIGGERS != 0 && counts && traps && !has_address && (hold || due[3] || due[2]))
            p_keeps: assert (!branches);
        // So that a stop tells that at the branch
        if (TRIGGERS != 0 && stops && !lands && !placed && (due[3] || due[2]) && tail != 4'd0 &&
            !tail_told)
            p_ends: assert (told && synced && slot1_valid && !branches);
        // I-CNT never overflows
        if (counts) p_icnt: assert (f_icnt_sum == {1'b0, icnt_sum});
    end
`endif

endmodule

`default_nettype wire
