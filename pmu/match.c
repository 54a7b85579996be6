/* SPDX-License-Identifier: Apache-2.0 */
/* Finds and configures a matching counter (FID 2). */
#include "internal.h"

#define INHIBITS                                                                                   \
    (SBI_PMU_CFG_FLAG_SET_VUINH | SBI_PMU_CFG_FLAG_SET_VSINH | SBI_PMU_CFG_FLAG_SET_UINH |         \
     SBI_PMU_CFG_FLAG_SET_SINH | SBI_PMU_CFG_FLAG_SET_MINH)
#define FLAGS                                                                                      \
    (INHIBITS | SBI_PMU_CFG_FLAG_SKIP_MATCH | SBI_PMU_CFG_FLAG_CLEAR_VALUE |                       \
     SBI_PMU_CFG_FLAG_AUTO_START)

enum { NONE = 64 };

static uint32_t inhibits_of(const hart_t *hart, nt_pmu_word flags) {
    static const struct {
        uint32_t flag;
        uint32_t bit;
    } table[] = {
        {SBI_PMU_CFG_FLAG_SET_VUINH, EVENT_VUINH}, {SBI_PMU_CFG_FLAG_SET_VSINH, EVENT_VSINH},
        {SBI_PMU_CFG_FLAG_SET_UINH, EVENT_UINH},   {SBI_PMU_CFG_FLAG_SET_SINH, EVENT_SINH},
        {SBI_PMU_CFG_FLAG_SET_MINH, EVENT_MINH},
    };
    uint32_t bits = hart->platform->counts_m ? 0 : EVENT_MINH;
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        if ((flags & table[i].flag) != 0) {
            bits |= table[i].bit;
        }
    }
    return hart->platform->sscofpmf ? bits : 0;
}

/* The lowest counter of a set that can count the event. */
static unsigned find_in(const hart_t *hart, const set_t *set, const struct event *event,
                        uint64_t *mhpmevent) {
    for (unsigned i = 0; i < nt_pmu_indices(hart); i++) {
        if (nt_pmu_in(set, i) && nt_pmu_can_count(hart, event, i, mhpmevent)) {
            return i;
        }
    }
    return NONE;
}

/* With Sscofpmf those that can be programmed come first, as only they have inhibits and overflow;
   the fixed ones do where no inhibit is asked for. */
static unsigned find(const hart_t *hart, const set_t *free, const struct event *event,
                     nt_pmu_word flags, uint64_t *mhpmevent) {
    uint32_t fixed = hart->platform->sscofpmf ? hart->platform->counters & FIXED_COUNTERS : 0;
    set_t first = {{free->word[0] & ~fixed, free->word[1]}};
    set_t then = {{(flags & INHIBITS) == 0 ? free->word[0] & fixed : 0, 0}};
    unsigned found = find_in(hart, &first, event, mhpmevent);
    return found != NONE ? found : find_in(hart, &then, event, mhpmevent);
}

static unsigned lowest(const set_t *set) {
    unsigned index = 0;
    while (!nt_pmu_in(set, index)) {
        index++;
    }
    return index;
}

static void configure(hart_t *hart, unsigned index, const struct event *event, uint64_t mhpmevent,
                      nt_pmu_word flags) {
    set_t one = {{0, 0}};
    nt_pmu_put(&one, index);
    if (index < FIRST_PROGRAMMABLE && !nt_pmu_is_firmware(hart, index)) {
        nt_pmu_stop(hart, &one); /* it may run from boot */
    }
    union words word = {.whole = mhpmevent & nt_pmu_event_bits(hart, event->idx >> EVENT_TYPE)};
    word.half[1] |= inhibits_of(hart, flags);
    nt_pmu_program(hart, index, event, word.whole);
    if ((flags & SBI_PMU_CFG_FLAG_CLEAR_VALUE) != 0) {
        nt_pmu_set_value(hart, index, 0);
    }
    if ((flags & SBI_PMU_CFG_FLAG_AUTO_START) != 0) {
        nt_pmu_start(hart, &one);
    }
}

struct nt_pmu_ret nt_pmu_config_matching(hart_t *hart, const nt_pmu_word args[6]) {
    nt_pmu_word flags = args[2];
    struct event event;
    set_t set;
    if ((flags & ~(nt_pmu_word)FLAGS) != 0 || !nt_pmu_take_set(hart, args[0], args[1], &set)) {
        return nt_pmu_failure(SBI_ERR_INVALID_PARAM);
    }
    set_t running = nt_pmu_running(hart);
    bool skip = (flags & SBI_PMU_CFG_FLAG_SKIP_MATCH) != 0;
    unsigned index = skip ? lowest(&set) : NONE;
    if (skip && nt_pmu_in(&running, index)) {
        return nt_pmu_failure(SBI_ERR_INVALID_PARAM);
    }
    uint64_t mhpmevent = 0;
    if (!nt_pmu_take_event(hart, args[3], nt_pmu_argument64(args, 4), &event)) {
        return nt_pmu_failure(SBI_ERR_NOT_SUPPORTED);
    }
    if (!skip) {
        set_t free = nt_pmu_without(&set, &hart->configured);
        free = nt_pmu_without(&free, &running);
        index = find(hart, &free, &event, flags, &mhpmevent);
    } else if (!nt_pmu_can_count(hart, &event, index, &mhpmevent)) {
        index = NONE;
    }
    if (index == NONE) {
        return nt_pmu_failure(SBI_ERR_NOT_SUPPORTED);
    }
    configure(hart, index, &event, mhpmevent, flags);
    return nt_pmu_success(index);
}
