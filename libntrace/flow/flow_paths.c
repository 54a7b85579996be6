/* SPDX-License-Identifier: Apache-2.0 */
/* Walks from memory. */
#include "libntrace/flow/flow_paths.h"
#include "libntrace/util/resident.h"

/* Whether a path cannot make the open range so long that it ends within the path. */
static bool is_short(const nt_flow *flow) {
    return flow->range.range.instructions == 0 || flow->range.range.halfwords <= UINT32_MAX / 4;
}

static inline nt_path_key key_of(const nt_flow *flow, uint64_t count, uint32_t hist) {
    return (nt_path_key){
        .pc = flow->pc, .count = count, .hist = hist, .epoch = flow->blocks->epoch};
}

/* ---- a walk that is to be remembered ---- */

bool nt_flow_deserves_draft(const nt_flow *flow, uint64_t count, uint32_t hist) {
    nt_path_key key = key_of(flow, count, hist);
    return flow->paths != NULL && nt_paths_came(flow->paths, &key);
}

void nt_flow_begin_draft(nt_flow *flow, uint64_t count, uint32_t hist, nt_flow_draft *draft) {
    nt_path_key key = key_of(flow, count, hist);
    nt_path_draft_begin(&draft->path, flow->paths, &key);
    draft->retired = flow->retired;
    draft->walked = draft->blocks = flow->blocks_walked;
    draft->until_change = flow->until_change;
    draft->asked = flow->blocks->asked;
    draft->filled = flow->blocks->filled;
    draft->evictions = flow->blocks->evictions;
    draft->depth = flow->returns.depth;
    draft->instructions = flow->range.range.instructions;
    draft->halfwords = flow->range.range.halfwords;
    draft->path.failed = !is_short(flow);
    flow->draft = draft;
}

static void take_range(nt_flow *flow, uint64_t blocks_walked) {
    nt_flow_draft *draft = flow->draft;
    const nt_flow_event *range = &flow->range;
    if (blocks_walked != draft->blocks) {
        uint64_t pc = draft->path.path.ranges == 0 ? draft->path.path.key.pc : range->range.pc;
        nt_path_draft_range(&draft->path, pc, range->range.instructions - draft->instructions,
                            range->range.halfwords - draft->halfwords,
                            blocks_walked - draft->blocks);
    }
    draft->blocks = blocks_walked;
    draft->instructions = 0;
    draft->halfwords = 0;
}

void nt_flow_draft_block(nt_flow *flow, uint64_t pc) {
    flow->draft->path.path.groups |= nt_code_blocks_group(flow->blocks, pc);
    if (!nt_flow_continues(flow, pc)) {
        take_range(flow, flow->blocks_walked - 1);
    }
}

static void note_end(const nt_flow *flow, nt_path *path, uint64_t walked) {
    path->end = flow->pc;
    path->ending = (uint8_t)flow->ending;
    path->left = flow->left;
    path->target = flow->branch_target;
    path->last = flow->last;
    path->evictions = flow->blocks->evictions;
    path->last_was = path->runs_on ? (uint32_t)(flow->last_was - walked) : 0;
}

/* What is remembered is resident as a whole, once it is much. */
static void keep(nt_flow *flow, nt_path_draft *draft) {
    bool many = flow->paths->head > NT_PATH_MANY;
    nt_path_draft_keep(draft, flow->paths);
    if (!many && flow->paths->head > NT_PATH_MANY) {
        nt_make_resident(flow->paths, sizeof *flow->paths);
        nt_make_resident(flow->blocks, sizeof *flow->blocks);
        if (flow->memo != NULL) {
            nt_make_resident(flow->memo, sizeof *flow->memo);
            nt_make_resident(flow->rows, sizeof *flow->rows);
        }
    }
}

