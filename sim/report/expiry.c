/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/expiry.h"

#include "sim/report/object_file.h"
#include "sim/report/sources.h"

#include <string.h>

json_t *nt_expiry_read(const char *path, nt_error *error) {
    json_t *report = nt_object_file_read(path, error);
    if (report == NULL) {
        return NULL;
    }
    if (!json_is_integer(json_object_get(report, "ntrace_report"))) {
        (void)nt_fail(error, "%s: no report of ntrace, as `ntrace report --json` writes it", path);
    } else if (!json_is_object(json_object_get(json_object_get(report, "sources"), "files")) ||
               !json_is_array(json_object_get(json_object_get(report, "sources"), "variants"))) {
        (void)nt_fail(error, "%s: the report names no sources; make it again of its results", path);
    } else {
        return report;
    }
    json_decref(report);
    return NULL;
}

/* What has become of a source; NULL: it is as it was. */
static const char *state_of(const json_t *sum, const char *now) {
    const char *then = json_string_value(sum);
    return then == NULL             ? "no checksum in the report"
           : strcmp(then, now) == 0 ? NULL
           : now[0] == '\0'         ? "is gone"
                                    : "has changed";
}

static int check_files(json_t *changed, json_t *files, const char *tree, nt_error *error) {
    const char *name;
    json_t *sum;
    int result = 0;
    json_object_foreach(files, name, sum) {
        char now[NT_SHA256_TEXT];
        result = result == 0 ? nt_sources_sum(now, tree, name, error) : result;
        const char *state = result == 0 ? state_of(sum, now) : NULL;
        if (state != NULL) {
            json_object_set_new(changed, name, json_string(state));
        }
    }
    return result;
}

/* Runs of other sources than the report's are not of those in the tree either, unless they are. */
static int check_variants(json_t *changed, const json_t *variants, const char *tree,
                          nt_error *error) {
    int result = 0;
    for (size_t i = 0; i < json_array_size(variants) && result == 0; i++) {
        json_t *variant = json_array_get(variants, i);
        if (json_integer_value(json_object_get(variant, "runs")) > 0) {
            result = check_files(changed, json_object_get(variant, "differs"), tree, error);
        }
    }
    return result;
}

json_t *nt_expiry_check(const json_t *report, const char *tree, nt_error *error) {
    const json_t *sources = json_object_get(report, "sources");
    json_t *files = json_object_get(sources, "files");
    json_t *changed = json_object();
    if (check_files(changed, files, tree, error) != 0 ||
        check_variants(changed, json_object_get(sources, "variants"), tree, error) != 0) {
        json_decref(changed);
        return NULL;
    }
    const json_int_t unknown = json_integer_value(json_object_get(sources, "unknown"));
    const int passed = json_is_true(json_object_get(report, "passed"));
    const int holds =
        passed && json_object_size(changed) == 0 && unknown == 0 && json_object_size(files) > 0;
    return json_pack("{s:b, s:b, s:I, s:o, s:I}", "holds", holds, "passed", passed, "sources",
                     (json_int_t)json_object_size(files), "changed", changed, "unknown", unknown);
}
