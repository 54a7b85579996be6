/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/variants.h"

#include "sim/report/count.h"
#include "sim/report/keys.h"
#include "sim/report/sources.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct nt_variants {
    json_t *sets;   /* by the text of the sources: `sources`, `runs`, `number` */
    json_t *files;  /* the report's sources: sums by name */
    json_t *tables; /* the variants, by number */
    json_int_t unknown;
    bool tree;
};

nt_variants *nt_variants_new(void) {
    nt_variants *v = calloc(1, sizeof *v);
    if (v != NULL) {
        v->sets = json_object();
        v->files = json_object();
        v->tables = json_array();
    }
    return v;
}

void nt_variants_free(nt_variants *v) {
    if (v != NULL) {
        json_decref(v->sets);
        json_decref(v->files);
        json_decref(v->tables);
        free(v);
    }
}

static json_t *sources_of(const json_t *result) {
    return json_object_get(json_object_get(result, "made"), "sources");
}

/* The key of sources among the sets: a checksum of their text. */
static bool key_of(char key[NT_SHA256_TEXT], const json_t *sources) {
    char *text = json_dumps(sources, JSON_COMPACT | JSON_SORT_KEYS);
    nt_sha256 sum;
    key[0] = '\0';
    if (text != NULL) {
        nt_sha256_begin(&sum);
        nt_sha256_add(&sum, text, strlen(text));
        nt_sha256_end(&sum, key);
    }
    free(text);
    return text != NULL;
}

const char *nt_variants_add(nt_variants *v, json_t *result) {
    char key[NT_SHA256_TEXT];
    json_t *sources = sources_of(result);
    if (json_object_size(sources) == 0) {
        return "";
    }
    if (!key_of(key, sources)) {
        return NULL;
    }
    json_t *set = json_object_get(v->sets, key);
    if (set == NULL) {
        set = json_pack("{s:O, s:i, s:i, s:s}", "sources", sources, "runs", 0, "number", 0, "key",
                        key);
        json_object_set_new(v->sets, key, set);
    }
    json_object_set(json_object_get(result, "made"), "sources", json_object_get(set, "sources"));
    nt_count(set, "runs", 1);
    return json_string_value(json_object_get(set, "key"));
}

/* ---- the report's sources ---- */

/* By name the number of runs of each sum. */
static json_t *tally(const nt_variants *v) {
    json_t *names = json_object();
    const char *key;
    json_t *set;
    json_object_foreach(v->sets, key, set) {
        const char *name;
        json_t *sum;
        json_object_foreach(json_object_get(set, "sources"), name, sum) {
            if (json_object_get(names, name) == NULL) {
                json_object_set_new(names, name, json_object());
            }
            nt_count(json_object_get(names, name), json_string_value(sum),
                     json_integer_value(json_object_get(set, "runs")));
        }
    }
    return names;
}

/* The sum that most runs have; of equally many the first by its digits. */
static const char *most_frequent(json_t *sums) {
    const char *best = NULL;
    const char *sum;
    json_t *runs;
    json_object_foreach(sums, sum, runs) {
        json_int_t more = best == NULL ? 1
                                       : json_integer_value(runs) -
                                             json_integer_value(json_object_get(sums, best));
        if (more > 0 || (more == 0 && strcmp(sum, best) < 0)) {
            best = sum;
        }
    }
    return best;
}

int nt_variants_tree(nt_variants *v, const char *tree, nt_error *error) {
    json_t *names = tally(v);
    const char *name;
    json_t *sums;
    int result = 0;
    v->tree = true;
    json_object_foreach(names, name, sums) {
        char text[NT_SHA256_TEXT];
        result = result == 0 ? nt_sources_sum(text, tree, name, error) : result;
        if (result == 0) {
            json_object_set_new(v->files, name, json_string(text));
        }
    }
    json_decref(names);
    return result;
}

/* ---- variants ---- */

/* What a set has otherwise than the report. */
static json_t *difference(const nt_variants *v, const json_t *set) {
    json_t *differs = json_object();
    const char *name;
    json_t *sum;
    json_object_foreach(json_object_get(set, "sources"), name, sum) {
        if (!json_equal(sum, json_object_get(v->files, name))) {
            json_object_set(differs, name, sum);
        }
    }
    return differs;
}

static bool begins(const char *name, const char *begin) {
    return strncmp(name, begin, strlen(begin)) == 0;
}

/* What a source is a part of. */
static const char *part_of(const char *name) {
    return begins(name, "rtl/") ? "rtl" : begins(name, "model/") ? "model" : "bench";
}

