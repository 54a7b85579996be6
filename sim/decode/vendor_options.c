/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/vendor_options.h"

#include "ntrace/messages.h"

#include <stdio.h>
#include <string.h>

enum { NAMES = 128 };

static const char *all_names(char text[NAMES]) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned vendor = 1; vendor < NT_VENDORS && used < NAMES; vendor++) {
        used += (size_t)snprintf(text + used, NAMES - used, "%s%s", used == 0 ? "" : ", ",
                                 nt_quirks_get(vendor)->name);
    }
    return text;
}

int nt_take_vendor(void *place, const char *value, nt_error *error) {
    char names[NAMES];
    unsigned vendor = nt_quirks_find(value);
    if (vendor == NT_VENDOR_NONE) {
        return nt_fail(error, "--vendor %s: no such vendor; expected: %s", value, all_names(names));
    }
    *(uint8_t *)place = (uint8_t)vendor;
    return 0;
}
