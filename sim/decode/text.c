/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/text.h"

#include "sim/util/utf8.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void nt_text_init(nt_text *text,
                  int (*write)(void *context, const void *bytes, size_t size, nt_error *error),
                  void *context) {
    text->write = write;
    text->context = context;
    text->used = 0;
}

int nt_text_flush(nt_text *text, nt_error *error) {
    size_t used = text->used;
    text->used = 0;
    return used == 0 ? 0 : text->write(text->context, text->buffer, used, error);
}

int nt_text_put(nt_text *text, const char *bytes, size_t size, nt_error *error) {
    while (size > 0) {
        size_t part = size < NT_TEXT_ROOM ? size : NT_TEXT_ROOM;
        if (nt_text_room(text, part, error) != 0) {
            return -1;
        }
        memcpy(text->buffer + text->used, bytes, part);
        text->used += part;
        bytes += part;
        size -= part;
    }
    return 0;
}

int nt_text_string(nt_text *text, const char *string, nt_error *error) {
    return nt_text_put(text, string, strlen(string), error);
}

int nt_text_format(nt_text *text, nt_error *error, const char *format, ...) {
    if (nt_text_room(text, NT_TEXT_ROOM, error) != 0) {
        return -1;
    }
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->buffer + text->used, NT_TEXT_ROOM, format, arguments);
    va_end(arguments);
    if (length < NT_TEXT_ROOM) {
        text->used += length > 0 ? (size_t)length : 0;
        return 0;
    }
    char *whole = NULL;
    va_start(arguments, format);
    length = vasprintf(&whole, format, arguments);
    va_end(arguments);
    if (length < 0) {
        return nt_fail(error, "out of memory");
    }
    int result = nt_text_put(text, whole, (size_t)length, error);
    free(whole);
    return result;
}

int nt_text_json(nt_text *text, const char *string, nt_error *error) {
    int result = nt_text_put(text, "\"", 1, error);
    for (const unsigned char *s = (const unsigned char *)string; result == 0 && *s != '\0';) {
        size_t size = nt_utf8_size(s);
        if (*s < 0x20 || *s == '"' || *s == '\\') {
            result = nt_text_format(text, error, "\\u%04x", *s);
        } else if (size == 0) {
            result = nt_text_put(text, "\\ufffd", 6, error);
        } else {
            result = nt_text_put(text, (const char *)s, size, error);
        }
        s += size == 0 ? 1 : size;
    }
    return result != 0 ? result : nt_text_put(text, "\"", 1, error);
}
