#include "sim/decode/flow.h"

#include "model/message/message.h"
#include "sim/decode/blocks.h"

#include <stdlib.h>

typedef enum flow_state {
    UNSYNCED, /* no synchronizing message yet */
    RUNNING,  /* `pc` is known */
    STOPPED,  /* after ProgTraceCorrelation */
    LOST,     /* after Error */
    FAULTED,  /* nothing counts until the next synchronizing message */
} flow_state;

/* How the instructions of a message end. */
typedef enum flow_ending {
    ENDS_AT_PC,      /* `pc` comes next */
    ENDS_ON_BRANCH,  /* on a conditional branch without a history bit: `pc` or `branch_target` */
    ENDS_ON_INDIRECT /* on an uninferable jump: the next PC is not known */
} flow_ending;

/* What RepeatBranch repeats. */
typedef struct branch_message {
    uint8_t tcode; /* 0: there is none */
    uint8_t btype;
    uint32_t icnt;
    uint32_t hist;
    uint64_t address;
} branch_message;

struct nt_flow {
    nt_code_blocks *blocks;
    nt_flow_options options;
    nt_flow_sink sink;
    void *context;
    int result; /* of the sink, once it is not 0 */

    nt_framer framer;
    nt_message_format format;
    nt_message message;
    uint64_t offset; /* of the message's first byte */

    flow_state state;
    bool history;       /* messages of HTM came since the last ProgTraceSync */
    uint64_t pc;        /* of the next instruction */
    uint64_t reference; /* the address that U-ADDR is relative to */
    uint64_t reported;  /* half-words in ResourceFull since the last I-CNT field */
    uint64_t walked;    /* half-words walked by HIST since the last I-CNT field */
    flow_ending ending; /* of the last I-CNT walk */
    uint64_t branch_target;
    branch_message branch;

    uint64_t retired;      /* instructions decoded and skipped */
    uint64_t until_change; /* instructions until the image changes; huge: never */
    uint64_t blocks_walked;
    nt_code_block cut;
    nt_flow_event range; /* not yet handed to the sink where instructions != 0 */
    uint64_t range_end;
    nt_flow_counts counts;
};

/* ---- events ---- */

static void emit(nt_flow *flow, const nt_flow_event *event) {
    if (flow->result == 0 && flow->sink != NULL) {
        flow->result = flow->sink(flow->context, event);
    }
}

static void flush_range(nt_flow *flow) {
    if (flow->range.range.instructions != 0) {
        flow->range.offset = flow->offset;
        flow->range.tcode = flow->message.tcode;
        emit(flow, &flow->range);
        flow->range.range.instructions = 0;
    }
}

static nt_flow_event new_event(const nt_flow *flow, nt_flow_kind kind) {
    return (nt_flow_event){
        .kind = kind, .offset = flow->offset, .tcode = flow->message.tcode, .pc = flow->pc};
}

/* Reports a fault; false, so that a walk can end with it. */
static bool fault_in_words(nt_flow *flow, nt_flow_fault code, const char *reason) {
    flush_range(flow);
    if (flow->state != FAULTED) {
        nt_flow_event event = new_event(flow, NT_FLOW_FAULT);
        event.fault.code = code;
        event.fault.reason = reason;
        flow->counts.faults++;
        emit(flow, &event);
    }
    flow->state = FAULTED;
    flow->branch.tcode = 0;
    return false;
}

