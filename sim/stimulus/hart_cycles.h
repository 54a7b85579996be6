/* SPDX-License-Identifier: Apache-2.0 */
/* Puts a hart's blocks into cycles, as the units beside it see them: nt_ctr, nt_hpm. */
#ifndef NT_STIMULUS_HART_CYCLES_H
#define NT_STIMULUS_HART_CYCLES_H

#include "sim/stimulus/random_transfers.h"
#include "sim/stimulus/transfers.h"

enum { NT_HART_BLOCKS = 4, NT_HART_DEBUG = 4 };

/* A cycle of the hart. */
typedef struct nt_hart_cycle {
    uint8_t priv; /* mode at its beginning; NT_HART_DEBUG while halted */
    bool halted;
    unsigned count;                    /* of blocks */
    nt_transfer block[NT_HART_BLOCKS]; /* oldest first */
} nt_hart_cycle;

/* What a run is made of. */
typedef struct nt_hart_options {
    const char *recording; /* NULL: random */
    unsigned hart;
    unsigned xlen;         /* of the build */
    unsigned blocks;       /* per cycle at most */
    uint32_t instructions; /* per block at most */
    unsigned bubbles;      /* cycles without blocks, of 256 */
    bool vary;             /* draw blocks per cycle anew in each */
    bool has_h;            /* random: guests */
    uint64_t limit;        /* instructions of a recording; 0: all */
    uint64_t seed;
} nt_hart_options;

typedef struct nt_hart_cycles nt_hart_cycles;

/* Returns 0, or -1 with the error set. */
int nt_hart_cycles_open(nt_hart_cycles **cycles, const nt_hart_options *options, nt_error *error);
void nt_hart_cycles_close(nt_hart_cycles *cycles); /* accepts NULL */

/* Makes the next cycle; with `hold` one in which nothing retires. Returns 1; 0: the recording has
   ended, and the cycle is one in which nothing retires; -1 with the error. */
int nt_hart_cycles_next(nt_hart_cycles *cycles, bool hold, nt_hart_cycle *cycle, nt_error *error);

/* Returns the mode that the hart is in after what was given. */
uint8_t nt_hart_cycles_priv(const nt_hart_cycles *cycles);

/* Makes *pc the address of the next instruction or trap. Returns as nt_hart_cycles_next does. */
int nt_hart_cycles_pc(nt_hart_cycles *cycles, uint64_t *pc, nt_error *error);

/* Returns the instructions that retired so far. */
uint64_t nt_hart_cycles_instructions(const nt_hart_cycles *cycles);

#endif
