/* SPDX-License-Identifier: Apache-2.0 */
/* The options of a bench that is not beside a hart: those that all have, and its unit's own. */
#ifndef NT_LOCKSTEP_UNIT_OPTIONS_H
#define NT_LOCKSTEP_UNIT_OPTIONS_H

#include "sim/lockstep/unit_rows.h"
#include "sim/lockstep/window.h"
#include "sim/util/options.h"

enum { NT_UNIT_OWN = 8 }; /* options that a unit may have of its own */

typedef struct nt_unit_options {
    bool stimulus; /* --random, --cycles, --seed or one of the unit's own was given */
    bool random;
    uint64_t cycles, seed;
    const char *report;
    const char *wave;
    nt_window window;
    const char *coverage;
    const char *results;
    const char *value[NT_UNIT_OWN]; /* of the unit's own options, in the order of its row */
    bool flag[NT_UNIT_OWN];
    bool help;
} nt_unit_options;

/* Parses as nt_options_parse does. Words and options of the stimulus do not go together. */
int nt_unit_options_parse(nt_unit_options *options, const nt_unit_option *own, int argc,
                          char **argv, nt_error *error);

/* Prints the lines of --help. */
void nt_unit_options_print(const nt_unit_option *own, FILE *out);

#endif
