/* SPDX-License-Identifier: Apache-2.0 */
/* Derives the expected content of the bytes: the ingress cycles become the sequence of runs and
   events that a decoder must find, with marks where the trace may have lost something. */
#ifndef NT_WITNESS_EXPECT_H
#define NT_WITNESS_EXPECT_H

#include "model/config.h"
#include "model/control/control.h"
#include "model/encoder/ingress.h"
#include "sim/witness/code.h"
#include "sim/witness/filter.h"
#include "sim/witness/witness.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nt_expected_kind {
    NT_EXPECT_RUN,   /* `halfwords` retired from `address` on */
    NT_EXPECT_AT,    /* the next event comes before the instruction at `address` */
    NT_EXPECT_TRAP,  /* `code` is B-TYPE, `address` the handler; `halfwords`: nt_expected_trap */
    NT_EXPECT_SYNC,  /* a synchronizing message with a SYNC of the bit mask `halfwords`, `address`
                        is the next instruction; `code`: nt_expected_sync. It may come earlier,
                        before the instruction at `early`, the last one before it */
    NT_EXPECT_STOP,  /* `code` is EVCODE; `address` that of a later block that is not traced, or
                        odd; `halfwords`: a mask of EVCODEs that may be there, 0: that one alone */
    NT_EXPECT_GAP,   /* messages were dropped: of the items before, all from number `address` on
                        may be missing */
    NT_EXPECT_LOSS,  /* an Error message, and up to `code` more; `halfwords`: it must report
                        Ownership */
    NT_EXPECT_MORE,  /* up to `code` Error messages */
    NT_EXPECT_SKIP,  /* `halfwords` retired from `address` on that are not in the bytes; `code`:
                        because they are lost, else because tracing is off */
    NT_EXPECT_HART,  /* the hart now runs in privilege mode `code` with the context `address`;
                        `halfwords`: nt_expected_hart */
    NT_EXPECT_IDLE,  /* nothing is traced, and the hart entered debug mode up to `halfwords` times,
                        and low power up to `again` times, each of which another encoder may report
                        by ProgTraceCorrelation */
    NT_EXPECT_PAUSE, /* of a stranger: tracing stops while a target is unknown. An encoder that does
                        not await it sends ProgTraceCorrelation here, with an EVCODE of the mask
                        `halfwords`; `code`: our own does not await it either */
    NT_EXPECT_EDGE,  /* of a stranger: `halfwords` retired from `address` on in the cycle before
                        tracing was turned on, or after it was turned off; it may trace them;
                        `code`: nt_expected_edge; `early`: nt_expected_asked */
} nt_expected_kind;

/* Lists the bits of `code` of NT_EXPECT_SYNC. */
enum nt_expected_sync {
    NT_EXPECT_START = 1,  /* tracing starts, with ProgTraceSync */
    NT_EXPECT_MAY = 2,    /* need not come */
    NT_EXPECT_BTM = 4,    /* the starting trace is Branch Trace Messaging */
    NT_EXPECT_RESUME = 8, /* it starts where ProgTraceCorrelation came for NT_EXPECT_PAUSE, or comes
                             here, with an EVCODE of the mask `again`; else it went on */
    NT_EXPECT_PRECISE = 16, /* for `ctype` 2 */
    NT_EXPECT_TURNED = 32,  /* tracing was turned on, by a trigger or by software */
    NT_EXPECT_EARLY = 64,   /* it comes earlier, or not at all */
    NT_EXPECT_ASKED = 128,  /* in a cycle without a block */
};

/* Lists the bits of `code` of NT_EXPECT_RUN. */
enum nt_expected_run {
    NT_EXPECT_TOLD = 1,  /* of a stranger: its last instruction needs a message of its own, */
    NT_EXPECT_TAKEN = 2, /* is a taken branch to elsewhere than behind it, */
    NT_EXPECT_NOT = 4,   /* or one that is not taken */
};

/* Lists the parts of `code` of NT_EXPECT_EDGE. */
enum nt_expected_edge {
    NT_EXPECT_ITYPE = 15,  /* of its last instruction, */
    NT_EXPECT_OUTCOME = 4, /* and from this bit on its outcome, as that of NT_EXPECT_RUN */
};

/* Lists the parts of `early` of NT_EXPECT_EDGE. */
enum nt_expected_asked {
    NT_EXPECT_REASONS = 255, /* of messages that are asked for at it, as a mask of SYNC; */
    NT_EXPECT_SIZE = 8,      /* and from this bit on half-words of its last instruction */
};

