/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/xml.h"

#include "sim/util/utf8.h"

#include <inttypes.h>
#include <stdint.h>

static void put_char(FILE *out, char c) {
    switch (c) {
    case '<':
        fputs("&lt;", out);
        break;
    case '>':
        fputs("&gt;", out);
        break;
    case '&':
        fputs("&amp;", out);
        break;
    case '"':
        fputs("&quot;", out);
        break;
    default:
        fputc(c < ' ' || c > '~' ? '?' : c, out);
        break;
    }
}

/* The number of a character of `size` bytes. */
static uint32_t number_of(const unsigned char *s, size_t size) {
    uint32_t number = s[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        number = number << 6 | (s[i] & 0x3fu);
    }
    return number;
}

/* A character of several bytes. Returns how many it takes; 0: it cannot stand there. */
static size_t put_number(FILE *out, const unsigned char *s) {
    enum { FIRST_PRINTED = 0xa0, LAST_OF_XML = 0xfffd, FIRST_BEYOND_NONE = 0x10000 };
    const size_t size = nt_utf8_size(s);
    const uint32_t number = size > 1 ? number_of(s, size) : 0;
    if (number < FIRST_PRINTED || (number > LAST_OF_XML && number < FIRST_BEYOND_NONE)) {
        return 0;
    }
    fprintf(out, "&#%" PRIu32 ";", number);
    return size;
}

void nt_xml_put(FILE *out, const char *text) {
    while (*text != '\0') {
        const size_t size = put_number(out, (const unsigned char *)text);
        if (size == 0) {
            put_char(out, *text);
        }
        text += size == 0 ? 1 : size;
    }
}
