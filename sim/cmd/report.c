/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/commands.h"
#include "sim/report/expiry.h"
#include "sim/report/files.h"
#include "sim/report/gather.h"
#include "sim/report/html.h"
#include "sim/report/junit.h"
#include "sim/report/page.h"
#include "sim/report/trend.h"
#include "sim/report/ucis.h"
#include "sim/util/options.h"
#include "sim/util/outputs.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

typedef struct report_options {
    nt_words results;
    const char *output;
    const char *junit;
    const char *sources;
    const char *excluded;
    const char *ucis;
    const char *lcov;
    const char *history;
    const char *check;
    bool partial;
    bool json;
    bool quiet;
    bool help;
} report_options;

static const nt_option options_table[] = {
    NT_OPERANDS(report_options, results, 0, "RESULT"),
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(report_options, output), 0, 0, NULL, "F.html",
     "the report as a page that needs no other file"},
    {"sources", 0, NT_OPTION_TEXT, offsetof(report_options, sources), 0, 0, NULL, "DIR",
     "the tree that the report is about: results of other sources are marked; shows the RTL's "
     "sources, DIR/rtl, with what coverage files say"},
    {"rtl-excluded", 0, NT_OPTION_TEXT, offsetof(report_options, excluded), 0, 0, NULL, "FILE",
     "points of them that do not count, with the reasons; needs --sources"},
    {"junit", 0, NT_OPTION_OUTPUT, offsetof(report_options, junit), 0, 0, NULL, "FILE",
     "JUnit XML: a case for each run and each bin"},
    {"ucis", 0, NT_OPTION_OUTPUT, offsetof(report_options, ucis), 0, 0, NULL, "FILE",
     "functional coverage as UCIS XML"},
    {"lcov", 0, NT_OPTION_OUTPUT, offsetof(report_options, lcov), 0, 0, NULL, "FILE",
     "lines and branches of the RTL as lcov has them"},
    {"history", 0, NT_OPTION_TEXT, offsetof(report_options, history), 0, 0, NULL, "DIR",
     "trends over the reports in DIR, files that --json has written; without a RESULT the last of "
     "them"},
    {"check", 0, NT_OPTION_TEXT, offsetof(report_options, check), 0, 0, NULL, "F.json",
     "say whether the verdict of that report still holds, or which of its sources have changed in "
     "the tree of --sources (.): exit status 1"},
    {"partial", 0, NT_OPTION_FLAG, offsetof(report_options, partial), 0, 0, NULL, NULL,
     "leave out files that are cut or damaged; with any the verdict is failed"},
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
    const nt_report_file wanted[] = {{options->output, put_page},
                                     {options->junit, put_junit},
                                     {options->ucis, nt_report_ucis},
                                     {options->lcov, nt_report_lcov}};
    return nt_report_files_write(wanted, sizeof wanted / sizeof wanted[0], report, error);
}

static void print_failures(FILE *out, const json_t *report) {
    const json_t *runs = json_object_get(report, "runs");
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i);
        const char *failure = json_string_value(json_object_get(run, "failure"));
        if (failure != NULL) {
            fprintf(out, "failed: %s: %s\n", nt_html_text(run, "command"), failure);
        }
    }
}

/* What makes a report hard to sign: runs of other sources, and of unknown ones. */
static void print_sources(FILE *out, const json_t *report) {
    const json_t *sources = json_object_get(report, "sources");
    const json_t *variants = json_object_get(sources, "variants");
    for (size_t i = 1; i < json_array_size(variants); i++) {
        const json_t *variant = json_array_get(variants, i);
        json_t *differs = json_object_get(variant, "differs");
        const char *name = json_object_iter_key(json_object_iter(differs));
        fprintf(out, "variant %zu: %" PRIu64 " runs of other sources than this report's: %s%s\n", i,
                nt_html_count(variant, "runs"), name != NULL ? name : "",
                json_object_size(differs) > 1 ? " and more" : "");
    }
    if (nt_html_count(sources, "unknown") > 0) {
        fprintf(out, "%" PRIu64 " runs do not say of which sources they were made\n",
                nt_html_count(sources, "unknown"));
    }
}

static void print_damaged(FILE *out, const json_t *report) {
    const char *name;
    json_t *number;
    json_object_foreach(json_object_get(json_object_get(report, "damaged"), "files"), name,
                        number) {
        fprintf(out, "left out: %s\n", name);
    }
}

static void print_trend(FILE *out, const json_t *report) {
    const json_t *points = json_object_get(report, "history");
    for (size_t i = 0; i < json_array_size(points); i++) {
        const json_t *point = json_array_get(points, i);
        fprintf(out,
                "%-20s %-18s %s: %" PRIu64 " of %" PRIu64 " runs failed, %" PRIu64 " of %" PRIu64
                " bins hit\n",
                nt_html_text(point, "time"), nt_html_text(point, "revision"),
                json_is_true(json_object_get(point, "passed")) ? "passed" : "failed",
                nt_html_count(point, "failed"), nt_html_count(point, "runs"),
                nt_html_count(point, "hit"), nt_html_count(point, "reachable"));
    }
}

