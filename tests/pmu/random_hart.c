/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/pmu/random_hart.h"

#include <string.h>

enum { ALL_PAGES_WRITABLE = 0xaa, TICK_ROOM = 24 };

static struct random_hart *of(void *context) {
    return context;
}

static bool runs(const struct random_hart *h, unsigned n) {
    return (h->platform.counters & ~h->array.mcountinhibit) >> n & 1;
}

/* What a snapshot saves of mcycle or minstret that runs on, from boot, depends on the moment. */
static bool may_pass(const struct random_hart *h, unsigned n) {
    return h->may != MEMORY_WRITE || n >= 3 || (h->hart.configured.word[0] >> n & 1) != 0;
}

/* A few counts of each counter that runs and is far from its end. */
static void pass_time(struct random_hart *h) {
    for (unsigned n = 0; n < 32; n++) {
        uint64_t room = ~h->array.counter[n] << (64 - random_hart_width(h, n));
        if (runs(h, n) && may_pass(h, n) &&
            room >> (64 - random_hart_width(h, n)) >> TICK_ROOM != 0) {
            unsigned number = nt_random_below(h->random, 4);
            nt_array_count(&h->array, n, number);
            *((h->ran & ~h->stopped) >> n & 1 ? &h->passed[n] : &h->later[n]) += number;
        }
    }
}

static nt_pmu_word csr_read(void *context, unsigned csr) {
    if (of(context)->time_passes) {
        pass_time(context);
    }
    return nt_array_ops.csr_read(context, csr);
}

/* A counter that runs loses what it counts, or its overflow, where the library writes its value or
   its mhpmevent: all of that comes before it is released, or after it is stopped. */
static bool is_of_running(const struct random_hart *h, unsigned csr) {
    unsigned page = csr & ~31u;
    bool of_counter =
        page == 0xB00 || page == 0xB80 || ((page == 0x320 || page == 0x720) && (csr & 31) >= 3);
    return of_counter && runs(h, csr & 31);
}

static void csr_write(void *context, unsigned csr, nt_pmu_word value) {
    of(context)->misuse += is_of_running(context, csr);
    if (of(context)->time_passes) {
        pass_time(context);
    }
    nt_array_ops.csr_write(context, csr, value);
    of(context)->stopped |= of(context)->array.mcountinhibit;
}

/* What the library is not to ask for: reserved events, and what needs no map. */
static bool is_asked_wrongly(const struct random_hart *h, uint32_t event_idx, uint64_t event_data,
                             unsigned counter) {
    unsigned code = event_idx & 0xffff;
    unsigned raw_bits = NT_PMU_XLEN == 32 && !h->platform.sscofpmf ? 32 : 56;
    bool is_firmware = counter >= h->fw_first;
    if (!random_hart_has(h, counter) || (!is_firmware && counter < 3) ||
        is_firmware != (event_idx >> 16 == SBI_PMU_EVENT_TYPE_FW)) {
        return true;
    }
    switch (event_idx >> 16) {
    case SBI_PMU_EVENT_TYPE_HW:
        return code == 0 || code > SBI_PMU_HW_REF_CPU_CYCLES || event_data != 0;
    case SBI_PMU_EVENT_TYPE_CACHE:
        return code >> 3 > SBI_PMU_HW_CACHE_NODE || (code >> 1 & 3) == 3 || event_data != 0;
    case SBI_PMU_EVENT_TYPE_RAW:
        return code != 0 || event_data >> (raw_bits == 32 ? 32 : 48) != 0;
    case SBI_PMU_EVENT_TYPE_RAW_V2:
        return code != 0 || event_data >> raw_bits != 0;
    case SBI_PMU_EVENT_TYPE_FW:
        return code < SBI_PMU_FW_IMPLEMENTATION || (code != SBI_PMU_FW_PLATFORM && event_data != 0);
    default:
        return true;
    }
}

/* Any map will do that tests/pmu/replay.py has too. */
static bool event(void *context, uint32_t event_idx, uint64_t event_data, unsigned counter,
                  uint64_t *mhpmevent) {
    struct random_hart *h = context;
    unsigned type = event_idx >> 16;
    bool is_raw = type == SBI_PMU_EVENT_TYPE_RAW || type == SBI_PMU_EVENT_TYPE_RAW_V2;
    h->misuse += is_asked_wrongly(h, event_idx, event_data, counter);
    *mhpmevent = (is_raw ? event_data : event_idx) + (h->salt << 40);
    uint64_t sum = (event_data & 0xffff) + (event_data >> 32) + event_idx + UINT64_C(3) * counter;
    return h->salt == 0 || (sum + h->salt) % (h->salt % 5 + 2) != 0;
}

static void *memory(void *context, uint64_t address, uint64_t size, bool writes) {
    struct random_hart *h = context;
    uint64_t offset = address - h->base;
    uint64_t all = NT_ARRAY_PAGES * NT_ARRAY_PAGE;
    h->misuse += size == 0 || h->may == MEMORY_NO || (writes && h->may == MEMORY_READ);
    if (size == 0 || address < h->base || offset >= all || size > all - offset) {
        return NULL;
    }
    uint64_t last = (offset + size - 1) / NT_ARRAY_PAGE;
    for (uint64_t page = offset / NT_ARRAY_PAGE; page <= last; page++) {
        if ((h->pages >> 2 * page & 3) < (writes ? PAGE_WRITABLE : PAGE_READ_ONLY)) {
            return NULL;
        }
    }
    return (unsigned char *)h->array.page + offset;
}

