/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a platform of OpenSBI adds to have events of its own counted by the library, here QEMU's
 * "virt": event 1 and event 2, which S mode makes happen by a call of the vendor's extension. Also
 * reads the node riscv,pmu by the library's reader, and prints what it has.
 */
#include <libfdt.h>
#include <platform_override.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_pmu.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_trap.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "pmu/fdt/nt_pmu_fdt.h"
#include "pmu/opensbi/nt_pmu_opensbi.h"

enum { HAPPEN = 2, EVENTS = 2 };

static bool event(uint32_t hartid, uint64_t event_data, uint32_t counter) {
    (void)hartid;
    (void)counter;
    return event_data >= 1 && event_data <= EVENTS;
}

/* a1: how often, a2: which event */
static int vendor(long function, struct sbi_trap_regs *regs, struct sbi_ecall_return *out) {
    (void)out;
    if (function != HAPPEN) {
        return SBI_ENOTSUPP;
    }
    for (unsigned long i = 0; i < regs->a1; i++) {
        nt_pmu_opensbi_event(current_hartid(), regs->a2);
    }
    return 0;
}

static void print_map(void) {
    static struct nt_pmu_map map;
    const enum nt_pmu_fdt_result result =
        nt_pmu_fdt_read(fdt_get_address(), fdt_totalsize(fdt_get_address()), &map);
    sbi_printf("ntrace: riscv,pmu: result %d, rows %d, counters 0x%x\n", result, map.counters_rows,
               nt_pmu_map_all(&map));
}

static int pmu_init(void) {
    void *memory = sbi_zalloc(nt_pmu_opensbi_size(sbi_hart_count()));
    if (memory == NULL) {
        return SBI_ENOMEM;
    }
    print_map();
    sbi_pmu_set_device(nt_pmu_opensbi_init(memory, sbi_hart_count(), event));
    return generic_pmu_init();
}

static int init(const void *fdt, int node, const struct fdt_match *match) {
    (void)fdt;
    (void)node;
    (void)match;
    generic_platform_ops.pmu_init = pmu_init;
    generic_platform_ops.vendor_ext_provider = vendor;
    return 0;
}

static const struct fdt_match machines[] = {{.compatible = "riscv-virtio"}, {}};

const struct fdt_driver ntrace = {
    .match_table = machines,
    .init = init,
};
