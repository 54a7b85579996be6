/* SPDX-License-Identifier: Apache-2.0 */
/* The cycles that a run is fed: from the source that the options name, then those in which
   tracing ends and the encoder sends what it holds. */
#ifndef NT_TB_ENCODER_STIMULUS_H
#define NT_TB_ENCODER_STIMULUS_H

#include "libntrace/program/image.h"
#include "sim/ingress/ending.h"
#include "sim/lockstep/options.h"
#include "sim/util/random.h"
#include "tb/encoder/encoder.h"

typedef struct nt_stimulus {
    const nt_lockstep_options *options;
    nt_source source;
    nt_image *image; /* the code of random ingress, or NULL */
    nt_random sink;  /* draws of the byte sink */
    uint64_t given;  /* cycles so far */
    bool over;       /* the source has ended */
    nt_ending ending;
} nt_stimulus;

int nt_stimulus_open(nt_stimulus *s, const nt_lockstep_options *options, nt_error *error);

/* The next cycle, given the RTL's outputs of the one before, and the control fields after it. 1: a
   cycle; 0: the run is over; -1. */
int nt_stimulus_next(nt_stimulus *s, const nt_encoder_seen *before, const nt_control_state *fields,
                     nt_cycle *cycle, nt_error *error);
void nt_stimulus_close(nt_stimulus *s);

#endif
