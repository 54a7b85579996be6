/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/report.h"

#include "sim/util/junit.h"
#include "sim/util/xml.h"

#include <inttypes.h>
#include <stdio.h>

static void put_finding(FILE *out, const nt_rule_result *result, const char *tag,
                        const char *type) {
    char text[192];
    (void)snprintf(text, sizeof text, "offset %" PRIu64 ": %s", result->offset, result->text);
    fprintf(out, "    <%s", tag);
    if (type != NULL) {
        fprintf(out, " type=\"%s\" message=\"", type);
        nt_xml_put(out, text);
        fputs("\"", out);
    }
    fputs(">", out);
    nt_xml_put(out, text);
    fprintf(out, " (%" PRIu64 " of %" PRIu64 ")</%s>\n", result->broken, result->judged, tag);
}

/* A recommendation that is not followed is no failure. */
static void put_case(FILE *out, const nt_check *check, nt_rule_id id, bool primary) {
    const nt_rule_result *result = nt_check_result(check, id);
    fputs("  <testcase classname=\"", out);
    nt_xml_put(out, nt_rules[id].clause);
    fputs("\" name=\"", out);
    nt_xml_put(out, nt_rules[id].id);
    fputs(": ", out);
    nt_xml_put(out, nt_rules[id].summary);
    fputs("\"", out);
    if (result->state == NT_RULE_HELD) {
        fputs("/>\n", out);
        return;
    }
    fputs(">\n", out);
    if (result->state == NT_RULE_NOT_EXERCISED) {
        fputs("    <skipped message=\"not exercised\"/>\n", out);
    } else if (nt_rules[id].level == NT_RECOMMENDED) {
        put_finding(out, result, "system-out", NULL);
    } else {
        put_finding(out, result, "failure",
                    primary                        ? "primary"
                    : nt_rule_only_follows(result) ? "follows"
                                                   : "broken");
    }
    fputs("  </testcase>\n", out);
}

void nt_check_junit(FILE *out, const nt_check *check, const char *name) {
    const nt_check_summary summary = nt_check_summarize(check);
    char suite[4096 + sizeof "ntrace check "];
    (void)snprintf(suite, sizeof suite, "ntrace check %s", name);
    nt_junit_begin(out);
    nt_junit_suite(out, suite,
                   (nt_junit_sums){NT_RULES, (uint64_t)summary.broken,
                                   NT_RULES - (uint64_t)summary.exercised});
    for (unsigned i = 0; i < NT_RULES; i++) {
        put_case(out, check, (nt_rule_id)i, summary.first == (int)i);
    }
    fputs("</testsuite>\n", out);
}
