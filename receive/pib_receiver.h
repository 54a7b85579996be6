/* SPDX-License-Identifier: Apache-2.0 */
/* Receives from the pins of a PIB: a probe for TRC_CLK and TRC_DATA in each width, for SWT
   Manchester and for SWT UART. From the pins alone, cycle by cycle, it recovers the bytes of
   messages without the idle ones between them, and reports where the pins break a rule.
   Independent of RTL and model (Trace Control Interface 1.0, "Trace PIB Sink"; N-Trace 1.0, "PIB
   Idle Cycles Explained"). */
#ifndef NT_RECEIVE_PIB_RECEIVER_H
#define NT_RECEIVE_PIB_RECEIVER_H

#include "receive/alignment.h"

typedef struct nt_pib_receiver_params {
    uint8_t mode;    /* trPibMode: 4, 5, 8 to 12 */
    bool center;     /* trPibClkCenter */
    bool anywhere;   /* reception begins within a stream; else at idle pins */
    uint32_t timing; /* trPibDivider + 1, cycles; 0: not known. One wire: found from its edges */
} nt_pib_receiver_params;

typedef struct nt_pib_receiver {
    nt_pib_receiver_params params;
    nt_alignment alignment;
    uint64_t cycle; /* number of the next cycle; the owner may set it before the first */
    bool began;     /* there was a cycle before, ... */
    bool trc_clk;   /* ... with these pins and this timing */
    uint16_t trc_data;
    uint32_t timing;
    bool ticks;    /* the next cycle in which the pins may change is known: */
    uint64_t due;  /* in this cycle ... */
    bool middle;   /* ... in the middle of a beat: TRC_CLK alone (trPibClkCenter) */
    uint64_t edge; /* one wire: cycle of its last edge, 0 before the first */
    uint32_t edges;
    uint32_t shortest; /* one wire, timing not known: the shortest time between edges so far */
    uint32_t wait;     /* one wire: cycles to the next sample */
    uint64_t
        gaps; /* UART: idle bits within messages, which its frames allow and N-Trace does not */
    uint8_t received; /* bytes received in this cycle, in alignment.byte */
    uint64_t wrong;   /* broken rules: pins that change when they must not, alignment lost */
    char first[128];  /* the first of them in words, or empty */
} nt_pib_receiver;

/* Initializes a receiver. Returns false if there is no such mode. */
bool nt_pib_receiver_init(nt_pib_receiver *r, const nt_pib_receiver_params *params);

/* Evaluates one cycle's pins. */
void nt_pib_receiver_cycle(nt_pib_receiver *r, bool trc_clk, uint16_t trc_data);

/* Sets trPibDivider + 1 of this cycle, where it may change: call it before
   nt_pib_receiver_cycle. */
static inline void nt_pib_receiver_timing(nt_pib_receiver *r, uint32_t timing) {
    r->params.timing = timing;
}

#endif
