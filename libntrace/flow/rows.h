/* SPDX-License-Identifier: Apache-2.0 */
/* Remembers branch messages by their bytes and by where they were walked from: their path, and
   which of them came next. Code repeats, so messages come in the same rows. */
#ifndef NT_FLOW_ROWS_H
#define NT_FLOW_ROWS_H

#include "libntrace/flow/paths.h"
#include "libntrace/util/words.h"

enum {
    NT_STEP_BITS = 13,
    NT_STEPS = 1 << NT_STEP_BITS, /* slots, direct-mapped by PC and bytes */
    NT_STEP_BYTES = 16,           /* longer messages are not remembered */
};

/* Is the place of a sink that has none (nt_path_tally). */
#define NT_PLACE_NONE UINT64_MAX

/* Counts, for a sink of sums, how often a path came again and added the same to its sums. */
typedef struct nt_path_tally {
    uint64_t serial; /* of its use: each is another one, from 1 on */
    uint64_t times;
    uint64_t from; /* the sink's place before the path, which decides what it adds; the sink gives
                      places their numbers */
    uint64_t to;   /* and behind it */
} nt_path_tally;

/* Is a sink's answer to a path. */
typedef struct nt_path_answer {
    nt_path_tally *tally; /* NULL: there is none */
    uint64_t place;       /* where the sink is now */
} nt_path_answer;

/* Describes a message. */
typedef struct nt_flow_step {
    uint64_t bytes[2]; /* zeros behind its end */
    uint64_t mask[2];  /* of its bits */
    uint64_t pc;       /* where it begins, */
    uint64_t state;    /* and what else decides whether it is legal there */
    nt_path *path;
    uint64_t id;               /* of the path; 0: no message is here */
    uint64_t flips;            /* of the address that it tells: what the reference differs by */
    nt_path_tally *tally;      /* never NULL */
    uint64_t serial;           /* of the tally's use */
    struct nt_flow_step *next; /* what came after it last */
    uint32_t icnt;
    uint32_t hist;
    uint32_t present; /* its fields */
    uint8_t tcode;
    uint8_t size;
    bool plain; /* it leaves nothing behind but an address */
} nt_flow_step;

typedef struct nt_rows {
    nt_flow_step *last; /* the step that was gone last; NULL: none */
    uint32_t era;       /* tallies of other eras are of no use */
    nt_path_tally none; /* of a step that has none; all 0 */
    nt_flow_step step[NT_STEPS];
} nt_rows;

static inline nt_flow_step *nt_rows_slot(nt_rows *rows, uint64_t pc, const uint64_t bytes[2]) {
    uint64_t first = bytes[0] ^ pc << 40 ^ pc >> 2;
    return &rows->step[nt_words_slot(first, bytes[1], NT_STEP_BITS)];
}

/* Returns the mask of the word's bytes up to the one that ends a message, MSEO=11; 0: there is
   none. */
static inline uint64_t nt_rows_end(uint64_t word) {
    uint64_t end = word & word >> 1 & UINT64_C(0x0101010101010101);
    return end == 0 ? 0 : ((end & (0 - end)) << 8) - 1;
}

#endif
