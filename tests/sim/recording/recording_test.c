/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings: what was written is read again; whatever is done to the bytes is noticed. */
#include "libntrace/program/reader.h"
#include "libntrace/program/writer.h"
#include "sim/util/random.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cmocka.h>

static char directory[] = "/tmp/ntrace-recording-XXXXXX";

static const char *in_directory(const char *name) {
    static char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static int make_directory(void **state) {
    (void)state;
    return mkdtemp(directory) == NULL;
}

static int remove_directory(void **state) {
    (void)state;
    return rmdir(directory);
}

static const nt_recording_header header64 = {.xlen = 64, .harts = 3, .source = "a test"};
static const nt_recording_header header32 = {.xlen = 32, .harts = 1, .source = ""};
enum { ALL_PARTS = (1 << NT_ACCESSES) - 1, LONGEST = 8192 };
static const nt_recording_header parts64 = {
    .xlen = 64, .harts = 3, .parts = ALL_PARTS, .source = "a test"};
static const nt_recording_header parts32 = {
    .xlen = 32, .harts = 2, .parts = ALL_PARTS, .source = ""};
static const nt_recording_header unknowns64 = {.size = sizeof unknowns64,
                                               .xlen = 64,
                                               .harts = 3,
                                               .parts = ALL_PARTS,
                                               .source = "a test",
                                               .unknowns = true};

/* Files in memory. */

typedef struct bytes {
    uint8_t data[1 << 16];
    size_t size;
} bytes;

static void read_file(const char *path, bytes *b) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    b->size = fread(b->data, 1, sizeof b->data, file);
    assert_true(b->size < sizeof b->data);
    (void)fclose(file);
}

