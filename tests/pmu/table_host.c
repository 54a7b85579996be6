/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the table on array CSRs, forward and backward:
 *     table_host HART
 * one of `variants`; an older SBI is a build of its own, NT_PMU_VERSION. Exit status 1: a row
 * failed, or depends on those before it, or a CSR was accessed that the hart does not have. */
#include "sim/pmu/csr_array.h"
#include "tests/pmu/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a hart has, and for which rows it is. */
struct variant {
    const char *name;
    enum nt_table_platform platform;
    uint32_t counters;
    uint8_t width;
    uint8_t fw_counters;
    bool sscofpmf;
    bool shares;        /* memory */
    bool counts_itself; /* SBI_PMU_FW_PLATFORM */
    bool counts_all;    /* events, whichever it is asked for */
};

static const struct variant variants[] = {
    {"sscofpmf", NT_TABLE_SSCOFPMF, 0x7fffd, 64, 16, true, true, false, false},
    {"itself", NT_TABLE_SSCOFPMF, 0x7fffd, 64, 16, true, true, true, false},
    {"plain", NT_TABLE_PLAIN, 0x7fffd, 64, 16, false, true, false, false},
    {"sbi-2.0", NT_TABLE_SBI_2_0, 0x7fffd, 64, 16, true, true, false, false},
    {"sbi-0.3", NT_TABLE_SBI_0_3, 0x7fffd, 64, 16, true, true, false, false},
    {"no-memory", NT_TABLE_NO_MEMORY, 0x7fffd, 64, 16, true, false, false, false},
    {"wide", NT_TABLE_WIDE, 0xfffffffd, 48, 32, true, true, false, true},
    {"bare", NT_TABLE_BARE, 0, 64, 32, true, true, false, false},
};

/* A firmware counter of the platform's own. */
struct own {
    uint64_t event_data;
    uint64_t value;
    bool counts;
};

struct host {
    struct nt_array array; /* the library's context, and so a pointer to the whole */
    const struct variant *variant;
    struct own own[64]; /* by index */
    struct nt_pmu_hart hart;
    struct nt_pmu_saved saved;
};

enum { LCOFIP = 13, MIP = 0x344 };

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
    const struct host *host = context;
    const bool can = nt_array_ops.event(context, event_idx, event_data, counter, mhpmevent) ||
                     host->variant->counts_all;
    const bool shorter = event_idx >> 16 == SBI_PMU_EVENT_TYPE_RAW;
    *mhpmevent |= UINT64_MAX << (shorter ? 48 : 56);
    return can || is_reserved(event_idx);
}

static void own_start(void *context, unsigned counter, uint64_t event_data, uint64_t value) {
    struct host *host = context;
    host->own[counter] = (struct own){event_data, value, true};
}

/* What it has counted is gone then. */
static void own_stop(void *context, unsigned counter) {
    struct host *host = context;
    host->own[counter] = (struct own){.value = 0xbad, .counts = false};
}

static uint64_t own_read(void *context, unsigned counter) {
    const struct host *host = context;
    return host->own[counter].value;
}

static void own_event(struct host *host, uint64_t event_data) {
    for (unsigned i = 0; i < sizeof host->own / sizeof *host->own; i++) {
        host->own[i].value += host->own[i].counts && host->own[i].event_data == event_data;
    }
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

static void happen(void *context, uint32_t event, unsigned number, unsigned mode) {
    struct host *host = context;
    nt_array_happen(&host->array, event, number, mode);
}

static void fw_event(void *context, uint32_t code, uint64_t event_data, unsigned number) {
    struct host *host = context;
    for (unsigned i = 0; i < number; i++) {
        if (code == SBI_PMU_FW_PLATFORM && host->variant->counts_itself) {
            own_event(host, event_data);
        } else if (code == SBI_PMU_FW_PLATFORM) {
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
    case NT_POWER_GARBAGE:
        memset(&host->hart, 0xa5, sizeof host->hart);
        nt_pmu_init(&host->hart, platform, &host->array);
        break;
    case NT_POWER_INIT:
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

static const struct variant *find_variant(const char *name) {
    for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++) {
        if (strcmp(name, variants[i].name) == 0) {
            return &variants[i];
        }
    }
    return NULL;
}

static struct nt_pmu_ops ops_of(const struct variant *variant) {
    struct nt_pmu_ops ops = nt_array_ops;
    ops.event = event;
    if (!variant->shares) {
        ops.memory = NULL;
    }
    if (variant->counts_itself) {
        ops.fw_start = own_start;
        ops.fw_stop = own_stop;
        ops.fw_read = own_read;
    }
    return ops;
}

static bool run_place(struct nt_place *place) {
    struct nt_table_result *result = calloc(nt_case_count, 2 * sizeof *result);
    if (result == NULL) {
        (void)fputs("table_host: out of memory\n", stderr);
        exit(2);
    }
    nt_table_run(place, result, false);
    nt_table_run(place, result + nt_case_count, true);
    const bool good = nt_table_print(place, result, result + nt_case_count, put);
    free(result);
    return good;
}

/* What the hart's parts hold before the first call is not 0. */
static int run(const struct variant *variant) {
    static struct host host;
    static uint32_t shadow[NT_TABLE_PAGES * NT_TABLE_PAGE / sizeof(uint32_t)];
    const struct nt_pmu_ops ops = ops_of(variant);
    const struct nt_pmu_platform hart = {.ops = &ops,
                                         .counters = variant->counters,
                                         .width = variant->width,
                                         .fw_counters = variant->fw_counters,
                                         .sscofpmf = variant->sscofpmf};
    host.variant = variant;
    nt_array_init(&host.array, &hart, UINT64_C(0x8877665544332211));
    memset(&host.hart, 0xa5, sizeof host.hart);
    nt_pmu_init(&host.hart, &hart, &host.array);
    struct nt_place place = {
        .can = NT_NEED_ALL | NT_NEED_XLEN,
        .platform = variant->platform,
        .counters = NT_PMU_HW_MAX + NT_PMU_FW_MAX,
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
    const bool good = run_place(&place);
    (void)printf("CSRs that there are not: %u\n", host.array.bad_csrs);
    return fflush(stdout) != 0 ? 2 : good && host.array.bad_csrs == 0 ? 0 : 1;
}

int main(int argc, char **argv) {
    const struct variant *variant = argc == 2 ? find_variant(argv[1]) : NULL;
    if (variant == NULL) {
        (void)fputs("usage: table_host HART\n", stderr);
        return 2;
    }
    return run(variant);
}
