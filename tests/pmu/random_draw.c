/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/pmu/random_draw.h"

#include <string.h>

enum { XLEN = NT_PMU_XLEN, RARELY = 6, SOMETIMES = 26, OFTEN = 90, HALF = 128 };
#define ONES ((nt_pmu_word)-1)

static uint32_t below(struct caller *c, uint32_t bound) {
    return nt_random_below(c->random, bound);
}

static bool chance(struct caller *c, unsigned of_256) {
    return nt_random_chance(c->random, of_256);
}

/* 0, 1, 2^k and its neighbours, all ones, numbers of counters and their neighbours, anything. */
static uint64_t edge(struct caller *c) {
    switch (below(c, 8)) {
    case 0:
        return below(c, 3);
    case 1:
        return UINT64_C(1) << below(c, 64);
    case 2:
        return (UINT64_C(1) << below(c, 64)) - 1;
    case 3:
        return (UINT64_C(1) << below(c, 64)) + below(c, 64);
    case 4:
        return ~(uint64_t)below(c, 80);
    case 5:
        return (uint64_t)c->h->indices + below(c, 3) - 1;
    case 6:
        return (uint64_t)c->h->fw_first + below(c, 3) - 1;
    default:
        return nt_random_next(c->random) >> below(c, 64);
    }
}

static uint64_t all_indices(const struct caller *c) {
    uint64_t all = 0;
    for (unsigned n = 0; n < c->h->indices; n++) {
        all |= (uint64_t)random_hart_has(c->h, n) << n;
    }
    return all;
}

/* Bits XLEN apart do not fit into a call: those above go. */
static uint64_t within_mask(uint64_t set) {
    if (set == 0 || XLEN == 64) {
        return set;
    }
    unsigned low = (unsigned)__builtin_ctzll(set);
    return low >= 32 ? set : set & (UINT64_C(0xffffffff) << low);
}

/* One of a set, or several. */
static uint64_t some_of(struct caller *c, uint64_t set) {
    uint64_t part = set;
    if (chance(c, HALF)) {
        part &= nt_random_next(c->random);
    }
    if (chance(c, HALF)) {
        uint64_t half = nt_random_next(c->random);
        part &= half & nt_random_next(c->random);
    }
    if (part == 0 || chance(c, SOMETIMES)) {
        part = set;
        for (uint32_t skip = below(c, (uint32_t)__builtin_popcountll(set) + 1); skip > 1; skip--) {
            part &= part - 1;
        }
        part &= -part;
    }
    return part;
}

/* Base and mask of a set; now and then of something else. */
static void put_set(struct caller *c, uint64_t set, nt_pmu_word args[2]) {
    set = within_mask(set);
    if (set == 0 || chance(c, RARELY)) {
        args[0] = (nt_pmu_word)edge(c);
        args[1] = (nt_pmu_word)edge(c);
        return;
    }
    unsigned low = (unsigned)__builtin_ctzll(set), high = 63 - (unsigned)__builtin_clzll(set);
    unsigned least = high >= XLEN ? high - XLEN + 1 : 0;
    unsigned base = chance(c, HALF)   ? low
                    : chance(c, HALF) ? least
                                      : least + below(c, low - least + 1);
    args[0] = base;
    args[1] = (nt_pmu_word)(set >> base);
    if (chance(c, RARELY)) {
        args[1] |= (nt_pmu_word)1 << below(c, XLEN);
    }
    if (chance(c, RARELY)) {
        args[chance(c, HALF)] = (nt_pmu_word)edge(c);
    }
}

/* Flags of start or stop: both have two, the second for the snapshot. */
static nt_pmu_word draw_flags(struct caller *c) {
    bool has_snapshot = NT_PMU_VERSION >= NT_PMU_VERSION_2_0 || chance(c, RARELY);
    return (nt_pmu_word)(chance(c, RARELY) ? edge(c) : below(c, has_snapshot ? 4 : 2));
}

uint64_t caller_platform_data(struct caller *c) {
    return chance(c, RARELY) ? edge(c) : below(c, 6) * UINT64_C(0x100000001);
}

static uint32_t hardware_event(struct caller *c) {
    switch (below(c, 4)) {
    case 0:
        return SBI_PMU_EVENT_TYPE_RAW << 16;
    case 1:
        return SBI_PMU_EVENT_TYPE_RAW_V2 << 16;
    case 2:
        return SBI_PMU_EVENT_TYPE_CACHE << 16 | below(c, 66);
    default:
        return chance(c, HALF) ? 1 + below(c, 2) : below(c, 13);
    }
}

static uint32_t firmware_event(struct caller *c) {
    static const uint32_t codes[] = {22, 255, 256, 257, 65534};
    switch (below(c, 4)) {
    case 0:
        return SBI_PMU_EVENT_TYPE_FW << 16 | SBI_PMU_FW_PLATFORM;
    case 1:
        return SBI_PMU_EVENT_TYPE_FW << 16 | codes[below(c, sizeof codes / sizeof *codes)];
    default:
        return SBI_PMU_EVENT_TYPE_FW << 16 | below(c, 22);
    }
}

