/* SPDX-License-Identifier: Apache-2.0 */
/* Filters, comparators and what qualify makes of them, each match kind by itself, as the tables of
   the Trace Control Interface 1.0, "Trace Encoder Filter Registers", have it. What is expected is
   typed here, and asked of the golden model and of the witnesses' own filters. */
#include "model/encoder/qualify.h"
#include "sim/witness/filter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { EXCEPTION = 1, INTERRUPT = 2, TRAP_RETURN = 3 };

/* trTeFilterControl */
enum {
    ENABLE = 1 << 0,
    PRIVILEGE = 1 << 1,
    ECAUSE = 1 << 2,
    INTERRUPTS = 1 << 3,
    COMP1 = 1 << 4,  /* the number at bit 5 */
    COMP2 = 1 << 8,  /* at bit 9 */
    COMP3 = 1 << 12, /* at bit 13 */
    IMPDEF = 1 << 16,
};

/* trTeCompControl */
enum { P_INPUT = 0, S_INPUT = 2, P_FUNCTION = 4, S_FUNCTION = 8, MODE = 12 };
enum { P_NOTIFY = 1 << 14, S_NOTIFY = 1 << 15 };
enum { IADDR, CONTEXT, TVAL, DADDR };

/* A cycle: one block, or two. */
typedef struct step {
    nt_block block[2];
    uint64_t context, tval;
    uint32_t impdef;
    uint16_t cause, trigger;
    uint8_t priv, ext_trigger;
    bool off, halted, reset;
} step;

typedef struct unit {
    nt_config config;
    nt_control control;
    nt_qualify model;
    nt_witness_filter witness;
    uint8_t sync; /* of the latest start */
} unit;

/* One block a cycle; filter 0 selected and enabled, without conditions. */
static void set_up(unit *u) {
    memset(u, 0, sizeof *u);
    u->config = (nt_config){.xlen = 64,
                            .nblocks = 1,
                            .itype_w = 4,
                            .iretire_w = 6,
                            .scontext_w = 5,
                            .hcontext_w = 3,
                            .nfilters = 3,
                            .ncomparators = 4,
                            .ntriggers = 2};
    u->control.trTeInstFilters = 1;
    u->control.filter[0].control = ENABLE;
    nt_qualify_step(&u->model, true, &(nt_ingress_latch){0}, &(nt_qualify_outputs){0});
    nt_witness_filter_init(&u->witness, &u->config);
}

static nt_ingress_latch latch(const step *now) {
    nt_ingress_latch in = {.enable = true,
                           .asked = !now->off,
                           .mode = 6,
                           .block = {now->block[0], now->block[1]},
                           .tval = now->tval,
                           .context = now->context,
                           .impdef = now->impdef,
                           .cause = now->cause,
                           .trigger = now->trigger,
                           .priv = now->priv,
                           .ext_trigger = now->ext_trigger,
                           .halted = now->halted,
                           .reset = now->reset};
    return in;
}

/* Of the encoder, while `now` is in the latch. */
static void reset(unit *u, const step *now) {
    const nt_ingress_latch in = latch(now);
    nt_qualify_step(&u->model, true, &in, &(nt_qualify_outputs){0});
    nt_witness_filter_reset(&u->witness);
}

static void ask_witness(unit *u, const step *now, nt_witness_filtered block[NT_MAX_BLOCKS]) {
    nt_ingress ingress = {.block = {now->block[0], now->block[1]},
                          .tval = now->tval,
                          .context = now->context,
                          .impdef = now->impdef,
                          .cause = now->cause,
                          .trigger = now->trigger,
                          .priv = now->priv,
                          .halted = now->halted,
                          .reset = now->reset};
    nt_witness_filter_inputs in = {&ingress, &u->control, 0, now->ext_trigger,
                                   !now->off && !now->halted && !now->reset};
    nt_witness_filter_cycle(&u->witness, &in, block);
}

static char letter(bool traced, bool notify6, bool notify0) {
    if (notify6 || notify0) {
        return notify6 ? notify0 ? '*' : '6' : '0';
    }
    return traced ? 'T' : '.';
}

