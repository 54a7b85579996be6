/* SPDX-License-Identifier: Apache-2.0 */
/* Stages see the same records in one thread as in several, whichever is slow, and however the run
   ends. */
#include "tb/lockstep/stages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MANY = 5000, NEVER = 1 << 30 };

typedef struct number {
    uint32_t value; /* as the stages make it */
} number;

typedef struct run {
    unsigned length;           /* records; then the first stage ends */
    unsigned last[NT_STAGES];  /* the record that a stage says is the last one */
    unsigned fails[NT_STAGES]; /* the record at which it fails */
    unsigned slow;             /* the stage that takes its time; NT_STAGES: none */
    uint32_t count[NT_STAGES]; /* records that a stage saw */
    uint32_t sum[NT_STAGES];
} run;

static void take_time(const run *r, unsigned stage, uint32_t record) {
    volatile unsigned spent = 0;
    if (stage == r->slow && record % 7 == 0) {
        while (spent < 2000) {
            spent++;
        }
    }
}

static nt_stage_result pass(run *r, unsigned stage, number *n, nt_error *error) {
    uint32_t record = r->count[stage]++;
    take_time(r, stage, record);
    n->value = n->value * 31 + stage;
    r->sum[stage] = r->sum[stage] * 17 + n->value;
    if (record == r->fails[stage]) {
        return (nt_stage_result)nt_fail(error, "stage %u, record %u", stage, record);
    }
    return record == r->last[stage] ? NT_STAGE_LAST : NT_STAGE_NEXT;
}

static nt_stage_result first(void *context, void *record, nt_error *error) {
    run *r = context;
    if (r->count[0] == r->length) {
        return NT_STAGE_END;
    }
    ((number *)record)->value = r->count[0];
    return pass(r, 0, record, error);
}

static nt_stage_result second(void *context, void *record, nt_error *error) {
    return pass(context, 1, record, error);
}

static nt_stage_result third(void *context, void *record, nt_error *error) {
    return pass(context, 2, record, error);
}

/* The stage that ends the run, and those after it, have seen as much as in one thread. */
static void check(const run *wanted, unsigned decisive) {
    char expected[sizeof((nt_error *)0)->text] = "";
    run alone = *wanted;
    int result = 0;
    for (unsigned threads = 1; threads <= NT_STAGES; threads++) {
        for (unsigned slow = 0; slow <= NT_STAGES; slow++) {
            nt_error error = {0};
            run r = *wanted;
            r.slow = slow;
            const nt_stages stages = {{first, second, third}, 3, &r, sizeof(number), threads};
            int status = nt_stages_run(&stages, &error);
            if (threads == 1) {
                alone = r;
                result = status;
                memcpy(expected, error.text, sizeof expected);
            }
            assert_int_equal(status, result);
            assert_string_equal(error.text, expected);
            for (unsigned stage = decisive; stage < NT_STAGES; stage++) {
                assert_int_equal(r.count[stage], alone.count[stage]);
                assert_int_equal(r.sum[stage], alone.sum[stage]);
            }
        }
    }
}

static run plain(unsigned length) {
    return (run){.length = length, .last = {NEVER, NEVER, NEVER}, .fails = {NEVER, NEVER, NEVER}};
}

static void all_records_pass_through_all_stages(void **state) {
    (void)state;
    static const unsigned lengths[] = {0, 1, 2, 63, 64, 65, 511, 512, 513, MANY};
    for (unsigned i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        run r = plain(lengths[i]);
        check(&r, 0);
    }
}

static void a_stage_ends_the_run_with_a_record_that_later_ones_still_see(void **state) {
    (void)state;
    static const unsigned at[] = {0, 1, 63, 64, 600, MANY - 1};
    for (unsigned i = 0; i < sizeof at / sizeof at[0]; i++) {
        for (unsigned stage = 0; stage < NT_STAGES; stage++) {
            run r = plain(MANY);
            r.last[stage] = at[i];
            check(&r, stage);
        }
    }
}

static void a_failure_ends_the_run_before_later_stages(void **state) {
    (void)state;
    static const unsigned at[] = {0, 64, 700};
    for (unsigned i = 0; i < sizeof at / sizeof at[0]; i++) {
        for (unsigned stage = 0; stage < NT_STAGES; stage++) {
            run r = plain(MANY);
            r.fails[stage] = at[i];
            check(&r, stage);
        }
    }
}

static void the_earliest_end_counts(void **state) {
    (void)state;
    run r = plain(MANY);
    r.fails[0] = 400;
    r.last[1] = 399; /* the first stage is already past it */
    check(&r, 1);
    r.last[1] = 401;
    check(&r, 1);
    r.fails[2] = 200;
    check(&r, 2);
    r.fails[2] = r.last[1] = 300;
    check(&r, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_records_pass_through_all_stages),
        cmocka_unit_test(a_stage_ends_the_run_with_a_record_that_later_ones_still_see),
        cmocka_unit_test(a_failure_ends_the_run_before_later_stages),
        cmocka_unit_test(the_earliest_end_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
