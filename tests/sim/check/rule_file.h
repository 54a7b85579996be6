/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of tests/sim/check/rules: for each rule streams that break it, and legal ones that put
   it to the test. A file is read from top to bottom:

   # comment
   program NAME            code that others refer to: lines "ADDRESS: OPCODE what it is", in hex
   rule ID                 what the cases from here on are about
   sequence NAME           the same in tests/sim/check/sequences, where "breaks" names the rule:
                           see sequences_test.c
   freedom ID              the same in tests/sim/check/freedoms: "holds" has an example of it, and
                           "breaks" names the rule that its nearest neighbour breaks: see
                           freedoms_test.c
   refused RULE            what the example breaks without that freedom
   needs ID...             other freedoms that the example uses too
   with WORD...            what is known: FIELD=VALUE (a control field; others are at reset, but
                           nobody knows, unless "all" is there too), version=rc7, xlen=32,
                           program=NAME, tstamp (messages have TSTAMP though no control field says
                           so), sources (each SRC is one), hcontext (the build has that),
                           build=NAME, partial (what is set is not known, only the decoder is),
                           without=ID (the stream may not use this freedom), golden (with
                           ingress: the build's own encoder made the bytes)
   ingress                 what the pins saw, in the text form of docs/ingress.md
   holds [in words]        a legal stream; its messages follow
   breaks [in words]       a stream whose primary finding is the rule, at the message marked by "*"
   follows ID...           rules that this stream breaks too, but as a consequence
   advised ID...           recommendations that a legal sequence need not follow

   Lines of programs, ingress and messages are indented. `with` and `ingress` before the first case
   hold for all cases of the rule, behind `holds` or `breaks` they are the case's own. Messages are
   as in message_text.h, with the message's name; ".byte 0x02" are bytes as they are. "16x" in front
   of a message, or of a cycle, repeats it. */
#ifndef NT_TESTS_CHECK_RULE_FILE_H
#define NT_TESTS_CHECK_RULE_FILE_H

#include "libntrace/messages/tables.h"
#include "tests/libntrace/messages/message_text.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { CASE_TEXT = 4096, CASE_WORDS = 2048 };

typedef struct rule_case {
    char place[128]; /* FILE:LINE */
    char rule[64];
    char freedom[64]; /* "": it is about none */
    bool sequence;
    bool breaks;
    char with[CASE_WORDS];
    char ingress[CASE_TEXT];
    char messages[CASE_TEXT]; /* lines */
    char follows[CASE_WORDS];
    char advised[CASE_WORDS];
    char refused[64];
    char needs[CASE_WORDS];
} rule_case;

typedef struct rule_program {
    char name[32];
    char text[CASE_TEXT];
} rule_program;

enum { MOST_CASES = 2000, MOST_PROGRAMS = 64 };

typedef struct rule_cases {
    rule_case *at;
    size_t count;
    rule_program *program;
    size_t programs;
    rule_case rule; /* what the cases of the rule at hand share */
} rule_cases;

static void append(char *text, size_t room, const char *more, size_t size) {
    size_t used = strlen(text);
    assert_true(used + size + 2 < room);
    memcpy(text + used, more, size);
    text[used + size] = '\n';
    text[used + size + 1] = '\0';
}

static bool starts_with(const char *line, const char *word) {
    size_t size = strlen(word);
    return strncmp(line, word, size) == 0 && (line[size] == ' ' || line[size] == '\0');
}

/* Where indented lines go. */
typedef struct rule_block {
    char *text;
    size_t room;
} rule_block;

static rule_case *current_case(rule_cases *cases) {
    bool in_case = cases->count != 0 && cases->rule.messages[0] != '\0';
    return in_case ? &cases->at[cases->count - 1] : &cases->rule;
}

static void begin_rule(rule_cases *cases, const char *id) {
    cases->rule = (rule_case){.rule = ""};
    (void)snprintf(cases->rule.rule, sizeof cases->rule.rule, "%s", id);
}

/* `rest` is what comes after "holds" or "breaks". */
static rule_block begin_case(rule_cases *cases, bool breaks, const char *rest, const char *file,
                             unsigned line) {
    assert_true(cases->count < MOST_CASES && cases->rule.rule[0] != '\0');
    rule_case *added = &cases->at[cases->count++];
    *added = cases->rule;
    added->messages[0] = '\0';
    added->breaks = breaks;
    if (added->sequence || added->freedom[0] != '\0') {
        (void)snprintf(added->rule, sizeof added->rule, "%.*s", (int)strcspn(rest, " "), rest);
    }
    (void)snprintf(added->place, sizeof added->place, "%s:%u", file, line);
    cases->rule.messages[0] = '-'; /* what comes now is the case's own */
    return (rule_block){added->messages, sizeof added->messages};
}

static rule_block begin_program(rule_cases *cases, const char *name) {
    assert_true(cases->programs < MOST_PROGRAMS);
    for (size_t i = 0; i < cases->programs; i++) {
        assert_string_not_equal(cases->program[i].name, name);
    }
    rule_program *program = &cases->program[cases->programs++];
    (void)snprintf(program->name, sizeof program->name, "%s", name);
    return (rule_block){program->text, sizeof program->text};
}

/* A line that is not indented. */
static rule_block take_keyword(rule_cases *cases, const char *line, const char *file,
                               unsigned number, rule_block block) {
    const char *rest = line + strcspn(line, " ");
    rest += strspn(rest, " ");
    if (starts_with(line, "program")) {
        return begin_program(cases, rest);
    }
    if (starts_with(line, "rule")) {
        begin_rule(cases, rest);
        return (rule_block){NULL, 0};
    }
    if (starts_with(line, "sequence")) {
        begin_rule(cases, rest);
        cases->rule.sequence = true;
        return (rule_block){NULL, 0};
    }
    if (starts_with(line, "freedom")) {
        begin_rule(cases, rest);
        (void)snprintf(cases->rule.freedom, sizeof cases->rule.freedom, "%s", rest);
        return (rule_block){NULL, 0};
    }
    if (starts_with(line, "holds") || starts_with(line, "breaks")) {
        return begin_case(cases, line[0] == 'b', rest, file, number);
    }
    rule_case *at = current_case(cases);
    if (starts_with(line, "ingress")) {
        at->ingress[0] = '\0';
        return (rule_block){at->ingress, sizeof at->ingress};
    }
    if (starts_with(line, "messages")) {
        return (rule_block){at->messages, sizeof at->messages};
    }
    if (starts_with(line, "with")) {
        append(at->with, sizeof at->with, rest, strlen(rest));
        return block;
    }
    if (starts_with(line, "refused")) {
        (void)snprintf(at->refused, sizeof at->refused, "%s", rest);
        return block;
    }
    if (starts_with(line, "needs")) {
        append(at->needs, sizeof at->needs, rest, strlen(rest));
        return block;
    }
    if (starts_with(line, "follows")) {
        append(at->follows, sizeof at->follows, rest, strlen(rest));
        return block;
    }
    if (starts_with(line, "advised")) {
        append(at->advised, sizeof at->advised, rest, strlen(rest));
        return block;
    }
    print_message("%s:%u: not understood: %s\n", file, number, line);
    fail();
    return block;
}

static void read_rule_file(rule_cases *cases, const char *path) {
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    char line[512];
    unsigned number = 0;
    rule_block block = {NULL, 0};
    while (fgets(line, sizeof line, in) != NULL) {
        number++;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || line[strspn(line, " ")] == '\0') {
            continue;
        }
        if (line[0] == ' ' || line[0] == '*') {
            if (block.text == NULL) {
                print_message("%s:%u: of what is this?\n", path, number);
            }
            assert_non_null(block.text);
            append(block.text, block.room, line, strlen(line));
        } else {
            block = take_keyword(cases, line, path, number, block);
        }
    }
    (void)fclose(in);
    begin_rule(cases, "");
}