static struct own_counter *own(struct random_hart *h, unsigned counter, bool runs_now) {
    if (counter < h->fw_first || counter >= h->indices) {
        h->misuse++;
        return &h->own[0];
    }
    h->misuse += h->own[counter - h->fw_first].runs != runs_now;
    return &h->own[counter - h->fw_first];
}

static void fw_start(void *context, unsigned counter, uint64_t event_data, uint64_t value) {
    *own(context, counter, false) = (struct own_counter){true, event_data, value};
}

static void fw_stop(void *context, unsigned counter) {
    own(context, counter, true)->runs = false;
}

static uint64_t fw_read(void *context, unsigned counter) {
    return own(context, counter, true)->value;
}

bool random_hart_has(const struct random_hart *h, unsigned index) {
    return index < h->indices && (index >= h->fw_first || (h->platform.counters >> index & 1) != 0);
}

unsigned random_hart_width(const struct random_hart *h, unsigned counter) {
    return counter < 3 ? 64 : h->platform.width;
}

static uint32_t draw_counters(nt_random *random) {
    uint64_t half = nt_random_next(random);
    uint32_t sparse = (uint32_t)(half & nt_random_next(random)) & ~2u;
    static const uint32_t fixed[] = {5, 1, 4};
    switch (nt_random_below(random, 8)) {
    case 0:
        return nt_array_platform.counters;
    case 1:
        return ~2u; /* all */
    case 2:
        return fixed[nt_random_below(random, 3)];
    case 3:
        return 0;
    case 4:
        return sparse & ~5u;
    case 5:
        return sparse | UINT32_C(1) << 31;
    case 6:
        return (uint32_t)(nt_random_next(random) & 0xfff) & ~2u;
    default:
        return sparse;
    }
}

static uint8_t draw_width(nt_random *random) {
    static const uint8_t usual[] = {64, 64, 48, 40, 63, 33, 32, 31, 16, 8, 2, 1};
    unsigned chosen = nt_random_below(random, 16);
    return chosen < sizeof usual ? usual[chosen] : (uint8_t)nt_random_between(random, 1, 64);
}

static uint8_t draw_fw_counters(nt_random *random) {
    switch (nt_random_below(random, 6)) {
    case 0:
        return 0;
    case 1:
        return NT_PMU_FW_MAX;
    default:
        return (uint8_t)nt_random_between(random, 1, NT_PMU_FW_MAX);
    }
}

void random_hart_init(struct random_hart *h, nt_random *random) {
    static const uint64_t bases[] = {NT_ARRAY_BASE, NT_ARRAY_BASE, 0, 0x3ffffc000,
                                     -(uint64_t)NT_ARRAY_PAGES * NT_ARRAY_PAGE};
    memset(h, 0, sizeof *h);
    h->random = random;
    h->counts_itself = nt_random_chance(random, 80);
    h->ops = (struct nt_pmu_ops){.csr_read = csr_read, .csr_write = csr_write, .event = event};
    h->ops.memory = nt_random_chance(random, 224) ? memory : NULL;
    if (h->counts_itself) {
        h->ops.fw_start = fw_start;
        h->ops.fw_stop = fw_stop;
        h->ops.fw_read = fw_read;
    }
    h->platform = (struct nt_pmu_platform){
        .ops = &h->ops,
        .counters = draw_counters(random),
        .width = draw_width(random),
        .fw_counters = draw_fw_counters(random),
        .sscofpmf = nt_random_chance(random, 180),
        .stops_fixed = nt_random_chance(random, 64),
        .counts_m = nt_random_chance(random, 64),
    };
    while (h->fw_first < 32 && h->platform.counters >> h->fw_first != 0) {
        h->fw_first++;
    }
    h->indices = h->fw_first + h->platform.fw_counters;
    h->base = bases[nt_random_below(random, sizeof bases / sizeof *bases)];
    h->salt = nt_random_chance(random, 64) ? 0 : nt_random_next(random) >> 40;
    h->pages = ALL_PAGES_WRITABLE;
    h->first = nt_random_next(random);
    nt_array_init(&h->array, &h->platform, h->first);
    h->array.others = nt_random_chance(random, 128)
                          ? 0
                          : (uint32_t)nt_random_next(random) & ~h->platform.counters & ~2u;
    h->array.mcountinhibit = (uint32_t)nt_random_next(random) & h->array.others;
    h->array.mcounteren = (uint32_t)nt_random_next(random) & h->array.others;
}

void random_hart_begin(struct random_hart *h, bool time_passes, int may) {
    h->time_passes = time_passes;
    h->may = may;
    h->ran = h->platform.counters & ~h->array.mcountinhibit;
    h->stopped = 0;
    memset(h->passed, 0, sizeof h->passed);
    memset(h->later, 0, sizeof h->later);
}

void random_hart_platform_event(struct random_hart *h, uint64_t event_data, unsigned number) {
    for (unsigned i = 0; h->counts_itself && i < NT_PMU_FW_MAX; i++) {
        h->own[i].value += h->own[i].runs && h->own[i].event_data == event_data ? number : 0;
    }
    for (unsigned i = 0; !h->counts_itself && i < number; i++) {
        nt_pmu_fw_platform_event(&h->hart, event_data);
    }
}

void random_hart_lose(struct random_hart *h, bool stopped) {
    for (unsigned n = 0; n < 32; n++) {
        h->array.counter[n] = random_hart_has(h, n) && n < h->fw_first ? 1 : 0;
        h->array.event[n] = 0;
    }
    h->array.mcountinhibit =
        (h->array.mcountinhibit & h->array.others) | (stopped ? h->platform.counters : 0);
    h->array.mcounteren &= h->array.others;
}
