/* SPDX-License-Identifier: Apache-2.0 */
/* Follows the encoder's registers from the bus: the value of each field after a write, and the
   value that a read must return (Trace Control Interface 1.0; docs/registers.md where that
   leaves a choice). Shares no code with the golden model's. */
#ifndef NT_WITNESS_REGISTERS_H
#define NT_WITNESS_REGISTERS_H

#include "model/config.h"
#include "model/control/apb.h"
#include "model/control/control.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_witness_registers {
    const nt_config *config;
    nt_control fields; /* trPib* are not among them */
    bool stall_or_overflow;
} nt_witness_registers;

/* Holds inputs from the encoder. */
typedef struct nt_witness_registers_inputs {
    bool rst;
    const nt_apb *apb;
    bool trTeEmpty;
    bool stall_or_overflow; /* in this cycle stall is 1, or messages are lost */
    bool trace_on;
    bool trace_off;
    uint64_t time_before; /* the timestamp a cycle ago */
} nt_witness_registers_inputs;

/* Initializes the registers to their reset values. */
void nt_witness_registers_init(nt_witness_registers *registers, const nt_config *config);

/* Returns the value that a read of this cycle must return; 0 for a write. */
uint32_t nt_witness_registers_answer(const nt_witness_registers *registers,
                                     const nt_witness_registers_inputs *in);

/* Returns whether this cycle resets the timestamp unit's counter: trTsReset is written as 1. */
bool nt_witness_registers_reset_time(const nt_witness_registers *registers, const nt_apb *apb);

/* Steps to the next cycle. */
void nt_witness_registers_step(nt_witness_registers *registers,
                               const nt_witness_registers_inputs *in);

#endif
