/* SPDX-License-Identifier: Apache-2.0 */
/* A reset in the middle of anything leaves nothing behind: what comes out of an encoder behind it
   is what comes out of one that has done nothing before. */
#include "model/encoder_core.h"
#include "sim/util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { SEEDS = 200, CYCLES = 200 };

/* What is asked of an encoder in a cycle. */
typedef struct stimulus {
    nt_ingress ingress;
    bool rst;
    bool trTsReset;
    bool system_tick;
    bool out_ready;
} stimulus;

static uint32_t below(nt_random *random, uint32_t limit) {
    return (uint32_t)nt_random_below(random, limit);
}

/* Mostly 1. */
static bool often(nt_random *random) {
    return below(random, 8) != 0;
}

static bool seldom(nt_random *random) {
    return !often(random);
}

static uint32_t bit(nt_random *random) {
    return below(random, 2);
}

static nt_control some_control(nt_random *random) {
    nt_control control = {.trTeActive = 1,
                          .trTeEnable = often(random),
                          .trTeInstTracing = often(random),
                          .trTeInstMode = bit(random) ? 3 : 6,
                          .trTeContext = bit(random),
                          .trTeInstTrigEnable = bit(random),
                          .trTeInstStallEna = bit(random),
                          .trTeInstSyncMode = below(random, 4),
                          .trTeInstEnSequentialJump = bit(random),
                          .trTeInstImplicitReturnMode = below(random, 4),
                          .trTeInstEnRepeatedHistory = bit(random),
                          .trTeInstEnAllJumps = bit(random),
                          .trTeInstExtendAddrMSB = bit(random),
                          .trTeSrcID = 5,
                          .trTeSrcBits = below(random, 4),
                          .trTeInstFilters = bit(random) ? 0 : 1 + below(random, 3),
                          .trTsActive = 1,
                          .trTsCount = 1,
                          .trTsMode = 2 + bit(random),
                          .trTsPrescale = bit(random),
                          .trTsEnable = bit(random),
                          .trTeTrigExtInControl = 0x4324,
                          .trTeTrigExtOutControl = 0x3333,
                          .ntEnRepeatBranch = bit(random),
                          .ntEnSyncICNT = bit(random),
                          .ntRc7 = bit(random)};
    /* One filter for privilege levels, one from an exception on, with a comparator that latches. */
    control.filter[0] = (nt_filter_control){.control = 0x3, .inst = 0x05};
    control.filter[1] = (nt_filter_control){.control = 0x5 | (bit(random) ? 0x10 : 0),
                                            .ecause = {UINT32_MAX, UINT32_MAX}};
    control.comparator[0] = (nt_comparator_control){
        .control = 0x3000 | 0x40 | (bit(random) ? 0x600 : 0), .pmatch = {0x140}, .smatch = {0x180}};
    return control;
}

static nt_block some_block(nt_random *random) {
    if (below(random, 3) == 0) {
        return (nt_block){.iretire = 0};
    }
    static const uint8_t itypes[] = {0, 0, 0, 4, 5, 5, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15};
    return (nt_block){.iaddr = 0x100 + 2 * below(random, 100),
                      .iretire = (uint16_t)(1 + below(random, 3)),
                      .itype = itypes[below(random, sizeof itypes)],
                      .sijump = bit(random)};
}

static stimulus some_cycle(nt_random *random, const nt_config *config) {
    stimulus s = {.trTsReset = below(random, 50) == 0,
                  .system_tick = often(random),
                  .out_ready = bit(random)};
    for (unsigned i = 0; i < config->nblocks; i++) {
        s.ingress.block[i] = some_block(random);
    }
    s.ingress.priv = (uint8_t)below(random, 4);
    s.ingress.context = below(random, 3);
    s.ingress.ctype = seldom(random) ? (uint8_t)below(random, 4) : 0;
    s.ingress.trigger = seldom(random) ? (uint8_t)below(random, 8) : 0;
    s.ingress.ext_trigger = seldom(random) ? (uint8_t)below(random, 16) : 0;
    s.ingress.halted = below(random, 40) == 0;
    s.ingress.reset = below(random, 60) == 0;
    s.ingress.lowpower = below(random, 60) == 0;
    return s;
}

