/* SPDX-License-Identifier: Apache-2.0 */
/* Walking the code: from where a message starts, through its branches, to where it ends. */
#include "libntrace/flow/before_sync.h"
#include "libntrace/flow/code.h"
#include "libntrace/flow/flow_internal.h"
#include "libntrace/flow/flow_paths.h"

void nt_flow_follow_image(nt_flow *flow) {
    const nt_code *code = &flow->blocks->code;
    if (code->advance == NULL) {
        flow->until_change = UINT64_MAX;
        return;
    }
    code->advance(code->context, flow->retired);
    nt_code_blocks_refresh(flow->blocks);
    uint64_t next = code->next_change(code->context);
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
    const nt_code *code = &flow->blocks->code;
    nt_insn insn = code->at(code->context, flow->pc);
    uint64_t target;
    if (insn.size == 0) {
        return nt_flow_fail(flow, NT_FAULT_NO_CODE);
    }
    bool known = nt_code_target(code, flow->pc, &insn, &target);
    return nt_flow_fail(flow, known ? NT_FAULT_ICNT_SPLIT : NT_FAULT_NO_TABLE);
}

static inline void retire(nt_flow *flow, const nt_code_block *block) {
    uint32_t instructions = block->instructions;
    flow->blocks_walked++;
    if (flow->draft != NULL) {
        nt_flow_draft_block(flow, block->pc);
    }
    if (nt_flow_continues(flow, block->pc)) {
        flow->range.range.instructions += instructions;
        flow->range.range.halfwords += block->halfwords;
    } else {
        nt_flow_flush_range(flow);
        flow->range.range.pc = block->pc;
        flow->range.range.instructions = instructions;
        flow->range.range.halfwords = block->halfwords;
    }
    flow->range_end = block->next;
    flow->counts.instructions += instructions;
    flow->retired += instructions;
    flow->until_change -= instructions;
    if (flow->until_change == 0) {
        nt_flow_flush_range(flow); /* the sink sees it with the code that ran */
        nt_flow_follow_image(flow);
    }
}

/* Finds a path that returns to where it was (Brent): without a branch it would never end, unless
   the code is yet to change. */
typedef struct loop_watch {
    uint64_t seen;
    uint32_t steps;
    uint32_t until;
    uint32_t epoch; /* of the code in which `seen` was seen */
} loop_watch;

static inline bool is_loop(const nt_flow *flow, loop_watch *watch, uint64_t pc) {
    if (watch->epoch != flow->blocks->epoch) { /* where it was before is another place now */
        *watch = (loop_watch){.epoch = flow->blocks->epoch};
    }
    if (watch->steps != 0 && watch->seen == pc) {
        return flow->until_change > UINT64_MAX / 2;
    }
    if (watch->steps == watch->until) {
        watch->seen = pc;
        watch->until = watch->until * 2 + 1;
    }
    watch->steps++;
    return false;
}

/* How an indirect jump leaves the block; kept before the block retires, which may change the
   image. */
static inline void keep_leaving(nt_flow *flow, const nt_code_block *block) {
    if (block->exit >= NT_INSN_INDIRECT_CALL && flow->infers) {
        flow->leaving = *block;
    }
}

/* Straight on; the next instruction may need to know of the last one, of `size` bytes. */
static inline void run_on(nt_flow *flow, uint64_t next, unsigned size) {
    flow->last = (next - size) & flow->blocks->mask;
    flow->last_was = flow->blocks_walked;
    flow->pc = next;
    if (flow->draft != NULL) {
        flow->draft->path.path.runs_on = true;
    }
}

static inline void push_call(nt_flow *flow, uint64_t address) {
    if (flow->options.implicit_returns) {
        nt_return_stack_push(&flow->returns, address);
        if (flow->draft != NULL) {
            nt_path_draft_push(&flow->draft->path, address);
        }
    }
}

static bool pop_return(nt_flow *flow, uint64_t *address) {
    bool found = nt_return_stack_pop(&flow->returns, address);
    if (flow->draft != NULL) {
        nt_path_draft_pop(&flow->draft->path, found, *address);
    }
    return found;
}

