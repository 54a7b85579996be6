/* From RVFI to the trace ingress port beside its model in one cycle, as the harness compares them.
 */
#ifndef NT_TB_UNITS_RVFI_H
#define NT_TB_UNITS_RVFI_H

#include "model/adapter/rvfi.h"

typedef struct rvfi_view {
    nt_rvfi_inputs in;
    nt_rvfi_outputs out;
    const nt_rvfi *model;
} rvfi_view;

#endif
