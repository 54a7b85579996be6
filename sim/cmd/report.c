#include "libntrace/util/output_file.h"
#include "sim/commands.h"
#include "sim/report/html.h"
#include "sim/report/junit.h"
#include "sim/report/merge.h"
#include "sim/report/page.h"
#include "sim/util/options.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

static const char help[] =
    "usage: ntrace report RESULT... [OPTION...]\n"
    "\n"
    "Merges result files (`ntrace lockstep --results FILE`, one a job) into one report: verdict,\n"
    "configurations, witnesses, functional coverage, charts, and every run with its command. The\n"
    "order of the files makes no difference, and a job that is given twice counts once. Exit\n"
    "status 1: a run has failed.\n"
    "\n"
    "  -o, --output F.html       the report as a page that needs no other file\n"
    "      --junit FILE          JUnit XML: a case for each run and each bin\n"
    "  -j, --json                one JSON object on standard output\n"
    "  -q, --quiet               print the verdict alone\n"
    "  -h, --help\n";

typedef struct report_options {
    const char *output;
    const char *junit;
    bool json;
    bool quiet;
    bool help;
} report_options;

static const nt_option options_table[] = {
    {"output", 'o', NT_OPTION_TEXT, offsetof(report_options, output), 0, 0, NULL},
    {"junit", 0, NT_OPTION_TEXT, offsetof(report_options, junit), 0, 0, NULL},
    NT_OPTION_JSON(report_options),
    NT_OPTION_QUIET(report_options),
    NT_OPTION_HELP(report_options),
};

static void put_page(FILE *out, json_t *report) {
    nt_report_page(out, report);
}

static void put_junit(FILE *out, json_t *report) {
    nt_report_junit(out, report);
}

/* `path` NULL: nobody wants it. */
static int write_file(const char *path, json_t *report, void (*put)(FILE *out, json_t *report),
                      nt_error *error) {
    nt_output_file *file;
    if (path == NULL) {
        return 0;
    }
    if (nt_output_file_open(&file, path, error) != 0) {
        return -1;
    }
    put(nt_output_file_stream(file), report);
    return nt_output_file_commit(file, error);
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
    if (write_file(options->output, report, put_page, error) != 0 ||
        write_file(options->junit, report, put_junit, error) != 0) {
        return -1;
    }
    bool passed = json_is_true(json_object_get(report, "passed"));
    if (options->json) {
        return nt_command_json(report, error) != 0 ? -1 : passed ? NT_EXIT_OK : NT_EXIT_FAILED;
    }
    if (!options->quiet) {
        print_text(report);
    }
    print_verdict(report);
    return passed ? NT_EXIT_OK : NT_EXIT_FAILED;
}

static int run(const report_options *options, char **paths, nt_error *error) {
    nt_merge *merge = nt_merge_new();
    int result = merge != NULL ? 0 : nt_fail(error, "out of memory");
    for (; result == 0 && *paths != NULL; paths++) {
        result = nt_merge_file(merge, *paths, error);
    }
    if (result == 0) {
        json_t *report = nt_merge_report(merge);
        result =
            report != NULL ? write_all(options, report, error) : nt_fail(error, "out of memory");
        json_decref(report);
    }
    nt_merge_free(merge);
    return result;
}

int nt_cmd_report(int argc, char **argv);

int nt_cmd_report(int argc, char **argv) {
    nt_error error = {0};
    report_options options = {0};
    int first = nt_options_parse(options_table, sizeof options_table / sizeof options_table[0],
                                 &options, argc, argv, &error);
    if (first < 0) {
        return nt_command_fail("report", &error);
    }
    if (options.help) {
        fputs(help, stdout);
        return NT_EXIT_OK;
    }
    if (first == argc) {
        nt_fail(&error, "needs result files; see --help");
        return nt_command_fail("report", &error);
    }
    int result = run(&options, argv + first, &error);
    return result < 0 ? nt_command_fail("report", &error) : result;
}
