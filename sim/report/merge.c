/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/merge.h"

#include "sim/report/bins.h"
#include "sim/report/count.h"
#include "sim/report/keys.h"
#include "sim/report/variants.h"
#include "sim/util/shell.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Is the version of the report's form, its member `ntrace_report`. */
enum { REPORT_VERSION = 1 };

struct nt_merge {
    json_t *results; /* by what the job is and of which sources, as text */
    nt_variants *variants;
    json_t *known; /* keys of all bins */
};

static void note_bin(void *context, const nt_bin *bin) {
    char key[NT_BIN_KEY];
    nt_bin_key(key, bin->group, bin->name);
    json_object_set_new(context, key, json_true());
}

nt_merge *nt_merge_new(void) {
    nt_merge *merge = calloc(1, sizeof *merge);
    if (merge != NULL) {
        merge->results = json_object();
        merge->known = json_object();
        merge->variants = nt_variants_new();
        nt_bins_each(NULL, note_bin, merge->known);
    }
    return merge;
}

void nt_merge_free(nt_merge *merge) {
    if (merge != NULL) {
        json_decref(merge->results);
        json_decref(merge->known);
        nt_variants_free(merge->variants);
        free(merge);
    }
}

/* ---- what comes in ---- */

static int check_bins(const nt_merge *merge, json_t *result, const char *path, nt_error *error) {
    const char *key;
    json_t *count;
    json_object_foreach(json_object_get(result, "bins"), key, count) {
        if (json_object_get(merge->known, key) == NULL) {
            return nt_fail(error, "%s: the bin '%.60s' is not in the table of this ntrace", path,
                           key);
        }
    }
    return 0;
}

/* The same but for when and where it was made. */
static bool is_same(json_t *a, json_t *b) {
    json_t *left = json_copy(a);
    json_t *right = json_copy(b);
    json_object_del(left, "made");
    json_object_del(right, "made");
    bool same = json_equal(left, right) == 1;
    json_decref(left);
    json_decref(right);
    return same;
}

/* Of two results of a job that of the first text stays, in whatever order they come. */
static bool comes_before(json_t *a, json_t *b) {
    char *left = json_dumps(json_object_get(a, "made"), JSON_COMPACT | JSON_SORT_KEYS);
    char *right = json_dumps(json_object_get(b, "made"), JSON_COMPACT | JSON_SORT_KEYS);
    bool before = left != NULL && (right == NULL || strcmp(left, right) < 0);
    free(left);
    free(right);
    return before;
}

/* What a result is: the job, a line feed, and its sources. The caller frees the text. */
static char *name_of(nt_merge *merge, json_t *result) {
    const char *sources = nt_variants_add(merge->variants, result);
    char *job = json_dumps(json_object_get(result, "run"), JSON_COMPACT | JSON_SORT_KEYS);
    char *name = NULL;
    if (sources == NULL || job == NULL || asprintf(&name, "%s\n%s", job, sources) < 0) {
        name = NULL;
    }
    free(job);
    return name;
}

/* `result` is taken over. */
static int add(nt_merge *merge, json_t *result, const char *path, nt_error *error) {
    char *name = name_of(merge, result);
    json_t *before = name != NULL ? json_object_get(merge->results, name) : NULL;
    int status = name == NULL ? nt_fail(error, "out of memory") : 0;
    if (status == 0 && before != NULL && !is_same(before, result)) {
        status = nt_fail(error, "%s: differs from another result of the same job", path);
    }
    if (status == 0 && (before == NULL || comes_before(result, before))) {
        json_object_set(merge->results, name, result);
    }
    free(name);
    json_decref(result);
    return status;
}

int nt_merge_add(nt_merge *merge, json_t *result, const char *path, nt_error *error) {
    if (check_bins(merge, result, path, error) != 0) {
        json_decref(result);
        return -1;
    }
    return add(merge, result, path, error);
}

/* ---- what comes out ---- */

static void add_numbers(json_t *to, json_t *from) {
    const char *name;
    json_t *value;
    json_object_foreach(from, name, value) {
        nt_count(to, name, json_integer_value(value));
    }
}

