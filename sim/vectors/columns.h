/* SPDX-License-Identifier: Apache-2.0 */
/* Shows a vector's ingress as columns: every pin, every block's or lane's; of the encoder the
   control fields too. */
#ifndef NT_VECTORS_COLUMNS_H
#define NT_VECTORS_COLUMNS_H

#include "sim/vectors/vector.h"

enum { NT_MOST_COLUMNS = 512, NT_COLUMN_NAME = 48 };

typedef struct nt_column {
    char name[NT_COLUMN_NAME]; /* of a block's pin with the block's number: iaddr_0 */
    uint8_t width;             /* bits; 0: the port lacks it, and it is 0 */
    uint8_t kind;              /* the unit's own, as `block` and `index` */
    uint8_t block;
    uint16_t index;
} nt_column;

typedef struct nt_columns {
    nt_column column[NT_MOST_COLUMNS];
    size_t count;
    const char *hold; /* what of the port says that a cycle's inputs were taken; NULL: all are */
    void *self;       /* the unit's own */
    /* Goes on to the next cycle. Returns 1; 0 at the end; -1 with the error set. */
    int (*next)(void *self, nt_error *error);
    /* Returns the value of a column in the cycle. */
    uint64_t (*value)(const void *self, const nt_column *column);
    void (*close)(void *self);
} nt_columns;

/* Opens them. Returns 0, or -1 with the error set; nt_columns_close in any case. */
int nt_columns_open(nt_columns *columns, const nt_vector *vector, nt_error *error);
void nt_columns_close(nt_columns *columns);

/* Adds one. */
void nt_columns_add(nt_columns *columns, const char *name, nt_column column);

/* Returns its hexadecimal digits, 1 at least. */
static inline int nt_column_digits(const nt_column *column) {
    return column->width == 0 ? 1 : (column->width + 3) / 4;
}

#endif
