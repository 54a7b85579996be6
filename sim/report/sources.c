/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/sources.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Is what counts as a source, by the end of its name; scripts/made.py has the same. */
static const char *const suffixes[] = {".c",    ".cpp", ".def", ".h",  ".ports",
                                       ".rows", ".sv",  ".v",   ".vh", ".vlt"};

/* Names of sources, relative to the tree. */
typedef struct names {
    const char *tree;
    char **name;
    size_t count;
} names;

static bool is_source(const char *name) {
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (strcmp(dot, suffixes[i]) == 0) {
            return true;
        }
    }
    return false;
}

static int add(names *n, const char *name, nt_error *error) {
    char **more = realloc(n->name, (n->count + 1) * sizeof *more);
    if (more == NULL) {
        return nt_fail(error, "out of memory");
    }
    n->name = more;
    more[n->count] = strdup(name);
    if (more[n->count] == NULL) {
        return nt_fail(error, "out of memory");
    }
    n->count++;
    return 0;
}

static int collect(names *n, const char *folder, nt_error *error);

/* An entry of a folder, whose name ends with a slash; objects may lie among a copy of the model. */
static int take(names *n, const char *folder, const char *entry, nt_error *error) {
    char name[PATH_MAX];
    char path[PATH_MAX];
    struct stat status;
    if (entry[0] == '.' || strcmp(entry, "obj") == 0) {
        return 0;
    }
    if (snprintf(name, sizeof name, "%s%s", folder, entry) >= PATH_MAX - 1 ||
        snprintf(path, sizeof path, "%s/%s", n->tree, name) >= PATH_MAX) {
        return nt_fail(error, "%s%s: path too long", folder, entry);
    }
    if (stat(path, &status) != 0) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    if (S_ISDIR(status.st_mode)) {
        (void)strcat(name, "/");
        return collect(n, name, error);
    }
    return S_ISREG(status.st_mode) && is_source(name) ? add(n, name, error) : 0;
}

static int collect(names *n, const char *folder, nt_error *error) {
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/%s", n->tree, folder);
    DIR *open = opendir(path);
    if (open == NULL) {
        return errno == ENOENT ? 0 : nt_fail(error, "%s: %s", path, strerror(errno));
    }
    int result = 0;
    for (const struct dirent *entry; result == 0 && (entry = readdir(open)) != NULL;) {
        result = take(n, folder, entry->d_name, error);
    }
    (void)closedir(open);
    return result;
}

static int compare(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void nt_sources_line(nt_sha256 *list, const char *sum, const char *name) {
    nt_sha256_add(list, sum, strlen(sum));
    nt_sha256_add(list, "  ", 2);
    nt_sha256_add(list, name, strlen(name));
    nt_sha256_add(list, "\n", 1);
}

/* Adds a line of the folder's list. */
static int add_line(nt_sha256 *list, const char *tree, const char *name, nt_error *error) {
    char text[NT_SHA256_TEXT];
    if (nt_sources_sum(text, tree, name, error) != 0) {
        return -1;
    }
    nt_sources_line(list, text, name);
    return 0;
}

static int sum_folder(char text[NT_SHA256_TEXT], const char *tree, const char *folder,
                      nt_error *error) {
    names n = {.tree = tree};
    nt_sha256 sum;
    int result = collect(&n, folder, error);
    if (n.count > 0) {
        qsort(n.name, n.count, sizeof *n.name, compare);
    }
    nt_sha256_begin(&sum);
    for (size_t i = 0; i < n.count && result == 0; i++) {
        result = add_line(&sum, tree, n.name[i], error);
    }
    nt_sha256_end(&sum, text);
    if (n.count == 0) {
        text[0] = '\0';
    }
    for (size_t i = 0; i < n.count; i++) {
        free(n.name[i]);
    }
    free(n.name);
    return result;
}

int nt_sources_sum(char text[NT_SHA256_TEXT], const char *tree, const char *name, nt_error *error) {
    char path[PATH_MAX];
    struct stat status;
    if (name[0] != '\0' && name[strlen(name) - 1] == '/') {
        return sum_folder(text, tree, name, error);
    }
    if (snprintf(path, sizeof path, "%s/%s", tree, name) >= PATH_MAX) {
        return nt_fail(error, "%s/%s: path too long", tree, name);
    }
    text[0] = '\0';
    return stat(path, &status) != 0 ? 0 : nt_sha256_file(text, path, error);
}
