/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/isa/register_name.h"

#include "libntrace/program/insn_table.h"

#include <stdio.h>
#include <string.h>

static uint16_t find(const char names[NT_REGISTERS][8], const char *name, char letter) {
    char plain[8];
    for (unsigned i = 0; i < NT_REGISTERS; i++) {
        (void)snprintf(plain, sizeof plain, "%c%u", letter, i);
        if (strcmp(name, names[i]) == 0 || strcmp(name, plain) == 0) {
            return (uint16_t)i;
        }
    }
    return NT_REGISTERS;
}

uint16_t nt_register_of(const char *name) {
    return strcmp(name, "fp") == 0 ? 8 : find(nt_register_names, name, 'x');
}

uint16_t nt_float_register_of(const char *name) {
    return find(nt_float_register_names, name, 'f');
}
