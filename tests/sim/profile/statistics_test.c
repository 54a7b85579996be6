/* SPDX-License-Identifier: Apache-2.0 */
/* The statistics of a profile: tables of the distributions, and samplers that are right or broken.
 */
#include "sim/profile/statistics.h"
#include "sim/util/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CELLS = 12, SAMPLES = 2400, RUNS = 400 };

/* Events of a program: half of them in one function, and so on. */
static const uint64_t events[CELLS] = {12000000, 6000000, 2400000, 1200000, 900000, 600000,
                                       400000,   240000,  120000,  60000,   20000,  3000};

typedef struct sampled {
    nt_cell cell[CELLS];
} sampled;

/* Draws which function each sample is in. `moved`: of 256 samples so many are in the next one. */
static sampled draw(nt_random *random, unsigned samples, unsigned moved) {
    sampled s = {{{0, 0}}};
    uint64_t all = 0;
    for (unsigned i = 0; i < CELLS; i++) {
        s.cell[i].exact = events[i];
        all += events[i];
    }
    for (unsigned n = 0; n < samples; n++) {
        uint64_t at = nt_random_next(random) % all;
        unsigned i = 0;
        while (at >= events[i]) {
            at -= events[i++];
        }
        s.cell[nt_random_chance(random, moved) ? (i + 1) % CELLS : i].samples++;
    }
    return s;
}

static unsigned runs_that_are_off(unsigned samples, unsigned moved) {
    unsigned off = 0;
    for (unsigned run = 0; run < RUNS; run++) {
        nt_random random;
        nt_random_seed(&random, run);
        const sampled s = draw(&random, samples, moved);
        const nt_fit fit = nt_fit_of(s.cell, CELLS);
        off += nt_fit_is_off(&fit);
    }
    return off;
}

static void near(double value, double expected, double relative) {
    if (fabs(value - expected) > relative * fabs(expected)) {
        fail_msg("%.12g, not %.12g", value, expected);
    }
}

static void tails_are_those_of_the_tables(void **state) {
    (void)state;
    /* Upper 5 % and 0.1 % points of the chi-square distribution, and two-sided normal ones */
    near(nt_chi_square_tail(3.841, 1), 0.05, 1e-3);
    near(nt_chi_square_tail(18.307, 10), 0.05, 1e-3);
    near(nt_chi_square_tail(124.342, 100), 0.05, 1e-3);
    near(nt_chi_square_tail(29.588, 10), 0.001, 1e-3);
    near(nt_chi_square_tail(2.706, 1), 0.1, 1e-3);
    near(nt_chi_square_tail(77.929, 100), 0.95, 1e-3);
    near(nt_normal_tails(1.959964), 0.05, 1e-5);
    near(nt_normal_tails(-3.290527), 0.001, 1e-5);
    /* With 2 degrees of freedom it is exp(-x / 2), however far out. */
    for (double x = 0.01; x < 1200; x *= 1.7) {
        near(nt_chi_square_tail(x, 2), exp(-x / 2), 1e-9);
    }
    assert_true(nt_chi_square_tail(0, 5) == 1 && nt_chi_square_tail(9, 0) == 1);
}

static void standard_errors_are_binomial(void **state) {
    (void)state;
    const nt_cell cell = {.exact = 100, .samples = 120};
    near(nt_standard_errors(&cell, 400, 400), 20 / sqrt(75), 1e-12);
    const nt_cell none = {.exact = 0, .samples = 0};
    const nt_cell wrong = {.exact = 0, .samples = 1};
    const nt_cell all = {.exact = 7, .samples = 3};
    assert_true(nt_standard_errors(&none, 10, 10) == 0);
    assert_true(isinf(nt_standard_errors(&wrong, 10, 10)));
    assert_true(nt_standard_errors(&all, 3, 7) == 0);
}

static void a_right_sampler_is_seldom_off(void **state) {
    (void)state;
    /* Both judgements are at 1 of 1000. */
    assert_in_range(runs_that_are_off(SAMPLES, 0), 0, 4);
    assert_in_range(runs_that_are_off(100, 0), 0, 4);
}

