/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the encoder's outputs other than its bytes: reads of its registers, the external
   trigger outputs, trTeEmpty, and that a hart which obeys `stall` loses nothing. */
#ifndef NT_WITNESS_SIGNALS_H
#define NT_WITNESS_SIGNALS_H

#include "sim/witness/feed.h"

typedef struct nt_signals {
    uint64_t cycle;    /* so far */
    uint64_t compared; /* reads of registers, pulses, and times that it was empty */
    uint64_t wrong;    /* of these */
    char first[160];   /* the first that was wrong, in words */
    bool accessed;     /* the cycle before had a transfer, with this expected response: */
    nt_apb answer_to;
    nt_apb_answer answer;
    bool waited;    /* its read of the counter was not ready */
    bool tracing;   /* trTeInstTracing in the cycle before */
    uint8_t pulses; /* ext_trigger_out of this cycle */
    bool empty;     /* trTeEmpty in the cycle before */
    bool stalled;   /* `stall` in the cycle before */
    bool obeyed;    /* since the encoder was empty it could stall the hart, which obeyed */
} nt_signals;

/* Checks a cycle, between nt_feed_show and nt_feed_step; all bytes that left up to this cycle
   were passed to `witness`. */
void nt_signals_judge(nt_signals *signals, const nt_feed *feed, nt_witness *witness,
                      const nt_cycle *cycle, const nt_feed_outputs *out);

#endif
