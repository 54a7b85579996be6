/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/junit.h"

#include "sim/report/html.h"
#include "sim/util/junit.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

/* What differs first by name: signal, values, cycles, message and field. The caller frees it. */
static char *details_of(const json_t *run) {
    const json_t *mismatch = json_object_get(run, "first_mismatch");
    const json_t *signals = json_object_get(mismatch, "signals");
    const char *again = nt_html_text(run, "again");
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        return NULL;
    }
    if (mismatch != NULL) {
        fprintf(out, "first mismatch in cycle %" PRIu64 "\n", nt_html_count(mismatch, "cycle"));
    }
    for (size_t i = 0; i < json_array_size(signals); i++) {
        const json_t *signal = json_array_get(signals, i);
        fprintf(out, "%s: expected %s, got %s", nt_html_text(signal, "signal"),
                nt_html_text(signal, "expected"), nt_html_text(signal, "got"));
        if (json_is_integer(json_object_get(signal, "last_equal"))) {
            fprintf(out, ", last equal in cycle %" PRIu64, nt_html_count(signal, "last_equal"));
        }
        if (json_object_get(signal, "field") != NULL) {
            fprintf(out, ", %s of %s", nt_html_text(signal, "field"),
                    nt_html_text(signal, "message"));
        }
        fputc('\n', out);
    }
    fprintf(out, "again: %s", again[0] != '\0' ? again : nt_html_text(run, "command"));
    return fclose(out) == 0 ? text : NULL;
}

static void put_run(FILE *out, const json_t *run) {
    const char *failure = json_string_value(json_object_get(run, "failure"));
    char *details = failure != NULL ? details_of(run) : NULL;
    nt_junit_put(out, &(nt_junit_case){.class = nt_html_text(run, "unit"),
                                       .name = nt_html_text(run, "command"),
                                       .tag = failure != NULL ? "failure" : NULL,
                                       .message = failure,
                                       .text = details});
    free(details);
}

static void put_runs(FILE *out, const json_t *report) {
    const json_t *runs = json_object_get(report, "runs");
    const json_t *total = json_object_get(report, "total");
    nt_junit_suite(out, "runs",
                   (nt_junit_sums){json_array_size(runs), nt_html_count(total, "failed"), 0});
    for (size_t i = 0; i < json_array_size(runs); i++) {
        put_run(out, json_array_get(runs, i));
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