static void samples_in_the_next_function_are_noticed(void **state) {
    (void)state;
    assert_int_equal(runs_that_are_off(SAMPLES, 256), RUNS); /* skid of a whole function */
    assert_int_equal(runs_that_are_off(SAMPLES, 64), RUNS);
    assert_in_range(runs_that_are_off(SAMPLES, 26), RUNS * 9 / 10, RUNS); /* every tenth one */
}

static void samples_that_are_dropped_in_one_function_are_noticed(void **state) {
    (void)state;
    nt_random random;
    nt_random_seed(&random, 1);
    for (unsigned i = 0; i < 5; i++) {
        sampled s = draw(&random, SAMPLES, 0);
        s.cell[i].samples /= 2;
        const nt_fit fit = nt_fit_of(s.cell, CELLS);
        assert_true(nt_fit_is_off(&fit));
        if (i > 0) { /* else most other shares are as far off */
            assert_int_equal(fit.worst, i);
            assert_true(fit.errors < -3);
        }
    }
}

static void exchanged_names_are_noticed(void **state) {
    (void)state;
    nt_random random;
    nt_random_seed(&random, 2);
    for (unsigned i = 0; i < 5; i++) {
        sampled s = draw(&random, SAMPLES, 0);
        const uint64_t kept = s.cell[i].samples;
        s.cell[i].samples = s.cell[i + 1].samples;
        s.cell[i + 1].samples = kept;
        const nt_fit fit = nt_fit_of(s.cell, CELLS);
        assert_true(nt_fit_is_off(&fit) || i == 3); /* these two differ by a fourth alone */
    }
}

static void samples_where_nothing_ran_are_noticed(void **state) {
    (void)state;
    nt_random random;
    nt_random_seed(&random, 3);
    nt_cell cells[CELLS + 1];
    const sampled s = draw(&random, SAMPLES, 0);
    for (unsigned i = 0; i < CELLS; i++) {
        cells[i] = s.cell[i];
    }
    cells[CELLS] = (nt_cell){.exact = 0, .samples = 60};
    const nt_fit fit = nt_fit_of(cells, CELLS + 1);
    assert_true(nt_fit_is_off(&fit));
}

static void few_samples_are_taken_together(void **state) {
    (void)state;
    /* 100 samples: three cells expect 40 each but one, the small ones 2 each. */
    const nt_cell cells[] = {{400, 40}, {400, 40}, {100, 10}, {20, 2},
                             {20, 2},   {20, 2},   {20, 2},   {20, 2}};
    const nt_fit fit = nt_fit_of(cells, sizeof cells / sizeof cells[0]);
    assert_int_equal(fit.cells, 4);
    assert_int_equal(fit.degrees, 3);
    assert_true(fit.chi_square == 0 && fit.p == 1);
}

static void nothing_to_compare_is_not_known(void **state) {
    (void)state;
    const nt_cell one = {.exact = 100, .samples = 10};
    const nt_cell silent[] = {{100, 0}, {50, 0}};
    nt_fit fit = nt_fit_of(&one, 1);
    assert_false(nt_fit_is_known(&fit) || nt_fit_is_off(&fit));
    fit = nt_fit_of(silent, 2);
    assert_false(nt_fit_is_known(&fit) || nt_fit_is_off(&fit));
    fit = nt_fit_of(NULL, 0);
    assert_false(nt_fit_is_known(&fit) || nt_fit_is_off(&fit));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tails_are_those_of_the_tables),
        cmocka_unit_test(standard_errors_are_binomial),
        cmocka_unit_test(a_right_sampler_is_seldom_off),
        cmocka_unit_test(samples_in_the_next_function_are_noticed),
        cmocka_unit_test(samples_that_are_dropped_in_one_function_are_noticed),
        cmocka_unit_test(exchanged_names_are_noticed),
        cmocka_unit_test(samples_where_nothing_ran_are_noticed),
        cmocka_unit_test(few_samples_are_taken_together),
        cmocka_unit_test(nothing_to_compare_is_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
