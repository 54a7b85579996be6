/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/answers.h"

#include "libntrace/util/input_file.h"
#include "sim/util/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 512 };

static const char ANY[] = "any=";

/* The next word of a text; false: there is none. "|" is one. */
static bool next_word(const char **text, char word[LINE]) {
    *text += strspn(*text, " \t");
    size_t size = strcspn(*text, " \t");
    memcpy(word, *text, size);
    word[size] = '\0';
    *text += size;
    return size != 0;
}

static bool is_any(const char *word) {
    return strncmp(word, ANY, sizeof ANY - 1) == 0;
}

/* Up to the words behind two blanks. */
static size_t size_of_answers(const char *text) {
    const char *end = strstr(text, "  ");
    return end == NULL ? strlen(text) : (size_t)(end - text);
}

int nt_answers_take(nt_vector *vector, const char *text, nt_error *error) {
    char answers[LINE];
    char word[LINE];
    const char *at = answers;
    size_t size = size_of_answers(text);
    if (strcmp(text, "nothing") == 0) {
        return 0;
    }
    if (size == 0 || size + 2 > sizeof answers) {
        return nt_fail(error, "no answer");
    }
    memcpy(answers, text, size);
    answers[size] = '\0';
    size_t before = vector->answers == NULL ? 0 : strlen(vector->answers);
    char *more = realloc(vector->answers, before + size + 2);
    if (more == NULL) {
        return nt_fail(error, "out of memory");
    }
    vector->answers = more;
    memcpy(more + before, answers, size);
    memcpy(more + before + size, "\n", 2);
    vector->messages++;
    for (bool first = true; next_word(&at, word) && strcmp(word, "|") != 0; first = false) {
        if (!is_any(word) && ((!first && nt_vector_expect(vector, " ", 1, error) != 0) ||
                              nt_vector_expect(vector, word, strlen(word), error) != 0)) {
            return -1;
        }
    }
    return nt_vector_expect(vector, "\n", 1, error);
}

/* Whether a word is the one expected, but for the bits that may be anything. */
static bool same_word(const char *expected, const char *got, uint64_t any) {
    uint64_t ours;
    uint64_t theirs;
    nt_error ignored = {0};
    return strcmp(expected, got) == 0 ||
           (nt_parse_number(&ours, expected, "", 0, UINT64_MAX, &ignored) == 0 &&
            nt_parse_number(&theirs, got, "", 0, UINT64_MAX, &ignored) == 0 &&
            ((ours ^ theirs) & ~any) == 0);
}

/* The mask behind a word, if there is one. */
static uint64_t take_any(const char **expected) {
    const char *at = *expected;
    char word[LINE];
    uint64_t mask = 0;
    nt_error ignored = {0};
    if (!next_word(&at, word) || !is_any(word) ||
        nt_parse_number(&mask, word + sizeof ANY - 1, "", 0, UINT64_MAX, &ignored) != 0) {
        return 0;
    }
    *expected = at;
    return mask;
}

/* Whether it is one of the answers; `expected` goes on to the next one. */
static bool is_this(const char **expected, const char *got) {
    char ours[LINE];
    char theirs[LINE];
    bool same = true;
    while (next_word(expected, ours) && strcmp(ours, "|") != 0) {
        uint64_t any = take_any(expected);
        same = next_word(&got, theirs) && same_word(ours, theirs, any) && same;
    }
    return same && !next_word(&got, theirs);
}

static bool is_one_of(const char *expected, const char *got) {
    while (*expected != '\0') {
        if (is_this(&expected, got)) {
            return true;
        }
    }
    return false;
}

static int broken(nt_vector_judgement *j, uint64_t number, const char *expected, const char *got) {
    j->verdict = NT_VECTOR_BROKEN;
    j->rule = "answer";
    j->offset = number;
    (void)snprintf(j->text, sizeof j->text, "%.70s is expected, not %.70s", expected, got);
    return 0;
}

static int judge_lines(nt_vector_judgement *judgement, char *answers, nt_input_file *file,
                       nt_error *error) {
    char got[LINE];
    char *rest;
    uint64_t number = 0;
    int more;
    char *expected = answers == NULL ? NULL : strtok_r(answers, "\n", &rest);
    while ((more = nt_input_file_line(file, got, sizeof got, error)) == 1) {
        if (got[strspn(got, " \t")] == '\0') {
            continue;
        }
        number++;
        if (expected == NULL || !is_one_of(expected, got)) {
            return broken(judgement, number, expected == NULL ? "nothing" : expected, got);
        }
        expected = strtok_r(NULL, "\n", &rest);
    }
    return more < 0           ? -1
           : expected != NULL ? broken(judgement, number + 1, expected, "nothing")
                              : 0;
}

int nt_answers_judge(nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                     nt_error *error) {
    nt_input_file *file;
    char *answers = vector->answers == NULL ? NULL : strdup(vector->answers);
    if (nt_input_file_open(&file, path, error) != 0) {
        free(answers);
        return -1;
    }
    judgement->verdict = NT_VECTOR_CONFORMANT;
    int result = judge_lines(judgement, answers, file, error);
    nt_input_file_close(file);
    free(answers);
    return result;
}
