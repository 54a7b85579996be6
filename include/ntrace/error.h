/* What went wrong: a named code, where, and one line for people. */
#ifndef NTRACE_ERROR_H
#define NTRACE_ERROR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of errors. */
typedef enum nt_error_code {
    NT_ERROR_NONE = 0,
    NT_ERROR_OTHER,    /* only `text` says more */
    NT_ERROR_MEMORY,   /* out of memory, or more than this library is willing to take */
    NT_ERROR_FILE,     /* a file cannot be opened or read */
    NT_ERROR_FORMAT,   /* the content is of no known kind, or breaks its format */
    NT_ERROR_CUT,      /* the content ends too early, or points behind its end */
    NT_ERROR_MACHINE,  /* not for RISC-V, not little-endian, or of another XLEN than the rest */
    NT_ERROR_LIMIT,    /* a number that the library has a limit for */
    NT_ERROR_ARGUMENT, /* what the caller asked for makes no sense */
    NT_ERROR_CODES,
} nt_error_code;

/* Set by the function that fails, whole; the first failure stays. All 0 before the first. */
typedef struct nt_error {
    char text[512];     /* "FILE: offset N: reason", without control characters; empty while nothing
                           failed */
    nt_error_code code; /* NT_ERROR_NONE while nothing failed */
    uint64_t offset;    /* in the file, after unpacking; 0 where none applies */
} nt_error;

#ifdef __cplusplus
}
#endif

#endif
