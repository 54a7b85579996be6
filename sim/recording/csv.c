#include "sim/recording/csv.h"

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

bool nt_csv_hex(const char *field, uint64_t *value) {
    if (field[0] == '0' && (field[1] == 'x' || field[1] == 'X')) {
        field += 2;
    }
    size_t digits = strspn(field, "0123456789abcdefABCDEF");
    if (digits == 0 || digits > 16 || field[digits] != '\0') {
        return false;
    }
    *value = 0;
    for (; *field != '\0'; field++) {
        unsigned digit = (unsigned char)*field;
        digit = digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
        *value = *value << 4 | digit;
    }
    return true;
}
