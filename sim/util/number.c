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
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || errno != 0) {
        return nt_fail(error, "%s %s: not a number", what, text);
    }
    if (number < low || number > high) {
        return nt_fail(error, "%s %s: takes %" PRIu64 " to %" PRIu64, what, text, low, high);
    }
    *value = number;
    return 0;
}

int nt_parse_xlen(unsigned *xlen, const char *text, nt_error *error) {
    bool is32 = strcmp(text, "32") == 0;
    *xlen = is32 ? 32 : 64;
    return is32 || strcmp(text, "64") == 0 ? 0 : nt_fail(error, "--xlen %s: 32 or 64", text);
}
