/* SPDX-License-Identifier: Apache-2.0 */
/* Implements the witnesses' independent trace filters, from the text of the Trace Control
   Interface 1.0, "Trace Encoder Filter Registers": the blocks that are traced, and those that
   request a message. */
#ifndef NT_WITNESS_FILTER_H
#define NT_WITNESS_FILTER_H

#include "model/config.h"
#include "model/control/control.h"
#include "model/encoder/ingress.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_witness_filter {
    const nt_config *config;
    bool latched[NT_MAX_COMPARATORS];    /* match mode 3: asserted until its end is seen */
    bool primed[NT_MAX_COMPARATORS];     /* match mode 3 was primed, and is still set */
    unsigned open_traps[NT_MAX_FILTERS]; /* traps whose returns a filter waits for; 0: no match */
    uint32_t version;                    /* of the control fields seen last */
    bool in_use;                         /* a filter is selected, or a comparator set up */
    bool passes;                         /* the latest block with an address passed the filters */
    bool asked;                          /* an external trigger requests a message in a cycle that
                                            is traced, and has no block */
} nt_witness_filter;

void nt_witness_filter_init(nt_witness_filter *filter, const nt_config *config);

/* Resets the filter: the encoder was reset, or trTeActive is 0. */
void nt_witness_filter_reset(nt_witness_filter *filter);

typedef struct nt_witness_filter_inputs {
    const nt_ingress *ingress; /* as latched; itype 7, 12 and 13 of the draft mapped */
    const nt_control *live;    /* the control fields of the cycle after the latch */
    uint32_t version;          /* of `live`: nt_witness_inputs */
    uint32_t ext_trigger;      /* latched external trigger inputs, bit n input n */
    bool tracing;              /* enabled, and the hart runs: the latched cycle would be traced */
} nt_witness_filter_inputs;

typedef struct nt_witness_filtered {
    bool traced;
    bool asks6;   /* traced or not, a debug trigger or comparator asks for a message at it, */
    bool asks0;   /* or an external trigger in its cycle */
    bool notify6; /* traced, and a debug trigger or comparator requests a message at it */
    bool notify0; /* traced, and an external trigger requests one */
} nt_witness_filtered;

/* Evaluates one cycle for the blocks of the build. */
void nt_witness_filter_cycle(nt_witness_filter *filter, const nt_witness_filter_inputs *in,
                             nt_witness_filtered block[NT_MAX_BLOCKS]);

#endif
