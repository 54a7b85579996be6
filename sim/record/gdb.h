/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a program under QEMU once more, step by step through its gdb stub: for fcsr, which QEMU's
   log does not have. */
#ifndef NT_RECORD_GDB_H
#define NT_RECORD_GDB_H

#include "sim/record/machine.h"

#include <stdint.h>

typedef struct nt_gdb nt_gdb;

/* Starts QEMU for a machine that is settled; it stands before the first instruction. An answer that
   takes longer than `timeout` seconds is an error. Returns 0, or -1 with the error set. */
int nt_gdb_start(nt_gdb **gdb, const nt_machine *machine, unsigned timeout, nt_error *error);
void nt_gdb_end(nt_gdb *gdb); /* accepts NULL */

/* Goes on to the next instruction, which is that at `pc`, the first time to the first one; `again`:
   stays where it is. Gives fcsr before it. Returns 0, or -1 with the error set. */
int nt_gdb_fcsr(nt_gdb *gdb, uint64_t pc, bool again, uint64_t *fcsr, nt_error *error);

#endif
