/* SPDX-License-Identifier: Apache-2.0 */
/* Starts other programs. */
#ifndef NT_UTIL_PROCESS_H
#define NT_UTIL_PROCESS_H

#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Is the exit status of a child that could not become its program; its output has the reason. */
enum { NT_PROCESS_NO_PROGRAM = 127 };

/* Starts a program, found like a shell's command, with `output` as its standard output and `errors`
   as its standard error (descriptors of the caller's; -1: /dev/null), and nothing to read. Should
   the caller die first, it gets the signal `orphaned`. Returns 0, or -1 with the error set. */
int nt_process_start(pid_t *child, char *const argv[], int output, int errors, int orphaned,
                     nt_error *error);

/* Waits for a child. Returns the status of waitpid. */
int nt_process_wait(pid_t child);

/* Runs a program and returns its exit status, 255 after a signal; -1 with the error set. What it
   prints is in `text`, as much as there is room for, with an end; with `errors` what it says on
   standard error too. */
int nt_process_capture(char *const argv[], char *text, size_t size, bool errors, nt_error *error);

#endif