static const char *const fault_texts[NT_FAULTS] = {
    [NT_FAULT_ICNT_SPLIT] = "I-CNT ends within an instruction",
    [NT_FAULT_NO_CODE] = "no code is known at the PC",
    [NT_FAULT_HIST_LEFT] = "history bits are left over where I-CNT ends",
    [NT_FAULT_HIST_LOOP] = "history bits are left over in a loop without branches",
    [NT_FAULT_HIST_JUMP] = "history bits are left over at an indirect jump",
    [NT_FAULT_HIST_STOP_BIT] = "HIST has no stop-bit",
    [NT_FAULT_ICNT_BEHIND_JUMP] = "I-CNT goes on behind an indirect jump",
    [NT_FAULT_HIST_MISSING] = "a conditional branch has no history bit",
    [NT_FAULT_ICNT_BELOW_HIST] = "I-CNT is smaller than what the history covers",
    [NT_FAULT_ADDRESS_WIDTH] = "the address is wider than XLEN",
    [NT_FAULT_NO_BRANCH] = "DirectBranch does not end on a conditional branch",
    [NT_FAULT_NO_JUMP] = "B-TYPE=0 but the last instruction is not an indirect jump",
    [NT_FAULT_REPEATS] = "the message repeats more than 2^28 basic blocks",
    [NT_FAULT_NO_REPEATED] = "RepeatBranch without a branch message before it",
    [NT_FAULT_ICNT_WIDTH] = "I-CNT in RDATA is wider than the specification allows",
    [NT_FAULT_HREPEAT_ZERO] = "HREPEAT is 0",
    [NT_FAULT_AFTER_STOP_RETIRED] = "instructions retired after tracing had stopped",
    [NT_FAULT_WRONG_PC] = "F-ADDR is not the PC expected",
    [NT_FAULT_AFTER_STOP] = "program trace goes on after a stop without SYNC",
    [NT_FAULT_AFTER_ERROR] = "program trace goes on after Error without SYNC",
    [NT_FAULT_CUT] = "the stream ends within a message",
    [NT_FAULT_ICNT_OPEN] = "the stream ends before the instructions that I-CNT counted are known",
};

static bool fault(nt_flow *flow, nt_flow_fault code) {
    return fault_in_words(flow, code, fault_texts[code]);
}

static void emit_address(nt_flow *flow, nt_flow_kind kind, uint8_t code, uint64_t address) {
    flush_range(flow);
    nt_flow_event event = new_event(flow, kind);
    if (kind == NT_FLOW_TRAP) {
        event.trap.btype = code;
        event.trap.address = address;
    } else {
        event.sync.reason = code;
        event.sync.address = address;
    }
    emit(flow, &event);
}

/* ---- walking the code ---- */

static void follow_image(nt_flow *flow) {
    nt_image *image = flow->blocks->image;
    nt_image_advance(image, flow->retired);
    nt_code_blocks_refresh(flow->blocks);
    uint64_t next = nt_image_next_change(image);
    flow->until_change = next > flow->retired ? next - flow->retired : UINT64_MAX;
}

/* The block at `pc`, cut where the image changes and after `limit` half-words. */
static inline const nt_code_block *block_at_pc(nt_flow *flow, uint64_t limit) {
    const nt_code_block *block = nt_code_blocks_at(flow->blocks, flow->pc);
    if (block->instructions <= flow->until_change && block->halfwords <= limit) {
        return block;
    }
    flow->cut = nt_code_blocks_cut(flow->blocks, flow->pc, flow->until_change, limit);
    return &flow->cut;
}

static bool fault_no_block(nt_flow *flow) {
    bool code = nt_image_at(flow->blocks->image, flow->pc).size != 0;
    return fault(flow, code ? NT_FAULT_ICNT_SPLIT : NT_FAULT_NO_CODE);
}

static inline void retire(nt_flow *flow, const nt_code_block *block) {
    uint32_t instructions = block->instructions;
    flow->blocks_walked++;
    if (flow->range_end == block->pc && flow->range.range.instructions != 0 &&
        flow->range.range.halfwords < UINT32_MAX / 2) {
        flow->range.range.instructions += instructions;
        flow->range.range.halfwords += block->halfwords;
    } else {
        flush_range(flow);
        flow->range.range.pc = block->pc;
        flow->range.range.instructions = instructions;
        flow->range.range.halfwords = block->halfwords;
    }
    flow->range_end = block->next;
    flow->counts.instructions += instructions;
    flow->retired += instructions;
    flow->until_change -= instructions;
    if (flow->until_change == 0) {
        flush_range(flow); /* the sink sees it with the code that ran */
        follow_image(flow);
    }
}

/* Finds a path that returns to where it was (Brent): without a branch it would never end. */
typedef struct loop_watch {
    uint64_t seen;
    uint32_t steps;
    uint32_t until;
} loop_watch;

