/* SPDX-License-Identifier: Apache-2.0 */
/* The snapshot area: memory of the supervisor, which may change it at any time. Each word is read
   once, and none says where to go. */
#include "internal.h"

enum { AREA_BYTES = 4096 };

struct nt_pmu_ret nt_pmu_snapshot_set_shmem(hart_t *hart, const nt_pmu_word args[6]) {
    const nt_pmu_word none = ~(nt_pmu_word)0;
    uint64_t address;
    if (hart->platform->ops->memory == 0) {
        return nt_pmu_failure(SBI_ERR_NOT_SUPPORTED);
    }
    if (args[2] != 0) {
        return nt_pmu_failure(SBI_ERR_INVALID_PARAM);
    }
    if (args[0] == none && args[1] == none) {
        hart->has_shmem = false;
        return nt_pmu_success(0);
    }
    if (args[0] % AREA_BYTES != 0) {
        return nt_pmu_failure(SBI_ERR_INVALID_PARAM);
    }
    if (!nt_pmu_address(args[0], args[1], &address) ||
        hart->platform->ops->memory(hart->context, address, AREA_BYTES, true) == 0) {
        return nt_pmu_failure(SBI_ERR_INVALID_ADDRESS);
    }
    hart->shmem = address;
    hart->has_shmem = true;
    return nt_pmu_success(0);
}

struct snapshot *nt_pmu_snapshot(const hart_t *hart, bool writes) {
    return hart->has_shmem
               ? hart->platform->ops->memory(hart->context, hart->shmem, AREA_BYTES, writes)
               : 0;
}

/* Bits of the set in a word of the bitmap: which there are, and which have overflowed. */
struct bits {
    uint32_t there;
    uint32_t set;
};

void nt_pmu_take_snapshot(const hart_t *hart, struct snapshot *area, const set_t *set,
                          unsigned base) {
    struct bits bits[2] = {{0, 0}, {0, 0}};
    for (unsigned index = base; index < nt_pmu_indices(hart); index++) {
        unsigned slot = index - base;
        if (nt_pmu_in(set, index)) {
            store_both(area->value[slot], nt_pmu_value(hart, index));
            bits[slot / 32].there |= UINT32_C(1) << slot % 32;
            bits[slot / 32].set |= (uint32_t)nt_pmu_overflowed(hart, index) << slot % 32;
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        if (!hart->platform->sscofpmf) {
            store(&area->overflow[i], 0);
        } else if (bits[i].there != 0) {
            store(&area->overflow[i], (load(&area->overflow[i]) & ~bits[i].there) | bits[i].set);
        }
    }
}
