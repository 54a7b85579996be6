/* However many threads decode a stream, and wherever it is cut, all that comes of it is the same to
   the byte: of legal streams, of damaged ones, and where the code changes as it runs. */
#include "sim/decode/jobs.h"
#include "sim/decode/run.h"
#include "sim/recording/writer.h"
#include "tests/libntrace/flow/generator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { STREAMS = 40, INSTRUCTIONS = 3000, CODE = 0x1000 };

typedef struct files {
    char stream[64];
    char code[64];
} files;

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

static outcome decode(const files *files, const nt_flow_options *flow, const nt_form *form,
                      unsigned jobs, uint32_t least) {
    outcome o = {0};
    nt_run *run = calloc(1, sizeof *run);
    nt_text *text = malloc(sizeof *text);
    json_t *json = form != NULL && form->json != NULL ? json_object() : NULL;
    assert_true(run != NULL && text != NULL);
    nt_text_init(text, keep_text, &o);
    nt_program *program = nt_program_new();
    assert_int_equal(nt_program_add(program, &(nt_image_spec){.path = files->code}, &o.error), 0);
    nt_run_options options = {.input = files->stream,
                              .program = program,
                              .flow = *flow,
                              .form = form,
                              .jobs = jobs,
                              .part_least = least};
    o.result = nt_run_decode(run, &options, text, json, &o.error);
    if (o.result == 0) {
        o.counts = nt_run_total(run);
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
    } else if (one->size != many->size || memcmp(one->text, many->text, one->size) != 0) {
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
    outcome one = decode(files, flow, form, 1, 0);
    static const struct {
        unsigned jobs;
        uint32_t least;
    } ways[] = {{2, 1}, {3, 200}, {7, 1}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        outcome many = decode(files, flow, form, ways[i].jobs, ways[i].least);
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

static generator *make(uint64_t seed) {
    generator *g = calloc(1, sizeof *g);
    assert_non_null(g);
    nt_random_seed(&g->code.random, seed);
    nt_random *r = &g->code.random;
    g->code.base = 0x80001000;
    g->code.image = nt_image_new(nt_random_chance(r, 80) ? 32 : 64);
    g->btm = nt_random_chance(r, 128);
    g->repeat_branches = nt_random_chance(r, 128);
    g->depth = nt_random_between(r, 1, 32);
    g->options = (nt_flow_options){
        .src_bits = nt_random_chance(r, 128) ? 4 : 0,
        .tstamp_bits = nt_random_chance(r, 128) ? 40 : 0,
        .implicit_returns = nt_random_chance(r, 160),
        .sequential_jumps = nt_random_chance(r, 128),
        .all_jumps = nt_random_chance(r, 64),
        .extend_addr = nt_random_chance(r, 128),
        .rc7 = nt_random_chance(r, 64),
    };
    g->options.src = (uint16_t)nt_random_below(r, 1U << g->options.src_bits);
    gen_run(g, INSTRUCTIONS);
    return g;
}

static void drop(generator *g) {
    nt_image_free(g->code.image);
    free(g);
}

/* Flips, loses and makes up some bytes. */
static void damage(generator *g, unsigned times) {
    nt_random *r = &g->code.random;
    for (unsigned i = 0; i < times; i++) {
        size_t at = nt_random_below(r, (uint32_t)g->size - 8);
        if (nt_random_chance(r, 128)) {
            g->bytes[at] ^= (uint8_t)(1U << nt_random_below(r, 8));
        } else if (nt_random_chance(r, 128)) {
            g->size -= 3;
            memmove(g->bytes + at, g->bytes + at + 3, g->size - at);
        } else {
            g->bytes[at] = (uint8_t)nt_random_next(r);
            g->bytes[at + 1] = (uint8_t)nt_random_next(r);
        }
    }
}

static files *setup_files(void) {
    files *files = calloc(1, sizeof *files);
    assert_non_null(files);
    (void)snprintf(files->stream, sizeof files->stream, "/tmp/ntrace-jobs-%ld.nex", (long)getpid());
    (void)snprintf(files->code, sizeof files->code, "/tmp/ntrace-jobs-%ld.ntr", (long)getpid());
    return files;
}

static void drop_files(files *files) {
    (void)unlink(files->stream);
    (void)unlink(files->code);
    free(files);
}

static void compare_streams(unsigned damages, unsigned changes) {
    files *files = setup_files();
    for (uint64_t seed = 1; seed <= STREAMS; seed++) {
        generator *g = make(seed);
        damage(g, damages);
        write_code(g, files->code, changes);
        write_file(files->stream, g->bytes, g->size);
        compare_all(files, &g->options, seed);
        drop(g);
    }
    drop_files(files);
}

static void legal_streams_decode_alike_by_any_number_of_threads(void **state) {
    (void)state;
    compare_streams(0, 0);
}

static void damaged_streams_decode_alike(void **state) {
    (void)state;
    compare_streams(12, 0);
}

static void streams_over_code_that_changes_decode_alike(void **state) {
    (void)state;
    compare_streams(0, 8);
    compare_streams(3, 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_streams_decode_alike_by_any_number_of_threads),
        cmocka_unit_test(damaged_streams_decode_alike),
        cmocka_unit_test(streams_over_code_that_changes_decode_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
