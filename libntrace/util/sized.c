/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/sized.h"

#include "libntrace/util/error.h"

#include <string.h>

int nt_sized_copy(void *to, size_t room, const void *from, size_t first, nt_error *error) {
    size_t size;
    memcpy(&size, from, sizeof size);
    if (size == 0) {
        size = first;
    }
    if (size < first) {
        return nt_fail_as(error, NT_ERROR_ARGUMENT, "options of %zu bytes: at least %zu", size,
                          first);
    }
    for (size_t i = room; i < size; i++) {
        if (((const char *)from)[i] != 0) {
            return nt_fail_as(error, NT_ERROR_ARGUMENT,
                              "options that this version of the library does not have");
        }
    }
    memset(to, 0, room);
    memcpy(to, from, size < room ? size : room);
    return 0;
}
