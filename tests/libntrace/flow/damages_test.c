/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of the generator and of a real boot, damaged in every way: no crash, no hang, no growth
   in memory, and behind the damage all is exact from the first synchronizing message on that the
   damage left alone.

   With all 100,000 damages, as `make nightly` and `make damage` have them, writes how soon damage
   is noticed to build/damage.md (docs/damage.md). NTRACE_DAMAGES=FIRST-LAST: others. */
#include "libntrace/program/image.h"
#include "tests/libntrace/flow/damage_table.h"
#include "tests/libntrace/flow/generator_check.h"
#include "tests/libntrace/flow/generator_stream.h"
#include "tests/sample.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* MOST_SECONDS: for one stream, which may walk 2^29 blocks, the decoder's budget. */
#ifdef __SANITIZE_ADDRESS__
enum { ALL = 5000, BY_DAY = 2000, FLOOD = 16, FLOOD_BY_DAY = 16, MOST_SECONDS = 200, ASAN = 1 };
#else
enum {
    ALL = 100000,
    BY_DAY = 20000,
    FLOOD = 1024,
    FLOOD_BY_DAY = 128,
    MOST_SECONDS = 30,
    ASAN = 0
};
#endif

enum {
    PER_STREAM = 10,      /* damages of one stream, or part of one */
    INSTRUCTIONS = 800,   /* of a random stream */
    BOOT_INTERVALS = 5,   /* of a boot's stream that are looked at at once */
    BOOT_BYTES = 1 << 24, /* of a boot's stream, at most */
};

/* ---- a real boot ---- */

typedef struct boot_stream {
    uint8_t *bytes;
    size_t size;
    size_t *syncs; /* where synchronizing messages begin */
    size_t sync_count;
    nt_flow_options options;
} boot_stream;

typedef struct boot {
    nt_image *image;
    boot_stream mode[DAMAGE_MODES];
} boot;

/* A synchronizing message each 64 messages. */
static const char *const boot_settings[DAMAGE_MODES] = {
    [DAMAGE_BTM] = "--set trTeInstMode=3 --limit 400000",
    [DAMAGE_HTM] = "--set trTeInstMode=6 --limit 4000000",
    [DAMAGE_HTM_RETURNS] = "--set trTeInstMode=6 --set trTeInstEnImplicitReturn=1 "
                           "--set trTeInstImplicitReturnMode=3 --limit 8000000",
};

static int note_sync(void *context, const nt_flow_event *event) {
    boot_stream *s = context;
    if (event->kind == NT_FLOW_SYNC) {
        s->syncs[s->sync_count++] = event->offset;
    }
    return event->kind == NT_FLOW_FAULT;
}

static void encode_boot(boot *b, damage_mode mode) {
    boot_stream *s = &b->mode[mode];
    char command[512];
    (void)snprintf(command, sizeof command,
                   "build/ntrace encode tests/data/boot.ntr -o - --set trTeInstSyncMode=1 "
                   "--set trTeInstSyncMax=2 %s 2>/dev/null",
                   boot_settings[mode]);
    FILE *pipe = popen(command, "r"); /* NOLINT(cert-env33-c): this file's own command */
    assert_non_null(pipe);
    s->bytes = malloc(BOOT_BYTES);
    s->syncs = malloc(BOOT_BYTES);
    assert_true(s->bytes != NULL && s->syncs != NULL);
    s->size = fread(s->bytes, 1, BOOT_BYTES, pipe);
    assert_int_equal(pclose(pipe), 0);
    s->options = (nt_flow_options){.implicit_returns = mode == DAMAGE_HTM_RETURNS};
    nt_flow *flow = nt_flow_new(nt_image_code(b->image), &s->options, note_sync, s);
    assert_int_equal(nt_flow_bytes(flow, s->bytes, s->size), 0);
    nt_flow_free(flow);
    assert_true(s->sync_count > BOOT_INTERVALS + 1);
}

static boot *boot_new(void) {
    boot *b = calloc(1, sizeof *b);
    nt_error error = {0};
    assert_non_null(b);
    if (nt_image_load(&b->image, "tests/data/boot.ntr", 0, &error) != 0) {
        fail_msg("%s", error.text);
    }
    for (unsigned mode = 0; mode < DAMAGE_MODES; mode++) {
        encode_boot(b, (damage_mode)mode);
    }
    return b;
}

