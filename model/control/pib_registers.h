/* SPDX-License-Identifier: Apache-2.0 */
/* The PIB's control registers behind an APB4 slave (model of rtl/control/nt_pib_registers.v).
   Layout and legal values: nt_pib_map. */
#ifndef NT_MODEL_CONTROL_PIB_REGISTERS_H
#define NT_MODEL_CONTROL_PIB_REGISTERS_H

#include "model/control/apb.h"
#include "model/control/components.h"
#include "model/control/register_map.h"

extern const nt_register_map nt_pib_map; /* fields nt_pib_control, build nt_pib_registers_params */

/* All values of trPibMode but 0 that the text has, as bits. */
enum { NT_PIB_ALL_MODES = 0x1f30 };

typedef struct nt_pib_registers_params {
    uint16_t modes;         /* bit m: trPibMode m is built; of NT_PIB_ALL_MODES */
    bool clk_center;        /* trPibClkCenter is built */
    bool calibrate;         /* trPibCalibrate is built */
    uint8_t divider_w;      /* width of trPibDivider, 1 to 16 */
    uint16_t divider_reset; /* trPibDivider out of reset */
} nt_pib_registers_params;

typedef struct nt_pib_registers {
    nt_pib_registers_params params;
    nt_pib_control control; /* the fields of nt_pib_map */
} nt_pib_registers;

typedef struct nt_pib_registers_inputs {
    bool rst;
    nt_apb apb;
    bool trPibEmpty;
} nt_pib_registers_inputs;

/* As after a reset. */
void nt_pib_registers_init(nt_pib_registers *s, const nt_pib_registers_params *params);

/* Combinational in the bus and trPibEmpty. */
nt_apb_answer nt_pib_registers_out(const nt_pib_registers *s, const nt_pib_registers_inputs *in);
void nt_pib_registers_step(nt_pib_registers *s, const nt_pib_registers_inputs *in);

#endif
