/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/judge_folder.h"

#include "sim/vectors/judge.h"
#include "sim/vectors/needs_json.h"
#include "sim/vectors/unit.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const verdicts[] = {"exact",   "conformant",     "broken",
                                       "missing", "not applicable", NULL};

/* Those of ports, then of answers, which may end as bytes do. */
const char *const nt_folder_suffixes[] = {".nti", ".NTI", ".txt", ".nex", ".hex",
                                          ".bin", ".NEX", ".HEX", ".BIN", NULL};

enum { ANSWERS = 2, BYTES = 3 };

const char *const *nt_vector_file_ends(const nt_vector_unit *unit) {
    return unit->ends != NULL ? unit->ends
                              : nt_folder_suffixes + (nt_vector_answers(unit) ? ANSWERS : BYTES);
}

const nt_vector_unit *nt_folder_unit(const json_t *judged) {
    return nt_vector_unit_named(json_string_value(json_object_get(judged, "unit")));
}

/* Without a golden model nothing is exact. */
const char *const *nt_folder_verdicts(const json_t *judged) {
    return nt_vector_is_program(nt_folder_unit(judged)) ? verdicts + 1 : verdicts;
}

/* Counting. */

static int count_one(const json_t *judged, json_t *counts, const char *name, const char *verdict) {
    const char *const *all = nt_folder_verdicts(judged);
    json_t *row = json_object_get(counts, name);
    if (row == NULL) {
        row = json_object();
        for (unsigned i = 0; all[i] != NULL; i++) {
            (void)json_object_set_new(row, all[i], json_integer(0));
        }
        if (json_object_set_new(counts, name, row) != 0) {
            return -1;
        }
    }
    const json_int_t count = json_integer_value(json_object_get(row, verdict));
    return json_object_set_new(row, verdict, json_integer(count + 1));
}

static int count(json_t *judged, const json_t *row) {
    const char *verdict = json_string_value(json_object_get(row, "verdict"));
    const json_t *features = json_object_get(row, "features");
    json_t *by_feature = json_object_get(judged, "features");
    int result = count_one(judged, judged, "total", verdict);
    result |= count_one(judged, json_object_get(judged, "clauses"),
                        json_string_value(json_object_get(row, "clause")), verdict);
    for (size_t i = 0; i < json_array_size(features); i++) {
        result |=
            count_one(judged, by_feature, json_string_value(json_array_get(features, i)), verdict);
    }
    return json_array_size(features) == 0 ? result | count_one(judged, by_feature, "none", verdict)
                                          : result;
}

/* One vector. */

/* Finds its file: 1, or 0 where there is none, or -1 with the error set. */
static int find_file(char path[PATH_MAX], const char *folder, const nt_vector *vector,
                     nt_error *error) {
    char one[PATH_MAX];
    const char *id = vector->id;
    int found = 0;
    bool is_regular = true; /* what waits for a writer would hold up all others */
    const char *const *suffix = nt_vector_file_ends(vector->unit);
    for (; *suffix != NULL; suffix++) {
        struct stat status;
        const int length = snprintf(one, sizeof one, "%s/%s%s", folder, id, *suffix);
        if (length > 0 && length < PATH_MAX && stat(one, &status) == 0) {
            memcpy(path, one, (size_t)length + 1);
            is_regular = is_regular && S_ISREG(status.st_mode);
            found++;
        }
    }
    if (found == 1 && !is_regular) {
        return nt_fail(error, "%s: not a regular file", path);
    }
    return found < 2 ? found : nt_fail(error, "%s: more than one file of %s", folder, id);
}

static int put_finding(json_t *row, const nt_vector_judgement *judgement) {
    return json_object_set_new(
               row, "rule",
               json_string(judgement->rule == NULL ? "stream.empty" : judgement->rule)) |
           json_object_set_new(row, "offset", json_integer((json_int_t)judgement->offset)) |
           json_object_set_new(row, "text", json_string(judgement->text));
}

/* Returns the verdict; NULL with the error set. */
static const char *judge_file(json_t *row, const nt_vector *vector, const char *path,
                              nt_error *error) {
    nt_vector_judgement judgement;
    if (nt_vector_judge(&judgement, vector, path, error) != 0) {
        return NULL;
    }
    if (judgement.verdict == NT_VECTOR_BROKEN && put_finding(row, &judgement) != 0) {
        nt_fail(error, "out of memory");
        return NULL;
    }
    return nt_vector_verdict_name(judgement.verdict);
}

/* Returns the verdict; NULL with the error set. */
static const char *judge_one(const nt_folder_question *question, json_t *row,
                             const nt_vector *vector, nt_error *error) {
    char path[PATH_MAX];
    char reason[NT_VECTOR_NAME];
    if (!nt_capability_applies(question->capability, vector, reason)) {
        (void)json_object_set_new(row, "reason", json_string(reason));
        return "not applicable";
    }
    switch (find_file(path, question->bytes, vector, error)) {
    case 0:
        return "missing";
    case 1:
        return judge_file(row, vector, path, error);
    default:
        return NULL;
    }
}

