/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes that a vector expects. */
#include "sim/vectors/unit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

static int digit(char c) {
    return isdigit((unsigned char)c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int nt_vector_expect(nt_vector *vector, const void *bytes, size_t size, nt_error *error) {
    for (size_t i = 0; i < size; i++) {
        if ((vector->size & (vector->size - 1)) == 0) {
            size_t most = vector->size == 0 ? 1 : 2 * vector->size;
            uint8_t *more = most > MOST_BYTES ? NULL : realloc(vector->bytes, most);
            if (more == NULL) {
                return nt_fail(error, "too many bytes");
            }
            vector->bytes = more;
        }
        vector->bytes[vector->size++] = ((const uint8_t *)bytes)[i];
    }
    return 0;
}

int nt_vector_take_bytes(nt_vector *vector, const char *text, nt_error *error) {
    if (strcmp(text, "nothing") == 0) {
        return 0;
    }
    while (digit(text[0]) >= 0 && digit(text[1]) >= 0 && text[2] == ' ') {
        uint8_t byte = (uint8_t)(digit(text[0]) << 4 | digit(text[1]));
        if (nt_vector_expect(vector, &byte, 1, error) != 0) {
            return -1;
        }
        text += 3;
    }
    vector->messages++;
    return *text == ' ' ? 0 : nt_fail(error, "no bytes with two blanks behind them");
}
