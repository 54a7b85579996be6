/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/register_name.h"

#include "libntrace/program/insn_table.h"
#include "sim/tandem/text.h"

#include <stdio.h>
#include <string.h>

/* `first`: the number of the first one in a trace. */
static uint16_t find(const char *name, char letter, unsigned first) {
    char abi[NT_CSR_NAME];
    char plain[8];
    for (unsigned i = 0; i < NT_REGISTERS; i++) {
        nt_tandem_register_name((uint16_t)(first + i), abi);
        (void)snprintf(plain, sizeof plain, "%c%u", letter, i);
        if (strcmp(name, abi) == 0 || strcmp(name, plain) == 0) {
            return (uint16_t)i;
        }
    }
    return NT_REGISTERS;
}

uint16_t nt_register_of(const char *name) {
    return strcmp(name, "fp") == 0 ? 8 : find(name, 'x', NT_TANDEM_GPR);
}

uint16_t nt_float_register_of(const char *name) {
    return find(name, 'f', NT_TANDEM_FPR);
}
