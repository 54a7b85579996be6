/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers text output and formats the few things that are printed a million times. */
#ifndef NT_DECODE_TEXT_H
#define NT_DECODE_TEXT_H

#include "libntrace/util/error.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    NT_TEXT_BUFFER = 1 << 16,
    NT_TEXT_ROOM = 1 << 12, /* maximum of one nt_text_room */
};

typedef struct nt_text {
    int (*write)(void *context, const void *bytes, size_t size, nt_error *error); /* 0, or -1 */
    void *context;
    size_t used;
    char buffer[NT_TEXT_BUFFER];
} nt_text;

/* Initializes a text with its output. The caller owns both; the output is complete only after
   nt_text_flush. */
void nt_text_init(nt_text *text,
                  int (*write)(void *context, const void *bytes, size_t size, nt_error *error),
                  void *context);

/* Writes the buffer. Returns 0, or -1 with the error set. */
int nt_text_flush(nt_text *text, nt_error *error);

/* Makes room for `size` more bytes, at most NT_TEXT_ROOM. The functions below that cannot fail
   write into such room. Returns 0, or -1 with the error set. */
static inline int nt_text_room(nt_text *text, size_t size, nt_error *error) {
    return text->used + size <= NT_TEXT_BUFFER ? 0 : nt_text_flush(text, error);
}

static inline void nt_text_char(nt_text *text, char c) {
    text->buffer[text->used++] = c;
}

/* Writes "0x", then lower case digits without leading zeros: at most 18 characters. Returns where
   the next one goes. */
static inline char *nt_text_hex_at(char *to, uint64_t value) {
    unsigned digits = value == 0 ? 1 : (67u - (unsigned)__builtin_clzll(value)) / 4;
    *to++ = '0';
    *to++ = 'x';
    for (unsigned i = digits; i > 0; i--) {
        to[i - 1] = "0123456789abcdef"[value & 15];
        value >>= 4;
    }
    return to + digits;
}

static inline void nt_text_hex(nt_text *text, uint64_t value) {
    text->used = (size_t)(nt_text_hex_at(text->buffer + text->used, value) - text->buffer);
}

/* Writes decimal digits, at most 20, up to `end`. Returns where they begin. */
static inline char *nt_text_decimal_before(char *end, uint64_t value) {
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    for (; value >= 100; value /= 100) {
        end -= 2;
        memcpy(end, &pairs[2 * (value % 100)], 2);
    }
    end -= value >= 10 ? 2 : 1;
    if (value >= 10) {
        memcpy(end, &pairs[2 * value], 2);
    } else {
        *end = (char)('0' + value);
    }
    return end;
}

/* Writes decimal digits, with spaces before them up to `width`; at most 20 characters, or `width`.
 */
static inline void nt_text_decimal(nt_text *text, uint64_t value, unsigned width) {
    char digits[20];
    const char *first = nt_text_decimal_before(digits + sizeof digits, value);
    size_t count = (size_t)(digits + sizeof digits - first);
    size_t spaces = count < width ? width - count : 0;
    memset(text->buffer + text->used, ' ', spaces);
    memcpy(text->buffer + text->used + spaces, first, count);
    text->used += spaces + count;
}

static inline void nt_text_spaces(nt_text *text, size_t count) {
    memset(text->buffer + text->used, ' ', count);
    text->used += count;
}

/* Writes bytes or a string of any length. Returns 0, or -1 with the error set. */
int nt_text_put(nt_text *text, const char *bytes, size_t size, nt_error *error);
int nt_text_string(nt_text *text, const char *string, nt_error *error);
int nt_text_format(nt_text *text, nt_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Writes a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. */
int nt_text_json(nt_text *text, const char *string, nt_error *error);

#endif