/* Lists the bits of `halfwords` of NT_EXPECT_TRAP. */
enum nt_expected_trap {
    NT_EXPECT_ASYNC = 1, /* it is for `ctype` 3 */
};

/* Lists the bits of `halfwords` of NT_EXPECT_HART. */
enum nt_expected_hart {
    NT_EXPECT_CHANGE = 1,  /* a trap or a trap return led here ... */
    NT_EXPECT_LEFT = 2,    /* ... but nothing is traced here */
    NT_EXPECT_CONTEXT = 4, /* the context is reported, without an address */
    NT_EXPECT_FULL = 8,    /* it must be reported with this address */
    NT_EXPECT_REST = 16,   /* it was written where tracing starts behind low power, and is reported
                              as NT_EXPECT_CONTEXT says if that is not */
};

typedef struct nt_expected {
    uint64_t address;
    uint64_t early; /* see NT_EXPECT_SYNC */
    /* Timestamps of an event: it has one from `time` to `until`; its address came at `begin`. Of a
       run: `begin` that of its first block; `time` that of its last, and `until` that of its last
       at its latest repetition. */
    uint64_t begin;
    uint64_t time;
    uint64_t until;
    uint32_t halfwords;
    uint32_t cycle;    /* cycles, modulo 2^32: of an event; of a run's first block, */
    uint32_t last;     /* and of its last. Of NT_EXPECT_STOP and NT_EXPECT_PAUSE where tracing was
                          turned off: the half-words of the last cycle traced, and 1, else 0 */
    unsigned kind : 4; /* nt_expected_kind */
    unsigned code : 8;
    unsigned again : 20; /* further repetitions of the run */
} nt_expected;

typedef enum nt_expect_state {
    NT_EXPECT_OFF,   /* not tracing */
    NT_EXPECT_ARMED, /* tracing from the next block with an address on */
    NT_EXPECT_ON,
    NT_EXPECT_LOST, /* messages were dropped, tracing has not resumed */
} nt_expect_state;

/* Describes what waits for the next address. */
typedef struct nt_expect_wait {
    bool target;      /* of a trap, of an indirect jump, of a taken branch in BTM */
    bool inferred;    /* it may be inferred, or not be needed: nt_witness_inputs.awaits decides */
    bool branch;      /* of the latter, also where a trap came behind it: */
    bool released;    /* DirectBranch has reported it, since nothing can be asked about it */
    bool change;      /* of a trap or a trap return */
    bool context;     /* and the context that it changes to is reported */
    uint8_t btype;    /* B-TYPE */
    uint8_t requests; /* synchronizing messages, as a bit mask of SYNC, */
    bool placed;      /* which are due at `place`, the address after straight code, */
    bool optional;    /* and one of SYNC=6 that need not come */
    bool precise;     /* one is for `ctype` 2 */
    uint8_t either;   /* those that may come here or before the instruction at `last`, */
    bool may;         /* or not at all, */
    bool asked;       /* for a trigger without a block */
    uint64_t place;
    uint64_t last;
    uint64_t time;  /* timestamp of the first of these events, */
    uint64_t until; /* and of the last */
} nt_expect_wait;

/* Is the number of items above which the ring is full. */
enum { NT_EXPECT_FULL_RING = 1 << 20 };

/* Is an address that no instruction has. */
enum { NT_EXPECT_NOWHERE = 1 };

/* Is an item as it was before a stranger's message changed it. */
typedef struct nt_expect_undo {
    uint64_t number;
    nt_expected item;
} nt_expect_undo;

enum { NT_EXPECT_UNDOS = 256 };

