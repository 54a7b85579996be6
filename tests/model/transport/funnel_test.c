/* SPDX-License-Identifier: Apache-2.0 */
/* The funnel of the golden model: whose bytes come out in which cycle, and what a reset leaves. */
#include "model/transport/funnel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { INPUTS = 3, BYTES = 4, MOST = 64 };

/* What the sources offer, a beat a letter: 1 to 4 bytes, or a to d with a message's end behind
   them; x: two messages of two bytes; w: nothing, and the source waits; a dot: nothing. Bytes stay
   until taken; behind the last letter there is nothing. What comes out: a letter a byte, a to c by
   input (A to C: the end of a message, !: of one that was cut), a bar behind each cycle. */
typedef struct rig {
    nt_funnel funnel;
    nt_funnel_control control;
    const char *source[INPUTS];
    bool rst;
    nt_funnel_outputs out; /* of the last cycle */
    char seen[4 * MOST];
} rig;

static void begin(rig *r, uint8_t inputs, uint16_t whole) {
    memset(r, 0, sizeof *r);
    memset(&r->funnel, 0x5a, sizeof r->funnel); /* nothing of it stays */
    const nt_funnel_params params = {
        .inputs = inputs, .in_bytes = BYTES, .bytes = BYTES, .whole = whole};
    nt_funnel_init(&r->funnel, &params);
    r->control = (nt_funnel_control){1, 1, 0};
}

static void give(rig *r, const char *first, const char *second, const char *third) {
    r->source[0] = first;
    r->source[1] = second;
    r->source[2] = third;
    r->seen[0] = '\0';
}

static nt_beat beat_of(unsigned input, char what) {
    nt_beat beat = {.waits = what == 'w'};
    bool two = what == 'x';
    bool ends = two || (what >= 'a' && what <= 'd');
    if (ends || (what >= '1' && what <= '4')) {
        beat.count = two ? 4 : what & 7;
        memset(beat.byte, (int)(input << 4), beat.count);
        beat.byte[beat.count - 1] |= ends ? 3 : 0;
        beat.byte[1] |= two ? 3 : 0;
    }
    return beat;
}

static void show(rig *r) {
    char *to = r->seen + strlen(r->seen);
    for (unsigned i = 0; i < r->out.out.count; i++) {
        uint8_t byte = r->out.out.byte[i];
        *to++ = byte == NT_CUT_BYTE ? '!' : (char)((byte & 3 ? 'A' : 'a') + (byte >> 4));
    }
    strcpy(to, "|");
}

static void run(rig *r, unsigned cycles) {
    for (; cycles > 0; cycles--) {
        nt_funnel_inputs in = {.rst = r->rst, .control = &r->control, .out_ready = true};
        nt_funnel_out(&r->funnel, r->rst, &r->control, &r->out);
        show(r);
        for (unsigned i = 0; i < INPUTS; i++) {
            char what = r->source[i] != NULL ? *r->source[i] : '\0';
            in.in[i] = beat_of(i, what);
            bool goes = in.in[i].count == 0 || (r->out.in_ready >> i & 1);
            if (what != '\0' && goes) {
                r->source[i]++;
            }
        }
        nt_funnel_step(&r->funnel, &in);
    }
    nt_funnel_out(&r->funnel, r->rst, &r->control, &r->out);
}

