/* SPDX-License-Identifier: Apache-2.0 */
/* Which bench a lockstep is for, among those that stand beside the command. */
#ifndef NT_LOCKSTEP_BENCH_H
#define NT_LOCKSTEP_BENCH_H

#include "sim/lockstep/options.h"
#include "sim/lockstep/unit_rows.h"

#include <limits.h>

typedef struct nt_lockstep_bench_name {
    char path[PATH_MAX];         /* the program, whether or not it is there */
    char target[PATH_MAX + 192]; /* the command that builds it, and where */
} nt_lockstep_bench_name;

/* Names the bench that parsed options are for. Returns 0, or -1 with the error set. */
int nt_lockstep_bench_find(nt_lockstep_bench_name *bench, const nt_lockstep_options *options,
                           nt_error *error);

/* Names that of a unit in a build; NULL: the one for a hart of `xlen` bits, or the first. Returns
   0, or -1 with the error set. */
int nt_lockstep_bench_of_unit(nt_lockstep_bench_name *bench, const nt_unit_row *unit,
                              const char *build, unsigned xlen, nt_error *error);

#endif
