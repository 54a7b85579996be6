/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/names.h"

#include <stdio.h>
#include <string.h>

void nt_names_add(char *text, size_t size, const char *name) {
    size_t used = strlen(text);
    (void)snprintf(text + used, size - used, "%s%s", used == 0 ? "" : ", ", name);
}