static inline bool is_loop(loop_watch *watch, uint64_t pc) {
    if (watch->steps != 0 && watch->seen == pc) {
        return true;
    }
    if (watch->steps == watch->until) {
        watch->seen = pc;
        watch->until = watch->until * 2 + 1;
    }
    watch->steps++;
    return false;
}

/* From `pc` through the next conditional branch, which goes as `taken` says. */
static bool walk_to_branch(nt_flow *flow, bool taken, uint64_t *walked, uint64_t limit) {
    loop_watch watch = {0, 0, 0};
    for (;;) {
        if (*walked == limit) {
            return fault(flow, NT_FAULT_HIST_LEFT);
        }
        const nt_code_block *block = block_at_pc(flow, limit - *walked);
        if (block->instructions == 0) {
            return fault_no_block(flow);
        }
        *walked += block->halfwords;
        /* Copied first: retiring may change the image and with it the block. */
        nt_insn_class exit = block->exit;
        uint64_t target = block->target;
        uint64_t next = block->next;
        retire(flow, block);
        switch (exit) {
        case NT_INSN_BRANCH:
            flow->pc = taken ? target : next;
            return flow->result == 0;
        case NT_INSN_DIRECT_CALL:
        case NT_INSN_DIRECT_JUMP:
        case NT_INSN_DIRECT_JUMP_LINK:
            flow->pc = target;
            if (is_loop(&watch, target)) {
                return fault(flow, NT_FAULT_HIST_LOOP);
            }
            break;
        case NT_INSN_OTHER:
            flow->pc = next;
            break;
        default:
            return fault(flow, NT_FAULT_HIST_JUMP);
        }
    }
}

/* Walks the branches of a HIST field; `limit`: half-words at most since the last I-CNT field. */
static bool walk_history(nt_flow *flow, uint32_t hist, uint64_t limit) {
    if (hist == 0) {
        return fault(flow, NT_FAULT_HIST_STOP_BIT);
    }
    unsigned bits = 31u - (unsigned)__builtin_clz(hist);
    uint64_t walked = flow->walked;
    while (bits > 0) {
        bits--;
        if (!walk_to_branch(flow, (hist >> bits & 1) != 0, &walked, limit)) {
            return false;
        }
    }
    flow->walked = walked;
    return true;
}

/* Walks `count` half-words without history: branches are not taken. */
static bool walk_count(nt_flow *flow, uint64_t count) {
    flow->ending = ENDS_AT_PC;
    while (count > 0) {
        if (flow->ending == ENDS_ON_INDIRECT) {
            return fault(flow, NT_FAULT_ICNT_BEHIND_JUMP);
        }
        const nt_code_block *block = block_at_pc(flow, count);
        if (block->instructions == 0) {
            return fault_no_block(flow);
        }
        count -= block->halfwords;
        nt_insn_class exit = block->exit;
        uint64_t target = block->target;
        uint64_t next = block->next;
        retire(flow, block);
        flow->pc = next;
        flow->ending = ENDS_AT_PC;
        switch (exit) {
        case NT_INSN_OTHER:
            break;
        case NT_INSN_BRANCH:
            if (flow->history) {
                return fault(flow, NT_FAULT_HIST_MISSING);
            }
            flow->ending = ENDS_ON_BRANCH;
            flow->branch_target = target;
            break;
        case NT_INSN_DIRECT_CALL:
        case NT_INSN_DIRECT_JUMP:
        case NT_INSN_DIRECT_JUMP_LINK:
            flow->pc = target;
            break;
        default:
            flow->ending = ENDS_ON_INDIRECT;
            break;
        }
        if (flow->result != 0) {
            return false;
        }
    }
    return true;
}

/* Walks all that an I-CNT field, with the HIST field beside it, and the ResourceFull messages
   before it describe. `hist` is 1 where there is none. */
static bool walk_message(nt_flow *flow, uint64_t icnt, uint32_t hist) {
    uint64_t total = flow->reported + icnt;
    flow->reported = 0;
    if (flow->walked > total) {
        flow->walked = 0;
        return fault(flow, NT_FAULT_ICNT_BELOW_HIST);
    }
    bool whole = walk_history(flow, hist, total);
    uint64_t rest = total - flow->walked;
    flow->walked = 0;
    return whole && walk_count(flow, rest);
}