/* In one line, as a shell takes it; NULL: there is none. */
static json_t *command_of(const json_t *of) {
    const json_t *words = json_object_get(of, "command");
    char *line = NULL;
    size_t size;
    FILE *out = words != NULL ? open_memstream(&line, &size) : NULL;
    for (size_t i = 0; out != NULL && i < json_array_size(words); i++) {
        (void)fputs(i > 0 ? " " : "", out);
        nt_shell_put_word(out, json_string_value(json_array_get(words, i)));
    }
    if (out == NULL || fclose(out) != 0) {
        free(line);
        return NULL;
    }
    json_t *command = json_string(line);
    free(line);
    return command;
}

/* Adds the very command of the run, and when and where it was made; the sources stand once for all.
 */
static void put_made(json_t *run, json_t *made, int variant) {
    json_object_del(run, "made");
    json_object_set_new(run, "variant", variant < 0 ? json_null() : json_integer(variant));
    if (made != NULL) {
        json_t *rest = json_copy(made);
        json_t *again = command_of(made);
        json_object_del(rest, "sources");
        json_object_del(rest, "command");
        json_object_set_new(run, "made", rest);
        if (again != NULL) {
            json_object_set_new(run, "again", again);
        }
    }
}

/* A run of the report: the result with its number and without its bins, which are merged. */
static json_t *run_of(json_t *result, size_t number, int variant) {
    json_t *run = json_copy(result);
    json_object_del(run, "ntrace_result");
    json_object_del(run, "bins");
    json_object_update(run, json_object_get(result, "run"));
    json_object_del(run, "run");
    json_object_set_new(run, "number", json_integer((json_int_t)number));
    json_object_set_new(run, "command", command_of(json_object_get(result, "run")));
    put_made(run, json_object_get(result, "made"), variant);
    return run;
}

/* Adds the run to what stands in `table` under `name`. */
static void add_to_row(json_t *table, const char *name, json_t *result) {
    json_t *row = json_object_get(table, name);
    if (row == NULL) {
        row = json_pack("{s:i, s:i, s:{}}", "runs", 0, "failed", 0, "figures");
        json_object_set_new(table, name, row);
    }
    nt_count(row, "runs", 1);
    nt_count(row, "failed", !json_is_null(json_object_get(result, "failure")));
    add_numbers(json_object_get(row, "figures"), json_object_get(result, "figures"));
}

/* Variants stand beside what they are variants of. */
static void add_to_configuration(json_t *report, json_t *result, int variant) {
    const json_t *run = json_object_get(result, "run");
    char behind[32] = "";
    if (variant > 0) {
        (void)snprintf(behind, sizeof behind, ", variant %d", variant);
    }
    json_t *name = json_sprintf("%s: %s %s%s", json_string_value(json_object_get(run, "kind")),
                                json_string_value(json_object_get(run, "unit")),
                                json_string_value(json_object_get(run, "build")), behind);
    add_to_row(json_object_get(report, "configurations"), json_string_value(name), result);
    json_decref(name);
}

static void add_witnesses(json_t *report, json_t *result) {
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(result, "witnesses"), name, value) {
        json_t *table = json_object_get(report, "witnesses");
        json_t *row = json_object_get(table, name);
        if (row == NULL) {
            row = json_pack("{s:i, s:i, s:i}", "right", 0, "wrong", 0, "unused", 0);
            json_object_set_new(table, name, row);
        }
        nt_count(row, json_string_value(json_object_get(value, "state")), 1);
    }
}

/* A stream that is checked may be another encoder's, which covers nothing of this one: it counts
   where no lockstep ran. */
static bool covers(const json_t *report, const json_t *result) {
    const char *kind = json_string_value(json_object_get(json_object_get(result, "run"), "kind"));
    return strcmp(kind, "lockstep") == 0 || json_is_true(json_object_get(report, "checks_only"));
}

/* The greatest value of each parameter. */
static void widen(json_t *widest, const json_t *result) {
    const char *name;
    json_t *value;
    if (json_object_size(json_object_get(result, "bins")) == 0) {
        return; /* of another unit */
    }
    json_object_foreach(json_object_get(json_object_get(result, "run"), "parameters"), name,
                        value) {
        if (json_object_get(widest, name) == NULL ||
            json_integer_value(value) > json_integer_value(json_object_get(widest, name))) {
            json_object_set(widest, name, value);
        }
    }
}