/* Holds a ring of items that are numbered from 0 on, oldest first. */
typedef struct nt_expect {
    const nt_config *config;
    nt_control settings; /* as the build obeys them */
    nt_witness_filter filter;
    const nt_witness_code *code; /* the caller's; to count lost instructions */
    nt_expected *item;
    size_t capacity; /* a power of two */
    uint64_t first;  /* number of the oldest item */
    uint64_t next;   /* number that the next item will get */
    uint64_t told;   /* items before this number are in messages that were sent */
    uint64_t branch; /* runs before this number end in branches that BTM reports in this cycle,
                        except one whose target it awaits; 0: there are none */
    uint64_t events; /* in the ring: items that represent messages */
    uint64_t kept;   /* number of the oldest item that may be looked at again, */
    bool holds;      /* which is not the oldest one that was not found; */
    nt_expect_undo undo[NT_EXPECT_UNDOS]; /* of those the latest that were changed since */
    size_t undos;
    uint32_t found;        /* half-words of the oldest run that are in the bytes */
    uint32_t repeats;      /* repetitions of the oldest item that are, of NT_EXPECT_IDLE `again`, */
    uint32_t used;         /* and its `halfwords` */
    bool found_once;       /* the oldest run was found at least once, and is repeated */
    uint64_t loss;         /* number of the latest NT_EXPECT_LOSS */
    uint64_t dropped;      /* time of the drop that the latest Error reports, */
    bool dropped_own;      /* Ownership among them */
    uint64_t lost;         /* instructions in gaps, except those in the ring */
    bool afar;             /* nt_witness_from_afar */
    bool stranger;         /* the encoder is a stranger: there are no hints */
    nt_freedoms freedoms;  /* that it may use */
    const char *overflow;  /* why the ring no longer accepts items; NULL: it does */
    uint32_t cycle;        /* of the latest cycle */
    uint64_t timestamp;    /* of the latest cycle */
    bool time_stepped;     /* the time, or its truncated copy, went back at least once */
    uint8_t state;         /* nt_expect_state */
    uint8_t sync;          /* SYNC of the next start */
    bool btm;              /* mode of the running trace */
    bool closed;           /* the latest run ends in a jump or taken branch, */
    bool closed_by_branch; /* this one */
    bool off_since_drop;   /* tracing was off at some time since messages were dropped */
    bool off_in_drop;      /* ... or in the cycle in which they were, beside blocks traced */
    bool enabled;          /* in the latest cycle: tracing is asked for, */
    bool halted;           /* the hart is in debug mode, */
    bool lowpower;         /* or in low power */
    bool stopping;         /* tracing is off, and the stop waits for a target, */
    bool firm;             /* and comes even if tracing goes on before, */
    uint64_t stopped;      /* since this time, */
    uint32_t evcodes;      /* for one of these reasons, */
    uint8_t evcode;        /* of which this was the first */
    bool turned_on;        /* tracing was turned on, and nothing has retired since, */
    bool turned_off;       /* or off in this cycle */
    nt_block edge[NT_MAX_BLOCKS]; /* what retired in the latest cycle while it was off, */
    uint64_t edge_at;             /* its timestamp, */
    unsigned edges;
    bool starts_edge; /* the cycle's runs end with its blocks: a stranger may start after each, */
    uint64_t apart;   /* so runs before this number are not joined, */
    bool ends_edge;   /* or what comes now may be traced after the stop */
    uint64_t changed; /* the settings changed before this number */
    bool edge_leads;  /* the latest of that leads to what may have another privilege */
    uint32_t retired_in; /* the latest cycle in which a block was traced, */
    uint32_t retired;    /* and its half-words */
    uint64_t behind;     /* the address where straight code led to; 1: it was none */
    uint64_t last;       /* that of the last instruction */
    bool debug;          /* the latest block was one of debug mode, by `priv` */
    uint8_t early;       /* requests from before tracing started, as a bit mask of SYNC, */
    uint64_t early_at;   /* since this time */
    bool marked;         /* one was reported where straight code led to, and nothing came since */
    uint64_t asked_at;   /* time of the latest trigger without a block, or trap behind a branch that
                            waits for one */
    nt_expect_wait wait;
    uint8_t priv; /* of the latest NT_EXPECT_HART */
    uint64_t context;
} nt_expect;

/* Initializes it. Returns -1 without memory. nt_expect_release frees its memory. */
int nt_expect_init(nt_expect *expect, const nt_config *config, const nt_witness_code *code);

/* Drops all expected items: the encoder was reset. */
void nt_expect_reset(nt_expect *expect);

/* Takes a cycle, see nt_witness_cycle; trTeActive is 1. */
void nt_expect_cycle(nt_expect *expect, const nt_witness_inputs *in);

/* Returns whether Ownership follows messages, by build and settings. */
static inline bool nt_expect_owns(const nt_expect *expect) {
    return expect->settings.trTeContext && expect->config->scontext_w != 0;
}

/* ---- the ring (expect_ring.c), which calls nothing of the above ---- */

