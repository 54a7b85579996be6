/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/commands.h"
#include "sim/report/files.h"
#include "sim/report/html.h"
#include "sim/report/junit.h"
#include "sim/report/merge.h"
#include "sim/report/page.h"
#include "sim/report/rtl_coverage.h"
#include "sim/util/options.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct report_options {
    nt_words results;
    const char *output;
    const char *junit;
    const char *sources;
    const char *excluded;
    bool json;
    bool quiet;
    bool help;
} report_options;

static const nt_option options_table[] = {
    NT_OPERANDS(report_options, results, 1, "RESULT"),
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(report_options, output), 0, 0, NULL, "F.html",
     "the report as a page that needs no other file"},
    {"sources", 0, NT_OPTION_TEXT, offsetof(report_options, sources), 0, 0, NULL, "DIR",
     "shows the RTL's sources, DIR/rtl, with what coverage files say"},
    {"rtl-excluded", 0, NT_OPTION_TEXT, offsetof(report_options, excluded), 0, 0, NULL, "FILE",
     "points of them that do not count, with the reasons; needs --sources"},
    {"junit", 0, NT_OPTION_OUTPUT, offsetof(report_options, junit), 0, 0, NULL, "FILE",
     "JUnit XML: a case for each run and each bin"},
    NT_OPTION_JSON(report_options),
    NT_OPTION_QUIET_AS(report_options, "print the verdict alone"),
    NT_OPTION_HELP(report_options),
};

static void put_page(FILE *out, json_t *report) {
    nt_report_page(out, report);
}

static void put_junit(FILE *out, json_t *report) {
    nt_report_junit(out, report);
}

static int write_files(const report_options *options, json_t *report, nt_error *error) {
    const nt_report_file wanted[] = {{options->output, put_page}, {options->junit, put_junit}};
    return nt_report_files_write(wanted, sizeof wanted / sizeof wanted[0], report, error);
}

static void print_failures(const json_t *report) {
    const json_t *runs = json_object_get(report, "runs");
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i);
        const char *failure = json_string_value(json_object_get(run, "failure"));
        if (failure != NULL) {
            printf("failed: %s: %s\n", nt_html_text(run, "command"), failure);
        }
    }
}

static void print_text(const json_t *report) {
    const char *name;
    json_t *row;
    print_failures(report);
    json_object_foreach(json_object_get(report, "witnesses"), name, row) {
        printf("%-12s %6" PRIu64 " agreed, %" PRIu64 " disagreed, %" PRIu64
               " had nothing to judge\n",
               name, nt_html_count(row, "right"), nt_html_count(row, "wrong"),
               nt_html_count(row, "unused"));
    }
    json_object_foreach(json_object_get(json_object_get(report, "coverage"), "groups"), name, row) {
        printf("%-12s %6" PRIu64 " of %" PRIu64 " reachable bins hit, %" PRIu64 " unreachable\n",
               name, nt_html_count(row, "hit"), nt_html_count(row, "reachable"),
               nt_html_count(row, "bins") - nt_html_count(row, "reachable"));
    }
}

static void print_rtl(const json_t *report) {
    const char *name;
    json_t *of;
    json_object_foreach(json_object_get(json_object_get(report, "rtl"), "sums"), name, of) {
        printf("RTL %-8s %6" PRIu64 " of %" PRIu64 " points hit, %" PRIu64 " excluded\n", name,
               nt_html_count(of, "hit"), nt_html_count(of, "points"),
               nt_html_count(of, "excluded"));
    }
}

static void print_verdict(const json_t *report) {
    const json_t *total = json_object_get(report, "total");
    const json_t *figures = json_object_get(total, "figures");
    const json_t *coverage = json_object_get(report, "coverage");
    printf("%s: %" PRIu64 " of %" PRIu64 " runs failed, %" PRIu64 " mismatches in %" PRIu64
           " cycles, %" PRIu64 " of %" PRIu64 " reachable bins hit\n",
           json_is_true(json_object_get(report, "passed")) ? "passed" : "failed",
           nt_html_count(total, "failed"), nt_html_count(total, "runs"),
           nt_html_count(figures, "mismatches"), nt_html_count(figures, "cycles"),
           nt_html_count(coverage, "hit"), nt_html_count(coverage, "reachable"));
}

/* The exit status; -1 is an error. */
static int write_all(const report_options *options, json_t *report, nt_error *error) {
    if (write_files(options, report, error) != 0) {
        return -1;
    }
    bool passed = json_is_true(json_object_get(report, "passed"));
    if (options->json) {
        return nt_command_json(report, error) != 0 ? -1 : passed ? NT_EXIT_OK : NT_EXIT_FAILED;
    }
    if (!options->quiet) {
        print_text(report);
        print_rtl(report);
    }
    print_verdict(report);
    return passed ? NT_EXIT_OK : NT_EXIT_FAILED;
}

/* What comes in. */
typedef struct inputs {
    nt_merge *merge;
    nt_rtl_coverage *rtl;
} inputs;

static int read_all(const inputs *in, const report_options *options, nt_error *error) {
    for (size_t i = 0; i < options->results.count; i++) {
        const char *path = options->results.word[i];
        int result = nt_rtl_coverage_is(path) ? nt_rtl_coverage_file(in->rtl, path, error)
                                              : nt_merge_file(in->merge, path, error);
        if (result != 0) {
            return -1;
        }
    }
    if (options->sources != NULL &&
        nt_rtl_coverage_sources(in->rtl, options->sources, error) != 0) {
        return -1;
    }
    return options->excluded != NULL ? nt_rtl_coverage_exclude(in->rtl, options->excluded, error)
                                     : 0;
}

/* The exit status; -1 is an error. */
static int put_report(const inputs *in, const report_options *options, nt_error *error) {
    json_t *report = nt_merge_report(in->merge);
    json_t *rtl = nt_rtl_coverage_json(in->rtl);
    if (rtl != NULL) {
        json_object_set_new(report, "rtl", rtl);
    }
    int result =
        report != NULL ? write_all(options, report, error) : nt_fail(error, "out of memory");
    json_decref(report);
    return result;
}

static int run(const report_options *options, nt_error *error) {
    inputs in = {nt_merge_new(), nt_rtl_coverage_new()};
    int result = in.merge != NULL && in.rtl != NULL ? read_all(&in, options, error)
                                                    : nt_fail(error, "out of memory");
    if (result == 0) {
        result = put_report(&in, options, error);
    }
    nt_merge_free(in.merge);
    nt_rtl_coverage_free(in.rtl);
    return result;
}

static int run_command(void *place, nt_error *error) {
    const report_options *options = place;
    if (options->excluded != NULL && options->sources == NULL) {
        return nt_fail(error, "--rtl-excluded: needs --sources");
    }
    return run(options, error);
}

const nt_command nt_cmd_report = {
    .name = "report",
    .summary = "merge results into one report: page, JUnit, JSON",
    .about = "Merges result files (`ntrace lockstep --results FILE`, one a job) into one report: "
             "verdict,\n"
             "configurations, witnesses, functional coverage, charts, and every run with its "
             "command. The\n"
             "order of the files makes no difference, and a job that is given twice counts once. "
             "Files of\n"
             "Verilator's coverage (`make coverage`) may be among them. Exit status 1: a run has "
             "failed.\n",
    NT_COMMAND_OPTIONS(options_table, report_options),
    .run = run_command,
};
