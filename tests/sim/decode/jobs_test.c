/* SPDX-License-Identifier: Apache-2.0 */
/* However many threads decode a stream, and wherever it is cut, all that comes of it is the same to
   the byte: of legal streams, of damaged ones, and where the code changes as it runs. */
#include "libntrace/program/writer.h"
#include "sim/decode/jobs.h"
#include "sim/decode/run.h"
#include "tests/libntrace/flow/generator_stream.h"
#include "tests/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { STREAMS = 6, INSTRUCTIONS = 2000, CODE = 0x1000 };

typedef struct files {
    char stream[64];
    char code[64];
    char other[64]; /* what some modes see with `spaces` */
    bool spaces;
} files;

typedef struct way {
    unsigned jobs;
    uint32_t part_least; /* bytes; small parts are cut at every chance */
    uint32_t kept_most;
} way;

/* Everything that one decoding gives. */
typedef struct outcome {
    int result;
    nt_error error;
    char *text;
    size_t size;
    char *json;
    nt_run_counts counts;
    uint64_t faults;
} outcome;

static int keep_text(void *context, const void *bytes, size_t size, nt_error *error) {
    outcome *o = context;
    (void)error;
    o->text = realloc(o->text, o->size + size);
    assert_non_null(o->text);
    memcpy(o->text + o->size, bytes, size);
    o->size += size;
    return 0;
}

static nt_program *open_program(const files *files) {
    nt_program *program = nt_program_new();
    nt_error error = {0};
    nt_image_spec code = {.path = files->code};
    if (files->spaces) {
        nt_image_spec other = {.path = files->other, .modes = NT_MODE_S | NT_MODE_VS | NT_MODE_VU};
        code.modes = NT_MODE_M | NT_MODE_U;
        assert_int_equal(nt_program_add(program, &other, &error), 0);
    }
    assert_int_equal(nt_program_add(program, &code, &error), 0);
    return program;
}

static outcome decode(const files *files, const nt_flow_options *flow, const nt_form *form,
                      const way *way) {
    outcome o = {0};
    nt_decode_run *run = calloc(1, sizeof *run);
    nt_text *text = malloc(sizeof *text);
    json_t *json = form != NULL && form->json != NULL ? json_object() : NULL;
    assert_true(run != NULL && text != NULL);
    nt_text_init(text, keep_text, &o);
    nt_program *program = open_program(files);
    nt_run_options options = {.input = files->stream,
                              .program = program,
                              .flow = *flow,
                              .form = form,
                              .forms = {.hz = 1000000000},
                              .jobs = way->jobs,
                              .part_least = way->part_least,
                              .kept_most = way->kept_most};
    o.result = nt_run_decode(run, &options, text, json, &o.error);
    if (o.result == 0) {
        o.counts = run->hart[0].counts;
        o.faults = run->faults;
        for (uint64_t i = 0; i < run->faults && i < NT_RUN_FAULTS; i++) {
            char line[200];
            const nt_flow_event *event = &run->fault[i].event;
            int length = snprintf(line, sizeof line, "fault %llu %llx %s\n",
                                  (unsigned long long)event->offset, (unsigned long long)event->pc,
                                  event->fault.reason);
            keep_text(&o, line, (size_t)length, NULL);
        }
    }
    o.json = json == NULL ? NULL : json_dumps(json, JSON_SORT_KEYS);
    json_decref(json);
    nt_run_free(run);
    nt_program_free(program);
    free(run);
    free(text);
    return o;
}

static void forget(outcome *o) {
    free(o->text);
    free(o->json);
}

static size_t difference(const outcome *a, const outcome *b) {
    size_t at = 0;
    while (at < a->size && at < b->size && a->text[at] == b->text[at]) {
        at++;
    }
    return at;
}

