/* SPDX-License-Identifier: Apache-2.0 */
/* From RVFI to lanes of the tandem trace beside its model in one cycle, as the harness compares
   them. */
#ifndef NT_TB_UNITS_TV_RVFI_H
#define NT_TB_UNITS_TV_RVFI_H

#include "model/tandem/tv_rvfi.h"

typedef struct tv_rvfi_view {
    nt_tv_rvfi_inputs in;
    nt_tv_rvfi_outputs out;
    const nt_tv_rvfi *model;
} tv_rvfi_view;

#endif