/* A letter a block: T traced, . not; 6 traced and told by SYNC=6, 0 by SYNC=0, * by both. */
static void check(unit *u, const char *expected, const step *steps, size_t count) {
    char model[64] = "";
    char witness[64] = "";
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        nt_qualify_outputs out;
        nt_witness_filtered block[NT_MAX_BLOCKS];
        nt_ingress_latch in = latch(&steps[i]);
        nt_qualify_out(&u->model, &u->config, &u->control, &in, &out);
        ask_witness(u, &steps[i], block);
        for (unsigned b = 0; b < u->config.nblocks; b++) {
            model[length] = letter(out.traced[b], out.notify6[b], out.notify0[b]);
            witness[length++] = letter(block[b].traced, block[b].notify6, block[b].notify0);
            u->sync = out.traced[b] ? out.sync_reason[b] : u->sync;
        }
        nt_qualify_step(&u->model, false, &in, &out);
    }
    assert_string_equal(model, expected);
    assert_string_equal(witness, expected);
}

#define CHECK(u, expected, ...)                                                                    \
    check(u, expected, (const step[]){__VA_ARGS__},                                                \
          sizeof((const step[]){__VA_ARGS__}) / sizeof(step))

/* Blocks of one instruction */
#define AT(address)                                                                                \
    {                                                                                              \
        .block = { {.iaddr = (address), .iretire = 1} }                                            \
    }
#define ENDS(kind, ...)                                                                            \
    { .block = {{.iaddr = 0x100, .iretire = 1, .itype = (kind)}}, __VA_ARGS__ }
#define PLAIN ENDS(0, .priv = 0)
#define EMPTY                                                                                      \
    { .priv = 0 }
#define RETURN ENDS(TRAP_RETURN, .priv = 0)

static void set_comparator(unit *u, unsigned number, uint32_t control, uint64_t p, uint64_t s) {
    u->control.comparator[number] = (nt_comparator_control){
        control, {(uint32_t)p, (uint32_t)(p >> 32)}, {(uint32_t)s, (uint32_t)(s >> 32)}};
}

/* Filter 0 matches where comparator 0 does. */
static void set_up_comparator(unit *u, uint32_t control, uint64_t p, uint64_t s) {
    set_up(u);
    u->control.filter[0].control = ENABLE | COMP1;
    set_comparator(u, 0, control, p, s);
}

/* ---- filters ---- */

static void test_a_start_out_of_reset_has_reason_5(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    CHECK(&u, "T", PLAIN);
    assert_int_equal(u.sync, 5);
}

static void test_everything_is_traced_while_no_filter_is_selected(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.trTeInstFilters = 0;
    u.control.filter[0].control = 0;
    u.control.filter[1].control = ENABLE | PRIVILEGE;
    CHECK(&u, "TTT", PLAIN, EMPTY, PLAIN);
}

static void test_a_selected_filter_that_is_not_enabled_matches_nothing(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    CHECK(&u, "TT", PLAIN, EMPTY);
    u.control.filter[0].control = 0;
    CHECK(&u, "T..", EMPTY, PLAIN, EMPTY);
    u.control.filter[1].control = ENABLE; /* not selected */
    CHECK(&u, ".", PLAIN);
}

static void test_filters_are_ored_and_their_conditions_anded(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.trTeInstFilters = 5;
    u.control.filter[0] = (nt_filter_control){
        .control = ENABLE | PRIVILEGE | IMPDEF, .inst = 1 << 3, .impdef = 1, .impdef_mask = 1};
    u.control.filter[2] = (nt_filter_control){.control = ENABLE | PRIVILEGE, .inst = 1 << 0};
    CHECK(&u, ".T.TT", ENDS(0, .priv = 3), ENDS(0, .priv = 3, .impdef = 1),
          ENDS(0, .priv = 1, .impdef = 1), ENDS(0, .priv = 0), ENDS(0, .priv = 0, .impdef = 1));
}

static void test_a_filter_matches_the_privilege_levels_whose_bits_are_set(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.filter[0] = (nt_filter_control){.control = ENABLE | PRIVILEGE, .inst = 0x6a};
    CHECK(&u, ".T.T.TT.", ENDS(0, .priv = 0), ENDS(0, .priv = 1), ENDS(0, .priv = 2),
          ENDS(0, .priv = 3), ENDS(0, .priv = 4), ENDS(0, .priv = 5), ENDS(0, .priv = 6),
          ENDS(0, .priv = 7));
}

static void test_impdef_is_compared_under_its_mask(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.filter[0] = (nt_filter_control){
        .control = ENABLE | IMPDEF, .impdef = 0xf0f000ff, .impdef_mask = 0x80000003};
    CHECK(&u, "T..T", ENDS(0, .impdef = 0x80000003), ENDS(0, .impdef = 0x00000003),
          ENDS(0, .impdef = 0x80000002), ENDS(0, .impdef = 0x8ffffff7));
}

