/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What OpenSBI asks of a platform for its own implementation of the PMU extension: the members of
 * its struct sbi_pmu_device, by OpenSBI 1.9; check_device.c compares them with an OpenSBI's own.
 *
 * Firmware counters are numbered from 0, hardware counters as mhpmcounterN.
 */
#ifndef NT_PMU_SBI_PMU_DEVICE_H
#define NT_PMU_SBI_PMU_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

struct sbi_pmu_device {
    char name[32];

    /* Events of SBI_PMU_FW_PLATFORM by event_data. The first gives the type of the event, 15, if
       there is such an event, or an error: what it gives is taken for a type if it is not negative.
     */
    int (*fw_event_validate_encoding)(uint32_t hartid, uint64_t event_data);
    bool (*fw_counter_match_encoding)(uint32_t hartid, uint32_t counter, uint64_t event_data);

    /* Bits of all firmware counters, or 0 for 64 */
    int (*fw_counter_width)(void);

    /* Counters of such events. A value is written before the start; start and stop give 0 or an
     * error. */
    uint64_t (*fw_counter_read_value)(uint32_t hartid, uint32_t counter);
    void (*fw_counter_write_value)(uint32_t hartid, uint32_t counter, uint64_t value);
    int (*fw_counter_start)(uint32_t hartid, uint32_t counter, uint64_t event_data);
    int (*fw_counter_stop)(uint32_t hartid, uint32_t counter);

    /* Harts whose overflow interrupts are not those of Sscofpmf */
    void (*hw_counter_enable_irq)(uint32_t counter);
    void (*hw_counter_disable_irq)(uint32_t counter);
    int (*hw_counter_irq_bit)(void);

    /* Harts whose inhibits are not those of Sscofpmf: flags of config_matching */
    void (*hw_counter_filter_mode)(unsigned long flags, int counter);
};

#endif
