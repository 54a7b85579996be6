/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a device tree blob: what is read keeps to what nt_pmu_map.h promises, and answers
   are those of the rows. */
#include "pmu/fdt/nt_pmu_fdt.h"

#include <stdlib.h>
#include <string.h>

enum { FIXED = 7, EVENT_BITS = 16 };

static void must(bool holds) {
    if (!holds) {
        abort();
    }
}

static bool counts(const struct nt_pmu_map *map, uint32_t event_idx, uint64_t data,
                   unsigned counter, uint64_t *mhpmevent) {
    return nt_pmu_map_event(map, event_idx, data, counter, mhpmevent);
}

/* Each row is an answer, as no other has its event. */
static void check_counters(const struct nt_pmu_map *map) {
    uint64_t mhpmevent;
    for (unsigned i = 0; i < map->counters_rows; i++) {
        const struct nt_pmu_map_counters *row = &map->counters[i];
        must(row->first <= row->last && row->first != 0 && row->last >> EVENT_BITS <= 1);
        must((row->counters & FIXED) == 0 || row->last <= 2);
        for (unsigned counter = 0; counter < 40; counter++) {
            const bool has = counter < 32 && (row->counters >> counter & 1) != 0;
            must(counts(map, row->first, 0, counter, &mhpmevent) == has);
            must(counts(map, row->last, 0, counter, &mhpmevent) == has);
        }
    }
}

static void check_select(const struct nt_pmu_map *map) {
    for (unsigned i = 0; i < map->select_rows; i++) {
        uint64_t mhpmevent = ~UINT64_C(0);
        must(map->counters_rows != 0);
        (void)counts(map, map->select[i].event_idx, 0, 3, &mhpmevent);
        must(mhpmevent == map->select[i].mhpmevent && mhpmevent >> 56 == 0);
    }
}

static void check_raw(const struct nt_pmu_map *map) {
    for (unsigned i = 0; i < map->raw_rows; i++) {
        const struct nt_pmu_map_raw *row = &map->raw[i];
        must((row->counters & FIXED) == 0 && (row->select & ~row->mask) == 0);
        for (unsigned counter = 0; counter < 32; counter++) {
            uint64_t mhpmevent;
            if ((row->counters >> counter & 1) != 0) {
                must(counts(map, 0x30000, row->select, counter, &mhpmevent));
                must(mhpmevent == (row->select & ((UINT64_C(1) << 56) - 1)));
            }
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct nt_pmu_map map;
    memset(&map, 0xa5, sizeof map);
    void *tree = malloc(size + 1); /* aligned as a tree must be */
    must(tree != NULL);
    memcpy(tree, data, size);
    const enum nt_pmu_fdt_result result = nt_pmu_fdt_read(tree, size, &map);
    free(tree);
    if (result != NT_PMU_FDT_OK) {
        must(map.counters_rows == 0 && map.select_rows == 0 && map.raw_rows == 0);
    }
    must(map.counters_rows <= NT_PMU_MAP_ROWS && map.select_rows <= NT_PMU_MAP_ROWS &&
         map.raw_rows <= NT_PMU_MAP_ROWS);
    must((nt_pmu_map_all(&map) & FIXED) == 0);
    check_counters(&map);
    check_select(&map);
    check_raw(&map);
    return 0;
}
