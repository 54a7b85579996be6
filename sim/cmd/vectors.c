#include "sim/util/subcommands.h"
#include "sim/vectors/commands.h"

#include <stddef.h>

static const nt_command commands[] = {
    {"list", "list the vectors: id, unit, bytes", nt_vectors_list},
    {"emit", "write a vector's ingress for a testbench, or its bytes", nt_vectors_emit},
    {"run", "run vectors through the golden model, and through the RTL", nt_vectors_run},
    {"judge", "judge another encoder's bytes for a vector", nt_vectors_judge},
    {NULL, NULL, NULL},
};

static const nt_command_group group = {
    .name = "vectors",
    .about = "Compliance vectors: what an encoder's pins see, and what it sends. docs/vectors.md\n"
             "describes them.\n",
    .commands = commands,
};

int nt_cmd_vectors(int argc, char **argv);

int nt_cmd_vectors(int argc, char **argv) {
    return nt_command_group_run(&group, argc, argv);
}
