/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/report.h"

#include "sim/util/tcode_counts.h"

#include <inttypes.h>

void nt_rules_list(FILE *out) {
    for (unsigned i = 0; i < NT_RULES; i++) {
        fprintf(out, "%s\t%s\t%s\n", nt_rules[i].id, nt_rules[i].clause, nt_rules[i].summary);
    }
}

static const char *level_name(const nt_rule *rule) {
    return rule->level == NT_REQUIRED ? "required" : "recommended";
}

static const char *version_name(const nt_rule *rule) {
    return rule->version == NT_SPEC_ANY ? "1.0, rc7" : rule->version == NT_SPEC_1_0 ? "1.0" : "rc7";
}

static const char *by_name(const nt_rule *rule) {
    static const char *const names[] = {
        [NT_BY_BYTES] = "bytes",
        [NT_BY_SETTINGS] = "settings",
        [NT_BY_IMAGE] = "image",
        [NT_BY_INGRESS] = "ingress",
    };
    return names[rule->by];
}

void nt_rules_page(FILE *out) {
    fprintf(
        out,
        "# Rules\n"
        "\n"
        "The rules by which `ntrace check` and the bench judge a byte stream. This page is\n"
        "made by `ntrace check --page`. A clause is the title of a section of N-Trace 1.0. A\n"
        "rule is *broken*, *held*, or *not exercised* by a stream; a recommendation that a\n"
        "stream does not follow is reported, but is no error. A rule is judged from the bytes\n"
        "alone, from the bytes and the encoder's settings, with the code image (`--image`), or\n"
        "with the signals at the encoder's pins (`--ingress`). Of the rules that a stream\n"
        "breaks, the *primary* finding is the one that broke first; what breaks later in the\n"
        "same message, or in doubt until the next synchronizing message, *follows* from it.\n"
        "\n"
        "[clauses.md](clauses.md) has for each normative sentence of the specification the rule\n"
        "that covers it, or why it needs none.\n"
        "\n"
        "| rule | clause | level | versions | judged from | in words |\n"
        "| --- | --- | --- | --- | --- | --- |\n");
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule *rule = &nt_rules[i];
        fprintf(out, "| `%s` | %s | %s | %s | %s | %s |\n", rule->id, rule->clause,
                level_name(rule), version_name(rule), by_name(rule), rule->summary);
    }
}

static const char *state_name(const nt_check *check, nt_rule_id rule) {
    switch (nt_check_result(check, rule)->state) {
    case NT_RULE_BROKEN:
        return nt_rules[rule].level == NT_REQUIRED ? "broken" : "not followed";
    case NT_RULE_HELD:
        return "held";
    default:
        return "not exercised";
    }
}

/* Where else, as far as that is kept. */
static void print_more(FILE *out, const nt_rule_result *result) {
    const char *between = "; also at ";
    for (uint64_t i = 0; i < result->broken && i < NT_RULE_OFFSETS; i++) {
        if (result->offsets[i] != result->offset) {
            fprintf(out, "%s%" PRIu64, between, result->offsets[i]);
            between = ", ";
        }
    }
}

static void print_rule(FILE *out, const nt_check *check, nt_rule_id id, const char *state) {
    const nt_rule_result *result = nt_check_result(check, id);
    fprintf(out, "%-14s %-20s %s\n", state, nt_rules[id].id, nt_rules[id].summary);
    if (result->state == NT_RULE_BROKEN) {
        fprintf(out, "%-14s %-20s offset %" PRIu64 ": %s (%" PRIu64 " of %" PRIu64, "", "",
                result->offset, result->text, result->broken, result->judged);
        print_more(out, result);
        fputs(")\n", out);
    }
}

/* Broken rules in two parts: what is a finding of its own, and what only follows. */
static void print_state(FILE *out, const nt_check *check, nt_rule_state state, nt_rule_level level,
                        bool follows) {
    int first = nt_check_summarize(check).first;
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule_result *result = nt_check_result(check, (nt_rule_id)i);
        if (result->state == state && nt_rules[i].level == level && (int)i != first &&
            nt_rule_only_follows(result) == follows) {
            print_rule(out, check, (nt_rule_id)i,
                       follows ? "follows" : state_name(check, (nt_rule_id)i));
        }
    }
}

