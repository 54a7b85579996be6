/* A QEMU of our own: started in a process group of its own, its log read through a pipe, and never
   left running: not after an error, not after SIGINT, SIGTERM or SIGHUP, not when we are killed. */
#ifndef NT_RECORD_QEMU_H
#define NT_RECORD_QEMU_H

#include "libntrace/util/error.h"

#include <stddef.h>
#include <sys/types.h>

/* Where QEMU finds the log's pipe (for its option -D). */
#define NT_QEMU_LOG "/dev/fd/3"

typedef struct nt_qemu nt_qemu;

/* Starts argv[0] (searched in PATH) with the NULL-terminated argv; blocks the signals above until
   nt_qemu_end. A wait for the log or for the end that lasts `timeout` seconds is an error.
   Returns 0, or -1 with the error set. */
int nt_qemu_start(nt_qemu **qemu, char *const argv[], unsigned timeout, nt_error *error);

/* Up to `size` bytes of the log. Returns how many, 0 at its end, -1 with the error set: nothing
   came for too long, or a signal wants us to stop. */
ssize_t nt_qemu_read(nt_qemu *qemu, char *bytes, size_t size, nt_error *error);

/* After the log's end: QEMU's exit status, or -1 with the error set: it hangs or was killed. */
int nt_qemu_wait(nt_qemu *qemu, nt_error *error);

/* The first line that QEMU wrote to its standard error; "" where there is none. */
const char *nt_qemu_complaint(nt_qemu *qemu);

/* Kills what is left of QEMU's process group and frees `qemu`; NULL is fine. */
void nt_qemu_end(nt_qemu *qemu);

#endif
