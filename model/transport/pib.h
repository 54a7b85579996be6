/* SPDX-License-Identifier: Apache-2.0 */
/* PIB: Pin Interface Block. A byte stream at pins: TRC_CLK with 1, 2, 4, 8 or 16 TRC_DATA, or one
   wire (Trace Control Interface 1.0, "Trace PIB Sink"; N-Trace 1.0, "PIB Idle Cycles Explained").
   What stands at TRC_DATA for a bit time is called a beat. */
#ifndef NT_MODEL_TRANSPORT_PIB_H
#define NT_MODEL_TRANSPORT_PIB_H

#include "model/control/components.h"
#include "model/transport/beat.h"
#include "model/transport/stream_buffer.h"

#include <stdbool.h>

/* trPibMode; TRC_CLK belongs to the parallel ones. */
typedef enum nt_pib_mode {
    NT_PIB_OFF = 0,
    NT_PIB_MANCHESTER = 4,
    NT_PIB_UART = 5,
    NT_PIB_PARALLEL_1 = 8,
    NT_PIB_PARALLEL_2 = 9,
    NT_PIB_PARALLEL_4 = 10,
    NT_PIB_PARALLEL_8 = 11,
    NT_PIB_PARALLEL_16 = 12,
} nt_pib_mode;

typedef struct nt_pib_params {
    uint8_t bytes; /* of the link: 1, 2, 4 or 8 */
} nt_pib_params;

typedef struct nt_pib {
    nt_stream_buffer buffer;
    bool in_message;  /* the last byte taken from the link was not a message's last */
    uint16_t divider; /* cycles to the next tick */
    bool middle;      /* that tick is in the middle of a beat */
    uint8_t left;     /* beats of a byte still to come */
    uint16_t shift;   /* their bits; valid where left is not 0 */
    bool inside;      /* a message has begun, and its last byte has not */
    bool frame;       /* Manchester: the start bit was sent, the stop bit not */
    bool padded;      /* the last beats were an idle byte before a synchronizing message */
    bool busy;        /* the beat is not idle */
    bool coded;       /* Manchester: the second phase is the inverse of the first */
    uint8_t mode;     /* of the beat; 0 before the first */
    bool center;
    bool calibrate;
    uint8_t pattern; /* byte of the calibration pattern that comes next */
    bool trc_clk;
    uint16_t trc_data;
} nt_pib;

typedef struct nt_pib_inputs {
    bool rst;
    const nt_pib_control *control; /* fields that were written, of their registers' widths */
    nt_beat in;
} nt_pib_inputs;

typedef struct nt_pib_outputs {
    bool in_ready;
    bool trPibEmpty; /* nothing inside, and the last beat is over */
    bool TRC_CLK;
    uint16_t TRC_DATA;
} nt_pib_outputs;

void nt_pib_init(nt_pib *s, const nt_pib_params *params);

/* Depends on the state, the reset and the control fields alone. In reset the pins are at rest. */
void nt_pib_out(const nt_pib *s, bool rst, const nt_pib_control *control, nt_pib_outputs *out);
void nt_pib_step(nt_pib *s, const nt_pib_inputs *in);

/* The mode is one of the table "Allowed PIB Configurations", and not off. */
bool nt_pib_runs(const nt_pib_control *control);

#endif
