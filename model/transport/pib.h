/* PIB: Pin Interface Block, 8-bit parallel mode (Trace Control Interface 1.0, "Trace PIB Sink"). */
#ifndef NT_MODEL_TRANSPORT_PIB_H
#define NT_MODEL_TRANSPORT_PIB_H

#include "model/control/control.h"

typedef struct nt_pib {
    bool trc_clk;
    uint8_t trc_data;
    uint16_t divider; /* cycles until the next edge of TRC_CLK */
    bool in_message;  /* a message has begun and not ended */
} nt_pib;

typedef struct nt_pib_inputs {
    bool rst;
    const nt_control *control;
    bool in_valid;
    uint8_t in; /* {MDO, MSEO} */
} nt_pib_inputs;

/* All fields 0 but TRC_DATA. */
void nt_pib_reset(nt_pib *s);

/* Combinational: the PIB takes a byte at the coming clock edge if one is offered. */
bool nt_pib_ready(const nt_pib *s, const nt_control *control);
void nt_pib_step(nt_pib *s, const nt_pib_inputs *in);

#endif
