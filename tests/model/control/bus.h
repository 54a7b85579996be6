/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses on APB4, as one cycle of them. */
#ifndef NT_TESTS_MODEL_CONTROL_BUS_H
#define NT_TESTS_MODEL_CONTROL_BUS_H

#include "model/control/apb.h"

enum { ALL_BYTES = 15 };

static const nt_apb no_access = {.PSEL = false};

static inline nt_apb read_of(unsigned address) {
    return (nt_apb){.PSEL = true, .PENABLE = true, .PADDR = (uint16_t)address};
}

static inline nt_apb write_of(unsigned address, uint32_t data) {
    return (nt_apb){.PSEL = true,
                    .PENABLE = true,
                    .PWRITE = true,
                    .PADDR = (uint16_t)address,
                    .PSTRB = ALL_BYTES,
                    .PWDATA = data};
}

#endif
