/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The log of random calls: 64-bit words, the low byte first, in records. The first word of a record
 * has its kind in bits 6:0; bits 31:8 say how many pairs of words follow what the kind has: where
 * in the hart's state, and what stands there since. With bit 7 all is there: whoever reads the log
 * may compare. tests/pmu/replay.py reads it.
 */
#ifndef NT_TESTS_PMU_RANDOM_LOG_H
#define NT_TESTS_PMU_RANDOM_LOG_H

#include "tests/pmu/random_hart.h"

#include <stdio.h>

enum log_kind {
    LOG_PLATFORM, /* parameters, in the order of random_log_platform(); the hart as it came up */
    LOG_INIT,
    LOG_CALL,        /* FID, a0 to a5; a0 and a1 after it */
    LOG_COUNT,       /* counter, number */
    LOG_FW_EVENT,    /* code */
    LOG_FW_PLATFORM, /* event_data, number */
    LOG_MIP,         /* what software wrote */
    LOG_POKE,        /* memory, or CSRs that were lost: what is changed is not the library's work */
    LOG_PAGES,       /* random_hart.pages */
    LOG_SAVE,
    LOG_RESTORE,
    LOG_READ,   /* user CSR; 1 if it may be read; value */
    LOG_STATE,  /* all words of the state */
    LOG_PASSED, /* as LOG_COUNT, within the call that it stands beside */
    LOG_CHECK,  /* nothing: all that belongs together stands before it */
    LOG_END,    /* records before this one */
};

/* The state: counters, mhpmevent, then these, then the pages. */
enum {
    STATE_COUNTER = 0,
    STATE_EVENT = 32,
    STATE_INHIBIT = 64,
    STATE_ENABLE,
    STATE_MIP,
    STATE_MISUSE,
    STATE_PAGES,
    STATE_WORDS = STATE_PAGES + NT_ARRAY_PAGES * NT_ARRAY_PAGE / 8,
};

struct random_log {
    FILE *file;
    uint64_t records;
    uint64_t shown[STATE_WORDS]; /* the state by the records so far */
};

/* Writes a record; the last of those that belong together is `checked`, with what has changed. */
void random_log_write(struct random_log *log, const struct random_hart *h, enum log_kind kind,
                      const uint64_t *words, unsigned number, bool checked);

/* Writes the parameters, and the whole state of a hart that came up. */
void random_log_platform(struct random_log *log, const struct random_hart *h);

/* Writes the whole state again. */
void random_log_state(struct random_log *log, const struct random_hart *h);

/* Ends the log. */
void random_log_end(struct random_log *log);

#endif
