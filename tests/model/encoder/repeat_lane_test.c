/* SPDX-License-Identifier: Apache-2.0 */
/* The RepeatBranch lane: what comes out, with each RepeatBranch spelled out, is what went in. */
#include "model/codes.h"
#include "model/encoder/repeat_lane.h"
#include "sim/util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const nt_config tiny = {.name = "tiny", .repeat_w = 3};
static const nt_config rv64 = {.name = "rv64", .repeat_w = 18};
static const nt_config rv32_min = {.name = "rv32-min"};

enum { SLOTS = 4, KEPT = 1 << 10 };

/* A lane; the messages that went in and have not come out yet; the last that came out. */
typedef struct bench {
    const nt_config *config;
    nt_repeat_state state;
    nt_descriptor in[KEPT];
    unsigned waiting;
    nt_descriptor last;
    uint64_t repeats; /* RepeatBranch messages */
    uint64_t most;    /* their highest B-CNT */
} bench;

static bool is_equal(const nt_descriptor *a, const nt_descriptor *b) {
    return a->tcode == b->tcode && a->code == b->code && a->btype == b->btype &&
           a->icnt == b->icnt && a->addr == b->addr && a->hist == b->hist;
}

static void come_out(bench *b, const nt_descriptor *message, uint64_t times) {
    for (; times > 0; times--) {
        assert_true(b->waiting > 0);
        assert_true(is_equal(message, &b->in[0]));
        b->waiting--;
        memmove(b->in, b->in + 1, b->waiting * sizeof b->in[0]);
    }
}

/* One block's messages through the lane. */
static uint8_t step(bench *b, bool run, uint8_t valid, nt_descriptor slot[SLOTS]) {
    for (unsigned i = 0; i < SLOTS; i++) {
        if (valid >> i & 1) {
            assert_true(b->waiting < KEPT);
            b->in[b->waiting++] = slot[i];
        }
    }
    valid = nt_repeat_lane(&b->state, true, run, valid, slot, b->config);
    for (unsigned i = 0; i < SLOTS; i++) {
        if (!(valid >> i & 1)) {
            continue;
        }
        if (slot[i].tcode == NT_TCODE_REPEAT_BRANCH) {
            b->repeats++;
            b->most = slot[i].addr > b->most ? slot[i].addr : b->most;
            assert_in_range(slot[i].addr, 1, (1u << b->config->repeat_w) - 1);
            come_out(b, &b->last, slot[i].addr);
        } else {
            come_out(b, &slot[i], 1);
            b->last = slot[i];
        }
    }
    assert_int_equal(b->waiting, b->state.count);
    return valid;
}

static nt_descriptor indirect(uint64_t addr, uint32_t hist) {
    return (nt_descriptor){.tcode =
                               hist == 1 ? NT_TCODE_INDIRECT_BRANCH : NT_TCODE_INDIRECT_BRANCH_HIST,
                           .icnt = 7,
                           .addr = addr,
                           .hist = hist};
}

static nt_descriptor direct(uint32_t icnt) {
    return (nt_descriptor){.tcode = NT_TCODE_DIRECT_BRANCH, .icnt = icnt, .hist = 1};
}

static nt_descriptor other(uint8_t tcode) {
    return (nt_descriptor){.tcode = tcode, .hist = 1};
}

/* Random messages as the flow stage makes them: a run is told of before its ResourceFull comes. */
static void what_comes_out_is_what_went_in(void **test_state) {
    (void)test_state;
    const nt_config *configs[] = {&tiny, &rv64};
    for (unsigned c = 0; c < 2; c++) {
        bench b = {.config = configs[c]};
        nt_random random;
        nt_random_seed(&random, c);
        bool run = false;
        for (unsigned n = 0; n < 300000; n++) {
            bool rare = nt_random_chance(&random, 16);
            bool ends = run && nt_random_chance(&random, 128);
            nt_descriptor slot[SLOTS] = {
                other(NT_TCODE_RESOURCE_FULL),
                indirect(nt_random_below(&random, 16) / 15, 1 + nt_random_below(&random, 8) / 7),
                other(NT_TCODE_OWNERSHIP),
                rare ? other(NT_TCODE_RESOURCE_FULL) : direct(nt_random_below(&random, 16) / 15)};
            unsigned valid = n / 256 % 2 != 0 ? nt_random_below(&random, 2) << 1
                                              : nt_random_below(&random, 2) << 3;
            valid |= rare ? nt_random_below(&random, 8) << 1 : 0;
            valid |= ends ? 3 : 0;
            run = (run && !ends) || nt_random_chance(&random, 2);
            step(&b, run, (uint8_t)valid, slot);
        }
        assert_true(b.repeats > 1000);
        assert_int_equal(b.most, c == 0 ? 7 : b.most);
        assert_true(b.most >= 7);
    }
}

