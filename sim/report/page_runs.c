/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/html.h"
#include "sim/report/page.h"
#include "sim/report/timing.h"

#include <inttypes.h>

/* ---- what is wrong ---- */

static void put_signals(FILE *out, const json_t *mismatch) {
    static const char *const columns[] = {"signal", "expected (model)", "got (RTL)", NULL};
    const json_t *signals = json_object_get(mismatch, "signals");
    char caption[64];
    (void)snprintf(caption, sizeof caption, "First mismatch, in cycle %" PRIu64,
                   nt_html_count(mismatch, "cycle"));
    nt_html_table(out, caption, columns);
    for (size_t i = 0; i < json_array_size(signals); i++) {
        const json_t *signal = json_array_get(signals, i);
        fputs("<tr>", out);
        nt_html_code(out, nt_html_text(signal, "signal"));
        nt_html_code(out, nt_html_text(signal, "expected"));
        nt_html_code(out, nt_html_text(signal, "got"));
        fputs("</tr>\n", out);
    }
    nt_html_table_end(out);
}

static void put_words(FILE *out, const char *before, const char *text) {
    fprintf(out, "<p>%s: ", before);
    nt_xml_put(out, text);
    fputs("</p>\n", out);
}

/* What led to it, in words. */
static void put_window(FILE *out, const json_t *lines) {
    if (json_array_size(lines) == 0) {
        return;
    }
    fputs("<details open><summary>What came before</summary>\n<pre>", out);
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        nt_xml_put(out, line != NULL ? line : "");
        fputc('\n', out);
    }
    fputs("</pre></details>\n", out);
}

static void put_failure(FILE *out, const json_t *run) {
    const json_t *mismatch = json_object_get(run, "first_mismatch");
    const json_t *illegal = json_object_get(run, "first_illegal");
    const char *name;
    json_t *witness;
    fprintf(out, "<h3 id=\"failure-%" PRIu64 "\">Run %" PRIu64 ": ", nt_html_count(run, "number"),
            nt_html_count(run, "number"));
    nt_xml_put(out, nt_html_text(run, "failure"));
    fputs("</h3>\n", out);
    if (mismatch != NULL) {
        put_signals(out, mismatch);
    }
    json_object_foreach(json_object_get(run, "witnesses"), name, witness) {
        if (json_object_get(witness, "words") != NULL) {
            put_words(out, name, nt_html_text(witness, "words"));
        }
    }
    if (json_object_get(run, "first_broken_rule") != NULL) {
        put_words(out, "first broken rule", nt_html_text(run, "first_broken_rule"));
    }
    if (illegal != NULL) {
        put_words(out, "ingress",
                  json_is_string(illegal) ? json_string_value(illegal)
                                          : nt_html_text(illegal, "rule"));
    }
    nt_timing_put(out, run);
    put_window(out, json_object_get(run, "window"));
    fputs("<p>Again, with waves and what came before:</p>\n<pre><code>", out);
    nt_xml_put(out, nt_html_text(run, "command"));
    fputs(" --report mismatch</code></pre>\n", out);
}

static void put_contradicted(FILE *out, const json_t *report) {
    const char *name;
    json_t *group;
    fputs("<h3>Bins that were hit, though listed as unreachable</h3>\n<ul>\n", out);
    json_object_foreach(json_object_get(json_object_get(report, "coverage"), "groups"), name,
                        group) {
        const json_t *rows = json_object_get(group, "rows");
        for (size_t i = 0; i < json_array_size(rows); i++) {
            const json_t *row = json_array_get(rows, i);
            if (nt_html_count(row, "hits") > 0 && json_is_string(json_object_get(row, "reason"))) {
                fputs("<li>", out);
                nt_xml_put(out, nt_html_text(row, "bin"));
                fputs(": ", out);
                nt_xml_put(out, nt_html_text(row, "reason"));
                fputs("</li>\n", out);
            }
        }
    }
    fputs("</ul>\n", out);
}

void nt_report_failures(FILE *out, const json_t *report) {
    const json_t *runs = json_object_get(report, "runs");
    nt_html_section(out, "failures", "What is wrong");
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i);
        if (json_is_string(json_object_get(run, "failure"))) {
            put_failure(out, run);
        }
    }
    if (nt_html_count(json_object_get(report, "coverage"), "contradicted") > 0) {
        put_contradicted(out, report);
    }
    if (json_array_size(runs) == 0) {
        fputs("<p>There is no result: nothing was run.</p>\n", out);
    }
    nt_html_section_end(out);
}

/* ---- moments of those that are right ---- */

void nt_report_moments(FILE *out, const json_t *report) {
    const json_t *runs = json_object_get(report, "runs");
    nt_html_section(out, "moments", "Moments");
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i);
        if (json_is_null(json_object_get(run, "failure")) &&
            json_object_get(run, "diagrams") != NULL) {
            fprintf(out, "<h3>Run %" PRIu64 ": <code>", nt_html_count(run, "number"));
            nt_xml_put(out, nt_html_text(run, "command"));
            fputs("</code></h3>\n", out);
            nt_timing_put(out, run);
        }
    }
    nt_html_section_end(out);
}

/* ---- all of them ---- */

static void put_run(FILE *out, const json_t *run) {
    const json_t *figures = json_object_get(run, "figures");
    const uint64_t number = nt_html_count(run, "number");
    const char *failure = json_string_value(json_object_get(run, "failure"));
    fputs("<tr>", out);
    nt_html_cell_number(out, number);
    nt_html_state(out, failure != NULL ? "wrong" : "right", failure != NULL ? "failed" : "passed");
    nt_html_cell_number(out, nt_html_count(figures, "cycles"));
    nt_html_cell_number(out, nt_html_count(figures, "instructions"));
    nt_html_code(out, nt_html_text(run, "command"));
    fputs("</tr>\n", out);
}

void nt_report_runs(FILE *out, const json_t *report) {
    static const char *const columns[] = {"#run",          "verdict", "#cycles",
                                          "#instructions", "command", NULL};
    const json_t *runs = json_object_get(report, "runs");
    nt_html_section(out, "runs", "Runs");
    fputs("<p>Each command runs its job again; with <code>--results FILE</code> it writes what is "
          "counted here. Inputs are named without their folders.</p>\n",
          out);
    nt_html_table(out, "All runs", columns);
    for (size_t i = 0; i < json_array_size(runs); i++) {
        put_run(out, json_array_get(runs, i));
    }
    nt_html_table_end(out);
    nt_html_section_end(out);
}
