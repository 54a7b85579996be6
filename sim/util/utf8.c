/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/utf8.h"

#include <stdbool.h>

size_t nt_utf8_size(const unsigned char *s) {
    static const struct {
        unsigned char mask, value, least, most; /* of the first byte; range of the second */
        size_t size;
    } forms[] = {{0xff, 0xe0, 0xa0, 0xbf, 3}, {0xff, 0xed, 0x80, 0x9f, 3},
                 {0xf0, 0xe0, 0x80, 0xbf, 3}, {0xff, 0xf0, 0x90, 0xbf, 4},
                 {0xff, 0xf4, 0x80, 0x8f, 4}, {0xfc, 0xf0, 0x80, 0xbf, 4}};
    if (s[0] < 0x80) {
        return 1;
    }
    if (s[0] >= 0xc2 && s[0] <= 0xdf) {
        return s[1] >= 0x80 && s[1] <= 0xbf ? 2 : 0;
    }
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if ((s[0] & forms[i].mask) != forms[i].value) {
            continue;
        }
        if (s[1] < forms[i].least || s[1] > forms[i].most) {
            return 0;
        }
        for (size_t k = 2; k < forms[i].size; k++) {
            if ((s[k] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return forms[i].size;
    }
    return 0;
}

void nt_utf8_clean(char *text) {
    for (char *s = text; *s != '\0';) {
        size_t size = nt_utf8_size((const unsigned char *)s);
        bool obeyed = (unsigned char)*s < 0x20 || *s == 0x7f;
        if (size == 0 || obeyed) {
            *s = '?';
        }
        s += size == 0 ? 1 : size;
    }
}