/* The pair lies in one block, unless the code changed between its instructions or the block would
   be too long. Not of returns: sijump is ignored for itype 13 (ingress port, "Instruction interface
   signals"). */
static bool is_sequential(nt_flow *flow) {
    nt_code_block *at = &flow->leaving;
    return flow->options.sequential_jumps && at->exit != NT_INSN_RETURN &&
           (at->inferable ||
            (at->instructions == 1 && flow->blocks_walked == flow->last_was + 1 &&
             nt_code_sequential_jump(&flow->blocks->code, flow->last, at->pc, &at->target)));
}

static inline bool pops(const nt_flow *flow, nt_insn_class exit) {
    return exit == NT_INSN_RETURN ||
           (exit == NT_INSN_COROUTINE_SWAP && !flow->quirks->swap_is_call);
}

/* Over an indirect jump, with its stack action. False: the target is not inferable. */
static bool infer(nt_flow *flow) {
    const nt_code_block *at = &flow->leaving;
    nt_insn_class exit = (nt_insn_class)at->exit;
    uint64_t popped = 0;
    bool known = flow->options.implicit_returns && pops(flow, exit) && pop_return(flow, &popped);
    if (exit == NT_INSN_INDIRECT_CALL || exit == NT_INSN_COROUTINE_SWAP) {
        push_call(flow, at->next);
    }
    if (is_sequential(flow)) {
        flow->pc = at->target;
        return true;
    }
    if (known) {
        flow->pc = popped;
    }
    return known;
}

static inline bool follow_indirect(nt_flow *flow, uint64_t next) {
    flow->pc = next;
    return flow->infers && infer(flow);
}

/* More returns and sequential jumps without a branch between them than any program has. */
static const uint32_t MOST_INFERRED = UINT32_C(1) << 20;

static bool fault_loop(nt_flow *flow) {
    return nt_flow_fail(flow, NT_FAULT_HIST_LOOP);
}

/* From `pc` through the next conditional branch, which goes as `taken` says. Most of the decoder's
   time is spent here. */
static inline __attribute__((always_inline)) bool walk_to_branch(nt_flow *flow, bool taken,
                                                                 uint64_t *walked, uint64_t limit) {
    loop_watch watch = {.epoch = flow->blocks->epoch};
    uint32_t inferred = 0;
    for (;;) {
        if (*walked == limit) {
            return nt_flow_fail(flow, NT_FAULT_HIST_LEFT);
        }
        const nt_code_block *block = block_at_pc(flow, limit - *walked);
        if (block->instructions == 0) {
            return fault_no_block(flow);
        }
        *walked += block->halfwords;
        keep_leaving(flow, block);
        nt_insn_class exit = (nt_insn_class)block->exit;
        uint64_t target = block->target;
        uint64_t next = block->next;
        unsigned size = block->last;
        retire(flow, block);
        if (exit == NT_INSN_BRANCH) { /* ahead of the switch, as nearly all blocks end so */
            flow->pc = taken ? target : next;
            return flow->result == 0;
        }
        if (nt_flow_is_over_budget(flow)) {
            return nt_flow_fail(flow, NT_FAULT_BUDGET);
        }
        switch (exit) {
        case NT_INSN_DIRECT_CALL:
            push_call(flow, next);
            /* fall through */
        case NT_INSN_DIRECT_JUMP:
        case NT_INSN_DIRECT_JUMP_LINK:
            flow->pc = target;
            if (flow->options.all_jumps) {
                return taken ? flow->result == 0 : nt_flow_fail(flow, NT_FAULT_HIST_ZERO);
            }
            if (is_loop(flow, &watch, target)) {
                return fault_loop(flow);
            }
            break;
        case NT_INSN_OTHER:
            run_on(flow, next, size);
            break;
        default:
            if (!follow_indirect(flow, next)) {
                return nt_flow_fail(flow, NT_FAULT_HIST_JUMP);
            }
            if (++inferred == MOST_INFERRED) {
                return fault_loop(flow);
            }
            watch.steps = 0; /* with other return addresses the same PC is another place */
            watch.until = 0;
            break;
        }
    }
}

