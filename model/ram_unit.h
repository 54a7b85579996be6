/* SPDX-License-Identifier: Apache-2.0 */
/* A RAM sink with its control registers (model of rtl/nt_ram_unit.v). */
#ifndef NT_MODEL_RAM_UNIT_H
#define NT_MODEL_RAM_UNIT_H

#include "model/control/ram_registers.h"
#include "model/transport/ram_sink.h"

typedef struct nt_ram_unit {
    nt_ram_registers registers;
    nt_ram_sink sink;
} nt_ram_unit;

typedef struct nt_ram_unit_inputs {
    bool rst;
    nt_apb apb;
    nt_beat in; /* this and axi count in nt_ram_unit_step alone */
    nt_axi_inputs axi;
} nt_ram_unit_inputs;

typedef struct nt_ram_unit_outputs {
    nt_ram_sink_outputs sink;
    nt_ram_registers_outputs registers;
} nt_ram_unit_outputs;

/* As after a reset. `sram`: sram_words words, which must outlive the unit. */
void nt_ram_unit_init(nt_ram_unit *s, const nt_ram_sink_params *params, uint32_t *sram);

/* From state and the bus alone. */
void nt_ram_unit_out(const nt_ram_unit *s, const nt_ram_unit_inputs *in, nt_ram_unit_outputs *out);

/* `out`: of this cycle. */
void nt_ram_unit_step(nt_ram_unit *s, const nt_ram_unit_inputs *in, const nt_ram_unit_outputs *out);

#endif