/* Of all sources of a part, in the order of their names: SHA-256 of lines "SUM  NAME". */
static void put_sum(json_t *sums, const char *part, json_t *files, const json_t *differs) {
    const char **names = nt_sorted_keys(files);
    bool any = false;
    char text[NT_SHA256_TEXT];
    nt_sha256 list;
    nt_sha256_begin(&list);
    for (size_t i = 0; names != NULL && i < json_object_size(files); i++) {
        const json_t *other = json_object_get(differs, names[i]);
        const json_t *sum = other != NULL ? other : json_object_get(files, names[i]);
        if (strcmp(part_of(names[i]), part) == 0) {
            nt_sources_line(&list, json_string_value(sum), names[i]);
            any = true;
        }
    }
    nt_sha256_end(&list, text);
    json_object_set_new(sums, part, json_string(any ? text : ""));
    free(names);
}

static json_t *table_of(const nt_variants *v, json_t *differs) {
    json_t *sums = json_object();
    put_sum(sums, "rtl", v->files, differs);
    put_sum(sums, "model", v->files, differs);
    put_sum(sums, "bench", v->files, differs);
    return json_pack("{s:i, s:i, s:O, s:o, s:{}, s:{}, s:{}}", "runs", 0, "failed", 0, "differs",
                     differs, "sums", sums, "revisions", "simulators", "machines");
}

/* Numbers the sets by what they have otherwise, in the order of that as text. */
static int number_sets(nt_variants *v, json_t *by_text, nt_error *error) {
    const char **texts = nt_sorted_keys(by_text);
    if (texts == NULL) {
        return nt_fail(error, "out of memory");
    }
    for (size_t i = 0; i < json_object_size(by_text); i++) {
        const json_t *group = json_object_get(by_text, texts[i]);
        json_t *differs = json_object_get(group, "differs");
        json_int_t number = 0;
        if (json_object_size(differs) > 0) {
            number = (json_int_t)json_array_size(v->tables);
            json_array_append_new(v->tables, table_of(v, differs));
        }
        for (size_t k = 0; k < json_array_size(json_object_get(group, "sets")); k++) {
            json_object_set_new(json_array_get(json_object_get(group, "sets"), k), "number",
                                json_integer(number));
        }
    }
    free(texts);
    return 0;
}

static void group_sets(const nt_variants *v, json_t *by_text) {
    const char *key;
    json_t *set;
    json_object_foreach(v->sets, key, set) {
        json_t *differs = difference(v, set);
        char *text = json_dumps(differs, JSON_COMPACT | JSON_SORT_KEYS);
        json_t *group = json_object_get(by_text, text != NULL ? text : "");
        if (group == NULL) {
            group = json_pack("{s:O, s:[]}", "differs", differs, "sets");
            json_object_set_new(by_text, text != NULL ? text : "", group);
        }
        json_array_append(json_object_get(group, "sets"), set);
        json_decref(differs);
        free(text);
    }
}

int nt_variants_sort(nt_variants *v, nt_error *error) {
    if (!v->tree) {
        json_t *names = tally(v);
        const char *name;
        json_t *sums;
        json_object_foreach(names, name, sums) {
            json_object_set_new(v->files, name, json_string(most_frequent(sums)));
        }
        json_decref(names);
    }
    json_t *none = json_object();
    json_array_append_new(v->tables, table_of(v, none));
    json_decref(none);
    json_t *by_text = json_object();
    group_sets(v, by_text);
    int result = number_sets(v, by_text, error);
    json_decref(by_text);
    return result;
}

static void note(json_t *table, const char *member, const json_t *made, const char *name) {
    const char *text = json_string_value(json_object_get(made, name));
    if (text != NULL) {
        nt_count(json_object_get(table, member), text, 1);
    }
}

static void note_time(json_t *table, const json_t *made) {
    const json_t *time = json_object_get(made, "time");
    const char *first = json_string_value(json_object_get(table, "first"));
    const char *last = json_string_value(json_object_get(table, "last"));
    const char *text = json_string_value(time);
    if (text != NULL && (first == NULL || strcmp(text, first) < 0)) {
        json_object_set_new(table, "first", json_string(text));
    }
    if (text != NULL && (last == NULL || strcmp(text, last) > 0)) {
        json_object_set_new(table, "last", json_string(text));
    }
}

int nt_variants_number(nt_variants *v, const char *key, const json_t *result) {
    const json_t *made = json_object_get(result, "made");
    if (key[0] == '\0') {
        v->unknown++;
        return -1;
    }
    json_int_t number =
        json_integer_value(json_object_get(json_object_get(v->sets, key), "number"));
    json_t *table = json_array_get(v->tables, (size_t)number);
    nt_count(table, "runs", 1);
    nt_count(table, "failed", !json_is_null(json_object_get(result, "failure")));
    note(table, "revisions", made, "revision");
    note(table, "simulators", made, "simulator");
    note(table, "machines", made, "machine");
    note_time(table, made);
    return (int)number;
}

json_t *nt_variants_json(const nt_variants *v) {
    return json_pack("{s:O, s:O, s:I, s:b}", "files", v->files, "variants", v->tables, "unknown",
                     v->unknown, "tree", (int)v->tree);
}
