/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/columns.h"

#include "sim/vectors/unit.h"

#include <stdio.h>

void nt_columns_add(nt_columns *columns, const char *name, nt_column column) {
    if (columns->count < NT_MOST_COLUMNS) {
        (void)snprintf(column.name, sizeof column.name, "%s", name);
        columns->column[columns->count] = column;
    }
    columns->count++;
}

int nt_columns_open(nt_columns *columns, const nt_vector *vector, nt_error *error) {
    columns->count = 0;
    columns->hold = NULL;
    columns->self = NULL;
    if (vector->unit->open_columns(columns, vector, error) != 0) {
        return -1;
    }
    return columns->count <= NT_MOST_COLUMNS ? 0
                                             : nt_fail(error, "%s: too many columns", vector->id);
}

void nt_columns_close(nt_columns *columns) {
    if (columns->self != NULL) {
        columns->close(columns->self);
        columns->self = NULL;
    }
}
