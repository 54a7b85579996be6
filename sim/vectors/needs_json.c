/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/needs_json.h"

#include <string.h>

json_t *nt_vector_words_json(const char *text) {
    json_t *array = json_array();
    for (const char *at = text + strspn(text, " "); *at != '\0'; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        (void)json_array_append_new(array, json_stringn(at, length));
        at += length;
    }
    return array;
}

int nt_vector_needs_json(json_t *object, const nt_vector_needs *needs) {
    int result = json_object_set_new(object, "mode", json_string(needs->mode));
    for (unsigned i = 0; i < NT_NEEDS && result == 0; i++) {
        result = json_object_set_new(object, nt_need_names[i], json_integer(needs->size[i]));
    }
    return result == 0
               ? json_object_set_new(object, "features", nt_vector_words_json(needs->features))
               : -1;
}
