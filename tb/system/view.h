/* The trace system in one cycle, as the harness compares it. The table is system.ports. */
#ifndef NT_TB_SYSTEM_VIEW_H
#define NT_TB_SYSTEM_VIEW_H

#include "model/system.h"

typedef struct nt_system_view {
    const nt_system_inputs *in;
    const nt_system_outputs *out; /* of the golden model */
} nt_system_view;

#endif
