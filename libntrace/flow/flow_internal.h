/* SPDX-License-Identifier: Apache-2.0 */
/* Holds the flow decoder's state, shared by its seven parts. Each calls only those after it:
   flow.c (the stream), flow_messages.c (the content of messages), flow_known.c (the same, where all
   of it came before), flow_row.c (the same, in a row that came before), flow_walk.c (from one
   message's PC to its end), flow_paths.c (the same, where it was walked before), flow_events.c
   (events for the sink). */
#ifndef NT_FLOW_FLOW_INTERNAL_H
#define NT_FLOW_FLOW_INTERNAL_H

#include "libntrace/flow/blocks.h"
#include "libntrace/flow/memo.h"
#include "libntrace/flow/paths.h"
#include "libntrace/flow/return_stack.h"
#include "libntrace/flow/rows.h"
#include "ntrace/flow.h"
#include "ntrace/messages.h"

typedef enum flow_state {
    UNSYNCED, /* no synchronizing message yet */
    RUNNING,  /* `pc` is known */
    STOPPED,  /* after ProgTraceCorrelation */
    LOST,     /* after Error */
    FAULTED,  /* ignores messages up to the next synchronizing one */
} flow_state;

/* Describes the wrong message of a fault. */
typedef struct fault_origin {
    uint64_t at;
    uint8_t tcode;
    uint8_t sync;
} fault_origin;

/* trTeInstMode, as far as it is known */
enum { MODE_UNKNOWN = 0, MODE_BTM = 3, MODE_HTM = 6 };

/* Lists how the path of a message can end. */
typedef enum flow_ending {
    ENDS_AT_PC,      /* `pc` is the next instruction */
    ENDS_ON_BRANCH,  /* on a conditional branch without a history bit: `pc` or `branch_target` */
    ENDS_ON_INDIRECT /* on an indirect jump: the next PC may differ from `pc` */
} flow_ending;

/* Holds the message that RepeatBranch repeats. */
typedef struct branch_message {
    uint8_t tcode; /* 0: none */
    uint8_t btype;
    uint32_t icnt;
    uint32_t hist;
    uint64_t address;
} branch_message;

typedef struct nt_salvage nt_salvage;
typedef struct nt_flow_path nt_flow_path;
typedef struct nt_flow_draft nt_flow_draft;

struct nt_flow {
    nt_code_blocks *blocks;
    nt_paths *paths;      /* walked before; NULL: none are remembered */
    nt_memo *memo;        /* of messages; NULL: none are remembered, */
    nt_rows *rows;        /* nor what came after what */
    nt_flow_draft *draft; /* of the walk that goes on; NULL: it is not to be remembered */
    nt_salvage *salvage;  /* NULL: after a fault nothing is decoded up to the next sync */
    nt_flow_options options;
    const nt_quirks *quirks; /* of the vendor; never NULL */
    bool infers;             /* some indirect jumps may be inferable */
    bool owned;              /* nt_flow_free frees the memory */
    bool tail;               /* in the incomplete message at the beginning of the stream */
    nt_flow_sink sink;
    int (*path_sink)(void *context, const nt_flow_path *path);
    void *context;
    int result;           /* of the sink, once it is not 0, */
    nt_flow_counts ended; /* and the counts when it was told that event */
    bool stale;           /* the owner could change the code since it was last looked at */

    nt_framer framer;
    nt_message_format format;
    nt_message message;
    uint64_t begun;  /* offset of the part of the stream that is decoded */
    uint64_t base;   /* offset in the stream, less counts.bytes */
    uint64_t offset; /* of the message's first byte */
    uint64_t shift;  /* added to it for its place in the stream, if there are bytes of others
                        before it */
    bool has_time;   /* the message has one */
    nt_time time;
    uint64_t retired_then; /* `retired` after the last message with instructions */

    flow_state state;
    bool synced;             /* a synchronizing message came */
    uint8_t mode;            /* as far as known since the latest synchronizing message */
    bool bare;               /* since then a branch has had no history bit: */
    nt_flow_fault bare_code; /* the fault if the mode turns out to be HTM, */
    fault_origin bare_at;    /* and of which message, the first one */
    uint64_t pc;             /* of the next instruction */
    uint64_t came;           /* and before the latest synchronizing message */
    uint64_t reference;      /* the address that U-ADDR is relative to */
    uint64_t reported;       /* half-words in ResourceFull since the last I-CNT field */
    uint64_t walked;         /* half-words walked by HIST since the last I-CNT field */
    bool unmeasured;         /* `walked` is not known: salvaged within what I-CNT counts */
    bool salvaged;           /* since the last synchronizing message a fault was passed */
    flow_ending ending;      /* of the last I-CNT walk, */
    uint64_t left;           /* and the half-words behind a branch without a history bit */
    uint64_t branch_target;
    uint64_t last;     /* address of the last instruction of a block that continued at its next, */
    uint64_t last_was; /* and blocks_walked then; UINT64_MAX: none in this message */
    branch_message branch;