/* ---- messages ---- */

static uint64_t field(const nt_flow *flow, nt_field field) {
    return nt_message_has(&flow->message, field) ? flow->message.value[field] : 0;
}

static uint32_t hist_field(const nt_flow *flow) {
    return nt_message_has(&flow->message, NT_FIELD_HIST)
               ? (uint32_t)flow->message.value[NT_FIELD_HIST]
               : 1;
}

/* Takes the address field: false where it is wider than XLEN. */
static bool take_address(nt_flow *flow, nt_field name, uint64_t *address) {
    uint64_t mask = flow->blocks->mask;
    uint64_t value = flow->message.value[name];
    *address = 0;
    if (value > mask >> 1) {
        return fault(flow, NT_FAULT_ADDRESS_WIDTH);
    }
    *address = name == NT_FIELD_UADDR ? flow->reference ^ value << 1 : value << 1;
    return true;
}

/* A branch message without SYNC, or one more occurrence of it. */
static bool take_branch(nt_flow *flow, const branch_message *branch) {
    if (!walk_message(flow, branch->icnt, branch->hist)) {
        return false;
    }
    if (branch->tcode == NT_TCODE_DIRECT_BRANCH) {
        if (flow->ending != ENDS_ON_BRANCH) {
            return fault(flow, NT_FAULT_NO_BRANCH);
        }
        flow->pc = flow->branch_target;
        return true;
    }
    if (branch->btype == 0 && flow->ending != ENDS_ON_INDIRECT) {
        return fault(flow, NT_FAULT_NO_JUMP);
    }
    if (branch->btype != 0) {
        emit_address(flow, NT_FLOW_TRAP, branch->btype, branch->address);
    }
    flow->pc = branch->address;
    flow->reference = branch->address;
    return true;
}

static void take_branch_message(nt_flow *flow) {
    branch_message branch = {.tcode = flow->message.tcode,
                             .btype = (uint8_t)field(flow, NT_FIELD_BTYPE),
                             .icnt = (uint32_t)field(flow, NT_FIELD_ICNT),
                             .hist = hist_field(flow)};
    flow->history = branch.tcode == NT_TCODE_INDIRECT_BRANCH_HIST ||
                    (flow->history && branch.tcode != NT_TCODE_DIRECT_BRANCH);
    if (branch.tcode != NT_TCODE_DIRECT_BRANCH &&
        !take_address(flow, NT_FIELD_UADDR, &branch.address)) {
        return;
    }
    if (take_branch(flow, &branch)) {
        flow->branch = branch;
    }
}

/* A few bytes can tell to repeat a path of millions of instructions a quarter million times, which
   would take hours. No program gets near this: 1024 blocks a repetition, at the most of B-CNT. */
static const uint64_t MOST_REPEATED = UINT64_C(1) << 28;

static bool repeats_too_much(nt_flow *flow, uint64_t blocks_before) {
    if (flow->blocks_walked - blocks_before <= MOST_REPEATED) {
        return false;
    }
    fault(flow, NT_FAULT_REPEATS);
    return true;
}

static void take_repeat(nt_flow *flow) {
    branch_message branch = flow->branch;
    uint64_t before = flow->blocks_walked;
    if (branch.tcode == 0) {
        fault(flow, NT_FAULT_NO_REPEATED);
        return;
    }
    for (uint64_t i = flow->message.value[NT_FIELD_BCNT]; i > 0; i--) {
        if (!take_branch(flow, &branch) || repeats_too_much(flow, before)) {
            return;
        }
    }
}

static void take_resource_full(nt_flow *flow) {
    uint64_t rcode = flow->message.value[NT_FIELD_RCODE];
    uint64_t rdata = flow->message.value[NT_FIELD_RDATA];
    if (rcode == 0) {
        if (rdata >> nt_fields[NT_FIELD_ICNT].width != 0) {
            fault(flow, NT_FAULT_ICNT_WIDTH);
            return;
        }
        flow->reported += rdata;
        return;
    }
    flow->history = true;
    uint64_t before = flow->blocks_walked;
    uint64_t times = rcode == 2 ? flow->message.value[NT_FIELD_HREPEAT] : 1;
    if (times == 0) {
        fault(flow, NT_FAULT_HREPEAT_ZERO);
        return;
    }
    for (; times > 0; times--) {
        if (!walk_history(flow, (uint32_t)rdata, UINT64_MAX) || repeats_too_much(flow, before)) {
            return;
        }
    }
}

