/* SPDX-License-Identifier: Apache-2.0 */
/* Each rule is broken by a stream, and is its primary finding at the right message; and is put to
   the test by a legal one. The cases are tests/sim/check/rules. */
#include "tests/sim/check/rule_run.h"

static rule_cases all;

static int read_cases(void **state) {
    (void)state;
    return read_rule_files(&all, "tests/sim/check/rules/*.txt");
}

static int free_cases(void **state) {
    (void)state;
    free_rule_cases(&all);
    return 0;
}

static int rule_of(const char *id, const char *place) {
    for (unsigned i = 0; i < NT_RULES; i++) {
        if (strcmp(nt_rules[i].id, id) == 0) {
            return (int)i;
        }
    }
    print_message("%s: no rule %s\n", place, id);
    return -1;
}

static void print_broken(const nt_check *check) {
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule_result *result = nt_check_result(check, (nt_rule_id)i);
        if (result->state == NT_RULE_BROKEN) {
            print_message("  %s: %s at byte %u\n", nt_rules[i].id, result->text,
                          (unsigned)result->offset);
        }
    }
}

static const char *primary_of(const nt_check *check) {
    int first = nt_check_summarize(check).first;
    return first < 0 ? "none" : nt_rules[first].id;
}

/* A recommendation that is not followed is no break: nothing else may be wrong either. */
static bool is_primary(const nt_check *check, int rule) {
    const nt_check_summary summary = nt_check_summarize(check);
    if (nt_rules[rule].level == NT_REQUIRED) {
        return summary.first == rule;
    }
    return summary.broken == 0 && summary.unfollowed == 1;
}

static bool follow(const nt_check *check, const rule_case *row) {
    char follows[CASE_WORDS];
    (void)snprintf(follows, sizeof follows, "%s", row->follows);
    char *rest = follows;
    bool good = true;
    for (char *word; (word = strtok_r(rest, " \n", &rest)) != NULL;) {
        int rule = rule_of(word, row->place);
        if (rule < 0 || !nt_rule_only_follows(nt_check_result(check, (nt_rule_id)rule))) {
            print_message("%s: %s does not follow\n", row->place, word);
            good = false;
        }
    }
    return good;
}

static bool breaks(const nt_check *check, const rule_case *row, int rule, size_t from,
                   size_t until) {
    const nt_rule_result *result = nt_check_result(check, (nt_rule_id)rule);
    bool there =
        from == SIZE_MAX || (result->offset >= from && (result->offset < until || from == until));
    return result->state == NT_RULE_BROKEN && there && result->text[0] != '\0' &&
           result->text[0] != '-' && is_primary(check, rule) && follow(check, row);
}

static bool holds(const nt_check *check, int rule) {
    const nt_check_summary summary = nt_check_summarize(check);
    return nt_check_result(check, (nt_rule_id)rule)->state == NT_RULE_HELD && summary.broken == 0 &&
           summary.unfollowed == 0;
}

/* Bytes in pieces of `piece`; those of the message that is marked are from `*from` on. */
static rule_outcome run_case(const rule_case *row, size_t piece, size_t *from, size_t *until) {
    static text_stream stream;
    size_t marked[2];
    stream = (text_stream){.size = 0};
    put_messages(&stream, row, &marked[0], &marked[1]);
    if (from != NULL) {
        *from = marked[0];
        *until = marked[1];
    }
    return check_case(&all, row, &stream, piece);
}

static bool is_right(const rule_case *row, size_t piece) {
    int rule = rule_of(row->rule, row->place);
    if (rule < 0) {
        return false;
    }
    size_t from;
    size_t until;
    rule_outcome outcome = run_case(row, piece, &from, &until);
    const nt_check *check = outcome.check;
    bool right = row->breaks ? breaks(check, row, rule, from, until) : holds(check, rule);
    if (!right) {
        print_message("%s: %s should %s; primary: %s; bytes %u to %u are marked\n", row->place,
                      row->rule, row->breaks ? "break first" : "hold", primary_of(check),
                      (unsigned)from, (unsigned)until);
        print_broken(check);
    }
    free_outcome(&outcome);
    return right;
}

