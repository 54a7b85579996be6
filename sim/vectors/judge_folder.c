/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/judge_folder.h"

#include "sim/vectors/judge.h"
#include "sim/vectors/unit.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const nt_folder_verdicts[] = {"exact",   "conformant",     "broken",
                                          "missing", "not applicable", NULL};

static const char *const suffixes[] = {".nex", ".hex", ".bin"};

enum { SUFFIXES = sizeof suffixes / sizeof suffixes[0] };

/* Counting. */

static int count_one(json_t *counts, const char *name, const char *verdict) {
    json_t *row = json_object_get(counts, name);
    if (row == NULL) {
        row = json_object();
        for (unsigned i = 0; nt_folder_verdicts[i] != NULL; i++) {
            (void)json_object_set_new(row, nt_folder_verdicts[i], json_integer(0));
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
    int result = count_one(judged, "total", verdict);
    result |= count_one(json_object_get(judged, "clauses"),
                        json_string_value(json_object_get(row, "clause")), verdict);
    for (size_t i = 0; i < json_array_size(features); i++) {
        result |= count_one(by_feature, json_string_value(json_array_get(features, i)), verdict);
    }
    return json_array_size(features) == 0 ? result | count_one(by_feature, "none", verdict)
                                          : result;
}

/* One vector. */

/* Finds its file: 1, or 0 where there is none, or -1 with the error set. */
static int find_file(char path[PATH_MAX], const char *folder, const char *id, nt_error *error) {
    char one[PATH_MAX];
    int found = 0;
    bool is_regular = true; /* what waits for a writer would hold up all others */
    for (unsigned i = 0; i < SUFFIXES; i++) {
        struct stat status;
        const int length = snprintf(one, sizeof one, "%s/%s%s", folder, id, suffixes[i]);
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
    switch (find_file(path, question->bytes, vector->id, error)) {
    case 0:
        return "missing";
    case 1:
        return judge_file(row, vector, path, error);
    default:
        return NULL;
    }
}

static bool is_failure(const nt_folder_question *question, const char *verdict) {
    return strcmp(verdict, "broken") == 0 ||
           (strcmp(verdict, "missing") == 0 && !question->partial) ||
           (strcmp(verdict, "conformant") == 0 && question->exact);
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
    if (is_failure(question, verdict)) {
        result |= json_object_set_new(judged, "failed", json_true());
    }
    result |= json_array_append_new(json_object_get(judged, "vectors"), row);
    return result == 0 && count(judged, row) == 0 ? 0 : nt_fail(error, "out of memory");
}

/* The folder. */

static bool is_of(const nt_vector_list *list, const char *file) {
    const char *end = strrchr(file, '.');
    bool found = false;
    for (size_t i = 0; i < list->count && end != NULL && !found; i++) {
        found = nt_vector_path_is(list->path[i], file, (size_t)(end - file));
    }
    return found;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The files that are not of a vector, in order of their names. */
static int add_unknown(json_t *judged, const nt_vector_list *list, const char *folder,
                       nt_error *error) {
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        return nt_fail(error, "%s: no folder that can be read", folder);
    }
    char *names[32] = {0}; /* the first ones that there are: more would not help */
    size_t known = 0;
    const struct dirent *entry;
    while ((entry = readdir(directory)) != NULL && known < 32) {
        if (entry->d_name[0] != '.' && !is_of(list, entry->d_name)) {
            names[known++] = strdup(entry->d_name);
        }
    }
    (void)closedir(directory);
    qsort(names, known, sizeof *names, by_name);
    for (size_t i = 0; i < known; i++) {
        (void)json_array_append_new(json_object_get(judged, "unknown"), json_string(names[i]));
        free(names[i]);
    }
    return 0;
}

static int judge_list(const nt_folder_question *question, json_t *judged,
                      const nt_vector_list *list, nt_error *error) {
    int result = add_unknown(judged, list, question->bytes, error);
    for (size_t i = 0; i < list->count && result == 0; i++) {
        nt_vector vector;
        result = nt_vector_read(&vector, list->path[i], error);
        if (result == 0) {
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
        sum += json_integer_value(json_object_get(total, nt_folder_verdicts[i]));
    }
    return sum == 0;
}

json_t *nt_vector_judge_folder(const nt_folder_question *question, nt_error *error) {
    nt_vector_list list;
    const char *unit = question->unit == NULL ? nt_vector_encoder.name : question->unit;
    if (nt_vector_list_read(&list, question->from, unit, error) != 0) {
        return NULL;
    }
    json_t *judged = json_pack("{s:s, s:[], s:{}, s:{}, s:[], s:b, s:b}", "encoder",
                               nt_capability_name(question->capability), "vectors", "clauses",
                               "features", "unknown", "failed", 0, "partial", question->partial);
    int result = judged == NULL ? nt_fail(error, "out of memory")
                                : judge_list(question, judged, &list, error);
    nt_vector_list_free(&list);
    if (result == 0 && is_nothing_judged(judged)) {
        result = nt_fail(error, "%s: no file of a vector that applies", question->bytes);
    }
    if (result != 0) {
        json_decref(judged);
        return NULL;
    }
    return judged;
}