static void test_ecause_matches_from_the_exception_to_its_return(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.filter[0] =
        (nt_filter_control){.control = ENABLE | ECAUSE, .ecause = {1u << 5, 1u << 8}};
    CHECK(&u, "..TTTT..", PLAIN, ENDS(EXCEPTION, .cause = 4), ENDS(EXCEPTION, .cause = 5), PLAIN,
          PLAIN, RETURN, PLAIN, RETURN);
    CHECK(&u, ".TT.", ENDS(EXCEPTION, .cause = 8), ENDS(EXCEPTION, .cause = 40), RETURN, PLAIN);
    /* *ecause* tells of interrupts too */
    CHECK(&u, ".TT.", ENDS(INTERRUPT, .cause = 4), ENDS(INTERRUPT, .cause = 5), RETURN, PLAIN);
}

static void test_a_filter_can_want_interrupts_or_exceptions(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.filter[0] = (nt_filter_control){.control = ENABLE | INTERRUPTS, .inst = 1 << 8};
    CHECK(&u, "..TT.", ENDS(EXCEPTION, .cause = 1), RETURN, ENDS(INTERRUPT, .cause = 1), RETURN,
          PLAIN);
    u.control.filter[0].inst = 0;
    CHECK(&u, "..TT.", ENDS(INTERRUPT, .cause = 1), RETURN, ENDS(EXCEPTION, .cause = 1), RETURN,
          PLAIN);
    /* Both: an interrupt with one of the causes */
    u.control.filter[0] = (nt_filter_control){
        .control = ENABLE | INTERRUPTS | ECAUSE, .inst = 1 << 8, .ecause = {1 << 7, 0}};
    CHECK(&u, "...TT", ENDS(EXCEPTION, .cause = 7), ENDS(INTERRUPT, .cause = 3), PLAIN,
          ENDS(INTERRUPT, .cause = 7), RETURN);
}

static void test_nested_traps_are_counted_until_the_first_returns(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.filter[0] = (nt_filter_control){.control = ENABLE | ECAUSE, .ecause = {1u << 2, 0}};
    CHECK(&u, "TTTTTTTT.", ENDS(EXCEPTION, .cause = 2), ENDS(INTERRUPT, .cause = 9), PLAIN,
          ENDS(EXCEPTION, .cause = 2), RETURN, RETURN, PLAIN, RETURN, PLAIN);
}

static void test_more_than_15_nested_traps_end_the_match_too_early(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.filter[0] = (nt_filter_control){.control = ENABLE | INTERRUPTS, .inst = 0};
    for (int i = 0; i < 16; i++) {
        CHECK(&u, "T", ENDS(EXCEPTION, .cause = 0));
    }
    for (int i = 0; i < 15; i++) {
        CHECK(&u, "T", RETURN);
    }
    CHECK(&u, ".", RETURN);
}

static void test_traps_are_forgotten_in_reset_and_while_the_filter_is_off(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.filter[0] = (nt_filter_control){.control = ENABLE | INTERRUPTS, .inst = 0};
    CHECK(&u, "TT..", ENDS(EXCEPTION, .cause = 0), PLAIN, {.reset = true}, PLAIN);
    CHECK(&u, "T", ENDS(EXCEPTION, .cause = 0));
    u.control.filter[0].control = INTERRUPTS;
    CHECK(&u, ".", PLAIN);
    u.control.filter[0].control |= ENABLE;
    CHECK(&u, ".", PLAIN);
    CHECK(&u, "T", ENDS(EXCEPTION, .cause = 0));
    u.control.trTeInstFilters = 2;
    CHECK(&u, ".", PLAIN);
    u.control.trTeInstFilters = 1;
    CHECK(&u, ".T", PLAIN, ENDS(EXCEPTION, .cause = 0));
    u.control.filter[0].control = ENABLE; /* whatever the traps are */
    CHECK(&u, "T", PLAIN);
    u.control.filter[0].control = ENABLE | INTERRUPTS;
    CHECK(&u, ".", PLAIN);
}

static void test_traps_are_forgotten_in_the_encoders_reset(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.filter[0] = (nt_filter_control){.control = ENABLE | INTERRUPTS, .inst = 0};
    CHECK(&u, "TT", ENDS(EXCEPTION, .cause = 0), PLAIN);
    reset(&u, &(step)PLAIN);
    CHECK(&u, ".", PLAIN);
    reset(&u, &(step)ENDS(EXCEPTION, .cause = 0)); /* one in that cycle too */
    CHECK(&u, ".", PLAIN);
}