bool nt_folder_fails(const json_t *judged, const json_t *vector) {
    const char *verdict = json_string_value(json_object_get(vector, "verdict"));
    return strcmp(verdict, "broken") == 0 ||
           (strcmp(verdict, "missing") == 0 && json_is_false(json_object_get(judged, "partial"))) ||
           (strcmp(verdict, "conformant") == 0 && json_is_true(json_object_get(judged, "exact")));
}

static int add_vector(const nt_folder_question *question, json_t *judged, const nt_vector *vector,
                      nt_error *error) {
    json_t *row = json_pack("{s:s, s:s, s:o}", "id", vector->id, "clause", vector->clause,
                            "features", nt_vector_words_json(vector->needs.features));
    const char *verdict = judge_one(question, row, vector, error);
    if (verdict == NULL) {
        json_decref(row);
        return -1;
    }
    int result = json_object_set_new(row, "verdict", json_string(verdict));
    if (result == 0 && nt_folder_fails(judged, row)) {
        result |= json_object_set_new(judged, "failed", json_true());
    }
    result |= json_array_append_new(json_object_get(judged, "vectors"), row);
    return result == 0 && count(judged, row) == 0 ? 0 : nt_fail(error, "out of memory");
}

/* The folder. */

static bool is_one_of(const char *const *ends, const char *end) {
    while (ends != NULL && *ends != NULL && strcmp(*ends, end) != 0) {
        ends++;
    }
    return ends != NULL && *ends != NULL;
}

/* Whether a file is of a vector: read, or one that may lie beside it. */
static bool is_of(const nt_vector_list *list, const nt_vector_unit *unit, const char *file) {
    const char *end = strrchr(file, '.');
    bool found = false;
    if (end == NULL ||
        !(is_one_of(nt_vector_file_ends(unit), end) || is_one_of(unit->beside, end))) {
        return false;
    }
    for (size_t i = 0; i < list->count && !found; i++) {
        found = nt_vector_path_is(list->path[i], file, (size_t)(end - file));
    }
    return found;
}

/* Lists the files that are not read, in order of their names. */
static int add_unknown(json_t *judged, const nt_vector_list *list, const char *unit,
                       const char *folder, nt_error *error) {
    struct dirent **entries;
    const int count = scandir(folder, &entries, NULL, alphasort);
    json_t *unknown = json_object_get(judged, "unknown");
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        if (name[0] != '.' && !is_of(list, nt_vector_unit_named(unit), name)) {
            (void)json_array_append_new(unknown, json_string(name));
        }
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
    return count >= 0 ? 0 : nt_fail(error, "%s: no folder that can be read", folder);
}

static int judge_list(const nt_folder_question *question, json_t *judged,
                      const nt_vector_list *list, const char *unit, nt_error *error) {
    int result = add_unknown(judged, list, unit, question->bytes, error);
    for (size_t i = 0; i < list->count && result == 0; i++) {
        nt_vector vector;
        result = nt_vector_read(&vector, list->path[i], error);
        if (result == 0) {
            vector.base = question->base;
            result = add_vector(question, judged, &vector, error);
        }
        nt_vector_free(&vector);
    }
    return result;
}

static bool is_nothing_judged(const json_t *judged) {
    const json_t *total = json_object_get(judged, "total");
    json_int_t sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        sum += json_integer_value(json_object_get(total, verdicts[i]));
    }
    return sum == 0;
}

json_t *nt_vector_judge_folder(const nt_folder_question *question, nt_error *error) {
    nt_vector_list list;
    const char *unit = question->unit == NULL ? nt_vector_encoder.name : question->unit;
    if (nt_vector_list_read(&list, question->from, unit, error) != 0) {
        return NULL;
    }
    json_t *judged = json_pack("{s:s, s:s, s:[], s:{}, s:{}, s:[], s:b, s:b, s:b}", "encoder",
                               nt_capability_name(question->capability), "unit", unit, "vectors",
                               "clauses", "features", "unknown", "failed", 0, "partial",
                               question->partial, "exact", question->exact);
    int result = judged == NULL ? nt_fail(error, "out of memory")
                                : judge_list(question, judged, &list, unit, error);
    nt_vector_list_free(&list);
    if (result == 0 && is_nothing_judged(judged)) {
        const char *first =
            json_string_value(json_array_get(json_object_get(judged, "unknown"), 0));
        result = nt_fail(error, "%s: no file of a vector that applies%s%s", question->bytes,
                         first == NULL ? "" : "; not read: ", first == NULL ? "" : first);
    }
    if (result != 0) {
        json_decref(judged);
        return NULL;
    }
    return judged;
}
