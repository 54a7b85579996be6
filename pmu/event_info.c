/* SPDX-License-Identifier: Apache-2.0 */
/* Says of a list of events in shared memory which of them this hart can count (FID 8). */
#include "internal.h"

enum { ENTRY_BYTES = 16, IDX_BITS = 20 };

struct entry {
    uint32_t event_idx;
    uint32_t output;
    uint32_t event_data[2];
};

static bool is_supported(const hart_t *hart, nt_pmu_word event_idx, uint64_t data) {
    struct event event;
    uint64_t mhpmevent;
    unsigned type = (unsigned)(event_idx >> EVENT_TYPE);
    bool has_data = type != SBI_PMU_EVENT_TYPE_HW && type != SBI_PMU_EVENT_TYPE_CACHE;
    if (!nt_pmu_take_event(hart, event_idx, has_data ? data : 0, &event)) {
        return false;
    }
    for (unsigned i = 0; i < nt_pmu_indices(hart); i++) {
        if (nt_pmu_is_counter(hart, i) && nt_pmu_can_count(hart, &event, i, &mhpmevent)) {
            return true;
        }
    }
    return false;
}

static void answer(const hart_t *hart, struct entry *entry) {
    /* Where the supervisor has made event_idx wrong since it was looked at, it is not supported. */
    store(&entry->output,
          is_supported(hart, load(&entry->event_idx), load_both(entry->event_data)));
}

static bool has_reserved(const struct entry *entry, nt_pmu_word number) {
    for (nt_pmu_word i = 0; i < number; i++) {
        if (load(&entry[i].event_idx) >> IDX_BITS != 0) {
            return true;
        }
    }
    return false;
}

struct nt_pmu_ret nt_pmu_event_get_info(const hart_t *hart, const nt_pmu_word args[6]) {
    nt_pmu_word number = args[2];
    uint64_t address;
    struct entry *entry = 0;
    if (hart->platform->ops->memory == 0) {
        return nt_pmu_failure(SBI_ERR_NOT_SUPPORTED);
    }
    if (args[3] != 0 || args[0] % ENTRY_BYTES != 0 || number == 0 ||
        number > ~(nt_pmu_word)0 / ENTRY_BYTES) {
        return nt_pmu_failure(SBI_ERR_INVALID_PARAM);
    }
    if (nt_pmu_address(args[0], args[1], &address)) {
        entry = hart->platform->ops->memory(hart->context, address, number * ENTRY_BYTES, true);
    }
    if (entry == 0) {
        return nt_pmu_failure(SBI_ERR_INVALID_ADDRESS);
    }
    if (has_reserved(entry, number)) {
        return nt_pmu_failure(SBI_ERR_INVALID_PARAM);
    }
    for (nt_pmu_word i = 0; i < number; i++) {
        answer(hart, &entry[i]);
    }
    return nt_pmu_success(0);
}
