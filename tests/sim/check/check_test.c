/* SPDX-License-Identifier: Apache-2.0 */
/* The checker and its table; the rules one by one are rules_test.c. */
#include "sim/check/check.h"
#include "sim/witness/ingress.h"

#include "tests/libntrace/messages/message_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void each_rule_has_a_name_of_its_own_a_clause_and_words(void **state) {
    (void)state;
    for (unsigned i = 0; i < NT_RULES; i++) {
        assert_non_null(nt_rules[i].id);
        assert_non_null(nt_rules[i].clause);
        assert_non_null(nt_rules[i].summary);
        assert_true(nt_rules[i].version != 0);
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(nt_rules[i].id, nt_rules[j].id);
        }
    }
}

/* By 1.0, and nothing known of settings. */
static nt_check *check_text(const char *text) {
    const nt_check_options options = {.version = NT_SPEC_1_0, .freedoms = NT_EVERY_FREEDOM};
    text_stream stream = {0};
    text_put(&stream, text);
    nt_check *check = nt_check_new(&options);
    assert_non_null(check);
    nt_check_bytes(check, stream.bytes, stream.size);
    nt_check_finish(check);
    return check;
}

static void an_empty_stream_exercises_nothing(void **state) {
    (void)state;
    nt_check *check = check_text("");
    assert_int_equal(nt_check_summarize(check).exercised, 0);
    nt_check_free(check);
}

static void a_break_is_told_with_offset_words_and_count(void **state) {
    (void)state;
    nt_check *check = check_text("9 SYNC=5 I-CNT=0 F-ADDR=0x800; 3 I-CNT=0; 3 I-CNT=0; 3 I-CNT=1");
    const nt_rule_result *result = nt_check_result(check, NT_RULE_ICNT_BRANCH);
    assert_int_equal(result->offset, 4);
    assert_int_equal(result->judged, 3);
    assert_int_equal(result->broken, 2);
    assert_string_equal(result->text, "DirectBranch with I-CNT=0");
    nt_check_free(check);
}

/* What is judged next, of a stream with so many turns each time. */
static void each_turn_is_taken_the_other_way_alone_before_several_are(void **state) {
    (void)state;
    static const uint64_t others[] = {4, 2, 1, 4, 2, 6, 1, 5, 3, 7};
    nt_check_turns turns = {.made = 3};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_true(nt_check_next_turns(&turns));
        assert_int_equal(turns.other, others[i]);
        turns.made = 3;
    }
    assert_false(nt_check_next_turns(&turns));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_has_a_name_of_its_own_a_clause_and_words),
        cmocka_unit_test(an_empty_stream_exercises_nothing),
        cmocka_unit_test(a_break_is_told_with_offset_words_and_count),
        cmocka_unit_test(each_turn_is_taken_the_other_way_alone_before_several_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
