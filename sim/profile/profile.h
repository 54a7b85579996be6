/* SPDX-License-Identifier: Apache-2.0 */
/* Profiles a recording twice: by samples of counters and CTR, and exactly from its N-Trace; and
   tells whether the sampler is biased. */
#ifndef NT_PROFILE_PROFILE_H
#define NT_PROFILE_PROFILE_H

#include "sim/decode/images.h"
#include "sim/profile/exact.h"
#include "sim/profile/sampler.h"
#include "sim/profile/statistics.h"

typedef struct nt_profile_options {
    const char *recording;
    const nt_images *images;    /* that name the code; may be empty */
    nt_sampler_options sampler; /* the profile sets what is taken, and the recording */
    /* Takes each sample besides; NULL: not needed. Returns 0, or -1 with the error set. */
    int (*sample)(void *context, const nt_sample *sample, nt_error *error);
    void *context;
} nt_profile_options;

/* A function, or what runs from where code is called to where other code is. */
typedef struct nt_profile_row {
    const nt_function *function; /* NULL: not known, then ... */
    uint64_t entry;              /* ... the address where it is called */
    uint64_t count[NT_PROFILE_COUNTS];
} nt_profile_row;

/* What is compared with the exact counts. */
typedef struct nt_profile_fits {
    nt_fit fit[NT_PROFILE_COUNTS]; /* of NT_PROFILE_SAMPLES and on */
} nt_profile_fits;

/* Fewer samples than this show a bias at most, never that there is none. */
enum { NT_PROFILE_FEW = 100 };

typedef enum nt_profile_verdict {
    NT_VERDICT_UNKNOWN, /* too few samples, or one function */
    NT_VERDICT_UNBIASED,
    NT_VERDICT_WITHIN, /* functions have their shares, but not the addresses in them */
    NT_VERDICT_BIASED,
} nt_profile_verdict;

typedef struct nt_profile {
    nt_profile_options options;
    nt_program *program;
    nt_view *view; /* names what is sampled */
    nt_exact exact;
    nt_sampler_totals totals;
    nt_places places;
    nt_stacks stacks;     /* of samples */
    nt_profile_row *rows; /* most events first */
    size_t row_count;
    nt_profile_fits functions;
    nt_profile_fits addresses;
    nt_profile_verdict verdict;
    bool by_period;                /* the overflows themselves have the bias */
    bool by_skid;                  /* what comes after them has it, with a random period too */
    const nt_profile_place *worst; /* of the overflows; NULL: not by_period, or not known */
} nt_profile;

/* Makes a profile, which the caller frees, also after an error. Returns 0, or -1 with the error
   set. */
int nt_profile_make(nt_profile *profile, const nt_profile_options *options, nt_error *error);
void nt_profile_free(nt_profile *profile);

/* Returns events minus those in the periods of all samples: less than a period if none is lost. */
int64_t nt_profile_rest(const nt_profile *profile);
/* Returns whether that is so, and the counter and the trace have the same number of events. */
bool nt_profile_is_whole(const nt_profile *profile);

/* Returns whether addresses can be compared: the hart shows single instructions, and, but for the
   overflows themselves, every instruction is an event, so that skid only moves samples on. */
bool nt_profile_has_addresses(const nt_profile *profile, nt_profile_count which);

#endif