static void expect_same(const outcome *one, const outcome *many, const char *form, uint64_t seed,
                        unsigned jobs) {
    const char *what = NULL;
    if (one->result != many->result || strcmp(one->error.text, many->error.text) != 0) {
        what = "result";
    } else if (one->size != many->size ||
               (one->size != 0 && memcmp(one->text, many->text, one->size) != 0)) {
        what = "text";
    } else if (memcmp(&one->counts, &many->counts, sizeof one->counts) != 0) {
        what = "counts";
    } else if (one->faults != many->faults) {
        what = "number of faults";
    } else if (one->json != NULL && strcmp(one->json, many->json) != 0) {
        what = "json";
    }
    if (what != NULL) {
        size_t at = difference(one, many);
        size_t from = at < 60 ? 0 : at - 60;
        fail_msg("seed %llu, --to %s, %u jobs: another %s; text differs at %zu of %zu and %zu:\n"
                 "%.*s\n-- and --\n%.*s\n%s|%s",
                 (unsigned long long)seed, form, jobs, what, at, one->size, many->size,
                 (int)(one->size - from < 200 ? one->size - from : 200), one->text + from,
                 (int)(many->size - from < 200 ? many->size - from : 200), many->text + from,
                 one->error.text, many->error.text);
    }
}

static void compare_form(const files *files, const nt_flow_options *flow, const nt_form *form,
                         uint64_t seed) {
    const char *name = form == NULL ? "nothing" : form->name;
    static const way single = {1, 0, 0};
    static const way ways[] = {{2, 1, 0}, {3, 200, 0}, {7, 1, 0}, {4, 100, 1 << 16}};
    outcome one = decode(files, flow, form, &single);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        outcome many = decode(files, flow, form, &ways[i]);
        expect_same(&one, &many, name, seed, ways[i].jobs);
        forget(&many);
    }
    forget(&one);
}

static void compare_all(const files *files, const nt_flow_options *flow, uint64_t seed) {
    compare_form(files, flow, NULL, seed);
    for (const nt_form *const *form = nt_forms; *form != NULL; form++) {
        compare_form(files, flow, *form, seed);
    }
}

/* ---- streams and code ---- */

