/* SPDX-License-Identifier: Apache-2.0 */
/* Takes what happened in a cycle and hands it on as items (model of rtl/tandem/nt_tv_intake.v). */
#ifndef NT_MODEL_TANDEM_TV_INTAKE_H
#define NT_MODEL_TANDEM_TV_INTAKE_H

#include "model/tandem/tv_copy.h"

/* What becomes a group: a lane, or a reset, an initialization or counters in the shape of one. */
typedef struct nt_tv_item {
    bool valid;
    bool reset;
    bool init;
    bool request;  /* paddr and mem are a memory request */
    bool mem_time; /* mem is mtime */
    nt_tv_form gpr_form;
    uint8_t gpr_amount;
    nt_tv_lane lane;
} nt_tv_item;

/* What is still to be handed on; the lowest bit goes first. */
enum { NT_TV_RESET = 1, NT_TV_INIT = 2, NT_TV_COUNTERS = 4, NT_TV_LANE = 8 };

typedef struct nt_tv_intake {
    uint8_t pending;    /* NT_TV_RESET and so on */
    nt_tv_inputs taken; /* what pending tells of means something */
    nt_tv_copy copy;    /* with INCREMENT */
    nt_tv_old old[NT_TV_LANES];
} nt_tv_intake;

/* Returns whether the cycle's inputs are taken, if the items are. */
bool nt_tv_intake_ready(const nt_tv_intake *s, bool go);

/* Makes the items of a cycle. */
void nt_tv_intake_items(const nt_tv_intake *s, const nt_tv_params *p, nt_tv_item item[NT_TV_LANES]);

/* One clock edge. */
void nt_tv_intake_step(nt_tv_intake *s, const nt_tv_params *p, const nt_tv_inputs *in, bool go);

#endif