static void test_traps_are_forgotten_while_no_filter_is_selected(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.filter[0] = (nt_filter_control){.control = ENABLE | INTERRUPTS, .inst = 0};
    CHECK(&u, ".TT", PLAIN, ENDS(EXCEPTION, .cause = 0), PLAIN);
    u.control.trTeInstFilters = 0;
    CHECK(&u, "TT", PLAIN, PLAIN);
    u.control.trTeInstFilters = 1;
    CHECK(&u, "..", PLAIN, RETURN);
}

static void test_filters_that_are_not_built_are_not_selected(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.trTeInstFilters = 8;
    CHECK(&u, "T", PLAIN);
    u.control.trTeInstFilters = 4; /* the last one that is, and it is off */
    CHECK(&u, ".", PLAIN);
}

static void test_a_filter_needs_all_comparators_that_it_names(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.filter[0].control = ENABLE | COMP1 | 1 << 5 | COMP2 | 2 << 9 | COMP3 | 3 << 13;
    set_comparator(&u, 1, 5u << P_FUNCTION, 0x1000, 0);         /* from 0x1000 on */
    set_comparator(&u, 2, 3u << P_FUNCTION, 0x2000, 0);         /* to 0x2000 */
    set_comparator(&u, 3, 1u << P_FUNCTION | CONTEXT, 0x0a, 0); /* not in context 10 */
    CHECK(&u, ".TT..", AT(0xffe), AT(0x1000), AT(0x2000), AT(0x2002),
          {.block = {{.iaddr = 0x1800, .iretire = 1}}, .context = 10});
    /* One that the build lacks is never true, nor at address 0, which its registers would want. */
    u.control.filter[0].control = ENABLE | COMP1 | 7 << 5;
    CHECK(&u, "..", AT(0x1000), AT(0));
}

/* ---- comparators ---- */

static void test_the_primary_has_six_relations_never_and_always(void **state) {
    (void)state;
    static const char *const below_equal_above[] = {".T.", "T.T", "T..", "TT.",
                                                    "..T", ".TT", "...", "TTT"};
    for (uint32_t function = 0; function < 8; function++) {
        unit u;
        set_up_comparator(&u, function << P_FUNCTION, 0x8000000000001000u, 0);
        CHECK(&u, below_equal_above[function], AT(0x1000), AT(0x8000000000001000u),
              AT(0x8000000000001002u));
    }
}

static void test_the_secondary_has_six_relations_and_always(void **state) {
    (void)state;
    static const char *const below_equal_above[] = {".T.", "T.T", "T..", "TT.",
                                                    "..T", ".TT", "TTT", "TTT"};
    for (uint32_t function = 0; function < 8; function++) {
        unit u;
        set_up_comparator(&u, 7u << P_FUNCTION | function << S_FUNCTION | 1u << MODE, 0,
                          0x8000000000001000u);
        CHECK(&u, below_equal_above[function], AT(0x1000), AT(0x8000000000001000u),
              AT(0x8000000000001002u));
    }
}

static void test_the_secondary_can_be_a_mask_for_the_primary(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, 6u << S_FUNCTION, 0xffff2345, 0xf0f0);
    CHECK(&u, "T.T", AT(0x2f4e), AT(0x3f4e), AT(0x1234560000002040));
}

static void test_three_match_modes_combine_primary_and_secondary(void **state) {
    (void)state;
    /* P: at least 0x10; S: at most 0x20. Neither is ever false together. */
    static const char *const p_both_neither[] = {".TT", ".T.", "T.T"};
    for (uint32_t mode = 0; mode < 3; mode++) {
        unit u;
        set_up_comparator(&u, 5u << P_FUNCTION | 3u << S_FUNCTION | mode << MODE, 0x10, 0x20);
        CHECK(&u, p_both_neither[mode], AT(0x0e), AT(0x18), AT(0x22));
    }
}

static void test_match_mode_3_asserts_from_the_primary_to_the_secondary(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, 3u << MODE, 0x10, 0x20); /* equal, equal */
    CHECK(&u, "..TTTT..", AT(0x20), AT(0x30), AT(0x10), AT(0x30), EMPTY, AT(0x20), AT(0x30), EMPTY);
    /* Primary and secondary in one block: that block alone */
    set_comparator(&u, 0, 3u << MODE, 0x10, 0x10);
    CHECK(&u, ".T.", AT(0x12), AT(0x10), AT(0x12));
}

