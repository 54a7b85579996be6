/* SPDX-License-Identifier: Apache-2.0 */
/* One cycle as it passes through the stages of a run: drive (stimulus and RTL), compare (golden
   model), judge (witnesses). Each has state of its own, and knows of the others what is here. */
#ifndef NT_TB_ENCODER_RECORD_H
#define NT_TB_ENCODER_RECORD_H

#include "sim/ingress/ingress_file.h"
#include "tb/encoder/encoder.h"

typedef struct nt_record {
    nt_cycle cycle;
    uint64_t number;       /* of the cycle */
    uint64_t instructions; /* of a recording, shaped so far */
    bool by_registers;     /* they hold the control fields */
    bool answered;         /* they did in the cycle before: what they show is its answer */
    bool sink_pib;         /* the PIB takes the bytes */
    bool moved;            /* the control fields may have changed: */
    nt_control control;    /* those from this cycle on, only then */
    nt_encoder_seen rtl;   /* what the RTL shows in this cycle, ... */
    _Alignas(16) unsigned char shown[]; /* ... and all its probes, for nt_lockstep_compare */
} nt_record;

/* Returns the fields of the PIB: TRC_CLK has its edges with those of TRC_DATA, and nothing is
   calibrated, since nt_system has those. */
static inline nt_pib_control nt_pib_control_of(const nt_control *control) {
    return (nt_pib_control){.trPibActive = control->trPibActive,
                            .trPibEnable = control->trPibEnable,
                            .trPibMode = control->trPibMode,
                            .trPibDivider = control->trPibDivider};
}

static inline bool nt_pib_is_on(const nt_control *control) {
    const nt_pib_control pib = nt_pib_control_of(control);
    return nt_pib_runs(&pib);
}

/* Returns the inputs of the top. `control`: the fields in this cycle. */
static inline nt_encoder_pins nt_pins_of(const nt_record *record, const nt_control *control) {
    return (nt_encoder_pins){.ingress = &record->cycle.ingress,
                             .control = control,
                             .apb = record->by_registers ? record->cycle.apb : (nt_apb){0},
                             .registers = record->by_registers,
                             .load = record->cycle.rst || record->moved,
                             .rst = record->cycle.rst,
                             .sink_pib = record->sink_pib,
                             .sink_ready = record->cycle.sink_ready};
}

#endif
