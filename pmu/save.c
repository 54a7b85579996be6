/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps hardware counters over a state of the hart that loses them. */
#include "internal.h"

static bool has(const hart_t *hart, unsigned index) {
    return (hart->platform->counters >> index & 1) != 0;
}

static uint32_t inhibit_all(hart_t *hart) {
    nt_pmu_word inhibit = csr_read(hart, CSR_MCOUNTINHIBIT);
    csr_write(hart, CSR_MCOUNTINHIBIT, inhibit | hart->platform->counters);
    return (uint32_t)inhibit;
}

void nt_pmu_save(hart_t *hart, struct nt_pmu_saved *saved) {
    saved->inhibit = inhibit_all(hart);
    for (unsigned i = 0; i < hart->fw_base; i++) {
        if (has(hart, i)) {
            saved->value[i] = nt_pmu_value(hart, i);
            if (i >= FIRST_PROGRAMMABLE) {
                saved->event[i] = nt_pmu_read_event(hart, i);
            }
        }
    }
}

void nt_pmu_restore(hart_t *hart, const struct nt_pmu_saved *saved) {
    (void)inhibit_all(hart);
    nt_pmu_enable(hart);
    for (unsigned i = 0; i < hart->fw_base; i++) {
        if (has(hart, i)) {
            nt_pmu_set_value(hart, i, saved->value[i]);
            if (i >= FIRST_PROGRAMMABLE) {
                nt_pmu_write_event(hart, i, saved->event[i]);
            }
        }
    }
    csr_write(hart, CSR_MCOUNTINHIBIT,
              (csr_read(hart, CSR_MCOUNTINHIBIT) & ~(nt_pmu_word)hart->platform->counters) |
                  (saved->inhibit & hart->platform->counters));
}
