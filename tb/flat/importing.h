/* SPDX-License-Identifier: Apache-2.0 */
/* Imports what other programs wrote, for the package of Python. */
#ifndef NT_FLAT_IMPORTING_H
#define NT_FLAT_IMPORTING_H

#include "ntrace/error.h"
#include "ntrace/program.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_flat_import {
    const char *input, *format, *output;
    const char *pcinfo, *scope, *clock, *map; /* NULL: not given */
    nt_program *program;                      /* of the images; NULL: none. The caller's */
    unsigned xlen;                            /* 0: as the format or the program has it */
    uint32_t harts;
    bool pcs_only;

    uint64_t instructions, traps;
    uint64_t breaks,
        first_break; /* places where the text does not continue as the code does; its line */
} nt_flat_import;

/* Imports. Returns 0, or -1 with the error set: no recording is left then. */
int nt_flat_import_run(nt_flat_import *import, nt_error *error);

#endif
