/* SPDX-License-Identifier: Apache-2.0 */
/* Sequences of messages that the specifications print or speak of, and streams of other encoders:
   legal ones hold, forbidden ones break the rule that says so. The files of
   tests/sim/check/sequences have the format of rule_file.h, and more:

   sequence NAME
   holds                   every variant holds; "advised" lists what it need not follow
   breaks RULE             every variant has this rule as its primary finding
     [MESSAGE]             in brackets: may be left out
     MESSAGE | MESSAGE     one of these

   Each variant is judged from its bytes, with "program" by the code, with "ingress" by the pins,
   there with the build named, and as that of an encoder that nobody knows; and all that by N-Trace
   1.0 and by rc7, unless `with` has version=. A break is looked for wherever its rule is judged. */
#include "tests/sim/check/rule_run.h"

enum { MOST_LINES = 64, MOST_CHOICES = 8 };

static rule_cases all;

static int read_cases(void **state) {
    (void)state;
    return read_rule_files(&all, "tests/sim/check/sequences/*.txt");
}

static int free_cases(void **state) {
    (void)state;
    free_rule_cases(&all);
    return 0;
}

/* ---- variants ---- */

/* A line's messages, one of which comes; an empty one is none. */
typedef struct line_choices {
    char text[MOST_CHOICES][256];
    unsigned count;
} line_choices;

static void read_line(line_choices *line, const char *text, size_t size) {
    bool marked = text[0] == '*';
    text += marked;
    size -= marked;
    while (size != 0 && *text == ' ') {
        text++;
        size--;
    }
    line->count = 0;
    if (size != 0 && text[0] == '[') {
        assert_true(text[size - 1] == ']');
        line->text[line->count++][0] = '\0';
        text++;
        size -= 2;
    }
    const char *end = text + size;
    while (text <= end) {
        const char *bar = memmem(text, (size_t)(end - text), " | ", 3);
        const char *until = bar == NULL ? end : bar;
        assert_true(line->count < MOST_CHOICES);
        (void)snprintf(line->text[line->count++], sizeof line->text[0], "%s%.*s",
                       marked ? "* " : "  ", (int)(until - text), text);
        text = bar == NULL ? end + 1 : bar + 3;
    }
}

static size_t read_lines(line_choices lines[MOST_LINES], const char *messages) {
    size_t count = 0;
    while (*messages != '\0') {
        size_t size = strcspn(messages, "\n");
        assert_true(count < MOST_LINES);
        read_line(&lines[count++], messages, size);
        messages += size + (messages[size] == '\n');
    }
    return count;
}

/* Variant `number` of the messages; false: there are no more. */
static bool choose(rule_case *variant, const line_choices *lines, size_t count, unsigned number) {
    variant->messages[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const char *text = lines[i].text[number % lines[i].count];
        number /= lines[i].count;
        if (text[0] != '\0') {
            append(variant->messages, sizeof variant->messages, text, strlen(text));
        }
    }
    return number == 0;
}

/* ---- ways to judge ---- */

enum { BY_BYTES, BY_IMAGE, BY_INGRESS, BY_FOREIGN_INGRESS, WAYS };

static const char *const way_names[WAYS] = {"bytes", "code", "pins", "pins, another encoder's"};

static void replace(char *text, size_t room, const char *what, const char *with) {
    char *at = strstr(text, what);
    if (at != NULL) {
        char rest[CASE_TEXT];
        size_t left = room - (size_t)(at - text);
        (void)snprintf(rest, sizeof rest, "%s", at + strlen(what));
        assert_true(strlen(with) + strlen(rest) < left);
        (void)snprintf(at, left, "%s%s", with, rest);
    }
}

/* False where the case does not have what that needs. */
static bool prepare(rule_case *variant, unsigned way, bool rc7) {
    bool has_program = strstr(variant->with, "program=") != NULL;
    bool has_ingress = variant->ingress[0] != '\0';
    bool own_version = strstr(variant->with, "version=") != NULL;
    if ((way != BY_BYTES && !has_program) || (way >= BY_INGRESS && !has_ingress) ||
        (own_version && rc7) ||
        (way == BY_FOREIGN_INGRESS && strstr(variant->ingress, " build=") == NULL)) {
        return false;
    }
    if (way == BY_BYTES) {
        replace(variant->with, sizeof variant->with,
                "program=", "none-"); /* a word that means nothing */
    }
    if (way <= BY_IMAGE) {
        variant->ingress[0] = '\0';
    }
    if (way == BY_FOREIGN_INGRESS) {
        replace(variant->ingress, sizeof variant->ingress, " build=rv64", "");
    }
    if (rc7) {
        append(variant->with, sizeof variant->with, "version=rc7", strlen("version=rc7"));
        replace(variant->ingress, sizeof variant->ingress, "trTeActive=1", "trTeActive=1 ntRc7=1");
    }
    return true;
}

