/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/arguments.h"

#include <string.h>

/* Holds an option as errors and synopses name it: "-o", or "--image" where it has no letter. */
typedef struct option_word {
    char text[32];
} option_word;

static option_word word_of(const nt_option *option) {
    option_word word;
    const char letter[] = {option->letter, '\0'};
    bool has_letter = option->letter != '\0';
    (void)snprintf(word.text, sizeof word.text, "%s%s", has_letter ? "-" : "--",
                   has_letter ? letter : option->name);
    return word;
}

/* The row of this name, which there is. */
static const nt_option *row_of(const nt_command *command, const char *name) {
    const nt_option *row = command->options;
    while (strcmp(row->name, name) != 0) {
        row++;
    }
    return row;
}

/* The row of the first of these names, up to NULL, that is given, or is not. NULL: there is none.
 */
static const nt_option *find(const nt_command *command, const char *const *names, const bool *given,
                             bool is_given) {
    for (; *names != NULL; names++) {
        const nt_option *row = row_of(command, *names);
        if (given[row - command->options] == is_given) {
            return row;
        }
    }
    return NULL;
}

/* Stores what is after "--", if the command takes that. Returns how many words are before. */
static int split_rest(const nt_command *command, void *options, int argc, char **argv) {
    for (size_t i = 0; i < command->option_count; i++) {
        if (command->options[i].kind == NT_OPTION_REST) {
            nt_words *rest = (nt_words *)((char *)options + command->options[i].offset);
            int own = 1;
            while (own < argc && strcmp(argv[own], "--") != 0) {
                own++;
            }
            rest->word = argv + own + 1;
            rest->count = own < argc ? (size_t)(argc - own - 1) : 0;
            return own;
        }
    }
    return argc;
}

/* The words that the row takes go from `words` to its place. */
static int take(const nt_option *row, void *place, nt_words *words, nt_error *error) {
    size_t taken = words->count < row->most ? words->count : (size_t)row->most;
    if (taken < row->least) {
        return nt_fail(error, "%s is missing (see --help)", row->value);
    }
    if (row->kind == NT_OPTION_OPERAND) {
        *(const char **)place = words->word[0];
    } else {
        *(nt_words *)place = (nt_words){words->word, taken};
    }
    words->word += taken;
    words->count -= taken;
    return 0;
}

static bool is_operand(const nt_option *row) {
    return row->kind == NT_OPTION_OPERAND || row->kind == NT_OPTION_OPERANDS;
}

static int take_operands(const nt_command *command, void *options, const bool *given,
                         nt_words words, nt_error *error) {
    const nt_option *instead = find(command, command->instead, given, true);
    const char *most = "takes options only";
    for (size_t i = 0; i < command->option_count && instead == NULL; i++) {
        const nt_option *row = &command->options[i];
        if (is_operand(row)) {
            most = "one file at a time";
            if (take(row, (char *)options + row->offset, &words, error) != 0) {
                return -1;
            }
        }
    }
    if (words.count == 0) {
        return 0;
    }
    return instead != NULL
               ? nt_fail(error, "%s: not with --%s (see --help)", words.word[0], instead->name)
               : nt_fail(error, "%s: %s (see --help)", words.word[0], most);
}

int nt_arguments_parse(const nt_command *command, void *options, int argc, char **argv,
                       nt_error *error) {
    static const char *const help[] = {"help", NULL};
    bool given[NT_MOST_OPTIONS];
    int own = split_rest(command, options, argc, argv);
    int first = nt_options_parse_given(command->options, command->option_count, options, given, own,
                                       argv, error);
    if (first < 0) {
        return -1;
    }
    if (find(command, help, given, true) != NULL) {
        return 1;
    }
    nt_words words = {argv + first, (size_t)(own - first)};
    if (take_operands(command, options, given, words, error) != 0) {
        return -1;
    }
    if (find(command, command->alone, given, true) != NULL) {
        return 0;
    }
    const nt_option *missing = find(command, command->required, given, false);
    return missing != NULL ? nt_fail(error, "%s is missing (see --help)", word_of(missing).text)
                           : 0;
}

void nt_arguments_synopsis(const nt_command *command, FILE *out) {
    for (size_t i = 0; i < command->option_count; i++) {
        const nt_option *row = &command->options[i];
        if (is_operand(row)) {
            bool may_lack = row->least == 0;
            fprintf(out, " %s%s%s%s", may_lack ? "[" : "", row->value, row->most > 1 ? "..." : "",
                    may_lack ? "]" : "");
        }
    }
    for (const char *const *name = command->required; *name != NULL; name++) {
        const nt_option *row = row_of(command, *name);
        fprintf(out, " %s %s", word_of(row).text, row->value);
    }
    fputs(" [OPTION...]", out);
}
