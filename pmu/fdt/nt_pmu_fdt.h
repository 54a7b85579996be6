/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads the node "riscv,pmu" of a device tree into a map of events (nt_pmu_map.h), by libfdt. The
 * tree may be hostile: what is not as the binding has it is refused, with a number for why.
 */
#ifndef NT_PMU_FDT_H
#define NT_PMU_FDT_H

#include "nt_pmu_map.h"

#include <stddef.h>

enum nt_pmu_fdt_result {
    NT_PMU_FDT_OK,
    NT_PMU_FDT_TREE, /* no tree of version 17, or one that is damaged or longer than its memory */
    NT_PMU_FDT_NO_NODE, /* no node is compatible with riscv,pmu, or it is disabled */
    NT_PMU_FDT_NODES,   /* several are */
    NT_PMU_FDT_LENGTH,  /* a property that is no whole number of rows; zeros may follow the last */
    NT_PMU_FDT_ROWS,    /* more rows than a table has room for */
    NT_PMU_FDT_EVENT,   /* an event that the property cannot have, or a range that is none */
    NT_PMU_FDT_OVERLAP, /* an event that two rows have */
    NT_PMU_FDT_COUNTER, /* a fixed counter for another event than its own, or the time (bit 1) */
    NT_PMU_FDT_SELECT, /* bits of a selector that are Sscofpmf's in mhpmevent, or beyond the mask */
    NT_PMU_FDT_ALONE,  /* riscv,event-to-mhpmevent without riscv,event-to-mhpmcounters */
};

/* The tree may be followed by other bytes in its memory of `size`. Unless the result is OK, the map
   has no rows. */
enum nt_pmu_fdt_result nt_pmu_fdt_read(const void *fdt, size_t size, struct nt_pmu_map *map);

#endif
