/* SPDX-License-Identifier: Apache-2.0 */
/* Answers from the tables of a map. */
#include "nt_pmu_map.h"

#include "../sbi_pmu.h"

#define LOW_BITS(number) ((UINT64_C(1) << (number)) - 1)

enum { EVENT_TYPE = 16, FIXED = 7 };

/* Bits of event_data that are the event's; the others are reserved. */
static uint64_t raw_bits(unsigned type) {
    return type == SBI_PMU_EVENT_TYPE_RAW      ? LOW_BITS(48)
           : type == SBI_PMU_EVENT_TYPE_RAW_V2 ? LOW_BITS(56)
                                               : 0;
}

static uint32_t counters_of(const struct nt_pmu_map *map, uint32_t event_idx) {
    for (unsigned i = 0; i < map->counters_rows; i++) {
        const struct nt_pmu_map_counters *row = &map->counters[i];
        if (event_idx >= row->first && event_idx <= row->last) {
            return row->counters;
        }
    }
    return 0;
}

/* Several rows may have one event. */
static uint32_t counters_of_raw(const struct nt_pmu_map *map, uint64_t data, uint64_t bits) {
    uint32_t counters = 0;
    for (unsigned i = 0; i < map->raw_rows; i++) {
        const struct nt_pmu_map_raw *row = &map->raw[i];
        if (((data ^ row->select) & row->mask & bits) == 0) {
            counters |= row->counters;
        }
    }
    return counters;
}

static uint64_t selector_of(const struct nt_pmu_map *map, uint32_t event_idx) {
    for (unsigned i = 0; i < map->select_rows; i++) {
        if (map->select[i].event_idx == event_idx) {
            return map->select[i].mhpmevent;
        }
    }
    return event_idx;
}

bool nt_pmu_map_event(const struct nt_pmu_map *map, uint32_t event_idx, uint64_t event_data,
                      unsigned counter, uint64_t *mhpmevent) {
    const uint64_t bits = raw_bits(event_idx >> EVENT_TYPE);
    const uint32_t counters =
        bits != 0 ? counters_of_raw(map, event_data, bits) : counters_of(map, event_idx);
    *mhpmevent = bits != 0 ? event_data & bits : selector_of(map, event_idx);
    return counter < 32 && (counters >> counter & 1) != 0;
}

uint32_t nt_pmu_map_all(const struct nt_pmu_map *map) {
    uint32_t counters = 0;
    for (unsigned i = 0; i < map->counters_rows; i++) {
        counters |= map->counters[i].counters;
    }
    for (unsigned i = 0; i < map->raw_rows; i++) {
        counters |= map->raw[i].counters;
    }
    return counters & ~(uint32_t)FIXED;
}
