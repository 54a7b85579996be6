/* SPDX-License-Identifier: Apache-2.0 */
/* The properties of the node "riscv,pmu", row by row. */
#include <libfdt.h> /* first: OpenSBI's defines bool and the integers itself */

#include "nt_pmu_fdt.h"

#include "../sbi_pmu.h"

typedef enum nt_pmu_fdt_result result_t;

enum {
    CELL = 4,
    EVENT_TYPE = 16,
    FIXED = 7,
};
/* Bits of mhpmevent that Sscofpmf has. */
#define OWN_BITS (UINT64_C(0xff) << 56)

/* A property as rows of cells; none if it is not there. */
struct rows {
    const fdt32_t *cells;
    unsigned number;
    unsigned width; /* cells of a row */
};

static uint32_t cell(const struct rows *rows, unsigned row, unsigned column) {
    return fdt32_ld(&rows->cells[row * rows->width + column]);
}

static uint64_t two_cells(const struct rows *rows, unsigned row, unsigned column) {
    return (uint64_t)cell(rows, row, column) << 32 | cell(rows, row, column + 1);
}

static bool are_zero(const fdt32_t *cells, unsigned number) {
    for (unsigned i = 0; i < number; i++) {
        if (fdt32_ld(&cells[i]) != 0) {
            return false;
        }
    }
    return true;
}

/* Zeros after the last row are none: QEMU 7.2 has five cells of them. */
static unsigned drop_zeros(const struct rows *rows, unsigned number) {
    while (number != 0 && are_zero(&rows->cells[(number - 1) * rows->width], rows->width)) {
        number--;
    }
    return number;
}

static result_t find_rows(const void *fdt, int node, const char *name, unsigned width,
                          struct rows *rows) {
    int length = 0;
    rows->width = width;
    rows->number = 0;
    rows->cells = fdt_getprop(fdt, node, name, &length);
    if (rows->cells == 0) {
        return length == -FDT_ERR_NOTFOUND ? NT_PMU_FDT_OK : NT_PMU_FDT_TREE;
    }
    const unsigned cells = (unsigned)length / CELL;
    const unsigned number = cells / width;
    if ((unsigned)length % CELL != 0 ||
        !are_zero(&rows->cells[number * width], cells - number * width)) {
        return NT_PMU_FDT_LENGTH;
    }
    rows->number = drop_zeros(rows, number);
    return rows->number > NT_PMU_MAP_ROWS ? NT_PMU_FDT_ROWS : NT_PMU_FDT_OK;
}

/* General and cache events alone have an index of their own. */
static bool has_index(uint32_t event_idx) {
    return event_idx != SBI_PMU_HW_NO_EVENT && event_idx >> EVENT_TYPE <= SBI_PMU_EVENT_TYPE_CACHE;
}

/* From one event to another of its type. */
static bool is_range(const struct nt_pmu_map_counters *row) {
    return has_index(row->first) && has_index(row->last) && row->first <= row->last &&
           row->first >> EVENT_TYPE == row->last >> EVENT_TYPE;
}

/* Counter 0 is of cycles and counter 2 of instructions; a range of both may have both. */
static bool may_have(const struct nt_pmu_map_counters *row) {
    const uint32_t fixed = row->counters & FIXED;
    const uint32_t own = (row->first == SBI_PMU_HW_CPU_CYCLES ? 1u << 0 : 0) |
                         (row->last == SBI_PMU_HW_INSTRUCTIONS ? 1u << 2 : 0);
    return fixed == 0 || (row->last <= SBI_PMU_HW_INSTRUCTIONS && (fixed & ~own) == 0);
}

static result_t take_counters(const struct rows *rows, struct nt_pmu_map *map) {
    for (unsigned i = 0; i < rows->number; i++) {
        const struct nt_pmu_map_counters row = {cell(rows, i, 0), cell(rows, i, 1),
                                                cell(rows, i, 2)};
        if (!is_range(&row)) {
            return NT_PMU_FDT_EVENT;
        }
        if (!may_have(&row)) {
            return NT_PMU_FDT_COUNTER;
        }
        for (unsigned j = 0; j < i; j++) {
            if (row.first <= map->counters[j].last && row.last >= map->counters[j].first) {
                return NT_PMU_FDT_OVERLAP;
            }
        }
        map->counters[i] = row;
    }
    map->counters_rows = (uint16_t)rows->number;
    return NT_PMU_FDT_OK;
}

