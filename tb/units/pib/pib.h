/* The PIB beside its model in one cycle, as the harness compares them. */
#ifndef NT_TB_UNITS_PIB_H
#define NT_TB_UNITS_PIB_H

#include "model/transport/pib.h"
#include "tb/units/beat_bytes.h"

typedef struct pib_view {
    bool rst;
    nt_pib_control control;
    nt_beat in;
    nt_pib_outputs out;
    nt_pib model;
} pib_view;

#endif
