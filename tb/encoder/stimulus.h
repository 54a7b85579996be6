/* The cycles that a run is fed: from the source that the options name, then the idle cycles in
   which the encoder sends what it holds. */
#ifndef NT_TB_ENCODER_STIMULUS_H
#define NT_TB_ENCODER_STIMULUS_H

#include "libntrace/program/image.h"
#include "sim/lockstep/options.h"
#include "sim/util/random.h"
#include "tb/encoder/encoder.h"

typedef struct nt_stimulus {
    const nt_lockstep_options *options;
    nt_source source;
    nt_image *image;   /* the code of random ingress, or NULL */
    nt_random sink;    /* draws of the byte sink */
    uint64_t given;    /* cycles so far */
    uint64_t draining; /* cycles since the source ended; 0 before */
    uint64_t drain;    /* how many there may be at most */
    bool tracing;      /* trTeInstTracing as last written */
} nt_stimulus;

int nt_stimulus_open(nt_stimulus *s, const nt_lockstep_options *options, nt_error *error);

/* The next cycle, given the RTL's outputs of the one before. 1: a cycle; 0: the run is over; -1. */
int nt_stimulus_next(nt_stimulus *s, const nt_encoder_seen *before, nt_cycle *cycle,
                     nt_error *error);
void nt_stimulus_close(nt_stimulus *s);

#endif
