/* What must be in the bytes: the ingress cycles become the sequence of runs and events that a
   decoder must find, with marks where the trace may have lost something. */
#ifndef NT_WITNESS_EXPECT_H
#define NT_WITNESS_EXPECT_H

#include "model/config.h"
#include "model/control/control.h"
#include "model/encoder/ingress.h"
#include "sim/recording/image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nt_expected_kind {
    NT_EXPECT_RUN,  /* `halfwords` retired from `address` on */
    NT_EXPECT_AT,   /* the next event comes where `address` would be next */
    NT_EXPECT_TRAP, /* `code` is B-TYPE, `address` the handler */
    NT_EXPECT_SYNC, /* `code` is SYNC, `address` where tracing starts */
    NT_EXPECT_STOP, /* `code` is EVCODE */
    NT_EXPECT_GAP,  /* messages were dropped: of what was expected before, all from the item number
                       `address` on may be missing */
    NT_EXPECT_LOSS, /* an Error message, and up to `code` more */
    NT_EXPECT_MORE, /* up to `code` Error messages */
    NT_EXPECT_SKIP, /* `halfwords` retired from `address` on that are not in the bytes; `code`: as
                       they are lost, else as tracing is off */
} nt_expected_kind;

typedef struct nt_expected {
    uint64_t address;
    uint32_t halfwords;
    unsigned kind : 4; /* nt_expected_kind */
    unsigned code : 8;
    unsigned again : 20; /* the run comes so many times more */
} nt_expected;

typedef enum nt_expect_state {
    NT_EXPECT_OFF,   /* not tracing */
    NT_EXPECT_ARMED, /* tracing from the next block with an address on */
    NT_EXPECT_ON,
    NT_EXPECT_LOST, /* messages were dropped, tracing has not resumed */
} nt_expect_state;

/* A ring of items that are numbered from 0 on, oldest first. */
typedef struct nt_expect {
    const nt_config *config;
    nt_image *image; /* the caller's; tells how many instructions were lost */
    nt_expected *item;
    size_t capacity;       /* a power of two */
    uint64_t first;        /* number of the oldest item */
    uint64_t next;         /* number that the next item will get */
    uint64_t told;         /* items before this number are in messages that were sent */
    uint64_t events;       /* in the ring: items that are not runs */
    uint32_t found;        /* half-words of the oldest run that are in the bytes */
    uint64_t loss;         /* number of the latest NT_EXPECT_LOSS */
    uint64_t lost;         /* instructions in gaps, but for those that are in the ring */
    const char *overflow;  /* why the ring no longer takes items; NULL: it does */
    uint8_t state;         /* nt_expect_state */
    uint8_t sync;          /* SYNC of the next start */
    bool btm;              /* mode of the running trace */
    bool pending;          /* a target is awaited: of a trap, or of an indirect jump */
    uint8_t pending_btype; /* its B-TYPE */
    bool off_since_drop;   /* tracing was off at some time since messages were dropped */
} nt_expect;

/* -1 without memory. */
int nt_expect_init(nt_expect *expect, const nt_config *config, nt_image *image);
void nt_expect_release(nt_expect *expect);

/* The encoder was reset: nothing is expected any more. */
void nt_expect_reset(nt_expect *expect);

/* See nt_witness_cycle; trTeActive is 1. */
void nt_expect_cycle(nt_expect *expect, const nt_ingress *ingress, const nt_control *control,
                     bool dropped, bool resumed);

/* The oldest item; NULL if nothing is expected. */
static inline nt_expected *nt_expect_head(nt_expect *expect) {
    return expect->first == expect->next ? NULL
                                         : &expect->item[expect->first & (expect->capacity - 1)];
}

/* The address that the oldest item, a run, goes on from, and how many half-words from there. */
static inline uint64_t nt_expect_address(nt_expect *expect) {
    return nt_expect_head(expect)->address + 2 * (uint64_t)expect->found;
}

static inline uint32_t nt_expect_left(nt_expect *expect) {
    return nt_expect_head(expect)->halfwords - expect->found;
}

/* Takes the oldest item away, or the next `halfwords` of a run. */
void nt_expect_pop(nt_expect *expect);
void nt_expect_advance(nt_expect *expect, uint32_t halfwords);

/* An Error message is there: what it excuses is skipped (NT_EXPECT_SKIP). False: the oldest item
   should have been in the bytes, or nothing was dropped. */
bool nt_expect_lose(nt_expect *expect);

/* The run is over: what the encoder has no occasion to tell is skipped. */
void nt_expect_finish(nt_expect *expect);

/* True if the encoder may rightly be silent about what is left. */
bool nt_expect_is_done(const nt_expect *expect);

/* Instructions that retired and are in the ring. */
uint64_t nt_expect_waiting(const nt_expect *expect);

/* Instructions in `halfwords` from `address` on, as far as the code is known. */
uint64_t nt_expect_count(nt_image *image, uint64_t address, uint64_t halfwords);

#endif
