/* SPDX-License-Identifier: Apache-2.0 */
/* The program that runs the table in S mode, on OpenSBI and on the firmware of tests/pmu/firmware.
 */
#ifndef NT_TESTS_PMU_SUPERVISOR_H
#define NT_TESTS_PMU_SUPERVISOR_H

#include "tests/pmu/firmware/map.h"
#include "tests/pmu/supervisor/sbi.h"
#include "tests/pmu/table.h"

enum { SUPERVISOR_ROWS = 4096 }; /* at most, of the table */

struct supervisor_hart {
    struct nt_place place;
    unsigned self;
    bool with_firmware;    /* that of tests/pmu/firmware */
    volatile bool probing; /* a CSR that may not be there */
    bool kept;             /* calls have changed a0 and a1 alone */
    bool sampled;
    bool sent;
    uint32_t shadow[NT_TABLE_PAGES * NT_TABLE_PAGE / sizeof(uint32_t)];
    struct nt_table_result forward[SUPERVISOR_ROWS];
    struct nt_table_result backward[SUPERVISOR_ROWS];
};

/* Interrupts that the hart has taken, and what it saw then. */
struct supervisor_overflows {
    volatile unsigned taken;
    volatile unsigned seen; /* ... with its counter in scountovf */
};

extern struct supervisor_overflows supervisor_overflows[MAP_HARTS];

/* Lets a counter of instructions overflow a few times, each with an LCOFI in S mode. False if not.
 */
bool supervisor_sample(unsigned self);

/* The handler of LCOFI. */
void supervisor_overflow(unsigned self);

#endif
