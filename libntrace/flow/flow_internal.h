/* The flow decoder's state, shared by its four parts. Each calls only those after it: flow.c (the
   stream), flow_messages.c (what each message says), flow_walk.c (from one message's PC to where it
   ends), flow_events.c (what the sink is told). */
#ifndef NT_DECODE_FLOW_INTERNAL_H
#define NT_DECODE_FLOW_INTERNAL_H

#include "libntrace/flow/blocks.h"
#include "libntrace/flow/return_stack.h"
#include "ntrace/flow.h"
#include "ntrace/messages.h"

typedef enum flow_state {
    UNSYNCED, /* no synchronizing message yet */
    RUNNING,  /* `pc` is known */
    STOPPED,  /* after ProgTraceCorrelation */
    LOST,     /* after Error */
    FAULTED,  /* nothing counts until the next synchronizing message */
} flow_state;

/* The message that is wrong. */
typedef struct fault_origin {
    uint64_t at;
    uint8_t tcode;
    uint8_t sync;
} fault_origin;

/* trTeInstMode: what each branch is told by. */
enum { MODE_UNKNOWN = 0, MODE_BTM = 3, MODE_HTM = 6 };

/* How the instructions of a message end. */
typedef enum flow_ending {
    ENDS_AT_PC,      /* `pc` comes next */
    ENDS_ON_BRANCH,  /* on a conditional branch without a history bit: `pc` or `branch_target` */
    ENDS_ON_INDIRECT /* on an indirect jump: the next PC may be another than `pc` */
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
    bool infers; /* some indirect jumps may be inferable */
    bool owned;  /* nt_flow_free gives the memory back */
    bool tail;   /* in the message that the stream begins within */
    nt_flow_sink sink;
    void *context;
    int result; /* of the sink, once it is not 0 */

    nt_framer framer;
    nt_message_format format;
    nt_message message;
    uint64_t begun;  /* offset of the part of the stream that is decoded */
    uint64_t base;   /* offset in the stream, less counts.bytes */
    uint64_t offset; /* of the message's first byte */
    uint64_t shift;  /* what its place in the stream is more, where others' bytes lie before it */
    bool has_time;   /* the message has one */
    nt_time time;
    uint64_t retired_then; /* `retired` behind the last message that retired something */

    flow_state state;
    bool synced;             /* a synchronizing message came */
    uint8_t mode;            /* as far as it is known since the latest synchronizing message */
    bool bare;               /* since then a branch has had no history bit: */
    nt_flow_fault bare_code; /* what that is if the mode turns out to be HTM, */
    fault_origin bare_at;    /* and of which message, the first one */
    uint64_t pc;             /* of the next instruction */
    uint64_t reference;      /* the address that U-ADDR is relative to */
    uint64_t reported;       /* half-words in ResourceFull since the last I-CNT field */
    uint64_t walked;         /* half-words walked by HIST since the last I-CNT field */
    flow_ending ending;      /* of the last I-CNT walk */
    uint64_t branch_target;
    uint64_t last;     /* address of the last instruction of a block that ran on to its next, */
    uint64_t last_was; /* and blocks_walked then; UINT64_MAX: none in this message */
    branch_message branch;

    uint64_t retired;      /* instructions decoded and skipped */
    uint64_t until_change; /* instructions until the image changes; huge: never */
    uint64_t blocks_walked;
    uint64_t allowed; /* of blocks_walked, by now */
    nt_code_block cut;
    nt_code_block leaving; /* the last block that ended on an indirect jump */
    nt_flow_event range;   /* not yet handed to the sink where instructions != 0 */
    uint64_t range_end;
    nt_flow_counts counts;
    uint64_t fault_from;     /* where what the fault made useless begins */
    uint64_t fault_messages; /* whole ones since */
    uint64_t agreed_at;      /* offset of the synchronizing message that agreed last, */
    uint64_t agreed_told;    /* and the instructions told by then */
    nt_return_stack returns;
};

/* ---- flow_events.c ---- */

/* The offset that events of the message have. */
static inline uint64_t nt_flow_place_of(const nt_flow *flow) {
    return flow->offset + flow->shift;
}
void nt_flow_emit(nt_flow *flow, const nt_flow_event *event);
/* If the message retired something, it is the one that told the range's last instructions. */
void nt_flow_stamp_range(nt_flow *flow);
/* What retired so far goes to the sink. */
void nt_flow_emit_range(nt_flow *flow);
static inline void nt_flow_flush_range(nt_flow *flow) {
    if (flow->range.range.instructions != 0) {
        nt_flow_emit_range(flow);
    }
}
nt_flow_event nt_flow_new_event(const nt_flow *flow, nt_flow_kind kind);
/* Reports a fault; false, so that a walk can end with it. */
bool nt_flow_fail(nt_flow *flow, nt_flow_fault code);
/* The same where a message before this one is wrong. */
bool nt_flow_fail_at(nt_flow *flow, nt_flow_fault code, const fault_origin *origin);
/* The same in other words than those of the code. */
bool nt_flow_fail_in_words(nt_flow *flow, nt_flow_fault code, const char *reason,
                           const fault_origin *origin);
/* This message, as the origin of a fault. */
fault_origin nt_flow_here(const nt_flow *flow);
/* Messages and bytes between the fault and `offset` are lost; before the first synchronizing
   message there is nothing to lose. */
void nt_flow_count_lost(nt_flow *flow, uint64_t offset);
/* A synchronizing message or Error ends what a fault, or the stream's beginning, made useless. */
void nt_flow_recover(nt_flow *flow);
/* To look at an instruction takes longer than to walk a block that is known. How often it must be
   looked at depends on what else the decoder has seen, so it is not added to what was walked. */
static inline bool nt_flow_is_over_budget(const nt_flow *flow) {
    return flow->blocks_walked > flow->allowed || 4 * flow->blocks->asked > flow->allowed;
}

/* ---- flow_walk.c: false is a fault, or the sink's end ---- */

/* The image as it is after what retired. */
void nt_flow_follow_image(nt_flow *flow);
/* Walks the branches of a HIST field; `limit`: half-words at most since the last I-CNT field. */
bool nt_flow_walk_history(nt_flow *flow, uint32_t hist, uint64_t limit);
/* Walks all that an I-CNT field, with the HIST field beside it, and the ResourceFull messages
   before it describe. `hist` is 1 where there is none. */
bool nt_flow_walk_message(nt_flow *flow, uint64_t icnt, uint32_t hist);
/* Whether the walk ended on a custom instruction, which may jump anywhere. */
bool nt_flow_ends_on_custom(const nt_flow *flow);

/* ---- flow_messages.c ---- */

void nt_flow_take_message(nt_flow *flow);

#endif
