/* SPDX-License-Identifier: Apache-2.0 */
/* Sampling as a perf driver does it: overflow, LCOFI, stop, scountovf, restart. */
#include "tests/pmu/supervisor/supervisor.h"

/* QEMU sets a timer when the counter is written, and forgets the overflow if the counter still
   stands when it expires: so the period is long, and who waits too long starts anew. */
enum { COUNTER = 5, SAMPLES = 5, PERIOD = 1000000, PATIENCE = 20000000 };

struct supervisor_overflows supervisor_overflows[MAP_HARTS];

static nt_pmu_word counter_call(word function, word flags, word event, word value, word high) {
    bool kept = true;
    const word args[6] = {COUNTER, 1, flags, event, value, high};
    return sbi_call(SBI_EXT_PMU, function, args, &kept).error;
}

static nt_pmu_word start(void) {
    const word low = (word)-PERIOD;
    return counter_call(SBI_EXT_PMU_COUNTER_START, SBI_PMU_START_SET_INIT_VALUE, low, (word)-1, 0);
}

void supervisor_overflow(unsigned self) {
    struct supervisor_overflows *overflows = &supervisor_overflows[self];
    (void)counter_call(SBI_EXT_PMU_COUNTER_STOP, 0, 0, 0, 0);
    overflows->seen += (CSR_READ("0xda0") >> COUNTER & 1) != 0;
    CSR_CLEAR("sip", (word)1 << IRQ_LCOF);
    overflows->taken++;
    if (overflows->taken < SAMPLES) {
        (void)start();
    }
}

bool supervisor_sample(unsigned self) {
    struct supervisor_overflows *overflows = &supervisor_overflows[self];
    if (counter_call(SBI_EXT_PMU_COUNTER_CFG_MATCH, 0, SBI_PMU_HW_INSTRUCTIONS, 0, 0) !=
            SBI_SUCCESS ||
        start() != SBI_SUCCESS) {
        return false;
    }
    CSR_CLEAR("sip", (word)1 << IRQ_LCOF);
    CSR_SET("sie", (word)1 << IRQ_LCOF);
    CSR_SET("sstatus", (word)2);
    for (unsigned spins = 1; overflows->taken < SAMPLES; spins++) {
        if (spins % PATIENCE == 0) {
            CSR_CLEAR("sstatus", (word)2);
            (void)counter_call(SBI_EXT_PMU_COUNTER_STOP, 0, 0, 0, 0);
            (void)start();
            CSR_SET("sstatus", (word)2);
        }
    }
    CSR_CLEAR("sstatus", (word)2);
    CSR_CLEAR("sie", (word)1 << IRQ_LCOF);
    return counter_call(SBI_EXT_PMU_COUNTER_STOP, SBI_PMU_STOP_FLAG_RESET, 0, 0, 0) ==
               (nt_pmu_word)SBI_ERR_ALREADY_STOPPED &&
           overflows->seen == SAMPLES;
}
