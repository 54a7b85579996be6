/* SPDX-License-Identifier: Apache-2.0 */
/* Runs QEMU in a process group of its own, reads its log through a pipe, and never leaves it
   running: not after an error, not after SIGINT, SIGTERM or SIGHUP, not when this process is
   killed. */
#ifndef NT_RECORD_QEMU_H
#define NT_RECORD_QEMU_H

#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Is the path of the log's pipe for QEMU (option -D). */
#define NT_QEMU_LOG "/dev/fd/3"

/* Is the path of its standard output, which goes to `console` of nt_qemu_start. */
#define NT_QEMU_CONSOLE "/dev/fd/1"

typedef struct nt_qemu nt_qemu;

/* Starts argv[0] (searched in PATH) with the NULL-terminated argv; blocks the signals above
   until nt_qemu_end. Waiting for the end longer than `timeout` seconds is an error. `talk` (NULL:
   none) gets a socket to its standard input and output, the caller's; without it `console` (NULL:
   none) gets what is written to NT_QEMU_CONSOLE. Returns 0, or -1 with the error set. */
int nt_qemu_start(nt_qemu **qemu, char *const argv[], unsigned timeout, int *talk, FILE *console,
                  nt_error *error);

/* Reads up to `size` bytes of the log. Returns their number; 0 at its end, after a signal, or where
   it stands still for `timeout`; -1 with the error set. */
ssize_t nt_qemu_read(nt_qemu *qemu, char *bytes, size_t size, nt_error *error);

/* Returns the number of the signal that ended the log; 0: none did. */
int nt_qemu_signal(const nt_qemu *qemu);

/* Returns whether the log stood still: the program waits for ever, or QEMU hangs. */
bool nt_qemu_stands_still(const nt_qemu *qemu);

/* Returns QEMU's exit status after the log's end, or -1 with the error set: it hangs or was
   killed. */
int nt_qemu_wait(nt_qemu *qemu, nt_error *error);

/* Returns the first line of QEMU's standard error; "" if there is none. */
const char *nt_qemu_complaint(nt_qemu *qemu);

/* Kills QEMU's process group; what it wrote to the console until then has come. */
void nt_qemu_kill(nt_qemu *qemu);

/* The same, and frees `qemu`; accepts NULL. */
void nt_qemu_end(nt_qemu *qemu);

#endif
