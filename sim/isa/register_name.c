/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/isa/register_name.h"

#include <stdio.h>
#include <string.h>

static const char integer_names[NT_REGISTERS][5] = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};

static const char float_names[NT_REGISTERS][5] = {
    "ft0", "ft1", "ft2", "ft3", "ft4",  "ft5",  "ft6", "ft7", "fs0",  "fs1",  "fa0",
    "fa1", "fa2", "fa3", "fa4", "fa5",  "fa6",  "fa7", "fs2", "fs3",  "fs4",  "fs5",
    "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
};

const char *nt_integer_register_name(unsigned number) {
    return integer_names[number];
}

const char *nt_float_register_name(unsigned number) {
    return float_names[number];
}

static uint16_t find(const char names[NT_REGISTERS][5], const char *name, char letter) {
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
    return strcmp(name, "fp") == 0 ? 8 : find(integer_names, name, 'x');
}

uint16_t nt_float_register_of(const char *name) {
    return find(float_names, name, 'f');
}
