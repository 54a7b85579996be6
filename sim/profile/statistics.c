/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/profile/statistics.h"

#include <float.h>
#include <math.h>

enum { STEPS = 100000 }; /* of series, at most */

double nt_normal_tails(double errors) {
    return erfc(fabs(errors) / sqrt(2));
}

/* The incomplete gamma function P(a, x) by its series, for x < a + 1. */
static double lower_gamma(double a, double x) {
    double term = 1 / a;
    double sum = term;
    for (int i = 1; i < STEPS && term > sum * DBL_EPSILON; i++) {
        term *= x / (a + i);
        sum += term;
    }
    return sum * exp(a * log(x) - x - lgamma(a));
}

/* Q(a, x) = 1 - P(a, x) by its continued fraction, as Lentz evaluates it, for x >= a + 1. */
static double upper_gamma(double a, double x) {
    double b = x + 1 - a;
    double c = 1 / DBL_MIN;
    double d = 1 / b;
    double fraction = d;
    for (int i = 1; i < STEPS; i++) {
        const double numerator = -i * (i - a);
        b += 2;
        d = numerator * d + b;
        d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
        c = b + numerator / c;
        c = fabs(c) < DBL_MIN ? DBL_MIN : c;
        fraction *= d * c;
        if (fabs(d * c - 1) < DBL_EPSILON) {
            break;
        }
    }
    return fraction * exp(a * log(x) - x - lgamma(a));
}

double nt_chi_square_tail(double value, unsigned degrees) {
    const double a = degrees / 2.0;
    const double x = value / 2;
    if (degrees == 0 || value <= 0) {
        return 1;
    }
    return x < a + 1 ? 1 - lower_gamma(a, x) : upper_gamma(a, x);
}

double nt_standard_errors(const nt_cell *cell, uint64_t samples, uint64_t events) {
    const double share = events == 0 ? 0 : (double)cell->exact / (double)events;
    const double expected = (double)samples * share;
    const double variance = expected * (1 - share);
    const double above = (double)cell->samples - expected;
    return variance > 0 ? above / sqrt(variance) : above == 0 ? 0 : copysign(INFINITY, above);
}

static void add_cell(nt_fit *fit, double expected, double samples) {
    fit->chi_square += (samples - expected) * (samples - expected) / expected;
    fit->cells++;
}

/* The cells with few samples, and how many of all are expected there. */
typedef struct rest {
    double expected;
    double samples;
} rest;

static rest compare_cells(nt_fit *fit, const nt_cell *cells, size_t count) {
    rest few = {0, 0};
    for (size_t i = 0; i < count; i++) {
        const double share = (double)cells[i].exact / (double)fit->events;
        const double expected = (double)fit->samples * share;
        if (expected < NT_FIT_LEAST) {
            few.expected += expected;
            few.samples += (double)cells[i].samples;
            continue;
        }
        add_cell(fit, expected, (double)cells[i].samples);
        const double errors = nt_standard_errors(&cells[i], fit->samples, fit->events);
        if (fabs(errors) >= fabs(fit->errors)) {
            fit->errors = errors;
            fit->worst = i;
        }
    }
    return few;
}

nt_fit nt_fit_of(const nt_cell *cells, size_t count) {
    nt_fit fit = {.p = 1, .p_worst = 1};
    for (size_t i = 0; i < count; i++) {
        fit.samples += cells[i].samples;
        fit.events += cells[i].exact;
    }
    if (fit.samples == 0 || fit.events == 0) {
        return fit;
    }
    const rest few = compare_cells(&fit, cells, count);
    const unsigned alone = fit.cells;
    if (few.expected > 0 || few.samples > 0) {
        /* Samples where next to nothing is expected count in full. */
        add_cell(&fit, few.expected > 1 ? few.expected : 1, few.samples);
    }
    fit.degrees = fit.cells == 0 ? 0 : fit.cells - 1;
    fit.p = nt_chi_square_tail(fit.chi_square, fit.degrees);
    if (alone != 0) {
        fit.p_worst = fmin(1, nt_normal_tails(fit.errors) * alone);
    }
    return fit;
}

bool nt_fit_is_known(const nt_fit *fit) {
    return fit->cells >= 2;
}

bool nt_fit_is_off(const nt_fit *fit) {
    return nt_fit_is_known(fit) &&
           (fit->p < NT_FIT_SIGNIFICANT || fit->p_worst < NT_FIT_SIGNIFICANT);
}
