/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/csv.h"

#include <stdbool.h>
#include <string.h>

/* Takes a quoted field, at whose quote `*at` stands, and moves it over the quote; "" is one. */
static const char *take_quoted(char **at, char **field) {
    char *from = *at + 1;
    char *to = *at;
    *field = *at;
    for (; *from != '\0'; from++) {
        if (*from == '"' && *++from != '"') {
            *to = '\0';
            *at = from;
            return *from == '\0' || *from == ',' ? NULL : "text after a quoted field";
        }
        *to++ = *from;
    }
    return "a quote that does not end";
}

static char *trim(char *field) {
    field += strspn(field, " \t");
    size_t length = strlen(field);
    while (length > 0 && (field[length - 1] == ' ' || field[length - 1] == '\t')) {
        length--;
    }
    field[length] = '\0';
    return field;
}

const char *nt_csv_split(nt_csv *csv, char *line) {
    csv->count = 0;
    for (char *at = line;; at++) {
        if (csv->count == NT_CSV_COLUMNS) {
            return "too many columns";
        }
        at += strspn(at, " \t");
        char *field = at;
        const char *problem = NULL;
        if (*at == '"') {
            problem = take_quoted(&at, &field);
        } else {
            at += strcspn(at, ",");
        }
        if (problem != NULL) {
            return problem;
        }
        bool last = *at == '\0';
        *at = '\0';
        csv->field[csv->count++] = trim(field);
        if (last) {
            return NULL;
        }
    }
}
