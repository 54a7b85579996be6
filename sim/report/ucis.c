/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/ucis.h"

#include "sim/report/html.h"
#include "sim/util/junit.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* What has no place in a source of ours is in line 1 of this one. */
static const char source[] = "sim/report/state_bins.def";
static const char no_time[] = "1970-01-01T00:00:00";

/* As XML has it, of "2026-11-27T09:00:00Z". */
static void put_time(FILE *out, const char *name, const char *text) {
    char time[20];
    (void)snprintf(time, sizeof time, "%s", strlen(text) + 1 > sizeof time ? text : no_time);
    nt_junit_attribute(out, name, time);
}

static const char *last_time(const json_t *report) {
    const json_t *runs = json_object_get(report, "runs");
    const char *last = "";
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const char *one = nt_html_text(json_object_get(json_array_get(runs, i), "made"), "time");
        last = strcmp(one, last) > 0 ? one : last;
    }
    return last;
}

static void put_run(FILE *out, const json_t *run, size_t number) {
    const json_t *made = json_object_get(run, "made");
    const char *again = nt_html_text(run, "again");
    fprintf(out, "  <historyNodes historyNodeId=\"%zu\"", number);
    nt_junit_attribute(out, "logicalName", nt_html_text(run, "command"));
    fprintf(out, " kind=\"2\" testStatus=\"%s\"",
            json_is_null(json_object_get(run, "failure")) ? "true" : "false");
    if (json_is_integer(json_object_get(made, "seed"))) {
        fprintf(out, " seed=\"%" PRIu64 "\"", nt_html_count(made, "seed"));
    }
    nt_junit_attribute(out, "cmd", again[0] != '\0' ? again : nt_html_text(run, "command"));
    put_time(out, "date", nt_html_text(made, "time"));
    fputs(" toolCategory=\"UCIS:Simulator\" ucisVersion=\"1.0\" vendorId=\"ntrace\"", out);
    nt_junit_attribute(out, "vendorTool", nt_html_text(made, "simulator"));
    nt_junit_attribute(out, "vendorToolVersion", nt_html_text(made, "revision"));
    fputs("/>\n", out);
}

static void put_bin(FILE *out, const json_t *row) {
    const char *reason = json_string_value(json_object_get(row, "reason"));
    fputs("        <coverpointBin", out);
    nt_junit_attribute(out, "name", nt_html_text(row, "bin"));
    fprintf(out,
            " key=\"0\" type=\"%s\"><range from=\"-1\" to=\"-1\"><contents coverageCount=\"%" PRIu64
            "\"/></range></coverpointBin>\n",
            reason == NULL ? "bins" : "ignore", nt_html_count(row, "hits"));
}

static bool is_of(const json_t *rows, size_t at, const char *part) {
    return strcmp(nt_html_text(json_array_get(rows, at), "part"), part) == 0;
}

/* All rows of a part, of which the first is that one. */
static void put_part(FILE *out, const json_t *rows, size_t first) {
    const char *part = nt_html_text(json_array_get(rows, first), "part");
    fputs("      <coverpoint", out);
    nt_junit_attribute(out, "name", part);
    fputs(" key=\"0\"><options/>\n", out);
    for (size_t i = first; i < json_array_size(rows); i++) {
        if (is_of(rows, i, part)) {
            put_bin(out, json_array_get(rows, i));
        }
    }
    fputs("      </coverpoint>\n", out);
}

/* In the order in which each has its first row. */
static void put_parts(FILE *out, const json_t *rows) {
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const char *part = nt_html_text(json_array_get(rows, i), "part");
        bool first = true;
        for (size_t k = 0; k < i && first; k++) {
            first = !is_of(rows, k, part);
        }
        if (first) {
            put_part(out, rows, i);
        }
    }
}

static void put_group(FILE *out, const char *name, const json_t *group) {
    static const char place[] = "file=\"1\" line=\"1\" inlineCount=\"1\"";
    fputs("    <cgInstance", out);
    nt_junit_attribute(out, "name", name);
    fputs(" key=\"0\"><options/><cgId", out);
    nt_junit_attribute(out, "cgName", name);
    fprintf(out, " moduleName=\"ntrace\"><cginstSourceId %s/><cgSourceId %s/></cgId>\n", place,
            place);
    put_parts(out, json_object_get(group, "rows"));
    fputs("    </cgInstance>\n", out);
}

void nt_report_ucis(FILE *out, json_t *report) {
    const json_t *runs = json_object_get(report, "runs");
    const char *name;
    json_t *group;
    nt_junit_begin(out);
    fputs("<UCIS ucisVersion=\"1.0\" writtenBy=\"ntrace report\"", out);
    put_time(out, "writtenTime", last_time(report));
    fprintf(out, ">\n  <sourceFiles fileName=\"%s\" id=\"1\"/>\n", source);
    for (size_t i = 0; i < json_array_size(runs); i++) {
        put_run(out, json_array_get(runs, i), i);
    }
    fputs("  <instanceCoverages name=\"ntrace\" key=\"0\" instanceId=\"0\" moduleName=\"ntrace\">"
          "<id file=\"1\" line=\"1\" inlineCount=\"1\"/>\n   <covergroupCoverage>\n",
          out);
    json_object_foreach(json_object_get(json_object_get(report, "coverage"), "groups"), name,
                        group) {
        put_group(out, name, group);
    }
    fputs("   </covergroupCoverage>\n  </instanceCoverages>\n</UCIS>\n", out);
}
