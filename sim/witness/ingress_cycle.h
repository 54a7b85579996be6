/* SPDX-License-Identifier: Apache-2.0 */
/* Provides the witness's inputs in a cycle of an ingress file. Hints, and the cycles in which
   the encoder is empty, are those of the golden model of the build on the same pins. */
#ifndef NT_WITNESS_INGRESS_CYCLE_H
#define NT_WITNESS_INGRESS_CYCLE_H

#include "sim/ingress/golden.h"
#include "sim/witness/feed.h"

typedef struct nt_ingress_cycle {
    nt_golden golden; /* at the pins */
    nt_feed feed;
    nt_feed_outputs out; /* of the cycle shown */
    uint64_t cycles;     /* so far, */
    uint64_t sent;       /* and bytes that the golden model has sent in them */
    bool stranger;       /* the bytes are of another encoder than the golden model */
    bool early;          /* settings were written while it was tracing, and are not in force */
} nt_ingress_cycle;

/* Allocates it. Returns NULL without memory. */
nt_ingress_cycle *nt_ingress_cycle_new(const nt_config *config);
void nt_ingress_cycle_free(nt_ingress_cycle *at);

/* Shows one cycle; `in` points into `at`, until it ends. */
void nt_ingress_cycle_show(nt_ingress_cycle *at, const nt_cycle *cycle, nt_witness_inputs *in);
void nt_ingress_cycle_end(nt_ingress_cycle *at, const nt_cycle *cycle);

#endif