static void take_stop(nt_flow *flow) {
    if (flow->state == RUNNING) {
        flow->history = flow->history || nt_message_has(&flow->message, NT_FIELD_HIST);
        if (!walk_message(flow, flow->message.value[NT_FIELD_ICNT], hist_field(flow))) {
            return;
        }
    } else if (flow->state == STOPPED &&
               (flow->message.value[NT_FIELD_ICNT] != 0 || hist_field(flow) != 1)) {
        fault(flow, NT_FAULT_AFTER_STOP_RETIRED);
        return;
    }
    flush_range(flow);
    nt_flow_event event = new_event(flow, NT_FLOW_STOP);
    event.stop.evcode = (uint8_t)flow->message.value[NT_FIELD_EVCODE];
    emit(flow, &event);
    if (flow->state != UNSYNCED) {
        flow->state = STOPPED;
    }
}

/* Whether execution is elsewhere by right: out of reset (1), debug (3), power-down (9), after a
   gap by disabling (5) or by overrun (7). */
static bool is_new_start(uint64_t sync) {
    return sync == 1 || sync == 3 || sync == 5 || sync == 7 || sync == 9;
}

/* Walks what leads up to a synchronizing message and compares where it ends with F-ADDR. */
static void walk_to_sync(nt_flow *flow, uint64_t address) {
    flow->history = flow->history || nt_message_has(&flow->message, NT_FIELD_HIST);
    if (!walk_message(flow, flow->message.value[NT_FIELD_ICNT], hist_field(flow)) ||
        flow->ending == ENDS_ON_INDIRECT || field(flow, NT_FIELD_BTYPE) != 0 ||
        is_new_start(flow->message.value[NT_FIELD_SYNC])) {
        return;
    }
    bool taken = flow->ending == ENDS_ON_BRANCH && address == flow->branch_target;
    if (flow->pc != address && !taken) {
        fault(flow, NT_FAULT_WRONG_PC);
    }
}

static void take_sync(nt_flow *flow) {
    uint64_t address;
    if (!take_address(flow, NT_FIELD_FADDR, &address)) {
        return;
    }
    if (flow->state == RUNNING) {
        walk_to_sync(flow, address);
    }
    uint8_t btype = (uint8_t)field(flow, NT_FIELD_BTYPE);
    if (btype != 0 && flow->state != FAULTED) {
        emit_address(flow, NT_FLOW_TRAP, btype, address);
    }
    flow->pc = address;
    flow->reference = address;
    flow->reported = 0;
    flow->walked = 0;
    flow->branch.tcode = 0;
    flow->state = RUNNING;
    flow->history = nt_message_has(&flow->message, NT_FIELD_HIST);
    emit_address(flow, NT_FLOW_SYNC, (uint8_t)flow->message.value[NT_FIELD_SYNC], address);
}

static void take_error(nt_flow *flow) {
    flush_range(flow);
    nt_flow_event event = new_event(flow, NT_FLOW_LOSS);
    event.loss.etype = (uint8_t)flow->message.value[NT_FIELD_ETYPE];
    event.loss.ecode = (uint32_t)flow->message.value[NT_FIELD_ECODE];
    flow->counts.losses++;
    emit(flow, &event);
    flow->state = LOST;
}

/* Messages that go on from where the decoder stands. */
static void take_flow_message(nt_flow *flow) {
    if (flow->state == STOPPED || flow->state == LOST) {
        fault(flow, flow->state == STOPPED ? NT_FAULT_AFTER_STOP : NT_FAULT_AFTER_ERROR);
    }
    if (flow->state != RUNNING) {
        return;
    }
    switch (flow->message.tcode) {
    case NT_TCODE_RESOURCE_FULL:
        take_resource_full(flow);
        break;
    case NT_TCODE_REPEAT_BRANCH:
        take_repeat(flow);
        break;
    default:
        take_branch_message(flow);
        break;
    }
}

