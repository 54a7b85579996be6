/* SPDX-License-Identifier: Apache-2.0 */
/* The supervisor's side of the SBI. */
#ifndef NT_TESTS_PMU_SBI_H
#define NT_TESTS_PMU_SBI_H

#include "pmu/nt_pmu.h"
#include "tests/pmu/firmware/machine.h"

enum {
    SBI_PUTCHAR = 1,
    SBI_BASE = 0x10,
    SBI_TIME = 0x54494d45,
    SBI_IPI = 0x735049,
    SBI_RESET = 0x53525354
};

/* Makes a call; *kept becomes false if it changes more than a0 and a1. */
struct nt_pmu_ret sbi_call(word extension, word function, const word args[6], bool *kept);

/* The same where nobody asks. */
struct nt_pmu_ret sbi(word extension, word function, word a0, word a1, word a2, word a3);

void sbi_put(char c);

/* Ends the machine. */
_Noreturn void sbi_off(bool failed);

#endif
