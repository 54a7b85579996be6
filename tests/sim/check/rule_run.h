/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a case of rule_file.h through the checker. */
#ifndef NT_TESTS_CHECK_RULE_RUN_H
#define NT_TESTS_CHECK_RULE_RUN_H

#include "libntrace/program/image.h"
#include "sim/check/check.h"
#include "sim/decode/flow_options.h"
#include "sim/witness/ingress.h"

#include "tests/sim/check/rule_file.h"

#include <unistd.h>

/* What `with` says. */
typedef struct rule_setup {
    nt_config config;
    nt_control control;
    nt_control given; /* 1 in each field that `with` has */
    nt_check_options options;
    const rule_program *program; /* NULL: there is none */
    bool golden;                 /* the build's own encoder made the bytes */
} rule_setup;

static const rule_program *find_program(const rule_cases *cases, const char *name) {
    for (size_t i = 0; i < cases->programs; i++) {
        if (strcmp(cases->program[i].name, name) == 0) {
            return &cases->program[i];
        }
    }
    print_message("no program %s\n", name);
    fail();
    return NULL;
}

/* What is not a control field. */
typedef struct rule_words {
    bool set; /* control fields are known, */
    bool all; /* all of them */
    bool partial;
    bool tstamp;
    bool sources;
    bool golden;
    uint8_t xlen;
    uint8_t version;
    nt_freedoms without;
} rule_words;

static nt_freedoms freedom_of(const char *id) {
    int freedom = nt_freedom_find(id);
    if (freedom < 0) {
        print_message("no freedom %s\n", id);
    }
    assert_true(freedom >= 0);
    return (nt_freedoms)1 << freedom;
}

static void take_word(const rule_cases *cases, rule_setup *setup, rule_words *words, char *word) {
    char *value = strchr(word, '=');
    if (value == NULL) {
        words->tstamp |= strcmp(word, "tstamp") == 0;
        words->sources |= strcmp(word, "sources") == 0;
        words->partial |= strcmp(word, "partial") == 0;
        words->golden |= strcmp(word, "golden") == 0;
        words->all |= strcmp(word, "all") == 0;
        words->set |= words->all;
        if (strcmp(word, "hcontext") == 0) {
            setup->config.hcontext_w = 4;
        }
        return;
    }
    *value++ = '\0';
    if (strcmp(word, "version") == 0) {
        words->version = strcmp(value, "rc7") == 0 ? NT_SPEC_RC7 : NT_SPEC_1_0;
    } else if (strcmp(word, "xlen") == 0) {
        words->xlen = (uint8_t)strtoul(value, NULL, 10);
    } else if (strcmp(word, "program") == 0) {
        setup->program = find_program(cases, value);
    } else if (strcmp(word, "without") == 0) {
        words->without |= freedom_of(value);
    } else {
        int field = nt_control_find(word);
        if (field < 0) {
            print_message("no field %s\n", word);
        }
        assert_true(field >= 0);
        nt_control_set(&setup->control, (unsigned)field, (uint32_t)strtoul(value, NULL, 0));
        nt_control_set(&setup->given, (unsigned)field, 1);
        words->set = true;
    }
}

static rule_setup set_up(const rule_cases *cases, const rule_case *row) {
    rule_setup setup = {.config = {.xlen = 64,
                                   .src_w = 12,
                                   .tstamp_w = 16,
                                   .scontext_w = 8,
                                   .options = 1,
                                   .sijump = 1,
                                   .itype_w = 4,
                                   .stack_depth = 32,
                                   .period_w = 8},
                        .control = nt_control_reset(),
                        .given = nt_control_reset()};
    rule_words words = {.version = NT_SPEC_1_0};
    char with[CASE_WORDS];
    (void)snprintf(with, sizeof with, "%s", row->with);
    char *rest = with;
    for (char *word; (word = strtok_r(rest, " \n", &rest)) != NULL;) {
        take_word(cases, &setup, &words, word);
    }
    if (words.xlen != 0) {
        setup.config.xlen = words.xlen;
    }
    setup.control.ntRc7 |= words.version == NT_SPEC_RC7;
    if (words.set) {
        setup.options = nt_check_options_of(&setup.control, &setup.config);
        if (!words.all) {
            setup.options.known = setup.given;
        }
        if (words.partial) {
            memset(&setup.options.known, 0, sizeof setup.options.known);
            setup.options.scontext_w = setup.options.hcontext_w = 0;
            setup.options.tstamp_w = setup.options.btype = 0;
        }
        setup.options.format.tstamp |= words.tstamp;
        setup.options.sources = words.sources;
    } else {
        setup.options = (nt_check_options){
            .format = {.tstamp = words.tstamp, .rc7 = words.version == NT_SPEC_RC7},
            .xlen = words.xlen,
            .version = words.version,
            .freedoms = NT_EVERY_FREEDOM};
    }
    setup.options.freedoms &= ~words.without;
    setup.golden = words.golden;
    return setup;
}

/* "ADDRESS: OPCODE ..." lines. */
static nt_image *assemble(const rule_program *program, unsigned xlen) {
    nt_image *image = nt_image_new(xlen);
    assert_non_null(image);
    for (const char *at = program->text; *at != '\0';) {
        char *end;
        uint64_t address = strtoull(at, &end, 16);
        assert_int_equal(*end, ':');
        const char *code = end + 1 + strspn(end + 1, " ");
        uint64_t opcode = strtoull(code, &end, 16);
        size_t size = (size_t)(end - code) / 2;
        assert_true(size == 2 || size == 4 || size == 6);
        uint8_t bytes[8];
        for (size_t i = 0; i < size; i++) {
            bytes[i] = (uint8_t)(opcode >> 8 * i);
        }
        assert_int_equal(nt_image_write(image, address, bytes, size), 0);
        at += strcspn(at, "\n");
        at += strspn(at, "\n");
    }
    return image;
}

