/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/calls/label.h"

#include <string.h>

/* "0x", and lower case digits: printf takes ten times as long. */
static void put_address(char *to, uint64_t address) {
    unsigned digits = address == 0 ? 1 : (67U - (unsigned)__builtin_clzll(address)) / 4;
    *to++ = '0';
    *to++ = 'x';
    to[digits] = '\0';
    for (; digits > 0; address >>= 4) {
        to[--digits] = "0123456789abcdef"[address & 15];
    }
}

const char *nt_label(char label[NT_LABEL_ROOM], const nt_function *function, uint64_t address) {
    if (function == NULL) {
        put_address(label, address);
    } else {
        size_t length = strnlen(function->name, NT_LABEL_ROOM - 1);
        memcpy(label, function->name, length);
        label[length] = '\0';
    }
    return label;
}

const char *nt_label_trap(unsigned btype) {
    static const char *const name[] = {"", "trap", "exception", "interrupt"};
    return name[btype & 3];
}
