/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/pmu/csr_array.h"

#include <string.h>

enum { MODE_U = 0, MODE_S = 1, MODE_VU = 5, MODE_VS = 6, LCOFIP = 13 };
#define OF (UINT64_C(1) << 63)

static uint64_t width_mask(const struct nt_array *array, unsigned counter) {
    unsigned width = counter < 3 ? 64 : array->platform->width;
    return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static bool has(const struct nt_array *array, unsigned counter) {
    return (array->platform->counters >> counter & 1) != 0;
}

/* The 64-bit word that a CSR is, or has a half of; null if this hart has no such CSR. */
static uint64_t *find(struct nt_array *array, unsigned csr, bool *high) {
    unsigned n = csr & 31;
    bool rv32 = NT_PMU_XLEN == 32;
    bool is_event = (csr & ~31u) == 0x320 || (csr & ~31u) == 0x720;
    *high = (csr & ~31u) == 0x720 || (csr & ~31u) == 0xB80;
    if (!has(array, n) || (*high && !rv32) || (is_event && n < 3) ||
        ((csr & ~31u) == 0x720 && !array->platform->sscofpmf)) {
        return NULL;
    }
    switch (csr & ~31u) {
    case 0x320:
    case 0x720:
        return &array->event[n];
    case 0xB00:
    case 0xB80:
        return &array->counter[n];
    default:
        return NULL;
    }
}

static nt_pmu_word csr_read(void *context, unsigned csr) {
    struct nt_array *array = context;
    bool high;
    switch (csr) {
    case 0x306:
        return array->mcounteren;
    case 0x320:
        return array->mcountinhibit;
    case 0x344:
        return array->mip;
    default:
        break;
    }
    const uint64_t *word = find(array, csr, &high);
    array->bad_csrs += word == NULL;
    return word == NULL ? 0 : (nt_pmu_word)(high ? *word >> 32 : *word);
}

/* Bits of mhpmevent and of a counter that are built. */
static uint64_t built(const struct nt_array *array, const uint64_t *word) {
    bool is_event = word >= array->event && word < array->event + 32;
    if (!is_event) {
        return width_mask(array, (unsigned)(word - array->counter));
    }
    return array->platform->sscofpmf ? UINT64_MAX
           : NT_PMU_XLEN == 32       ? UINT32_MAX
                                     : (UINT64_C(1) << 56) - 1;
}

static void csr_write(void *context, unsigned csr, nt_pmu_word value) {
    struct nt_array *array = context;
    bool high;
    if (csr == 0x306) {
        array->mcounteren = (uint32_t)value & (array->platform->counters | array->others | 2);
        return;
    }
    if (csr == 0x320) {
        array->mcountinhibit = (uint32_t)value & (array->platform->counters | array->others);
        return;
    }
    uint64_t *word = find(array, csr, &high);
    if (word == NULL) {
        array->bad_csrs++;
        return;
    }
    if (NT_PMU_XLEN == 64) {
        *word = value;
    } else if (high) {
        *word = (uint32_t)*word | (uint64_t)value << 32;
    } else {
        *word = (*word & ~(uint64_t)UINT32_MAX) | (uint32_t)value;
    }
    *word &= built(array, word);
}

static bool event(void *context, uint32_t event_idx, uint64_t event_data, unsigned counter,
                  uint64_t *mhpmevent) {
    (void)context;
    (void)counter;
    unsigned type = event_idx >> 16;
    *mhpmevent = type == SBI_PMU_EVENT_TYPE_RAW || type == SBI_PMU_EVENT_TYPE_RAW_V2 ? event_data
                                                                                     : event_idx;
    switch (event_idx) {
    case 1:
    case 2:
    case 0x10019:
    case 0x1001b:
    case 0x10021:
        return true;
    case 0x20000:
    case 0x30000:
        return event_data < 0x10000;
    case 0xf0100:
        return true;
    case 0xfffff:
        return event_data == 1 || event_data == 2;
    default:
        return false;
    }
}

static void *memory(void *context, uint64_t address, uint64_t size, bool writes) {
    struct nt_array *array = context;
    uint64_t pages = writes ? NT_ARRAY_PAGES - 1 : NT_ARRAY_PAGES;
    uint64_t offset = address - NT_ARRAY_BASE;
    if (address < NT_ARRAY_BASE || offset >= pages * NT_ARRAY_PAGE ||
        size > pages * NT_ARRAY_PAGE - offset) {
        array->bad_memory++;
        return NULL;
    }
    return (unsigned char *)array->page + offset;
}

const struct nt_pmu_ops nt_array_ops = {csr_read, csr_write, event, memory, NULL, NULL, NULL};

const struct nt_pmu_platform nt_array_platform = {
    .ops = &nt_array_ops,
    .counters = 0x7fffd,
    .width = 64,
    .fw_counters = 16,
    .sscofpmf = true,
};

void nt_array_init(struct nt_array *array, const struct nt_pmu_platform *platform, uint64_t first) {
    memset(array, 0, sizeof *array);
    array->platform = platform;
    for (unsigned i = 0; i < 32; i++) {
        array->counter[i] = has(array, i) ? first & width_mask(array, i) : 0;
    }
}

void nt_array_count(struct nt_array *array, unsigned counter, uint64_t number) {
    if (counter >= 32 || !has(array, counter) || (array->mcountinhibit >> counter & 1) != 0) {
        return;
    }
    uint64_t mask = width_mask(array, counter);
    bool wraps = number > mask - array->counter[counter];
    array->counter[counter] = (array->counter[counter] + number) & mask;
    if (wraps && counter >= 3 && array->platform->sscofpmf) {
        array->mip |= (uint32_t)(((array->event[counter] & OF) == 0) << LCOFIP);
        array->event[counter] |= OF;
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

void nt_array_happen(struct nt_array *array, uint32_t event, unsigned number, unsigned mode) {
    const uint64_t selected = (UINT64_C(1) << 56) - 1;
    for (unsigned i = 3; i < 32; i++) {
        const uint64_t mhpmevent = array->event[i];
        if ((mhpmevent & selected) == event && (mhpmevent >> inhibit_bit(mode) & 1) == 0) {
            nt_array_count(array, i, number);
        }
    }
    if (event == SBI_PMU_HW_INSTRUCTIONS) {
        nt_array_count(array, 2, number);
    }
}
