/* SPDX-License-Identifier: Apache-2.0 */
/* Judges the rules that need the code that ran, from the flow decoder's findings and the
   instructions on its path. Each source has one state. */
#ifndef NT_CHECK_IMAGE_H
#define NT_CHECK_IMAGE_H

#include "ntrace/flow.h"
#include "ntrace/messages.h"

#include <stdbool.h>
#include <stdint.h>

/* Describes a call that has not returned. */
typedef struct nt_check_call {
    uint64_t address; /* target of its return */
    bool leaf;        /* nothing was called since */
} nt_check_call;

/* Describes where an I-CNT in ResourceFull must end: half-words since the latest I-CNT field. */
typedef struct nt_check_mark {
    uint64_t halfwords;
    uint64_t offset; /* of the message */
} nt_check_mark;

enum { NT_CHECK_CALLS = 32, NT_CHECK_MARKS = 64 };

typedef struct nt_check_path {
    nt_code code;       /* as of the latest event; `at` is NULL if none is known */
    uint64_t reference; /* the address reported last, if `referenced` */
    bool referenced;
    uint64_t repeated; /* target that RepeatBranch repeats, if `repeats` */
    bool repeats;
    /* the message before the current one, after its events: */
    bool open;
    uint8_t tcode;
    uint8_t btype;
    uint64_t offset;
    bool tells;       /* it has an address, */
    uint64_t address; /* this */
    bool ends;        /* it has I-CNT, which includes the counts of ResourceFull before it */
    uint8_t sync;     /* and this SYNC, if `synced` */
    bool synced;
    bool faulted; /* the decoder could not follow it */
    bool ran;     /* instructions retired by it */
    bool hrepeat; /* it has HREPEAT */
    /* the instructions of the path */
    bool fresh;        /* none since an address was reported, */
    uint64_t told;     /* this, */
    uint64_t told_at;  /* by the message there */
    uint8_t class_;    /* nt_insn_class of the latest */
    uint64_t last;     /* its address, */
    uint64_t next;     /* and its end */
    bool after;        /* one directly before it, in the same message, */
    bool unpaired;     /* which, as the code is, cannot load the target of a sequential jump, */
    uint64_t before;   /* there */
    bool split;        /* an I-CNT in ResourceFull ends right before it */
    bool deep;         /* it is a return whose call is not among the latest NT_CHECK_CALLS */
    bool matched;      /* it is a return, and a leaf's call is on top of the stack: */
    uint64_t expected; /* to here */
    uint64_t walked;   /* half-words since the latest I-CNT field */
    uint64_t full;     /* half-words reported by ResourceFull since then, */
    uint64_t parted;   /* and those up to the latest that ends where the path has been */
    bool uncounted;    /* some of them are not in `walked` */
    unsigned marks;
    unsigned calls;   /* the latest NT_CHECK_CALLS are kept, */
    uint64_t dropped; /* and so many before them are not */
    /* what shows later: */
    bool halts;           /* the message after it is a stop, and nothing ran between */
    bool blind;           /* whether the current message was to have HIST is not known */
    uint32_t branches;    /* of such messages since the latest I-CNT field */
    bool untold;          /* in a trace of unknown mode branches had no history, */
    bool untold_before;   /* before the latest synchronizing message; */
    uint64_t untold_at;   /* in the message there, */
    uint16_t untold_rule; /* which breaks this rule if the mode is HTM, */
    uint32_t untold_in;   /* in this trace */
    bool explained;       /* ResourceFull and Ownership aside, the latest message is a trap, a trap
                             return, or nobody knows */
    bool unplaced;        /* a change of privilege alone awaits such a message, */
    uint64_t unplaced_at; /* and came there */
    nt_check_mark mark[NT_CHECK_MARKS];
    nt_check_call call[NT_CHECK_CALLS];
} nt_check_path;

struct nt_check;

/* Handles a readable message; its events come after it. */
void nt_check_image_message(struct nt_check *check, const nt_message *message);

/* Ends the events for everything judged so far. */
void nt_check_image_finish(struct nt_check *check);

#endif