static void draw_event(struct caller *c, bool firmware, uint64_t *event_idx, uint64_t *event_data) {
    *event_idx = firmware ? firmware_event(c) : hardware_event(c);
    unsigned type = (unsigned)*event_idx >> 16;
    *event_data = 0;
    if (*event_idx == 0xfffff) {
        *event_data = caller_platform_data(c);
    } else if (type == SBI_PMU_EVENT_TYPE_RAW || type == SBI_PMU_EVENT_TYPE_RAW_V2) {
        *event_data = chance(c, HALF) ? edge(c) : nt_random_next(c->random);
    } else if (chance(c, RARELY)) {
        *event_data = edge(c);
    }
    if (chance(c, RARELY)) {
        *event_idx = chance(c, HALF) ? edge(c) : *event_idx ^ UINT64_C(1) << below(c, XLEN);
    }
}

/* The value that fits a width, near its end. */
uint64_t caller_value(struct caller *c) {
    if (chance(c, HALF)) {
        return ~(uint64_t)below(c, 6) << (chance(c, HALF) ? 0 : below(c, 16));
    }
    return chance(c, HALF) ? edge(c) : nt_random_next(c->random);
}

static void put_64(nt_pmu_word *args, uint64_t value) {
    args[0] = (nt_pmu_word)value;
    if (XLEN == 32) {
        args[1] = (nt_pmu_word)(value >> 32);
    }
}

static void draw_match(struct caller *c, struct call *call) {
    uint64_t all = all_indices(c),
             firmware = c->h->fw_first >= 64 ? 0 : ~UINT64_C(0) << c->h->fw_first;
    bool is_firmware = c->h->platform.fw_counters != 0 && chance(c, OFTEN);
    uint64_t event_idx, event_data;
    uint64_t kind = is_firmware ? all & firmware : all & ~firmware;
    uint64_t set = chance(c, SOMETIMES) ? all : chance(c, OFTEN) ? kind : some_of(c, kind);
    put_set(c, chance(c, RARELY) ? some_of(c, all) : set, call->args);
    unsigned flags = below(c, 8);
    if (chance(c, HALF)) {
        flags |= below(c, 32) << 3;
    }
    if (chance(c, HALF)) {
        flags &= ~SBI_PMU_CFG_FLAG_SKIP_MATCH;
    }
    draw_event(c, is_firmware, &event_idx, &event_data);
    if (chance(c, SOMETIMES) && !is_firmware) { /* the fixed ones as Linux takes them */
        unsigned fixed = chance(c, HALF) ? 0 : 2;
        put_set(c, all & UINT64_C(1) << fixed, call->args);
        event_idx = fixed == 0 ? 1 : 2;
        event_data = 0;
    }
    call->args[2] = chance(c, RARELY) ? (nt_pmu_word)edge(c) : flags;
    call->args[3] = (nt_pmu_word)event_idx;
    put_64(call->args + 4, event_data);
}

static void draw_start(struct caller *c, struct call *call) {
    uint64_t stopped = c->configured & ~c->running;
    uint64_t set = chance(c, OFTEN) ? c->configured : stopped;
    put_set(c, some_of(c, chance(c, RARELY) ? all_indices(c) : set), call->args);
    call->args[2] = draw_flags(c);
    if (call->args[2] == 3 && !chance(c, SOMETIMES)) {
        call->args[2] = 0;
    }
    put_64(call->args + 3, caller_value(c));
}

static void draw_stop(struct caller *c, struct call *call) {
    uint64_t set = chance(c, OFTEN) ? c->configured : c->running;
    put_set(c, some_of(c, chance(c, RARELY) ? all_indices(c) : set), call->args);
    call->args[2] = draw_flags(c);
    if (chance(c, HALF)) { /* counters stay configured, so that more of them are */
        call->args[2] &= ~(nt_pmu_word)SBI_PMU_STOP_FLAG_RESET;
    }
}

static void put_address(struct caller *c, uint64_t address, nt_pmu_word *args) {
    args[0] = (nt_pmu_word)address;
    args[1] = XLEN == 32 ? (nt_pmu_word)(address >> 16 >> 16) : 0;
    if (chance(c, RARELY)) {
        args[chance(c, HALF)] = (nt_pmu_word)edge(c);
    }
}

static void draw_set_shmem(struct caller *c, struct call *call) {
    /* also the page before, and the one after */
    uint64_t page =
        chance(c, SOMETIMES) ? below(c, NT_ARRAY_PAGES + 2) : 1 + below(c, NT_ARRAY_PAGES);
    put_address(c, c->h->base + (page - 1) * NT_ARRAY_PAGE, call->args);
    if (chance(c, SOMETIMES)) {
        unsigned which = below(c, 4); /* both, or one of them, which is an address then */
        call->args[0] = which == 1 ? call->args[0] : ONES;
        call->args[1] = which == 2 ? call->args[1] : ONES;
    }
    if (chance(c, RARELY)) {
        call->args[0] += 1u << below(c, 12);
    }
    call->args[2] = chance(c, RARELY) ? (nt_pmu_word)edge(c) : 0;
}

