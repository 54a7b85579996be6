/* Chooses a command from a table, for `ntrace` itself and for those of its commands that have
   commands of their own. */
#ifndef NT_UTIL_SUBCOMMANDS_H
#define NT_UTIL_SUBCOMMANDS_H

#include "sim/commands.h"

/* Returns the command of that name; NULL: there is none. A row without a name ends the table. */
const nt_command *nt_command_find(const nt_command *table, const char *name);

/* Describes a command that has commands of its own. */
typedef struct nt_command_group {
    const char *name;  /* as after `ntrace` */
    const char *about; /* whole lines of --help */
    const nt_command *commands;
} nt_command_group;

/* Runs the one that argv[1] names, or shows --help; returns the exit status. */
int nt_command_group_run(const nt_command_group *group, int argc, char **argv);

#endif
