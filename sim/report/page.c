/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/page.h"

#include "sim/report/html.h"

#include <inttypes.h>
#include <stdbool.h>

static void put_configurations(FILE *out, const json_t *report);
static void put_witnesses(FILE *out, const json_t *report);
static void put_measures(FILE *out, const json_t *report);

/* A section is there if the report has its member; `put` writes it. */
static const struct section {
    const char *id;
    const char *heading;
    const char *member;
    void (*put)(FILE *out, const json_t *report);
} sections[] = {
    {"configuration", "Configuration", "configurations", put_configurations},
    {"sources", "Sources", "sources", nt_report_sources},
    {"trend", "Trends", "history", nt_report_trend},
    {"witnesses", "Witnesses", "witnesses", put_witnesses},
    {"coverage", "Functional coverage", "coverage", nt_report_coverage},
    {"rtl", "RTL coverage", "rtl", nt_report_rtl},
    {"figures", "Compression and throughput", "runs", nt_report_charts},
    {"moments", "Moments", "moments", nt_report_moments},
    {"measures", "Mutants, proofs, sweeps", "measures", put_measures},
    {"runs", "Runs", "runs", nt_report_runs},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

static bool has(const json_t *report, const struct section *section) {
    return json_object_get(report, section->member) != NULL;
}

static bool has_failures(const json_t *report) {
    return !json_is_true(json_object_get(report, "passed"));
}

static void put_links(FILE *out, const json_t *report) {
    fputs("<nav aria-label=\"Sections\"><ul>\n", out);
    if (has_failures(report)) {
        fputs("<li><a href=\"#failures\">What is wrong</a></li>\n", out);
    }
    for (unsigned i = 0; i < SECTIONS; i++) {
        if (has(report, &sections[i])) {
            fprintf(out, "<li><a href=\"#%s\">%s</a></li>\n", sections[i].id, sections[i].heading);
        }
    }
    fputs("</ul></nav>\n", out);
}

/* ---- what comes first ---- */

static void put_verdict(FILE *out, const json_t *report) {
    const json_t *total = json_object_get(report, "total");
    const json_t *figures = json_object_get(total, "figures");
    const json_t *coverage = json_object_get(report, "coverage");
    const uint64_t runs = nt_html_count(total, "runs");
    bool passed = !has_failures(report);
    fprintf(out, "<div class=\"verdict %s\" role=\"status\"><strong>%s</strong><span>",
            passed ? "right" : "wrong", passed ? "Passed" : "Failed");
    fprintf(out, "%" PRIu64 " of %" PRIu64 " runs failed, %" PRIu64 " mismatches",
            nt_html_count(total, "failed"), runs, nt_html_count(figures, "mismatches"));
    if (runs == 0) {
        fputs("; nothing was run", out);
    }
    if (nt_html_count(coverage, "contradicted") > 0) {
        fprintf(out, "; %" PRIu64 " bins that are listed as unreachable were hit",
                nt_html_count(coverage, "contradicted"));
    }
    const uint64_t damaged = nt_html_count(json_object_get(report, "damaged"), "count");
    if (damaged > 0) {
        fprintf(out, "; %" PRIu64 " results are damaged, and left out", damaged);
    }
    const json_t *variants = json_object_get(json_object_get(report, "sources"), "variants");
    if (json_array_size(variants) > 1) {
        fputs("; <a href=\"#sources\">some runs are of other sources</a>", out);
    }
    fputs("</span></div>\n", out);
}

static void put_tile(FILE *out, uint64_t number, const char *words) {
    fputs("<li><b>", out);
    nt_html_number(out, number);
    fprintf(out, "</b><span>%s</span></li>\n", words);
}

static void put_rtl_tiles(FILE *out, const json_t *sums) {
    static const char *const kinds[][2] = {{"line", "of RTL lines"}, {"toggle", "of RTL toggles"}};
    for (size_t i = 0; sums != NULL && i < 2; i++) {
        const json_t *of = json_object_get(sums, kinds[i][0]);
        fputs("<li><b>", out);
        nt_html_percent(out, nt_html_count(of, "hit"),
                        nt_html_count(of, "points") - nt_html_count(of, "excluded"));
        fprintf(out, "</b><span>%s</span></li>\n", kinds[i][1]);
    }
}

static void put_tiles(FILE *out, const json_t *report) {
    const json_t *total = json_object_get(report, "total");
    const json_t *figures = json_object_get(total, "figures");
    const json_t *coverage = json_object_get(report, "coverage");
    fputs("<ul class=\"tiles\">\n", out);
    put_tile(out, nt_html_count(total, "runs"), "runs");
    put_tile(out, nt_html_count(figures, "cycles"), "cycles in lockstep");
    put_tile(out, nt_html_count(figures, "instructions"), "instructions");
    put_tile(out, nt_html_count(figures, "messages"), "messages");
    fputs("<li><b>", out);
    nt_html_percent(out, nt_html_count(coverage, "hit"), nt_html_count(coverage, "reachable"));
    fputs("</b><span>of reachable bins</span></li>\n", out);
    put_rtl_tiles(out, json_object_get(json_object_get(report, "rtl"), "sums"));
    fputs("</ul>\n", out);
}

/* ---- configuration, witnesses ---- */

/* Nothing, where no run counts it. */
static void put_figure(FILE *out, const json_t *figures, const char *name) {
    if (json_object_get(figures, name) != NULL) {
        nt_html_cell_number(out, nt_html_count(figures, name));
    } else {
        nt_html_cell(out, "");
    }
}

static void put_configurations(FILE *out, const json_t *report) {
    static const char *const columns[] = {"what ran",      "#runs",     "#failed", "#cycles",
                                          "#instructions", "#messages", "#bytes",  NULL};
    static const char *const figures[] = {"cycles", "instructions", "messages", "bytes"};
    const char *name;
    json_t *row;
    nt_html_section(out, "configuration", "Configuration");
    nt_html_table(out, "Kind of job, unit and build; sums over its runs", columns);
    json_object_foreach(json_object_get(report, "configurations"), name, row) {
        fputs("<tr>", out);
        nt_html_head(out, name);
        nt_html_cell_number(out, nt_html_count(row, "runs"));
        nt_html_cell_number(out, nt_html_count(row, "failed"));
        for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
            put_figure(out, json_object_get(row, "figures"), figures[i]);
        }
        fputs("</tr>\n", out);
    }
    nt_html_table_end(out);
    nt_html_section_end(out);
}

