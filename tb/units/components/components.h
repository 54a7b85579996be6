/* SPDX-License-Identifier: Apache-2.0 */
/* The register blocks of funnel, PIB, RAM sink and ATB bridge beside their models in one cycle, as
   the harness compares them. */
#ifndef NT_TB_UNITS_COMPONENTS_H
#define NT_TB_UNITS_COMPONENTS_H

#include "model/control/atb_registers.h"
#include "model/control/funnel_registers.h"
#include "model/control/pib_registers.h"
#include "model/control/ram_registers.h"

/* The bus is that of all components: which of them is selected, their own inputs have. */
typedef struct components_view {
    bool rst;
    nt_apb apb;
    unsigned page;
    nt_funnel_registers_inputs funnel_in;
    nt_pib_registers_inputs pib_in;
    nt_ram_registers_inputs ram_in;
    nt_atb_registers_inputs atb_in;
    nt_apb_answer bus;
    nt_funnel_registers_outputs funnel_out;
    nt_ram_registers_outputs ram_out;
    nt_funnel_registers funnel;
    nt_pib_registers pib;
    nt_ram_registers ram;
    nt_atb_registers atb;
} components_view;

#endif
