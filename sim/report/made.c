/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/made.h"

#include "sim/util/number.h"
#include "sim/util/sha256.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* In the place of what scripts/made.py writes, where a program is linked without. */
const nt_made nt_made_here __attribute__((weak)) = {0};

static json_t *member(json_t *result) {
    json_t *made = json_object_get(result, "made");
    if (made == NULL) {
        made = json_object();
        json_object_set_new(result, "made", made);
    }
    return made;
}

static void put_text(json_t *made, const char *name, const char *text) {
    json_object_set_new(made, name, text != NULL ? json_string(text) : json_null());
}

static void put_sources(json_t *made) {
    json_t *sources = json_object();
    for (const nt_made_source *s = nt_made_here.sources; s != NULL && s->name != NULL; s++) {
        put_text(sources, s->name, s->sha256);
    }
    json_object_set_new(made, "sources", sources);
}

static void put_machine(json_t *made) {
    struct utsname name;
    char text[sizeof name];
    if (uname(&name) == 0) {
        (void)snprintf(text, sizeof text, "%s, %s, %s %s", name.nodename, name.machine,
                       name.sysname, name.release);
        put_text(made, "machine", text);
    }
}

/* The usual variable for outputs that come out the same whenever they are made. */
static void put_time(json_t *made) {
    nt_error ignored = {0};
    const char *given = getenv("SOURCE_DATE_EPOCH");
    uint64_t seconds;
    struct tm parts;
    char text[32];
    time_t now = time(NULL);
    if (given != NULL &&
        nt_parse_number(&seconds, given, "SOURCE_DATE_EPOCH", 0, INT32_MAX, &ignored) == 0) {
        now = (time_t)seconds;
    }
    if (gmtime_r(&now, &parts) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0) {
        put_text(made, "time", text);
    }
}

int nt_made_put(json_t *result, nt_error *error) {
    char sum[NT_SHA256_TEXT];
    json_t *made = member(result);
    if (nt_sha256_file(sum, "/proc/self/exe", error) != 0) {
        return -1;
    }
    put_text(made, "program", sum);
    put_text(made, "revision", nt_made_here.revision);
    put_text(made, "simulator", nt_made_here.simulator);
    put_sources(made);
    put_machine(made);
    put_time(made);
    return 0;
}

void nt_made_word(json_t *result, const char *word) {
    json_t *made = member(result);
    if (json_object_get(made, "command") == NULL) {
        json_object_set_new(made, "command", json_array());
    }
    json_array_append_new(json_object_get(made, "command"), json_string(word));
}

void nt_made_program(json_t *result) {
    char self[PATH_MAX];
    char folder[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size < 0) {
        return;
    }
    self[size] = '\0';
    size_t length = getcwd(folder, sizeof folder) != NULL ? strlen(folder) : 0;
    bool below = length > 1 && strncmp(self, folder, length) == 0 && self[length] == '/';
    nt_made_word(result, below ? self + length + 1 : self);
}

void nt_made_again(json_t *result, size_t skipped) {
    const json_t *words = json_object_get(json_object_get(result, "run"), "command");
    nt_made_program(result);
    for (size_t i = skipped; i < json_array_size(words); i++) {
        nt_made_word(result, json_string_value(json_array_get(words, i)));
    }
}

void nt_made_input(json_t *result, const char *path, const char *behind) {
    json_t *words = json_object_get(member(result), "command");
    const char *slash = strrchr(path, '/');
    char word[PATH_MAX];
    (void)snprintf(word, sizeof word, "%s%s", slash != NULL ? slash + 1 : path, behind);
    for (size_t i = 1; i < json_array_size(words); i++) {
        const char *one = json_string_value(json_array_get(words, i));
        if (one != NULL && strcmp(one, word) == 0) {
            (void)snprintf(word, sizeof word, "%s%s", path, behind);
            json_array_set_new(words, i, json_string(word));
            return;
        }
    }
}

void nt_made_seed(json_t *result, uint64_t seed) {
    json_object_set_new(member(result), "seed", json_integer((json_int_t)seed));
}
