/* SPDX-License-Identifier: Apache-2.0 */
/* Generates random programs: instructions by type, in regions that each exercise a part of the
   encoder. Every region ends in an unconditional jump, so that no walk runs past its end. */
#ifndef NT_INGRESS_RANDOM_PROGRAM_H
#define NT_INGRESS_RANDOM_PROGRAM_H

#include "libntrace/program/image.h"
#include "model/config.h"
#include "sim/util/random.h"

#include <stdbool.h>

typedef enum nt_region_kind {
    NT_REGION_MIXED,    /* a bit of everything */
    NT_REGION_BRANCHES, /* loops: HIST fills, with repeats and without */
    NT_REGION_STRAIGHT, /* long runs without branches */
    NT_REGION_JUMPS,    /* indirect jumps, calls, returns back to back */
    NT_REGION_CALLS,    /* functions that call each other, and return */
    NT_REGION_PAIRS,    /* jumps by a register that the instruction before loads */
    NT_REGION_TIGHT,    /* a short loop closed by a branch, that within one closed by a jump; one */
    NT_REGION_LOOP,     /* a long one: I-CNT fills before HREPEAT does; one */
    NT_REGION_SPIN,     /* a loop of direct jumps, left only by a trap: I-CNT fills in HTM */
    NT_REGION_BOTH,     /* a loop that fills I-CNT where it fills HIST, or ends a run of repeats */
    NT_REGION_HANDLER,  /* ends in a trap return */
    NT_REGION_KINDS
} nt_region_kind;

typedef struct nt_random_place {
    uint64_t pc;
    uint64_t target_pc; /* branch and direct classes */
    uint32_t target;    /* the same as an index into `places` */
    uint32_t code;      /* the instruction, if it is known by more than its type; else 0 */
    uint8_t size;       /* bytes */
    uint8_t class_;     /* nt_insn_class */
    bool pair; /* an indirect jump to `target`, if the place before it retires directly before it */
} nt_random_place;

typedef struct nt_region {
    nt_region_kind kind;
    uint32_t first; /* index of the first instruction */
    uint32_t count;
} nt_region;

enum { NT_MOST_REGIONS = 32 };

typedef struct nt_random_program {
    bool matched;
    nt_random_place *places;
    uint32_t count;
    uint32_t room;
    nt_region regions[NT_MOST_REGIONS];
    uint32_t region_count;
    /* NT_REGION_BOTH: entered at `both_entry` with empty counters, the branch that closes the
       loop is reached for the `both_rounds`th time in the block that fills I-CNT. */
    uint32_t both_entry;
    uint32_t both_rounds; /* 0: the region would be too large for this build */
} nt_random_program;

/* Makes a program. Returns 0, or -1 without memory; free it with nt_random_program_free in any
   case. `matched`: no co-routine swap whose target is inferable otherwise, so that each may
   return to its last call. */
int nt_random_program_make(nt_random_program *program, const nt_config *config, bool matched,
                           nt_random *random);
void nt_random_program_free(nt_random_program *program);

/* Writes `code` in little-endian order; place->size bytes are valid. */
void nt_place_bytes(const nt_random_place *place, uint8_t bytes[4]);

/* Writes all instructions into an image. */
int nt_random_program_image(const nt_random_program *program, nt_image *image);

/* Returns the first instruction of a random region of a kind. */
uint32_t nt_random_program_region(const nt_random_program *program, nt_region_kind kind,
                                  nt_random *random);

#endif