static bool walk_history(nt_flow *flow, uint32_t hist, uint64_t limit) {
    if (hist == 0) {
        return nt_flow_fail(flow, NT_FAULT_HIST_STOP_BIT);
    }
    if (nt_flow_is_over_budget(flow)) { /* 31 blocks that end on a branch more or less are alike */
        return nt_flow_fail(flow, NT_FAULT_BUDGET);
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

/* Whether execution is elsewhere by right: out of reset (1), debug (3), power-down (9), after a
   gap by disabling (5) or by overrun (7); or may be, for a vendor's reasons (14, 15). */
bool nt_flow_is_new_start(uint64_t sync) {
    return sync == 1 || sync == 3 || sync == 5 || sync == 7 || sync == 9 || sync >= 14;
}

/* A branch message that starts a trace, and reports nothing: what was full before it is of a trace
   whose stop was left out. */
static bool starts_alone(const nt_flow *flow) {
    const uint64_t *value = flow->message.value;
    return nt_flow_is_new_start(value[NT_FIELD_SYNC]) && value[NT_FIELD_ICNT] == 0 &&
           value[NT_FIELD_HIST] == 1;
}

/* In HTM a fault; where the mode is not known, it may turn out to be one. */
static bool lacks_history(nt_flow *flow) {
    bool unsent = nt_message_has(&flow->message, NT_FIELD_SYNC) &&
                  (!nt_message_has(&flow->message, NT_FIELD_HIST) || starts_alone(flow));
    nt_flow_fault code = unsent ? NT_FAULT_HIST_UNSENT : NT_FAULT_HIST_MISSING;
    if (flow->mode == MODE_HTM) {
        return nt_flow_fail(flow, code);
    }
    flow->bare = true;
    flow->bare_code = code;
    flow->bare_at = nt_flow_here(flow);
    return true;
}

/* A branch without a history bit: in BTM it may be the last instruction, and taken. */
static bool end_on_branch(nt_flow *flow, uint64_t target) {
    flow->ending = ENDS_ON_BRANCH;
    flow->branch_target = target;
    if (flow->draft != NULL) {
        flow->draft->path.path.silent = true;
    }
    return flow->mode == MODE_BTM || flow->bare || lacks_history(flow);
}

static inline void leave_behind(nt_flow *flow, uint64_t count) {
    flow->left = count;
    if (flow->draft != NULL) {
        flow->draft->path.path.noted = true;
    }
}

/* Walks `count` half-words without history: branches are not taken. */
static bool walk_count(nt_flow *flow, uint64_t count) {
    flow->ending = ENDS_AT_PC;
    while (count > 0) {
        if (nt_flow_is_over_budget(flow)) {
            return nt_flow_fail(flow, NT_FAULT_BUDGET);
        }
        const nt_code_block *block = block_at_pc(flow, count);
        if (block->instructions == 0) {
            return fault_no_block(flow);
        }
        count -= block->halfwords;
        keep_leaving(flow, block);
        nt_insn_class exit = (nt_insn_class)block->exit;
        uint64_t target = block->target;
        uint64_t next = block->next;
        unsigned size = block->last;
        retire(flow, block);
        flow->ending = ENDS_AT_PC;
        switch (exit) {
        case NT_INSN_OTHER:
            run_on(flow, next, size);
            break;
        case NT_INSN_BRANCH:
            flow->pc = next;
            leave_behind(flow, count);
            if (!end_on_branch(flow, target)) {
                return false;
            }
            break;
        case NT_INSN_DIRECT_CALL:
            push_call(flow, next);
            /* fall through */
        case NT_INSN_DIRECT_JUMP:
        case NT_INSN_DIRECT_JUMP_LINK:
            flow->pc = target;
            leave_behind(flow, count);
            if (flow->options.all_jumps && (!end_on_branch(flow, target) || count > 0)) {
                return nt_flow_fail(flow, NT_FAULT_JUMP_SILENT);
            }
            break;
        default:
            if (!follow_indirect(flow, next) && count > 0) {
                return nt_flow_fail(flow, NT_FAULT_ICNT_BEHIND_JUMP);
            }
            flow->ending = ENDS_ON_INDIRECT;
            break;
        }
        if (flow->result != 0) {
            return false;
        }
    }
    return true;
}

/* The same where the first part of the path is not known: what is left up to where a message can
   end. */
static bool walk_unmeasured(nt_flow *flow, uint32_t hist) {
    enum { MOST = 4096 };
    flow->unmeasured = false;
    if (!walk_history(flow, hist, UINT64_MAX)) {
        return false;
    }
    flow->walked = 0;
    for (unsigned steps = 0; steps < MOST; steps++) {
        uint64_t count = block_at_pc(flow, UINT64_MAX)->halfwords;
        if (count == 0) {
            return fault_no_block(flow);
        }
        uint64_t next = flow->pc;
        if (!walk_count(flow, count)) {
            return false;
        }
        if (flow->ending == ENDS_ON_BRANCH ||
            (flow->ending == ENDS_ON_INDIRECT && flow->pc == next + 2 * count)) {
            return true;
        }
    }
    return fault_loop(flow);
}

/* The path of a message with I-CNT: `count` half-words, of which the branches of `hist` come first.
 */
static bool walk_counted(nt_flow *flow, uint64_t count, uint32_t hist) {
    flow->walked = 0;
    bool whole = walk_history(flow, hist, count);
    uint64_t rest = count - flow->walked;
    flow->walked = 0;
    return whole && walk_count(flow, rest);
}

/* A path that was not walked before, or is another one now. */
static bool walk_new(nt_flow *flow, uint64_t count, uint32_t hist) {
    bool counted = count != NT_PATH_UNCOUNTED;
    if (!nt_flow_deserves_draft(flow, count, hist)) {
        return counted ? walk_counted(flow, count, hist) : walk_history(flow, hist, count);
    }
    nt_flow_draft draft;
    nt_flow_begin_draft(flow, count, hist, &draft);
    bool whole = counted ? walk_counted(flow, count, hist) : walk_history(flow, hist, count);
    nt_flow_end_draft(flow, whole);
    return whole;
}

bool nt_flow_walk_history(nt_flow *flow, uint32_t hist, bool closes) {
    const nt_path *path = nt_flow_find_path(flow, NT_PATH_UNCOUNTED, hist);
    if (path == NULL) {
        return walk_new(flow, NT_PATH_UNCOUNTED, hist);
    }
    nt_flow_go_path(flow, path, closes);
    return flow->result == 0;
}

bool nt_flow_walk_message(nt_flow *flow, uint64_t icnt, uint32_t hist, bool closes) {
    uint64_t total = flow->reported + icnt;
    flow->reported = 0;
    flow->last_was = UINT64_MAX;
    if (flow->unmeasured) {
        return walk_unmeasured(flow, hist);
    }
    if (flow->walked > total) {
        flow->walked = 0;
        return nt_flow_fail(flow, NT_FAULT_ICNT_BELOW_HIST);
    }
    uint64_t count = total - flow->walked;
    flow->walked = 0;
    if (count == 0 && hist == 1) {
        return walk_counted(flow, count, hist);
    }
    const nt_path *path = nt_flow_find_path(flow, count, hist);
    if (path == NULL) {
        return walk_new(flow, count, hist);
    }
    nt_flow_go_path(flow, path, closes);
    return flow->result == 0;
}

uint64_t nt_flow_unsent(const nt_flow *flow) {
    return flow->left;
}

uint64_t nt_flow_came(const nt_flow *flow) {
    return flow->came;
}

bool nt_flow_ends_on_custom(const nt_flow *flow) {
    return flow->blocks_walked == flow->last_was &&
           nt_code_is_custom(&flow->blocks->code, flow->last);
}
