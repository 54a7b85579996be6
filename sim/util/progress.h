/* SPDX-License-Identifier: Apache-2.0 */
/* Shows a progress line on standard error, if that is a terminal. */
#ifndef NT_UTIL_PROGRESS_H
#define NT_UTIL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_progress {
    const char *label; /* owned by the caller */
    const char *unit;  /* unit of the count, e.g. "instructions"; the caller's */
    bool shown;        /* standard error is a terminal */
    bool dirty;        /* a line is shown */
    double start;      /* seconds */
    double last;       /* when the line was written */
} nt_progress;

void nt_progress_start(nt_progress *progress, const char *label, const char *unit);

/* Shows the count a few times per second at most. `total` 0: not known. Reads the clock on a
   terminal, so one call per some thousand steps is enough. */
void nt_progress_show(nt_progress *progress, uint64_t done, uint64_t total);

/* Removes the line. */
void nt_progress_end(nt_progress *progress);

#endif
