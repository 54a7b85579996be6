/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the table on the Verilated nt_hpm, forward and backward. The library reads and writes the
   CSRs of a hart in M mode through the unit's port; events come as blocks and inputs. */
#include "sim/pmu/csr_array.h"
#include "tb/lockstep/unit.h"
#include "tb/units/hpm/hpm.h"
#include "tests/pmu/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIP = 0x344, LCOFIP = 13, CALL = 9, SETTLES = 4 /* cycles from an overflow to LCOFIP */ };
enum { RAW_CALLS = 0x8002, EXT_EVENT = 0x8020 };

/* The cache events of the table, in the order of inputs of ext_event */
static const uint32_t cache_events[] = {0x10019, 0x1001b, 0x10021};
enum { CACHE_EVENTS = sizeof cache_events / sizeof *cache_events };

enum seen { READY, HIT, RDATA, ILLEGAL, PENDING, SEEN };
static const char *const seen_names[SEEN] = {"csr_ready", "csr_hit", "csr_rdata", "csr_illegal",
                                             "lcofip"};

struct hpm {
    void *rtl;
    hpm_view view;
    unsigned probe[SEEN];  /* their indices */
    struct nt_array array; /* for its pages */
    struct nt_pmu_hart hart;
    struct nt_pmu_saved saved;
    unsigned refused; /* accesses that the unit did not take */
};

/* A cycle with the inputs of the view, which are none then. */
static void cycle(struct hpm *hpm, uint64_t seen[SEEN]) {
    static nt_probe_value values[NT_MAX_PROBES];
    nt_unit_fast.step(hpm->rtl, &hpm->view, NULL);
    nt_unit_fast.read(hpm->rtl, &hpm->view, values);
    for (unsigned i = 0; i < SEEN; i++) {
        seen[i] = values[hpm->probe[i]].rtl;
    }
    memset(&hpm->view.in, 0, sizeof hpm->view.in);
    hpm->view.in.priv = NT_HPM_M;
}

static uint64_t access_csr(struct hpm *hpm, unsigned csr, nt_hpm_op op, uint64_t value) {
    uint64_t seen[SEEN];
    hpm->view.in.csr =
        (nt_hpm_request){.valid = true, .addr = (uint16_t)csr, .op = op, .wdata = value};
    cycle(hpm, seen);
    hpm->refused += seen[READY] == 0 || seen[HIT] == 0 || seen[ILLEGAL] != 0;
    return seen[RDATA];
}

static nt_pmu_word csr_read(void *context, unsigned csr) {
    struct hpm *hpm = context;
    uint64_t seen[SEEN];
    if (csr != MIP) {
        return access_csr(hpm, csr, NT_HPM_READ, 0);
    }
    cycle(hpm, seen);
    return seen[PENDING] << LCOFIP;
}

static void csr_write(void *context, unsigned csr, nt_pmu_word value) {
    struct hpm *hpm = context;
    uint64_t seen[SEEN];
    if (csr == MIP) {
        hpm->view.in.lcofip_write = true;
        hpm->view.in.lcofip_wdata = (value >> LCOFIP & 1) != 0;
        cycle(hpm, seen);
        cycle(hpm, seen);
    } else {
        (void)access_csr(hpm, csr, NT_HPM_WRITE, value);
    }
}

/* The platform of the table with the events of docs/counters.md. */
static bool event(void *context, uint32_t event_idx, uint64_t event_data, unsigned counter,
                  uint64_t *mhpmevent) {
    for (unsigned i = 0; i < CACHE_EVENTS; i++) {
        if (event_idx == cache_events[i]) {
            *mhpmevent = EXT_EVENT + i;
            return true;
        }
    }
    return nt_array_ops.event(context, event_idx, event_data, counter, mhpmevent);
}

static void *memory(void *context, uint64_t address, uint64_t size, bool writes) {
    struct hpm *hpm = context;
    return nt_array_ops.memory(&hpm->array, address, size, writes);
}

static const struct nt_pmu_ops ops = {
    .csr_read = csr_read, .csr_write = csr_write, .event = event, .memory = memory};

/* The place. */

static struct nt_pmu_ret call(void *context, nt_pmu_word fid, const nt_pmu_word args[6]) {
    struct hpm *hpm = context;
    return nt_pmu_call(&hpm->hart, fid, args);
}

static void one_event(struct hpm *hpm, uint32_t number, unsigned mode) {
    uint64_t seen[SEEN];
    nt_hpm_inputs *in = &hpm->view.in;
    in->priv = (uint8_t)mode;
    for (unsigned i = 0; i < CACHE_EVENTS; i++) {
        in->events.ext_event |= (uint8_t)((number == cache_events[i]) << i);
    }
    if (number == SBI_PMU_HW_INSTRUCTIONS || number == RAW_CALLS) {
        in->block[0] = (nt_hpm_block){.valid = true,
                                      .icount = 1,
                                      .itype = number == RAW_CALLS ? CALL : 0,
                                      .tpriv = (uint8_t)mode};
    }
    cycle(hpm, seen);
}

