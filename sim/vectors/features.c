/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/features.h"

#include "libntrace/util/input_file.h"
#include "sim/util/names.h"
#include "sim/vectors/vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 256 };

/* A line "NAME NUMBER  MEANING"; a comment begins with '#'. */
static int take_line(json_t *array, char *line, nt_error *error) {
    char *rest;
    const char *name = line[0] == '#' ? NULL : strtok_r(line, " ", &rest);
    if (name == NULL) {
        return 0;
    }
    char *end;
    const char *number = rest + strspn(rest, " ");
    const long long count = strtoll(number, &end, 10);
    if (end == number || *end != ' ' || count < 0) {
        return nt_fail(error, "expected NAME NUMBER MEANING");
    }
    json_t *row = json_pack("{s:s, s:I, s:s}", "name", name, "vectors", (json_int_t)count,
                            "meaning", end + strspn(end, " "));
    return json_array_append_new(array, row) == 0 ? 0 : nt_fail(error, "out of memory");
}

static int read_lines(json_t *array, const char *path, nt_error *error) {
    nt_input_file *file;
    nt_error reason = {0};
    char line[LINE];
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    int result;
    while ((result = nt_input_file_line(file, line, sizeof line, error)) > 0) {
        if (take_line(array, line, &reason) != 0) {
            result = nt_fail(error, "%s: line %llu: %s", path,
                             (unsigned long long)nt_input_file_lines(file), reason.text);
            break;
        }
    }
    nt_input_file_close(file);
    return result;
}

static int find(char path[PATH_MAX], const char *folder, const char *unit, nt_error *error) {
    char there[PATH_MAX - 32];
    if (nt_vector_folder(there, sizeof there, folder, error) != 0) {
        return -1;
    }
    (void)snprintf(path, PATH_MAX, "%s/%s/features.txt", there, unit);
    return folder == NULL || access(path, R_OK) == 0 ? 0 : find(path, NULL, unit, error);
}

json_t *nt_vector_features(const char *folder, const char *unit, nt_error *error) {
    char path[PATH_MAX];
    json_t *array = json_array();
    if (find(path, folder, unit, error) != 0 || read_lines(array, path, error) != 0) {
        json_decref(array);
        return NULL;
    }
    return array;
}

int nt_vector_feature_known(const json_t *features, const char *name, nt_error *error) {
    char names[512] = "";
    for (size_t i = 0; i < json_array_size(features); i++) {
        const char *one = json_string_value(json_object_get(json_array_get(features, i), "name"));
        if (strcmp(one, name) == 0) {
            return 0;
        }
        nt_names_add(names, sizeof names, one);
    }
    return nt_fail(error, "no such feature '%.40s'; expected one of %s", name, names);
}
