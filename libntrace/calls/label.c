/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/calls/label.h"

#include <string.h>

/* "0x", and lower case digits: printf takes ten times as long. Returns where they end. */
static char *put_address(char *to, uint64_t address) {
    unsigned digits = address == 0 ? 1 : (67U - (unsigned)__builtin_clzll(address)) / 4;
    *to++ = '0';
    *to++ = 'x';
    char *end = to + digits;
    for (; digits > 0; address >>= 4) {
        to[--digits] = "0123456789abcdef"[address & 15];
    }
    return end;
}

char *nt_label_end(char label[NT_LABEL_ROOM], const nt_function *function, uint64_t address) {
    if (function == NULL) {
        return put_address(label, address);
    }
    size_t length = strnlen(function->name, NT_LABEL_ROOM - 1);
    memcpy(label, function->name, length);
    return label + length;
}

const char *nt_label(char label[NT_LABEL_ROOM], const nt_function *function, uint64_t address) {
    *nt_label_end(label, function, address) = '\0';
    return label;
}

const char *nt_label_trap(unsigned btype) {
    static const char *const name[] = {"", "trap", "exception", "interrupt"};
    return name[btype & 3];
}
