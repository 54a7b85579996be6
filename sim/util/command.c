/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/command.h"

#include "sim/util/arguments.h"
#include "sim/util/nearest.h"
#include "sim/util/utf8.h"
#include "sim/util/wrap.h"

#include <stdlib.h>
#include <string.h>

bool nt_choice_set(nt_choice *choice, const char *name, const char *text) {
    if (name == NULL) {
        return false;
    }
    (void)snprintf(choice->name, sizeof choice->name, "%s", name);
    (void)snprintf(choice->text, sizeof choice->text, "%s", text);
    return true;
}

static void print_choices(const nt_command *command, FILE *out) {
    nt_choice choice;
    fprintf(out, "\n%s:\n", command->choice_heading);
    for (size_t i = 0; command->choice(i, &choice); i++) {
        fprintf(out, "  %-24s  ", choice.name);
        nt_wrap(out, choice.text);
    }
}

static void print_usage(const nt_command *command, FILE *out) {
    const char *line = command->usage;
    const char *prefix = "usage:";
    if (line == NULL) {
        fprintf(out, "usage: ntrace %s", command->name);
        nt_arguments_synopsis(command, out);
        fputc('\n', out);
        return;
    }
    for (;;) {
        size_t size = strcspn(line, "\n");
        fprintf(out, "%s ntrace %s %.*s\n", prefix, command->name, (int)size, line);
        if (line[size] == '\0') {
            return;
        }
        line += size + 1;
        prefix = "      ";
    }
}

void nt_command_list(const nt_command *const *commands, FILE *out) {
    for (; *commands != NULL; commands++) {
        const char *blank = strrchr((*commands)->name, ' ');
        fprintf(out, "  %-10s %s\n", blank == NULL ? (*commands)->name : blank + 1,
                (*commands)->summary);
    }
}

void nt_command_help(const nt_command *command, FILE *out) {
    print_usage(command, out);
    (void)fputc('\n', out);
    nt_fill(out, command->about);
    (void)fputc('\n', out);
    if (command->commands != NULL) {
        nt_command_list(command->commands, out);
        fprintf(out, "\n`ntrace help %s COMMAND` has more.\n", command->name);
        return;
    }
    nt_options_print(command->options, command->option_count, out);
    if (command->after != NULL) {
        (void)fputc('\n', out);
        nt_fill(out, command->after);
    }
    if (command->choice != NULL) {
        print_choices(command, out);
    }
}

int nt_command_fail(const char *command, const nt_error *error) {
    nt_error plain = *error; /* what files have in them may be in it */
    nt_utf8_clean(plain.text);
    fprintf(stderr, "ntrace %s: %s\n", command, plain.text);
    return NT_EXIT_USAGE;
}

static const char *last_word(const char *name) {
    const char *blank = strrchr(name, ' ');
    return blank == NULL ? name : blank + 1;
}

static const nt_command *find(const nt_command *const *commands, const char *name,
                              nt_nearest *nearest) {
    for (; *commands != NULL; commands++) {
        const char *word = last_word((*commands)->name);
        if (strcmp(word, name) == 0) {
            return *commands;
        }
        nt_nearest_try(nearest, word);
    }
    return NULL;
}

int nt_command_dispatch(const char *group, const nt_command *const *commands, int argc,
                        char **argv) {
    nt_nearest nearest = {.typed = argv[0]};
    const nt_command *command = find(commands, argv[0], &nearest);
    if (command != NULL) {
        return nt_command_run(command, argc, argv);
    }
    fprintf(stderr, "%s: no command '%s'", group, argv[0]);
    if (nearest.word != NULL) {
        fprintf(stderr, "; is it '%s'?", nearest.word);
    }
    fprintf(stderr, "; `ntrace help%s` lists them\n", group + strlen("ntrace"));
    return NT_EXIT_USAGE;
}

static int run_group(const nt_command *command, int argc, char **argv) {
    char group[64];
    if (argc < 2) {
        nt_error error = {0};
        nt_fail(&error, "one of its commands is needed; see --help");
        return nt_command_fail(command->name, &error);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        nt_command_help(command, stdout);
        return NT_EXIT_OK;
    }
    (void)snprintf(group, sizeof group, "ntrace %s", command->name);
    return nt_command_dispatch(group, command->commands, argc - 1, argv + 1);
}

static int parse_and_run(const nt_command *command, void *options, int argc, char **argv) {
    nt_error error = {0};
    int status = nt_arguments_parse(command, options, argc, argv, &error);
    if (status == 1) {
        nt_command_help(command, stdout);
        return NT_EXIT_OK;
    }
    if (status == 0) {
        status = command->run(options, &error);
    }
    return status < 0 ? nt_command_fail(command->name, &error) : status;
}

int nt_command_run(const nt_command *command, int argc, char **argv) {
    if (command->commands != NULL) {
        return run_group(command, argc, argv);
    }
    if (command->run_words != NULL) {
        return command->run_words(argc, argv);
    }
    void *options = calloc(1, command->size);
    if (options == NULL) {
        nt_error error = {.text = "out of memory"};
        return nt_command_fail(command->name, &error);
    }
    if (command->init != NULL) {
        command->init(options);
    }
    int status = parse_and_run(command, options, argc, argv);
    if (command->release != NULL) {
        command->release(options);
    }
    free(options);
    return status;
}
