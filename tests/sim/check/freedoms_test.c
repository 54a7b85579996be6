/* SPDX-License-Identifier: Apache-2.0 */
/* Each freedom that the texts leave an encoder has an example that holds, which is broken where
   the freedom is taken away, and a nearest neighbour that is broken with all freedoms. The cases
   are tests/sim/check/freedoms; docs/freedoms.md is made of them (scripts/freedoms.py). */
#include "tests/sim/check/rule_run.h"

static rule_cases all;

static int read_cases(void **state) {
    (void)state;
    return read_rule_files(&all, "tests/sim/check/freedoms/*.txt");
}

static int free_cases(void **state) {
    (void)state;
    free_rule_cases(&all);
    return 0;
}

static int rule_of(const char *id) {
    for (unsigned i = 0; i < NT_RULES; i++) {
        if (strcmp(nt_rules[i].id, id) == 0) {
            return (int)i;
        }
    }
    print_message("no rule %s\n", id);
    return -1;
}

static bool is_advised(const rule_case *row, const char *id) {
    size_t size = strlen(id);
    for (const char *at = row->advised; (at = strstr(at, id)) != NULL; at += size) {
        if (at[size] == ' ' || at[size] == '\n' || at[size] == '\0') {
            return true;
        }
    }
    return false;
}

static bool is_broken(const nt_check *check, unsigned rule) {
    return nt_check_result(check, (nt_rule_id)rule)->state == NT_RULE_BROKEN;
}

/* No rule is broken, and each recommendation that is not followed is listed; all of these are. */
static bool holds(const nt_check *check, const rule_case *row) {
    bool good = true;
    for (unsigned i = 0; i < NT_RULES; i++) {
        bool advised = nt_rules[i].level == NT_RECOMMENDED && is_advised(row, nt_rules[i].id);
        good = good && is_broken(check, i) == advised;
    }
    return good;
}

/* A break is the primary finding; a recommendation that is not followed is the only one. */
static bool breaks(const nt_check *check, const rule_case *row, size_t from, size_t until) {
    int rule = rule_of(row->rule);
    if (rule < 0) {
        return false;
    }
    const nt_check_summary summary = nt_check_summarize(check);
    const nt_rule_result *result = nt_check_result(check, (nt_rule_id)rule);
    bool there = from == SIZE_MAX || (result->offset >= from && result->offset < until);
    return is_broken(check, (unsigned)rule) && there && summary.first == rule;
}

static void complain(const nt_check *check, const rule_case *row, const char *should) {
    print_message("%s: %s: should %s\n", row->place, row->freedom, should);
    for (unsigned i = 0; i < NT_RULES; i++) {
        if (is_broken(check, i)) {
            const nt_rule_result *result = nt_check_result(check, (nt_rule_id)i);
            print_message("  %s: %s at byte %u\n", nt_rules[i].id, result->text,
                          (unsigned)result->offset);
        }
    }
}

static rule_outcome run_case(const rule_case *row, size_t *from, size_t *until) {
    static text_stream stream;
    stream = (text_stream){.size = 0};
    put_messages(&stream, row, from, until);
    return check_case(&all, row, &stream, 5);
}

static bool is_right(const rule_case *row) {
    size_t from;
    size_t until;
    rule_outcome outcome = run_case(row, &from, &until);
    bool right = row->breaks ? breaks(outcome.check, row, from, until) : holds(outcome.check, row);
    if (!right) {
        complain(outcome.check, row, row->breaks ? row->rule : "hold");
    }
    free_outcome(&outcome);
    return right;
}

static void judge_all(bool breaking) {
    unsigned wrong = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (all.at[i].breaks == breaking) {
            wrong += !is_right(&all.at[i]);
        }
    }
    assert_int_equal(wrong, 0);
}

static void an_example_holds_with_all_freedoms(void **state) {
    (void)state;
    judge_all(false);
}

static void its_nearest_neighbour_is_broken_with_all_freedoms(void **state) {
    (void)state;
    judge_all(true);
}

static bool is_refused(const rule_case *example) {
    rule_case row = *example;
    char without[80];
    size_t from;
    size_t until;
    (void)snprintf(without, sizeof without, "without=%s", row.freedom);
    append(row.with, sizeof row.with, without, strlen(without));
    int rule = rule_of(row.refused);
    rule_outcome outcome = run_case(&row, &from, &until);
    bool right = rule >= 0 && nt_rules[rule].level == NT_REQUIRED &&
                 is_broken(outcome.check, (unsigned)rule);
    if (!right) {
        complain(outcome.check, &row, "be refused without that freedom");
    }
    free_outcome(&outcome);
    return right;
}

static void an_example_is_broken_without_the_freedom(void **state) {
    (void)state;
    unsigned wrong = 0;
    for (size_t i = 0; i < all.count; i++) {
        wrong += !all.at[i].breaks && !is_refused(&all.at[i]);
    }
    assert_int_equal(wrong, 0);
}

/* Other freedoms are not what it rests on. */
static void an_example_needs_no_other_freedom(void **state) {
    (void)state;
    unsigned wrong = 0;
    for (size_t i = 0; i < all.count; i++) {
        rule_case row = all.at[i];
        for (unsigned id = 0; id < NT_FREEDOMS && !row.breaks; id++) {
            char without[80];
            if (strcmp(nt_freedom_table[id].id, row.freedom) != 0) {
                (void)snprintf(without, sizeof without, "without=%s", nt_freedom_table[id].id);
                if (strstr(row.needs, nt_freedom_table[id].id) == NULL) {
                    append(row.with, sizeof row.with, without, strlen(without));
                }
            }
        }
        wrong += !row.breaks && !is_right(&row);
    }
    assert_int_equal(wrong, 0);
}

static bool has_case(unsigned freedom, bool breaking) {
    for (size_t i = 0; i < all.count; i++) {
        if (all.at[i].breaks == breaking &&
            strcmp(all.at[i].freedom, nt_freedom_table[freedom].id) == 0) {
            return true;
        }
    }
    return false;
}

static void each_freedom_has_an_example_and_a_neighbour(void **state) {
    (void)state;
    unsigned missing = 0;
    for (unsigned i = 0; i < NT_FREEDOMS; i++) {
        for (unsigned breaking = 0; breaking < 2; breaking++) {
            if (!has_case(i, breaking != 0)) {
                print_message("%s has no %s\n", nt_freedom_table[i].id,
                              breaking ? "neighbour that is broken" : "example that holds");
                missing++;
            }
        }
    }
    for (size_t i = 0; i < all.count; i++) {
        assert_true(nt_freedom_find(all.at[i].freedom) >= 0);
    }
    assert_int_equal(missing, 0);
}

static void each_freedom_has_an_id_of_its_own_a_clause_and_words(void **state) {
    (void)state;
    for (unsigned i = 0; i < NT_FREEDOMS; i++) {
        const nt_freedom *freedom = &nt_freedom_table[i];
        assert_true(freedom->clause[0] != '\0' && freedom->open[0] != '\0' &&
                    freedom->seen[0] != '\0');
        assert_int_equal(nt_freedom_find(freedom->id), (int)i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_freedom_has_an_id_of_its_own_a_clause_and_words),
        cmocka_unit_test(each_freedom_has_an_example_and_a_neighbour),
        cmocka_unit_test(an_example_holds_with_all_freedoms),
        cmocka_unit_test(an_example_is_broken_without_the_freedom),
        cmocka_unit_test(an_example_needs_no_other_freedom),
        cmocka_unit_test(its_nearest_neighbour_is_broken_with_all_freedoms),
    };
    return cmocka_run_group_tests(tests, read_cases, free_cases);
}
