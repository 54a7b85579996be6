/* SPDX-License-Identifier: Apache-2.0 */
/* Counts how often each address ran: straight runs are counted at both ends only, and summed up
   later. */
#ifndef NT_DECODE_COVERAGE_H
#define NT_DECODE_COVERAGE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_coverage nt_coverage;

/* Allocates it. Returns NULL without memory. */
nt_coverage *nt_coverage_new(void);
void nt_coverage_free(nt_coverage *coverage);

/* Counts code from `start` to below `end` of image `image`, which ran so often. Addresses are even.
   Returns -1 without memory. */
int nt_coverage_run(nt_coverage *coverage, uint32_t image, uint64_t start, uint64_t end,
                    uint64_t times);
/* Counts jumps elsewhere after code up to `end`. Returns -1 without memory. */
int nt_coverage_jump(nt_coverage *coverage, uint32_t image, uint64_t end, uint64_t times);
/* Counts an interruption of the trace after code up to `end`: the next instruction is unknown.
   Returns -1 without memory. */
int nt_coverage_cut(nt_coverage *coverage, uint32_t image, uint64_t end);
/* Adds the counts of `from`. Call it before nt_coverage_sum_up. Returns -1 without memory. */
int nt_coverage_merge(nt_coverage *into, const nt_coverage *from);

/* Makes the counts below valid; nothing can be counted after it. Returns -1 without memory. */
int nt_coverage_sum_up(nt_coverage *coverage);
/* Returns how often the instruction at `address` ran. */
uint64_t nt_coverage_count(const nt_coverage *coverage, uint32_t image, uint64_t address);
/* Return how often code up to `end` was followed by a jump elsewhere, and by an interruption. */
uint64_t nt_coverage_jumps(const nt_coverage *coverage, uint32_t image, uint64_t end);
uint64_t nt_coverage_cuts(const nt_coverage *coverage, uint32_t image, uint64_t end);

#endif