static void equal_branches_become_one_and_a_count(void **test_state) {
    (void)test_state;
    bench b = {.config = &rv64};
    for (unsigned n = 0; n < 5; n++) {
        nt_descriptor slot[SLOTS] = {[1] = indirect(0x1234, 5)};
        assert_int_equal(step(&b, false, 2, slot), n == 0 ? 2 : 0);
    }
    nt_descriptor slot[SLOTS] = {[1] = indirect(0x1234, 4)}; /* another HIST */
    assert_int_equal(step(&b, false, 2, slot), 3);
    assert_int_equal(slot[0].tcode, NT_TCODE_REPEAT_BRANCH);
    assert_int_equal(slot[0].addr, 4);
}

static void it_takes_the_place_of_what_was_swallowed_before_another_message(void **test_state) {
    (void)test_state;
    bench b = {.config = &rv64};
    nt_descriptor slot[SLOTS] = {[1] = indirect(0x1234, 1)};
    step(&b, false, 2, slot);
    slot[1] = indirect(0x1234, 1);
    slot[3] = direct(3);
    assert_int_equal(step(&b, false, 10, slot), 10);
    assert_int_equal(slot[1].tcode, NT_TCODE_REPEAT_BRANCH);
    assert_int_equal(slot[1].addr, 1);
}

static void a_full_count_takes_the_place_of_the_last(void **test_state) {
    (void)test_state;
    bench b = {.config = &tiny};
    for (unsigned n = 0; n < 22; n++) {
        nt_descriptor slot[SLOTS] = {[3] = direct(3)};
        bool full = n == 7 || n == 14 || n == 21;
        assert_int_equal(step(&b, false, 8, slot), n == 0 || full ? 8 : 0);
        assert_true(!full || slot[3].addr == 7);
    }
}

static void a_run_of_history_ends_it_before_its_message(void **test_state) {
    (void)test_state;
    bench b = {.config = &rv64};
    nt_descriptor slot[SLOTS] = {[1] = indirect(0x1234, 1)};
    step(&b, false, 2, slot);
    slot[1] = indirect(0x1234, 1);
    assert_int_equal(step(&b, false, 2, slot), 0);
    assert_int_equal(step(&b, true, 0, slot), 1);
    assert_int_equal(slot[0].tcode, NT_TCODE_REPEAT_BRANCH);
    slot[1] = indirect(0x1234, 1);
    slot[0] = other(NT_TCODE_RESOURCE_FULL);
    assert_int_equal(step(&b, false, 3, slot), 3);
}

/* What was counted is lost with the messages that Error tells of. */
static void error_drops_the_count(void **test_state) {
    (void)test_state;
    nt_repeat_state state = {.valid = true, .icnt = 3, .count = 2};
    nt_descriptor slot[SLOTS] = {
        [0] = other(NT_TCODE_ERROR), [1] = other(NT_TCODE_PROG_TRACE_SYNC)};
    assert_int_equal(nt_repeat_lane(&state, true, false, 3, slot, &rv64), 3);
    assert_int_equal(slot[0].tcode, NT_TCODE_ERROR);
    assert_false(state.valid);
    assert_int_equal(state.count, 0);
}

static void disabled_or_absent_it_changes_nothing(void **test_state) {
    (void)test_state;
    nt_repeat_state state = {0};
    for (unsigned n = 0; n < 4; n++) {
        nt_descriptor slot[SLOTS] = {[3] = direct(3)};
        const nt_config *config = n < 2 ? &rv64 : &rv32_min;
        assert_int_equal(nt_repeat_lane(&state, n >= 2, false, 8, slot, config), 8);
        assert_int_equal(slot[3].tcode, NT_TCODE_DIRECT_BRANCH);
    }
}

/* N-Trace 1.0, "RepeatBranch": it repeats the last branch message, and here another went out while
   nothing was counted. */
static void what_was_last_before_it_was_disabled_is_not_repeated(void **test_state) {
    (void)test_state;
    nt_repeat_state state = {0};
    const uint32_t icnt[] = {3, 4, 3};
    for (unsigned n = 0; n < 3; n++) {
        nt_descriptor slot[SLOTS] = {[3] = direct(icnt[n])};
        assert_int_equal(nt_repeat_lane(&state, n != 1, false, 8, slot, &rv64), 8);
        assert_int_equal(slot[3].tcode, NT_TCODE_DIRECT_BRANCH);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_out_is_what_went_in),
        cmocka_unit_test(equal_branches_become_one_and_a_count),
        cmocka_unit_test(it_takes_the_place_of_what_was_swallowed_before_another_message),
        cmocka_unit_test(a_full_count_takes_the_place_of_the_last),
        cmocka_unit_test(a_run_of_history_ends_it_before_its_message),
        cmocka_unit_test(error_drops_the_count),
        cmocka_unit_test(disabled_or_absent_it_changes_nothing),
        cmocka_unit_test(what_was_last_before_it_was_disabled_is_not_repeated),
    };
    return cmocka_run_group_tests_name("repeat_lane", tests, NULL, NULL);
}
