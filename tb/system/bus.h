/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers on the APB bus of a system, each of which runs the simulation until it is done. */
#ifndef NT_TB_SYSTEM_BUS_H
#define NT_TB_SYSTEM_BUS_H

#include "tb/system/run.h"

/* As nt_system_run_cycle: 1, or 0 or -1 where the run has ended before the transfer was done. */
int nt_system_read(nt_system_run *run, uint32_t address, uint32_t *value);
int nt_system_write(nt_system_run *run, uint32_t address, uint32_t value);

static inline uint32_t nt_system_address(unsigned page, uint32_t offset) {
    return (uint32_t)page << 12 | offset;
}

#endif
