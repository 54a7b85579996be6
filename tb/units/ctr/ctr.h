/* Control Transfer Records beside their model in one cycle, as the harness compares them. */
#ifndef NT_TB_UNITS_CTR_H
#define NT_TB_UNITS_CTR_H

#include "model/ctr/ctr.h"

typedef struct ctr_view {
    nt_ctr_inputs in;
    nt_ctr_outputs out;
    const nt_ctr *model;
} ctr_view;

#endif