static void turns_go_round_and_messages_meet_within_a_beat(void **state) {
    (void)state;
    static const struct {
        const char *source[INPUTS];
        const char *seen;
        uint8_t turns[INPUTS];
        uint8_t longest[INPUTS]; /* turns of others that an input waited for */
    } rows[] = {
        {{"d", "d", "d"}, "||aaaA|bbbB|cccC||", {1, 1, 1}, {0, 1, 2}},
        {{"", "d", "d"}, "||bbbB|cccC|||", {0, 1, 1}, {0, 0, 1}},
        {{"b", "b", "b"}, "||aAbB|cC|||", {1, 1, 1}, {0, 0, 2}},
        {{"x", "", ""}, "||aAaA||||", {2, 0, 0}, {0, 0, 0}},      /* nobody else has bytes */
        {{"x", "b", ""}, "||aAbB|aA|||", {2, 1, 0}, {0, 0, 0}},   /* somebody has */
        {{"1b", "", ""}, "||a|aA|||", {1, 0, 0}, {0, 0, 0}},      /* as the bytes come */
        {{"1wa", "d", ""}, "||a||Abbb|B|", {1, 1, 0}, {0, 1, 0}}, /* who waits keeps its turn */
        {{"d", "1wwww", ""}, "||aaaA|b|||", {1, 1, 0}, {0, 1, 0}},
        {{"4a", "d", ""}, "||aaaa|Abbb|B||", {1, 1, 0}, {0, 1, 0}},
        {{"4a", "d", "d"}, "||aaaa|Abbb|Bccc|C|", {1, 1, 1}, {0, 1, 2}},
        {{"dd", "d", "d"}, "||aaaA|bbbB|cccC|aaaA|", {2, 1, 1}, {2, 1, 2}},
        /* Whose turn comes behind a full beat is not told before the next one. */
        {{"d", ".d", "d"}, "||aaaA|bbbB|cccC||", {1, 1, 1}, {0, 0, 2}},
        {{"3", "d", ""}, "||aaa|!bbb|B||", {1, 1, 0}, {0, 1, 0}}, /* its source has gone */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rig r;
        begin(&r, INPUTS, 0);
        give(&r, rows[i].source[0], rows[i].source[1], rows[i].source[2]);
        run(&r, 6);
        assert_string_equal(r.seen, rows[i].seen);
        for (unsigned k = 0; k < INPUTS; k++) {
            assert_int_equal(r.funnel.turns[k].turns, rows[i].turns[k]);
            assert_int_equal(r.funnel.turns[k].longest, rows[i].longest[k]);
        }
    }
}

static void a_slow_input_is_held_back_until_its_message_is_whole(void **state) {
    (void)state;
    rig r;
    begin(&r, INPUTS, 1 << 1);
    give(&r, "", "1wwwa", "");
    run(&r, 7);
    assert_string_equal(r.seen, "||||||bB|");
    give(&r, "", "", "1wwwa");
    run(&r, 7);
    assert_string_equal(r.seen, "||c||||C|");
}

static void every_input_is_read_if_the_funnel_is_enabled_and_none_if_it_is_inactive(void **state) {
    (void)state;
    for (uint8_t inputs = 2; inputs <= 16; inputs++) {
        rig r;
        begin(&r, inputs, 0);
        nt_funnel_out(&r.funnel, false, &r.control, &r.out);
        assert_int_equal(r.out.in_ready, (1u << inputs) - 1);
        r.control.trFunnelDisInput = 0xffff;
        nt_funnel_out(&r.funnel, false, &r.control, &r.out);
        assert_int_equal(r.out.in_ready, (1u << inputs) - 1);
        r.control.trFunnelEnable = 0;
        nt_funnel_out(&r.funnel, false, &r.control, &r.out);
        assert_int_equal(r.out.in_ready, 0);
        r.control = (nt_funnel_control){0, 1, 0};
        nt_funnel_out(&r.funnel, false, &r.control, &r.out);
        assert_int_equal(r.out.in_ready, 0);
    }
}

static void a_source_that_waits_between_messages_has_begun_none(void **state) {
    (void)state;
    rig r;
    begin(&r, INPUTS, 0);
    give(&r, "wwwwwwww", "wwwwwwww", "bwwwwwww");
    run(&r, 2);
    r.control.trFunnelEnable = 0;
    run(&r, 5);
    assert_true(r.out.trFunnelEmpty);
    assert_int_equal(r.out.in_ready, 0);
}

/* Messages under way: that of input 0 at the output, that of input 2 in its buffer. */
static void begin_messages(rig *r) {
    begin(r, INPUTS, 0);
    give(r, "44444", "dddd", "2www");
    run(r, 3);
    assert_false(r->out.trFunnelEmpty);
    assert_int_equal(r->funnel.turns[0].turns, 1);
    assert_int_equal(r->funnel.turns[1].turns, 0);
}

