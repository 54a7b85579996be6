/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/options.h"

#include "sim/util/nearest.h"
#include "sim/util/number.h"
#include "sim/util/outputs.h"
#include "sim/util/wrap.h"

#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_ROW = 256 }; /* getopt's values from here on are rows of the table */

_Static_assert(sizeof(unsigned) == sizeof(uint32_t), "a NT_OPTION_NUMBER is 32 bits");

static bool is_option(const nt_option *row) {
    return row->kind < NT_OPTION_TITLE;
}

static bool takes_value(const nt_option *option) {
    return option->kind != NT_OPTION_FLAG && option->kind != NT_OPTION_DO;
}

static int take_number(const nt_option *option, void *place, const char *value, nt_error *error) {
    char what[64];
    uint64_t number;
    (void)snprintf(what, sizeof what, "--%s", option->name);
    if (nt_parse_number(&number, value, what, option->least, option->most, error) != 0) {
        return -1;
    }
    if (option->kind == NT_OPTION_WIDE) {
        *(uint64_t *)place = number;
    } else {
        *(uint32_t *)place = (uint32_t)number;
    }
    return 0;
}

static int take(const nt_option *option, void *place, const char *value, nt_error *error) {
    switch (option->kind) {
    case NT_OPTION_FLAG:
        *(bool *)place = true;
        return 0;
    case NT_OPTION_NUMBER:
    case NT_OPTION_WIDE:
        return take_number(option, place, value, error);
    case NT_OPTION_TEXT:
    case NT_OPTION_OUTPUT:
        *(const char **)place = value;
        return 0;
    case NT_OPTION_TAKE:
    case NT_OPTION_DO:
    case NT_OPTION_TITLE:
    case NT_OPTION_OPERAND:
    case NT_OPTION_OPERANDS:
    case NT_OPTION_REST:
        break;
    }
    return option->take(place, value, error);
}

/* The table in getopt's two languages. */
static void describe(const nt_option *table, size_t count, struct option *longs, char *shorts) {
    *shorts++ = ':';
    for (size_t i = 0; i < count; i++) {
        if (!is_option(&table[i])) {
            continue;
        }
        *longs++ = (struct option){
            .name = table[i].name, .has_arg = takes_value(&table[i]), .val = FIRST_ROW + (int)i};
        if (table[i].letter != '\0') {
            *shorts++ = table[i].letter;
            if (takes_value(&table[i])) {
                *shorts++ = ':';
            }
        }
    }
    *longs = (struct option){0};
    *shorts = '\0';
}

static const nt_option *find_row(const nt_option *table, size_t count, int result) {
    if (result >= FIRST_ROW) {
        return &table[result - FIRST_ROW];
    }
    for (size_t i = 0; i < count; i++) {
        if (table[i].letter == result) {
            return &table[i];
        }
    }
    return NULL; /* '?' or ':' */
}

static const char *nearest_option(const nt_option *table, size_t count, const char *typed) {
    nt_nearest nearest = {.typed = typed};
    for (size_t i = 0; i < count; i++) {
        if (table[i].help != NULL && is_option(&table[i])) {
            nt_nearest_try(&nearest, table[i].name);
        }
    }
    return nearest.word;
}

/* What getopt_long's '?' or ':' means, in words; returns -1. */
static int wrong(const nt_option *table, size_t count, int result, char *const *argv,
                 nt_error *error) {
    const char *problem = result == ':'         ? "needs a value"
                          : optopt >= FIRST_ROW ? "takes no value"
                                                : "no such option (see --help)";
    const char *word = argv[optind - 1];
    if (optopt > 0 && optopt < 256 && word[1] != '-') {
        return nt_fail(error, "-%c: %s", optopt, problem);
    }
    const char *meant = result == '?' && optopt == 0 && strncmp(word, "--", 2) == 0
                            ? nearest_option(table, count, word + 2)
                            : NULL;
    return meant != NULL
               ? nt_fail(error, "%s: no such option; is it --%s? (see --help)", word, meant)
               : nt_fail(error, "%s: %s", word, problem);
}

int nt_options_parse_given(const nt_option *table, size_t count, void *options, bool *given,
                           int argc, char **argv, nt_error *error) {
    struct option longs[NT_MOST_OPTIONS + 1];
    char shorts[2 * NT_MOST_OPTIONS + 2];
    if (count > NT_MOST_OPTIONS) {
        return nt_fail(error, "a table of more than %d options", NT_MOST_OPTIONS);
    }
    describe(table, count, longs, shorts);
    memset(given, 0, count * sizeof *given);
    opterr = 0;
    optind = 0; /* start anew */
    for (;;) {
        int result = getopt_long(argc, argv, shorts, longs, NULL);
        if (result == -1) {
            return nt_outputs_check(table, count, options, given, argc, argv, error) == 0 ? optind
                                                                                          : -1;
        }
        const nt_option *option = find_row(table, count, result);
        if (option == NULL) {
            return wrong(table, count, result, argv, error);
        }
        if (option->kind == NT_OPTION_OUTPUT && given[option - table]) {
            return nt_fail(error, "--%s: given twice", option->name);
        }
        given[option - table] = true;
        if (take(option, (char *)options + option->offset, optarg, error) != 0) {
            return -1;
        }
    }
}

int nt_options_parse(const nt_option *table, size_t count, void *options, int argc, char **argv,
                     nt_error *error) {
    bool given[NT_MOST_OPTIONS];
    return nt_options_parse_given(table, count, options, given, argc, argv, error);
}

static void print_option(const nt_option *option, FILE *out) {
    char words[128];
    int size = option->letter != '\0'
                   ? snprintf(words, sizeof words, "  -%c, --%s", option->letter, option->name)
                   : snprintf(words, sizeof words, "      --%s", option->name);
    if (option->value != NULL) {
        size += snprintf(words + size, sizeof words - (size_t)size, " %s", option->value);
    }
    fprintf(out, "%-*s", NT_WRAP_INDENT, words);
    if (size > NT_WRAP_INDENT - 1) {
        fprintf(out, "\n%*s", NT_WRAP_INDENT, "");
    }
    nt_wrap(out, option->help);
}

void nt_options_print(const nt_option *table, size_t count, FILE *out) {
    for (size_t i = 0; i < count; i++) {
        if (table[i].kind == NT_OPTION_TITLE) {
            fprintf(out, "\n%s\n", table[i].help);
        } else if (table[i].help != NULL) {
            print_option(&table[i], out);
        }
    }
}

int nt_take_xlen(void *place, const char *value, nt_error *error) {
    return nt_parse_xlen(place, value, error);
}

int nt_command_json(const json_t *object, nt_error *error) {
    if (object == NULL) {
        return nt_fail(error, "out of memory, or a name that is not UTF-8");
    }
    if (json_dumpf(object, stdout, JSON_INDENT(2)) != 0 || putchar('\n') == EOF ||
        fflush(stdout) != 0) {
        return nt_fail(error, "-: %s", strerror(errno));
    }
    return 0;
}