static const char *write_file(const char *name, const void *data, size_t size) {
    const char *path = in_directory(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    return path;
}

/* Event lists. */

typedef struct events {
    nt_event list[4000];
    uint8_t code[4000][64]; /* the bytes of code events, and of values in accesses */
    size_t count;
} events;

static void copy_event(events *e, const nt_event *event) {
    assert_true(e->count < sizeof e->list / sizeof e->list[0]);
    nt_event *copy = &e->list[e->count];
    *copy = *event;
    if (event->kind == NT_EVENT_CODE) {
        assert_true(event->code.size <= sizeof e->code[0]);
        memcpy(e->code[e->count], event->code.bytes, event->code.size);
        copy->code.bytes = e->code[e->count];
    } else if (event->kind == NT_EVENT_ACCESS && event->access.bytes != NULL) {
        assert_true(event->access.size <= sizeof e->code[0]);
        memcpy(e->code[e->count], event->access.bytes, event->access.size);
        copy->access.bytes = e->code[e->count];
    }
    e->count++;
}

static bool same_insn(const nt_insn *a, const nt_insn *b) {
    return a->size == b->size && a->class_ == b->class_ && a->target == b->target;
}

static bool same_access(const nt_access *a, const nt_access *b) {
    return a->kind == b->kind && a->number == b->number && a->size == b->size &&
           a->has_value == b->has_value && a->has_physical == b->has_physical &&
           a->address_unknown == b->address_unknown && a->address == b->address &&
           a->physical == b->physical && a->value == b->value &&
           (a->bytes != NULL) == (b->bytes != NULL) &&
           (a->bytes == NULL || memcmp(a->bytes, b->bytes, a->size) == 0);
}

static bool same_event(const nt_event *a, const nt_event *b) {
    if (a->kind != b->kind || a->hart != b->hart) {
        return false;
    }
    switch (a->kind) {
    case NT_EVENT_RUN:
        return a->run.pc == b->run.pc && a->run.instructions == b->run.instructions &&
               a->run.halfwords == b->run.halfwords;
    case NT_EVENT_TRAP:
        return a->trap.interrupt == b->trap.interrupt && a->trap.cause == b->trap.cause &&
               a->trap.epc == b->trap.epc && a->trap.tval == b->trap.tval &&
               a->trap.cause_unknown == b->trap.cause_unknown &&
               a->trap.tval_unknown == b->trap.tval_unknown;
    case NT_EVENT_MODE:
        return a->mode.priv == b->mode.priv && a->mode.context == b->mode.context;
    case NT_EVENT_CODE:
        return a->code.address == b->code.address && a->code.size == b->code.size &&
               memcmp(a->code.bytes, b->code.bytes, a->code.size) == 0;
    case NT_EVENT_INSN:
        return a->insn.pc == b->insn.pc && same_insn(&a->insn.insn, &b->insn.insn);
    case NT_EVENT_ACCESS:
        return same_access(&a->access, &b->access);
    }
    return false;
}

static int write_events(const char *path, const nt_recording_header *header, const events *e,
                        nt_error *error) {
    nt_writer *writer;
    if (nt_writer_open(&writer, path, header, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < e->count; i++) {
        if (nt_writer_event(writer, &e->list[i], error) != 0) {
            nt_writer_abort(writer);
            return -1;
        }
    }
    return nt_writer_commit(writer, error);
}

/* All events of a recording; -1 with the error where it cannot be read to its end. */
static int read_events(const char *path, events *e, nt_error *error) {
    nt_reader *reader;
    nt_event event;
    int result;
    e->count = 0;
    if (nt_reader_open(&reader, path, error) != 0) {
        return -1;
    }
    while ((result = nt_reader_next(reader, &event, error)) > 0) {
        copy_event(e, &event);
    }
    if (result == 0) {
        assert_int_equal(nt_reader_next(reader, &event, error), 0);
    }
    nt_reader_close(reader);
    return result;
}

static void assert_same_events(const events *expected, const events *got) {
    for (size_t i = 0; i < expected->count && i < got->count; i++) {
        if (!same_event(&expected->list[i], &got->list[i])) {
            fail_msg("event %zu of %zu differs, kind %d", i, expected->count,
                     expected->list[i].kind);
        }
    }
    assert_int_equal(got->count, expected->count);
}

static events *new_events(void) {
    events *e = calloc(1, sizeof *e);
    assert_non_null(e);
    return e;
}

static void check_round_trip(const nt_recording_header *header, const events *e) {
    nt_error error = {0};
    events *got = new_events();
    const char *path = in_directory("round.ntr");
    if (write_events(path, header, e, &error) != 0 || read_events(path, got, &error) != 0) {
        fail_msg("%s", error.text);
    }
    assert_same_events(e, got);
    free(got);
    assert_int_equal(unlink(path), 0);
}

/* One of each kind, with the least and the greatest values. */

static const uint8_t some_code[] = {0x13, 0x05, 0x00, 0x00, 0x82, 0x80};

#define RUN(h, p, i, s)                                                                            \
    {                                                                                              \
        .kind = NT_EVENT_RUN, .hart = (h), .run = {(p), (i), (s) }                                 \
    }
#define TRAP(h, i, c, e)                                                                           \
    {                                                                                              \
        .kind = NT_EVENT_TRAP, .hart = (h), .trap = {(i), (c), (e), (c) / 3 }                      \
    }
#define MODE(h, p, c)                                                                              \
    {                                                                                              \
        .kind = NT_EVENT_MODE, .hart = (h), .mode = {(p), (c) }                                    \
    }
#define CODE(h, a, s)                                                                              \
    {                                                                                              \
        .kind = NT_EVENT_CODE, .hart = (h), .code = {(a), (s), some_code }                         \
    }
#define INSN(h, p, s, c, t)                                                                        \
    {                                                                                              \
        .kind = NT_EVENT_INSN, .hart = (h), .insn = {                                              \
            (p),                                                                                   \
            {.size = (s), .class_ = (c), .target = (t)}                                            \
        }                                                                                          \
    }

static const nt_event each_kind[] = {
    MODE(0, 3, 0),
    CODE(0, 0x80000000, 6),
    RUN(0, 0x80000000, 2, 3),
    RUN(0, 0x80000000, 1, 1),
    CODE(1, 0x80000006, 1),
    CODE(1, UINT64_MAX - 5, 6),
    RUN(2, UINT64_MAX - 1, 1, 1),
    RUN(1, 0, 21, 21),
    RUN(1, 8, 20, 40),
    RUN(1, 10, 20, 41),
    RUN(1, 0x7ffffffffffffffe, 1 << 30, 1 << 30),
    RUN(1, 2, 1, 12),
    TRAP(1, true, 7, 0),
    TRAP(1, false, UINT64_MAX, UINT64_MAX - 1),
    TRAP(1, false, 2, 0x80000000),
    RUN(1, 0x100, 5, 7),
    MODE(1, 7, UINT64_MAX),
    MODE(1, 0, 1),
    INSN(2, 0x1000, 2, NT_INSN_OTHER, 0),
    INSN(2, 0x1002, 4, NT_INSN_BRANCH, 0x0ffe),
    INSN(2, 0x1006, 24, NT_INSN_TRAP_RETURN, 0),
    INSN(2, UINT64_MAX - 1, 4, NT_INSN_DIRECT_JUMP_LINK, 0),
    INSN(2, 0, 4, NT_INSN_DIRECT_CALL, UINT64_MAX - 1),
};

#define ACCESS(h, k, ...)                                                                          \
    {                                                                                              \
        .kind = NT_EVENT_ACCESS, .hart = (h), .access = {.kind = NT_ACCESS_##k, __VA_ARGS__ }      \
    }
#define X(h, n, v)    ACCESS(h, X, .number = (n), .size = 8, .has_value = true, .value = (v))
#define F(h, n, s, v) ACCESS(h, F, .number = (n), .size = (s), .has_value = true, .value = (v))
#define CSR(h, n, v)  ACCESS(h, CSR, .number = (n), .size = 8, .has_value = true, .value = (v))

static const uint8_t some_value[64] = {1, 2, 3, [15] = 0x80, [31] = 0xff, [63] = 0x7f};

static const nt_event each_access[] = {
    X(0, 1, 0x1234),
    CSR(1, 0x300, UINT64_MAX),
    RUN(0, 0x80000000, 2, 3),
    X(0, 1, 0x1230),
    X(0, 31, UINT64_MAX),
    RUN(0, 0x80000006, 1, 1),
    X(0, 31, 0),
    X(2, 31, 5),
    CSR(0, 0, 0),
    CSR(0, 4095, 0x8000000000000000),
    F(0, 0, 2, 0xffff),
    F(0, 31, 4, 0x7fc00000),
    F(0, 7, 8, 0xffffffff7fc00000),
    ACCESS(0, F, .number = 1, .size = 16, .has_value = true, .bytes = some_value),
    ACCESS(0, V, .number = 2, .size = 4, .has_value = true, .value = 0xffffffff),
    ACCESS(0, V, .number = 31, .size = 64, .has_value = true, .bytes = some_value),
    ACCESS(0, LOAD, .address = 0x80001000),
    ACCESS(0, LOAD, .address = 0x80001008, .size = 8),
    ACCESS(0, LOAD, .address = UINT64_MAX, .size = 1, .has_value = true, .value = 255),
    ACCESS(0, STORE, .address = 0, .size = 4, .has_physical = true, .physical = UINT64_MAX),
    ACCESS(0, STORE, .address = 0x1000, .size = 64, .has_value = true, .bytes = some_value,
           .has_physical = true, .physical = 0x80001000),
    TRAP(0, false, 7, 0x80000008),
    CSR(0, 0x341, 0x80000008),
    MODE(0, 1, 0),
    CSR(0, 0x342, 7),
};

#define UNKNOWN_TRAP(h, i, c, t, ...)                                                              \
    {                                                                                              \
        .kind = NT_EVENT_TRAP, .hart = (h), .trap = {                                              \
            .interrupt = (i),                                                                      \
            .cause_unknown = (c),                                                                  \
            .tval_unknown = (t),                                                                   \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

static const nt_event each_unknown[] = {
    RUN(0, 0x80000000, 2, 3),
    X(0, 1, 5),
    ACCESS(0, X, .number = 1, .size = 8),
    X(0, 1, 6),
    ACCESS(0, F, .number = 31, .size = 4),
    ACCESS(0, V, .number = 2, .size = LONGEST),
    ACCESS(2, CSR, .number = 4095, .size = 8),
    ACCESS(0, LOAD, .address = 0x80001000, .size = 4),
    ACCESS(0, STORE, .address_unknown = true),
    ACCESS(0, STORE, .address_unknown = true, .size = 4, .has_value = true, .value = 9,
           .has_physical = true, .physical = 12),
    ACCESS(0, LOAD, .address = 0x80001008, .size = 8),
    UNKNOWN_TRAP(0, true, true, true, .epc = 0x80000006),
    UNKNOWN_TRAP(0, false, false, true, .cause = 3, .epc = 0x80000006),
    UNKNOWN_TRAP(0, false, true, false, .epc = 2, .tval = 7),
    TRAP(1, false, 2, 0x80000000),
};

static events *events_of(const nt_event *list, size_t count) {
    events *e = new_events();
    for (size_t i = 0; i < count; i++) {
        copy_event(e, &list[i]);
    }
    return e;
}

static events *each_kind_events(void) {
    return events_of(each_kind, sizeof each_kind / sizeof each_kind[0]);
}

static events *each_access_events(void) {
    return events_of(each_access, sizeof each_access / sizeof each_access[0]);
}

static void events_of_each_kind_come_back(void **state) {
    (void)state;
    events *e = each_kind_events();
    check_round_trip(&header64, e);
    free(e);
}

static void accesses_of_each_kind_come_back(void **state) {
    (void)state;
    events *e = each_access_events();
    check_round_trip(&parts64, e);
    free(e);
}

static void what_is_unknown_comes_back_as_unknown(void **state) {
    (void)state;
    events *e = events_of(each_unknown, sizeof each_unknown / sizeof each_unknown[0]);
    check_round_trip(&unknowns64, e);
    free(e);
}

static void the_longest_vector_comes_back(void **state) {
    (void)state;
    static uint8_t value[LONGEST];
    for (size_t i = 0; i < LONGEST; i++) {
        value[i] = (uint8_t)(i * i);
    }
    const nt_event event =
        ACCESS(0, V, .number = 8, .size = LONGEST, .has_value = true, .bytes = value);
    const char *path = in_directory("vector.ntr");
    nt_error error = {0};
    nt_writer *writer;
    nt_reader *reader;
    nt_event got;
    assert_int_equal(nt_writer_open(&writer, path, &parts64, &error), 0);
    for (int i = 0; i < 100; i++) { /* more than the buffers of writer and reader hold */
        assert_int_equal(nt_writer_event(writer, &event, &error), 0);
    }
    assert_int_equal(nt_writer_commit(writer, &error), 0);
    assert_int_equal(nt_reader_open(&reader, path, &error), 0);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(nt_reader_next(reader, &got, &error), 1);
        assert_true(same_event(&got, &event));
    }
    assert_int_equal(nt_reader_next(reader, &got, &error), 0);
    nt_reader_close(reader);
    assert_int_equal(unlink(path), 0);
}

static void an_empty_recording_comes_back(void **state) {
    (void)state;
    events *e = new_events();
    check_round_trip(&header32, e);
    free(e);
}

static void draw_memory(nt_random *random, nt_access *access, uint64_t address) {
    access->address = address;
    access->has_value = access->size != 0 && nt_random_chance(random, 128);
    access->has_physical = nt_random_chance(random, 64);
    access->physical = access->has_physical ? nt_random_next(random) : 0;
}

static nt_access random_access(nt_random *random, unsigned xlen, uint64_t address) {
    static const uint16_t least[NT_ACCESSES] = {0, 1, 2, 0, 0, 0}; /* log2 of the size */
    static const uint16_t most[NT_ACCESSES] = {0, 4, 6, 0, 6, 6};
    nt_access access = {.kind = (nt_access_kind)nt_random_below(random, NT_ACCESSES)};
    bool fixed = access.kind == NT_ACCESS_X || access.kind == NT_ACCESS_CSR;
    unsigned log2 = nt_random_between(random, least[access.kind], most[access.kind]);
    access.size = (uint16_t)(fixed ? xlen / 8 : 1U << log2);
    if (access.kind < NT_ACCESS_LOAD) {
        bool csr = access.kind == NT_ACCESS_CSR;
        access.number = (uint16_t)nt_random_between(random, 1, csr ? 4095 : 31);
        access.has_value = true;
    } else {
        access.size = nt_random_chance(random, 64) ? 0 : access.size;
        draw_memory(random, &access, address);
    }
    if (access.has_value && access.size > 8) {
        access.bytes = some_value;
    } else if (access.has_value) {
        access.value = nt_random_next(random) >> (64 - 8 * access.size);
    }
    return access;
}

static nt_event random_event(nt_random *random, const nt_recording_header *header) {
    uint64_t mask = header->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    uint64_t wild = nt_random_next(random) & mask;
    uint64_t near = 0x80000000u + nt_random_below(random, 4096);
    uint64_t pc = (nt_random_chance(random, 40) ? wild : near) & ~UINT64_C(1);
    uint32_t instructions =
        nt_random_between(random, 1, nt_random_chance(random, 200) ? 24 : 100000);
    static const uint8_t code[40] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    nt_event event = {.kind = (nt_event_kind)nt_random_below(
                          random, header->parts != 0 ? NT_EVENT_ACCESS + 1 : NT_EVENT_ACCESS),
                      .hart = (uint16_t)nt_random_below(random, header->harts)};
    switch (event.kind) {
    case NT_EVENT_RUN:
        event.run.pc = pc;
        event.run.instructions = instructions;
        event.run.halfwords = nt_random_between(random, instructions, 3 * instructions);
        break;
    case NT_EVENT_TRAP:
        event.trap.interrupt = nt_random_chance(random, 128);
        event.trap.cause = nt_random_below(random, 64);
        event.trap.epc = pc;
        event.trap.tval = wild;
        break;
    case NT_EVENT_MODE:
        event.mode.priv = (uint8_t)nt_random_below(random, 8);
        event.mode.context = wild;
        break;
    case NT_EVENT_CODE:
        event.code.address = near;
        event.code.size = nt_random_between(random, 1, sizeof code);
        event.code.bytes = code;
        break;
    case NT_EVENT_INSN:
        event.insn.pc = pc;
        event.insn.insn = (nt_insn){.size = (uint8_t)(2 * nt_random_between(random, 1, 12)),
                                    .class_ = (uint8_t)nt_random_below(random, NT_INSN_CLASSES)};
        if (nt_insn_is_direct(event.insn.insn.class_)) {
            event.insn.insn.target = wild & ~UINT64_C(1);
        }
        break;
    case NT_EVENT_ACCESS:
        event.access = random_access(random, header->xlen, pc);
        break;
    }
    return event;
}

/* As the writer joins runs that follow on. */
static void add_joined(events *e, const nt_event *event, uint64_t mask) {
    nt_event *last = e->count > 0 ? &e->list[e->count - 1] : NULL;
    if (last != NULL && last->kind == NT_EVENT_RUN && event->kind == NT_EVENT_RUN &&
        last->hart == event->hart &&
        ((last->run.pc + 2 * (uint64_t)last->run.halfwords) & mask) == event->run.pc) {
        last->run.instructions += event->run.instructions;
        last->run.halfwords += event->run.halfwords;
    } else {
        copy_event(e, event);
    }
}

static void random_recordings_come_back(void **state) {
    (void)state;
    static const nt_recording_header *const headers[] = {&header32, &header64, &parts32, &parts64};
    for (uint64_t seed = 1; seed <= 80; seed++) {
        const nt_recording_header *header = headers[seed % 4];
        uint64_t mask = header->xlen == 32 ? UINT32_MAX : UINT64_MAX;
        nt_random random;
        nt_random_seed(&random, seed);
        events *e = new_events();
        while (e->count < 3000) {
            nt_event event = random_event(&random, header);
            add_joined(e, &event, mask);
        }
        check_round_trip(header, e);
        free(e);
    }
}

static void single_instructions_join_to_runs_of_one_hart(void **state) {
    (void)state;
    static const nt_event singles[] = {
        RUN(0, 0x1000, 1, 1), RUN(0, 0x1002, 1, 2), RUN(0, 0x1006, 1, 1), RUN(1, 0x1008, 1, 1),
        RUN(0, 0x1008, 1, 1), MODE(0, 0, 0),        RUN(0, 0x100a, 1, 1),
    };
    static const nt_event joined[] = {
        RUN(0, 0x1000, 3, 4), RUN(1, 0x1008, 1, 1), RUN(0, 0x1008, 1, 1),
        MODE(0, 0, 0),        RUN(0, 0x100a, 1, 1),
    };
    nt_error error = {0};
    events *e = new_events();
    events *got = new_events();
    for (size_t i = 0; i < sizeof singles / sizeof singles[0]; i++) {
        copy_event(e, &singles[i]);
    }
    const char *path = in_directory("joined.ntr");
    assert_int_equal(write_events(path, &header64, e, &error), 0);
    assert_int_equal(read_events(path, got, &error), 0);
    e->count = 0;
    for (size_t i = 0; i < sizeof joined / sizeof joined[0]; i++) {
        copy_event(e, &joined[i]);
    }
    assert_same_events(e, got);
    free(e);
    free(got);
    assert_int_equal(unlink(path), 0);
}

/* The frame's plain bytes of one small recording. */
static size_t unpack(const char *path, uint8_t *version, uint8_t *plain, size_t room) {
    bytes b;
    read_file(path, &b);
    *version = b.data[8];
    size_t size = ZSTD_decompress(plain, room, b.data + 9, b.size - 9);
    assert_false(ZSTD_isError(size));
    return size;
}

static void check_bytes(const nt_recording_header *header, const nt_event *list, size_t count,
                        uint8_t version, const char *expected, size_t size) {
    uint8_t plain[256];
    uint8_t got;
    nt_error error = {0};
    events *e = events_of(list, count);
    const char *path = in_directory("bytes.ntr");
    assert_int_equal(write_events(path, header, e, &error), 0);
    assert_int_equal(unpack(path, &got, plain, sizeof plain), size);
    assert_memory_equal(plain, expected, size);
    assert_int_equal(got, version);
    free(e);
    assert_int_equal(unlink(path), 0);
}

#define CHECK_BYTES(header, list, version, expected)                                               \
    check_bytes(header, list, sizeof(list) / sizeof(list)[0], version, expected,                   \
                sizeof(expected) - 1)

/* Typed from the tables of docs/recording.md. */
static void a_recording_has_the_bytes_of_the_page(void **state) {
    (void)state;
    static const nt_event plain[] = {RUN(0, 4, 2, 3), RUN(0, 10, 1, 2), RUN(0, 0, 1, 1)};
    static const nt_event parts[] = {
        RUN(0, 4, 2, 3),
        X(0, 5, 3),
        X(0, 5, 1),
        F(0, 6, 4, 0x81),
        CSR(0, 0x300, 2),
        RUN(0, 10, 1, 2),
        ACCESS(0, LOAD, .address = 8, .size = 8),
        ACCESS(0, STORE, .address = 4, .size = 4, .has_value = true, .value = 9,
               .has_physical = true, .physical = 12),
        ACCESS(0, STORE, .address = 4),
        ACCESS(0, V, .number = 1, .size = 16, .has_value = true, .bytes = some_value),
    };
    static const nt_event unknown[] = {
        ACCESS(0, X, .number = 5, .size = 8),
        ACCESS(0, F, .number = 6, .size = 4),
        ACCESS(0, STORE, .address_unknown = true, .size = 4, .has_value = true, .value = 9),
        UNKNOWN_TRAP(0, true, true, true, .epc = 4),
        UNKNOWN_TRAP(0, false, false, true, .cause = 3, .epc = 4),
        UNKNOWN_TRAP(0, false, true, false, .epc = 4, .tval = 7),
    };
    CHECK_BYTES(&unknowns64, unknown, 3,
                "\x40\x03\x06"
                "a test"
                "\x3f"
                "\x0d\x00\x05"
                "\x0d\x01\x06\x04"
                "\x0c\x2b\x09"
                "\x03\x07\x04"
                "\x03\x04\x03\x04"
                "\x03\x02\x04\x07"
                "\x00\x00\x06");
    CHECK_BYTES(&header64, plain, 1,
                "\x40\x03\x06"
                "a test"
                "\x17\x04"
                "\x10\x0d"
                "\x00\x04\x02");
    CHECK_BYTES(&parts64, parts, 2,
                "\x40\x03\x06"
                "a test"
                "\x3f"
                "\x13\x04"
                "\x07\x05\x06"
                "\x07\x05\x03"
                "\x08\x06\x04\x81\x01"
                "\x0a\x80\x06\x02"
                "\x11\x00"
                "\x0b\x04\x10"
                "\x0c\x1b\x07\x10\x09"
                "\x0c\x00\x00"
                "\x09\x01\x10\x01\x02\x03\0\0\0\0\0\0\0\0\0\0\0\0\x80"
                "\x00\x03\x0a");
}

static void the_header_comes_back(void **state) {
    (void)state;
    nt_recording_header header = {.xlen = 32, .harts = UINT16_MAX};
    memset(header.source, 'x', sizeof header.source - 1);
    nt_error error = {0};
    events *e = new_events();
    const char *path = in_directory("header.ntr");
    assert_int_equal(write_events(path, &header, e, &error), 0);
    nt_reader *reader;
    assert_int_equal(nt_reader_open(&reader, path, &error), 0);
    assert_int_equal(nt_reader_header(reader)->xlen, 32);
    assert_int_equal(nt_reader_header(reader)->harts, UINT16_MAX);
    assert_string_equal(nt_reader_header(reader)->source, header.source);
    nt_reader_close(reader);
    free(e);
    assert_int_equal(unlink(path), 0);
}

/* A loop of short runs: what most recordings are made of. */
static void an_instruction_takes_a_byte_or_less_before_compression(void **state) {
    (void)state;
    nt_error error = {0};
    nt_writer *writer;
    nt_reader *reader;
    const char *path = in_directory("loop.ntr");
    assert_int_equal(nt_writer_open(&writer, path, &header64, &error), 0);
    for (unsigned i = 0; i < 100000; i++) {
        const nt_event run = RUN(0, 0x80000000 + i % 7 * 0x40, 2 + i % 5, 3 + i % 5);
        assert_int_equal(nt_writer_event(writer, &run, &error), 0);
    }
    assert_int_equal(nt_writer_commit(writer, &error), 0);
    assert_int_equal(nt_reader_open(&reader, path, &error), 0);
    nt_event event;
    uint64_t instructions = 0;
    while (nt_reader_next(reader, &event, &error) > 0) {
        instructions += event.run.instructions;
    }
    assert_string_equal(error.text, "");
    assert_int_equal(instructions, 400000);
    assert_true(nt_reader_get_sizes(reader).unpacked <= instructions);
    nt_reader_close(reader);
    assert_int_equal(unlink(path), 0);
}

/* Damage. */

static void assert_error_names(const nt_error *error, const char *path) {
    size_t length = strlen(path);
    if (strncmp(error->text, path, length) != 0 ||
        strncmp(error->text + length, ": offset ", 9) != 0 || strchr(error->text, '\n') != NULL) {
        fail_msg("the error does not name file and offset: \"%s\"", error->text);
    }
}

static void write_header(bytes *b, const nt_recording_header *header, events *e) {
    nt_error error = {0};
    assert_int_equal(write_events(in_directory("small.ntr"), header, e, &error), 0);
    read_file(in_directory("small.ntr"), b);
    assert_int_equal(unlink(in_directory("small.ntr")), 0);
}

static void write_small(bytes *b, events **e) {
    *e = each_kind_events();
    write_header(b, &header64, *e);
}

static void write_small_parts(bytes *b, events **e) {
    *e = each_access_events();
    write_header(b, &parts64, *e);
}

static void check_cuts(void (*write)(bytes *b, events **e)) {
    bytes b;
    events *e;
    write(&b, &e);
    for (size_t size = 0; size < b.size; size++) {
        nt_error error = {0};
        const char *path = write_file("cut.ntr", b.data, size);
        assert_int_equal(read_events(path, e, &error), -1);
        assert_error_names(&error, path);
    }
    free(e);
    assert_int_equal(unlink(in_directory("cut.ntr")), 0);
}

static void a_recording_cut_off_at_any_byte_is_an_error(void **state) {
    (void)state;
    check_cuts(write_small);
    check_cuts(write_small_parts);
}

/* A few bits of the zstd frame's header mean nothing; then the events are the same. */
static void check_flips(void (*write)(bytes *b, events **e)) {
    bytes b;
    events *e;
    events *got = new_events();
    size_t accepted = 0;
    write(&b, &e);
    for (size_t bit = 0; bit < 8 * b.size; bit++) {
        nt_error error = {0};
        b.data[bit / 8] ^= (uint8_t)(1U << bit % 8);
        const char *path = write_file("flip.ntr", b.data, b.size);
        if (read_events(path, got, &error) == 0) {
            assert_same_events(e, got);
            accepted++;
        } else {
            assert_error_names(&error, path);
        }
        b.data[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    assert_true(accepted < 16);
    free(e);
    free(got);
    assert_int_equal(unlink(in_directory("flip.ntr")), 0);
}

static void no_flipped_bit_gives_other_events(void **state) {
    (void)state;
    check_flips(write_small);
    check_flips(write_small_parts);
}

static void data_after_the_end_is_an_error(void **state) {
    (void)state;
    bytes b;
    events *e;
    nt_error error = {0};
    write_small(&b, &e);
    b.data[b.size] = 0;
    const char *path = write_file("more.ntr", b.data, b.size + 1);
    assert_int_equal(read_events(path, e, &error), -1);
    assert_error_names(&error, path);
    assert_non_null(strstr(error.text, "data after the end"));
    free(e);
    assert_int_equal(unlink(path), 0);
}

/* Of `size` bytes of code that cannot be compressed; returns the file's size. */
static long write_code(const char *path, uint32_t size) {
    static uint8_t code[1 << 16];
    nt_random random;
    nt_random_seed(&random, 1);
    for (size_t i = 0; i < sizeof code; i++) {
        code[i] = (uint8_t)nt_random_next(&random);
    }
    nt_error error = {0};
    nt_writer *writer;
    struct stat status;
    const nt_event event = {.kind = NT_EVENT_CODE, .code = {0x1000, size, code}};
    assert_int_equal(nt_writer_open(&writer, path, &header64, &error), 0);
    assert_int_equal(nt_writer_event(writer, &event, &error), 0);
    assert_int_equal(nt_writer_commit(writer, &error), 0);
    assert_int_equal(stat(path, &status), 0);
    return status.st_size;
}

/* The reader takes its file in pieces; the end may be the end of a piece. */
static void data_after_an_end_between_two_pieces_is_an_error(void **state) {
    (void)state;
    const long piece = 9 + (1 << 15);
    const char *path = in_directory("pieces.ntr");
    uint32_t size = 60000;
    size -= (uint32_t)((write_code(path, size) - piece) % (1 << 15));
    assert_int_equal((write_code(path, size) - piece) % (1 << 15), 0);
    for (int more = 0; more <= 1; more++) {
        nt_error error = {0};
        nt_reader *reader;
        nt_event event;
        assert_int_equal(nt_reader_open(&reader, path, &error), 0);
        assert_int_equal(nt_reader_next(reader, &event, &error), 1);
        assert_int_equal(nt_reader_next(reader, &event, &error), more == 1 ? -1 : 0);
        nt_reader_close(reader);
        FILE *file = fopen(path, "ab");
        assert_non_null(file);
        assert_int_equal(fputc('x', file), 'x');
        assert_int_equal(fclose(file), 0);
    }
    assert_int_equal(unlink(path), 0);
}

static void check_foreign(const void *data, size_t size, const char *reason) {
    nt_error error = {0};
    events *e = new_events();
    const char *path = write_file("foreign", data, size);
    assert_int_equal(read_events(path, e, &error), -1);
    assert_error_names(&error, path);
    if (strstr(error.text, reason) == NULL) {
        fail_msg("expected \"%s\", got \"%s\"", reason, error.text);
    }
    free(e);
    assert_int_equal(unlink(path), 0);
}

static void files_that_are_no_recordings_are_errors(void **state) {
    (void)state;
    check_foreign("", 0, "empty");
    check_foreign("0x80000000,L2\n", 14, "not a recording");
    check_foreign("\x89NTR\n\x1a\n\x01", 8, "not a recording");
    check_foreign("\x89NTR\r\n\x1a\n\x04 later", 15,
                  "version 4 of the format; this program reads 1 to 3");
    check_foreign("\x89NTR\r\n\x1a\n\x00 early", 15, "version 0");
    check_foreign("\x89NTR\r\n\x1a\n\x01 no zstd", 17, "unpacked byte 0");
}

static void a_directory_and_a_missing_file_are_errors(void **state) {
    (void)state;
    nt_reader *reader;
    nt_error error = {0};
    assert_int_equal(nt_reader_open(&reader, directory, &error), -1);
    assert_non_null(strstr(error.text, "Is a directory"));
    error.text[0] = '\0';
    assert_int_equal(nt_reader_open(&reader, in_directory("none"), &error), -1);
    assert_non_null(strstr(error.text, "No such file"));
}

/* Bytes that are well packed, but wrong: version, plain bytes, and what is said of them. */
static void check_plain(uint8_t version, const char *plain, size_t size, const char *reason) {
    uint8_t packed[512] = "\x89NTR\r\n\x1a\n";
    packed[8] = version;
    ZSTD_CCtx *zstd = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    size_t length = ZSTD_compress2(zstd, packed + 9, sizeof packed - 9, plain, size);
    assert_false(ZSTD_isError(length));
    ZSTD_freeCCtx(zstd);
    check_foreign(packed, 9 + length, reason);
}

#define CHECK_PLAIN(plain, reason)    check_plain(1, plain, sizeof(plain) - 1, reason)
#define CHECK_PARTS(plain, reason)    check_plain(2, plain, sizeof(plain) - 1, reason)
#define CHECK_UNKNOWNS(plain, reason) check_plain(3, plain, sizeof(plain) - 1, reason)
#define HEAD                          "\x40\x02\x00"
#define HEAD2                         HEAD "\x3f"

static void what_the_format_forbids_is_an_error(void **state) {
    (void)state;
    CHECK_PLAIN("\x30\x01\x00\x00\x00\x00", "XLEN is neither");
    CHECK_PLAIN("\x40\x00\x00\x00\x00\x00", "no harts");
    CHECK_PLAIN("\x40\x80\x80\x04\x00\x00\x00\x00", "too many harts");
    CHECK_PLAIN("\x40\x01\x01\x1b\x00\x00\x00", "control characters");
    CHECK_PLAIN("\x40\x01\x02\x41", "ends in the middle");
    CHECK_PLAIN(HEAD, "ends in the middle");
    CHECK_PLAIN(HEAD "\x10", "ends in the middle");
    CHECK_PLAIN(HEAD "\x01\x02\x00\x00\x00", "a hart that the header does not have");
    CHECK_PLAIN(HEAD "\x07\x01\x00\x00", "an access that the header does not have");
    CHECK_PLAIN(HEAD "\x0d\x00\x00\x00", "unknown tag");
    CHECK_PLAIN(HEAD "\xff\x00\x00\x00", "unknown tag");
    CHECK_PLAIN(HEAD "\x02\x00\x00\x00\x00\x00\x00", "no or too many");
    CHECK_PLAIN(HEAD "\x02\x01\x0c\x00\x00\x01\x01", "does not fit its instructions");
    CHECK_PLAIN(HEAD "\x02\x80\x80\x80\x80\x08\x00\x00\x00\x00\x00", "too long");
    CHECK_PLAIN(HEAD "\x03\x02\x00\x00\x00\x00\x00\x01", "a trap of an unknown kind");
    CHECK_PLAIN(HEAD "\x04\x08\x00\x00\x00\x01", "a mode with an impossible value");
    CHECK_PLAIN(HEAD "\x05\x00\x00\x00\x00\x01", "code of no or too many bytes");
    CHECK_PLAIN(HEAD "\x05\x00\x81\x80\x04\x00\x00\x01", "code of too many bytes");
    CHECK_PLAIN(HEAD "\x05\x01\x02\x41\x41\x00\x00\x01", "beyond the end of the address space");
    CHECK_PLAIN(HEAD "\x05\x00\x10\x41", "ends in the middle");
    CHECK_PLAIN(HEAD "\x06\x03\x00\x00\x00\x00\x01", "an instruction of an impossible kind");
    CHECK_PLAIN(HEAD "\x06\x02\x0b\x00\x00\x00\x01", "an instruction of an impossible kind");
    CHECK_PLAIN(HEAD "\x06\x02\x00\x02\x00\x00\x01", "an instruction with an impossible address");
    CHECK_PLAIN(HEAD "\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "beyond 64 bits");
    CHECK_PLAIN(HEAD "\x10\x00\x00\x02\x01", "the totals at the end");
    CHECK_PLAIN(HEAD "\x10\x00\x00\x01\x02", "the totals at the end");
    CHECK_PLAIN(HEAD "\x10\x00\x00\x01\x01\x00", "data after the end");
}

static void what_the_format_forbids_of_accesses_is_an_error(void **state) {
    (void)state;
    CHECK_PARTS(HEAD, "ends in the middle");
    CHECK_PARTS(HEAD "\x00\x00\x00", "no parts");
    CHECK_PARTS(HEAD "\x40\x00\x00", "unknown parts");
    CHECK_PARTS(HEAD "\x02\x07\x01\x00", "an access that the header does not have");
    CHECK_PARTS(HEAD2 "\x07\x00\x00", "an access to an impossible register");
    CHECK_PARTS(HEAD2 "\x07\x20\x00", "an access to an impossible register");
    CHECK_PARTS(HEAD2 "\x07\xff\x00", "an access to an impossible register");
    CHECK_PARTS(HEAD2 "\x07\x01", "ends in the middle");
    CHECK_PARTS(HEAD2 "\x08\x20\x04\x00", "an access to an impossible register");
    CHECK_PARTS(HEAD2 "\x08\x01\x01\x00", "an access of an impossible size or value");
    CHECK_PARTS(HEAD2 "\x08\x01\x06\x00", "an access of an impossible size or value");
    CHECK_PARTS(HEAD2 "\x08\x01\x00\x00", "an access of an impossible size or value");
    CHECK_PARTS(HEAD2 "\x08\x01\x02\x80\x80\x04", "an access of an impossible size or value");
    CHECK_PARTS(HEAD2 "\x08\x01\x10\x01", "ends in the middle");
    CHECK_PARTS(HEAD2 "\x09\x01\x02\x00", "an access of an impossible size or value");
    CHECK_PARTS(HEAD2 "\x09\x01\x81\x40\x00", "a register of too many bytes");
    CHECK_PARTS(HEAD2 "\x0a\x80\x20\x00", "an access to an impossible register");
    CHECK_PARTS(HEAD2 "\x0a\x80\x80\x04\x00", "an access to an impossible register");
    CHECK_PARTS(HEAD2 "\x0b\x20\x00", "an access of an unknown form");
    CHECK_PARTS(HEAD2 "\x0b\x08\x00\x00", "an access of an impossible size or value");
    CHECK_PARTS(HEAD2 "\x0c\x09\x00\x80\x02", "an access of an impossible size or value");
    CHECK_PARTS(HEAD2 "\x0c\x0f\x00\x01\x02", "ends in the middle");
    CHECK_PARTS("\x20\x01\x00\x08\x0a\x00\x80\x80\x80\x80\x10",
                "an access of an impossible size or value");
}

static void what_the_format_forbids_of_unknowns_is_an_error(void **state) {
    (void)state;
    CHECK_UNKNOWNS(HEAD2 "\x03\x08\x00\x00\x00\x00\x00\x01", "a trap of an unknown kind");
    CHECK_UNKNOWNS(HEAD2 "\x03\x07", "ends in the middle");
    CHECK_UNKNOWNS(HEAD2 "\x0d\x04\x00\x00", "a register of an unknown kind");
    CHECK_UNKNOWNS(HEAD2 "\x0d\x00\x00\x00", "an access to an impossible register");
    CHECK_UNKNOWNS(HEAD2 "\x0d\x01\x00\x03\x00", "an access of an impossible size or value");
    CHECK_UNKNOWNS(HEAD2 "\x0b\x40\x00", "an access of an unknown form");
    check_plain(3, "\x40\x02\x00\x00\x0d\x00\x01\x00", 8,
                "an access that the header does not have");
    CHECK_PARTS(HEAD2 "\x0d\x00\x01\x00", "an unknown tag");
    CHECK_PARTS(HEAD2 "\x03\x02\x00\x00\x00\x00\x01", "a trap of an unknown kind");
    CHECK_PARTS(HEAD2 "\x0b\x20\x00", "an access of an unknown form");
}

/* A program that was compiled before there were unknowns has anything in their members. */
static void a_caller_of_version_1_writes_as_before(void **state) {
    (void)state;
    nt_recording_header header = parts64;
    const nt_event now = {.kind = NT_EVENT_TRAP,
                          .trap = {.cause = 5, .epc = 4, .cause_unknown = true}};
    for (int sized = 0; sized <= 1; sized++) {
        nt_error error = {0};
        nt_writer *writer;
        header.size = sized == 1 ? sizeof header : 0;
        assert_int_equal(nt_writer_open(&writer, "/dev/null", &header, &error), 0);
        assert_int_equal(nt_writer_event(writer, &now, &error), sized == 1 ? -1 : 0);
        nt_writer_abort(writer);
    }
}

static void accesses_that_cannot_be_are_refused(void **state) {
    (void)state;
    static const nt_event wrong[] = {
        X(0, 0, 0),
        X(3, 1, 0),
        ACCESS(0, X, .number = 1, .size = 8),
        ACCESS(0, X, .number = 1, .size = 4, .has_value = true),
        ACCESS(0, X, .number = 1, .size = 8, .has_value = true, .address = 4),
        ACCESS(0, CSR, .number = 1, .size = 8, .has_value = true, .has_physical = true),
        ACCESS(0, LOAD, .number = 1, .size = 8),
        ACCESS(0, LOAD, .size = 3),
        ACCESS(0, LOAD, .size = 128),
        ACCESS(0, LOAD, .has_value = true),
        ACCESS(0, LOAD, .size = 8, .value = 1),
        ACCESS(0, LOAD, .size = 8, .physical = 1),
        ACCESS(0, STORE, .size = 8, .has_value = true, .bytes = some_value),
        ACCESS(0, STORE, .size = 16, .has_value = true),
        ACCESS(0, STORE, .size = 16, .has_value = true, .value = 1, .bytes = some_value),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        nt_error error = {0};
        nt_writer *writer;
        assert_int_equal(nt_writer_open(&writer, "/dev/null", &parts64, &error), 0);
        assert_int_equal(nt_writer_event(writer, &wrong[i], &error), -1);
        assert_string_not_equal(error.text, "");
        nt_writer_abort(writer);
    }
    nt_error error = {0};
    nt_writer *writer;
    const nt_event x = X(0, 1, 1);
    assert_int_equal(nt_writer_open(&writer, "/dev/null", &header64, &error), 0);
    assert_int_equal(nt_writer_event(writer, &x, &error), -1);
    assert_non_null(strstr(error.text, "an access that the header does not have"));
    nt_writer_abort(writer);
}

static void events_that_cannot_be_are_refused(void **state) {
    (void)state;
    static const nt_event wrong[] = {
        RUN(3, 0, 1, 1),
        RUN(0, 1, 1, 1),
        RUN(0, 0, 0, 0),
        RUN(0, 0, 2, 1),
        RUN(0, 0, 1, 100),
        TRAP(0, false, 0, 1),
        MODE(0, 8, 0),
        CODE(0, UINT64_MAX, 2),
        CODE(0, 0, 0),
        INSN(0, 0, 0, NT_INSN_OTHER, 0),
        INSN(0, 0, 2, NT_INSN_OTHER, 2),
        INSN(0, 0, 2, NT_INSN_CLASSES, 0),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        nt_error error = {0};
        nt_writer *writer;
        const char *path = in_directory("wrong.ntr");
        assert_int_equal(nt_writer_open(&writer, path, &header64, &error), 0);
        assert_int_equal(nt_writer_event(writer, &wrong[i], &error), -1);
        assert_string_not_equal(error.text, "");
        assert_int_equal(nt_writer_commit(writer, &error), -1);
        assert_int_equal(access(path, F_OK), -1);
    }
}

/* Files, pipes and disks. */

static size_t files_in_directory(void) {
    char command[160];
    (void)snprintf(command, sizeof command, "ls -A %s | wc -l", directory);
    FILE *pipe = popen(command, "r"); /* NOLINT(cert-env33-c): a test's own path */
    size_t count = 99;
    assert_non_null(pipe);
    assert_int_equal(fscanf(pipe, "%zu", &count), 1);
    (void)pclose(pipe);
    return count;
}

static void an_aborted_recording_leaves_nothing(void **state) {
    (void)state;
    nt_error error = {0};
    nt_writer *writer;
    assert_int_equal(nt_writer_open(&writer, in_directory("gone.ntr"), &header64, &error), 0);
    const nt_event event = RUN(0, 0x80000000, 1, 1);
    assert_int_equal(nt_writer_event(writer, &event, &error), 0);
    nt_writer_abort(writer);
    assert_int_equal(files_in_directory(), 0);
}

static void a_full_disk_is_an_error(void **state) {
    (void)state;
    nt_error error = {0};
    nt_writer *writer;
    assert_int_equal(nt_writer_open(&writer, "/dev/full", &header64, &error), 0);
    const nt_event event = RUN(0, 0x80000000, 1, 1);
    assert_int_equal(nt_writer_event(writer, &event, &error), 0);
    assert_int_equal(nt_writer_commit(writer, &error), -1);
    assert_string_equal(error.text, "/dev/full: No space left on device");
}

static void a_recording_streams_through_a_pipe(void **state) {
    (void)state;
    const char *path = in_directory("pipe");
    events *e = each_kind_events();
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        nt_error error = {0};
        _exit(write_events(path, &header64, e, &error) == 0 ? 0 : 1);
    }
    nt_error error = {0};
    events *got = new_events();
    assert_int_equal(read_events(path, got, &error), 0);
    assert_same_events(e, got);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    free(e);
    free(got);
    assert_int_equal(unlink(path), 0);
}

static void a_recording_packed_again_by_gzip_is_read_too(void **state) {
    (void)state;
    bytes b;
    events *e;
    nt_error error = {0};
    events *got = new_events();
    write_small(&b, &e);
    const char *path = in_directory("small.ntr.gz");
    gzFile file = gzopen(path, "wb");
    assert_int_equal(gzwrite(file, b.data, (unsigned)b.size), (int)b.size);
    assert_int_equal(gzclose(file), Z_OK);
    assert_int_equal(read_events(path, got, &error), 0);
    assert_same_events(e, got);
    free(e);
    free(got);
    assert_int_equal(unlink(path), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_of_each_kind_come_back),
        cmocka_unit_test(accesses_of_each_kind_come_back),
        cmocka_unit_test(what_is_unknown_comes_back_as_unknown),
        cmocka_unit_test(the_longest_vector_comes_back),
        cmocka_unit_test(an_empty_recording_comes_back),
        cmocka_unit_test(random_recordings_come_back),
        cmocka_unit_test(single_instructions_join_to_runs_of_one_hart),
        cmocka_unit_test(a_recording_has_the_bytes_of_the_page),
        cmocka_unit_test(the_header_comes_back),
        cmocka_unit_test(an_instruction_takes_a_byte_or_less_before_compression),
        cmocka_unit_test(a_recording_cut_off_at_any_byte_is_an_error),
        cmocka_unit_test(no_flipped_bit_gives_other_events),
        cmocka_unit_test(data_after_the_end_is_an_error),
        cmocka_unit_test(data_after_an_end_between_two_pieces_is_an_error),
        cmocka_unit_test(files_that_are_no_recordings_are_errors),
        cmocka_unit_test(a_directory_and_a_missing_file_are_errors),
        cmocka_unit_test(what_the_format_forbids_is_an_error),
        cmocka_unit_test(what_the_format_forbids_of_accesses_is_an_error),
        cmocka_unit_test(what_the_format_forbids_of_unknowns_is_an_error),
        cmocka_unit_test(a_caller_of_version_1_writes_as_before),
        cmocka_unit_test(accesses_that_cannot_be_are_refused),
        cmocka_unit_test(events_that_cannot_be_are_refused),
        cmocka_unit_test(an_aborted_recording_leaves_nothing),
        cmocka_unit_test(a_full_disk_is_an_error),
        cmocka_unit_test(a_recording_streams_through_a_pipe),
        cmocka_unit_test(a_recording_packed_again_by_gzip_is_read_too),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
