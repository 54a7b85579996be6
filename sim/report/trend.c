/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/trend.h"

#include "sim/report/html.h"
#include "sim/report/object_file.h"
#include "sim/util/regular_file.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Of all its runs: the last time. */
static const char *time_of(const json_t *report) {
    const json_t *variants = json_object_get(json_object_get(report, "sources"), "variants");
    const char *last = "";
    for (size_t i = 0; i < json_array_size(variants); i++) {
        const char *one = nt_html_text(json_array_get(variants, i), "last");
        last = strcmp(one, last) > 0 ? one : last;
    }
    return last;
}

/* That of most runs of the report's own sources. */
static const char *revision_of(const json_t *report) {
    const json_t *variants = json_object_get(json_object_get(report, "sources"), "variants");
    json_t *revisions = json_object_get(json_array_get(variants, 0), "revisions");
    const char *best = "";
    const char *name;
    json_t *runs;
    json_object_foreach(revisions, name, runs) {
        if (best[0] == '\0' ||
            json_integer_value(runs) > (json_int_t)nt_html_count(revisions, best)) {
            best = name;
        }
    }
    return best;
}

json_t *nt_trend_point(const json_t *report) {
    const json_t *total = json_object_get(report, "total");
    const json_t *figures = json_object_get(total, "figures");
    const json_t *coverage = json_object_get(report, "coverage");
    return json_pack("{s:s, s:s, s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:I}", "name",
                     nt_html_text(report, "name"), "time", time_of(report), "revision",
                     revision_of(report), "passed",
                     (int)json_is_true(json_object_get(report, "passed")), "runs",
                     (json_int_t)nt_html_count(total, "runs"), "failed",
                     (json_int_t)nt_html_count(total, "failed"), "mismatches",
                     (json_int_t)nt_html_count(figures, "mismatches"), "cycles",
                     (json_int_t)nt_html_count(figures, "cycles"), "hit",
                     (json_int_t)nt_html_count(coverage, "hit"), "reachable",
                     (json_int_t)nt_html_count(coverage, "reachable"));
}

static int add_file(json_t *reports, const char *folder, const char *name, nt_error *error) {
    char path[PATH_MAX];
    const char *dot = strrchr(name, '.');
    if (dot == NULL || strcmp(dot, ".json") != 0) {
        return 0;
    }
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= PATH_MAX) {
        return nt_fail(error, "%s/%s: path too long", folder, name);
    }
    if (!nt_is_regular_file(path, NULL)) { /* a pipe would be waited for */
        return nt_fail(error, "%s: not a regular file", path);
    }
    json_t *report = nt_object_file_read(path, error);
    if (report == NULL) {
        return -1;
    }
    if (json_is_integer(json_object_get(report, "ntrace_report"))) {
        json_object_set_new(report, "name", json_string(name));
        json_array_append(reports, report);
    }
    json_decref(report);
    return 0;
}

static int compare(const void *a, const void *b) {
    const json_t *left = *(json_t *const *)a;
    const json_t *right = *(json_t *const *)b;
    int order = strcmp(time_of(left), time_of(right));
    return order != 0 ? order : strcmp(nt_html_text(left, "name"), nt_html_text(right, "name"));
}

static json_t *sorted(json_t *reports) {
    size_t count = json_array_size(reports);
    json_t **order = calloc(count + 1, sizeof(json_t *));
    json_t *made = order != NULL ? json_array() : NULL;
    for (size_t i = 0; made != NULL && i < count; i++) {
        order[i] = json_array_get(reports, i);
    }
    if (made != NULL && count > 0) {
        qsort(order, count, sizeof(json_t *), compare);
    }
    for (size_t i = 0; made != NULL && i < count; i++) {
        json_array_append(made, order[i]);
    }
    free(order);
    return made;
}

json_t *nt_trend_read(const char *folder, nt_error *error) {
    DIR *open = opendir(folder);
    if (open == NULL) {
        (void)nt_fail(error, "%s: %s", folder, strerror(errno));
        return NULL;
    }
    json_t *reports = json_array();
    int result = 0;
    for (const struct dirent *entry; result == 0 && (entry = readdir(open)) != NULL;) {
        result = add_file(reports, folder, entry->d_name, error);
    }
    (void)closedir(open);
    if (result == 0 && json_array_size(reports) == 0) {
        result = nt_fail(error, "%s: no report of `ntrace report --json` is there", folder);
    }
    json_t *made = result == 0 ? sorted(reports) : NULL;
    if (result == 0 && made == NULL) {
        (void)nt_fail(error, "out of memory");
    }
    json_decref(reports);
    return made;
}
