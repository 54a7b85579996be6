/* SPDX-License-Identifier: Apache-2.0 */
/* The RAM sink's control registers behind an APB4 slave (model of rtl/control/nt_ram_registers.v).
   Layout and legal values: nt_ram_map; what is legal in the mode of the moment: here. Pointers are
   the sink's own. */
#ifndef NT_MODEL_CONTROL_RAM_REGISTERS_H
#define NT_MODEL_CONTROL_RAM_REGISTERS_H

#include "model/control/apb.h"
#include "model/control/components.h"
#include "model/control/register_map.h"

extern const nt_register_map nt_ram_map; /* fields nt_ram_control, build nt_ram_registers_params */

typedef struct nt_ram_registers_params {
    uint32_t sram_words; /* of the SRAM, 2 to 2^30; 0: no SRAM mode */
    bool smem;           /* SMEM mode is built; at least one of both is */
} nt_ram_registers_params;

typedef struct nt_ram_registers {
    nt_ram_registers_params params;
    nt_ram_control control; /* the fields of nt_ram_map */
} nt_ram_registers;

typedef struct nt_ram_registers_inputs {
    bool rst;
    nt_apb apb;
    /* of nt_ram_sink */
    bool trRamEmpty;
    bool stop;        /* trRamEnable becomes 0 */
    uint64_t trRamWP; /* bit 0: trRamWrap */
    uint64_t trRamRP;
    uint32_t data; /* at trRamRP */
    bool data_valid;
    bool error; /* a write to the system's memory failed */
    uint64_t error_address;
} nt_ram_registers_inputs;

/* Bits of pointer_write. */
enum { NT_RAM_WP_LOW = 1, NT_RAM_WP_HIGH = 2, NT_RAM_RP_LOW = 4, NT_RAM_RP_HIGH = 8 };

typedef struct nt_ram_registers_outputs {
    nt_apb_answer bus;
    uint8_t pointer_write; /* the half that takes pointer_value at the coming clock edge; 0: none */
    uint32_t pointer_value;
    bool data_read; /* trRamRP goes on at the coming clock edge */
} nt_ram_registers_outputs;

/* As after a reset. */
void nt_ram_registers_init(nt_ram_registers *s, const nt_ram_registers_params *params);

/* Combinational in all inputs but stop. */
void nt_ram_registers_out(const nt_ram_registers *s, const nt_ram_registers_inputs *in,
                          nt_ram_registers_outputs *out);
void nt_ram_registers_step(nt_ram_registers *s, const nt_ram_registers_inputs *in);

#endif