static result_t take_select(const struct rows *rows, struct nt_pmu_map *map) {
    for (unsigned i = 0; i < rows->number; i++) {
        const struct nt_pmu_map_select row = {two_cells(rows, i, 1), cell(rows, i, 0)};
        if (!has_index(row.event_idx)) {
            return NT_PMU_FDT_EVENT;
        }
        if ((row.mhpmevent & OWN_BITS) != 0) {
            return NT_PMU_FDT_SELECT;
        }
        for (unsigned j = 0; j < i; j++) {
            if (row.event_idx == map->select[j].event_idx) {
                return NT_PMU_FDT_OVERLAP;
            }
        }
        map->select[i] = row;
    }
    map->select_rows = (uint16_t)rows->number;
    return rows->number != 0 && map->counters_rows == 0 ? NT_PMU_FDT_ALONE : NT_PMU_FDT_OK;
}

static result_t take_raw(const struct rows *rows, struct nt_pmu_map *map) {
    for (unsigned i = 0; i < rows->number; i++) {
        const struct nt_pmu_map_raw row = {two_cells(rows, i, 0), two_cells(rows, i, 2),
                                           cell(rows, i, 4)};
        if ((row.select & ~row.mask) != 0) {
            return NT_PMU_FDT_SELECT;
        }
        if ((row.counters & FIXED) != 0) {
            return NT_PMU_FDT_COUNTER;
        }
        map->raw[i] = row;
    }
    map->raw_rows = (uint16_t)rows->number;
    return NT_PMU_FDT_OK;
}

static const struct {
    const char *name;
    unsigned width;
    result_t (*take)(const struct rows *rows, struct nt_pmu_map *map);
} properties[] = {
    {"riscv,event-to-mhpmcounters", 3, take_counters},
    {"riscv,event-to-mhpmevent", 3, take_select},
    {"riscv,raw-event-to-mhpmcounters", 5, take_raw},
};

static bool is_disabled(const void *fdt, int node) {
    int length = 0;
    const char *status = fdt_getprop(fdt, node, "status", &length);
    return status != 0 && !fdt_stringlist_contains(status, length, "okay") &&
           !fdt_stringlist_contains(status, length, "ok");
}

/* The one node that is not disabled. */
static result_t find_node(const void *fdt, int *found) {
    *found = -1;
    int node = fdt_node_offset_by_compatible(fdt, -1, "riscv,pmu");
    for (; node >= 0; node = fdt_node_offset_by_compatible(fdt, node, "riscv,pmu")) {
        if (is_disabled(fdt, node)) {
            continue;
        }
        if (*found >= 0) {
            return NT_PMU_FDT_NODES;
        }
        *found = node;
    }
    return node != -FDT_ERR_NOTFOUND ? NT_PMU_FDT_TREE
           : *found < 0              ? NT_PMU_FDT_NO_NODE
                                     : NT_PMU_FDT_OK;
}

static void clear(struct nt_pmu_map *map) {
    map->counters_rows = 0;
    map->select_rows = 0;
    map->raw_rows = 0;
}

/* Before version 17 trees were laid out otherwise, and libfdt 1.6 trips over a damaged one. */
static bool is_tree(const void *fdt, size_t size) {
    return size >= sizeof(struct fdt_header) && fdt_magic(fdt) == FDT_MAGIC &&
           fdt_version(fdt) >= 17 && fdt_check_full(fdt, size) == 0;
}

result_t nt_pmu_fdt_read(const void *fdt, size_t size, struct nt_pmu_map *map) {
    int node = -1;
    clear(map);
    if (!is_tree(fdt, size)) {
        return NT_PMU_FDT_TREE;
    }
    result_t result = find_node(fdt, &node);
    for (unsigned i = 0; i < sizeof properties / sizeof properties[0] && result == NT_PMU_FDT_OK;
         i++) {
        struct rows rows;
        result = find_rows(fdt, node, properties[i].name, properties[i].width, &rows);
        if (result == NT_PMU_FDT_OK) {
            result = properties[i].take(&rows, map);
        }
    }
    if (result != NT_PMU_FDT_OK) {
        clear(map);
    }
    return result;
}
