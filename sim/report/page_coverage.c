/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/html.h"
#include "sim/report/page.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

static const struct {
    const char *group;
    const char *heading;
    const char *words;
} groups[] = {
    {"message", "Messages by mode and field",
     "Every message in BTM and HTM, every value of its fixed fields, every size of the others."},
    {"state", "What the state comes through",
     "Full counters, losses, starts and stops, traps, returns, synchronization."},
    {"rule", "Rules", "Rules of the checker that a run has put to the test."},
};

enum { GROUPS = sizeof groups / sizeof groups[0] };

static const json_t *group_of(const json_t *report, unsigned group) {
    const json_t *coverage = json_object_get(report, "coverage");
    return json_object_get(json_object_get(coverage, "groups"), groups[group].group);
}

static void put_sums(FILE *out, const json_t *report) {
    static const char *const columns[] = {"bins",         "",  "#covered", "#hit", "#reachable",
                                          "#unreachable", NULL};
    nt_html_table(out, "Bins that at least one run has hit", columns);
    for (unsigned i = 0; i < GROUPS; i++) {
        const json_t *group = group_of(report, i);
        const uint64_t hit = nt_html_count(group, "hit");
        const uint64_t reachable = nt_html_count(group, "reachable");
        fprintf(out, "<tr><th scope=\"row\"><a href=\"#coverage-%s\">%s</a></th><td>",
                groups[i].group, groups[i].heading);
        nt_html_bar(out, hit, reachable);
        fputs("</td><td class=\"number\">", out);
        nt_html_percent(out, hit, reachable);
        fputs("</td>", out);
        nt_html_cell_number(out, hit);
        nt_html_cell_number(out, reachable);
        nt_html_cell_number(out, nt_html_count(group, "bins") - reachable);
        fputs("</tr>\n", out);
    }
    nt_html_table_end(out);
}

/* ---- the bins themselves ---- */

typedef enum which { HIT, MISSED, UNREACHABLE } which;

static which which_of(const json_t *row) {
    return json_is_string(json_object_get(row, "reason")) ? UNREACHABLE
           : nt_html_count(row, "hits") > 0               ? HIT
                                                          : MISSED;
}

static size_t number_of(const json_t *rows, which kind) {
    size_t number = 0;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        number += which_of(json_array_get(rows, i)) == kind;
    }
    return number;
}

/* What is said of a bin beside its name. */
static const char *words_of(const json_t *row, which kind) {
    return nt_html_text(row, kind == UNREACHABLE ? "reason" : "words");
}

static bool any_has_words(const json_t *rows, which kind) {
    bool found = false;
    for (size_t i = 0; i < json_array_size(rows) && !found; i++) {
        const json_t *row = json_array_get(rows, i);
        found = which_of(row) == kind && words_of(row, kind)[0] != '\0';
    }
    return found;
}

static void put_row(FILE *out, const json_t *row, which kind, bool worded) {
    fputs("<tr>", out);
    nt_html_head(out, nt_html_text(row, "bin"));
    nt_html_cell(out, nt_html_text(row, "part"));
    if (worded) {
        nt_html_cell(out, words_of(row, kind));
    }
    if (kind == HIT) {
        nt_html_cell_number(out, nt_html_count(row, "hits"));
    }
    fputs("</tr>\n", out);
}

/* Closed, but for what is missing. A column of words is there where a bin has some. */
static void put_kind(FILE *out, const json_t *rows, which kind) {
    static const char *const titles[] = {"Bins that were hit", "Bins that no run has hit",
                                         "Bins that no run can hit, and why"};
    static const char *const columns[][2][5] = {
        {{"bin", "of", "#hits", NULL}, {"bin", "of", "what it is", "#hits", NULL}},
        {{"bin", "of", NULL}, {"bin", "of", "what it is", NULL}},
        {{"bin", "of", NULL}, {"bin", "of", "why", NULL}}};
    const size_t number = number_of(rows, kind);
    const bool worded = any_has_words(rows, kind);
    if (number == 0) {
        return;
    }
    fprintf(out, "<details%s><summary>%s: %zu</summary>\n", kind == MISSED ? " open" : "",
            titles[kind], number);
    nt_html_table(out, titles[kind], columns[kind][worded]);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        if (which_of(row) == kind) {
            put_row(out, row, kind, worded);
        }
    }
    nt_html_table_end(out);
    fputs("</details>\n", out);
}

void nt_report_coverage(FILE *out, const json_t *report) {
    nt_html_section(out, "coverage", "Functional coverage");
    put_sums(out, report);
    for (unsigned i = 0; i < GROUPS; i++) {
        const json_t *rows = json_object_get(group_of(report, i), "rows");
        fprintf(out, "<h3 id=\"coverage-%s\">%s</h3>\n<p>%s</p>\n", groups[i].group,
                groups[i].heading, groups[i].words);
        put_kind(out, rows, MISSED);
        put_kind(out, rows, HIT);
        put_kind(out, rows, UNREACHABLE);
    }
    nt_html_section_end(out);
}