typedef struct unit {
    nt_encoder_core direct;
    nt_control control;
    nt_encoder_core_outputs out;
} unit;

static nt_encoder_core_inputs inputs_of(const unit *u, const stimulus *s) {
    return (nt_encoder_core_inputs){.rst = s->rst,
                                    .control = &u->control,
                                    .ingress = &s->ingress,
                                    .trTsReset = s->trTsReset,
                                    .system_tick = s->system_tick};
}

static void show(unit *u, const stimulus *s) {
    const nt_encoder_core_inputs in = inputs_of(u, s);
    nt_encoder_core_out(&u->direct, &in, &u->out);
}

static void step(unit *u, const stimulus *s) {
    const nt_encoder_core_inputs in = inputs_of(u, s);
    show(u, s);
    nt_encoder_core_step(&u->direct, &in, &u->out, s->out_ready);
    nt_encoder_core_pull(&u->control, &u->out.triggers);
}

static void expect_same(const unit *a, const unit *b) {
    const nt_encoder_outputs *of_a = &a->out.encoder;
    const nt_encoder_outputs *of_b = &b->out.encoder;
    assert_int_equal(of_a->trTeEmpty, of_b->trTeEmpty);
    assert_int_equal(of_a->stall, of_b->stall);
    assert_int_equal(of_a->out_valid, of_b->out_valid);
    if (of_a->out_valid) {
        assert_int_equal(of_a->out_count, of_b->out_count);
        assert_int_equal(of_a->out, of_b->out);
    }
    assert_int_equal(a->out.timestamp, b->out.timestamp);
    assert_int_equal(a->direct.trigger.ext_trigger_out, b->direct.trigger.ext_trigger_out);
    assert_int_equal(a->direct.encoder.dropped, b->direct.encoder.dropped);
}

/* By rst, or by trTeActive. */
static void reset(unit *u, const stimulus *s, bool by_rst, nt_control next) {
    stimulus now = *s;
    now.rst = by_rst;
    u->control = next;
    u->control.trTeActive = by_rst;
    step(u, &now);
    u->control = next;
}

static void check(const nt_config *config, uint64_t seed) {
    nt_random random;
    nt_random_seed(&random, seed);
    unit a = {.control = some_control(&random)};
    unit b = {.control = {.trTeActive = 1}};
    nt_encoder_core_init(&a.direct, config);
    nt_encoder_core_init(&b.direct, config);
    reset(&a, &(stimulus){.rst = true}, true, a.control);
    for (unsigned i = 0; i < CYCLES + seed % 10; i++) {
        const stimulus s = some_cycle(&random, config);
        step(&a, &s);
    }
    const stimulus between = some_cycle(&random, config);
    const nt_control next = some_control(&random);
    reset(&a, &between, seed & 1, next);
    reset(&b, &between, seed & 1, next);
    for (unsigned i = 0; i < CYCLES; i++) {
        const stimulus s = some_cycle(&random, config);
        show(&a, &s);
        show(&b, &s);
        expect_same(&a, &b);
        step(&a, &s);
        step(&b, &s);
    }
}

static void what_was_before_a_reset_does_not_matter(void **state) {
    (void)state;
    for (const nt_config *config = nt_configs; config->name != NULL; config++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            check(config, seed);
        }
    }
}

static void a_new_encoder_has_done_nothing(void **state) {
    (void)state;
    static nt_encoder_core nothing;
    nt_encoder_core direct;
    memset(&direct, 0xa5, sizeof direct);
    nt_encoder_core_init(&direct, nt_configs);
    assert_ptr_equal(direct.encoder.config, nt_configs);
    direct.encoder.config = NULL;
    assert_memory_equal(&direct.encoder, &nothing.encoder, sizeof direct.encoder);
    assert_memory_equal(&direct.trigger, &nothing.trigger, sizeof direct.trigger);
    assert_memory_equal(&direct.ts, &nothing.ts, sizeof direct.ts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_before_a_reset_does_not_matter),
        cmocka_unit_test(a_new_encoder_has_done_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
