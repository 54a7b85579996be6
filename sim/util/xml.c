/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/xml.h"

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

void nt_xml_put(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        put_char(out, *text);
    }
}
