/* SPDX-License-Identifier: Apache-2.0 */
/* Salvage: decoding goes on after a fault, without a synchronizing message. Messages wait in a ring
   until those after them have been tried: where one cannot be followed, a place in the code is
   searched from which the next ones can. */
#ifndef NT_FLOW_FLOW_SALVAGE_H
#define NT_FLOW_FLOW_SALVAGE_H

#include "libntrace/flow/flow_internal.h"

enum {
    SALVAGE_RING = 128,  /* messages kept, a power of two */
    SALVAGE_LAG = 24,    /* of them tried before they count */
    SALVAGE_AHEAD = 64,  /* that are awaited after a fault */
    SALVAGE_FITS = 6,    /* that must fit, unless the stream or a synchronizing message ends them */
    SALVAGE_LATER = 4,   /* messages after the one with the fault that may be wrong too */
    SALVAGE_PAGES = 512, /* of code that are searched */
    SALVAGE_PAGE = 4096,
};

/* Holds all that a message is walked from. */
typedef struct flow_place {
    flow_state state;
    uint8_t mode;
    bool bare;
    bool unmeasured;
    nt_flow_fault bare_code;
    fault_origin bare_at;
    uint64_t pc;
    uint64_t reference;
    uint64_t reported;
    uint64_t walked;
    branch_message branch;
    nt_flow_returns returns;
} flow_place;

/* Holds a message that waits, or has been tried. */
typedef struct salvage_kept {
    nt_message message;
    uint64_t offset, shift;
    uint64_t size; /* bytes */
    uint64_t time;
    bool has_time;
    bool broken; /* it is none: a fault in the bytes, with `code` and `reason` */
    nt_flow_fault code;
    const char *reason;
    flow_place before; /* when it was tried */
} salvage_kept;

struct nt_salvage {
    nt_flow trial;       /* walks ahead, without a sink of its own */
    nt_flow_event fault; /* of the trial */
    bool faulted;        /* it has one, at `front`, which awaits its turn */
    bool lost;           /* no place was found: `front` is only where the search goes on */
    uint64_t head;       /* the first message that does not count yet */
    uint64_t front;      /* the first that was not tried */
    uint64_t end;        /* of all */
    uint64_t tried;      /* blocks walked in searches */
    size_t pages;        /* of code, ascending */
    uint64_t page[SALVAGE_PAGES];
    salvage_kept ring[SALVAGE_RING];
};

static inline salvage_kept *nt_salvage_at(nt_salvage *salvage, uint64_t index) {
    return &salvage->ring[index % SALVAGE_RING];
}

/* Takes the decoder's message, or the fault in the bytes, in its turn. */
void nt_salvage_take(nt_flow *flow);
void nt_salvage_take_broken(nt_flow *flow, nt_flow_fault code, const char *reason);
/* Takes all that waits: the stream has ended. */
void nt_salvage_finish(nt_flow *flow);
/* Begins anew. */
void nt_salvage_reset(nt_flow *flow);

flow_place nt_salvage_get_place(const nt_flow *flow);
void nt_salvage_set_place(nt_flow *flow, const flow_place *place);
/* Makes the message that waits the decoder's. */
void nt_salvage_load(nt_flow *flow, const salvage_kept *kept);

/* A place from which messages fit: from `index` on, of the ring, up to below `end`. */
typedef struct salvage_found {
    flow_place place;
    uint64_t index;
    uint64_t end;
} salvage_found;

/* ---- flow_salvage_search.c ---- */

/* Finds a place where decoding can go on. `end` is the end of the messages to fit; `closed`: these
   are all that there are up to a synchronizing message or the end. False: there is none. */
bool nt_salvage_search(nt_flow *flow, uint64_t end, bool closed, salvage_found *found);

#endif
