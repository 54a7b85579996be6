/* SPDX-License-Identifier: Apache-2.0 */
/* Parses the arguments of a command by its row (sim/commands.h). */
#ifndef NT_UTIL_ARGUMENTS_H
#define NT_UTIL_ARGUMENTS_H

#include "sim/commands.h"

/* Stores options and operands of `argv` in the members that the rows give, and checks that what
   must be given is. Returns 0, 1 where --help is given (nothing else is checked then), or -1 with
   the error set. */
int nt_arguments_parse(const nt_command *command, void *options, int argc, char **argv,
                       nt_error *error);

/* Prints what follows the command's name in its synopsis: operands, the options that must be given,
   and that there are more. */
void nt_arguments_synopsis(const nt_command *command, FILE *out);

#endif
