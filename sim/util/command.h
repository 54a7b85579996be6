/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a command by its row (sim/commands.h), and prints what --help says of it. */
#ifndef NT_UTIL_COMMAND_H
#define NT_UTIL_COMMAND_H

#include "sim/commands.h"

#include <jansson.h>
#include <stdio.h>

/* Runs the command: parses argv, counts operands, and prints help, or an error. argv[0] is its
   name. Returns the exit status. */
int nt_command_run(const nt_command *command, int argc, char **argv);

/* Runs that of the commands, up to NULL, that `name` is. If there is none, prints that, with the
   nearest name; `group` is "ntrace" or e.g. "ntrace tv". */
int nt_command_dispatch(const char *group, const nt_command *const *commands, int argc,
                        char **argv);

void nt_command_help(const nt_command *command, FILE *out);

/* Prints a line for each of them, up to NULL. */
void nt_command_list(const nt_command *const *commands, FILE *out);

/* Returns what the rows say, for programs: an array of commands, each with its options; NULL
   without memory. */
json_t *nt_command_table_json(const nt_command *const *commands);

/* Prints "ntrace COMMAND: REASON" on standard error; returns NT_EXIT_USAGE. */
int nt_command_fail(const char *command, const nt_error *error);

#endif
