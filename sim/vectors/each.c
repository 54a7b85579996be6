/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/each.h"

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
