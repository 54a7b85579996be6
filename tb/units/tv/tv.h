/* The tandem-verification trace encoder beside its model in one cycle, as the harness compares
   them. */
#ifndef NT_TB_UNITS_TV_H
#define NT_TB_UNITS_TV_H

#include "model/tandem/tv_encoder.h"

typedef struct tv_view {
    nt_tv_inputs in;
    nt_tv_outputs out;
    nt_tv_encoder model;
    const nt_tv_params *params;
} tv_view;

#endif
