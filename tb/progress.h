/* A progress bar on a terminal (standard error); silent elsewhere. */
#ifndef NT_TB_PROGRESS_H
#define NT_TB_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

enum { NT_PROGRESS_CYCLES = 1 << 18 };

typedef struct nt_progress {
    bool on;
    uint64_t total; /* cycles; 0: not known */
    double start;
} nt_progress;

nt_progress nt_progress_start(uint64_t total);
void nt_progress_show(const nt_progress *progress, uint64_t cycles);
void nt_progress_end(const nt_progress *progress);

#endif
