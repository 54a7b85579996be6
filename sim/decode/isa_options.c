/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/isa_options.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    size_t offset; /* of the flag in nt_isa */
} extensions[] = {
    {"zcmp", offsetof(nt_isa, zcmp)},
    {"zcmt", offsetof(nt_isa, zcmt)},
};

static bool add_one(nt_isa *isa, const char *name, size_t length) {
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        if (strlen(extensions[i].name) == length &&
            strncasecmp(extensions[i].name, name, length) == 0) {
            *(bool *)((char *)isa + extensions[i].offset) = true;
            return true;
        }
    }
    return false;
}

int nt_isa_add(nt_isa *isa, const char *names, nt_error *error) {
    for (;;) {
        size_t length = strcspn(names, ",");
        if (!add_one(isa, names, length)) {
            return nt_fail(error, "--isa: %.*s: no such extension; zcmp and zcmt are known",
                           length < 32 ? (int)length : 32, names);
        }
        if (names[length] == '\0') {
            return 0;
        }
        names += length + 1;
    }
}

int nt_take_isa(void *place, const char *value, nt_error *error) {
    return nt_isa_add(place, value, error);
}
