/* SPDX-License-Identifier: Apache-2.0 */
/* Verdicts of all rules: how often each held and broke, and what follows from what. */
#include "sim/check/check_internal.h"

#include <stdarg.h>
#include <stdio.h>

/* Where the path is wrong once, so is what comes of it, up to the next synchronizing message. */
static bool is_about_path(nt_rule_id rule) {
    return nt_rules[rule].by == NT_BY_IMAGE || nt_rules[rule].by == NT_BY_INGRESS;
}

static bool is_consequence(const nt_check *check, nt_rule_id rule, uint64_t offset) {
    const nt_check_stream *s = check->stream;
    bool itself = s->cause == offset && s->cause_rule == rule;
    bool same_message = s->caused && s->cause == offset;
    bool in_doubt = s->doubt && s->blamed;
    bool recovering = s->recovered && s->recovery == offset;
    bool astray = s->astray && is_about_path(rule);
    return ((same_message || in_doubt || astray) && !itself) || recovering;
}

/* What breaks from here on may be a consequence. */
static void note_cause(nt_check *check, nt_rule_id rule, uint64_t offset) {
    nt_check_stream *s = check->stream;
    s->caused = true;
    s->cause = offset;
    s->cause_rule = (uint16_t)rule;
    s->astray = s->astray || is_about_path(rule);
}

/* Counts a break. Whether it is the one to be told: the first that is a finding of its own, or else
   the first at all. */
static bool note_break(nt_check *check, nt_rule_id rule, uint64_t offset) {
    nt_rule_result *result = &check->result[rule];
    bool follows = is_consequence(check, rule, offset);
    bool told = result->broken == 0 || (!follows && nt_rule_only_follows(result));
    if (result->broken < NT_RULE_OFFSETS) {
        result->offsets[result->broken] = offset;
    }
    result->state = NT_RULE_BROKEN;
    result->broken++;
    result->follows += follows;
    if (told) {
        result->offset = offset;
        result->order = check->breaks++;
    }
    if (!follows && nt_rules[rule].level == NT_REQUIRED) {
        note_cause(check, rule, offset);
    }
    return told;
}

void nt_check_broke(nt_check *check, nt_rule_id rule, uint64_t offset, const char *format, ...) {
    if ((nt_rules[rule].version & check->options.version) == 0) {
        return;
    }
    nt_rule_result *result = &check->result[rule];
    result->judged++;
    if (!note_break(check, rule, offset)) {
        return;
    }
    int used = check->stream == &check->one
                   ? 0
                   : snprintf(result->text, sizeof result->text, "SRC=%u: ", check->src);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(result->text + used, sizeof result->text - (size_t)used, format, arguments);
    va_end(arguments);
}

void nt_check_doubt(nt_check *check, uint64_t offset) {
    nt_check_stream *s = check->stream;
    s->blamed = s->doubt ? s->blamed : s->caused && s->cause == offset;
    s->doubt = true;
}

void nt_check_recover(nt_check *check) {
    nt_check_stream *s = check->stream;
    if (s->doubt) {
        s->recovered = s->blamed;
        s->recovery = check->message;
    }
    s->doubt = false;
    s->blamed = false;
    check->one.doubt = false; /* bytes of no source are in step again too */
    check->one.blamed = false;
}

/* ---- results ---- */

const nt_rule_result *nt_check_result(const nt_check *check, nt_rule_id rule) {
    return &check->result[rule];
}

/* Whether a finding comes before another: in the stream, then as judged. */
static bool comes_before(const nt_rule_result *a, const nt_rule_result *b) {
    return a->offset < b->offset || (a->offset == b->offset && a->order < b->order);
}

nt_check_summary nt_check_summarize(const nt_check *check) {
    nt_check_summary summary = {.first = -1};
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule_result *result = &check->result[i];
        bool broken = result->state == NT_RULE_BROKEN;
        bool required = nt_rules[i].level == NT_REQUIRED;
        summary.exercised += result->state != NT_RULE_NOT_EXERCISED;
        summary.broken += broken && required;
        summary.unfollowed += broken && !required;
        bool finding = broken && required && !nt_rule_only_follows(result);
        if (finding && (summary.first < 0 || comes_before(result, &check->result[summary.first]))) {
            summary.first = (int)i;
        }
    }
    return summary;
}