static void test_in_other_modes_the_latch_is_0(void **state) {
    (void)state;
    static const char *const primary_alone[] = {"T", ".", "T"};
    for (uint32_t mode = 0; mode < 3; mode++) {
        unit u;
        set_up_comparator(&u, mode << MODE, 0x10, 0x20);
        CHECK(&u, primary_alone[mode], AT(0x10));
        set_comparator(&u, 0, 3u << MODE, 0x10, 0x20);
        CHECK(&u, ".T", AT(0x30), AT(0x10));
        set_comparator(&u, 0, mode << MODE, 0x10, 0x20);
        CHECK(&u, "T", EMPTY); /* a cycle of that mode is enough */
        set_comparator(&u, 0, 3u << MODE, 0x10, 0x20);
        CHECK(&u, ".", AT(0x30));
    }
}

static void test_a_reset_clears_latches_and_primes_anew(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, 3u << MODE, 0x10, 0x20);
    CHECK(&u, "TT", AT(0x10), AT(0x30));
    reset(&u, &(step)AT(0x30));
    CHECK(&u, ".", AT(0x30));
    reset(&u, &(step)AT(0x10));
    CHECK(&u, ".", AT(0x30));
    set_comparator(&u, 0, 3u << MODE | 6u << P_FUNCTION, 0, 0x20);
    CHECK(&u, "TT.", AT(0x30), AT(0x20), AT(0x30));
    reset(&u, &(step)AT(0x30));
    CHECK(&u, "TT.", AT(0x30), AT(0x20), AT(0x30));
}

static void test_match_mode_3_can_be_primed_once(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, 3u << MODE | 6u << P_FUNCTION, 0, 0x20);
    CHECK(&u, "TTT..", AT(0x10), EMPTY, AT(0x20), AT(0x10), AT(0x20));
    set_comparator(&u, 0, 0, 0, 0x20);
    CHECK(&u, ".", AT(0x10));
    set_comparator(&u, 0, 3u << MODE | 6u << P_FUNCTION, 0, 0x20);
    CHECK(&u, "T", AT(0x10));
    /* In the other modes function 6 is false and primes nothing */
    set_comparator(&u, 0, 6u << P_FUNCTION, 0, 0x20);
    CHECK(&u, ".", AT(0x10));
    set_comparator(&u, 0, 3u << MODE, 0x40, 0x20);
    CHECK(&u, ".", AT(0x10));
}

static void test_a_comparator_that_was_not_in_use_begins_unasserted(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, 0, 0x10, 0x20);
    u.control.trTeInstFilters = 0;
    set_comparator(&u, 0, 0, 0, 0);
    CHECK(&u, "TT", AT(0x10), AT(0x30));
    u.control.trTeInstFilters = 1;
    set_comparator(&u, 0, 3u << MODE, 0x10, 0x20);
    CHECK(&u, "..TT", AT(0x30), AT(0x40), AT(0x10), AT(0x30));
}

static void test_function_6_primes_where_match_mode_3_is_chosen_later(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, 6u << P_FUNCTION, 0, 0x20);
    CHECK(&u, ".", AT(0x10));
    set_comparator(&u, 0, 3u << MODE | 6u << P_FUNCTION, 0, 0x20);
    CHECK(&u, "TT.", AT(0x10), AT(0x20), AT(0x10));
}

/* Each time: in between, the registers say another mode. */
static void test_function_6_primes_where_nothing_was_set_up(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.filter[0].control = ENABLE | COMP1;
    for (unsigned i = 0; i < 3; i++) {
        u.control.trTeInstFilters = 0;
        set_comparator(&u, 0, 0, 0, 0);
        CHECK(&u, "T", AT(0x30));
        u.control.trTeInstFilters = 1;
        set_comparator(&u, 0, 3u << MODE | 6u << P_FUNCTION, 0, 0x20);
        CHECK(&u, "TT.", AT(0x30), AT(0x20), AT(0x30));
    }
}

static void test_each_comparator_has_its_latch(void **state) {
    (void)state;
    for (unsigned number = 0; number < 4; number++) {
        unit u;
        set_up(&u);
        u.control.filter[0].control = ENABLE | COMP2 | number << 9;
        set_comparator(&u, number, 3u << MODE, 0x10, 0x20);
        CHECK(&u, ".TTT.", AT(0x30), AT(0x10), AT(0x30), AT(0x20), AT(0x30));
        set_comparator(&u, number, 3u << MODE | 6u << P_FUNCTION, 0, 0x20);
        CHECK(&u, "TT.", AT(0x30), AT(0x20), AT(0x30));
        CHECK(&u, "..", AT(0x30), AT(0x30));
    }
}