static void take_message(nt_flow *flow) {
    switch (flow->message.tcode) {
    case NT_TCODE_PROG_TRACE_SYNC:
    case NT_TCODE_DIRECT_BRANCH_SYNC:
    case NT_TCODE_INDIRECT_BRANCH_SYNC:
    case NT_TCODE_INDIRECT_BRANCH_HIST_SYNC:
        take_sync(flow);
        break;
    case NT_TCODE_PROG_TRACE_CORRELATION:
        if (flow->state != FAULTED) {
            take_stop(flow);
        }
        break;
    case NT_TCODE_ERROR:
        take_error(flow);
        break;
    case NT_TCODE_OWNERSHIP:
        break;
    default:
        take_flow_message(flow);
        break;
    }
    flush_range(flow);
}

static void take_frame(nt_flow *flow) {
    nt_code_blocks_refresh(flow->blocks); /* the image's owner may have written to it */
    nt_field field;
    nt_message_status status = nt_message_decode(&flow->message, &flow->format, flow->framer.bytes,
                                                 nt_framer_kept(&flow->framer), &field);
    flow->counts.messages++;
    flow->counts.by_tcode[flow->message.tcode]++;
    if (status == NT_MESSAGE_OK) {
        take_message(flow);
    } else if (status != NT_MESSAGE_UNKNOWN) {
        (void)fault_in_words(flow, NT_FAULT_MESSAGE, nt_message_status_text(status));
    }
}

/* ---- the stream ---- */

nt_flow_options nt_flow_options_of(const nt_control *control, const nt_config *config) {
    return (nt_flow_options){
        .src_bits = (uint8_t)nt_control_src_bits(control),
        .src = (uint16_t)control->trTeSrcID,
        .tstamp_bits = control->trTsEnable ? config->tstamp_w : 0,
        .implicit_returns = nt_control_return_mode(control) != 0,
        .sequential_jumps = control->trTeInstEnSequentialJump != 0,
        .all_jumps = control->trTeInstEnAllJumps != 0,
        .extend_addr = control->trTeInstExtendAddrMSB != 0,
        .rc7 = control->ntRc7 != 0,
    };
}

nt_flow *nt_flow_new(nt_image *image, const nt_flow_options *options, nt_flow_sink sink,
                     void *context) {
    nt_flow *flow = calloc(1, sizeof *flow);
    nt_code_blocks *blocks = nt_code_blocks_new(image);
    if (flow == NULL || blocks == NULL) {
        free(flow);
        nt_code_blocks_free(blocks);
        return NULL;
    }
    flow->blocks = blocks;
    flow->sink = sink;
    flow->options = options == NULL ? (nt_flow_options){0} : *options;
    flow->context = context;
    flow->range.kind = NT_FLOW_RANGE;
    follow_image(flow);
    return flow;
}

void nt_flow_skip(nt_flow *flow, uint64_t instructions) {
    flow->retired += instructions;
    follow_image(flow);
}

int nt_flow_bytes(nt_flow *flow, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size && flow->result == 0; i++, flow->counts.bytes++) {
        nt_frame frame = nt_framer_byte(&flow->framer, bytes[i]);
        if (frame == NT_FRAME_START) {
            flow->offset = flow->counts.bytes;
        } else if (frame == NT_FRAME_END) {
            take_frame(flow);
        } else if (nt_frame_is_error(frame)) {
            flow->offset = flow->counts.bytes;
            flow->message.tcode = 0;
            (void)fault_in_words(flow, NT_FAULT_FRAME, nt_frame_text(frame));
        }
    }
    return flow->result;
}

int nt_flow_finish(nt_flow *flow) {
    if (flow->framer.state != 0) {
        fault(flow, NT_FAULT_CUT);
    } else if (flow->state == RUNNING && flow->reported > flow->walked) {
        flow->offset = flow->counts.bytes;
        fault(flow, NT_FAULT_ICNT_OPEN);
    }
    return flow->result;
}

void nt_flow_free(nt_flow *flow) {
    if (flow != NULL) {
        nt_code_blocks_free(flow->blocks);
        free(flow);
    }
}

const nt_flow_counts *nt_flow_get_counts(const nt_flow *flow) {
    return &flow->counts;
}
