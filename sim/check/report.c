#include "sim/check/report.h"

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

void nt_rules_page(FILE *out) {
    fprintf(
        out,
        "# Rules\n"
        "\n"
        "The rules that `ntrace check` and the bench judge a byte stream by. This page is made\n"
        "by `ntrace check --page`. A clause is the title of a section of N-Trace 1.0. A rule\n"
        "is *broken*, *held*, or *not exercised* by a stream; a recommendation that a stream\n"
        "does not follow is told, but does not make it wrong. Rules that begin with `image.`\n"
        "need the code that ran.\n"
        "\n"
        "| rule | clause | level | versions | in words |\n"
        "| --- | --- | --- | --- | --- |\n");
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule *rule = &nt_rules[i];
        fprintf(out, "| `%s` | %s | %s | %s | %s |\n", rule->id, rule->clause, level_name(rule),
                version_name(rule), rule->summary);
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

static void print_state(FILE *out, const nt_check *check, nt_rule_state state,
                        nt_rule_level level) {
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule_result *result = nt_check_result(check, (nt_rule_id)i);
        if (result->state != state || nt_rules[i].level != level) {
            continue;
        }
        fprintf(out, "%-14s %-20s %s\n", state_name(check, (nt_rule_id)i), nt_rules[i].id,
                nt_rules[i].summary);
        if (state == NT_RULE_BROKEN) {
            fprintf(out, "%-14s %-20s offset %" PRIu64 ": %s (%" PRIu64 " of %" PRIu64 ")\n", "",
                    "", result->offset, result->text, result->broken, result->judged);
        }
    }
}

void nt_check_print(FILE *out, const nt_check *check) {
    static const nt_rule_state states[] = {NT_RULE_BROKEN, NT_RULE_HELD, NT_RULE_NOT_EXERCISED};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        print_state(out, check, states[i], NT_REQUIRED);
        print_state(out, check, states[i], NT_RECOMMENDED);
    }
    nt_check_summary summary = nt_check_summarize(check);
    fprintf(out,
            "\n%" PRIu64 " bytes, %" PRIu64 " messages; %d rules: %u broken, %u recommendations "
            "not followed, %u held, %u not exercised\n",
            nt_check_size(check), nt_check_messages(check), NT_RULES, summary.broken,
            summary.unfollowed, summary.exercised - summary.broken - summary.unfollowed,
            NT_RULES - summary.exercised);
}

static json_t *result_json(const nt_check *check, nt_rule_id id) {
    const nt_rule *rule = &nt_rules[id];
    const nt_rule_result *result = nt_check_result(check, id);
    json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:I}", "id", rule->id, "clause", rule->clause,
                               "level", level_name(rule), "state", state_name(check, id), "judged",
                               (json_int_t)result->judged);
    if (object != NULL && result->state == NT_RULE_BROKEN) {
        json_object_set_new(object, "broken", json_integer((json_int_t)result->broken));
        json_object_set_new(object, "offset", json_integer((json_int_t)result->offset));
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
    return json_pack("{s:I, s:I, s:i, s:i, s:i, s:i, s:i, s:o}", "bytes",
                     (json_int_t)nt_check_size(check), "messages",
                     (json_int_t)nt_check_messages(check), "rules", NT_RULES, "rules_broken",
                     (int)summary.broken, "not_followed", (int)summary.unfollowed, "held",
                     (int)(summary.exercised - summary.broken - summary.unfollowed),
                     "not_exercised", (int)(NT_RULES - summary.exercised), "results", results);
}