static void test_a_latch_is_0_when_its_mode_is_set(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.control.trTeInstFilters = 0;
    CHECK(&u, "TT", AT(0x10), AT(0x10)); /* nothing is set up */
    u.control.trTeInstFilters = 1;
    u.control.filter[0].control = ENABLE | COMP1;
    set_comparator(&u, 0, 3u << MODE, 0x10, 0x20);
    CHECK(&u, ".TT", AT(0x30), AT(0x10), AT(0x30));
    u.control.trTeInstFilters = 0;
    set_comparator(&u, 0, 0, 0, 0);
    CHECK(&u, "T", AT(0x30));
    u.control.trTeInstFilters = 1;
    set_comparator(&u, 0, 3u << MODE, 0x10, 0x20);
    CHECK(&u, ".", AT(0x30));
}

static void test_context_and_tval_can_be_compared(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, CONTEXT, 0x7f, 0);
    CHECK(&u, "T.", ENDS(0, .context = 0x7f), ENDS(0, .context = 0xff));
    set_comparator(&u, 0, TVAL, 0xdead0001, 0);
    CHECK(&u, "T.", ENDS(EXCEPTION, .tval = 0xdead0001), ENDS(EXCEPTION, .tval = 0xdead0000));
    /* S alone */
    set_comparator(&u, 0, 7u << P_FUNCTION | 1u << MODE | CONTEXT << S_INPUT, 0, 0x7f);
    CHECK(&u, "T.", ENDS(0, .context = 0x7f), ENDS(0, .context = 0xff));
}

static void test_an_input_that_is_not_there_is_in_no_relation(void **state) {
    (void)state;
    for (uint32_t function = 0; function < 6; function++) {
        unit u;
        set_up_comparator(&u, DADDR | function << P_FUNCTION, 0, 0);
        CHECK(&u, ".", PLAIN);
        set_comparator(&u, 0, TVAL | function << P_FUNCTION, 0, 0);
        CHECK(&u, "..", PLAIN, ENDS(INTERRUPT, .tval = 0));
        u.config.scontext_w = 0;
        u.config.hcontext_w = 0;
        set_comparator(&u, 0, CONTEXT | function << P_FUNCTION, 0, 0);
        CHECK(&u, ".", PLAIN);
    }
}

static void test_bits_of_a_match_value_above_its_input_are_ignored(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, CONTEXT, 0xffffffffffffff7f, 0);
    CHECK(&u, "T.", ENDS(0, .context = 0x7f), ENDS(0, .context = 0x7e));
    u.config.scontext_w = 32; /* the widest context: XLEN - 1 bits */
    u.config.hcontext_w = 31;
    set_comparator(&u, 0, CONTEXT, UINT64_MAX, 0);
    CHECK(&u, "T.", ENDS(0, .context = UINT64_MAX >> 1), ENDS(0, .context = UINT64_MAX >> 2));
    u.config.xlen = 32;
    set_comparator(&u, 0, 2u << P_FUNCTION, 0x100000010, 0); /* less than */
    CHECK(&u, "T.", AT(0x0e), AT(0x10));
    set_comparator(&u, 0, 7u << P_FUNCTION | 1u << MODE | 3u << S_FUNCTION, 0, 0x100000010);
    CHECK(&u, "T.", AT(0x10), AT(0x12));
}

static void test_iaddr_is_the_address_of_the_first_instruction(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, 0, 0x104, 0);
    CHECK(&u, ".T", {.block = {{.iaddr = 0x100, .iretire = 8}}},
          {.block = {{.iaddr = 0x104, .iretire = 8}}});
    /* An exception with nothing retired has one too. */
    CHECK(&u, "T", {.block = {{.iaddr = 0x104, .itype = EXCEPTION}}});
    /* Bit 0 is 0, whatever the port has there. */
    CHECK(&u, "T", AT(0x105));
    set_comparator(&u, 0, 0, 0x105, 0);
    CHECK(&u, "..", AT(0x104), AT(0x105));
}

/* ---- blocks ---- */

static void test_a_block_without_an_address_follows_the_one_before(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, 0, 0x100, 0);
    CHECK(&u, "..TT..", AT(0x200), {.block = {{.iaddr = 0x100}}}, AT(0x100),
          {.block = {{.iaddr = 0x200, .itype = INTERRUPT}}}, AT(0x200),
          {.block = {{.iaddr = 0x100, .itype = INTERRUPT}}});
    /* Such an interrupt counts as a trap; tracing starts behind it. */
    u.control.filter[0] = (nt_filter_control){.control = ENABLE | INTERRUPTS, .inst = 1 << 8};
    CHECK(&u, "..TT.", PLAIN, {.block = {{.itype = INTERRUPT}}}, PLAIN, RETURN, PLAIN);
}