static void draw_event_info(struct caller *c, struct call *call) {
    enum { SIZE = NT_ARRAY_PAGES * NT_ARRAY_PAGE, ENTRY = 16, MOST = SIZE / ENTRY };
    unsigned number = 1 + below(c, chance(c, 1) && chance(c, RARELY) ? MOST : 5);
    unsigned first = below(c, MOST - number + 1);
    for (unsigned i = first; i < first + number && i < first + 8; i++) {
        uint64_t entry[2];
        bool firmware = chance(c, OFTEN);
        draw_event(c, firmware, &entry[0], &entry[1]);
        entry[0] = (entry[0] & (chance(c, RARELY) ? UINT32_MAX : 0xfffff)) | edge(c) << 32;
        memcpy((unsigned char *)c->h->array.page + (size_t)ENTRY * i, entry, sizeof entry);
    }
    call->pokes = true;
    put_address(c, c->h->base + (uint64_t)ENTRY * first, call->args);
    if (chance(c, RARELY)) {
        call->args[0] += chance(c, HALF) ? 1u << below(c, 4) : SIZE / 2;
    }
    call->args[2] =
        chance(c, SOMETIMES) ? (nt_pmu_word)edge(c) << (chance(c, HALF) ? 0 : XLEN - 5) : number;
    call->args[3] = chance(c, RARELY) ? (nt_pmu_word)edge(c) : 0;
}

static void draw_index(struct caller *c, struct call *call, uint64_t set) {
    if (set == 0 || chance(c, SOMETIMES)) {
        call->args[0] = (nt_pmu_word)(chance(c, HALF) ? edge(c) : below(c, 66));
        return;
    }
    uint64_t one = some_of(c, set);
    call->args[0] = (nt_pmu_word)__builtin_ctzll(one);
}

void caller_init(struct caller *c, struct random_hart *h) {
    *c = (struct caller){.random = h->random, .h = h};
}

/* How often of 64 each function is called; what is left is any FID. */
static const uint8_t shares[] = {1, 2, 18, 16, 14, 4, 3, 2, 3};

void caller_draw(struct caller *c, struct call *call) {
    unsigned draw = below(c, 64), fid = 0;
    while (fid < sizeof shares && draw >= shares[fid]) {
        draw -= shares[fid++];
    }
    call->fid = fid < sizeof shares ? fid : (nt_pmu_word)edge(c);
    call->pokes = false;
    for (unsigned i = 0; i < 6; i++) {
        call->args[i] = chance(c, HALF) ? 0 : (nt_pmu_word)edge(c);
    }
    switch (fid) {
    case SBI_EXT_PMU_COUNTER_GET_INFO:
        draw_index(c, call, all_indices(c));
        break;
    case SBI_EXT_PMU_COUNTER_CFG_MATCH:
        draw_match(c, call);
        break;
    case SBI_EXT_PMU_COUNTER_START:
        draw_start(c, call);
        break;
    case SBI_EXT_PMU_COUNTER_STOP:
        draw_stop(c, call);
        break;
    case SBI_EXT_PMU_COUNTER_FW_READ:
    case SBI_EXT_PMU_COUNTER_FW_READ_HI:
        draw_index(c, call,
                   c->h->fw_first >= 64 ? 0 : c->configured >> c->h->fw_first << c->h->fw_first);
        break;
    case SBI_EXT_PMU_SNAPSHOT_SET_SHMEM:
        draw_set_shmem(c, call);
        break;
    case SBI_EXT_PMU_EVENT_GET_INFO:
        draw_event_info(c, call);
        break;
    default:
        break;
    }
}

static uint64_t set_of(const nt_pmu_word args[2]) {
    return args[0] >= 64 ? 0 : (uint64_t)args[1] << args[0];
}

void caller_learn(struct caller *c, const struct call *call, struct nt_pmu_ret answer) {
    bool success = answer.error == SBI_SUCCESS;
    if (call->fid == SBI_EXT_PMU_COUNTER_CFG_MATCH && success) {
        uint64_t one = UINT64_C(1) << (answer.value & 63);
        c->configured |= one;
        c->running |= (call->args[2] & SBI_PMU_CFG_FLAG_AUTO_START) != 0 ? one : 0;
    }
    if (call->fid == SBI_EXT_PMU_COUNTER_START &&
        (success || answer.error == (nt_pmu_word)SBI_ERR_ALREADY_STARTED)) {
        c->running |= set_of(call->args);
    }
    if (call->fid == SBI_EXT_PMU_COUNTER_STOP &&
        (success || answer.error == (nt_pmu_word)SBI_ERR_ALREADY_STOPPED)) {
        c->running &= ~set_of(call->args);
        if ((call->args[2] & SBI_PMU_STOP_FLAG_RESET) != 0) {
            c->configured &= ~set_of(call->args);
        }
    }
}
