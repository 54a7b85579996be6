/* SPDX-License-Identifier: Apache-2.0 */
/* Finds vectors: by unit in folders of their own. */
#include "sim/util/beside.h"
#include "sim/util/outputs.h"
#include "sim/vectors/unit.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* From the program's folder: in the sources, and installed. */
static const char *const places[] = {"../tests/vectors", "../share/ntrace/vectors"};

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int nt_vector_folder(char *path, size_t size, const char *folder, nt_error *error) {
    char beside[PATH_MAX];
    for (size_t i = 0; folder == NULL && i < sizeof places / sizeof places[0]; i++) {
        if (nt_path_beside(beside, places[i], error) != 0) {
            return -1;
        }
        if (is_folder(beside)) {
            return nt_vector_folder(path, size, beside, error);
        }
    }
    if (folder != NULL && strlen(folder) >= size) {
        return nt_fail(error, "%.60s...: path too long", folder);
    }
    if (folder != NULL) {
        memcpy(path, folder, strlen(folder) + 1);
        return is_folder(path) ? 0 : nt_fail(error, "%s: no folder", folder);
    }
    return nt_fail(error, "no vectors beside the program; --from names their folder");
}

static int add(nt_vector_list *list, char **paths, size_t count) {
    char **more = realloc(list->path, (list->count + count + 1) * sizeof *more);
    if (more == NULL) {
        return -1;
    }
    list->path = more;
    for (size_t i = 0; i < count; i++) {
        if ((list->path[list->count] = strdup(paths[i])) == NULL) {
            return -1;
        }
        list->count++;
    }
    return 0;
}

static int add_unit(nt_vector_list *list, const char *folder, const nt_vector_unit *unit,
                    nt_error *error) {
    char pattern[PATH_MAX + 64];
    glob_t files;
    (void)snprintf(pattern, sizeof pattern, "%s/%s/*.%s", folder, unit->name, unit->suffix);
    int found = glob(pattern, 0, NULL, &files);
    int result = found == 0 ? add(list, files.gl_pathv, files.gl_pathc) : 0;
    globfree(&files);
    return result == 0 && found != GLOB_NOSPACE ? 0 : nt_fail(error, "out of memory");
}

int nt_vector_list_read_any(nt_vector_list *list, const char *folder, const char *unit,
                            nt_error *error) {
    char path[PATH_MAX];
    *list = (nt_vector_list){0};
    const nt_vector_unit *of = unit == NULL ? nt_vector_unit_at(0) : nt_vector_unit_named(unit);
    if (nt_vector_folder(path, sizeof path, folder, error) != 0) {
        return -1;
    }
    if (of == NULL) {
        return nt_fail(error, "--unit %s: no such unit", unit);
    }
    for (unsigned i = 1; of != NULL; i++) {
        if (add_unit(list, path, of, error) != 0) {
            nt_vector_list_free(list);
            return -1;
        }
        of = unit == NULL ? nt_vector_unit_at(i) : NULL;
    }
    return 0;
}

int nt_vector_list_read(nt_vector_list *list, const char *folder, const char *unit,
                        nt_error *error) {
    if (nt_vector_list_read_any(list, folder, unit, error) != 0) {
        return -1;
    }
    return list->count != 0
               ? 0
               : nt_fail(error, "%s: no vectors%s%s", folder == NULL ? "the program's" : folder,
                         unit == NULL ? "" : " of the unit ", unit == NULL ? "" : unit);
}

int nt_vector_spare(const char *const *outputs, size_t count, const char *folder, nt_error *error) {
    char path[PATH_MAX];
    const char *ends[16] = {NULL};
    const nt_vector_unit *of;
    for (unsigned i = 0; (of = nt_vector_unit_at(i)) != NULL && i + 1 < sizeof ends / sizeof *ends;
         i++) {
        ends[i] = of->suffix;
    }
    return nt_vector_folder(path, sizeof path, folder, NULL) != 0
               ? 0 /* whoever reads one says so */
               : nt_outputs_spare_folder(outputs, count, path, ends, error);
}

void nt_vector_list_free(nt_vector_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->path[i]);
    }
    free(list->path);
    *list = (nt_vector_list){0};
}

const char *nt_vector_file(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

bool nt_vector_path_is(const char *path, const char *id, size_t length) {
    const char *name = nt_vector_file(path);
    return length != 0 && strncmp(name, id, length) == 0 && name[length] == '.';
}

/* A vector by its path: of one unit, if one is given. */
static int read_of(nt_vector *vector, const char *path, const nt_vector_unit *unit,
                   nt_error *error) {
    if (nt_vector_read(vector, path, error) != 0) {
        return -1;
    }
    return unit == NULL || unit == vector->unit
               ? 0
               : nt_fail(error, "%s: of unit %s, not %s", path, vector->unit->name, unit->name);
}

int nt_vector_find_of(nt_vector *vector, const char *name, const char *folder,
                      const nt_vector_unit *unit, nt_error *error) {
    nt_vector_list list;
    struct stat status;
    if (stat(name, &status) == 0 && S_ISREG(status.st_mode)) {
        return read_of(vector, name, unit, error);
    }
    memset(vector, 0, sizeof *vector);
    if (nt_vector_list_read(&list, folder, unit == NULL ? NULL : unit->name, error) != 0) {
        return -1;
    }
    int result = 1;
    for (size_t i = 0; i < list.count && result == 1; i++) {
        if (nt_vector_path_is(list.path[i], name, strlen(name))) {
            result = nt_vector_read(vector, list.path[i], error);
        }
    }
    nt_vector_list_free(&list);
    if (result == 1 && unit == &nt_vector_port) {
        return nt_fail(error, "no program %s; `ntrace kit list` has all", name);
    }
    return result == 1 ? nt_fail(error, "no vector %s; `ntrace vectors list` has all", name)
                       : result;
}

int nt_vector_find(nt_vector *vector, const char *name, const char *folder, nt_error *error) {
    return nt_vector_find_of(vector, name, folder, NULL, error);
}
