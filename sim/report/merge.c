/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/merge.h"

#include "sim/report/bins.h"
#include "sim/report/result.h"
#include "sim/util/shell.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Is the version of the report's form, its member `ntrace_report`. */
enum { REPORT_VERSION = 1 };

struct nt_merge {
    json_t *results; /* by what the job is, as text */
    json_t *known;   /* keys of all bins */
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
        nt_bins_each(NULL, note_bin, merge->known);
    }
    return merge;
}

void nt_merge_free(nt_merge *merge) {
    if (merge != NULL) {
        json_decref(merge->results);
        json_decref(merge->known);
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

/* `result` is taken over. */
static int add(nt_merge *merge, json_t *result, const char *path, nt_error *error) {
    char *job = json_dumps(json_object_get(result, "run"), JSON_COMPACT | JSON_SORT_KEYS);
    const json_t *before = job != NULL ? json_object_get(merge->results, job) : NULL;
    int status = job == NULL ? nt_fail(error, "out of memory") : 0;
    if (status == 0 && before != NULL && !json_equal(before, result)) {
        status = nt_fail(error, "%s: differs from another result of the same job", path);
    }
    if (status == 0) {
        json_object_set(merge->results, job, result);
    }
    free(job);
    json_decref(result);
    return status;
}

int nt_merge_file(nt_merge *merge, const char *path, nt_error *error) {
    json_t *result = nt_result_read(path, error);
    if (result == NULL) {
        return -1;
    }
    if (check_bins(merge, result, path, error) != 0) {
        json_decref(result);
        return -1;
    }
    return add(merge, result, path, error);
}

/* ---- what comes out ---- */

static void count(json_t *object, const char *name, json_int_t by) {
    json_int_t before = json_integer_value(json_object_get(object, name));
    json_object_set_new(object, name, json_integer(before + by));
}

static void add_numbers(json_t *to, json_t *from) {
    const char *name;
    json_t *value;
    json_object_foreach(from, name, value) {
        count(to, name, json_integer_value(value));
    }
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The keys of an object in order; the caller frees the array, whose texts are the object's. */
static const char **sorted_keys(json_t *object) {
    const char **keys = malloc((json_object_size(object) + 1) * sizeof *keys);
    size_t used = 0;
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        if (keys != NULL) {
            keys[used++] = key;
        }
    }
    if (keys != NULL) {
        qsort(keys, used, sizeof *keys, compare_texts);
    }
    return keys;
}

/* A new object with the same members in the order of their names; NULL without memory. */
static json_t *sorted(json_t *object) {
    const char **keys = sorted_keys(object);
    json_t *made = keys != NULL ? json_object() : NULL;
    for (size_t i = 0; made != NULL && i < json_object_size(object); i++) {
        json_object_set(made, keys[i], json_object_get(object, keys[i]));
    }
    free(keys);
    return made;
}

static json_t *command_of(const json_t *run) {
    const json_t *words = json_object_get(run, "command");
    char *line = NULL;
    size_t size;
    FILE *out = open_memstream(&line, &size);
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

/* A run of the report: the result with its number and without its bins, which are merged. */
static json_t *run_of(json_t *result, size_t number) {
    json_t *run = json_copy(result);
    json_object_del(run, "ntrace_result");
    json_object_del(run, "bins");
    json_object_update(run, json_object_get(result, "run"));
    json_object_del(run, "run");
    json_object_set_new(run, "number", json_integer((json_int_t)number));
    json_object_set_new(run, "command", command_of(json_object_get(result, "run")));
    return run;
}

/* Adds the run to what stands in `table` under `name`. */
static void add_to_row(json_t *table, const char *name, json_t *result) {
    json_t *row = json_object_get(table, name);
    if (row == NULL) {
        row = json_pack("{s:i, s:i, s:{}}", "runs", 0, "failed", 0, "figures");
        json_object_set_new(table, name, row);
    }
    count(row, "runs", 1);
    count(row, "failed", !json_is_null(json_object_get(result, "failure")));
    add_numbers(json_object_get(row, "figures"), json_object_get(result, "figures"));
}

static void add_to_configuration(json_t *report, json_t *result) {
    const json_t *run = json_object_get(result, "run");
    json_t *name = json_sprintf("%s: %s %s", json_string_value(json_object_get(run, "kind")),
                                json_string_value(json_object_get(run, "unit")),
                                json_string_value(json_object_get(run, "build")));
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
        count(row, json_string_value(json_object_get(value, "state")), 1);
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
        count(report, "moments", (json_int_t)json_array_size(diagrams));
    }
}

static void add_result(json_t *report, json_t *bins, json_t *result) {
    json_t *runs = json_object_get(report, "runs");
    json_array_append_new(runs, run_of(result, json_array_size(runs) + 1));
    add_to_row(report, "total", result);
    add_to_configuration(report, result);
    add_witnesses(report, result);
    add_measure(report, result);
    count_moments(report, result);
    if (covers(report, result)) {
        add_numbers(bins, json_object_get(result, "bins"));
        widen(json_object_get(report, "widest"), result);
    }
}

/* ---- coverage ---- */

typedef struct covering {
    json_t *coverage;
    const json_t *bins; /* hits by key */
    bool checks_only;
} covering;

static json_t *group_of(json_t *coverage, const char *name) {
    json_t *groups = json_object_get(coverage, "groups");
    json_t *group = json_object_get(groups, name);
    if (group == NULL) {
        group = json_pack("{s:i, s:i, s:i, s:[]}", "bins", 0, "reachable", 0, "hit", 0, "rows");
        json_object_set_new(groups, name, group);
    }
    return group;
}

static void cover(void *context, const nt_bin *bin) {
    const covering *c = context;
    char key[NT_BIN_KEY];
    nt_bin_key(key, bin->group, bin->name);
    json_t *group = group_of(c->coverage, bin->group);
    json_int_t hits = json_integer_value(json_object_get(c->bins, key));
    json_t *const sums[] = {group, c->coverage};
    for (size_t i = 0; i < 2; i++) {
        count(sums[i], "bins", 1);
        count(sums[i], "reachable", bin->reason == NULL);
        count(sums[i], "hit", bin->reason == NULL && hits > 0);
    }
    count(c->coverage, "contradicted", !c->checks_only && bin->reason != NULL && hits > 0);
    json_array_append_new(json_object_get(group, "rows"),
                          json_pack("{s:s, s:s, s:s, s:I, s:s*}", "bin", bin->name, "part",
                                    bin->part, "words", bin->words, "hits", hits, "reason",
                                    bin->reason));
}

static json_t *coverage_of(const json_t *bins, const json_t *report) {
    json_t *coverage = json_pack("{s:i, s:i, s:i, s:i, s:{}}", "bins", 0, "reachable", 0, "hit", 0,
                                 "contradicted", 0, "groups");
    covering c = {coverage, bins, json_is_true(json_object_get(report, "checks_only"))};
    nt_bins_each(json_object_get(report, "widest"), cover, &c);
    return coverage;
}

static bool has_passed(const json_t *report) {
    const json_t *total = json_object_get(report, "total");
    const json_t *coverage = json_object_get(report, "coverage");
    return json_integer_value(json_object_get(total, "runs")) > 0 &&
           json_integer_value(json_object_get(total, "failed")) == 0 &&
           json_integer_value(json_object_get(coverage, "contradicted")) == 0;
}

json_t *nt_merge_report(const nt_merge *merge) {
    json_t *bins = json_object();
    json_t *report = json_pack("{s:i, s:{s:i, s:i, s:{}}, s:{}, s:{}, s:[], s:{}, s:b}",
                               "ntrace_report", REPORT_VERSION, "total", "runs", 0, "failed", 0,
                               "figures", "configurations", "witnesses", "runs", "widest",
                               "checks_only", is_without_lockstep(merge->results));
    const char **jobs = sorted_keys(merge->results);
    for (size_t i = 0; jobs != NULL && i < json_object_size(merge->results); i++) {
        add_result(report, bins, json_object_get(merge->results, jobs[i]));
    }
    json_object_set_new(report, "configurations",
                        sorted(json_object_get(report, "configurations")));
    json_object_set_new(report, "coverage", coverage_of(bins, report));
    json_object_set_new(report, "passed", json_boolean(has_passed(report)));
    json_decref(bins);
    if (jobs == NULL) {
        json_decref(report);
        return NULL;
    }
    free(jobs);
    return report;
}
