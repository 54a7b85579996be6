/* The counters beside their model in one cycle, as the harness compares them. */
#ifndef NT_TB_UNITS_HPM_HPM_H
#define NT_TB_UNITS_HPM_HPM_H

#ifdef __cplusplus
extern "C" {
#endif
#include "model/hpm/hpm.h"
#ifdef __cplusplus
}
#endif
#include "tb/lockstep/names.h"

typedef struct hpm_view {
    const nt_hpm_params *params;
    nt_hpm_inputs in;
    nt_hpm_outputs out;
    nt_hpm model;
} hpm_view;

#endif