static bool is_without_lockstep(json_t *results) {
    const char *job;
    json_t *result;
    json_object_foreach(results, job, result) {
        const json_t *run = json_object_get(result, "run");
        if (strcmp(json_string_value(json_object_get(run, "kind")), "lockstep") == 0) {
            return false;
        }
    }
    return true;
}

/* What measures the verification itself: neither lockstep nor check. */
static void add_measure(json_t *report, const json_t *result) {
    const char *kind = json_string_value(json_object_get(json_object_get(result, "run"), "kind"));
    if (strcmp(kind, "lockstep") == 0 || strcmp(kind, "check") == 0) {
        return;
    }
    if (json_object_get(report, "measures") == NULL) {
        json_object_set_new(report, "measures", json_object());
    }
    json_t *measures = json_object_get(report, "measures");
    if (json_object_get(measures, kind) == NULL) {
        json_object_set_new(measures, kind, json_object());
    }
    add_numbers(json_object_get(measures, kind), json_object_get(result, "figures"));
}

/* Counts the diagrams of runs that are right; those of others stand with what is wrong. */
static void count_moments(json_t *report, const json_t *result) {
    const json_t *diagrams = json_object_get(result, "diagrams");
    if (json_array_size(diagrams) > 0 && json_is_null(json_object_get(result, "failure"))) {
        nt_count(report, "moments", (json_int_t)json_array_size(diagrams));
    }
}

/* Bins of other sources than the report's say nothing about these. */
static void add_result(json_t *report, json_t *bins, json_t *result, int variant) {
    json_t *runs = json_object_get(report, "runs");
    json_array_append_new(runs, run_of(result, json_array_size(runs) + 1, variant));
    add_to_row(report, "total", result);
    add_to_configuration(report, result, variant);
    add_witnesses(report, result);
    add_measure(report, result);
    count_moments(report, result);
    if (variant <= 0 && covers(report, result)) {
        add_numbers(bins, json_object_get(result, "bins"));
        widen(json_object_get(report, "widest"), result);
    }
}

static bool has_passed(const json_t *report) {
    const json_t *total = json_object_get(report, "total");
    const json_t *coverage = json_object_get(report, "coverage");
    return json_integer_value(json_object_get(total, "runs")) > 0 &&
           json_integer_value(json_object_get(total, "failed")) == 0 &&
           json_integer_value(json_object_get(coverage, "contradicted")) == 0;
}

int nt_merge_sources(nt_merge *merge, const char *tree, nt_error *error) {
    return nt_variants_tree(merge->variants, tree, error);
}

json_t *nt_merge_report(nt_merge *merge, nt_error *error) {
    if (nt_variants_sort(merge->variants, error) != 0) {
        return NULL;
    }
    json_t *bins = json_object();
    json_t *report = json_pack("{s:i, s:{s:i, s:i, s:{}}, s:{}, s:{}, s:[], s:{}, s:b}",
                               "ntrace_report", REPORT_VERSION, "total", "runs", 0, "failed", 0,
                               "figures", "configurations", "witnesses", "runs", "widest",
                               "checks_only", is_without_lockstep(merge->results));
    const char **jobs = nt_sorted_keys(merge->results);
    for (size_t i = 0; jobs != NULL && i < json_object_size(merge->results); i++) {
        json_t *result = json_object_get(merge->results, jobs[i]);
        const char *sources = strrchr(jobs[i], '\n') + 1;
        add_result(report, bins, result, nt_variants_number(merge->variants, sources, result));
    }
    json_object_set_new(report, "sources", nt_variants_json(merge->variants));
    json_object_set_new(report, "configurations",
                        nt_sorted(json_object_get(report, "configurations")));
    json_object_set_new(report, "coverage", nt_report_coverage_of(bins, report));
    json_object_set_new(report, "passed", json_boolean(has_passed(report)));
    json_decref(bins);
    if (jobs == NULL) {
        json_decref(report);
        (void)nt_fail(error, "out of memory");
        return NULL;
    }
    free(jobs);
    return report;
}
