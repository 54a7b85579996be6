#include "sim/commands.h"
#include "sim/vectors/commands.h"

#include <stdio.h>
#include <string.h>

static const nt_command commands[] = {
    {"list", "list the vectors: id, unit, bytes", nt_vectors_list},
    {"emit", "write a vector's ingress for a testbench, or its bytes", nt_vectors_emit},
    {"run", "run vectors through the golden model, and through the RTL", nt_vectors_run},
    {"judge", "judge another encoder's bytes for a vector", nt_vectors_judge},
    {NULL, NULL, NULL},
};

static void print_help(void) {
    fputs("usage: ntrace vectors COMMAND [ARGUMENT...]\n"
          "\n"
          "Compliance vectors: what an encoder's pins see, and what it sends. docs/vectors.md\n"
          "describes them.\n"
          "\n",
          stdout);
    for (const nt_command *command = commands; command->name != NULL; command++) {
        printf("  %-25s %s\n", command->name, command->summary);
    }
    fputs("  -h, --help                after a command: its options\n", stdout);
}

int nt_cmd_vectors(int argc, char **argv);

int nt_cmd_vectors(int argc, char **argv) {
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        print_help();
        return NT_EXIT_OK;
    }
    for (const nt_command *command = commands; argc >= 2 && command->name != NULL; command++) {
        if (strcmp(command->name, argv[1]) == 0) {
            return command->run(argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "ntrace vectors: one of its commands is needed; see --help\n");
    return NT_EXIT_USAGE;
}
