/* SPDX-License-Identifier: Apache-2.0 */
/* The first stage: draws a cycle, and takes the RTL into it. It reacts to the RTL alone. */
#ifndef NT_TB_ENCODER_DRIVE_H
#define NT_TB_ENCODER_DRIVE_H

#include "sim/ingress/control_state.h"
#include "tb/encoder/record.h"
#include "tb/encoder/stimulus.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/stages.h"

typedef struct nt_drive {
    const nt_lockstep_options *options;
    nt_lockstep *lockstep; /* NULL: the run has no RTL */
    bool takes;            /* all probes are kept in the record */
    nt_stimulus stimulus;
    nt_control_state fields;
    nt_encoder_view view; /* its inputs alone */
    nt_encoder_seen rtl;  /* of the cycle before; of the golden model where it runs alone */
    nt_apb apb;           /* in the cycle before */
    bool rst;
    bool sink_pib;
    bool moved;     /* the control fields, since the cycle before */
    uint64_t cycle; /* that comes next */
} nt_drive;

/* `lockstep` has begun, or is NULL. -1: the stimulus cannot be opened. */
int nt_drive_open(nt_drive *drive, const nt_lockstep_options *options, nt_lockstep *lockstep,
                  nt_error *error);
void nt_drive_close(nt_drive *drive);

/* Takes a clock edge with reset, not counted as a cycle. */
void nt_drive_reset(nt_drive *drive);

/* Fills the record of the next cycle. */
nt_stage_result nt_drive_cycle(nt_drive *drive, nt_record *record, nt_error *error);

#endif
