/* SPDX-License-Identifier: Apache-2.0 */
/* The second stage: the golden model, compared with what the RTL shows. */
#ifndef NT_TB_ENCODER_COMPARE_H
#define NT_TB_ENCODER_COMPARE_H

#include "sim/ingress/returns.h"
#include "tb/encoder/counts.h"
#include "tb/encoder/record.h"
#include "tb/lockstep/lockstep.h"

typedef struct nt_compare {
    nt_lockstep *lockstep;
    nt_encoder_core core;
    nt_encoder_registers registers;
    nt_pib pib;
    nt_control control;   /* of the cycle */
    nt_encoder_view view; /* has pointers into this */
    nt_counts counts;
    nt_returns returns; /* that are not as the trace has them */
} nt_compare;

void nt_compare_init(nt_compare *compare, const nt_config *config, nt_lockstep *lockstep);

/* Takes a clock edge with reset, not counted as a cycle. */
void nt_compare_reset(nt_compare *compare);

/* Runs the model in the record's cycle, and compares it with what the RTL shows: in the record, or
   if `taken` is false as it stands. Returns whether the run goes on. */
bool nt_compare_cycle(nt_compare *compare, const nt_record *record, bool taken);

/* Runs the model alone. `seen`: what it shows, as the RTL would. */
void nt_compare_alone(nt_compare *compare, const nt_record *record, nt_encoder_seen *seen);

#endif