static void check_all(bool breaking) {
    unsigned wrong = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (all.at[i].breaks == breaking) {
            wrong += !is_right(&all.at[i], 1 + i % 7);
        }
    }
    assert_int_equal(wrong, 0);
}

static void a_stream_that_breaks_a_rule_has_it_as_its_primary_finding(void **state) {
    (void)state;
    check_all(true);
}

static void a_legal_stream_puts_the_rule_to_the_test_and_breaks_none(void **state) {
    (void)state;
    check_all(false);
}

static bool has_case(unsigned rule, bool breaking) {
    for (size_t i = 0; i < all.count; i++) {
        if (all.at[i].breaks == breaking && strcmp(all.at[i].rule, nt_rules[rule].id) == 0) {
            return true;
        }
    }
    return false;
}

static void each_rule_has_a_case_that_breaks_it_and_one_that_does_not(void **state) {
    (void)state;
    unsigned missing = 0;
    for (unsigned i = 0; i < NT_RULES; i++) {
        for (unsigned breaking = 0; breaking < 2; breaking++) {
            if (!has_case(i, breaking != 0)) {
                print_message("%s has no case that %s\n", nt_rules[i].id,
                              breaking ? "breaks it" : "holds it");
                missing++;
            }
        }
    }
    assert_int_equal(missing, 0);
}

/* What 1.0 alone forbids is legal in rc7. */
static void rc7_allows_what_came_with_1_0(void **state) {
    (void)state;
    for (size_t i = 0; i < all.count; i++) {
        rule_case row = all.at[i];
        int rule = rule_of(row.rule, row.place);
        if (!row.breaks || nt_rules[rule].version != NT_SPEC_1_0 || row.ingress[0] != '\0') {
            continue;
        }
        append(row.with, sizeof row.with, "version=rc7", strlen("version=rc7"));
        rule_outcome outcome = run_case(&row, 1, NULL, NULL);
        const nt_check *check = outcome.check;
        if (nt_check_result(check, (nt_rule_id)rule)->state != NT_RULE_NOT_EXERCISED) {
            print_message("%s: %s breaks in rc7\n", row.place, row.rule);
            fail();
        }
        free_outcome(&outcome);
    }
}

/* Rules that follow from control fields, and not from what the decoder is told. */
static void rules_about_settings_are_silent_where_these_are_not_known(void **state) {
    (void)state;
    static const char *const ids[] = {
        "ownership.sync", "ownership.trap", "ownership.enabled", "error.ownership",
        "sync.periodic",  "sync.interval",  "repeat.enabled",
    };
    unsigned seen = 0;
    for (size_t i = 0; i < all.count; i++) {
        for (size_t j = 0; j < sizeof ids / sizeof ids[0]; j++) {
            rule_case row = all.at[i];
            if (row.breaks && strcmp(row.rule, ids[j]) == 0) {
                append(row.with, sizeof row.with, "partial", strlen("partial"));
                rule_outcome outcome = run_case(&row, 1, NULL, NULL);
                const nt_check *check = outcome.check;
                const nt_rule_id rule = (nt_rule_id)rule_of(row.rule, row.place);
                assert_int_equal(nt_check_result(check, rule)->state, NT_RULE_NOT_EXERCISED);
                free_outcome(&outcome);
                seen++;
            }
        }
    }
    assert_true(seen >= sizeof ids / sizeof ids[0]);
}

/* Streams whose first break makes others, by which the engine's choice is judged. */
static void thirty_breaks_with_consequences_are_told_from_them(void **state) {
    (void)state;
    unsigned count = 0;
    for (size_t i = 0; i < all.count; i++) {
        count += all.at[i].breaks && all.at[i].follows[0] != '\0';
    }
    assert_true(count >= 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_has_a_case_that_breaks_it_and_one_that_does_not),
        cmocka_unit_test(a_stream_that_breaks_a_rule_has_it_as_its_primary_finding),
        cmocka_unit_test(a_legal_stream_puts_the_rule_to_the_test_and_breaks_none),
        cmocka_unit_test(rc7_allows_what_came_with_1_0),
        cmocka_unit_test(thirty_breaks_with_consequences_are_told_from_them),
        cmocka_unit_test(rules_about_settings_are_silent_where_these_are_not_known),
    };
    return cmocka_run_group_tests(tests, read_cases, free_cases);
}
