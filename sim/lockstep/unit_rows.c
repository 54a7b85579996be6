/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/lockstep/unit_rows.h"

#include "sim/util/names.h"

#include <string.h>

const nt_unit_row *nt_unit_row_find(const char *name, nt_error *error) {
    char names[sizeof error->text] = "";
    for (const nt_unit_row *row = nt_unit_rows; row->name != NULL; row++) {
        if (strcmp(row->name, name) == 0) {
            return row;
        }
        nt_names_add(names, sizeof names, row->name);
    }
    (void)nt_fail(error, "no such unit '%s'; expected one of %s", name, names);
    return NULL;
}

static bool has(const nt_unit_row *unit, const char *build) {
    for (const char *const *one = unit->builds; *one != NULL; one++) {
        if (strcmp(*one, build) == 0) {
            return true;
        }
    }
    return false;
}

const char *nt_unit_row_build(const nt_unit_row *unit, const char *build, unsigned xlen,
                              nt_error *error) {
    const char *of_hart = xlen == 32 ? "rv32" : "rv64";
    if (build == NULL) {
        return has(unit, of_hart) ? of_hart : unit->builds[0];
    }
    if (has(unit, build)) {
        return build;
    }
    char names[sizeof error->text] = "";
    for (const char *const *one = unit->builds; *one != NULL; one++) {
        nt_names_add(names, sizeof names, *one);
    }
    (void)nt_fail(error, "unit %s has no build '%s'; expected one of %s", unit->name, build, names);
    return NULL;
}
