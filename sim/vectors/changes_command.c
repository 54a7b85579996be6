/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace vectors changes */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/unit.h"

#include <stdio.h>
#include <string.h>

typedef struct changes_options {
    const char *old;
    const char *from;
    const char *unit;
    bool json;
    bool help;
} changes_options;

static const nt_option table[] = {
    NT_OPERAND(changes_options, old, "OLD"),
    NT_OPTION_JSON(changes_options),
    NT_OPTION_HELP(changes_options),
    {"unit", 'u', NT_OPTION_TEXT, offsetof(changes_options, unit), 0, 0, NULL, "U",
     "those of one unit"},
    NT_VECTORS_FROM(changes_options),
};

typedef struct changes {
    size_t old; /* vectors of the older folder */
    size_t added, removed, changed;
    json_t *list; /* NULL: lines are printed */
} changes;

static int put(changes *c, const char *what, const nt_vector *vector, unsigned before,
               const char *where, nt_error *error) {
    if (c->list != NULL) {
        json_t *row = json_pack("{s:s, s:s, s:s, s:i, s:i, s:s}", "id", vector->id, "unit",
                                vector->unit->name, "change", what, "before", (int)before,
                                "version", (int)vector->version, "in", where);
        return json_array_append_new(c->list, row) == 0 ? 0 : nt_fail(error, "out of memory");
    }
    printf("%-8s %s", what, vector->id);
    if (*where != '\0') {
        printf("  version %u to %u: %s", before, vector->version, where);
    }
    putchar('\n');
    return 0;
}

static int put_one(changes *c, size_t *count, const char *what, const char *path, nt_error *error) {
    nt_vector vector;
    int result = nt_vector_read(&vector, path, error);
    if (result == 0) {
        (*count)++;
        result = put(c, what, &vector, 0, "", error);
    }
    nt_vector_free(&vector);
    return result;
}

static bool expect_the_same(const nt_vector *a, const nt_vector *b) {
    return a->size == b->size && (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

/* What follows from the version: its cycles, or its bytes, are others. */
static int compare(changes *c, const char *old, const char *new, nt_error *error) {
    nt_vector before;
    nt_vector now;
    int result = nt_vector_read(&before, old, error);
    memset(&now, 0, sizeof now);
    if (result == 0) {
        result = nt_vector_read(&now, new, error);
    }
    const bool same = result == 0 && expect_the_same(&before, &now);
    if (result == 0 && (before.version != now.version || !same)) {
        c->changed++;
        result = put(c, "changed", &now, before.version,
                     same ? "cycles or code" : "what is expected", error);
    }
    nt_vector_free(&before);
    nt_vector_free(&now);
    return result;
}

/* Both lists are in order of their names within each unit's folder. */
static int order(const char *a, const char *b) {
    return strcmp(nt_vector_file(a), nt_vector_file(b));
}

static int merge(changes *c, const nt_vector_list *old, const nt_vector_list *new,
                 nt_error *error) {
    size_t i = 0;
    size_t k = 0;
    int result = 0;
    while (result == 0 && (i < old->count || k < new->count)) {
        int sign = i == old->count ? 1 : k == new->count ? -1 : order(old->path[i], new->path[k]);
        if (sign == 0) {
            result = compare(c, old->path[i++], new->path[k++], error);
        } else if (sign < 0) {
            result = put_one(c, &c->removed, "removed", old->path[i++], error);
        } else {
            result = put_one(c, &c->added, "added", new->path[k++], error);
        }
    }
    return result;
}

static int merge_unit(changes *c, const changes_options *options, const char *unit,
                      nt_error *error) {
    nt_vector_list old;
    nt_vector_list new;
    if (nt_vector_list_read_any(&old, options->old, unit, error) != 0) {
        return -1;
    }
    c->old += old.count;
    int result = nt_vector_list_read_any(&new, options->from, unit, error);
    if (result == 0) {
        result = merge(c, &old, &new, error);
        nt_vector_list_free(&new);
    }
    nt_vector_list_free(&old);
    return result;
}

static int merge_all(changes *c, const changes_options *options, nt_error *error) {
    int result = 0;
    if (options->unit != NULL) {
        return merge_unit(c, options, options->unit, error);
    }
    for (unsigned i = 0; result == 0 && nt_vector_unit_at(i) != NULL; i++) {
        result = merge_unit(c, options, nt_vector_unit_at(i)->name, error);
    }
    return result;
}

static int run_command(void *place, nt_error *error) {
    const changes_options *options = place;
    json_t *object = options->json ? json_pack("{s:[]}", "changes") : NULL;
    changes c = {.list = json_object_get(object, "changes")};
    int result = merge_all(&c, options, error);
    if (result == 0 && c.old == 0) {
        result = nt_fail(error, "%s: no vectors", options->old);
    }
    if (result == 0 && options->json) {
        result = nt_command_json(object, error);
    } else if (result == 0) {
        printf("%zu added, %zu removed, %zu changed\n", c.added, c.removed, c.changed);
    }
    json_decref(object);
    return result;
}

const nt_command nt_vectors_changes = {
    .name = "vectors changes",
    .summary = "print what changed since an older folder of vectors",
    .about = "Compare the vectors with those of an older folder: added, removed, and changed, with "
             "both\n"
             "versions. A version is one more with each change of what goes in or comes out.\n",
    NT_COMMAND_OPTIONS(table, changes_options),
    .run = run_command,
};
