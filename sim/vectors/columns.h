/* Lists the columns of a vector's ingress: every pin, every block's, and the control fields. */
#ifndef NT_VECTORS_COLUMNS_H
#define NT_VECTORS_COLUMNS_H

#include "model/control/control.h"
#include "sim/ingress/pins.h"
#include "sim/vectors/vector.h"

enum { NT_MOST_COLUMNS = 512, NT_COLUMN_NAME = 48 };

typedef struct nt_column {
    char name[NT_COLUMN_NAME]; /* of a block's pin with the block's number: iaddr_0 */
    uint8_t width;             /* bits; 0: the port lacks it, and it is 0 */
    uint8_t kind;              /* of a cycle's pin, a block's, or a control field */
    uint8_t block;
    uint16_t index; /* in the table of its kind */
} nt_column;

typedef struct nt_columns {
    nt_column column[NT_MOST_COLUMNS];
    size_t count;
    nt_control control; /* in the cycle at hand */
} nt_columns;

/* Lists a vector's: control fields of filters and comparators only where the vector writes them.
   Returns 0, or -1 with the error set. */
int nt_columns_init(nt_columns *columns, const nt_vector *vector, nt_error *error);

/* Takes a cycle's writes, before its values are read. */
void nt_columns_take(nt_columns *columns, const nt_cycle *cycle);

/* Returns the value of a column in the cycle taken last. */
uint64_t nt_columns_value(const nt_columns *columns, size_t index, const nt_cycle *cycle);

/* Returns its hexadecimal digits, 1 at least. */
static inline int nt_column_digits(const nt_column *column) {
    return column->width == 0 ? 1 : (column->width + 3) / 4;
}

#endif