static int pass_on(void *context, const nt_flow_event *event) {
    nt_check_flow(context, event);
    return 0;
}

/* Bytes in pieces of `piece`; with a decoder, a message at a time. */
static void feed(nt_check *check, nt_flow *flow, const text_stream *stream, size_t piece) {
    for (size_t at = 0, size; at < stream->size; at += size) {
        size = stream->size - at < piece ? stream->size - at : piece;
        for (size_t i = 0; flow != NULL && i < stream->size - at; i++) {
            size = i + 1;
            if ((stream->bytes[at + i] & 3) == 3) {
                break;
            }
        }
        nt_check_bytes(check, stream->bytes + at, size);
        if (flow != NULL) {
            (void)nt_flow_bytes(flow, stream->bytes + at, size);
        }
    }
    if (flow != NULL) {
        (void)nt_flow_finish(flow);
    }
    nt_check_finish(check);
}

/* ---- with the ingress ---- */

static void write_file(char path[32], const void *bytes, size_t size) {
    (void)snprintf(path, 32, "/tmp/ntrace-rule-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), (ssize_t)size);
    assert_int_equal(close(file), 0);
}

/* Lines that are repeated are written so often. */
static void write_ingress(char path[32], const char *text) {
    static char cycles[1 << 16];
    size_t size = 0;
    while (*text != '\0') {
        unsigned long times = take_times(&text);
        size_t line = strcspn(text, "\n") + 1;
        for (; times > 0; times--) {
            assert_true(size + line < sizeof cycles);
            memcpy(cycles + size, text, line);
            size += line;
        }
        text += line;
    }
    write_file(path, cycles, size);
}

/* What a case leaves; with ingress the checker is the witness's. */
typedef struct rule_outcome {
    nt_check *check;
    nt_witness *witness;
} rule_outcome;

static void free_outcome(rule_outcome *outcome) {
    if (outcome->witness != NULL) {
        nt_witness_free(outcome->witness);
    } else {
        nt_check_free(outcome->check);
    }
}

static nt_witness *judge_ingress(const rule_setup *setup, const rule_case *row, const char *cycles,
                                 const char *bytes, nt_check_turns *turns, nt_error *error) {
    nt_settings settings;
    nt_check_ingress_inputs in = {.path = row->place,
                                  .mode = setup->options.control.trTeInstMode,
                                  .freedoms = setup->options.freedoms,
                                  .turns = turns};
    nt_settings_init(&settings);
    nt_witness *witness = NULL;
    nt_config port = *settings.config;
    settings.config = &port;
    if (nt_check_ingress_port(&port, cycles, error) == 0 &&
        nt_ingress_file_fit(&settings, cycles, error) == 0 &&
        nt_ingress_file_open(&in.cycles, cycles, settings.config, error) == 0) {
        assert_int_equal(nt_input_file_open(&in.bytes, bytes, error), 0);
        in.config = settings.config;
        in.golden = setup->golden;
        in.built = nt_ingress_file_config(&in.cycles).name[0] != '\0';
        in.code = nt_witness_code_of_image(assemble(setup->program, settings.config->xlen));
        witness = nt_check_with_ingress(&in, error);
        nt_input_file_close(in.bytes);
        in.cycles.close(in.cycles.self);
    }
    return witness;
}

static bool holds_ingress(nt_witness *witness) {
    return nt_check_summarize(nt_witness_check(witness)).broken == 0;
}

/* As the command does it: a stream that is refused once more, with other turns. */
static rule_outcome check_ingress(const rule_setup *setup, const rule_case *row,
                                  const text_stream *stream) {
    char cycles[32];
    char bytes[32];
    nt_error error = {0};
    nt_check_turns turns = {0};
    assert_non_null(setup->program);
    write_ingress(cycles, row->ingress);
    write_file(bytes, stream->bytes, stream->size);
    nt_witness *witness = judge_ingress(setup, row, cycles, bytes, &turns, &error);
    while (witness != NULL && !setup->golden && !holds_ingress(witness) &&
           nt_check_next_turns(&turns)) {
        nt_witness *other = judge_ingress(setup, row, cycles, bytes, &turns, &error);
        assert_non_null(other);
        const bool further =
            nt_check_gets_further(nt_witness_check(other), nt_witness_check(witness));
        nt_witness_free(further ? witness : other);
        witness = further ? other : witness;
    }
    (void)unlink(cycles);
    (void)unlink(bytes);
    if (witness == NULL) {
        print_message("%s: %s\n", row->place, error.text);
        fail();
    }
    return (rule_outcome){.check = nt_witness_check(witness), .witness = witness};
}

static rule_outcome check_case(const rule_cases *cases, const rule_case *row,
                               const text_stream *stream, size_t piece) {
    const rule_setup setup = set_up(cases, row);
    if (row->ingress[0] != '\0') {
        return check_ingress(&setup, row, stream);
    }
    nt_check *check = nt_check_new(&setup.options);
    assert_non_null(check);
    if (setup.program == NULL) {
        feed(check, NULL, stream, piece);
        return (rule_outcome){.check = check};
    }
    nt_flow_options options = nt_flow_options_of(&setup.control, &setup.config);
    options.tolerant = true;
    options.inst_mode = (uint8_t)setup.control.trTeInstMode;
    nt_image *image = assemble(setup.program, setup.config.xlen);
    nt_flow *flow = nt_flow_new(nt_image_code(image), &options, pass_on, check);
    nt_check_code(check, nt_image_code(image));
    assert_non_null(flow);
    feed(check, flow, stream, piece);
    nt_flow_free(flow);
    nt_image_free(image);
    return (rule_outcome){.check = check};
}

#endif
