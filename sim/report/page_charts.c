/* SPDX-License-Identifier: Apache-2.0 */
/* Charts of the runs over recordings: bars, as SVG, with the numbers beside them. */
#include "sim/report/html.h"
#include "sim/report/page.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BARS = 40,
    LABEL = 230, /* width for the labels, in pixels; so are all below */
    BAR = 420,   /* width of the longest bar */
    NUMBER = 80,
    ROW = 22,
};

/* A measure of a run: `times` * `part` / `whole`, where there is any. */
typedef struct chart {
    const char *id;
    const char *title;
    const char *part;
    const char *whole;
    double times;
    const char *colour;
} chart;

static const chart charts[] = {
    {"compression", "Bits of trace per instruction, by recording", "bytes", "instructions", 8,
     "one"},
    {"throughput", "Bytes of trace per 1,000 cycles, by recording", "bytes", "cycles", 1000, "two"},
};

/* Runs of an encoder over a recording; random programs compress as nobody's do. */
static bool is_shown(const json_t *run) {
    const json_t *figures = json_object_get(run, "figures");
    return json_array_size(json_object_get(run, "inputs")) > 0 &&
           nt_html_count(figures, "bytes") > 0 && nt_html_count(figures, "instructions") > 0;
}

static double value_of(const chart *c, const json_t *run) {
    const json_t *figures = json_object_get(run, "figures");
    const uint64_t whole = nt_html_count(figures, c->whole);
    return whole > 0 ? c->times * (double)nt_html_count(figures, c->part) / (double)whole : 0;
}

static size_t collect(const json_t *report, const json_t *shown[MOST_BARS], size_t *all) {
    const json_t *runs = json_object_get(report, "runs");
    size_t used = 0;
    *all = 0;
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i);
        if (is_shown(run)) {
            *all += 1;
            if (used < MOST_BARS) {
                shown[used++] = run;
            }
        }
    }
    return used;
}

static double greatest(const chart *c, const json_t *const *shown, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        double value = value_of(c, shown[i]);
        most = value > most ? value : most;
    }
    return most > 0 ? most : 1;
}

static void put_bar(FILE *out, const chart *c, const json_t *run, size_t row, double most) {
    enum { LETTERS = 30 };
    const json_t *input = json_array_get(json_object_get(run, "inputs"), 0);
    const double value = value_of(c, run);
    const size_t y = row * ROW;
    char label[LETTERS + 1];
    (void)snprintf(label, sizeof label, "%" PRIu64 ": %s, %s", nt_html_count(run, "number"),
                   nt_html_text(input, "name"), nt_html_text(run, "build"));
    fprintf(out, "<text x=\"%d\" y=\"%zu\" text-anchor=\"end\">", LABEL - 8, y + 15);
    nt_xml_put(out, label);
    fprintf(out,
            "</text><rect class=\"%s\" x=\"%d\" y=\"%zu\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>",
            c->colour, LABEL, y + 4, value / most * BAR, ROW - 8);
    fprintf(out, "<text x=\"%.1f\" y=\"%zu\">%.3f</text>\n", LABEL + value / most * BAR + 6, y + 15,
            value);
}

static void put_chart(FILE *out, const chart *c, const json_t *const *shown, size_t count) {
    const double most = greatest(c, shown, count);
    fprintf(out,
            "<figure><svg role=\"img\" aria-labelledby=\"chart-%s\" width=\"%d\" height=\"%zu\" "
            "viewBox=\"0 0 %d %zu\"><title id=\"chart-%s\">%s</title>\n",
            c->id, LABEL + BAR + NUMBER, count * ROW + 4, LABEL + BAR + NUMBER, count * ROW + 4,
            c->id, c->title);
    for (size_t i = 0; i < count; i++) {
        put_bar(out, c, shown[i], i, most);
    }
    fprintf(out,
            "</svg><figcaption>%s; the number before it is that of the run.</figcaption>"
            "</figure>\n",
            c->title);
}

void nt_report_charts(FILE *out, const json_t *report) {
    const json_t *shown[MOST_BARS];
    size_t all;
    const size_t count = collect(report, shown, &all);
    nt_html_section(out, "figures", "Compression and throughput");
    for (size_t i = 0; count > 0 && i < sizeof charts / sizeof charts[0]; i++) {
        put_chart(out, &charts[i], shown, count);
    }
    if (count < all) {
        fprintf(out, "<p>The first %zu of %zu runs; --json has all.</p>\n", count, all);
    }
    if (count == 0) {
        fputs("<p>No run was of a recording.</p>\n", out);
    }
    nt_html_section_end(out);
}
