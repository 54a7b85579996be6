/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/capability.h"

#include "sim/util/toml.h"
#include "sim/vectors/features.h"
#include "sim/vectors/unit.h"

#include <stdio.h>
#include <string.h>

/* The keys of the file. */
typedef enum kind { TEXT, NAMES, NUMBERS, NUMBER } kind;

typedef struct key {
    const char *name;
    kind kind;
    int least;                 /* of a number */
    const char *const *values; /* NULL: any */
} key;

static const char *const modes[] = {"btm", "htm", NULL};

static const key keys[] = {
    {"name", TEXT, 0, NULL},      {"mode", NAMES, 0, modes},    {"xlen", NUMBERS, 0, NULL},
    {"address", NUMBER, 1, NULL}, {"iretire", NUMBER, 1, NULL}, {"itype", NUMBER, 1, NULL},
    {"blocks", NUMBER, 1, NULL},  {"features", NAMES, 0, NULL}, {"without", NAMES, 0, NULL},
};

enum { KEYS = sizeof keys / sizeof keys[0] };

static const key *key_named(const char *name) {
    for (unsigned i = 0; i < KEYS; i++) {
        if (strcmp(keys[i].name, name) == 0) {
            return &keys[i];
        }
    }
    return NULL;
}

static bool is_listed(const char *const *values, const char *word) {
    while (*values != NULL && strcmp(*values, word) != 0) {
        values++;
    }
    return *values != NULL;
}

static int check_name(const key *key, const char *name, const json_t *features, nt_error *error) {
    if (key->values == NULL) {
        return nt_vector_feature_known(features, name, error);
    }
    return is_listed(key->values, name)
               ? 0
               : nt_fail(error, "no such mode '%.40s'; expected btm or htm", name);
}

static int check_value(const key *key, const json_t *value, const json_t *features,
                       nt_error *error) {
    const bool named = key->kind == NAMES;
    if (named ? !json_is_string(value) : !json_is_integer(value)) {
        static const char *const expected[] = {
            [TEXT] = "a text", [NAMES] = "texts", [NUMBERS] = "integers", [NUMBER] = "an integer"};
        return nt_fail(error, "expected %s", expected[key->kind]);
    }
    const json_int_t number = json_integer_value(value);
    if (strcmp(key->name, "xlen") == 0 && number != 32 && number != 64) {
        return nt_fail(error, "expected 32 or 64");
    }
    if (!named && (number < key->least || number > 255)) {
        return nt_fail(error, "expected %d to 255", key->least);
    }
    return named ? check_name(key, json_string_value(value), features, error) : 0;
}

/* One value may stand for an array of one. The error does not name the key. */
static int check_key(json_t *table, const key *key, const json_t *features, nt_error *error) {
    json_t *value = json_object_get(table, key->name);
    if (key->kind == TEXT) {
        return json_is_string(value) ? 0 : nt_fail(error, "expected a text");
    }
    if (key->kind != NUMBER && !json_is_array(value)) {
        value = json_pack("[O]", value);
        if (json_object_set_new(table, key->name, value) != 0) {
            return nt_fail(error, "out of memory");
        }
    }
    if (key->kind == NUMBER) {
        return check_value(key, value, features, error);
    }
    const bool some = key->kind == NUMBERS || key->values != NULL;
    int result = some && json_array_size(value) == 0 ? nt_fail(error, "expected at least one") : 0;
    for (size_t i = 0; i < json_array_size(value) && result == 0; i++) {
        result = check_value(key, json_array_get(value, i), features, error);
    }
    return result;
}

static int check_table(json_t *table, const char *path, const json_t *features, nt_error *error) {
    nt_error reason = {0};
    for (void *at = json_object_iter(table); at != NULL; at = json_object_iter_next(table, at)) {
        const char *name = json_object_iter_key(at);
        const key *key = key_named(name);
        if (key == NULL) {
            return nt_fail(error,
                           "%s: no such key '%.40s'; expected name, mode, xlen, address, iretire, "
                           "itype, blocks, features or without",
                           path, name);
        }
        if (check_key(table, key, features, &reason) != 0) {
            return nt_fail(error, "%s: %s: %s", path, name, reason.text);
        }
    }
    return json_object_get(table, "features") == NULL || json_object_get(table, "without") == NULL
               ? 0
               : nt_fail(error, "%s: features and without: expected one of the two", path);
}

/* Adds the words of a list "A,B". */
static int add_words(json_t *array, const char *name, const char *list, nt_error *error) {
    char words[NT_VECTOR_SHOWS];
    char *rest;
    if (strlen(list) >= sizeof words) {
        return nt_fail(error, "--%s: too long", name);
    }
    memcpy(words, list, strlen(list) + 1);
    for (char *word = strtok_r(words, ",", &rest); word != NULL;
         word = strtok_r(NULL, ",", &rest)) {
        const bool number = strcmp(name, "xlen") == 0;
        const int xlen = strcmp(word, "32") == 0 ? 32 : strcmp(word, "64") == 0 ? 64 : 0;
        (void)json_array_append_new(array, number ? json_integer(xlen) : json_string(word));
    }
    return 0;
}

