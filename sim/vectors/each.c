/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/each.h"

#include "sim/util/options.h"

static int take_path(const nt_capability *capability, const char *path, nt_vector_taker take,
                     void *context, nt_error *error) {
    char reason[NT_VECTOR_NAME];
    nt_vector vector;
    int result = nt_vector_read(&vector, path, error);
    if (result == 0 && nt_capability_applies(capability, &vector, reason)) {
        result = take(context, &vector, error);
    }
    nt_vector_free(&vector);
    return result;
}

int nt_vector_each(const nt_vector_choice *choice, nt_vector_taker take, void *context,
                   nt_error *error) {
    nt_vector_list list = {0};
    nt_capability capability = {0};
    int result = nt_capability_read(&capability, &choice->words, choice->from, choice->unit, error);
    if (result == 0) {
        result = nt_vector_list_read(&list, choice->from, choice->unit, error);
    }
    for (size_t i = 0; i < list.count && result == 0; i++) {
        result = take_path(&capability, list.path[i], take, context, error);
    }
    nt_vector_list_free(&list);
    nt_capability_free(&capability);
    return result;
}

/* ---- lists ---- */

typedef struct listing {
    const nt_vector_lister *lister;
    json_t *array; /* NULL: as text */
} listing;

static int list_one(void *context, nt_vector *vector, nt_error *error) {
    const listing *all = context;
    if (all->array == NULL) {
        all->lister->print(vector);
        return 0;
    }
    return json_array_append_new(all->array, all->lister->json(vector)) == 0
               ? 0
               : nt_fail(error, "out of memory");
}

int nt_vector_list_each(const nt_vector_lister *lister, const nt_vector_choice *choice, bool json,
                        nt_error *error) {
    json_t *object = json ? json_pack("{s:[]}", lister->key) : NULL;
    listing all = {lister, json_object_get(object, lister->key)};
    int result = nt_vector_each(choice, list_one, &all, error);
    if (result == 0 && json) {
        result = nt_command_json(object, error);
    }
    json_decref(object);
    return result;
}