static void print_text(FILE *out, const json_t *report) {
    const char *name;
    json_t *row;
    print_trend(out, report);
    print_damaged(out, report);
    print_failures(out, report);
    print_sources(out, report);
    json_object_foreach(json_object_get(report, "witnesses"), name, row) {
        fprintf(out,
                "%-12s %6" PRIu64 " agreed, %" PRIu64 " disagreed, %" PRIu64
                " had nothing to judge\n",
                name, nt_html_count(row, "right"), nt_html_count(row, "wrong"),
                nt_html_count(row, "unused"));
    }
    json_object_foreach(json_object_get(json_object_get(report, "coverage"), "groups"), name, row) {
        fprintf(out,
                "%-12s %6" PRIu64 " of %" PRIu64 " reachable bins hit, %" PRIu64 " unreachable\n",
                name, nt_html_count(row, "hit"), nt_html_count(row, "reachable"),
                nt_html_count(row, "bins") - nt_html_count(row, "reachable"));
    }
}

static void print_rtl(FILE *out, const json_t *report) {
    const char *name;
    json_t *of;
    json_object_foreach(json_object_get(json_object_get(report, "rtl"), "sums"), name, of) {
        fprintf(out, "RTL %-8s %6" PRIu64 " of %" PRIu64 " points hit, %" PRIu64 " excluded\n",
                name, nt_html_count(of, "hit"), nt_html_count(of, "points"),
                nt_html_count(of, "excluded"));
    }
}

static void print_verdict(FILE *out, const json_t *report) {
    const json_t *total = json_object_get(report, "total");
    const json_t *figures = json_object_get(total, "figures");
    const json_t *coverage = json_object_get(report, "coverage");
    fprintf(out,
            "%s: %" PRIu64 " of %" PRIu64 " runs failed, %" PRIu64 " mismatches in %" PRIu64
            " cycles, %" PRIu64 " of %" PRIu64 " reachable bins hit\n",
            json_is_true(json_object_get(report, "passed")) ? "passed" : "failed",
            nt_html_count(total, "failed"), nt_html_count(total, "runs"),
            nt_html_count(figures, "mismatches"), nt_html_count(figures, "cycles"),
            nt_html_count(coverage, "hit"), nt_html_count(coverage, "reachable"));
    if (json_object_get(report, "damaged") != NULL) {
        fprintf(out, "incomplete: %" PRIu64 " results left out\n",
                nt_html_count(json_object_get(report, "damaged"), "count"));
    }
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
    const char *const files[] = {options->output, options->junit, options->ucis, options->lcov};
    FILE *out = nt_outputs_words(files, sizeof files / sizeof files[0]);
    if (!options->quiet) {
        print_text(out, report);
        print_rtl(out, report);
    }
    print_verdict(out, report);
    return passed ? NT_EXIT_OK : NT_EXIT_FAILED;
}

/* The report of the results, with what came before it. The caller owns it; NULL with the error set.
 */
static json_t *gather(const report_options *options, nt_error *error) {
    nt_gather *g = nt_gather_new(options->partial);
    json_t *report = NULL;
    int result = g != NULL ? 0 : nt_fail(error, "out of memory");
    for (size_t i = 0; i < options->results.count && result == 0; i++) {
        result = nt_gather_add(g, options->results.word[i], error);
    }
    if (result == 0 && options->sources != NULL) {
        result = nt_gather_sources(g, options->sources, options->excluded, error);
    }
    if (result == 0) {
        report = nt_gather_report(g, error);
    }
    nt_gather_free(g);
    return report;
}

/* Adds the trend; without results the report is the latest one of the folder. */
static json_t *with_history(const report_options *options, json_t *report, nt_error *error) {
    json_t *reports = nt_trend_read(options->history, error);
    json_t *points = json_array();
    for (size_t i = 0; i < json_array_size(reports); i++) {
        json_array_append_new(points, nt_trend_point(json_array_get(reports, i)));
    }
    if (reports != NULL && report == NULL) {
        report = json_incref(json_array_get(reports, json_array_size(reports) - 1));
    } else if (reports != NULL) {
        json_array_append_new(points, nt_trend_point(report));
    } else {
        json_decref(report);
        report = NULL;
    }
    if (report != NULL) {
        json_object_set(report, "history", points);
    }
    json_decref(points);
    json_decref(reports);
    return report;
}

/* ---- does a verdict still hold? ---- */

