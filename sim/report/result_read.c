/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/bins.h"
#include "sim/report/result.h"
#include "sim/report/timing.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Members that a result has, with their types, those of `run` below it. */
static const struct {
    const char *member;
    json_type type;
    bool of_run;
} members[] = {
    {"run", JSON_OBJECT, false},       {"figures", JSON_OBJECT, false},
    {"witnesses", JSON_OBJECT, false}, {"bins", JSON_OBJECT, false},
    {"kind", JSON_STRING, true},       {"unit", JSON_STRING, true},
    {"build", JSON_STRING, true},      {"command", JSON_ARRAY, true},
    {"inputs", JSON_ARRAY, true},      {"parameters", JSON_OBJECT, true},
};

static int check_members(const json_t *result, const char *path, nt_error *error) {
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        const json_t *in = members[i].of_run ? json_object_get(result, "run") : result;
        const json_t *value = json_object_get(in, members[i].member);
        if (value == NULL || json_typeof(value) != members[i].type) {
            return nt_fail(error, "%s: no result file: %s%s is missing or of another type", path,
                           members[i].of_run ? "run." : "", members[i].member);
        }
    }
    const json_t *failure = json_object_get(result, "failure");
    return json_is_null(failure) || json_is_string(failure)
               ? 0
               : nt_fail(error, "%s: no result file: failure is neither null nor text", path);
}

/* Is the greatest number that counts: sums of 100,000 results stay within 63 bits. */
static const json_int_t most = (json_int_t)1 << 46;

/* All are numbers from 0 on. */
static int check_numbers(json_t *result, const char *member, const char *path, nt_error *error) {
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(result, member), name, value) {
        if (!json_is_integer(value) || json_integer_value(value) < 0 ||
            json_integer_value(value) > most) {
            return nt_fail(error, "%s: %s.%.60s is no count", path, member, name);
        }
    }
    return 0;
}

/* What differs, or what a witness finds, is a failure. */
static int check_witnesses(json_t *result, const char *path, nt_error *error) {
    static const char *const states[] = {"right", "wrong", "unused"};
    const bool failed = json_is_string(json_object_get(result, "failure"));
    const json_t *figures = json_object_get(result, "figures");
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(result, "witnesses"), name, value) {
        const char *state = json_string_value(json_object_get(value, "state"));
        bool known = false;
        for (size_t i = 0; state != NULL && i < sizeof states / sizeof states[0]; i++) {
            known |= strcmp(state, states[i]) == 0;
        }
        if (!known) {
            return nt_fail(error, "%s: witnesses.%.60s is neither right, wrong nor unused", path,
                           name);
        }
        if (!failed && strcmp(state, "wrong") == 0) {
            return nt_fail(error, "%s: witnesses.%.60s is wrong, and there is no failure", path,
                           name);
        }
    }
    return failed || json_integer_value(json_object_get(figures, "mismatches")) == 0
               ? 0
               : nt_fail(error, "%s: there are mismatches, and there is no failure", path);
}

static int check_texts(const json_t *in, const char *name, const char *path, nt_error *error) {
    const json_t *array = json_object_get(in, "command");
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (!json_is_string(json_array_get(array, i))) {
            return nt_fail(error, "%s: %s.command has a word that is no text", path, name);
        }
    }
    return json_array_size(array) > 0 ? 0 : nt_fail(error, "%s: %s.command is empty", path, name);
}

static bool is_text(const json_t *value) {
    return value == NULL || json_is_null(value) || json_is_string(value);
}

/* What it was made of, where the result says so. */
static int check_made(json_t *made, const char *path, nt_error *error) {
    static const char *const texts[] = {"program", "revision", "simulator", "machine", "time"};
    const json_t *seed = json_object_get(made, "seed");
    json_t *sources = json_object_get(made, "sources");
    const char *name;
    json_t *value;
    bool good = json_is_object(made) && (seed == NULL || json_is_integer(seed)) &&
                (sources == NULL || json_is_object(sources));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        good = good && is_text(json_object_get(made, texts[i]));
    }
    json_object_foreach(sources, name, value) {
        good = good && is_text(value);
    }
    if (!good) {
        return nt_fail(error, "%s: made: a member is of another type", path);
    }
    return json_object_get(made, "command") == NULL ? 0 : check_texts(made, "made", path, error);
}

static int check(json_t *result, const char *path, nt_error *error) {
    const json_t *version = json_object_get(result, "ntrace_result");
    json_t *made = json_object_get(result, "made");
    if (!json_is_integer(version)) {
        return nt_fail(error, "%s: no result file of ntrace", path);
    }
    if (json_integer_value(version) != NT_RESULT_VERSION) {
        return nt_fail(error,
                       "%s: a result file of version %" JSON_INTEGER_FORMAT
                       "; this ntrace reads version %d",
                       path, json_integer_value(version), NT_RESULT_VERSION);
    }
    return check_members(result, path, error) != 0 ||
                   check_texts(json_object_get(result, "run"), "run", path, error) != 0 ||
                   (made != NULL && check_made(made, path, error) != 0) ||
                   check_numbers(result, "figures", path, error) != 0 ||
                   check_numbers(result, "bins", path, error) != 0 ||
                   check_numbers(json_object_get(result, "run"), "parameters", path, error) != 0 ||
                   nt_timing_check(json_object_get(result, "diagrams"), path, error) != 0
               ? -1
               : check_witnesses(result, path, error);
}

json_t *nt_result_read(const char *path, nt_error *error) {
    json_error_t wrong;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        nt_fail(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    errno = 0;
    json_t *result = json_loadf(file, JSON_REJECT_DUPLICATES, &wrong);
    int reason = ferror(file) ? errno : 0;
    (void)fclose(file);
    if (reason != 0) {
        nt_fail(error, "%s: %s", path, strerror(reason));
    } else if (result == NULL) {
        nt_fail(error, "%s: line %d: %s", path, wrong.line, wrong.text);
    } else if (check(result, path, error) == 0) {
        return result;
    }
    json_decref(result);
    return NULL;
}