void nt_check_print(FILE *out, const nt_check *check, nt_check_extent extent, const char *judged) {
    bool all = extent == NT_CHECK_ALL;
    static const nt_rule_state states[] = {NT_RULE_BROKEN, NT_RULE_HELD, NT_RULE_NOT_EXERCISED};
    nt_check_summary summary = nt_check_summarize(check);
    if (summary.first >= 0) {
        print_rule(out, check, (nt_rule_id)summary.first, "broken");
    }
    for (size_t i = 0; i < (all ? sizeof states / sizeof states[0] : 1); i++) {
        print_state(out, check, states[i], NT_REQUIRED, false);
        print_state(out, check, states[i], NT_REQUIRED, true);
        if (extent != NT_CHECK_BROKEN) {
            print_state(out, check, states[i], NT_RECOMMENDED, false);
            print_state(out, check, states[i], NT_RECOMMENDED, true);
        }
    }
    unsigned told = summary.broken + (extent == NT_CHECK_BROKEN ? 0 : summary.unfollowed);
    fputs(all || told != 0 ? "\n" : "", out);
    fprintf(out,
            "%" PRIu64 " bytes, %" PRIu64 " messages; %d rules: %u broken, %u recommendations "
            "not followed, %u held, %u not exercised%s\n",
            nt_check_size(check), nt_check_messages(check), NT_RULES, summary.broken,
            summary.unfollowed, summary.exercised - summary.broken - summary.unfollowed,
            NT_RULES - summary.exercised, judged);
}

static json_t *offsets_json(const nt_rule_result *result) {
    json_t *offsets = json_array();
    for (uint64_t i = 0; i < result->broken && i < NT_RULE_OFFSETS; i++) {
        json_array_append_new(offsets, json_integer((json_int_t)result->offsets[i]));
    }
    return offsets;
}

static json_t *result_json(const nt_check *check, nt_rule_id id) {
    const nt_rule *rule = &nt_rules[id];
    const nt_rule_result *result = nt_check_result(check, id);
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:I}", "id", rule->id, "clause", rule->clause, "level",
                  level_name(rule), "by", by_name(rule), "state", state_name(check, id), "judged",
                  (json_int_t)result->judged);
    if (object != NULL && result->state == NT_RULE_BROKEN) {
        json_object_set_new(object, "broken", json_integer((json_int_t)result->broken));
        json_object_set_new(object, "follows", json_integer((json_int_t)result->follows));
        json_object_set_new(object, "offset", json_integer((json_int_t)result->offset));
        json_object_set_new(object, "offsets", offsets_json(result));
        json_object_set_new(object, "text", json_string(result->text));
    }
    return object;
}

json_t *nt_check_json(const nt_check *check) {
    nt_check_summary summary = nt_check_summarize(check);
    json_t *results = json_array();
    for (unsigned i = 0; i < NT_RULES; i++) {
        json_array_append_new(results, result_json(check, (nt_rule_id)i));
    }
    return json_pack("{s:I, s:I, s:i, s:i, s:i, s:i, s:i, s:i, s:s?, s:o, s:o}", "bytes",
                     (json_int_t)nt_check_size(check), "messages",
                     (json_int_t)nt_check_messages(check), "sources", (int)nt_check_sources(check),
                     "rules", NT_RULES, "rules_broken", (int)summary.broken, "not_followed",
                     (int)summary.unfollowed, "held",
                     (int)(summary.exercised - summary.broken - summary.unfollowed),
                     "not_exercised", (int)(NT_RULES - summary.exercised), "primary",
                     summary.first < 0 ? NULL : nt_rules[summary.first].id, "by_tcode",
                     nt_tcode_counts_json(nt_check_by_tcode(check)), "results", results);
}
