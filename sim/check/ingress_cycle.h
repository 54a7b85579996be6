/* What the witness is to know of a cycle of an ingress file: the cycle as the qualify stage sees
   it, with the control fields that the writes, transfers and triggers of the file leave, and the
   hints, which are those of the golden model of the build on the same pins. */
#ifndef NT_CHECK_INGRESS_CYCLE_H
#define NT_CHECK_INGRESS_CYCLE_H

#include "sim/ingress/golden.h"
#include "sim/witness/witness.h"

typedef struct nt_ingress_cycle {
    nt_golden golden;           /* at the pins */
    nt_control settings;        /* as the encoder took them over; of the cycle given */
    nt_control next_settings;   /* and of the one after it */
    nt_control latched_control; /* a cycle behind the pins, */
    nt_ingress latched;
    uint64_t latched_time;
    nt_control given_control; /* what nt_witness_inputs points to */
    nt_control given_live;
    nt_ingress given;
    uint64_t cycles; /* so far */
    bool lost;       /* messages were dropped, and tracing has not resumed */
    bool anew;       /* the settings of the cycle given are others than before */
} nt_ingress_cycle;

/* NULL without memory. */
nt_ingress_cycle *nt_ingress_cycle_new(const nt_config *config);
void nt_ingress_cycle_free(nt_ingress_cycle *at);

/* One cycle; `in` points into `at`, until the next. */
void nt_ingress_cycle_step(nt_ingress_cycle *at, const nt_cycle *cycle, nt_witness_inputs *in);

#endif