/* An option in place of what the file has; `without` adds to it. */
static int take_option(json_t *table, const char *name, const nt_capability_lists *lists,
                       const json_t *features, nt_error *error) {
    nt_error reason = {0};
    if (lists->count == 0) {
        return 0;
    }
    json_t *old = json_object_get(table, name);
    json_t *array = strcmp(name, "without") == 0 && old != NULL ? json_incref(old) : json_array();
    int result = 0;
    for (unsigned i = 0; i < lists->count && result == 0; i++) {
        result = add_words(array, name, lists->list[i], error);
    }
    if (json_object_set_new(table, name, array) != 0) {
        return nt_fail(error, "out of memory");
    }
    if (result != 0) {
        return -1;
    }
    return check_key(table, key_named(name), features, &reason) == 0
               ? 0
               : nt_fail(error, "--%s: %s", name, reason.text);
}

static int read_all(nt_capability *capability, const nt_capability_words *words,
                    const json_t *features, nt_error *error) {
    capability->table = words->have != NULL ? nt_toml_read(words->have, error) : json_object();
    if (capability->table == NULL ||
        (words->have != NULL &&
         check_table(capability->table, words->have, features, error) != 0)) {
        return -1;
    }
    const struct {
        const char *name;
        const nt_capability_lists *lists;
    } options[] = {{"mode", &words->mode}, {"xlen", &words->xlen}, {"without", &words->without}};
    int result = 0;
    for (unsigned i = 0; i < sizeof options / sizeof options[0] && result == 0; i++) {
        result = take_option(capability->table, options[i].name, options[i].lists, features, error);
    }
    return result;
}

int nt_capability_take(void *place, const char *value, nt_error *error) {
    nt_capability_lists *lists = place;
    if (lists->count == NT_CAPABILITY_LISTS) {
        return nt_fail(error, "%s: --mode, --xlen and --without are given at most %d times each",
                       value, NT_CAPABILITY_LISTS);
    }
    lists->list[lists->count++] = value;
    return 0;
}

int nt_capability_read(nt_capability *capability, const nt_capability_words *words,
                       const char *folder, const char *unit, nt_error *error) {
    capability->table = NULL;
    if (words->have == NULL && words->mode.count == 0 && words->xlen.count == 0 &&
        words->without.count == 0) {
        return 0;
    }
    const nt_vector_unit *of = unit == NULL ? &nt_vector_encoder : nt_vector_unit_named(unit);
    if (of == NULL || !of->asks) {
        return nt_fail(error, "--unit %s: --have, --mode, --xlen and --without are of the encoder",
                       unit);
    }
    json_t *features = nt_vector_features(folder, of->name, error);
    int result = features == NULL ? -1 : read_all(capability, words, features, error);
    json_decref(features);
    return result;
}

void nt_capability_free(nt_capability *capability) {
    json_decref(capability->table);
    capability->table = NULL;
}

const char *nt_capability_name(const nt_capability *capability) {
    const char *name = json_string_value(json_object_get(capability->table, "name"));
    return name != NULL ? name : "";
}

/* Which vectors apply. */

static bool has(const json_t *array, const char *word) {
    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *one = json_string_value(json_array_get(array, i));
        if (one != NULL && strcmp(one, word) == 0) {
            return true;
        }
    }
    return false;
}

static bool mode_applies(const json_t *table, const nt_vector_needs *needs, char *reason) {
    const json_t *array = json_object_get(table, "mode");
    for (unsigned i = 0; array != NULL && modes[i] != NULL; i++) {
        if (strstr(needs->mode, modes[i]) != NULL && !has(array, modes[i])) {
            (void)snprintf(reason, NT_VECTOR_NAME, "mode %s", modes[i]);
            return false;
        }
    }
    return true;
}

static bool xlen_applies(const json_t *table, const nt_vector_needs *needs, char *reason) {
    const json_t *array = json_object_get(table, "xlen");
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (json_integer_value(json_array_get(array, i)) == needs->size[NT_NEED_XLEN]) {
            return true;
        }
    }
    (void)snprintf(reason, NT_VECTOR_NAME, "xlen %u", needs->size[NT_NEED_XLEN]);
    return array == NULL;
}

static bool sizes_apply(const json_t *table, const nt_vector_needs *needs, char *reason) {
    for (unsigned i = NT_NEED_XLEN + 1; i < NT_NEEDS; i++) {
        const json_t *most = json_object_get(table, nt_need_names[i]);
        if (most != NULL && needs->size[i] > (uint64_t)json_integer_value(most)) {
            (void)snprintf(reason, NT_VECTOR_NAME, "%s %u", nt_need_names[i], needs->size[i]);
            return false;
        }
    }
    return true;
}

static bool features_apply(const json_t *table, const nt_vector_needs *needs, char *reason) {
    const json_t *with = json_object_get(table, "features");
    const json_t *without = json_object_get(table, "without");
    char words[NT_NEEDS_FEATURES];
    char *rest;
    memcpy(words, needs->features, sizeof words);
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        if ((with != NULL && !has(with, word)) || has(without, word)) {
            (void)snprintf(reason, NT_VECTOR_NAME, "feature %s", word);
            return false;
        }
    }
    return true;
}

bool nt_capability_applies(const nt_capability *capability, const nt_vector *vector,
                           char reason[NT_VECTOR_NAME]) {
    const json_t *table = capability->table;
    const nt_vector_needs *needs = &vector->needs;
    reason[0] = '\0';
    if (table == NULL) {
        return true;
    }
    if (!vector->unit->asks || !needs->known) {
        (void)snprintf(reason, NT_VECTOR_NAME, "%s",
                       !vector->unit->asks ? "another unit" : "it does not say what it needs");
        return false;
    }
    return mode_applies(table, needs, reason) && xlen_applies(table, needs, reason) &&
           sizes_apply(table, needs, reason) && features_apply(table, needs, reason);
}