/* Allocates the ring without items. Returns -1 without memory. */
int nt_expect_allocate(nt_expect *expect);
void nt_expect_release(nt_expect *expect);

void nt_expect_push(nt_expect *expect, nt_expected item);

/* Adds an entry into debug mode or low power while nothing is traced, or tracing enabled there. */
void nt_expect_push_idle(nt_expect *expect, bool debug, bool lowpower);

/* Adds half-words that retired in one block. */
void nt_expect_push_run(nt_expect *expect, uint64_t address, uint32_t halfwords);

/* Marks the latest run: NT_EXPECT_TOLD, and with the outcome of its last branch, or 0. */
void nt_expect_tell_run(nt_expect *expect);
void nt_expect_end_run(nt_expect *expect, unsigned outcome);

/* Adds a block that is not in the bytes; `lost`: since messages were dropped. */
void nt_expect_push_skipped(nt_expect *expect, const nt_block *block, bool lost);

/* Adds a loss of messages; `own`: Ownership was among them. */
void nt_expect_push_loss(nt_expect *expect, bool own);

/* Returns the oldest item; NULL if nothing is expected. */
static inline nt_expected *nt_expect_head(nt_expect *expect) {
    return expect->first == expect->next ? NULL
                                         : &expect->item[expect->first & (expect->capacity - 1)];
}

/* Returns the item after it; NULL if there is none. */
static inline nt_expected *nt_expect_second(nt_expect *expect) {
    return expect->next - expect->first < 2
               ? NULL
               : &expect->item[(expect->first + 1) & (expect->capacity - 1)];
}

/* The item becomes one of no half-words. */
void nt_expect_blank(nt_expect *expect, uint64_t number);

/* Return the address at which the oldest item, a run, continues, and the half-words from there. */
static inline uint64_t nt_expect_address(nt_expect *expect) {
    return nt_expect_head(expect)->address + 2 * (uint64_t)expect->found;
}

static inline uint32_t nt_expect_left(nt_expect *expect) {
    return nt_expect_head(expect)->halfwords - expect->found;
}

/* Returns how often the oldest item, a run, repeats from here on. */
static inline uint32_t nt_expect_again(nt_expect *expect) {
    return nt_expect_head(expect)->again - expect->repeats;
}

/* Returns the item of this number, which is in the ring. */
static inline nt_expected *nt_expect_item(const nt_expect *expect, uint64_t number) {
    return &expect->item[number & (expect->capacity - 1)];
}

/* Returns the item, which the caller changes. */
nt_expected *nt_expect_change(nt_expect *expect, uint64_t number);
/* Undoes the latest changes, up to `undos` of them. */
void nt_expect_undo_to(nt_expect *expect, size_t undos);

/* Remove the oldest item, or the next `halfwords` of a run. */
void nt_expect_pop(nt_expect *expect);
void nt_expect_advance(nt_expect *expect, uint32_t halfwords);

/* Returns whether the oldest item is NT_EXPECT_STOP (or NT_EXPECT_AT before it) with another
   EVCODE than `evcode`, after which tracing restarts with one of `reasons`, a bit mask of SYNC. */
bool nt_expect_restarts(const nt_expect *expect, unsigned evcode, unsigned reasons);

/* Skips the items that an Error message excuses (NT_EXPECT_SKIP). Returns false if the oldest
   item should have been in the bytes, or nothing was dropped. */
bool nt_expect_lose(nt_expect *expect);

/* Ends the run: skips items that the encoder has no occasion to report. */
void nt_expect_finish(nt_expect *expect);

/* Returns true if no remaining item must be reported. */
bool nt_expect_is_done(nt_expect *expect);

/* Returns true if an item of the cycles so far must still be reported. */
bool nt_expect_waits(const nt_expect *expect);

/* Returns the instructions that retired and are in the ring. */
uint64_t nt_expect_waiting(const nt_expect *expect);

/* Returns those of them that are expected in the bytes, and were not found there. */
uint64_t nt_expect_untold(const nt_expect *expect);

/* The pins end while tracing may be on: what comes behind them may disable the encoder. */
void nt_expect_end(nt_expect *expect);

/* Ends a stop that waits for a target: all was sent. */
void nt_expect_settle(nt_expect *expect);

/* Returns the instructions in `halfwords` from `address` on, as far as the code is known. */
uint64_t nt_expect_count(const nt_witness_code *code, uint64_t address, uint64_t halfwords);

#endif
