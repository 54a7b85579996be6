/* Files that are given as a trace and are none. */
#ifndef NT_UTIL_TRACE_FILE_H
#define NT_UTIL_TRACE_FILE_H

#include "libntrace/util/error.h"

/* 0, or -1 with the error set where the file says by its first bytes that it is a recording or an
   ELF file. What cannot be read twice (a pipe) is not looked at, nor what cannot be read. */
int nt_trace_file_check(const char *path, nt_error *error);

#endif
