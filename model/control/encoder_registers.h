/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder's control registers behind an APB4 slave (model of rtl/control/nt_registers.v).
   PCLK and PRESETn are the encoder's clock and reset. Layout and legal values: nt_encoder_map. */
#ifndef NT_MODEL_CONTROL_ENCODER_REGISTERS_H
#define NT_MODEL_CONTROL_ENCODER_REGISTERS_H

#include "model/config.h"
#include "model/control/apb.h"
#include "model/control/control.h"
#include "model/control/encoder_map.h"
#include "model/control/register_file.h"
#include "model/control/timestamp_access.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_encoder_registers {
    const nt_config *config; /* the caller's, for the registers' life */
    nt_control control;      /* the fields, as the encoder sees them; trPib* stay 0 */
    bool trTeInstStallOrOverflow;
    nt_timestamp_access counter;
} nt_encoder_registers;

typedef struct nt_encoder_registers_inputs {
    bool rst;
    nt_apb apb;
    bool trTeEmpty;
    bool stall_or_overflow; /* a stall is asked for, or messages are lost */
    bool trace_on;          /* of nt_trigger */
    bool trace_off;
    uint64_t timestamp; /* of nt_timestamp */
} nt_encoder_registers_inputs;

typedef struct nt_encoder_registers_outputs {
    bool PREADY;
    bool PSLVERR;
    uint32_t PRDATA;
    bool trTsReset; /* the timestamp counter is reset at the coming clock edge */
} nt_encoder_registers_outputs;

/* All state 0, as after a reset. */
void nt_encoder_registers_init(nt_encoder_registers *s, const nt_config *config);

/* Combinational in the bus; of the other inputs only trTeEmpty counts. */
void nt_encoder_registers_out(const nt_encoder_registers *s, const nt_encoder_registers_inputs *in,
                              nt_encoder_registers_outputs *out);
void nt_encoder_registers_step(nt_encoder_registers *s, const nt_encoder_registers_inputs *in);

/* Makes each field what the registers would make of it (WARL). */
void nt_encoder_registers_legalize(nt_control *control, const nt_config *config);

#endif
