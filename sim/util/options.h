/* What every subcommand does the same way with its arguments. */
#ifndef NT_UTIL_OPTIONS_H
#define NT_UTIL_OPTIONS_H

#include "sim/util/error.h"

#include <jansson.h>

/* What getopt_long's '?' or ':' means, in words; returns -1. Wants `opterr` 0 and a leading ':'
   in the short options. */
int nt_option_wrong(int result, char *const *argv, nt_error *error);

/* Prints the object as a line on standard output, whatever it holds (NULL is "out of memory").
   Returns 0, or -1 with the error set, for instance on a full disk. The caller keeps `object`. */
int nt_command_json(const json_t *object, nt_error *error);

/* Prints "ntrace COMMAND: what went wrong" on standard error; returns NT_EXIT_USAGE. */
int nt_command_fail(const char *command, const nt_error *error);

#endif
