/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/calls/label.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *nt_label(char label[NT_LABEL_ROOM], const nt_function *function, uint64_t address) {
    if (function == NULL) {
        (void)snprintf(label, NT_LABEL_ROOM, "0x%" PRIx64, address);
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
