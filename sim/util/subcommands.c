#include "sim/util/subcommands.h"

#include <stdio.h>
#include <string.h>

const nt_command *nt_command_find(const nt_command *table, const char *name) {
    for (const nt_command *command = table; command->name != NULL; command++) {
        if (strcmp(command->name, name) == 0) {
            return command;
        }
    }
    return NULL;
}

static int print_help(const nt_command_group *group) {
    printf("usage: ntrace %s COMMAND [ARGUMENT...]\n\n%s\n", group->name, group->about);
    for (const nt_command *command = group->commands; command->name != NULL; command++) {
        printf("  %-25s %s\n", command->name, command->summary);
    }
    fputs("  -h, --help                after a command: its options\n", stdout);
    return NT_EXIT_OK;
}

int nt_command_group_run(const nt_command_group *group, int argc, char **argv) {
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        return print_help(group);
    }
    const nt_command *command = argc >= 2 ? nt_command_find(group->commands, argv[1]) : NULL;
    if (command != NULL) {
        return command->run(argc - 1, argv + 1);
    }
    fprintf(stderr, "ntrace %s: one of its commands is needed; see --help\n", group->name);
    return NT_EXIT_USAGE;
}