static void write_file(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void put_event(nt_writer *writer, const nt_event *event) {
    nt_error error = {0};
    if (nt_writer_event(writer, event, &error) != 0) {
        fail_msg("%s", error.text);
    }
}

/* The generator's code; `changes` times some of it becomes other code as the program runs. */
static void write_code(generator *g, const char *path, unsigned changes) {
    nt_recording_header header = {.xlen = (uint8_t)nt_image_xlen(g->code.image), .harts = 1};
    nt_writer *writer;
    nt_error error = {0};
    uint8_t bytes[CODE];
    size_t size = nt_image_bytes(g->code.image, g->code.base, bytes, sizeof bytes);
    assert_int_equal(nt_writer_open(&writer, path, &header, &error), 0);
    nt_event code = {.kind = NT_EVENT_CODE,
                     .code = {.address = g->code.base, .size = (uint32_t)size, .bytes = bytes}};
    put_event(writer, &code);
    for (unsigned i = 0; i < changes; i++) {
        uint32_t retired = nt_random_between(&g->code.random, 1, 2 * INSTRUCTIONS / changes);
        nt_event run = {.kind = NT_EVENT_RUN,
                        .run = {.pc = g->code.base, .instructions = retired, .halfwords = retired}};
        put_event(writer, &run);
        uint32_t from = nt_random_below(&g->code.random, (uint32_t)size / 16) * 16;
        uint32_t to = nt_random_below(&g->code.random, (uint32_t)size / 16) * 16;
        code.code.address = g->code.base + to;
        code.code.bytes = bytes + from;
        code.code.size = 16;
        put_event(writer, &code);
    }
    assert_int_equal(nt_writer_commit(writer, &error), 0);
}

/* Flips, loses and makes up some bytes. */
static void damage(gen_stream *stream, unsigned times) {
    nt_random *r = &stream->random;
    for (unsigned i = 0; i < times; i++) {
        size_t at = nt_random_below(r, (uint32_t)stream->size - 8);
        if (nt_random_chance(r, 128)) {
            stream->bytes[at] ^= (uint8_t)(1U << nt_random_below(r, 8));
        } else if (nt_random_chance(r, 128)) {
            stream->size -= 3;
            memmove(stream->bytes + at, stream->bytes + at + 3, stream->size - at);
        } else {
            stream->bytes[at] = (uint8_t)nt_random_next(r);
            stream->bytes[at + 1] = (uint8_t)nt_random_next(r);
        }
    }
}

static files *setup_files(void) {
    files *files = calloc(1, sizeof *files);
    assert_non_null(files);
    (void)snprintf(files->stream, sizeof files->stream, "/tmp/ntrace-jobs-%ld.nex", (long)getpid());
    (void)snprintf(files->other, sizeof files->other, "/tmp/ntrace-jobs-%ld-other.ntr",
                   (long)getpid());
    (void)snprintf(files->code, sizeof files->code, "/tmp/ntrace-jobs-%ld.ntr", (long)getpid());
    return files;
}

static void drop_files(files *files) {
    (void)unlink(files->stream);
    (void)unlink(files->code);
    (void)unlink(files->other);
    free(files);
}

static void compare_streams(unsigned damages, unsigned changes, bool spaces) {
    files *files = setup_files();
    files->spaces = spaces;
    gen_stream *stream = gen_stream_new();
    for (uint64_t seed = 1; seed <= STREAMS; seed += is_sample() ? 3 : 1) {
        gen_stream_make(stream, seed, INSTRUCTIONS, false);
        damage(stream, damages);
        write_code(stream->source[0], files->code, changes);
        if (spaces) {
            write_code(stream->source[0], files->other, changes + 3);
        }
        write_file(files->stream, stream->bytes, stream->size);
        nt_flow_options options = stream->source[0]->options;
        options.begins_within = damages != 0 && seed % 4 == 0;
        compare_all(files, &options, seed);
    }
    gen_stream_free(stream);
    drop_files(files);
}

static void legal_streams_decode_alike_by_any_number_of_threads(void **state) {
    (void)state;
    compare_streams(0, 0, false);
}

static void damaged_streams_decode_alike(void **state) {
    (void)state;
    compare_streams(12, 0, false);
}

static void streams_over_code_that_changes_decode_alike(void **state) {
    (void)state;
    compare_streams(0, 8, false);
    compare_streams(3, 40, false);
}

static void streams_over_several_spaces_decode_alike(void **state) {
    (void)state;
    compare_streams(0, 0, true);
    compare_streams(5, 5, true);
}

/* A loop of one branch, told in sections of a few bytes each that repeat it up to `most` times. */
static size_t make_loops(uint8_t *bytes, uint64_t base, uint32_t sections, uint32_t most,
                         nt_random *random) {
    const nt_message_format format = {0};
    size_t size = 0;
    for (uint32_t i = 0; i < sections; i++) {
        nt_message sync = {.tcode = NT_TCODE_PROG_TRACE_SYNC};
        nt_message_set(&sync, NT_FIELD_SYNC, 5);
        nt_message_set(&sync, NT_FIELD_ICNT, 0);
        nt_message_set(&sync, NT_FIELD_FADDR, base >> 1);
        size += nt_message_encode(&sync, &format, bytes + size);
        nt_message full = {.tcode = NT_TCODE_RESOURCE_FULL};
        nt_message_set(&full, NT_FIELD_RCODE, 2);
        nt_message_set(&full, NT_FIELD_RDATA, 0x7fff);
        nt_message_set(&full, NT_FIELD_HREPEAT, nt_random_between(random, 1, most));
        size += nt_message_encode(&full, &format, bytes + size);
    }
    return size;
}

/* What may be walked runs out, now and then, which what came before decides. */
static void a_budget_ends_where_it_would_with_one_thread(void **state) {
    (void)state;
    enum { SECTIONS = 60 };
    static uint8_t bytes[SECTIONS * 2 * NT_MESSAGE_MAX_BYTES];
    files *files = setup_files();
    gen_stream *stream = gen_stream_new();
    gen_stream_make(stream, 1, 10, true);
    generator *g = stream->source[0];
    code_put32(&g->code, 0, 0x00000063); /* beq x0, x0, 0 */
    write_code(g, files->code, 0);
    for (uint64_t seed = 1; seed <= STREAMS; seed += is_sample() ? 3 : 1) {
        nt_random random;
        nt_random_seed(&random, seed);
        nt_flow_options options = {.budget = 20000 * seed};
        size_t size = make_loops(bytes, g->code.base, SECTIONS, 800, &random);
        write_file(files->stream, bytes, size);
        compare_form(files, &options, NULL, seed);
        compare_form(files, &options, &nt_form_ranges, seed);
    }
    gen_stream_free(stream);
    drop_files(files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_streams_decode_alike_by_any_number_of_threads),
        cmocka_unit_test(damaged_streams_decode_alike),
        cmocka_unit_test(streams_over_code_that_changes_decode_alike),
        cmocka_unit_test(streams_over_several_spaces_decode_alike),
        cmocka_unit_test(a_budget_ends_where_it_would_with_one_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
