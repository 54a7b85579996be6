/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random calls of the SBI PMU library, on harts that are drawn too, and what else happens to these:
 * counting, firmware events, LCOFIP served, memory that changes, suspends. Their log goes to a file
 * that tests/pmu/replay.py judges. What cannot be done: exit status 2, and why on standard error.
 *
 *   random_calls --seed S --calls N [--platform K] [-o FILE]
 *
 * --platform K: of all harts only that with this number, from 0 on.
 */
#include "tests/pmu/random_draw.h"
#include "tests/pmu/random_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { STATE_EVERY = 512, PLATFORM_LEAST = 100, PLATFORM_MOST = 1500, LCOFIP = 13 };

struct options {
    uint64_t seed;
    uint64_t calls;
    uint64_t platform;
    bool one_platform;
    const char *output;
};

struct run {
    nt_random random;
    struct random_hart h;
    struct caller caller;
    struct random_log log;
};

static bool chance(struct run *r, unsigned of_256) {
    return nt_random_chance(&r->random, of_256);
}

static uint32_t below(struct run *r, uint32_t bound) {
    return nt_random_below(&r->random, bound);
}

/* Counts that came within a call. Returns whether there were any. */
static bool write_passed(struct run *r, const uint64_t counts[32]) {
    bool any = false;
    for (uint64_t n = 0; n < 32; n++) {
        if (counts[n] != 0) {
            uint64_t words[] = {n, counts[n]};
            random_log_write(&r->log, &r->h, LOG_PASSED, words, 2, false);
            any = true;
        }
    }
    return any;
}

/* Writes what the library did, the time that passed within it around it. */
static void write_done(struct run *r, enum log_kind kind, const uint64_t *words, unsigned number) {
    uint64_t later = 0;
    for (unsigned n = 0; n < 32; n++) {
        later |= r->h.later[n];
    }
    (void)write_passed(r, r->h.passed);
    random_log_write(&r->log, &r->h, kind, words, number, later == 0);
    if (write_passed(r, r->h.later)) {
        random_log_write(&r->log, &r->h, LOG_CHECK, NULL, 0, true);
    }
}

static int may(const struct call *call) {
    bool by_area = (call->args[2] & 2) != 0;
    switch (call->fid) {
    case SBI_EXT_PMU_COUNTER_START:
        return by_area ? MEMORY_READ : MEMORY_NO;
    case SBI_EXT_PMU_COUNTER_STOP:
        return by_area ? MEMORY_WRITE : MEMORY_NO;
    case SBI_EXT_PMU_SNAPSHOT_SET_SHMEM:
    case SBI_EXT_PMU_EVENT_GET_INFO:
        return MEMORY_WRITE;
    default:
        return MEMORY_NO;
    }
}

static void make_call(struct run *r) {
    struct call call;
    caller_draw(&r->caller, &call);
    if (call.pokes) {
        random_log_write(&r->log, &r->h, LOG_POKE, NULL, 0, true);
    }
    random_hart_begin(&r->h, chance(r, 32), may(&call));
    struct nt_pmu_ret answer = nt_pmu_call(&r->h.hart, call.fid, call.args);
    caller_learn(&r->caller, &call, answer);
    uint64_t words[9] = {call.fid};
    for (unsigned i = 0; i < 6; i++) {
        words[1 + i] = call.args[i];
    }
    words[7] = answer.error;
    words[8] = answer.value;
    write_done(r, LOG_CALL, words, 9);
}

/* Of a set of counters one, if there is one. */
static unsigned pick(struct run *r, uint32_t set) {
    unsigned n = below(r, 32);
    for (unsigned i = 0; i < 32; i++) {
        if ((set >> (n + i) % 32 & 1) != 0) {
            return (n + i) % 32;
        }
    }
    return n;
}

static void count(struct run *r) {
    uint32_t there = r->h.platform.counters;
    unsigned n = pick(r, chance(r, 220) ? there & ~r->h.array.mcountinhibit : there);
    if ((there >> n & 1) == 0) {
        return;
    }
    uint64_t all = UINT64_MAX >> (64 - random_hart_width(&r->h, n));
    uint64_t number = below(r, 8);
    if (chance(r, 96)) { /* to its end, or almost, or beyond */
        number += all - r->h.array.counter[n] - (all - r->h.array.counter[n] > 4 ? 4 : 0);
    } else if (chance(r, 16)) {
        number = nt_random_next(&r->random);
    }
    number &= all;
    nt_array_count(&r->h.array, n, number);
    uint64_t words[] = {n, number};
    random_log_write(&r->log, &r->h, LOG_COUNT, words, 2, true);
}

