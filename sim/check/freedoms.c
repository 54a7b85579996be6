/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/freedoms.h"

#include <string.h>

const nt_freedom nt_freedom_table[NT_FREEDOMS] = {
#define FREEDOM(name, id, clause, open, seen) [NT_FREEDOM_##name] = {id, clause, open, seen},
#include "sim/check/freedoms.def"
#undef FREEDOM
};

_Static_assert(NT_FREEDOMS <= 64, "a set of freedoms has 64 bits");

int nt_freedom_find(const char *id) {
    for (int i = 0; i < NT_FREEDOMS; i++) {
        if (strcmp(nt_freedom_table[i].id, id) == 0) {
            return i;
        }
    }
    return -1;
}

void nt_freedoms_list(FILE *out) {
    for (unsigned i = 0; i < NT_FREEDOMS; i++) {
        const nt_freedom *freedom = &nt_freedom_table[i];
        fprintf(out, "%s\t%s\t%s\t%s\n", freedom->id, freedom->clause, freedom->open,
                freedom->seen);
    }
}
