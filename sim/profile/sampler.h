/* SPDX-License-Identifier: Apache-2.0 */
/* Samples a hart as perf does with Sscofpmf and CTR: a counter of nt_hpm begins at -period; when it
   overflows LCOFIP rises; the interrupt comes before the next instruction and freezes CTR; the
   handler reads pc, mode and CTR, presets the counter and lets CTR go on. All golden models. */
#ifndef NT_PROFILE_SAMPLER_H
#define NT_PROFILE_SAMPLER_H

#include "sim/ctr/ctr_read.h"
#include "sim/profile/event.h"

enum { NT_SAMPLER_RECORDS = 256 }; /* of CTR at most */

typedef struct nt_sample {
    uint64_t pc;       /* where the interrupt comes */
    uint8_t priv;      /* the mode that it interrupts */
    uint64_t event_pc; /* of the instruction whose event overflowed: no handler knows it */
    uint8_t event_priv;
    uint64_t lap;    /* events since event_pc was passed before; 0: not known */
    uint32_t skid;   /* instructions that retired between the event and pc */
    uint64_t period; /* events since the sample before; more than what was preset if periods
                        ended unseen */
    /* CTR, the youngest record first. */
    const nt_ctr_record_read *branches;
    unsigned branch_count;
    const nt_ctr_record_read *calls; /* with RASEMU: the call stack */
    unsigned call_count;
} nt_sample;

typedef struct nt_sampler_options {
    const char *recording;
    unsigned hart;
    unsigned xlen;
    uint64_t limit; /* instructions; 0: all */
    nt_profile_event event;
    uint64_t period; /* of events; the mean, if random */
    bool is_random;  /* each one is drawn, from period/2 to period*3/2 */
    uint64_t seed;
    bool branches;         /* CTR records transfers */
    bool calls;            /* CTR, or a second one, records the call stack */
    uint16_t depth;        /* of CTR: 16 to 256 */
    unsigned blocks;       /* of the hart: per cycle at most, 1 to 4 */
    uint32_t instructions; /* per block at most, 1 to 255 */
    /* Take what comes; return 0, or -1 with the error set. */
    int (*sample)(void *context, const nt_sample *sample, nt_error *error);
    /* A sample of a second counter with randomized periods, and without CTR: it tells whether a
       fixed period is the reason of what the first one shows. NULL: none. */
    int (*referee)(void *context, uint64_t pc, uint8_t priv, nt_error *error);
    /* Each cycle: pc and mode of its oldest instruction. NULL: not needed. */
    int (*cycle)(void *context, uint64_t pc, uint8_t priv, nt_error *error);
    void *context;
} nt_sampler_options;

/* What comes of it. */
typedef struct nt_sampler_totals {
    uint64_t samples;
    uint64_t referee;  /* samples of the second counter */
    uint64_t events;   /* counted in all */
    uint64_t sampled;  /* in the periods of all samples */
    uint64_t longest;  /* preset period */
    uint64_t late;     /* periods that ended before the handler of the one before ran */
    uint64_t unserved; /* 1: the recording ended between the last overflow and its interrupt */
    uint64_t instructions;
    uint64_t cycles;
    uint64_t skid; /* of all samples */
    uint32_t most_skid;
    uint64_t cut_calls; /* samples whose call stack filled CTR: older frames may be missing */
} nt_sampler_totals;

/* Runs it. Returns 0, or -1 with the error set. */
int nt_sampler_run(nt_sampler_totals *totals, const nt_sampler_options *options, nt_error *error);

#endif
