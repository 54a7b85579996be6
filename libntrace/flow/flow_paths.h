/* SPDX-License-Identifier: Apache-2.0 */
/* Walks what was walked before (paths.h). Every event, count and state is as if it were walked
   block by block. */
#ifndef NT_FLOW_FLOW_PATHS_H
#define NT_FLOW_FLOW_PATHS_H

#include "libntrace/flow/flow_internal.h"

/* Describes a path that was walked, for a sink of sums. */
struct nt_flow_path {
    const nt_path
        *path;   /* its `id` stands for the same ranges of the same code, whenever it comes */
    size_t slot; /* where it is remembered, below NT_PATHS */
    const nt_path_range *ranges;
    uint64_t times;             /* one after the other; 0: it was counted by its tally, and is the
                                   last that was */
    const nt_flow_event *stamp; /* offset, tcode, size and time of its message */
    nt_path_answer *answer; /* where times is 0: the tally. Else none and NT_PLACE_NONE at first:
                               the sink may give a tally, which is counted up instead of telling the
                               path again wherever that follows other paths from the same place, in
                               a message of the same bytes with nothing between */
};

/* Receives a path instead of its RANGE events: all of them from its message on, none of which
   continues another. Other ranges come as events. It changes no code. Returns as nt_flow_sink. */
typedef int (*nt_flow_path_sink)(void *context, const nt_flow_path *path);

/* Sets the sink of paths, which gets the context of the sink of events. NULL: there is none. */
void nt_flow_set_path_sink(nt_flow *flow, nt_flow_path_sink sink);

/* Passes a path to its sink, `times` as there. Returns the answer; `counted`: the tally, where
   times is 0. */
nt_path_answer nt_flow_tell_path(nt_flow *flow, const nt_path *path, uint64_t times,
                                 nt_path_tally *counted);

/* Returns the path of `hist` and `count` half-words (or NT_PATH_UNCOUNTED) from the PC on; NULL: it
   is not known, or may be another now. */
nt_path *nt_flow_find_path(nt_flow *flow, uint64_t count, uint32_t hist);

/* Returns whether each of the path's blocks would still be found where it was, once some have been
   evicted. */
bool nt_flow_finds_blocks(const nt_flow *flow, nt_path *path);
static inline bool nt_flow_has_blocks(const nt_flow *flow, nt_path *path) {
    return path->evictions == flow->blocks->evictions || nt_flow_finds_blocks(flow, path);
}
/* Returns whether the entries that the path takes are on the return stack, and no entry falls out
   at its bottom. */
bool nt_flow_has_returns(const nt_flow *flow, const nt_path *path);
/* Does what the path does to the return stack. */
void nt_flow_take_returns(nt_flow *flow, const nt_path *path);

/* Goes that path. `closes`: the message walks no further. */
void nt_flow_go_path(nt_flow *flow, const nt_path *path, bool closes);

/* Describes walks of one message along the same path, each of which ends where it begins. */
typedef struct nt_flow_loop {
    uint64_t times;   /* in a row */
    uint64_t landing; /* where a walk ends */
    uint64_t blocks;  /* all that they may walk */
    unsigned more;    /* blocks that each counts besides its own */
} nt_flow_loop;

/* Goes the path as often as can be done at once, and returns how often; 0: not even twice. */
uint64_t nt_flow_go_loop(nt_flow *flow, const nt_path *path, const nt_flow_loop *loop);

/* Holds a walk that is to be remembered. */
struct nt_flow_draft {
    nt_path_draft path;
    uint64_t retired; /* where it began, as `blocks_walked`, */
    uint64_t walked;  /* `until_change`, and the depth of the return stack */
    uint64_t until_change;
    uint64_t asked;
    uint64_t filled;
    uint64_t evictions;
    uint32_t depth;
    uint64_t blocks;       /* `blocks_walked` where its latest range begins, */
    uint32_t instructions; /* and what an earlier walk had put into that range */
    uint32_t halfwords;
};

/* Returns whether the walk that comes next is to be remembered. */
bool nt_flow_deserves_draft(const nt_flow *flow, uint64_t count, uint32_t hist);
/* Begins to remember a walk. `draft` is used until the end. */
void nt_flow_begin_draft(nt_flow *flow, uint64_t count, uint32_t hist, nt_flow_draft *draft);
/* Takes note of a block, which is already counted, but not in its range. */
void nt_flow_draft_block(nt_flow *flow, uint64_t pc);
/* Remembers the walk, if it is whole. */
void nt_flow_end_draft(nt_flow *flow, bool whole);

#endif
