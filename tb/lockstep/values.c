/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/values.h"

#include <string.h>

uint64_t nt_value_of(const nt_value *values, const char *name) {
    for (; values->name != NULL; values++) {
        if (strcmp(values->name, name) == 0) {
            return values->value;
        }
    }
    return 0;
}

const char *nt_values_config(const nt_value *values, nt_config *config) {
    *config = (nt_config){.name = "own"};
    for (const nt_config_parameter *p = nt_config_parameters; p->name != NULL; p++) {
        uint64_t value = nt_value_of(values, p->name);
        if (value > UINT8_MAX) {
            return "a parameter is more than 255";
        }
        *((uint8_t *)config + p->offset) = (uint8_t)value;
    }
    return nt_config_complaint(config);
}
