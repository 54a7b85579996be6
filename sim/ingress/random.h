/* SPDX-License-Identifier: Apache-2.0 */
/* Generates random ingress: legal cycles of a random walk over a random program, with all other
   events: traps, bubbles, halt, reset, low power, tracing off and on, other modes, a slow or
   stopped sink. The seed replays all of it. */
#ifndef NT_INGRESS_RANDOM_H
#define NT_INGRESS_RANDOM_H

#include "libntrace/program/image.h"
#include "sim/ingress/ingress_file.h"

typedef struct nt_random_options {
    uint64_t seed;
    uint64_t cycles;             /* between the start and the end, which are additional */
    const nt_settings *settings; /* the control fields to begin with */
    bool keep_control;           /* else trTeInstMode, trTeInstStallEna and the PIB are drawn too */
    bool keep_pib;               /* else, in half of the seeds, there is no PIB */
    /* All signals and all control fields: several blocks in every cycle, all privileges, context,
       triggers, time, new settings in pauses. Else only what a minimal encoder has. */
    bool everything;
    /* Control fields are written by APB, but for those of the PIB, among other accesses. */
    bool registers;
    /* trTeInstStallEna stays 1, and trTeEnable 1: the hart, which always obeys `stall`, may lose
       nothing. */
    bool lossless;
    /* Percentage of cycles (0 to 99) in which the sink is not ready for another reason: pauses
       last longer. */
    uint32_t backpressure;
} nt_random_options;

/* Opens the source. `image`, if not NULL, gets the program's code; the caller frees it. */
int nt_random_open(nt_source *source, nt_image **image, const nt_config *config,
                   const nt_random_options *options, nt_error *error);

/* Writes the program of a source made by nt_random_open as a recording without events but code. */
int nt_random_write_program(const nt_source *source, const char *path, nt_error *error);

#endif
