#include "sim/report/junit.h"

#include "sim/report/html.h"

#include <inttypes.h>
#include <stdbool.h>

typedef struct sums {
    size_t tests, failures, skipped;
} sums;

static void begin(FILE *out, const char *name, sums s) {
    fputs("<testsuite name=\"", out);
    nt_xml_put(out, name);
    fprintf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n", s.tests,
            s.failures, s.skipped);
}

/* `tag` NULL: it has passed. */
static void put_case(FILE *out, const char *class, const char *name, const char *tag,
                     const char *message) {
    fputs("  <testcase classname=\"", out);
    nt_xml_put(out, class);
    fputs("\" name=\"", out);
    nt_xml_put(out, name);
    if (tag == NULL) {
        fputs("\"/>\n", out);
        return;
    }
    fprintf(out, "\"><%s message=\"", tag);
    nt_xml_put(out, message);
    fputs("\"/></testcase>\n", out);
}

static void put_runs(FILE *out, const json_t *report) {
    const json_t *runs = json_object_get(report, "runs");
    const json_t *total = json_object_get(report, "total");
    begin(out, "runs", (sums){json_array_size(runs), nt_html_count(total, "failed"), 0});
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i);
        const char *failure = json_string_value(json_object_get(run, "failure"));
        put_case(out, nt_html_text(run, "unit"), nt_html_text(run, "command"),
                 failure != NULL ? "failure" : NULL, failure != NULL ? failure : "");
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
    sums s = {json_array_size(rows), 0, 0};
    for (size_t i = 0; i < s.tests; i++) {
        const char *tag = tag_of(json_array_get(rows, i), &message);
        s.failures += tag != NULL && *tag == 'f';
        s.skipped += tag != NULL && *tag == 's';
    }
    begin(out, name, s);
    for (size_t i = 0; i < s.tests; i++) {
        const json_t *row = json_array_get(rows, i);
        const char *tag = tag_of(row, &message);
        put_case(out, nt_html_text(row, "part"), nt_html_text(row, "bin"), tag, message);
    }
    fputs("</testsuite>\n", out);
}

void nt_report_junit(FILE *out, const json_t *report) {
    const char *name;
    json_t *group;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ntrace report\">\n", out);
    put_runs(out, report);
    json_object_foreach(json_object_get(json_object_get(report, "coverage"), "groups"), name,
                        group) {
        put_group(out, name, group);
    }
    fputs("</testsuites>\n", out);
}
