/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/gather.h"

#include "sim/report/count.h"
#include "sim/report/keys.h"
#include "sim/report/merge.h"
#include "sim/report/result.h"
#include "sim/report/rtl_coverage.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct nt_gather {
    nt_merge *merge;
    nt_rtl_coverage *rtl;
    json_t *damaged; /* by name of the file and what is wrong with it: how many */
    bool partial;
};

nt_gather *nt_gather_new(bool partial) {
    nt_gather *g = calloc(1, sizeof *g);
    if (g == NULL) {
        return NULL;
    }
    g->merge = nt_merge_new();
    g->rtl = nt_rtl_coverage_new();
    g->damaged = json_object();
    g->partial = partial;
    if (g->merge == NULL || g->rtl == NULL) {
        nt_gather_free(g);
        return NULL;
    }
    return g;
}

void nt_gather_free(nt_gather *g) {
    if (g != NULL) {
        nt_merge_free(g->merge);
        nt_rtl_coverage_free(g->rtl);
        json_decref(g->damaged);
        free(g);
    }
}

/* Notes a file that is left out, without its folder. */
static void note(nt_gather *g, const char *path, const char *reason) {
    const char *slash = strrchr(path, '/');
    size_t size = strlen(path);
    char text[sizeof(nt_error) + NAME_MAX];
    reason += strncmp(reason, path, size) == 0 ? size : 0;
    (void)snprintf(text, sizeof text, "%s%s", slash != NULL ? slash + 1 : path, reason);
    nt_count(g->damaged, text, 1);
}

static int add_result(nt_gather *g, const char *path, nt_error *error) {
    nt_error reason = {0};
    json_t *result = nt_result_read(path, g->partial ? &reason : error);
    if (result == NULL && g->partial) {
        note(g, path, reason.text);
        return 0;
    }
    return result != NULL ? nt_merge_add(g->merge, result, path, error) : -1;
}

static int add_other(nt_gather *g, const char *path, nt_error *error) {
    if (!g->partial) {
        return nt_fail(error, "%s: not a regular file", path);
    }
    note(g, path, ": not a regular file");
    return 0;
}

static int add_folder(nt_gather *g, const char *folder, nt_error *error);

static bool ends_with(const char *name, const char *end) {
    size_t size = strlen(name);
    return size > strlen(end) && strcmp(name + size - strlen(end), end) == 0;
}

static int add_entry(nt_gather *g, const char *folder, const char *name, nt_error *error) {
    char path[PATH_MAX];
    struct stat status;
    if (name[0] == '.') {
        return 0;
    }
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= PATH_MAX) {
        return nt_fail(error, "%s/%s: path too long", folder, name);
    }
    const bool is_there = stat(path, &status) == 0;
    if (is_there && S_ISDIR(status.st_mode)) {
        return add_folder(g, path, error);
    }
    if (!ends_with(name, ".json") && !ends_with(name, ".dat")) {
        return 0;
    }
    if (is_there && !S_ISREG(status.st_mode)) { /* a pipe would be waited for */
        return add_other(g, path, error);
    }
    return ends_with(name, ".json") ? add_result(g, path, error) : nt_gather_add(g, path, error);
}

static int add_folder(nt_gather *g, const char *folder, nt_error *error) {
    DIR *open = opendir(folder);
    if (open == NULL) {
        return nt_fail(error, "%s: %s", folder, strerror(errno));
    }
    int result = 0;
    for (const struct dirent *entry; result == 0 && (entry = readdir(open)) != NULL;) {
        result = add_entry(g, folder, entry->d_name, error);
    }
    (void)closedir(open);
    return result;
}

int nt_gather_add(nt_gather *g, const char *path, nt_error *error) {
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        return add_folder(g, path, error);
    }
    return nt_rtl_coverage_is(path) ? nt_rtl_coverage_file(g->rtl, path, error)
                                    : add_result(g, path, error);
}

int nt_gather_sources(nt_gather *g, const char *tree, const char *excluded, nt_error *error) {
    if (nt_rtl_coverage_sources(g->rtl, tree, error) != 0 ||
        nt_merge_sources(g->merge, tree, error) != 0) {
        return -1;
    }
    return excluded != NULL ? nt_rtl_coverage_exclude(g->rtl, excluded, error) : 0;
}

/* In the order of their names, whatever the order in which they came. */
static json_t *in_order(json_t *damaged) {
    const char *name;
    json_t *number;
    json_int_t count = 0;
    json_object_foreach(damaged, name, number) {
        count += json_integer_value(number);
    }
    return json_pack("{s:I, s:o}", "count", count, "files", nt_sorted(damaged));
}

json_t *nt_gather_report(nt_gather *g, nt_error *error) {
    json_t *report = nt_merge_report(g->merge, error);
    json_t *rtl = nt_rtl_coverage_json(g->rtl);
    if (report != NULL && rtl != NULL) {
        json_object_set(report, "rtl", rtl);
    }
    json_decref(rtl);
    if (report != NULL && json_object_size(g->damaged) > 0) {
        json_object_set_new(report, "damaged", in_order(g->damaged));
        json_object_set_new(report, "passed", json_false());
    }
    return report;
}
