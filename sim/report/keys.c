/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/keys.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char **nt_sorted_keys(json_t *object) {
    const char **keys = malloc((json_object_size(object) + 1) * sizeof *keys);
    size_t used = 0;
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        if (keys != NULL) {
            keys[used++] = key;
        }
    }
    if (keys != NULL) {
        qsort(keys, used, sizeof *keys, compare);
    }
    return keys;
}

json_t *nt_sorted(json_t *object) {
    const char **keys = nt_sorted_keys(object);
    json_t *made = keys != NULL ? json_object() : NULL;
    for (size_t i = 0; made != NULL && i < json_object_size(object); i++) {
        json_object_set(made, keys[i], json_object_get(object, keys[i]));
    }
    free(keys);
    return made;
}
