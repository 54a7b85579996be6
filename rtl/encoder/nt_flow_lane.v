// Flow, one lane: what one ingress block does to I-CNT, to awaited targets and to the return stack,
// where tracing starts, stops and synchronizes, and the messages that this causes.
// Combinational; nt_flow chains NBLOCKS of these and holds the state.
//
// What happens at a block, in this order:
//   lands   it has an address, which all that was awaited or due has waited for
//   starts  tracing starts here
//   counts  its instructions are traced; what comes behind it is awaited
//   stops   it is not traced, and nothing more is awaited
//
// Three of the lane's four slots are filled here:
//   0  Error; DirectBranch whose target never came
//   1  address message: ProgTraceSync, IndirectBranch(Sync), DirectBranchSync (HIST comes later)
//      ResourceFull of I-CNT at an implicit return
//   3  ProgTraceCorrelation, DirectBranch, ResourceFull of I-CNT
`default_nettype none

module nt_flow_lane #(
    // Width of addresses, 32 or 64
    parameter XLEN = 64,
    // Width of itype, 3 or 4
    parameter ITYPE_W = 4,
    // Width of iretire (half-words), 2 to 8
    parameter IRETIRE_W = 6,
    // Width of I-CNT with its overflow bit, IRETIRE_W + 1 to 22
    parameter ICNT_W = 22,
    // Return stack; 0: no implicit returns
    parameter STACK_DEPTH = 32,
    // Address bits compared with return_mode 2
    parameter PARTIAL_W = 12,
    // 1: traps are told as B-TYPE 1 and not as 2 and 3
    parameter BTYPE_TRAP = 0,
    // 1: the ingress port of the draft, where only what retires has an address
    parameter DRAFT = 0
) (
    // Qualify
    input  wire                 traced,
    input  wire                 htm,
    input  wire                 may_wait,      // a stop may wait for an awaited target
    input  wire [3:0]           evcode,
    input  wire [3:0]           sync_reason,
    input  wire                 notify6,       // SYNC=6 behind this block
    input  wire                 notify0,       // SYNC=0 behind this block
    input  wire                 drained,       // the FIFO has room to resume after a loss

    // Options
    input  wire [1:0]           return_mode,
    input  wire                 sequential_jump,
    input  wire                 all_jumps,
    input  wire                 sync_icnt,
    input  wire                 rc7,

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
    input  wire                 trap,          // what is awaited comes of a trap or a trap return
    input  wire [3:0]           due,
    input  wire                 placed,        // what is due for an event is due at `expected`
    input  wire                 carried,       // what is awaited or due is of an earlier cycle
    input  wire [ICNT_W-1:0]    icnt,
    input  wire [XLEN-2:0]      expected,      // where the awaited return goes if it is implicit;
                                               // or where straight code that notifies leads

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

    // To the lane's other parts
    output wire                 starts,
    output wire                 flush,         // a message takes HIST
    output wire                 told,          // slot 1 is an address message, but for a start,
    output wire                 marks,         // at `expected`, as tracing stops
    output wire                 synced,        // slot 1 has SYNC
    output wire                 trap_told,     // slot 1 tells of a trap or a trap return
    output wire                 push,          // the block ends in a branch, in HTM
    output wire                 taken,
    output wire                 late,          // slots 0 to 2 are of an earlier cycle's event

    // Messages
    output wire                 errs,          // slot 0: Error
    output wire                 branches,      // slot 0: DirectBranch with I-CNT as before the block
    output wire                 slot1_valid,
    output reg  [5:0]           slot1_tcode,
    output wire [3:0]           slot1_code,
    output wire [1:0]           slot1_btype,
    output wire [ICNT_W-1:0]    slot1_icnt,
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
    wire       one_insn    = {{9-IRETIRE_W{1'b0}}, iretire} == last_size;

    // What tracing does at the block
    wire off     = state == FLOW_OFF;
    wire on      = state == FLOW_ON;
    wire leaves  = !traced && ctype == CTYPE_DISCONTINUITY;  // what is awaited will never come
    wire lands   = on && has_address && !leaves;
    wire now_htm = off ? htm : is_htm;
    wire by_sync = sync_icnt && (!now_htm || rc7);  // full I-CNT is told by SYNC=4

    assign starts = !on && traced && has_address && (!error || drained);
    assign errs   = error && drained && (starts || !traced) && !on;

    // An address ends all awaiting
    wire [XLEN-2:0] apart    = expected ^ iaddr;
    wire            near  = return_mode == 2'd2 ? apart[PARTIAL_W-1:0] == {PARTIAL_W{1'b0}}
                                                   : apart == {XLEN-1{1'b0}};
    wire            returned = STACK_DEPTH != 0 && awaits == AWAIT_RETURN && near;
    wire            full     = returned && icnt[ICNT_W-1];
    wire [3:0]      due_here = due | {traced && ctype == CTYPE_PRECISE, 1'b0, full && by_sync, 1'b0};
    wire            breaks   = traced && ctype == CTYPE_DISCONTINUITY;
    wire            lets_go  = lands && breaks && awaits == AWAIT_BRANCH;
    wire            syncs    = due_here != 4'd0;
    wire            fills    = lands && !told && full;
    wire [3:0]      sync     = due_here[3] ? SYNC_TRACE_EVENT :
                               due_here[2] ? SYNC_EXTERNAL_TRIGGER :
                               due_here[1] ? SYNC_ICNT : SYNC_PERIODIC;

    // Tracing stops before an address comes, or at another: what is due for an event is not forgotten
    assign marks       = on && !traced && awaits == AWAIT_NONE && placed && (due[3] || due[2]);
    assign told        = marks ||
                         (lands && (syncs || breaks || (awaits != AWAIT_NONE && !returned)));
    assign synced      = starts || marks || (lands && syncs);
    assign trap_told   = told && (breaks || (awaits == AWAIT_TARGET && trap));
    assign stack_clear = starts || ((lands || marks) && syncs && !(rc7 && sync != SYNC_PERIODIC));

    wire [1:0]        awaits_here = (lands || starts) ? AWAIT_NONE : awaits;
    wire [3:0]        due_left    = (lands || starts) ? 4'd0 : due;
    wire [ICNT_W-1:0] icnt_here   = (told || fills || starts) ? ICNT_ZERO : icnt;

    // Traced, or stopped
    wire counts   = starts || (on && traced);
    wire stops    = on && !traced && (awaits_here == AWAIT_NONE || !may_wait || leaves);
    wire handler  = on && !traced && !stops && traps;  // what is awaited will be the handler
    wire gives_up = awaits_here == AWAIT_BRANCH && ((counts && traps) || stops || handler);

    wire [ICNT_W-1:0] icnt_before = gives_up ? ICNT_ZERO : icnt_here;
    wire [ICNT_W-1:0] icnt_sum    = icnt_before + {{ICNT_W-IRETIRE_W{1'b0}}, iretire};
    wire [3:0]        due_sum     = due_left | {notify6, notify0, 2'b00};

    // Jumps
    wire       inferable   = sequential_jump && sijump && sequential &&
                             !(icnt_here == ICNT_ZERO && one_insn);
    wire       implicit    = return_mode != 2'd0;
    wire [1:0] awaits_jump = inferable           ? AWAIT_NONE :
                             !(implicit && returns) ? (jump ? AWAIT_TARGET : AWAIT_NONE) :
                             !stack_top_valid    ? AWAIT_TARGET :
                             return_mode == 2'd1 ? AWAIT_NONE : AWAIT_RETURN;

    assign stack_pop       = counts && implicit && returns;
    assign stack_push      = counts && implicit && calls;
    assign stack_push_addr = iaddr + {{XLEN-1-IRETIRE_W{1'b0}}, iretire};

    // Straight code leads to the address behind it. With 3 bits of itype 0 may be a direct jump.
    wire notifies = counts && (notify6 || notify0);
    wire straight = retires && (kind == ITYPE_NOT_TAKEN || (kind == ITYPE_NONE && ITYPE_W == 4));

    // Branches, and I-CNT full
    wire       direct       = taken && !now_htm;
    wire [1:0] awaits_after = traps ? AWAIT_TARGET :
                              awaits_jump != AWAIT_NONE ? awaits_jump : awaits_here;
    wire       direct_told  = counts && direct && due_sum == 4'd0;
    wire       full_after   = counts && !direct && awaits_after == AWAIT_NONE && icnt_sum[ICNT_W-1];
    wire       full_told    = full_after && !by_sync;

    assign taken = kind == ITYPE_TAKEN || (all_jumps && direct_jump);
    assign push  = counts && now_htm && (taken || kind == ITYPE_NOT_TAKEN);
    assign flush = told || stops;
    assign late  = (lands || marks || gives_up) && carried;

    // State
    assign is_htm_next   = now_htm;
    assign error_next    = error && !errs;
    assign overrun_next  = overrun && (on ? !stops : traced && !off && !starts);
    assign carried_next  = carried && !(lands || starts || (counts && kind != ITYPE_NONE) || handler);
    assign icnt_next     = (direct_told || full_told) ? ICNT_ZERO : counts ? icnt_sum : icnt_before;
    assign placed_next   = notifies ? straight : placed;
    assign expected_next = stack_pop && stack_top_valid ? stack_top_addr :
                           notifies && straight ? stack_push_addr : expected;

    always @* begin
        state_next  = state;
        awaits_next = awaits_here;
        btype_next  = btype;
        trap_next   = trap;
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
            state_next  = FLOW_OFF;
            awaits_next = AWAIT_NONE;
            due_next    = 4'd0;
        end else if (handler) begin
            awaits_next = AWAIT_TARGET;
            btype_next  = exception ? TRAP_EXCEPTION : TRAP_INTERRUPT;
            trap_next   = 1'b1;
        end else if (!on) begin
            state_next = traced ? FLOW_ARMED : FLOW_OFF;
        end
    end

    // Messages
    assign branches    = gives_up || lets_go;
    assign slot1_valid = starts || told || fills;
    assign slot1_code  = starts ? ((!off && overrun) ? SYNC_OVERRUN : sync_reason) :
                         told ? sync : RCODE_ICNT;
    assign slot1_btype = breaks ? TRAP_INTERRUPT :
                         awaits == AWAIT_TARGET ? btype : BTYPE_INDIRECT;
    assign slot1_icnt  = (starts || lets_go) ? ICNT_ZERO : icnt;

    always @* begin
        if (starts)                      slot1_tcode = TCODE_PROG_TRACE_SYNC;
        else if (!told)                  slot1_tcode = TCODE_RESOURCE_FULL;
        else if (!syncs)                 slot1_tcode = TCODE_INDIRECT_BRANCH;
        else if (breaks)                 slot1_tcode = TCODE_INDIRECT_BRANCH_SYNC;
        else if (awaits == AWAIT_BRANCH) slot1_tcode = TCODE_DIRECT_BRANCH_SYNC;
        else if (!is_htm && awaits == AWAIT_NONE)
                                         slot1_tcode = TCODE_PROG_TRACE_SYNC;
        else                             slot1_tcode = TCODE_INDIRECT_BRANCH_SYNC;
    end

    assign slot3_valid = stops || direct_told || full_told;
    assign slot3_tcode = stops ? TCODE_PROG_TRACE_CORRELATION :
                         direct_told ? TCODE_DIRECT_BRANCH : TCODE_RESOURCE_FULL;
    assign slot3_code  = stops ? evcode : RCODE_ICNT;
    assign slot3_cdf   = is_htm;
    assign slot3_icnt  = stops ? icnt_before : icnt_sum;

`ifdef FORMAL
    // Contract: what holds for I-CNT before a block holds after it. nt_flow proves that it holds at
    // first.
    wire f_before = !on || awaits != AWAIT_NONE || !icnt[ICNT_W-1] || due[1];
    wire f_after  = state_next != FLOW_ON || awaits_next != AWAIT_NONE || !icnt_next[ICNT_W-1] ||
                    due_next[1];
    wire [ICNT_W:0] f_icnt_sum = {1'b0, icnt_before} + {{ICNT_W+1-IRETIRE_W{1'b0}}, iretire};

    always @* if (f_before) begin
        p_after: assert (f_after);
        // What is due for an event, at a place that is known, is told before the stop
        if (stops && awaits == AWAIT_NONE && placed && (due[3] || due[2]))
            p_marks: assert (told && synced && slot1_valid);
        // I-CNT never overflows
        if (counts) p_icnt: assert (f_icnt_sum == {1'b0, icnt_sum});
    end
`endif

endmodule

`default_nettype wire
