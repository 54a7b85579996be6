/* SPDX-License-Identifier: Apache-2.0 */
/* The units of the tree, as tb/units/NAME/unit.toml describes each (made by scripts/units.py). */
#ifndef NT_LOCKSTEP_UNIT_ROWS_H
#define NT_LOCKSTEP_UNIT_ROWS_H

#include "libntrace/util/error.h"

#include <stdbool.h>

/* An option of a unit's bench, beside --cycles, --seed and those for results. */
typedef struct nt_unit_option {
    const char *name;  /* --NAME; NULL after the last row */
    const char *value; /* what it takes; NULL: nothing */
    const char *help;
    const char *word; /* that the bench is given for it: this one, or NULL: the value */
} nt_unit_option;

typedef struct nt_unit_row {
    const char *name; /* NULL after the last row */
    const char *summary;
    bool beside_hart;              /* it takes a recording, and options of `ntrace lockstep` */
    const char *const *builds;     /* NULL after the last; NULL itself: those of rtl/config */
    const nt_unit_option *options; /* for a bench that is not beside_hart */
} nt_unit_row;

extern const nt_unit_row nt_unit_rows[];

/* Finds a unit by name. Returns NULL, with the error set, if there is none. */
const nt_unit_row *nt_unit_row_find(const char *name, nt_error *error);

/* Returns the name of a build: `build`, or if it is NULL that of a hart of `xlen` bits, or the
   first. NULL, with the error set, if the unit has no such build. */
const char *nt_unit_row_build(const nt_unit_row *unit, const char *build, unsigned xlen,
                              nt_error *error);

#endif