static void fw_event(struct run *r) {
    uint64_t code = chance(r, 32) ? below(r, 300) : below(r, SBI_PMU_FW_MAX);
    nt_pmu_fw_event(&r->h.hart, (uint32_t)code);
    random_log_write(&r->log, &r->h, LOG_FW_EVENT, &code, 1, true);
}

static void fw_platform_event(struct run *r) {
    uint64_t words[] = {caller_platform_data(&r->caller), 1 + below(r, 3)};
    random_hart_platform_event(&r->h, words[0], (unsigned)words[1]);
    random_log_write(&r->log, &r->h, LOG_FW_PLATFORM, words, 2, true);
}

/* Software serves LCOFIP, or writes anything. */
static void write_mip(struct run *r) {
    r->h.array.mip = chance(r, 200) ? r->h.array.mip & ~(UINT32_C(1) << LCOFIP)
                                    : (uint32_t)nt_random_next(&r->random);
    uint64_t mip = r->h.array.mip;
    random_log_write(&r->log, &r->h, LOG_MIP, &mip, 1, true);
}

static void poke(struct run *r) {
    for (unsigned number = 1 + below(r, 4); number > 0; number--) {
        size_t page = below(r, NT_ARRAY_PAGES);
        size_t word = chance(r, 220) ? below(r, 65) : below(r, NT_ARRAY_PAGE / 8);
        uint64_t value = caller_value(&r->caller);
        memcpy(&r->h.array.page[page][8 * word], &value, sizeof value);
    }
    random_log_write(&r->log, &r->h, LOG_POKE, NULL, 0, true);
}

/* Pages that the supervisor has no more; most often soon again. */
static void change_pages(struct run *r) {
    r->h.pages = 0;
    for (unsigned page = 0; page < NT_ARRAY_PAGES; page++) {
        uint32_t permission = chance(r, 180) ? PAGE_WRITABLE : below(r, 3);
        r->h.pages |= permission << 2 * page;
    }
    uint64_t pages = r->h.pages;
    random_log_write(&r->log, &r->h, LOG_PAGES, &pages, 1, true);
}

static void suspend(struct run *r) {
    struct nt_pmu_saved saved;
    memset(&saved, 0xa5, sizeof saved);
    random_hart_begin(&r->h, chance(r, 64), MEMORY_NO);
    nt_pmu_save(&r->h.hart, &saved);
    write_done(r, LOG_SAVE, NULL, 0);
    bool stopped = chance(r, 128);
    random_hart_lose(&r->h, stopped);
    random_log_write(&r->log, &r->h, LOG_POKE, NULL, 0, true);
    fw_event(r);
    fw_platform_event(r);
    random_hart_begin(&r->h, stopped && chance(r, 64), MEMORY_NO);
    nt_pmu_restore(&r->h.hart, &saved);
    write_done(r, LOG_RESTORE, NULL, 0);
}

/* Firmware counters of RV32 are as if they had counted long: soon the halves of their counts meet.
 */
static void age(struct run *r) {
#if NT_PMU_XLEN == 32
    for (unsigned i = 0; i < NT_PMU_FW_MAX; i++) {
        uint64_t events = ((uint64_t)below(r, 8) << 31) + below(r, 8);
        events -= events > 8 ? 8 : 0;
        r->h.hart.fw[i].low = (uint32_t)events;
        r->h.hart.fw[i].halves = (uint32_t)(events >> 31);
        r->h.hart.fw[i].base -= events;
    }
#else
    (void)r;
#endif
}

static void init(struct run *r) {
    random_hart_begin(&r->h, false, MEMORY_NO);
    memset(&r->h.hart, 0x5a, sizeof r->h.hart);
    memset(r->h.own, 0, sizeof r->h.own);
    nt_pmu_init(&r->h.hart, &r->h.platform, &r->h);
    age(r);
    caller_init(&r->caller, &r->h);
    random_log_write(&r->log, &r->h, LOG_INIT, NULL, 0, true);
}

