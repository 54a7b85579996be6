/* SPDX-License-Identifier: Apache-2.0 */
/* Which events there are (chapters "Event: ..."), and which counter can count one. */
#include "internal.h"

enum {
    TYPES = 16,
    CACHES = SBI_PMU_HW_CACHE_NODE + 1,
    CODE_MASK = 0xffff,
    CYCLES_IDX = SBI_PMU_EVENT_TYPE_HW << EVENT_TYPE | SBI_PMU_HW_CPU_CYCLES,
    INSTRUCTIONS_IDX = SBI_PMU_EVENT_TYPE_HW << EVENT_TYPE | SBI_PMU_HW_INSTRUCTIONS,
};

uint64_t nt_pmu_event_bits(const hart_t *hart, unsigned type) {
    if (NT_PMU_XLEN == 32 && !hart->platform->sscofpmf) {
        return UINT32_MAX;
    }
    return type == SBI_PMU_EVENT_TYPE_RAW ? (UINT64_C(1) << 48) - 1 : (UINT64_C(1) << 56) - 1;
}

static bool is_cache(unsigned code) {
    return code >> 3 < CACHES && (code >> 1 & 3) <= SBI_PMU_HW_CACHE_OP_PREFETCH;
}

static bool is_firmware(unsigned code, uint64_t data) {
    return (code < SBI_PMU_FW_MAX || code >= SBI_PMU_FW_IMPLEMENTATION) &&
           (data == 0 || code == SBI_PMU_FW_PLATFORM);
}

bool nt_pmu_take_event(const hart_t *hart, nt_pmu_word event_idx, uint64_t data,
                       struct event *event) {
    if (event_idx >= (nt_pmu_word)TYPES << EVENT_TYPE) {
        return false;
    }
    event->idx = (uint32_t)event_idx;
    event->data = data;
    unsigned type = event->idx >> EVENT_TYPE;
    unsigned code = event->idx & CODE_MASK;
    switch (type) {
    case SBI_PMU_EVENT_TYPE_HW:
        return code != SBI_PMU_HW_NO_EVENT && code <= SBI_PMU_HW_REF_CPU_CYCLES && data == 0;
    case SBI_PMU_EVENT_TYPE_CACHE:
        return is_cache(code) && data == 0;
    case SBI_PMU_EVENT_TYPE_RAW_V2:
        if (NT_PMU_VERSION < NT_PMU_VERSION_3_0) {
            return false;
        }
        /* fall through */
    case SBI_PMU_EVENT_TYPE_RAW:
        event->data = data & nt_pmu_event_bits(hart, type);
        return code == 0;
    case SBI_PMU_EVENT_TYPE_FW:
        return is_firmware(code, data);
    default:
        return false;
    }
}

bool nt_pmu_can_count(const hart_t *hart, const struct event *event, unsigned index,
                      uint64_t *mhpmevent) {
    bool firmware = event->idx >> EVENT_TYPE == SBI_PMU_EVENT_TYPE_FW;
    *mhpmevent = 0;
    if (firmware != nt_pmu_is_firmware(hart, index)) {
        return false;
    }
    if (firmware && (event->idx & CODE_MASK) < SBI_PMU_FW_MAX) {
        return true;
    }
    if (!firmware && index < FIRST_PROGRAMMABLE) {
        return event->idx == (index == FIXED_CYCLE ? CYCLES_IDX : INSTRUCTIONS_IDX);
    }
    return hart->platform->ops->event(hart->context, event->idx, event->data, index, mhpmevent);
}
