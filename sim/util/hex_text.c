/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/hex_text.h"

enum { LEAST = 4 };

static bool is_digit(uint8_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_between(uint8_t c) {
    return c == ' ' || c == ',' || c == '\t' || c == '\r' || c == '\n';
}

static bool begins_0x(const uint8_t *bytes, size_t left) {
    return left > 2 && bytes[0] == '0' && (bytes[1] == 'x' || bytes[1] == 'X');
}

bool nt_is_hex_text(const uint8_t *bytes, size_t size) {
    size_t at = 0, words = 0;
    while (at < size) {
        if (is_between(bytes[at])) {
            at++;
            continue;
        }
        at += begins_0x(bytes + at, size - at) ? 2 : 0;
        const size_t word = at;
        while (at < size && is_digit(bytes[at])) {
            at++;
        }
        if (at == word || ((at - word) % 2 != 0 && at != size)) {
            return false;
        }
        words++;
    }
    return size >= LEAST && words != 0;
}
