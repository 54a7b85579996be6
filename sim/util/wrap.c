/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/wrap.h"

#include <string.h>

/* How much of the text fits into a line: up to a blank, if one is there. */
static size_t fit(const char *text) {
    const size_t room = NT_WRAP_WIDTH - NT_WRAP_INDENT;
    size_t size = strlen(text);
    if (size <= room) {
        return size;
    }
    for (size = room; size > 0 && text[size] != ' '; size--) {
    }
    return size != 0 ? size : strcspn(text, " ");
}

void nt_wrap(FILE *out, const char *text) {
    size_t size = fit(text);
    fprintf(out, "%.*s\n", (int)size, text);
    while (text[size] != '\0') {
        text += size + 1;
        size = fit(text);
        fprintf(out, "%*s%.*s\n", NT_WRAP_INDENT, "", (int)size, text);
    }
}
