/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/unit.h"

#include <stddef.h>
#include <string.h>

int64_t nt_unit_parameter_of(const nt_unit *unit, const char *name) {
    for (const nt_unit_parameter *p = unit->parameters; p != NULL && p->name != NULL; p++) {
        if (strcmp(p->name, name) == 0) {
            return p->value;
        }
    }
    return 0;
}
