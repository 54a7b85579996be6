/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/number.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int nt_parse_number(uint64_t *value, const char *text, const char *what, uint64_t low,
                    uint64_t high, nt_error *error) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 0);
    bool negative = text[0] == '-'; /* strtoull takes that too */
    if (!isdigit((unsigned char)text[negative]) || *end != '\0') {
        return nt_fail(error, "%s: expected a number, got %s", what, text);
    }
    if (negative || errno != 0 || number < low || number > high) {
        return nt_fail(error, "%s: expected %" PRIu64 " to %" PRIu64 ", got %s", what, low, high,
                       text);
    }
    *value = number;
    return 0;
}

int nt_parse_range(uint64_t *first, uint64_t *last, const char *text, const char *what,
                   uint64_t high, nt_error *error) {
    char low[32];
    const char *colon = strchr(text, ':');
    if (colon == NULL || (size_t)(colon - text) >= sizeof low) {
        return nt_fail(error, "%s %s: not of the form FIRST:LAST", what, text);
    }
    memcpy(low, text, (size_t)(colon - text));
    low[colon - text] = '\0';
    if (nt_parse_number(first, low, what, 0, high, error) != 0 ||
        nt_parse_number(last, colon + 1, what, 0, high, error) != 0) {
        return -1;
    }
    if (*last < *first) {
        return nt_fail(error, "%s %s: the last comes before the first", what, text);
    }
    return 0;
}

int nt_parse_xlen(unsigned *xlen, const char *text, nt_error *error) {
    bool is32 = strcmp(text, "32") == 0;
    *xlen = is32 ? 32 : 64;
    return is32 || strcmp(text, "64") == 0 ? 0 : nt_fail(error, "--xlen %s: 32 or 64", text);
}
