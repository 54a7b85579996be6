/* SPDX-License-Identifier: Apache-2.0 */
/* Makes blocks of a retirement stream, as the units beside the hart take them: instructions that
   retired, the last of them maybe a control transfer, with its source, target and modes. */
#ifndef NT_STIMULUS_TRANSFERS_H
#define NT_STIMULUS_TRANSFERS_H

#include "libntrace/util/error.h"
#include "sim/stimulus/retire.h"

typedef struct nt_transfer {
    uint64_t pc;           /* of the first instruction; of a trap on its own epc */
    uint32_t instructions; /* retired in the block; 0 for a trap on its own */
    uint8_t itype;         /* transfer type, 4 bits, as without trTeInstEnAllJumps; 0: none */
    uint64_t isrc;         /* pc of the transfer; of a trap epc */
    uint64_t itgt;         /* where execution goes on */
    uint8_t priv;          /* mode of the block, as nt_retire_mode has it */
    uint8_t tpriv;         /* mode after it */
    uint16_t cause;        /* of a trap, without the interrupt bit */
    bool misp;             /* mispredicted: never in recordings */
} nt_transfer;

typedef struct nt_transfers nt_transfers;

/* Opens hart `hart` of a recording. Returns 0, or -1 with the error set. */
int nt_transfers_open(nt_transfers **transfers, const char *recording, unsigned hart,
                      nt_error *error);
void nt_transfers_close(nt_transfers *transfers); /* accepts NULL */

const nt_recording_header *nt_transfers_header(const nt_transfers *transfers);

/* Returns the next block, of at most `instructions` instructions (at least 1). Returns 1; 0 at the
   end; -1 with the error. */
int nt_transfers_next(nt_transfers *transfers, uint32_t instructions, nt_transfer *transfer,
                      nt_error *error);

#endif