/* S mode reads a counter, by the number of get_info or another. */
static void user_read(struct run *r) {
    unsigned n = below(r, 32);
    bool upper = NT_PMU_XLEN == 32 && chance(r, 128);
    uint64_t value = r->h.array.counter[n];
    uint64_t words[] = {(upper ? 0xC80 : 0xC00) + n, r->h.array.mcounteren >> n & 1, 0};
    words[2] = words[1] == 0 ? 0 : upper ? value >> 32 : (nt_pmu_word)value;
    random_log_write(&r->log, &r->h, LOG_READ, words, 3, true);
}

static const struct {
    unsigned share; /* of 1024 */
    void (*happen)(struct run *);
} events[] = {
    {250, count},    {60, fw_event}, {40, fw_platform_event},
    {40, write_mip}, {40, poke},     {4, change_pages},
    {6, suspend},    {1, init},      {16, user_read},
};

/* Anything but a call; what is left of 1024 is one. Returns whether it was a call. */
static bool step(struct run *r) {
    unsigned draw = below(r, 1024);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        if (draw < events[i].share) {
            events[i].happen(r);
            return false;
        }
        draw -= events[i].share;
    }
    make_call(r);
    return true;
}

/* As many calls as the platform draws, `most` at most. Returns their number. */
static uint64_t run_platform(struct run *r, uint64_t seed, uint64_t number, uint64_t most) {
    nt_random_seed(&r->random, seed * UINT64_C(0x100000001b3) + number);
    random_hart_init(&r->h, &r->random);
    random_log_platform(&r->log, &r->h);
    init(r);
    uint64_t wanted = nt_random_between(&r->random, PLATFORM_LEAST, PLATFORM_MOST), calls = 0;
    uint64_t first = r->log.records;
    while (calls < wanted && calls < most) {
        calls += step(r);
        if ((r->log.records - first) % STATE_EVERY == 0) {
            random_log_state(&r->log, &r->h);
        }
    }
    random_log_state(&r->log, &r->h);
    return calls;
}

static void run_all(struct run *r, const struct options *options) {
    if (options->one_platform) {
        run_platform(r, options->seed, options->platform, options->calls);
        return;
    }
    for (uint64_t number = 0, left = options->calls; left > 0; number++) {
        left -= run_platform(r, options->seed, number, left);
    }
}

_Noreturn static void fail(const char *what, const char *why) {
    fprintf(stderr, "random_calls: %s: %s\n", what, why);
    exit(2);
}

static uint64_t number_of(const char *name, const char *text) {
    char *end = NULL;
    errno = 0;
    uint64_t value = text == NULL ? 0 : strtoull(text, &end, 10);
    if (text == NULL || *text < '0' || *text > '9' || *end != '\0' || errno != 0) {
        fail(name, text == NULL ? "needs a number" : "not a number");
    }
    return value;
}

static struct options take_options(char **argument) {
    struct options options = {.seed = 1, .calls = 1000};
    for (; *argument != NULL; argument += 2) {
        if (strcmp(*argument, "--seed") == 0) {
            options.seed = number_of(*argument, argument[1]);
        } else if (strcmp(*argument, "--calls") == 0) {
            options.calls = number_of(*argument, argument[1]);
        } else if (strcmp(*argument, "--platform") == 0) {
            options.platform = number_of(*argument, argument[1]);
            options.one_platform = true;
        } else if (strcmp(*argument, "-o") == 0 && argument[1] != NULL) {
            options.output = argument[1];
        } else {
            fail(*argument, "no such option, or nothing after it");
        }
    }
    return options;
}

int main(int argc, char **argv) {
    struct options options = take_options(argv + (argc > 0));
    struct run *r = calloc(1, sizeof *r);
    if (r == NULL) {
        fail("memory", strerror(errno));
    }
    r->log.file = options.output == NULL ? stdout : fopen(options.output, "wb");
    if (r->log.file == NULL) {
        fail(options.output, strerror(errno));
    }
    setvbuf(r->log.file, NULL, _IOFBF, 1 << 20);
    run_all(r, &options);
    random_log_end(&r->log);
    if (fclose(r->log.file) != 0) {
        fail("the log", strerror(errno));
    }
    free(r);
    return 0;
}