static void boot_free(boot *b) {
    for (unsigned mode = 0; mode < DAMAGE_MODES; mode++) {
        free(b->mode[mode].bytes);
        free(b->mode[mode].syncs);
    }
    nt_image_free(b->image);
    free(b);
}

/* ---- what is damaged ---- */

typedef struct workshop {
    gen_stream *stream;
    gen_code code;
    boot *boot;
    damage_subject subject;
    damaged damaged;
    damage_table random;
    damage_table real;
} workshop;

/* Some intervals of the boot, at random. */
static damage_mode take_boot(workshop *w, nt_random *random) {
    damage_mode mode = (damage_mode)nt_random_below(random, DAMAGE_MODES);
    const boot_stream *b = &w->boot->mode[mode];
    size_t i = nt_random_below(random, (uint32_t)(b->sync_count - BOOT_INTERVALS - 1));
    w->subject.bytes = b->bytes + b->syncs[i];
    w->subject.size = b->syncs[i + BOOT_INTERVALS] - b->syncs[i];
    w->subject.code = nt_image_code(w->boot->image);
    w->subject.options = b->options;
    return mode;
}

/* A random stream whose code stays as it is: damage loses count of instructions. */
static damage_mode take_random(workshop *w, uint64_t seed) {
    const generator *g = w->stream->source[0];
    do {
        gen_stream_make(w->stream, seed, INSTRUCTIONS, false);
        seed += UINT64_C(1) << 32;
    } while (g->changes);
    w->code = gen_code_of(g);
    w->subject.bytes = w->stream->bytes;
    w->subject.size = w->stream->size;
    w->subject.code = gen_code_callbacks(&w->code);
    w->subject.options = g->options;
    return g->btm ? DAMAGE_BTM : g->options.implicit_returns ? DAMAGE_HTM_RETURNS : DAMAGE_HTM;
}