    uint64_t retired;      /* instructions decoded and skipped */
    uint64_t until_change; /* instructions until the image changes; huge: never */
    uint64_t blocks_walked;
    uint64_t allowed; /* of blocks_walked, by now */
    nt_code_block cut;
    nt_code_block leaving; /* the last block that ended on an indirect jump */
    nt_flow_event range;   /* not yet passed to the sink if instructions != 0 */
    uint64_t range_end;
    nt_flow_counts counts;
    uint64_t fault_from;     /* start of the bytes lost by the fault */
    uint64_t fault_messages; /* complete messages since */
    uint64_t agreed_at;      /* offset of the synchronizing message that agreed last, */
    uint64_t agreed_told;    /* and the instructions reported by then */
    nt_flow_returns returns;
};

/* ---- flow_events.c ---- */

/* Returns the offset of the message's events. */
static inline uint64_t nt_flow_place_of(const nt_flow *flow) {
    return flow->offset + flow->shift;
}
/* Ends the decoding if the sink's result is not 0. */
void nt_flow_take_result(nt_flow *flow, int result);
void nt_flow_emit(nt_flow *flow, const nt_flow_event *event);
/* Gives the range the message's offset and time, if the message retired its last instructions. */
void nt_flow_stamp_range(nt_flow *flow);
/* Passes the range so far to the sink. */
void nt_flow_emit_range(nt_flow *flow);
static inline void nt_flow_flush_range(nt_flow *flow) {
    if (flow->range.range.instructions != 0) {
        nt_flow_emit_range(flow);
    }
}
/* Returns whether the open range goes on at `pc`. */
static inline bool nt_flow_continues(const nt_flow *flow, uint64_t pc) {
    return flow->range_end == pc && flow->range.range.instructions != 0 &&
           flow->range.range.halfwords < UINT32_MAX / 2;
}
nt_flow_event nt_flow_new_event(const nt_flow *flow, nt_flow_kind kind);
/* Reports a fault. Returns false, so that a walk can end with it. */
bool nt_flow_fail(nt_flow *flow, nt_flow_fault code);
/* Reports a fault of an earlier message. Returns false. */
bool nt_flow_fail_at(nt_flow *flow, nt_flow_fault code, const fault_origin *origin);
/* Reports a fault with a text other than that of the code. Returns false. */
bool nt_flow_fail_in_words(nt_flow *flow, nt_flow_fault code, const char *reason,
                           const fault_origin *origin);
/* Returns this message as the origin of a fault. */
fault_origin nt_flow_here(const nt_flow *flow);
/* Counts messages and bytes between the fault and `offset` as lost; none before the first
   synchronizing message. */
void nt_flow_count_lost(nt_flow *flow, uint64_t offset);
/* Ends the loss by a fault or by the stream's beginning, at a synchronizing message or Error. */
void nt_flow_recover(nt_flow *flow);
/* Returns whether the walked blocks exceed the budget. Reading an instruction takes longer than
   walking a known block. How often it is read depends on what else was decoded, so these reads
   are counted separately. */
static inline bool nt_flow_is_over_budget(const nt_flow *flow) {
    return flow->blocks_walked > flow->allowed || 4 * flow->blocks->asked > flow->allowed;
}

/* Reports the instructions since the last agreement as suspect, if there are any. */
void nt_flow_emit_suspect(nt_flow *flow);

/* ---- flow_walk.c: false is a fault, or the sink's end ---- */

/* Advances the image to the instructions retired so far. */
void nt_flow_follow_image(nt_flow *flow);
/* Walks the branches of a HIST field that I-CNT is yet to follow. `closes`: the message walks no
   further. */
bool nt_flow_walk_history(nt_flow *flow, uint32_t hist, bool closes);
/* Walks the path described by an I-CNT field, its HIST field, and the ResourceFull messages
   before it. `hist` is 1 where there is none. `closes`: the message walks no further. */
bool nt_flow_walk_message(nt_flow *flow, uint64_t icnt, uint32_t hist, bool closes);

/* Returns whether tracing may start elsewhere with this SYNC. */
bool nt_flow_is_new_start(uint64_t sync);
/* Returns whether the walk ended on a custom instruction, which may jump anywhere. */
bool nt_flow_ends_on_custom(const nt_flow *flow);

/* ---- flow_known.c ---- */

/* Takes the branch message of the framer, if its bytes and its path are known and it has no time.
   Returns whether it did. */
bool nt_flow_take_known(nt_flow *flow);

/* ---- flow_row.c ---- */

/* Takes the messages that the bytes begin with, as far as they are known, come after each other and
   are framed anew. Returns their bytes, which it counts. */
size_t nt_flow_take_row(nt_flow *flow, const uint8_t *bytes, size_t size);
/* Remembers the framer's message, which was taken along that path from `pc` on. `flips`: what its
   address differs by from the reference before. */
void nt_flow_note_step(nt_flow *flow, uint64_t pc, nt_path *path, const branch_message *branch,
                       uint64_t flips);
/* The sink's tallies are of no use any more. */
void nt_flow_forget_tallies(nt_flow *flow);

/* ---- flow_messages.c ---- */

void nt_flow_take_message(nt_flow *flow);

#endif