static void print_expiry(const json_t *expiry, bool quiet) {
    json_t *changed = json_object_get(expiry, "changed");
    const uint64_t unknown = nt_html_count(expiry, "unknown");
    const char *name;
    json_t *state;
    json_object_foreach(changed, name, state) {
        if (!quiet) {
            printf("%s %s\n", name, json_string_value(state));
        }
    }
    if (unknown > 0) {
        printf("expired: %" PRIu64 " runs do not say of which sources they were made\n", unknown);
    } else if (json_object_size(changed) > 0) {
        printf("expired: %zu of %" PRIu64 " sources that the verdict covers are not as they were\n",
               json_object_size(changed), nt_html_count(expiry, "sources"));
    } else if (json_is_true(json_object_get(expiry, "holds"))) {
        printf("holds: passed, and none of %" PRIu64 " sources has changed\n",
               nt_html_count(expiry, "sources"));
    } else {
        printf("does not hold: the report has %s\n",
               nt_html_count(expiry, "sources") == 0 ? "no sources" : "failed");
    }
}

/* The exit status; -1 is an error. */
static int check(const report_options *options, nt_error *error) {
    json_t *report = nt_expiry_read(options->check, error);
    json_t *expiry =
        report != NULL
            ? nt_expiry_check(report, options->sources != NULL ? options->sources : ".", error)
            : NULL;
    int result = expiry != NULL ? 0 : -1;
    if (result == 0 && options->json) {
        result = nt_command_json(expiry, error);
    } else if (result == 0) {
        print_expiry(expiry, options->quiet);
    }
    if (result == 0) {
        result = json_is_true(json_object_get(expiry, "holds")) ? NT_EXIT_OK : NT_EXIT_FAILED;
    }
    json_decref(expiry);
    json_decref(report);
    return result;
}

/* The exit status; -1 is an error. */
static int run(const report_options *options, nt_error *error) {
    json_t *report = options->results.count > 0 ? gather(options, error) : NULL;
    if (report == NULL && options->results.count > 0) {
        return -1;
    }
    if (options->history != NULL) {
        report = with_history(options, report, error);
    }
    if (report != NULL && options->lcov != NULL && json_object_get(report, "rtl") == NULL) {
        json_decref(report);
        return nt_fail(error, "--lcov: no coverage of the RTL is among the results");
    }
    int result = report != NULL ? write_all(options, report, error) : -1;
    json_decref(report);
    return result;
}

/* No file of a folder that is read is replaced, and no source. */
static int check_outputs(const report_options *options, nt_error *error) {
    static const char *const results[] = {".json", ".dat", NULL};
    static const char *const sources[] = {".v", ".vh", ".c", ".h", ".cpp", ".hpp", NULL};
    const char *const outputs[] = {options->output, options->junit, options->ucis, options->lcov};
    int result = 0;
    for (size_t i = 0; i < options->results.count && result == 0; i++) {
        result = nt_outputs_spare_folder(outputs, 4, options->results.word[i], results, error);
    }
    if (result == 0 && options->history != NULL) {
        result = nt_outputs_spare_folder(outputs, 4, options->history, results, error);
    }
    if (result == 0 && options->sources != NULL) {
        result = nt_outputs_spare_folder(outputs, 4, options->sources, sources, error);
    }
    return result;
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_anything_written(const report_options *options) {
    return options->output != NULL || options->junit != NULL || options->ucis != NULL ||
           options->lcov != NULL;
}

static int run_command(void *place, nt_error *error) {
    const report_options *options = place;
    if (options->excluded != NULL && options->sources == NULL) {
        return nt_fail(error, "--rtl-excluded: needs --sources");
    }
    if (options->sources != NULL && !is_folder(options->sources)) {
        return nt_fail(error, "--sources %s: no folder", options->sources);
    }
    if (options->check != NULL) {
        return is_anything_written(options)
                   ? nt_fail(error, "--check: prints alone; not with -o, --junit, --ucis, --lcov")
                   : check(options, error);
    }
    if (options->results.count == 0 && options->history == NULL) {
        return nt_fail(error, "RESULT is missing (see --help)");
    }
    return check_outputs(options, error) != 0 ? -1 : run(options, error);
}

const nt_command nt_cmd_report = {
    .name = "report",
    .summary = "merge results into one report: page, JUnit, JSON",
    .usage = "RESULT... [OPTION...]\n"
             "--history DIR [OPTION...]\n"
             "--check F.json [--sources DIR] [OPTION...]",
    .about =
        "Merges result files (`ntrace lockstep --results FILE`, one a job) into one report: "
        "verdict,\n"
        "configurations, witnesses, functional coverage, charts, and every run with its "
        "command. The\n"
        "order of the files makes no difference, and a job that is given twice counts once. "
        "Files of\n"
        "Verilator's coverage (`make coverage`) may be among them, and folders of results. Exit "
        "status 1:\n"
        "a run has failed, or the verdict has expired.\n",
    NT_COMMAND_OPTIONS(options_table, report_options),
    .instead = {"check"},
    .run = run_command,
};