void nt_flow_end_draft(nt_flow *flow, bool whole) {
    nt_flow_draft *draft = flow->draft;
    uint64_t retired = flow->retired - draft->retired;
    nt_path *path = &draft->path.path;
    if (whole && flow->result == 0 && retired < draft->until_change &&
        flow->blocks->evictions == draft->evictions &&
        draft->depth + path->rise <= NT_RETURN_STACK) {
        path->asked =
            (uint32_t)(flow->blocks->asked - draft->asked - (flow->blocks->filled - draft->filled));
        take_range(flow, flow->blocks_walked);
        note_end(flow, path, draft->walked);
        keep(flow, &draft->path);
    }
    flow->draft = NULL;
}

/* ---- walks that were remembered ---- */

bool nt_flow_has_returns(const nt_flow *flow, const nt_path *path) {
    const nt_flow_returns *returns = &flow->returns;
    if (returns->depth < path->popped || returns->depth + path->rise > NT_RETURN_STACK ||
        (path->drained && returns->depth != path->popped)) {
        return false;
    }
    const nt_path_range *popped = nt_path_ranges(flow->paths, path) + path->ranges;
    for (uint32_t i = 0; i < path->popped; i++) {
        if (returns->address[(returns->top - 1 - i) % NT_RETURN_STACK] != popped[i].pc) {
            return false;
        }
    }
    return true;
}

bool nt_flow_finds_blocks(const nt_flow *flow, nt_path *path) {
    const nt_code_blocks *blocks = flow->blocks;
    if (nt_code_blocks_evicted(blocks, path->groups, path->evictions)) {
        return false;
    }
    path->evictions = blocks->evictions;
    return true;
}

/* Whether nothing ends the path early: the budget, or code that changes. */
static inline bool is_free(const nt_flow *flow, const nt_path *path) {
    return path->instructions < flow->until_change &&
           flow->blocks_walked + path->blocks <= flow->allowed &&
           4 * (flow->blocks->asked + path->asked) <= flow->allowed && is_short(flow);
}

nt_path *nt_flow_find_path(nt_flow *flow, uint64_t count, uint32_t hist) {
    if (flow->paths == NULL) {
        return NULL;
    }
    nt_path_key key = key_of(flow, count, hist);
    nt_path *path = nt_paths_find(flow->paths, &key);
    if (path == NULL || !is_free(flow, path) || !nt_flow_has_blocks(flow, path)) {
        return NULL;
    }
    if (path->silent && flow->mode != MODE_BTM && !flow->bare) {
        return NULL; /* a fault, or the first of its kind */
    }
    return !flow->options.implicit_returns || nt_flow_has_returns(flow, path) ? path : NULL;
}

void nt_flow_take_returns(nt_flow *flow, const nt_path *path) {
    const nt_path_range *pushed = nt_path_ranges(flow->paths, path) + path->ranges + path->popped;
    flow->returns.top -= path->popped;
    flow->returns.depth -= path->popped;
    for (uint32_t i = 0; i < path->pushed; i++) {
        nt_return_stack_push(&flow->returns, pushed[i].pc);
    }
}

/* Where the walk leaves the decoder. */
static inline void arrive(nt_flow *flow, const nt_path *path) {
    flow->pc = path->end;
    if (path->key.count == NT_PATH_UNCOUNTED) {
        flow->walked += path->halfwords;
    } else {
        flow->ending = (flow_ending)path->ending;
    }
    if (path->noted) {
        flow->left = path->left;
    }
    if (path->silent) {
        flow->branch_target = path->target;
    }
    if (path->runs_on) {
        flow->last = path->last;
        flow->last_was = flow->blocks_walked - path->blocks + path->last_was;
    }
    if (flow->options.implicit_returns) {
        nt_flow_take_returns(flow, path);
    }
}

