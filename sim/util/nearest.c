/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/nearest.h"

#include <string.h>

enum { MOST = 24, FAR = 99, NEAR = 3 };

/* How many letters are to be changed, added or left out to make one word of the other. */
static unsigned distance(const char *a, const char *b) {
    unsigned row[MOST + 1];
    size_t width = strlen(b);
    if (width > MOST || strlen(a) > MOST) {
        return FAR;
    }
    for (unsigned i = 0; i <= width; i++) {
        row[i] = i;
    }
    for (unsigned line = 1; *a != '\0'; a++, line++) {
        unsigned before = row[0];
        row[0] = line;
        for (unsigned i = 1; i <= width; i++) {
            unsigned changed = before + (*a != b[i - 1]);
            unsigned other = (row[i] < row[i - 1] ? row[i] : row[i - 1]) + 1;
            before = row[i];
            row[i] = changed < other ? changed : other;
        }
    }
    return row[width];
}

void nt_nearest_try(nt_nearest *nearest, const char *word) {
    unsigned least = nearest->word == NULL ? NEAR : nearest->changes; /* more is another word */
    unsigned far = distance(nearest->typed, word);
    if (far < least && far < strlen(nearest->typed)) {
        nearest->changes = far;
        nearest->word = word;
    }
}
