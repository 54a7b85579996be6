/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/outputs.h"
#include "sim/util/regular_file.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

static bool is_same(const char *output, const char *path) {
    struct stat a;
    struct stat b;
    /* Devices, pipes and folders may be named as often as one likes. */
    return nt_is_regular_file(output, &a) && nt_is_regular_file(path, &b) && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* "F,at=0x1000" is the file F, unless there is one of the whole name. */
static bool names(const char *path, const char *output) {
    char head[PATH_MAX];
    const size_t length = strcspn(path, ",");
    if (is_same(output, path)) {
        return true;
    }
    if (path[length] != ',' || length >= sizeof head) {
        return false;
    }
    memcpy(head, path, length);
    head[length] = '\0';
    return is_same(output, head);
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

/* Of two outputs neither need be there yet. A device may be both. */
static int check_others(const nt_option *table, size_t row, const void *options, const bool *given,
                        nt_error *error) {
    const char *output = output_of(&table[row], options);
    struct stat status;
    const bool shared =
        strcmp(output, "-") == 0 || (stat(output, &status) == 0 && !S_ISREG(status.st_mode));
    for (size_t i = 0; i < row && !shared; i++) {
        const bool written = table[i].kind == NT_OPTION_OUTPUT && given[i];
        if (written && strcmp(output_of(&table[i], options), output) == 0) {
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