static void put_witnesses(FILE *out, const json_t *report) {
    static const char *const columns[] = {"witness",    "verdict",           "#agreed",
                                          "#disagreed", "#nothing to judge", NULL};
    const char *name;
    json_t *row;
    nt_html_section(out, "witnesses", "Witnesses");
    nt_html_table(out, "Runs by what each witness said", columns);
    json_object_foreach(json_object_get(report, "witnesses"), name, row) {
        const uint64_t wrong = nt_html_count(row, "wrong");
        const uint64_t right = nt_html_count(row, "right");
        fputs("<tr>", out);
        nt_html_head(out, name);
        nt_html_state(out,
                      wrong > 0   ? "wrong"
                      : right > 0 ? "right"
                                  : "unused",
                      wrong > 0   ? "disagreed"
                      : right > 0 ? "agreed"
                                  : "not used");
        nt_html_cell_number(out, right);
        nt_html_cell_number(out, wrong);
        nt_html_cell_number(out, nt_html_count(row, "unused"));
        fputs("</tr>\n", out);
    }
    nt_html_table_end(out);
    nt_html_section_end(out);
}

/* Jobs that measure the verification itself: their figures as they are. */
static void put_measure(FILE *out, const char *kind, json_t *figures) {
    const char *name;
    json_t *value;
    json_object_foreach(figures, name, value) {
        fputs("<tr>", out);
        nt_html_head(out, kind);
        nt_html_cell(out, name);
        nt_html_cell_number(out, (uint64_t)json_integer_value(value));
        fputs("</tr>\n", out);
    }
}

static void put_measures(FILE *out, const json_t *report) {
    static const char *const columns[] = {"kind", "figure", "#number", NULL};
    const char *kind;
    json_t *figures;
    nt_html_section(out, "measures", "Mutants, proofs, sweeps");
    nt_html_table(out, "Sums over all such jobs; their commands are among the runs", columns);
    json_object_foreach(json_object_get(report, "measures"), kind, figures) {
        put_measure(out, kind, figures);
    }
    nt_html_table_end(out);
    nt_html_section_end(out);
}

/* ---- the page ---- */

static void put_head(FILE *out, const json_t *report) {
    nt_html_begin(out, has_failures(report) ? "ntrace report: failed" : "ntrace report: passed");
    fputs("<header>\n<h1>Verification report</h1>\n", out);
    put_verdict(out, report);
    put_tiles(out, report);
    fputs("</header>\n", out);
}

void nt_report_page(FILE *out, json_t *report) {
    put_head(out, report);
    put_links(out, report);
    fputs("<main id=\"main\">\n", out);
    if (has_failures(report)) {
        nt_report_failures(out, report);
    }
    for (unsigned i = 0; i < SECTIONS; i++) {
        if (has(report, &sections[i])) {
            sections[i].put(out, report);
        }
    }
    fputs("</main>\n<footer><p>Made by <code>ntrace report</code>. The same figures are in "
          "<code>ntrace report --json</code>.</p></footer>\n</body>\n</html>\n",
          out);
}
