/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of plant (plant.c). */
#ifndef NT_PLANT_OPTIONS_H
#define NT_PLANT_OPTIONS_H

#include "libntrace/util/error.h"

#include <stddef.h>
#include <stdint.h>

enum { PLANT_TRACES = 64 };

typedef struct plant_options {
    const char *program;
    uint64_t seed;
    const char *kind;
    uint64_t runs;
    uint64_t window;
    uint16_t drop; /* bits nt_tandem_kind */
    uint16_t lack;
    uint16_t mark;
    const char *write; /* the trace with its errors goes to this file; NULL: it does not */
    char text[128];    /* the options, for the command that repeats a run */
    const char *trace[PLANT_TRACES];
    size_t traces;
} plant_options;

/* Returns 0, or -1 with the error set. */
int plant_options_parse(plant_options *options, int argc, char **argv, nt_error *error);

#endif
