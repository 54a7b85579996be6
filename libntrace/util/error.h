/* One line that says what went wrong, handed up to the command, which prints it and exits with 2.
 */
#ifndef NT_UTIL_ERROR_H
#define NT_UTIL_ERROR_H

typedef struct nt_error {
    char text[512]; /* "FILE: offset N: reason", without control characters; empty while nothing
                       failed */
} nt_error;

/* Sets the text and returns -1, so that a function can end with `return nt_fail(e, ...)`.
   The first failure wins: a text that is already set stays. `e` may be NULL. */
int nt_fail(nt_error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
