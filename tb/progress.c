#include "tb/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

nt_progress nt_progress_start(uint64_t total) {
    return (nt_progress){.on = isatty(STDERR_FILENO) == 1, .total = total, .start = now()};
}

void nt_progress_show(const nt_progress *progress, uint64_t cycles) {
    if (!progress->on) {
        return;
    }
    double millions = (double)cycles * 1e-6;
    double rate = millions / (now() - progress->start);
    if (progress->total == 0) {
        fprintf(stderr, "\r%.1f million cycles, %.1f a second ", millions, rate);
        return;
    }
    double share = (double)cycles / (double)progress->total;
    int full = share < 1 ? (int)(share * 30) : 30;
    fprintf(stderr, "\r[%.*s%*s] %3.0f %%, %.1f million cycles a second ", full,
            "##############################", 30 - full, "", share < 1 ? share * 100 : 100, rate);
}

void nt_progress_end(const nt_progress *progress) {
    if (progress->on) {
        fprintf(stderr, "\r%70s\r", "");
    }
}
