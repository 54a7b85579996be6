/* A progress line on standard error, for people: nothing where that is not a terminal. */
#ifndef NT_UTIL_PROGRESS_H
#define NT_UTIL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_progress {
    const char *label; /* the caller's */
    const char *unit;  /* of what is counted, e.g. "instructions"; the caller's */
    bool shown;        /* standard error is a terminal */
    bool dirty;        /* a line is there */
    double start;      /* seconds */
    double last;       /* when the line was written */
} nt_progress;

void nt_progress_start(nt_progress *progress, const char *label, const char *unit);

/* Shows the count a few times a second at most. `total` 0: not known. Reads the clock on a
   terminal, so once in some thousand steps is often enough. */
void nt_progress_show(nt_progress *progress, uint64_t done, uint64_t total);

/* Takes the line away. */
void nt_progress_end(nt_progress *progress);

#endif
