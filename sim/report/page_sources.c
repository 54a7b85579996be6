/* SPDX-License-Identifier: Apache-2.0 */
/* Of which sources the runs were made: the report's own, and variants of them. */
#include "sim/report/html.h"
#include "sim/report/page.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

enum { SHORT = 12, DAY = 10 }; /* digits of a checksum in a table; of a time, its day */

static void put_keys(FILE *out, json_t *object, bool whole) {
    const char *name;
    json_t *runs;
    bool first = true;
    fputs(whole ? "<td class=\"whole\">" : "<td>", out);
    json_object_foreach(object, name, runs) {
        fputs(first ? "<code>" : "<br><code>", out);
        nt_xml_put(out, name);
        fputs("</code>", out);
        first = false;
    }
    fputs(first ? "not known</td>" : "</td>", out);
}

static void put_sum(FILE *out, const json_t *sums, const char *part) {
    fprintf(out, "<td class=\"whole\"><code>%.*s</code></td>", SHORT, nt_html_text(sums, part));
}

/* "2026-11-27T20:44:16Z": day and time may stand in two lines, neither in two itself. */
static void put_time(FILE *out, const char *time) {
    const bool known = strlen(time) > DAY && time[DAY] == 'T';
    char day[DAY + 1];
    (void)snprintf(day, sizeof day, "%.*s", DAY, time);
    fputs("<td class=\"whole\">", out);
    nt_xml_put(out, known ? day : time);
    if (known) {
        fputs("<br>", out);
        nt_xml_put(out, time + DAY + 1);
    }
    fputs("</td>", out);
}

static void put_variant(FILE *out, const json_t *variant, size_t number) {
    const json_t *sums = json_object_get(variant, "sums");
    char name[64];
    (void)snprintf(name, sizeof name, number == 0 ? "of this report" : "variant %zu", number);
    fputs("<tr>", out);
    nt_html_head(out, name);
    put_keys(out, json_object_get(variant, "revisions"), true);
    put_sum(out, sums, "rtl");
    put_sum(out, sums, "model");
    put_sum(out, sums, "bench");
    nt_html_cell_number(out, nt_html_count(variant, "runs"));
    nt_html_cell_number(out, nt_html_count(variant, "failed"));
    put_keys(out, json_object_get(variant, "simulators"), false);
    put_keys(out, json_object_get(variant, "machines"), false);
    put_time(out, nt_html_text(variant, "first"));
    put_time(out, nt_html_text(variant, "last"));
    fputs("</tr>\n", out);
}

static void put_differences(FILE *out, json_t *variant, size_t number) {
    const char *name;
    json_t *sum;
    fprintf(out, "<h3>Variant %zu has otherwise</h3>\n<ul>\n", number);
    json_object_foreach(json_object_get(variant, "differs"), name, sum) {
        fputs("<li><code>", out);
        nt_xml_put(out, name);
        fputs("</code></li>\n", out);
    }
    fputs("</ul>\n", out);
}

static void put_files(FILE *out, json_t *files) {
    const char *name;
    json_t *sum;
    fputs("<details><summary>Each source with its SHA-256; of a folder that of the list of its "
          "sources</summary>\n<pre>",
          out);
    json_object_foreach(files, name, sum) {
        nt_xml_put(out, json_string_value(sum));
        fputs("  ", out);
        nt_xml_put(out, name);
        fputc('\n', out);
    }
    fputs("</pre></details>\n", out);
}

void nt_report_sources(FILE *out, const json_t *report) {
    static const char *const columns[] = {"sources", "revision", "RTL",      "model",
                                          "bench",   "#runs",    "#failed",  "simulator",
                                          "machine", "from",     "to (UTC)", NULL};
    const json_t *sources = json_object_get(report, "sources");
    const json_t *variants = json_object_get(sources, "variants");
    const uint64_t unknown = nt_html_count(sources, "unknown");
    nt_html_section(out, "sources", "Sources");
    nt_html_table(
        out,
        "Checksums of RTL, model and bench, the first digits of SHA-256; the runs made of them",
        columns);
    for (size_t i = 0; i < json_array_size(variants); i++) {
        put_variant(out, json_array_get(variants, i), i);
    }
    nt_html_table_end(out);
    if (unknown > 0) {
        fprintf(out, "<p>%" PRIu64 " runs do not say of which sources they were made.</p>\n",
                unknown);
    }
    for (size_t i = 1; i < json_array_size(variants); i++) {
        put_differences(out, json_array_get(variants, i), i);
    }
    put_files(out, json_object_get(sources, "files"));
    nt_html_section_end(out);
}
