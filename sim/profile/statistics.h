/* SPDX-License-Identifier: Apache-2.0 */
/* Judges how far samples are from exact counts: standard errors by the binomial distribution, and
   Pearson's chi-square over all cells. */
#ifndef NT_PROFILE_STATISTICS_H
#define NT_PROFILE_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nt_cell {
    uint64_t exact; /* events */
    uint64_t samples;
} nt_cell;

/* How samples fit exact counts. */
typedef struct nt_fit {
    uint64_t samples;
    uint64_t events;
    unsigned cells; /* compared: those with at least NT_FIT_LEAST samples expected; the others are
                       one together */
    double chi_square;
    unsigned degrees; /* of freedom: cells - 1 */
    double p;         /* of a chi-square at least as large, if the sampler is right */
    size_t worst;     /* the cell that is farthest from its share, of those compared alone */
    double errors;    /* by how many standard errors */
    double p_worst;   /* that any of the cells is as far, if the sampler is right (Bonferroni) */
} nt_fit;

/* Fewer samples expected in a cell than this are too few for the chi-square distribution. */
enum { NT_FIT_LEAST = 5 };

/* What is less likely than this in a sampler that is right is a bias. */
#define NT_FIT_SIGNIFICANT 0.001

/* Returns by how many standard errors sqrt(n p (1 - p)) the samples of a cell are above n p. 0
   where nothing, or all, is expected there and comes. */
double nt_standard_errors(const nt_cell *cell, uint64_t samples, uint64_t events);

/* Compares. */
nt_fit nt_fit_of(const nt_cell *cells, size_t count);

/* Returns whether enough samples and cells were there to compare at all. */
bool nt_fit_is_known(const nt_fit *fit);
/* Returns whether the samples are too far from the exact counts. */
bool nt_fit_is_off(const nt_fit *fit);

/* Returns the probability of a chi-square of at least `value`, and of a normal deviate at least
   `errors` from 0 on either side. */
double nt_chi_square_tail(double value, unsigned degrees);
double nt_normal_tails(double errors);

#endif