static void happen(void *context, uint32_t number, unsigned times, unsigned mode) {
    struct hpm *hpm = context;
    uint64_t seen[SEEN];
    for (unsigned i = 0; i < times; i++) {
        one_event(hpm, number, mode);
    }
    for (unsigned i = 0; i < SETTLES; i++) {
        cycle(hpm, seen);
    }
}

static void fw_event(void *context, uint32_t code, uint64_t event_data, unsigned number) {
    struct hpm *hpm = context;
    for (unsigned i = 0; i < number; i++) {
        if (code == SBI_PMU_FW_PLATFORM) {
            nt_pmu_fw_platform_event(&hpm->hart, event_data);
        } else {
            nt_pmu_fw_event(&hpm->hart, code);
        }
    }
}

/* What the library does not know yet, it must not rely on. */
static void power(void *context, enum nt_power what) {
    struct hpm *hpm = context;
    const struct nt_pmu_platform *platform = hpm->hart.platform;
    switch (what) {
    case NT_POWER_GARBAGE:
        memset(&hpm->hart, 0xa5, sizeof hpm->hart);
        nt_pmu_init(&hpm->hart, platform, hpm);
        break;
    case NT_POWER_INIT:
        nt_pmu_init(&hpm->hart, platform, hpm);
        break;
    case NT_POWER_SAVE:
        nt_pmu_save(&hpm->hart, &hpm->saved);
        break;
    default:
        nt_pmu_restore(&hpm->hart, &hpm->saved);
    }
}

static void clear_pending(void *context) {
    csr_write(context, MIP, 0);
}

static void put(char c) {
    (void)putchar(c);
}

static bool find_probes(struct hpm *hpm) {
    for (unsigned i = 0; i < SEEN; i++) {
        unsigned at = 0;
        while (at < nt_unit_fast.probe_count &&
               strcmp(nt_unit_fast.probes[at].name, seen_names[i]) != 0) {
            at++;
        }
        if (at == nt_unit_fast.probe_count) {
            return false;
        }
        hpm->probe[i] = at;
    }
    return true;
}

static bool begin(struct hpm *hpm) {
    static const nt_hpm_params params = {.xlen = 64,
                                         .nblocks = 4,
                                         .icount_w = 8,
                                         .ncounters = 29,
                                         .width = 64,
                                         .next_events = 8,
                                         .has_u = true,
                                         .has_s = true,
                                         .has_h = true};
    static struct nt_pmu_platform platform;
    uint64_t seen[SEEN];
    hpm->view.params = &params;
    hpm->rtl = nt_unit_fast.create(1);
    if (hpm->rtl == NULL || !find_probes(hpm)) {
        return false;
    }
    hpm->view.in.rst = true;
    cycle(hpm, seen);
    cycle(hpm, seen);
    platform = nt_array_platform;
    platform.ops = &ops;
    nt_array_init(&hpm->array, &nt_array_platform, 0);
    nt_pmu_init(&hpm->hart, &platform, hpm);
    return true;
}

int main(void) {
    static struct hpm hpm;
    static uint32_t shadow[NT_TABLE_PAGES * NT_TABLE_PAGE / sizeof(uint32_t)];
    struct nt_place place = {
        .can = NT_NEED_ALL | NT_NEED_XLEN,
        .platform = NT_TABLE_SSCOFPMF,
        .counters = 35,
        .address = NT_ARRAY_BASE,
        .pages = (volatile uint32_t *)(void *)hpm.array.page,
        .shadow = shadow,
        .context = &hpm,
        .call = call,
        .csr_read = csr_read,
        .csr_write = csr_write,
        .happen = happen,
        .fw_event = fw_event,
        .power = power,
        .clear_pending = clear_pending,
    };
    struct nt_table_result *result = calloc(nt_case_count, 2 * sizeof *result);
    if (result == NULL || !begin(&hpm)) {
        (void)fputs("table_hpm: no memory, or no such unit\n", stderr);
        return 2;
    }
    nt_table_run(&place, result, false);
    nt_table_run(&place, result + nt_case_count, true);
    const bool good = nt_table_print(&place, result, result + nt_case_count, put);
    (void)printf("accesses that the unit refused: %u\n", hpm.refused);
    nt_unit_fast.destroy(hpm.rtl);
    free(result);
    return fflush(stdout) != 0 ? 2 : good && hpm.refused == 0 ? 0 : 1;
}
