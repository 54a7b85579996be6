/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/system/bus.h"

enum { MOST_WAITS = 1000 };

/* Setup phase, then access phase until PREADY. */
static int transfer(nt_system_run *run, uint32_t address, bool write, uint32_t *value) {
    run->in.page = (uint8_t)(address >> 12 & 31);
    run->in.apb = (nt_apb){.PSEL = true,
                           .PWRITE = write,
                           .PADDR = (uint16_t)(address & 0xfff),
                           .PSTRB = write ? 15 : 0,
                           .PWDATA = write ? *value : 0};
    int result = nt_system_run_cycle(run);
    run->in.apb.PENABLE = true;
    for (unsigned waits = 0; result == 1; waits++) {
        result = nt_system_run_cycle(run);
        if (result == 1 && run->wires.out.PREADY) {
            break;
        }
        if (waits == MOST_WAITS) {
            result = nt_fail(run->error, "address 0x%x: PREADY does not come", address);
        }
    }
    run->in.apb = (nt_apb){0};
    run->accesses++;
    run->access_errors += result == 1 && run->wires.out.PSLVERR;
    if (!write) {
        *value = (uint32_t)run->wires.out.PRDATA;
    }
    return result;
}

int nt_system_read(nt_system_run *run, uint32_t address, uint32_t *value) {
    return transfer(run, address, false, value);
}

int nt_system_write(nt_system_run *run, uint32_t address, uint32_t value) {
    return transfer(run, address, true, &value);
}
