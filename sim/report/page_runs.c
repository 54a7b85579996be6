/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/html.h"
#include "sim/report/page.h"
#include "sim/report/timing.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* ---- what is wrong ---- */

/* Nothing, where both sides never were. */
static void put_last_equal(FILE *out, const json_t *signal) {
    if (json_is_integer(json_object_get(signal, "last_equal"))) {
        nt_html_cell_number(out, nt_html_count(signal, "last_equal"));
    } else {
        nt_html_cell(out, "");
    }
}

/* Whether one of them is a field of a message. */
static bool names_fields(const json_t *signals) {
    for (size_t i = 0; i < json_array_size(signals); i++) {
        if (json_object_get(json_array_get(signals, i), "field") != NULL) {
            return true;
        }
    }
    return false;
}

static void put_signals(FILE *out, const json_t *mismatch) {
    const json_t *signals = json_object_get(mismatch, "signals");
    const bool named = names_fields(signals);
    const char *const columns[] = {"signal",
                                   "expected (model)",
                                   "got (RTL)",
                                   "#last equal in cycle",
                                   named ? "message" : NULL,
                                   "field",
                                   NULL};
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
        put_last_equal(out, signal);
        if (named) {
            nt_html_cell(out, nt_html_text(signal, "message"));
            nt_html_cell(out, nt_html_text(signal, "field"));
        }
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

/* The very command of what ran; of a result that does not say it, the usual one. */
static void put_again(FILE *out, const json_t *run) {
    const char *again = nt_html_text(run, "again");
    fputs("<p>Again, with waves and what came before:</p>\n<pre><code>", out);
    nt_xml_put(out, again[0] != '\0' ? again : nt_html_text(run, "command"));
    if (json_is_string(json_object_get(run, "kind")) &&
        strcmp(nt_html_text(run, "kind"), "lockstep") == 0) {
        fputs(" --report mismatch", out);
    }
    fputs("</code></pre>\n", out);
}

/* Which build of which sources ran, by which simulator, when and where. */
static void put_made(FILE *out, const json_t *run) {
    const json_t *made = json_object_get(run, "made");
    const json_t *variant = json_object_get(run, "variant");
    fputs("<p class=\"soft\">", out);
    nt_xml_put(out, nt_html_text(run, "unit"));
    fputs(", build ", out);
    nt_xml_put(out, nt_html_text(run, "build"));
    if (json_integer_value(variant) > 0) {
        fprintf(out,
                "; <strong>other sources than this report: <a href=\"#sources\">variant "
                "%" PRIu64 "</a></strong>",
                nt_html_count(run, "variant"));
    }
    static const char *const members[] = {"revision", "simulator", "machine", "time"};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (json_is_string(json_object_get(made, members[i]))) {
            fputs("; ", out);
            nt_xml_put(out, nt_html_text(made, members[i]));
        }
    }
    if (json_is_integer(json_object_get(made, "seed"))) {
        fprintf(out, "; seed %" PRIu64, nt_html_count(made, "seed"));
    }
    fputs("</p>\n", out);
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
    put_made(out, run);
    if (mismatch != NULL) {
        put_signals(out, mismatch);
    }
    nt_timing_put_part(out, run);
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
    if (json_array_size(json_object_get(run, "diagrams")) > 0) {
        fputs("<details><summary>All cycles, from before both sides were last equal</summary>\n",
              out);
        nt_timing_put(out, run);
        fputs("</details>\n", out);
    }
    put_window(out, json_object_get(run, "window"));
    put_again(out, run);
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

/* A run of other sources than the report's is marked. */
static void put_sources(FILE *out, const json_t *run) {
    const json_t *variant = json_object_get(run, "variant");
    char words[32];
    if (json_integer_value(variant) > 0) {
        (void)snprintf(words, sizeof words, "variant %" PRIu64, nt_html_count(run, "variant"));
        nt_html_state(out, "wrong", words);
    } else {
        nt_html_cell(out, json_is_integer(variant) ? "" : "not known");
    }
}

static void put_run(FILE *out, const json_t *run) {
    const json_t *figures = json_object_get(run, "figures");
    const uint64_t number = nt_html_count(run, "number");
    const char *failure = json_string_value(json_object_get(run, "failure"));
    fputs("<tr>", out);
    nt_html_cell_number(out, number);
    nt_html_state(out, failure != NULL ? "wrong" : "right", failure != NULL ? "failed" : "passed");
    nt_html_cell_number(out, nt_html_count(figures, "cycles"));
    nt_html_cell_number(out, nt_html_count(figures, "instructions"));
    put_sources(out, run);
    nt_html_code(out, nt_html_text(run, "command"));
    fputs("</tr>\n", out);
}

void nt_report_runs(FILE *out, const json_t *report) {
    static const char *const columns[] = {"#run",    "verdict", "#cycles", "#instructions",
                                          "sources", "command", NULL};
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
