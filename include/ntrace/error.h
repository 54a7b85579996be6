/* SPDX-License-Identifier: Apache-2.0 */
/* Describes errors: a named code, the place, and one line for people. */
#ifndef NTRACE_ERROR_H
#define NTRACE_ERROR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lists the kinds of errors. */
typedef enum nt_error_code {
    NT_ERROR_NONE = 0,
    NT_ERROR_OTHER,    /* only `text` has details */
    NT_ERROR_MEMORY,   /* out of memory, or above a limit of this library */
    NT_ERROR_FILE,     /* a file cannot be opened or read */
    NT_ERROR_FORMAT,   /* the content is of no known kind, or breaks its format */
    NT_ERROR_CUT,      /* the content ends too early, or refers to a place after its end */
    NT_ERROR_MACHINE,  /* not for RISC-V, not little-endian, or of another XLEN than the rest */
    NT_ERROR_LIMIT,    /* a number exceeds a limit of the library */
    NT_ERROR_ARGUMENT, /* the arguments of the call are not valid together */
    NT_ERROR_BUILD,    /* this build of the library leaves out what the call needs */
    NT_ERROR_CODES,
} nt_error_code;

/* Holds the first failure; all 0 before it. The failing function sets all members; later
   failures do not change them. */
typedef struct nt_error {
    char text[512];     /* "FILE: offset N: reason", without control characters; empty while nothing
                           failed */
    nt_error_code code; /* NT_ERROR_NONE while nothing failed */
    uint64_t offset;    /* in bytes of the file, after decompression; 0 where none applies */
} nt_error;

#ifdef __cplusplus
}
#endif

#endif
