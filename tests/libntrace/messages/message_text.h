/* Messages written as text become bytes, so that a test can be read: "9 SYNC=5 I-CNT=0
   F-ADDR=0x800; 3 I-CNT=4". A message is its TCODE and its fields in the order written; nothing is
   checked, so that wrong messages can be made too. NAME=VALUE/BITS sends a field wider than it need
   be, NAME=ones/BITS that many ones; "hex 24 15" are bytes as they are. */
#ifndef NT_TESTS_MESSAGE_TEXT_H
#define NT_TESTS_MESSAGE_TEXT_H

#include "ntrace/messages.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text_stream {
    uint8_t bytes[4096];
    size_t size;
    unsigned bits; /* of the last byte that are used; 0: the next bit starts a byte */
} text_stream;

static void text_put_bit(text_stream *stream, bool bit) {
    if (stream->bits == 0) {
        assert(stream->size < sizeof stream->bytes);
        stream->bytes[stream->size++] = 0;
    }
    stream->bytes[stream->size - 1] |= (uint8_t)((unsigned)bit << (2 + stream->bits));
    stream->bits = (stream->bits + 1) % 6;
}

static nt_field text_field(const char *name, size_t size) {
    for (unsigned field = 1; field < NT_FIELDS; field++) {
        if (strlen(nt_fields[field].name) == size &&
            memcmp(nt_fields[field].name, name, size) == 0) {
            return (nt_field)field;
        }
    }
    (void)fprintf(stderr, "no field %.*s\n", (int)size, name);
    abort();
}

/* "NAME=VALUE[/BITS]"; returns what is behind it. */
static const char *text_put_field(text_stream *stream, const char *text) {
    size_t name = strcspn(text, "=");
    nt_field field = text_field(text, name);
    bool fixed = nt_fields[field].kind == NT_FIXED;
    bool ones = strncmp(text + name + 1, "ones", 4) == 0;
    char *end = (char *)(uintptr_t)(text + name + 5);
    uint64_t value = ones ? 0 : strtoull(text + name + 1, &end, 0);
    unsigned width = 1;
    while (width < 64 && value >> width != 0) {
        width++;
    }
    if (*end == '/') {
        width = (unsigned)strtoul(end + 1, &end, 10);
    } else if (fixed) {
        width = nt_fields[field].width;
    }
    for (unsigned i = 0; i < width; i++) {
        text_put_bit(stream, ones || (i < 64 && (value >> i & 1) != 0));
    }
    if (!fixed) {
        stream->bits = 0;
        stream->bytes[stream->size - 1] |= 1;
    }
    return end;
}

static const char *text_put_hex(text_stream *stream, const char *text) {
    while (isxdigit((unsigned char)text[strspn(text, " ")])) {
        char *end;
        stream->bytes[stream->size++] = (uint8_t)strtoul(text, &end, 16);
        text = end;
    }
    return text;
}

static const char *text_put_message(text_stream *stream, const char *text) {
    char *end;
    unsigned long tcode = strtoul(text, &end, 10);
    stream->bits = 0;
    for (unsigned i = 0; i < 6; i++) {
        text_put_bit(stream, (tcode >> i & 1) != 0);
    }
    text = end;
    while (text[strspn(text, " ")] != '\0' && text[strspn(text, " ")] != ';') {
        text = text_put_field(stream, text + strspn(text, " "));
    }
    stream->bytes[stream->size - 1] |= 3;
    return text;
}

static void text_put(text_stream *stream, const char *text) {
    for (;;) {
        text += strspn(text, " ;");
        if (*text == '\0') {
            return;
        }
        text = strncmp(text, "hex", 3) == 0 ? text_put_hex(stream, text + 3)
                                            : text_put_message(stream, text);
    }
}

#endif
