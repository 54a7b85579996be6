/* SPDX-License-Identifier: Apache-2.0 */
/* Writes coverage as a tracefile of lcov (geninfo(1), "TRACEFILE FORMAT"): records are collected
   from line tables, and from a listing of functions without lines; then the file is written. */
#ifndef NT_DECODE_LCOV_H
#define NT_DECODE_LCOV_H

#include "sim/decode/coverage.h"
#include "sim/decode/form.h"

/* Holds a line, function or branch, and how often it ran. */
typedef struct nt_lcov_record {
    const char *file;
    const char *name; /* of a function; else NULL */
    uint32_t line;
    uint32_t image;
    uint64_t address; /* of a branch */
    uint64_t count;
    uint64_t taken; /* of a branch */
    uint64_t not_taken;
} nt_lcov_record;

typedef struct nt_lcov_records {
    nt_lcov_record *record;
    size_t count;
    size_t room;
    size_t next; /* to be written */
} nt_lcov_records;

typedef struct nt_lcov {
    const nt_coverage *coverage; /* summed up */
    bool by_image;               /* it is separated by image */
    const nt_form_inputs *inputs;
    nt_code code;
    nt_error *error;
    nt_lcov_records lines;
    nt_lcov_records functions;
    nt_lcov_records branches;
    size_t without_lines; /* functions */
    uint64_t branch_hits; /* of the file that is written */
} nt_lcov;

/* Functions that return int return 0, or -1 with the error set. */

/* Adds the lines, functions and branches of all images by their line tables. */
int nt_lcov_gather(nt_lcov *lcov);
/* Writes the tracefile of the added records. */
int nt_lcov_write(nt_lcov *lcov);
void nt_lcov_release(nt_lcov *lcov);

/* ---- for the listing ---- */

int nt_lcov_add(nt_lcov *lcov, nt_lcov_records *records, const nt_lcov_record *record);
/* Adds the instruction at `pc`, if it is a conditional branch, with the file and line of
   `place`. */
int nt_lcov_add_branch(nt_lcov *lcov, const nt_lcov_record *place, uint32_t image, uint64_t pc,
                       const nt_insn *insn);
/* Makes the view show the image. */
void nt_lcov_look_at(nt_lcov *lcov, uint32_t image);
uint64_t nt_lcov_count(const nt_lcov *lcov, uint32_t image, uint64_t address);
/* Returns the row of the image's line table; NULL: there is none. */
const nt_line *nt_lcov_line(const nt_lcov *lcov, uint32_t image, uint64_t address);

/* ---- lcov_listing.c, which calls the above ---- */

/* Writes the disassembly of all functions without lines to the file named in the settings, and
   adds its lines, functions and branches. */
int nt_lcov_list(nt_lcov *lcov);

#endif
