/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/outputs.h"
#include "sim/util/regular_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool is_one(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_same(const char *output, const char *path) {
    struct stat a;
    struct stat b;
    /* Devices, pipes and folders may be named as often as one likes. */
    return nt_is_regular_file(output, &a) && nt_is_regular_file(path, &b) && is_one(&a, &b);
}

/* The folder in which a file is, or will be; where its own name begins. */
static const char *folder_of(char folder[PATH_MAX], const char *path) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        (void)snprintf(folder, PATH_MAX, ".");
        return path;
    }
    (void)snprintf(folder, PATH_MAX, "%.*s", (int)(slash - path) + 1, path);
    return slash + 1;
}

/* Whether two outputs are one file: neither need be there yet. */
static bool is_one_place(const char *a, const char *b) {
    char folders[2][PATH_MAX];
    struct stat status[2];
    const char *name = folder_of(folders[0], a);
    if (is_same(a, b)) {
        return true;
    }
    return strcmp(name, folder_of(folders[1], b)) == 0 && stat(folders[0], &status[0]) == 0 &&
           stat(folders[1], &status[1]) == 0 && is_one(&status[0], &status[1]);
}

/* Whether a file is in a folder, or in one below it. */
static bool is_below(const char *path, const char *folder) {
    char at[PATH_MAX];
    struct stat here;
    struct stat up;
    struct stat wanted;
    (void)folder_of(at, path);
    if (stat(folder, &wanted) != 0 || stat(at, &here) != 0) {
        return false;
    }
    while (!is_one(&here, &wanted)) {
        const size_t size = strlen(at);
        if (snprintf(at + size, sizeof at - size, "/..") >= (int)(sizeof at - size) ||
            stat(at, &up) != 0 || is_one(&up, &here)) {
            return false;
        }
        here = up;
    }
    return true;
}

/* Whether a word has it as its file, also with keys: of "F,at=0x1000" F. A name may have commas;
   "-" is standard input. */
static bool names(const char *path, const char *output) {
    char head[PATH_MAX];
    bool found = is_same(output, strcmp(path, "-") == 0 ? "/dev/stdin" : path);
    for (size_t i = 1; !found && path[0] != '\0' && path[i] != '\0' && i < sizeof head; i++) {
        if (path[i] == ',') {
            memcpy(head, path, i);
            head[i] = '\0';
            found = is_same(output, head);
        }
    }
    return found;
}

/* Whether a word has the path, as it is or behind the option: "--image=F", "-iF". */
static bool word_names(const char *word, const char *output) {
    const char *value = word[0] == '-' ? strchr(word, '=') : NULL;
    const bool short_option = word[0] == '-' && word[1] != '-' && word[1] != '\0';
    return names(word, output) || (value != NULL && names(value + 1, output)) ||
           (short_option && names(word + 2, output));
}

static int check_words(const nt_option *row, const char *output, int argc, char **argv,
                       nt_error *error) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const bool own = output >= argv[i] && output <= argv[i] + strlen(argv[i]);
        if (!own && word_names(argv[i], output)) {
            return nt_fail(error, "--%s %s: '%s' is the same file; nothing was written", row->name,
                           output, argv[i]);
        }
    }
    return 0;
}

static const char *output_of(const nt_option *row, const void *options) {
    return *(const char *const *)((const char *)options + row->offset);
}

/* A device, or standard output, may be several outputs. */
static bool is_shared(const char *output) {
    struct stat status;
    return strcmp(output, "-") == 0 || (stat(output, &status) == 0 && !S_ISREG(status.st_mode));
}

static int check_others(const nt_option *table, size_t row, const void *options, const bool *given,
                        nt_error *error) {
    const char *output = output_of(&table[row], options);
    for (size_t i = 0; i < row && !is_shared(output); i++) {
        const bool written = table[i].kind == NT_OPTION_OUTPUT && given[i];
        if (written && is_one_place(output_of(&table[i], options), output)) {
            return nt_fail(error, "--%s %s: --%s is the same file; nothing was written",
                           table[row].name, output, table[i].name);
        }
    }
    return 0;
}

int nt_outputs_check(const nt_option *table, size_t count, const void *options, const bool *given,
                     int argc, char **argv, nt_error *error) {
    int result = 0;
    for (size_t i = 0; i < count && result == 0; i++) {
        if (table[i].kind == NT_OPTION_OUTPUT && given[i]) {
            result = check_words(&table[i], output_of(&table[i], options), argc, argv, error);
            result = result == 0 ? check_others(table, i, options, given, error) : result;
        }
    }
    return result;
}

static bool ends_with_one_of(const char *path, const char *const *ends) {
    const size_t size = strlen(path);
    bool found = false;
    for (; *ends != NULL && !found; ends++) {
        found = size >= strlen(*ends) && strcmp(path + size - strlen(*ends), *ends) == 0;
    }
    return found;
}

int nt_outputs_spare_folder(const char *const *outputs, size_t count, const char *folder,
                            const char *const *ends, nt_error *error) {
    for (size_t i = 0; i < count; i++) {
        if (outputs[i] != NULL && nt_is_regular_file(outputs[i], NULL) &&
            ends_with_one_of(outputs[i], ends) && is_below(outputs[i], folder)) {
            return nt_fail(error, "%s: a file of '%s', which is read; nothing was written",
                           outputs[i], folder);
        }
    }
    return 0;
}

int nt_outputs_spare(const char *output, const char *input, nt_error *error) {
    return input != NULL && is_same(output, input)
               ? nt_fail(error, "%s: would replace '%s', which is read; nothing was written",
                         output, input)
               : 0;
}

int nt_outputs_differ(const char *const *outputs, size_t count, nt_error *error) {
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i && outputs[i] != NULL && !is_shared(outputs[i]); j++) {
            if (outputs[j] != NULL && is_one_place(outputs[i], outputs[j])) {
                return nt_fail(error, "%s: named twice; nothing was written", outputs[i]);
            }
        }
    }
    return 0;
}

FILE *nt_outputs_words(const char *const *outputs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (outputs[i] != NULL && strcmp(outputs[i], "-") == 0) {
            return stderr;
        }
    }
    return stdout;
}
