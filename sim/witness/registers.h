/* The encoder's registers, read off the bus: what each field becomes by what is written, and what a
   read must answer (Trace Control Interface 1.0; docs/registers.md where that leaves a choice).
   Shares nothing with the golden model's. */
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

/* What comes from the encoder. */
typedef struct nt_witness_registers_inputs {
    bool rst;
    const nt_apb *apb;
    bool trTeEmpty;
    bool stall_or_overflow; /* in this cycle a stall is asked for, or messages are lost */
    bool trace_on;
    bool trace_off;
    uint64_t time_before; /* the timestamp a cycle ago */
} nt_witness_registers_inputs;

/* As after a reset. */
void nt_witness_registers_init(nt_witness_registers *registers, const nt_config *config);

/* What an access of this cycle that is done must answer; 0 where it writes. */
uint32_t nt_witness_registers_answer(const nt_witness_registers *registers,
                                     const nt_witness_registers_inputs *in);

/* This cycle resets the timestamp unit's counter: trTsReset is written as 1. */
bool nt_witness_registers_reset_time(const nt_witness_registers *registers, const nt_apb *apb);

/* The clock edge. */
void nt_witness_registers_step(nt_witness_registers *registers,
                               const nt_witness_registers_inputs *in);

#endif
