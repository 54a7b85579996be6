/* SPDX-License-Identifier: Apache-2.0 */
/* Draws blocks of a hart that runs no program: every transfer type, mode and trap, also of guests,
   whose recordings do not exist. What it draws is legal at the port of nt_ctr and nt_hpm. */
#ifndef NT_STIMULUS_RANDOM_TRANSFERS_H
#define NT_STIMULUS_RANDOM_TRANSFERS_H

#include "sim/stimulus/transfers.h"
#include "sim/util/random.h"

typedef struct nt_random_transfers {
    nt_random *random; /* the caller's */
    unsigned xlen;
    bool has_h; /* modes VU and VS */
    uint8_t priv;
    uint32_t left;       /* blocks until the next phase */
    uint8_t weights[16]; /* of each type, in this phase */
} nt_random_transfers;

void nt_random_transfers_init(nt_random_transfers *t, nt_random *random, unsigned xlen, bool has_h);

/* Draws the next block, of at most `instructions` instructions. */
void nt_random_transfers_next(nt_random_transfers *t, uint32_t instructions, nt_transfer *transfer);

/* Changes the mode without a transfer, as a debugger may. */
void nt_random_transfers_jump(nt_random_transfers *t);

#endif
