/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    const char *const *left = a;
    const char *const *right = b;
    return strcmp(*left, *right);
}

void nt_names_sort(const char **names, size_t count) {
    qsort(names, count, sizeof *names, compare);
}

bool nt_names_twice(const char *const *names, size_t count, const char *name) {
    size_t low = 0;
    for (size_t high = count; low < high;) { /* the first that is not before it */
        size_t middle = low + (high - low) / 2;
        if (strcmp(names[middle], name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low + 1 < count && strcmp(names[low + 1], name) == 0;
}

int nt_names_put_copy(nt_text *text, const nt_program *program, const nt_function *function,
                      nt_error *error) {
    const nt_image_spec *image = nt_program_image_spec(program, function->image);
    if (nt_text_format(text, error, " (0x%" PRIx64 ", %s", function->start, image->path) != 0 ||
        (image->offset != 0 &&
         nt_text_format(text, error, ",offset=0x%" PRIx64, image->offset) != 0)) {
        return -1;
    }
    return nt_text_string(text, ")", error);
}
