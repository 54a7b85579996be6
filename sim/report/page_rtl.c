/* SPDX-License-Identifier: Apache-2.0 */
/* The RTL's coverage, file by file, with the sources annotated. */
#include "sim/report/html.h"
#include "sim/report/page.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

static const struct {
    const char *kind;
    const char *words;
} kinds[] = {{"line", "lines"}, {"branch", "branches"}, {"toggle", "toggles"}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void put_share(FILE *out, const json_t *sums, unsigned kind) {
    const json_t *of = json_object_get(sums, kinds[kind].kind);
    const uint64_t whole = nt_html_count(of, "points") - nt_html_count(of, "excluded");
    fputs("<td class=\"number\">", out);
    if (nt_html_count(of, "points") == 0) {
        fputs("-", out);
    } else {
        nt_html_percent(out, nt_html_count(of, "hit"), whole);
    }
    fputs("</td>", out);
}

static void put_sums(FILE *out, const json_t *rtl) {
    static const char *const columns[] = {"points",  "",          "#covered", "#hit",
                                          "#points", "#excluded", NULL};
    const json_t *sums = json_object_get(rtl, "sums");
    nt_html_table(out, "Points that at least one run has covered, without those excluded", columns);
    for (unsigned i = 0; i < KINDS; i++) {
        const json_t *of = json_object_get(sums, kinds[i].kind);
        fputs("<tr>", out);
        nt_html_head(out, kinds[i].words);
        fputs("<td>", out);
        nt_html_bar(out, nt_html_count(of, "hit"),
                    nt_html_count(of, "points") - nt_html_count(of, "excluded"));
        fputs("</td>", out);
        put_share(out, sums, i);
        nt_html_cell_number(out, nt_html_count(of, "hit"));
        nt_html_cell_number(out, nt_html_count(of, "points"));
        nt_html_cell_number(out, nt_html_count(of, "excluded"));
        fputs("</tr>\n", out);
    }
    nt_html_table_end(out);
}

static void put_files(FILE *out, const json_t *files) {
    static const char *const columns[] = {"file", "#lines", "#branches", "#toggles", NULL};
    nt_html_table(out, "By file; each leads to its source", columns);
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *file = json_array_get(files, i);
        fprintf(out, "<tr><th scope=\"row\"><a href=\"#rtl-%zu\"><code>", i);
        nt_xml_put(out, nt_html_text(file, "file"));
        fputs("</code></a></th>", out);
        for (unsigned kind = 0; kind < KINDS; kind++) {
            put_share(out, json_object_get(file, "sums"), kind);
        }
        fputs("</tr>\n", out);
    }
    nt_html_table_end(out);
}

/* ---- a source ---- */

/* What is known of a line: points of all kinds. */
typedef struct line_sums {
    unsigned points, hit, excluded;
    size_t next; /* the first point behind the line */
} line_sums;

static line_sums sum_line(const json_t *points, size_t from, long line) {
    line_sums s = {.next = from};
    for (; s.next < json_array_size(points); s.next++) {
        const json_t *point = json_array_get(points, s.next);
        if ((long)nt_html_count(point, "line") != line) {
            break;
        }
        s.points++;
        s.hit += json_is_true(json_object_get(point, "hit"));
        s.excluded += json_is_string(json_object_get(point, "reason"));
    }
    return s;
}

/* What was missed, in words; what was excluded, with its reason. */
static void put_missed(FILE *out, const json_t *points, size_t from, size_t to) {
    enum { MOST = 6 };
    unsigned told = 0;
    const char *before = "";
    for (size_t i = from; i < to; i++) {
        const json_t *point = json_array_get(points, i);
        const char *reason = nt_html_text(point, "reason");
        if (json_is_true(json_object_get(point, "hit")) ||
            (*reason != '\0' && strcmp(reason, before) == 0) || told++ >= MOST) {
            continue;
        }
        fprintf(out, "<i>%s%s ", *reason != '\0' ? "excluded " : "", nt_html_text(point, "kind"));
        nt_xml_put(out, nt_html_text(point, "text"));
        if (*reason != '\0') {
            fputs(": ", out);
            nt_xml_put(out, reason);
        }
        fputs("</i>", out);
        before = reason;
    }
    if (told > MOST) {
        fprintf(out, "<i>and %u more</i>", told - MOST);
    }
}

static size_t put_line(FILE *out, const json_t *points, size_t from, long number,
                       const char *text) {
    const line_sums s = sum_line(points, from, number);
    const char *class = s.points == 0                     ? ""
                        : s.hit == s.points               ? " class=\"hit\""
                        : s.hit + s.excluded == s.points  ? " class=\"out\""
                        : s.hit + s.excluded > s.excluded ? " class=\"part\""
                                                          : " class=\"miss\"";
    fprintf(out, "<span%s><b>%5ld</b> ", class, number);
    nt_xml_put(out, text);
    if (s.hit < s.points) {
        put_missed(out, points, from, s.next);
    }
    fputs("</span>\n", out);
    return s.next;
}

/* Without the source, the lines that have a point which was missed. */
static void put_source(FILE *out, const json_t *file) {
    const json_t *points = json_object_get(file, "points");
    const json_t *source = json_object_get(file, "source");
    size_t next = 0;
    fputs("<pre class=\"source\">", out);
    for (size_t i = 0; i < json_array_size(source); i++) {
        next =
            put_line(out, points, next, (long)i + 1, json_string_value(json_array_get(source, i)));
    }
    while (next < json_array_size(points)) {
        const long line = (long)nt_html_count(json_array_get(points, next), "line");
        const line_sums s = sum_line(points, next, line);
        if (s.hit < s.points) {
            (void)put_line(out, points, next, line, "");
        }
        next = s.next;
    }
    fputs("</pre>\n", out);
}

void nt_report_rtl(FILE *out, const json_t *report) {
    const json_t *rtl = json_object_get(report, "rtl");
    const json_t *files = json_object_get(rtl, "files");
    nt_html_section(out, "rtl", "RTL coverage");
    fputs("<p>Counted by Verilator, in all instances of all builds together: blocks of statements, "
          "branches, and bits of signals that change.</p>\n",
          out);
    put_sums(out, rtl);
    put_files(out, files);
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *file = json_array_get(files, i);
        fprintf(out, "<details id=\"rtl-%zu\"><summary><code>", i);
        nt_xml_put(out, nt_html_text(file, "file"));
        fputs("</code></summary>\n", out);
        put_source(out, file);
        fputs("</details>\n", out);
    }
    nt_html_section_end(out);
}