static double seconds(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static size_t memory(void) {
    return ASAN ? 0 : mallinfo2().uordblks + mallinfo2().hblkhd;
}

static void damage_and_judge(workshop *w, damage_table *table, damage_mode mode, uint64_t seed) {
    nt_random random;
    nt_random_seed(&random, seed);
    damage_kind kind = (damage_kind)(seed % DAMAGE_KINDS);
    judgement j;
    damage_make(&w->damaged, w->subject.bytes, w->subject.size, &random, kind);
    size_t before = memory();
    double start = seconds();
    damage_outcome outcome = damage_judge(&j, &w->subject, &w->damaged);
    double took = seconds() - start;
    if (memory() != before) { /* the image learns code that it was never asked for: once */
        before = memory();
        (void)damage_judge(&j, &w->subject, &w->damaged);
    }
    if (j.failure[0] != '\0' || took > MOST_SECONDS || memory() != before) {
        fail_msg(
            "damage %llu (replay: NTRACE_DAMAGES=%llu-%llu), %s at byte %zu of %zu: %s; %.1f s, "
            "memory %zu, then %zu",
            (unsigned long long)seed, (unsigned long long)seed, (unsigned long long)seed,
            damage_names[kind], w->damaged.first, w->subject.size, j.failure, took, before,
            memory());
    }
    table->count[mode][kind][outcome]++;
    table->marked[mode][kind] += j.faulted && j.marked;
    table->unmarked[mode][kind] += j.faulted && j.wrong && !j.marked;
}

static void seeds(uint64_t *first, uint64_t *last) {
    const char *range = getenv("NTRACE_DAMAGES");
    unsigned long long from = 1;
    unsigned long long to = is_nightly() ? ALL : BY_DAY;
    if (range != NULL && sscanf(range, "%llu-%llu", &from, &to) != 2) {
        fail_msg("NTRACE_DAMAGES is FIRST-LAST");
    }
    *first = from;
    *last = to;
}

static void write_tables(const workshop *w) {
    char name[64];
    (void)snprintf(name, sizeof name, "build/damage.md.%d", (int)getpid());
    FILE *out = fopen(name, "w");
    assert_non_null(out);
    damage_print(&w->real, "A boot", out);
    damage_print(&w->random, "Random streams", out);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(rename(name, "build/damage.md"), 0);
}

static void behind_any_damage_the_next_synchronizing_message_makes_all_exact_again(void **state) {
    (void)state;
    workshop *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->stream = gen_stream_new();
    w->boot = boot_new();
    uint64_t seed;
    uint64_t last;
    seeds(&seed, &last);
    bool all = seed == 1 && last == ALL && ASAN == 0;
    uint64_t made = 0; /* the stream at hand is of the damages of this number */
    damage_mode mode = DAMAGE_BTM;
    for (; seed <= last; seed++) {
        uint64_t number = seed / PER_STREAM + 1;
        bool real = number % 2 != 0;
        if (number != made) {
            nt_random random;
            nt_random_seed(&random, number);
            mode = real ? take_boot(w, &random) : take_random(w, number);
            made = number;
            if (!damage_prepare(&w->subject)) {
                fail_msg("stream %llu is not sound", (unsigned long long)number);
            }
        }
        damage_and_judge(w, real ? &w->real : &w->random, mode, seed);
    }
    if (all) {
        write_tables(w);
    }
    boot_free(w->boot);
    gen_stream_free(w->stream);
    free(w);
}

/* ---- a flood of nonsense ---- */

static int count_event(void *context, const nt_flow_event *event) {
    (void)event;
    (*(uint64_t *)context)++;
    return 0;
}

static long resident(void) {
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

static void
a_flood_of_nonsense_is_over_soon_without_memory_and_the_stream_behind_decodes(void **state) {
    (void)state;
    enum { MEBIBYTE = 1 << 20 };
    const unsigned mebibytes = is_nightly() ? FLOOD : FLOOD_BY_DAY;
    const struct {
        uint8_t fill;
        unsigned mebibytes;
    } floods[] = {
        {0xff, mebibytes},      /* idle */
        {0x00, mebibytes},      /* a message without end */
        {0x02, mebibytes},      /* a framing error each byte */
        {0x01, mebibytes / 16}, /* one, and what it broke has no end */
        {0x03, mebibytes / 16}, /* each byte ends what is none */
    };
    damage_subject *s = calloc(1, sizeof *s);
    uint8_t *bytes = malloc(MEBIBYTE);
    gen_stream *stream = gen_stream_new();
    assert_true(s != NULL && bytes != NULL);
    gen_stream_make(stream, 1, INSTRUCTIONS, true);
    const generator *g = stream->source[0];
    *s = (damage_subject){.bytes = g->bytes,
                          .size = g->size,
                          .code = nt_image_code(g->code.image),
                          .options = g->options};
    assert_true(damage_prepare(s));
    for (size_t i = 0; i < sizeof floods / sizeof floods[0]; i++) {
        uint64_t events = 0;
        memset(bytes, floods[i].fill, MEBIBYTE);
        nt_flow *flow = nt_flow_new(s->code, &s->options, count_event, &events);
        size_t before = memory();
        long peak = resident();
        double start = seconds();
        for (unsigned piece = 0; piece < floods[i].mebibytes; piece++) {
            assert_int_equal(nt_flow_bytes(flow, bytes, MEBIBYTE), 0);
        }
        assert_true(seconds() - start < 60);
        assert_true(resident() - peak < 4096); /* KiB */
        assert_int_equal(memory(), before);
        assert_int_equal(nt_flow_get_counts(flow)->bytes, (uint64_t)floods[i].mebibytes * MEBIBYTE);
        assert_true(events <= 2); /* a fault, and that it is one */
        events = 0;
        bytes[0] = 0x03; /* ends what the nonsense began */
        assert_int_equal(nt_flow_bytes(flow, bytes, 1), 0);
        assert_int_equal(nt_flow_bytes(flow, g->bytes, g->size), 0);
        assert_true(events >= s->event_count);
        nt_flow_free(flow);
    }
    gen_stream_free(stream);
    free(bytes);
    free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(behind_any_damage_the_next_synchronizing_message_makes_all_exact_again),
        cmocka_unit_test(
            a_flood_of_nonsense_is_over_soon_without_memory_and_the_stream_behind_decodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
