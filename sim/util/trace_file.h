/* SPDX-License-Identifier: Apache-2.0 */
/* Detects files that are given as a trace but are none. */
#ifndef NT_UTIL_TRACE_FILE_H
#define NT_UTIL_TRACE_FILE_H

#include "libntrace/util/error.h"

/* Returns 0, or -1 with the error set if the first bytes of the file are those of a recording or
   an ELF file. Files that cannot be read twice (a pipe), or not at all, are not checked. */
int nt_trace_file_check(const char *path, nt_error *error);

#endif