/* As retire() does with the blocks of the range. */
static void go_range(nt_flow *flow, const nt_path_range *range) {
    flow->blocks_walked++;
    if (nt_flow_continues(flow, range->pc)) {
        flow->range.range.instructions += range->instructions;
        flow->range.range.halfwords += range->halfwords;
    } else {
        nt_flow_flush_range(flow);
        flow->range.range.pc = range->pc;
        flow->range.range.instructions = range->instructions;
        flow->range.range.halfwords = range->halfwords;
    }
    flow->range_end = (range->pc + 2 * (uint64_t)range->halfwords) & flow->blocks->mask;
    flow->counts.instructions += range->instructions;
    flow->retired += range->instructions;
    flow->blocks_walked += range->blocks - 1u;
}

static void go_ranges(nt_flow *flow, const nt_path *path) {
    const nt_path_range *range = nt_path_ranges(flow->paths, path);
    for (const nt_path_range *end = range + path->ranges; range < end; range++) {
        go_range(flow, range);
    }
}

nt_path_answer nt_flow_tell_path(nt_flow *flow, const nt_path *path, uint64_t times,
                                 nt_path_tally *counted) {
    nt_path_answer answer = {.tally = counted, .place = NT_PLACE_NONE};
    if (flow->path_sink == NULL) {
        return answer;
    }
    nt_flow_path told = {.path = path,
                         .slot = (size_t)(path - flow->paths->path),
                         .ranges = nt_path_ranges(flow->paths, path),
                         .times = times,
                         .stamp = &flow->range,
                         .answer = &answer};
    if (flow->result == 0) {
        nt_flow_take_result(flow, flow->path_sink(flow->context, &told));
    }
    return answer;
}

/* All at once; no range is open. */
static inline void go_at_once(nt_flow *flow, const nt_path *path, uint64_t times) {
    flow->blocks_walked += times * path->blocks;
    flow->counts.instructions += times * path->instructions;
    flow->retired += times * path->instructions;
    nt_flow_stamp_range(flow);
    (void)nt_flow_tell_path(flow, path, times, NULL);
}

/* Whether nobody needs the path's ranges one by one: none of them continues the open one. */
static bool is_told_whole(const nt_flow *flow, const nt_path *path) {
    bool continues = flow->range.range.instructions != 0 && flow->range_end == path->key.pc;
    return !continues && (flow->path_sink != NULL || flow->sink == NULL);
}

void nt_flow_go_path(nt_flow *flow, const nt_path *path, bool closes) {
    if (closes && is_told_whole(flow, path)) {
        nt_flow_flush_range(flow);
        go_at_once(flow, path, 1);
    } else {
        go_ranges(flow, path);
    }
    flow->until_change -= path->instructions;
    flow->blocks->asked += path->asked;
    arrive(flow, path);
}

static inline uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static bool is_loop(const nt_flow *flow, const nt_path *path, uint64_t landing) {
    const nt_path_range *last = nt_path_ranges(flow->paths, path) + path->ranges - 1;
    uint64_t end = (last->pc + 2 * (uint64_t)last->halfwords) & flow->blocks->mask;
    return landing == path->key.pc && end != landing && path->popped == 0 && path->pushed == 0;
}

uint64_t nt_flow_go_loop(nt_flow *flow, const nt_path *path, const nt_flow_loop *loop) {
    if (!is_loop(flow, path, loop->landing) || !is_told_whole(flow, path)) {
        return 0;
    }
    uint64_t cost = path->blocks + loop->more;
    uint64_t left = flow->allowed > flow->blocks_walked ? flow->allowed - flow->blocks_walked : 0;
    uint64_t times = least(loop->times, (flow->until_change - 1) / path->instructions);
    times = least(times, least(loop->blocks, left) / cost);
    if (path->asked != 0) {
        times = least(times, (flow->allowed / 4 - flow->blocks->asked) / path->asked);
    }
    if (times < 2) {
        return 0;
    }
    nt_flow_flush_range(flow);
    flow->blocks_walked += times * loop->more;
    go_at_once(flow, path, times);
    flow->until_change -= times * path->instructions;
    flow->blocks->asked += times * path->asked;
    arrive(flow, path);
    if (path->key.count == NT_PATH_UNCOUNTED) {
        flow->walked += (times - 1) * path->halfwords;
    }
    return times;
}
