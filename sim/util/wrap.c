/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/wrap.h"

#include <stdbool.h>
#include <string.h>

/* How much of the text fits into `room`: up to a blank or line break, if one is there. */
static size_t fit(const char *text, size_t length, size_t room) {
    size_t size = length;
    if (size <= room) {
        return size;
    }
    for (size = room; size > 0 && text[size] != ' ' && text[size] != '\n'; size--) {
    }
    return size != 0 ? size : strcspn(text, " \n");
}

void nt_wrap(FILE *out, const char *text) {
    const size_t room = NT_WRAP_WIDTH - NT_WRAP_INDENT;
    size_t size = fit(text, strlen(text), room);
    fprintf(out, "%.*s\n", (int)size, text);
    while (text[size] != '\0') {
        text += size + 1;
        size = fit(text, strlen(text), room);
        fprintf(out, "%*s%.*s\n", NT_WRAP_INDENT, "", (int)size, text);
    }
}

/* The length of the lines that are one paragraph; of a line that begins with a blank, or is empty,
   that of this line. */
static size_t paragraph(const char *text) {
    size_t size = strcspn(text, "\n");
    const bool alone = size == 0 || text[0] == ' ';
    while (!alone && text[size] == '\n' && strchr(" \n", text[size + 1]) == NULL) {
        size += 1 + strcspn(text + size + 1, "\n");
    }
    return size;
}

static void print_line(FILE *out, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        (void)fputc(text[i] == '\n' ? ' ' : text[i], out);
    }
    (void)fputc('\n', out);
}

void nt_fill(FILE *out, const char *text) {
    while (*text != '\0') {
        size_t left = paragraph(text);
        const bool as_it_is = text[0] == ' ';
        do {
            const size_t size = as_it_is ? left : fit(text, left, NT_WRAP_WIDTH);
            print_line(out, text, size);
            const size_t taken = size < left ? size + 1 : size;
            left -= taken;
            text += taken;
        } while (left > 0);
        text += *text == '\n';
    }
}
