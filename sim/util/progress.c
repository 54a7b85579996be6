/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 30 };
static const double INTERVAL = 0.2; /* seconds */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* A terminal that knows how to go back, and to clear the line. */
static bool is_terminal(void) {
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && (kind == NULL || strcmp(kind, "dumb") != 0);
}

void nt_progress_start(nt_progress *progress, const char *label, const char *unit) {
    *progress = (nt_progress){.label = label, .unit = unit, .shown = is_terminal()};
    if (progress->shown) {
        progress->start = progress->last = now();
    }
}

void nt_progress_show(nt_progress *progress, uint64_t done, uint64_t total) {
    double time = progress->shown ? now() : 0;
    if (!progress->shown || time - progress->last < INTERVAL) {
        return;
    }
    progress->last = time;
    progress->dirty = true;
    fprintf(stderr, "\r%s ", progress->label);
    if (total != 0) {
        double part = done < total ? (double)done / (double)total : 1;
        int full = (int)(part * WIDTH);
        fprintf(stderr, "[%.*s%*s] %3.0f %% ", full, "##############################", WIDTH - full,
                "", part * 100);
    }
    fprintf(stderr, "%.1f M %s, %.1f M/s\033[K", (double)done * 1e-6, progress->unit,
            (double)done * 1e-6 / (time - progress->start));
    fflush(stderr);
}

void nt_progress_end(nt_progress *progress) {
    if (progress->dirty) {
        fprintf(stderr, "\r\033[K");
        fflush(stderr);
        progress->dirty = false;
    }
}
