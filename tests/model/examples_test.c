/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model sends the bytes of tests/data/examples; what those files have says
   tests/system/examples_test.py. Those with parameters of their own are in parameters_test.c. */
#include "sim/ingress/golden.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_BYTES = 4096, DRAIN_CYCLES = 2000 };

typedef struct example {
    const nt_config *config; /* NULL: of a build with parameters of its own */
    uint8_t bytes[MOST_BYTES];
    size_t size;
} example;

static const nt_config *config_of(const char *name, size_t length) {
    const nt_config *config = nt_configs;
    while (config->name != NULL &&
           (strlen(config->name) != length || strncmp(config->name, name, length) != 0)) {
        config++;
    }
    assert_non_null(config->name);
    return config;
}

/* "#> BYTES  MESSAGE": pairs of digits, a space between two. */
static void take_bytes(example *e, const char *text) {
    unsigned byte;
    int length;
    while (sscanf(text, "%2x%n", &byte, &length) == 1 && length == 2 &&
           (text[2] == ' ' || text[2] == '\n')) {
        assert_true(e->size < MOST_BYTES);
        e->bytes[e->size++] = (uint8_t)byte;
        if (text[3] == ' ') {
            break;
        }
        text += 3;
    }
}

static void read_example(const char *path, example *e) {
    char line[4096];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    *e = (example){0};
    bool special = false;
    while (fgets(line, sizeof line, file) != NULL) {
        const char *build = strstr(line, "build=");
        if (build != NULL && e->config == NULL) {
            e->config = config_of(build + 6, strcspn(build + 6, " \n"));
        }
        special |= strncmp(line, "#!", 2) == 0;
        if (strncmp(line, "#> ", 3) == 0) {
            take_bytes(e, line + 3);
        }
    }
    (void)fclose(file);
    assert_non_null(e->config);
    e->config = special ? NULL : e->config;
}

/* A cycle of the model; what the sink takes goes to `bytes`. */
static void run_cycle(nt_golden *model, const nt_cycle *cycle, uint8_t *bytes, size_t *size) {
    nt_golden_out(model, cycle);
    const nt_encoder_outputs *out = &model->out.encoder;
    for (unsigned i = 0; out->out_valid && cycle->sink_ready && i < out->out_count; i++) {
        assert_true(*size < MOST_BYTES);
        bytes[(*size)++] = (uint8_t)(out->out >> (8 * i));
    }
    nt_golden_step(model, cycle);
}

static bool is_sent(const char *path, const example *e) {
    static nt_golden model;
    static uint8_t bytes[MOST_BYTES];
    size_t size = 0;
    nt_error error = {0};
    nt_source source;
    nt_cycle cycle = {.rst = true};
    if (nt_ingress_file_open(&source, path, e->config, &error) != 0) {
        fail_msg("%s", error.text);
    }
    nt_golden_init(&model, e->config);
    run_cycle(&model, &cycle, bytes, &size);
    int more;
    while ((more = source.next(source.self, model.out.encoder.stall, &cycle, &error)) == 1) {
        run_cycle(&model, &cycle, bytes, &size);
    }
    source.close(source.self);
    assert_int_equal(more, 0);
    cycle = (nt_cycle){.sink_ready = true};
    for (unsigned i = 0; i < DRAIN_CYCLES; i++) {
        run_cycle(&model, &cycle, bytes, &size);
    }
    if (size != e->size || memcmp(bytes, e->bytes, size) != 0) {
        print_message("%s: other bytes\n", path);
        return false;
    }
    return true;
}

static void every_example_is_sent_byte_for_byte(void **state) {
    (void)state;
    glob_t files;
    unsigned sent = 0;
    unsigned wrong = 0;
    assert_int_equal(glob("tests/data/examples/*.nti", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        static example e;
        read_example(files.gl_pathv[i], &e);
        if (e.config != NULL) {
            wrong += !is_sent(files.gl_pathv[i], &e);
            sent++;
        }
    }
    globfree(&files);
    assert_true(sent > 40);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example_is_sent_byte_for_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
