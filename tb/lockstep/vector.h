/* SPDX-License-Identifier: Apache-2.0 */
/* A bench on the ingress of a compliance vector, for units whose table of pins is in
   sim/vectors/units.h: bench vector FILE OUTPUT. */
#ifndef NT_TB_LOCKSTEP_VECTOR_H
#define NT_TB_LOCKSTEP_VECTOR_H

#include "sim/vectors/pins.h"
#include "tb/lockstep/lockstep.h"

typedef struct nt_vector_bench {
    const nt_pin_unit *unit;
    const void *params;  /* the build's */
    void *inputs;        /* of the view */
    const void *outputs; /* of the view, settled in the cycle */
    /* Runs the cycle whose inputs the view has. False: something is wrong. */
    bool (*cycle)(void *context);
    void *context;
} nt_vector_bench;

#define NT_VECTOR_BENCH_WORDS "vector FILE OUTPUT"

/* Runs the vector that argv[2] names, and writes what the unit shows to argv[3]. The exit status,
   as a body has it; 2 with a line on standard error for what cannot be used. */
int nt_vector_bench_run(nt_lockstep *lockstep, int argc, char **argv, const nt_vector_bench *bench);

#endif
