/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library's firmware counters within OpenSBI: events of the platform (SBI_PMU_FW_PLATFORM) that
 * OpenSBI leaves to a struct sbi_pmu_device. OpenSBI keeps the rest of the extension.
 * docs/sbi-pmu-opensbi.md says how to add it. To be included after OpenSBI's headers, which define
 * bool and the integers themselves.
 */
#ifndef NT_PMU_OPENSBI_H
#define NT_PMU_OPENSBI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sbi_pmu_device; /* OpenSBI's */

enum { NT_PMU_OPENSBI_COUNTERS = 16 }; /* firmware counters of OpenSBI */

/* Says whether a firmware counter (0 to 15) of a hart can count the event of the platform with this
   event_data. */
typedef bool nt_pmu_opensbi_event_fn(uint32_t hartid, uint64_t event_data, uint32_t counter);

/* Bytes that so many harts need. */
size_t nt_pmu_opensbi_size(uint32_t harts);

/* Prepares harts, whose hartids are 0 to harts - 1, in that many bytes of memory, aligned as
   OpenSBI's heap does; gives the device to register by sbi_pmu_set_device(). On the boot hart,
   before any other function. */
const struct sbi_pmu_device *nt_pmu_opensbi_init(void *memory, uint32_t harts,
                                                 nt_pmu_opensbi_event_fn *event);

/* Counts an event of the platform on a hart; from any hart. */
void nt_pmu_opensbi_event(uint32_t hartid, uint64_t event_data);

#endif
