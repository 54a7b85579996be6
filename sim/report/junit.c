/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/junit.h"

#include "sim/report/html.h"
#include "sim/util/junit.h"

#include <stdbool.h>

static void put_runs(FILE *out, const json_t *report) {
    const json_t *runs = json_object_get(report, "runs");
    const json_t *total = json_object_get(report, "total");
    nt_junit_suite(out, "runs",
                   (nt_junit_sums){json_array_size(runs), nt_html_count(total, "failed"), 0});
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i);
        const char *failure = json_string_value(json_object_get(run, "failure"));
        nt_junit_put(out, &(nt_junit_case){.class = nt_html_text(run, "unit"),
                                           .name = nt_html_text(run, "command"),
                                           .tag = failure != NULL ? "failure" : NULL,
                                           .message = failure});
    }
    fputs("</testsuite>\n", out);
}

static const char *tag_of(const json_t *row, const char **message) {
    const char *reason = json_string_value(json_object_get(row, "reason"));
    const bool hit = nt_html_count(row, "hits") > 0;
    *message = reason == NULL ? "no run has hit it" : reason;
    return hit ? reason == NULL ? NULL : "failure" : "skipped";
}

static void put_group(FILE *out, const char *name, const json_t *group) {
    const json_t *rows = json_object_get(group, "rows");
    const char *message;
    nt_junit_sums s = {json_array_size(rows), 0, 0};
    for (size_t i = 0; i < s.tests; i++) {
        const char *tag = tag_of(json_array_get(rows, i), &message);
        s.failures += tag != NULL && *tag == 'f';
        s.skipped += tag != NULL && *tag == 's';
    }
    nt_junit_suite(out, name, s);
    for (size_t i = 0; i < s.tests; i++) {
        const json_t *row = json_array_get(rows, i);
        const char *tag = tag_of(row, &message);
        nt_junit_put(out, &(nt_junit_case){.class = nt_html_text(row, "part"),
                                           .name = nt_html_text(row, "bin"),
                                           .tag = tag,
                                           .message = message});
    }
    fputs("</testsuite>\n", out);
}

void nt_report_junit(FILE *out, const json_t *report) {
    const char *name;
    json_t *group;
    nt_junit_begin(out);
    fputs("<testsuites name=\"ntrace report\">\n", out);
    put_runs(out, report);
    json_object_foreach(json_object_get(json_object_get(report, "coverage"), "groups"), name,
                        group) {
        put_group(out, name, group);
    }
    fputs("</testsuites>\n", out);
}
