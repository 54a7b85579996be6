/* Coverage as a tracefile of lcov (geninfo(1), "TRACEFILE FORMAT"): records are gathered from line
   tables, and from a listing of what has none; then the file is written. */
#ifndef NT_DECODE_LCOV_H
#define NT_DECODE_LCOV_H

#include "sim/decode/coverage.h"
#include "sim/decode/form.h"

/* A line, function or branch, and how often it ran. */
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
    bool by_image;               /* it tells images apart */
    const nt_form_inputs *inputs;
    nt_code code;
    nt_error *error;
    nt_lcov_records lines;
    nt_lcov_records functions;
    nt_lcov_records branches;
    size_t without_lines; /* functions */
    uint64_t branch_hits; /* of the file that is written */
} nt_lcov;

/* All that return int: 0, or -1 with the error set. */

/* Adds the lines, functions and branches of all images by their line tables. */
int nt_lcov_gather(nt_lcov *lcov);
/* Writes the tracefile of what was added. */
int nt_lcov_write(nt_lcov *lcov);
void nt_lcov_release(nt_lcov *lcov);

/* ---- for the listing ---- */

int nt_lcov_add(nt_lcov *lcov, nt_lcov_records *records, const nt_lcov_record *record);
/* Adds what is at `pc`, if it is a conditional branch, with the file and line of `place`. */
int nt_lcov_add_branch(nt_lcov *lcov, const nt_lcov_record *place, uint32_t image, uint64_t pc,
                       const nt_insn *insn);
/* The view shows the image from now on. */
void nt_lcov_look_at(nt_lcov *lcov, uint32_t image);
uint64_t nt_lcov_count(const nt_lcov *lcov, uint32_t image, uint64_t address);
/* The row of the image's line table; NULL: there is none. */
const nt_line *nt_lcov_line(const nt_lcov *lcov, uint32_t image, uint64_t address);

/* ---- lcov_listing.c, which calls the above ---- */

/* Writes the disassembly of all functions without lines to the file that the settings name, and
   adds its lines, functions and branches. */
int nt_lcov_list(nt_lcov *lcov);

#endif