/* Reads all files that match `pattern`, and allocates what they need; -1 where there are none. */
static int read_rule_files(rule_cases *cases, const char *pattern) {
    glob_t files;
    cases->at = calloc(MOST_CASES, sizeof *cases->at);
    cases->program = calloc(MOST_PROGRAMS, sizeof *cases->program);
    if (cases->at == NULL || cases->program == NULL || glob(pattern, 0, NULL, &files) != 0) {
        return -1;
    }
    for (size_t i = 0; i < files.gl_pathc; i++) {
        read_rule_file(cases, files.gl_pathv[i]);
    }
    globfree(&files);
    return 0;
}

static void free_rule_cases(rule_cases *cases) {
    free(cases->at);
    free(cases->program);
}

/* Takes "16x " in front of a line; 1 where there is none. */
static unsigned long take_times(const char **line) {
    char *end;
    const char *text = *line + strspn(*line, " ");
    unsigned long times = strtoul(text, &end, 10);
    bool repeats = end != text && end[0] == 'x' && end[1] == ' ';
    *line = repeats ? end + 2 : text;
    return repeats ? times : 1;
}

/* ---- messages ---- */

static int tcode_of(const char *name, size_t size) {
    for (int tcode = 0; tcode < NT_TCODES; tcode++) {
        const char *known = nt_message_layouts[tcode].name;
        if (known != NULL && strlen(known) == size && memcmp(known, name, size) == 0) {
            return tcode;
        }
    }
    return -1;
}

/* One message, or bytes, without what is in front. */
static void put_line(text_stream *stream, const char *line, const char *place) {
    char text[512];
    size_t name = strcspn(line, " ");
    int tcode = tcode_of(line, name);
    if (starts_with(line, ".byte")) {
        (void)snprintf(text, sizeof text, "hex%s", line + name);
    } else if (tcode >= 0) {
        (void)snprintf(text, sizeof text, "%d%s", tcode, line + name);
    } else {
        if (!isdigit((unsigned char)line[0])) {
            print_message("%s: no message: %s\n", place, line);
        }
        assert_true(isdigit((unsigned char)line[0]));
        (void)snprintf(text, sizeof text, "%s", line);
    }
    text_put(stream, text);
}

/* The bytes of all messages; those of the one that is marked are from `*from` to `*until`. */
static void put_messages(text_stream *stream, const rule_case *row, size_t *from, size_t *until) {
    *from = *until = SIZE_MAX;
    for (const char *at = row->messages; *at != '\0';) {
        char line[512];
        size_t size = strcspn(at, "\n");
        memcpy(line, at, size);
        line[size] = '\0';
        at += size + (at[size] == '\n');
        bool marked = line[0] == '*';
        const char *text = line + marked;
        for (unsigned long i = take_times(&text); i > 0; i--) {
            size_t before = stream->size;
            put_line(stream, text, row->place);
            if (marked) {
                *from = before;
                *until = stream->size;
            }
        }
    }
}

#endif
