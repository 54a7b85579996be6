/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes random streams in different ways, and compares all that comes of it. */
#ifndef TESTS_SIM_DECODE_OUTCOMES_H
#define TESTS_SIM_DECODE_OUTCOMES_H

#include "libntrace/program/writer.h"
#include "sim/decode/jobs.h"
#include "sim/decode/run.h"
#include "tests/libntrace/flow/generator_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { INSTRUCTIONS = 2000, CODE = 0x1000 };

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
    bool no_cache;
} way;

/* Everything that one decoding gives. */
typedef struct outcome {
    int result;
    nt_error error;
    char *text;
    size_t size;
    size_t room; /* doubles, as ASan copies whatever grows */
    char *json;
    nt_run_counts counts;
    uint64_t faults;
} outcome;

static inline int keep_text(void *context, const void *bytes, size_t size, nt_error *error) {
    outcome *o = context;
    (void)error;
    if (o->size + size > o->room) {
        o->room = 2 * (o->size + size);
        o->text = realloc(o->text, o->room);
        assert_non_null(o->text);
    }
    memcpy(o->text + o->size, bytes, size);
    o->size += size;
    return 0;
}

static inline nt_program *open_program(const files *files) {
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

static inline outcome decode(const files *files, const nt_flow_options *flow, const nt_form *form,
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
    options.flow.size = sizeof options.flow;
    options.flow.no_cache = way->no_cache;
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

static inline void forget(outcome *o) {
    free(o->text);
    free(o->json);
}

static inline size_t difference(const outcome *a, const outcome *b) {
    size_t at = 0;
    while (at < a->size && at < b->size && a->text[at] == b->text[at]) {
        at++;
    }
    return at;
}

static inline void expect_same(const outcome *one, const outcome *many, const char *form,
                               uint64_t seed, const way *way) {
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
        fail_msg("seed %llu, --to %s, %u jobs%s: another %s; text differs at %zu of %zu and %zu:\n"
                 "%.*s\n-- and --\n%.*s\n%s|%s",
                 (unsigned long long)seed, form, way->jobs, way->no_cache ? ", no cache" : "", what,
                 at, one->size, many->size, (int)(one->size - from < 200 ? one->size - from : 200),
                 one->text + from, (int)(many->size - from < 200 ? many->size - from : 200),
                 many->text + from, one->error.text, many->error.text);
    }
}

/* ---- streams and code ---- */

static inline void write_file(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void put_event(nt_writer *writer, const nt_event *event) {
    nt_error error = {0};
    if (nt_writer_event(writer, event, &error) != 0) {
        fail_msg("%s", error.text);
    }
}

/* The generator's code; `changes` times some of it becomes other code as the program runs, after
   `quiet` instructions. */
static inline void write_code(generator *g, const char *path, unsigned changes, uint32_t quiet) {
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
        retired += i == 0 ? quiet : 0;
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
static inline void damage(gen_stream *stream, unsigned times) {
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

static inline files *setup_files(void) {
    files *files = calloc(1, sizeof *files);
    assert_non_null(files);
    (void)snprintf(files->stream, sizeof files->stream, "/tmp/ntrace-jobs-%ld.nex", (long)getpid());
    (void)snprintf(files->other, sizeof files->other, "/tmp/ntrace-jobs-%ld-other.ntr",
                   (long)getpid());
    (void)snprintf(files->code, sizeof files->code, "/tmp/ntrace-jobs-%ld.ntr", (long)getpid());
    return files;
}

static inline void drop_files(files *files) {
    (void)unlink(files->stream);
    (void)unlink(files->code);
    (void)unlink(files->other);
    free(files);
}

/* A loop of one branch, told in sections of a few bytes each that repeat it up to `most` times. */
static inline size_t make_loops(uint8_t *bytes, uint64_t base, uint32_t sections, uint32_t most,
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

#endif