static int rule_of(const char *id) {
    for (unsigned i = 0; i < NT_RULES; i++) {
        if (strcmp(nt_rules[i].id, id) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* Whether the rule can break there. */
static bool is_judged(int rule, unsigned way, bool rc7) {
    if ((nt_rules[rule].version & (rc7 ? NT_SPEC_RC7 : NT_SPEC_1_0)) == 0) {
        return false;
    }
    switch (nt_rules[rule].by) {
    case NT_BY_IMAGE:
        return way >= BY_IMAGE;
    case NT_BY_INGRESS:
        return way >= BY_INGRESS;
    default:
        return true;
    }
}

/* ---- verdicts ---- */

static bool is_advised(const rule_case *row, const char *id) {
    size_t size = strlen(id);
    for (const char *at = row->advised; (at = strstr(at, id)) != NULL; at += size) {
        if (at[size] == ' ' || at[size] == '\n' || at[size] == '\0') {
            return true;
        }
    }
    return false;
}

static bool holds(const nt_check *check, const rule_case *row) {
    for (unsigned i = 0; i < NT_RULES; i++) {
        if (nt_check_result(check, (nt_rule_id)i)->state == NT_RULE_BROKEN &&
            (nt_rules[i].level == NT_REQUIRED || !is_advised(row, nt_rules[i].id))) {
            return false;
        }
    }
    return true;
}

static bool breaks(const nt_check *check, int rule, size_t from, size_t until) {
    const nt_rule_result *result = nt_check_result(check, (nt_rule_id)rule);
    bool there = from == SIZE_MAX || (result->offset >= from && result->offset < until);
    return result->state == NT_RULE_BROKEN && there &&
           (nt_rules[rule].level == NT_RECOMMENDED || nt_check_summarize(check).first == rule);
}

static void complain(const nt_check *check, const rule_case *row, unsigned way, bool rc7) {
    print_message("%s: judged by %s, %s, should %s %s:\n%s", row->place, rc7 ? "rc7" : "1.0",
                  way_names[way], row->breaks ? "break" : "hold", row->rule, row->messages);
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule_result *result = nt_check_result(check, (nt_rule_id)i);
        if (result->state == NT_RULE_BROKEN) {
            print_message("-> %s: %s at byte %u\n", nt_rules[i].id, result->text,
                          (unsigned)result->offset);
        }
    }
}

static bool is_right(const rule_case *row, unsigned way, bool rc7) {
    static text_stream stream;
    size_t from;
    size_t until;
    int rule = row->breaks ? rule_of(row->rule) : -1;
    if (row->breaks && rule < 0) {
        print_message("%s: no rule %s\n", row->place, row->rule);
        return false;
    }
    if (row->breaks && !is_judged(rule, way, rc7)) {
        return true;
    }
    stream = (text_stream){.size = 0};
    put_messages(&stream, row, &from, &until);
    rule_outcome outcome = check_case(&all, row, &stream, 1 + way);
    bool right = row->breaks ? breaks(outcome.check, rule, from, until) : holds(outcome.check, row);
    if (!right) {
        complain(outcome.check, row, way, rc7);
    }
    free_outcome(&outcome);
    return right;
}

/* How many verdicts are wrong; `count` gets how many there are. */
static unsigned judge_variants(const rule_case *row, unsigned *count) {
    static line_choices lines[MOST_LINES];
    size_t size = read_lines(lines, row->messages);
    unsigned wrong = 0;
    rule_case chosen = *row;
    for (unsigned number = 0; choose(&chosen, lines, size, number); number++) {
        for (unsigned way = 0; way < WAYS; way++) {
            for (unsigned rc7 = 0; rc7 < 2; rc7++) {
                rule_case variant = chosen;
                if (variant.messages[0] != '\0' && prepare(&variant, way, rc7 != 0)) {
                    wrong += !is_right(&variant, way, rc7 != 0);
                    ++*count;
                }
            }
        }
    }
    return wrong;
}

static void judge_all(bool breaking) {
    unsigned wrong = 0;
    unsigned count = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (all.at[i].breaks == breaking) {
            wrong += judge_variants(&all.at[i], &count);
        }
    }
    print_message("%u verdicts\n", count);
    assert_true(count > 100);
    assert_int_equal(wrong, 0);
}

static void what_the_text_prints_holds_with_every_optional_message(void **state) {
    (void)state;
    judge_all(false);
}

static void what_it_forbids_breaks_the_rule_that_says_so(void **state) {
    (void)state;
    judge_all(true);
}

static void each_sequence_has_a_variant_that_breaks(void **state) {
    (void)state;
    for (size_t i = 0; i < all.count; i++) {
        const rule_case *row = &all.at[i];
        bool found = false;
        for (size_t j = 0; j < all.count && row->ingress[0] != '\0'; j++) {
            found = found || (all.at[j].breaks && strcmp(all.at[j].ingress, row->ingress) == 0);
        }
        if (!found && row->ingress[0] != '\0') {
            print_message("%s: nothing with this ingress breaks\n", row->place);
            fail();
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_text_prints_holds_with_every_optional_message),
        cmocka_unit_test(what_it_forbids_breaks_the_rule_that_says_so),
        cmocka_unit_test(each_sequence_has_a_variant_that_breaks),
    };
    return cmocka_run_group_tests(tests, read_cases, free_cases);
}
