/* Runs the table on array CSRs, forward and backward:
 *     table_host PLATFORM
 * of nt_platform_names; an older SBI is a build of its own, NT_PMU_VERSION. Exit status 1: a row
 failed, or depends on those before it. */
#include "tests/pmu/array.h"
#include "tests/pmu/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct host {
    struct nt_array array;
    struct nt_pmu_hart hart;
    struct nt_pmu_saved saved;
};

enum { MODE_U = 0, MODE_S = 1, MODE_VU = 5, MODE_VS = 6, LCOFIP = 13, MIP = 0x344 };

/* The platform of the table, but for what the text reserves: that the library must not ask for, and
   here it would be granted. Bits of mhpmevent that are the library's are garbage. */
static bool is_reserved(uint32_t event_idx) {
    const unsigned code = event_idx & 0xffff;
    switch (event_idx >> 16) {
    case SBI_PMU_EVENT_TYPE_HW:
        return code == 0 || code > SBI_PMU_HW_REF_CPU_CYCLES;
    case SBI_PMU_EVENT_TYPE_CACHE:
        return code >> 3 > SBI_PMU_HW_CACHE_NODE || (code >> 1 & 3) == 3;
    case SBI_PMU_EVENT_TYPE_RAW:
    case SBI_PMU_EVENT_TYPE_RAW_V2:
        return code != 0;
    case SBI_PMU_EVENT_TYPE_FW:
        return code >= SBI_PMU_FW_MAX && code < SBI_PMU_FW_IMPLEMENTATION;
    default:
        return true;
    }
}

static bool event(void *context, uint32_t event_idx, uint64_t event_data, unsigned counter,
                  uint64_t *mhpmevent) {
    const bool can = nt_array_ops.event(context, event_idx, event_data, counter, mhpmevent);
    const bool shorter = event_idx >> 16 == SBI_PMU_EVENT_TYPE_RAW;
    *mhpmevent |= UINT64_MAX << (shorter ? 48 : 56);
    return can || is_reserved(event_idx);
}

static struct nt_pmu_ret call(void *context, nt_pmu_word fid, const nt_pmu_word args[6]) {
    struct host *host = context;
    return nt_pmu_call(&host->hart, fid, args);
}

static nt_pmu_word csr_read(void *context, unsigned csr) {
    struct host *host = context;
    return nt_array_ops.csr_read(&host->array, csr);
}

/* The library never writes mip; the hart here has LCOFIP alone. */
static void csr_write(void *context, unsigned csr, nt_pmu_word value) {
    struct host *host = context;
    if (csr == MIP) {
        host->array.mip = (uint32_t)value & 1u << LCOFIP;
    } else {
        nt_array_ops.csr_write(&host->array, csr, value);
    }
}

/* The bit of mhpmevent that inhibits a mode. */
static unsigned inhibit_bit(unsigned mode) {
    switch (mode) {
    case MODE_VU:
        return 58;
    case MODE_VS:
        return 59;
    case MODE_U:
        return 60;
    case MODE_S:
        return 61;
    default:
        return 62;
    }
}

/* mhpmevent: bits 55:0 select what is counted. */
static void happen(void *context, uint32_t event, unsigned number, unsigned mode) {
    struct host *host = context;
    const uint64_t selected = (UINT64_C(1) << 56) - 1;
    for (unsigned i = 3; i < 32; i++) {
        const uint64_t mhpmevent = host->array.event[i];
        if ((mhpmevent & selected) == event && (mhpmevent >> inhibit_bit(mode) & 1) == 0) {
            nt_array_count(&host->array, i, number);
        }
    }
    if (event == SBI_PMU_HW_INSTRUCTIONS) {
        nt_array_count(&host->array, 2, number);
    }
}

static void fw_event(void *context, uint32_t code, uint64_t event_data, unsigned number) {
    struct host *host = context;
    for (unsigned i = 0; i < number; i++) {
        if (code == SBI_PMU_FW_PLATFORM) {
            nt_pmu_fw_platform_event(&host->hart, event_data);
        } else {
            nt_pmu_fw_event(&host->hart, code);
        }
    }
}

/* What the library does not know yet, it must not rely on. */
static void power(void *context, enum nt_power what) {
    struct host *host = context;
    const struct nt_pmu_platform *platform = host->hart.platform;
    switch (what) {
    case NT_POWER_INIT:
        memset(&host->hart, 0xa5, sizeof host->hart);
        nt_pmu_init(&host->hart, platform, &host->array);
        break;
    case NT_POWER_SAVE:
        nt_pmu_save(&host->hart, &host->saved);
        break;
    default:
        nt_pmu_restore(&host->hart, &host->saved);
    }
}

static void clear_pending(void *context) {
    csr_write(context, MIP, 0);
}

static void put(char c) {
    (void)putchar(c);
}

static bool find_platform(const char *name, enum nt_table_platform *platform) {
    for (unsigned i = 0; i <= NT_TABLE_SBI_0_3; i++) {
        if (strcmp(name, nt_platform_names[i]) == 0) {
            *platform = (enum nt_table_platform)i;
            return true;
        }
    }
    return false;
}

/* What the hart's parts count before the first call is not 0. */
static int run(enum nt_table_platform platform) {
    static struct host host;
    static uint32_t shadow[NT_TABLE_PAGES * NT_TABLE_PAGE / sizeof(uint32_t)];
    struct nt_pmu_ops ops = nt_array_ops;
    struct nt_pmu_platform hart = nt_array_platform;
    ops.event = event;
    hart.ops = &ops;
    hart.sscofpmf = platform != NT_TABLE_PLAIN;
    nt_array_init(&host.array, &hart, UINT64_C(0x8877665544332211));
    nt_pmu_init(&host.hart, &hart, &host.array);
    struct nt_place place = {
        .can = NT_NEED_ALL | NT_NEED_XLEN,
        .platform = platform,
        .address = NT_ARRAY_BASE,
        .pages = (volatile uint32_t *)(void *)host.array.page,
        .shadow = shadow,
        .context = &host,
        .call = call,
        .csr_read = csr_read,
        .csr_write = csr_write,
        .happen = happen,
        .fw_event = fw_event,
        .power = power,
        .clear_pending = clear_pending,
    };
    struct nt_table_result *result = calloc(nt_case_count, 2 * sizeof *result);
    if (result == NULL) {
        return 2;
    }
    nt_table_run(&place, result, false);
    nt_table_run(&place, result + nt_case_count, true);
    const bool good = nt_table_print(&place, result, result + nt_case_count, put);
    (void)printf("CSRs that there are not: %u\n", host.array.bad_csrs);
    free(result);
    return fflush(stdout) == 0 ? !good : 2;
}

int main(int argc, char **argv) {
    enum nt_table_platform platform;
    if (argc != 2 || !find_platform(argv[1], &platform)) {
        (void)fputs("usage: table_host PLATFORM\n", stderr);
        return 2;
    }
    return run(platform);
}
