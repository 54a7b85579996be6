/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder's registers, triggers and timestamp unit beside their models in one cycle, as the
   harness compares them. */
#ifndef NT_TB_UNITS_CONTROL_H
#define NT_TB_UNITS_CONTROL_H

#include "model/control/encoder_registers.h"
#include "model/control/timestamp.h"
#include "model/control/trigger.h"

typedef struct control_view {
    nt_encoder_registers_inputs in;
    nt_timestamp_inputs time_in;
    uint8_t trigger_in; /* of the debug module: trace-off, trace-on */
    uint8_t ext_trigger;
    nt_encoder_registers_outputs out;
    nt_trigger_outputs asked;
    nt_encoder_registers registers;
    nt_timestamp time;
    nt_trigger trigger;
} control_view;

#endif