static void test_each_block_of_a_cycle_is_judged_by_itself(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, 3u << MODE, 0x10, 0x20);
    u.config.nblocks = 2;
    CHECK(&u, "..TTT.", {.block = {{.iaddr = 0x20, .iretire = 1}, {.iaddr = 0x22, .iretire = 1}}},
          {.block = {{.iaddr = 0x10, .iretire = 1}, {.iaddr = 0x12, .iretire = 1}}},
          {.block = {{.iaddr = 0x20, .iretire = 1}, {.iaddr = 0x22, .iretire = 1}}});
    CHECK(&u, ".TTT", {.block = {{.iaddr = 0x12, .iretire = 1}, {.iaddr = 0x10, .iretire = 1}}},
          {.block = {{.iaddr = 0x20, .iretire = 1}, {.iaddr = 0}}});
}

static void test_filters_watch_while_tracing_is_off(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, 3u << MODE, 0x10, 0x20);
    CHECK(&u, ".T", {.block = {{.iaddr = 0x10, .iretire = 1}}, .off = true}, AT(0x30));
}

static void test_a_start_behind_what_a_filter_held_back_has_reason_5(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, 0, 0x100, 0);
    CHECK(&u, ".TT", {.reset = true}, EMPTY, AT(0x100));
    assert_int_equal(u.sync, 1);
    CHECK(&u, "..T", {.halted = true}, AT(0x200), AT(0x100));
    assert_int_equal(u.sync, 5);
    CHECK(&u, "..T", AT(0x200), {.halted = true}, AT(0x100));
    assert_int_equal(u.sync, 3);
    u.config.nblocks = 2;
    CHECK(&u, "...T", {.halted = true},
          {.block = {{.iaddr = 0x200, .iretire = 1}, {.iaddr = 0x100, .iretire = 1}}});
    assert_int_equal(u.sync, 5);
}

/* ---- notify ---- */

static void test_comparators_notify_where_they_compare_iaddr(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    set_comparator(&u, 1, P_NOTIFY, 0x10, 0);
    CHECK(&u, "T6T", AT(0x12), AT(0x10), EMPTY);
    set_comparator(&u, 1, S_NOTIFY | IADDR << S_INPUT, 0x12, 0x10);
    CHECK(&u, "T6", AT(0x12), AT(0x10));
    set_comparator(&u, 1, P_NOTIFY | CONTEXT, 0, 0x10);
    CHECK(&u, "TT", AT(0x12), AT(0x10));
    set_comparator(&u, 1, S_NOTIFY | CONTEXT << S_INPUT, 0x10, 0);
    CHECK(&u, "TT", AT(0x12), AT(0x10));
}

static void test_each_comparator_notifies_without_a_filter(void **state) {
    (void)state;
    for (unsigned number = 0; number < 4; number++) {
        unit u;
        set_up(&u);
        u.control.trTeInstFilters = 0;
        set_comparator(&u, number, P_NOTIFY, 0x10, 0);
        CHECK(&u, "T6T", AT(0x20), AT(0x10), AT(0x20));
    }
}

static void test_nothing_notifies_about_what_is_not_traced(void **state) {
    (void)state;
    unit u;
    set_up_comparator(&u, P_NOTIFY | 1u << MODE, 0x10, 0x10);
    set_comparator(&u, 1, P_NOTIFY, 0x20, 0);
    u.control.trTeTrigExtInControl = 4;
    CHECK(&u, "6..", AT(0x10), AT(0x20),
          ENDS(0, .trigger = 4, .ext_trigger = 1)); /* dropped, not held */
    CHECK(&u, "6", AT(0x10));
    CHECK(&u, ".6", {.off = true, .ext_trigger = 1}, AT(0x10));
}

static void test_a_debug_trigger_notifies_about_its_own_block(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.config.nblocks = 2;
    const nt_block one = {.iaddr = 0x10, .iretire = 1};
    CHECK(&u, "6TT6TT6T", {.block = {one, one}, .trigger = 1 << 2},
          {.block = {one, one}, .trigger = 1 << 3}, {.block = {one}, .trigger = 1 << 3},
          {.block = {one}, .trigger = 1 << 2});
}

