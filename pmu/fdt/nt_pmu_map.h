/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which events a hart's counters can count, as tables: what a device tree has of it (nt_pmu_fdt.h),
 * or a firmware writes down. nt_pmu_map_event() answers from them for struct nt_pmu_ops.
 */
#ifndef NT_PMU_MAP_H
#define NT_PMU_MAP_H

#include <stdbool.h>
#include <stdint.h>

/* Most rows of each table. */
enum { NT_PMU_MAP_ROWS = 128 };

/* Events from `first` to `last`, and the counters that can count them: bit N is counter N. */
struct nt_pmu_map_counters {
    uint32_t first; /* event_idx, of general and cache events */
    uint32_t last;
    uint32_t counters;
};

/* What mhpmevent is to hold for an event. Events without a row have event_idx there. */
struct nt_pmu_map_select {
    uint64_t mhpmevent;
    uint32_t event_idx;
};

/* Raw events, whose event_data under `mask` is `select`: mhpmevent gets event_data. */
struct nt_pmu_map_raw {
    uint64_t select;
    uint64_t mask;
    uint32_t counters;
};

/* Constant once it is filled in. */
struct nt_pmu_map {
    struct nt_pmu_map_counters counters[NT_PMU_MAP_ROWS];
    struct nt_pmu_map_select select[NT_PMU_MAP_ROWS];
    struct nt_pmu_map_raw raw[NT_PMU_MAP_ROWS];
    uint16_t counters_rows;
    uint16_t select_rows;
    uint16_t raw_rows;
};

/* Says as struct nt_pmu_ops.event does whether a counter of the hardware can count an event, and
   what mhpmevent is to hold. Of a raw event those bits are compared that come with it (48 of type
   2, 56 of type 3). Firmware events are not the map's: false. */
bool nt_pmu_map_event(const struct nt_pmu_map *map, uint32_t event_idx, uint64_t event_data,
                      unsigned counter, uint64_t *mhpmevent);

/* All counters that some row has: what struct nt_pmu_platform.counters may be of those from 3 on.
 */
uint32_t nt_pmu_map_all(const struct nt_pmu_map *map);

#endif