static void a_reset_forgets_messages_and_turns(void **state) {
    (void)state;
    rig r;
    begin_messages(&r);
    give(&r, "4", "d", "4");
    r.rst = true;
    run(&r, 1);
    r.rst = false;
    r.control.trFunnelEnable = 0;
    nt_funnel_out(&r.funnel, false, &r.control, &r.out);
    assert_true(r.out.trFunnelEmpty);
    assert_int_equal(r.out.in_ready, 0);
    r.control.trFunnelEnable = 1;
    give(&r, "d", "d", "d");
    run(&r, 6);
    assert_string_equal(r.seen, "||aaaA|bbbB|cccC||");
    for (unsigned i = 0; i < INPUTS; i++) {
        assert_int_equal(r.funnel.turns[i].turns, i == 0 ? 2 : 1);
        assert_int_equal(r.funnel.turns[i].longest, i == 0 ? 0 : i == 1 ? 1 : 2);
    }
}

static void no_turn_begins_in_a_reset(void **state) {
    (void)state;
    for (unsigned how = 0; how < 2; how++) {
        rig r;
        begin(&r, INPUTS, 0);
        give(&r, "d", "d", "");
        run(&r, 1);
        r.rst = how == 0;
        r.control.trFunnelActive = how == 0;
        run(&r, 1);
        for (unsigned i = 0; i < INPUTS; i++) {
            assert_int_equal(r.funnel.turns[i].turns, 0);
            assert_int_equal(r.funnel.turns[i].longest, 0);
        }
    }
}

static void trFunnelActive_0_drops_what_is_inside_and_the_rest_of_messages(void **state) {
    (void)state;
    rig r;
    begin_messages(&r);
    r.control.trFunnelActive = 0;
    give(&r, "4dc", "d", "wwad");
    run(&r, 2);
    assert_int_equal(r.out.in_ready, 0);
    assert_true(r.out.trFunnelEmpty);
    r.control.trFunnelActive = 1;
    r.seen[0] = '\0';
    run(&r, 1);
    assert_int_equal(r.out.in_ready, 7);
    run(&r, 5);
    assert_string_equal(r.seen, "||bbbB|cccC|aaA||");
}

/* What is discarded is not inside. */
static void a_funnel_is_empty_while_it_discards_a_message(void **state) {
    (void)state;
    rig r;
    begin(&r, INPUTS, 0);
    r.control.trFunnelDisInput = 1 << 1;
    give(&r, "", "4wwwd", "");
    run(&r, 3);
    assert_true(r.out.trFunnelEmpty);
    r.control.trFunnelDisInput = 0; /* the message is discarded to its end */
    r.control.trFunnelEnable = 0;
    run(&r, 1);
    assert_int_equal(r.out.in_ready, 1 << 1);
    run(&r, 4);
    assert_int_equal(r.out.in_ready, 0);
    assert_string_equal(r.seen, "||||||||");
}

/* Who has waited counts for a bound on waiting, which begins anew. */
static void a_reset_forgets_who_has_waited(void **state) {
    (void)state;
    rig r;
    begin(&r, INPUTS, 0);
    for (unsigned i = 0; i < INPUTS; i++) {
        r.funnel.turns[i].waits = 1;
    }
    r.rst = true;
    run(&r, 1);
    for (unsigned i = 0; i < INPUTS; i++) {
        assert_int_equal(r.funnel.turns[i].waits, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_go_round_and_messages_meet_within_a_beat),
        cmocka_unit_test(a_slow_input_is_held_back_until_its_message_is_whole),
        cmocka_unit_test(every_input_is_read_if_the_funnel_is_enabled_and_none_if_it_is_inactive),
        cmocka_unit_test(a_source_that_waits_between_messages_has_begun_none),
        cmocka_unit_test(a_reset_forgets_messages_and_turns),
        cmocka_unit_test(no_turn_begins_in_a_reset),
        cmocka_unit_test(trFunnelActive_0_drops_what_is_inside_and_the_rest_of_messages),
        cmocka_unit_test(a_funnel_is_empty_while_it_discards_a_message),
        cmocka_unit_test(a_reset_forgets_who_has_waited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
