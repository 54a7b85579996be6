/* SPDX-License-Identifier: Apache-2.0 */
/* Splits the lines of comma-separated text: a header that names the columns, then rows. */
#ifndef NT_RECORDING_CSV_H
#define NT_RECORDING_CSV_H

#include <stddef.h>

enum { NT_CSV_COLUMNS = 256 };

/* Holds the fields of a line: `count` of them, in the line's own memory. */
typedef struct nt_csv {
    size_t count;
    char *field[NT_CSV_COLUMNS];
} nt_csv;

/* Splits a line, which it changes; a field may be quoted ("a, b"). Returns NULL, or what is wrong
   with the line. */
const char *nt_csv_split(nt_csv *csv, char *line);

#endif
