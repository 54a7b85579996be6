/* SPDX-License-Identifier: Apache-2.0 */
/* Walks randomly over a random program: returns block by block what a hart might retire. */
#ifndef NT_INGRESS_RANDOM_WALK_H
#define NT_INGRESS_RANDOM_WALK_H

#include "model/encoder/ingress.h"
#include "sim/ingress/random_program.h"
#include "sim/stimulus/itype.h"

enum { NT_CALL_DEPTH = 48, NT_TRAP_DEPTH = 8, NT_PATTERN_MOST = 512 };

/* Describes the walk for some time. Chances are in 1/256. */
typedef struct nt_walk_style {
    uint8_t trap;  /* a trap instead of, or after, a block */
    uint8_t taken; /* branches */
    uint8_t stay;  /* an indirect jump goes to `region` */
    uint8_t stray; /* a return goes elsewhere than to its call */
    uint16_t most; /* instructions per block at most */
    bool vary;     /* fewer, at random */
    nt_region_kind region;
} nt_walk_style;

typedef struct nt_walk {
    const nt_random_program *program;
    nt_random *random;
    nt_walk_style style;
    uint32_t max_halfwords;
    uint64_t mask;
    nt_itype_set itypes;
    bool everything; /* all privileges */
    bool matched;    /* all returns match their calls */
    bool all_jumps;  /* direct jumps are reported as required by trTeInstEnAllJumps */

    /* Directions of branches, repeated; length 0: random. */
    bool pattern[NT_PATTERN_MOST];
    uint32_t pattern_length;
    uint32_t pattern_at;

    uint32_t at;     /* the next instruction */
    uint32_t before; /* the one that retired last, if nothing happened since */
    bool has_before;
    uint8_t priv;
    uint32_t call[NT_CALL_DEPTH];    /* return places, a ring: the oldest are lost */
    uint32_t top;                    /* index of the next one, modulo the ring */
    uint32_t calls;                  /* entries in the ring */
    uint32_t trapped[NT_TRAP_DEPTH]; /* targets of the traps' returns */
    uint8_t trapped_priv[NT_TRAP_DEPTH];
    uint32_t traps;

    bool leave; /* the next trap return goes to `goal` */
    uint32_t goal;
    uint32_t both_round; /* rounds in NT_REGION_BOTH; 0: elsewhere */
} nt_walk;

typedef struct nt_walk_block {
    nt_block block;
    uint16_t cause;
    uint64_t tval;
} nt_walk_block;

void nt_walk_start(nt_walk *walk, const nt_random_program *program, const nt_config *config,
                   nt_random *random);

/* Returns the next block; walk->priv before the call is its privilege. */
void nt_walk_step(nt_walk *walk, nt_walk_block *step);

/* Takes an interrupt as soon as possible whose return goes to `goal`. */
void nt_walk_divert(nt_walk *walk, uint32_t goal);

/* Returns a next block that retires something and does not end in a trap. */
void nt_walk_step_plain(nt_walk *walk, nt_walk_block *step);

/* Switches the hart to another task, in any privilege, or to another hart. */
void nt_walk_switch(nt_walk *walk);

/* Enters debug mode, which `priv` alone shows: no trap leads there, a trap return leads back. */
void nt_walk_debug(nt_walk *walk);

/* Continues at a region's start, after a reset or a move by a debugger. */
void nt_walk_restart(nt_walk *walk);

#endif
