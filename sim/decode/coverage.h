/* How often each address ran: straight runs are counted at both ends only, and summed up later. */
#ifndef NT_DECODE_COVERAGE_H
#define NT_DECODE_COVERAGE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_coverage nt_coverage;

/* NULL without memory. */
nt_coverage *nt_coverage_new(void);
void nt_coverage_free(nt_coverage *coverage);

/* Code from `start` to below `end` ran, of image `image`. Addresses are even. -1 without memory. */
int nt_coverage_run(nt_coverage *coverage, uint32_t image, uint64_t start, uint64_t end);
/* What ran up to `end` then went elsewhere. -1 without memory. */
int nt_coverage_jump(nt_coverage *coverage, uint32_t image, uint64_t end);
/* What ran up to `end` then was cut off: where it went nobody knows. -1 without memory. */
int nt_coverage_cut(nt_coverage *coverage, uint32_t image, uint64_t end);
/* Adds all that `from` has. Before nt_coverage_sum_up. -1 without memory. */
int nt_coverage_merge(nt_coverage *into, const nt_coverage *from);

/* Makes the counts below valid; nothing more is counted then. -1 without memory. */
int nt_coverage_sum_up(nt_coverage *coverage);
/* How often the instruction at `address` ran. */
uint64_t nt_coverage_count(const nt_coverage *coverage, uint32_t image, uint64_t address);
/* How often what ran up to `end` went elsewhere, and was cut off. */
uint64_t nt_coverage_jumps(const nt_coverage *coverage, uint32_t image, uint64_t end);
uint64_t nt_coverage_cuts(const nt_coverage *coverage, uint32_t image, uint64_t end);

#endif
