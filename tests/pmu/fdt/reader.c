/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads a device tree blob, and answers matches from it as a firmware does whose counters are those
 * of the tree: reader FILE [EVENT_IDX EVENT_DATA]...
 */
#include "pmu/fdt/nt_pmu_fdt.h"
#include "sim/pmu/csr_array.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    [NT_PMU_FDT_OK] = "ok",           [NT_PMU_FDT_TREE] = "tree",
    [NT_PMU_FDT_NO_NODE] = "no node", [NT_PMU_FDT_NODES] = "nodes",
    [NT_PMU_FDT_LENGTH] = "length",   [NT_PMU_FDT_ROWS] = "rows",
    [NT_PMU_FDT_EVENT] = "event",     [NT_PMU_FDT_OVERLAP] = "overlap",
    [NT_PMU_FDT_COUNTER] = "counter", [NT_PMU_FDT_SELECT] = "select",
    [NT_PMU_FDT_ALONE] = "alone",
};

static struct nt_pmu_map map;

/* struct nt_pmu_ops.event of a firmware with one kind of harts */
static bool event(void *context, uint32_t event_idx, uint64_t event_data, unsigned counter,
                  uint64_t *mhpmevent) {
    (void)context;
    return nt_pmu_map_event(&map, event_idx, event_data, counter, mhpmevent);
}

static void print_map(void) {
    for (unsigned i = 0; i < map.counters_rows; i++) {
        printf("counters %#" PRIx32 " %#" PRIx32 " %#" PRIx32 "\n", map.counters[i].first,
               map.counters[i].last, map.counters[i].counters);
    }
    for (unsigned i = 0; i < map.select_rows; i++) {
        printf("select %#" PRIx32 " %#" PRIx64 "\n", map.select[i].event_idx,
               map.select[i].mhpmevent);
    }
    for (unsigned i = 0; i < map.raw_rows; i++) {
        printf("raw %#" PRIx64 " %#" PRIx64 " %#" PRIx32 "\n", map.raw[i].select, map.raw[i].mask,
               map.raw[i].counters);
    }
    printf("all %#" PRIx32 "\n", nt_pmu_map_all(&map));
}

/* All counters that match finds for an event, one after another. */
static void match(struct nt_pmu_hart *hart, const struct nt_array *array, nt_pmu_word event_idx,
                  uint64_t data) {
    const nt_pmu_word all = hart->platform->counters;
    printf("%#" PRIx64 " %#" PRIx64 ":", (uint64_t)event_idx, data);
    uint64_t mhpmevent = 0;
    for (;;) {
        const nt_pmu_word args[6] = {0, all, 0, event_idx, (nt_pmu_word)data};
        const struct nt_pmu_ret ret = nt_pmu_call(hart, SBI_EXT_PMU_COUNTER_CFG_MATCH, args);
        if (ret.error != SBI_SUCCESS) {
            break;
        }
        mhpmevent |= array->event[ret.value] & ((UINT64_C(1) << 56) - 1);
        printf(" %" PRIu64, (uint64_t)ret.value);
    }
    printf(", mhpmevent %#" PRIx64 "\n", mhpmevent);
    const nt_pmu_word args[6] = {0, all, SBI_PMU_STOP_FLAG_RESET};
    (void)nt_pmu_call(hart, SBI_EXT_PMU_COUNTER_STOP, args);
}

static void match_all(int number, char **words) {
    static struct nt_array array;
    struct nt_pmu_hart hart;
    struct nt_pmu_ops ops = *nt_array_platform.ops;
    ops.event = event;
    struct nt_pmu_platform platform = nt_array_platform;
    platform.ops = &ops;
    platform.counters = 5 | nt_pmu_map_all(&map);
    nt_array_init(&array, &platform, 1);
    nt_pmu_init(&hart, &platform, &array);
    for (int i = 0; i + 1 < number; i += 2) {
        match(&hart, &array, (nt_pmu_word)strtoull(words[i], NULL, 0),
              strtoull(words[i + 1], NULL, 0));
    }
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fputs("reader: needs a file\n", stderr);
        return 2;
    }
    static char bytes[1 << 20];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    void *exact = malloc(size == 0 ? 1 : size); /* so that a byte beyond is seen */
    if (exact == NULL) {
        return 2;
    }
    memcpy(exact, bytes, size);
    const enum nt_pmu_fdt_result result = nt_pmu_fdt_read(exact, size, &map);
    free(exact);
    puts(names[result]);
    print_map();
    if (result == NT_PMU_FDT_OK) {
        match_all(argc - 2, argv + 2);
    }
    return result == NT_PMU_FDT_OK ? 0 : 1;
}
