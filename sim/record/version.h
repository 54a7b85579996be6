/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that a QEMU is of the version whose log and behaviour are known. */
#ifndef NT_RECORD_VERSION_H
#define NT_RECORD_VERSION_H

#include "libntrace/util/error.h"

/* Runs it with `--version`. Returns 0, or -1 with the error set: it is not 7.2, and which it is. */
int nt_qemu_check_version(const char *name, unsigned timeout, nt_error *error);

#endif