static void test_an_external_trigger_notifies_about_the_newest_block(void **state) {
    (void)state;
    unit u;
    set_up(&u);
    u.config.nblocks = 2;
    u.control.trTeTrigExtInControl = 0x40; /* input 1: notify */
    const nt_block one = {.iaddr = 0x10, .iretire = 1};
    CHECK(&u, "T00TTTT0", {.block = {one, one}, .ext_trigger = 2},
          {.block = {one}, .ext_trigger = 3}, {.block = {one}, .ext_trigger = 1},
          {.block = {one, one}, .ext_trigger = 2});
    /* Without a block it is of no block */
    CHECK(&u, "TTTTTTTT", {.ext_trigger = 2}, EMPTY, {.block = {one}}, {.block = {one, one}});
    CHECK(&u, "*T", {.block = {one}, .trigger = 1 << 2, .ext_trigger = 2});
    CHECK(&u, "TT..TT", {.ext_trigger = 2}, {.halted = true}, {.block = {one}});
}

static void test_only_notify_notifies(void **state) {
    (void)state;
    for (uint32_t action = 0; action < 16; action++) {
        unit u;
        set_up(&u);
        u.control.trTeTrigExtInControl = action << 4;
        CHECK(&u, action == 4 ? "0" : "T",
              {.block = {{.iaddr = 0x10, .iretire = 1}}, .ext_trigger = 2});
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_start_out_of_reset_has_reason_5),
        cmocka_unit_test(test_everything_is_traced_while_no_filter_is_selected),
        cmocka_unit_test(test_a_selected_filter_that_is_not_enabled_matches_nothing),
        cmocka_unit_test(test_filters_are_ored_and_their_conditions_anded),
        cmocka_unit_test(test_a_filter_matches_the_privilege_levels_whose_bits_are_set),
        cmocka_unit_test(test_impdef_is_compared_under_its_mask),
        cmocka_unit_test(test_ecause_matches_from_the_exception_to_its_return),
        cmocka_unit_test(test_a_filter_can_want_interrupts_or_exceptions),
        cmocka_unit_test(test_nested_traps_are_counted_until_the_first_returns),
        cmocka_unit_test(test_more_than_15_nested_traps_end_the_match_too_early),
        cmocka_unit_test(test_traps_are_forgotten_in_reset_and_while_the_filter_is_off),
        cmocka_unit_test(test_traps_are_forgotten_in_the_encoders_reset),
        cmocka_unit_test(test_traps_are_forgotten_while_no_filter_is_selected),
        cmocka_unit_test(test_filters_that_are_not_built_are_not_selected),
        cmocka_unit_test(test_a_filter_needs_all_comparators_that_it_names),
        cmocka_unit_test(test_the_primary_has_six_relations_never_and_always),
        cmocka_unit_test(test_the_secondary_has_six_relations_and_always),
        cmocka_unit_test(test_the_secondary_can_be_a_mask_for_the_primary),
        cmocka_unit_test(test_three_match_modes_combine_primary_and_secondary),
        cmocka_unit_test(test_match_mode_3_asserts_from_the_primary_to_the_secondary),
        cmocka_unit_test(test_in_other_modes_the_latch_is_0),
        cmocka_unit_test(test_a_reset_clears_latches_and_primes_anew),
        cmocka_unit_test(test_match_mode_3_can_be_primed_once),
        cmocka_unit_test(test_a_comparator_that_was_not_in_use_begins_unasserted),
        cmocka_unit_test(test_function_6_primes_where_match_mode_3_is_chosen_later),
        cmocka_unit_test(test_function_6_primes_where_nothing_was_set_up),
        cmocka_unit_test(test_each_comparator_has_its_latch),
        cmocka_unit_test(test_a_latch_is_0_when_its_mode_is_set),
        cmocka_unit_test(test_context_and_tval_can_be_compared),
        cmocka_unit_test(test_an_input_that_is_not_there_is_in_no_relation),
        cmocka_unit_test(test_bits_of_a_match_value_above_its_input_are_ignored),
        cmocka_unit_test(test_iaddr_is_the_address_of_the_first_instruction),
        cmocka_unit_test(test_a_block_without_an_address_follows_the_one_before),
        cmocka_unit_test(test_each_block_of_a_cycle_is_judged_by_itself),
        cmocka_unit_test(test_filters_watch_while_tracing_is_off),
        cmocka_unit_test(test_a_start_behind_what_a_filter_held_back_has_reason_5),
        cmocka_unit_test(test_comparators_notify_where_they_compare_iaddr),
        cmocka_unit_test(test_each_comparator_notifies_without_a_filter),
        cmocka_unit_test(test_nothing_notifies_about_what_is_not_traced),
        cmocka_unit_test(test_a_debug_trigger_notifies_about_its_own_block),
        cmocka_unit_test(test_an_external_trigger_notifies_about_the_newest_block),
        cmocka_unit_test(test_only_notify_notifies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
