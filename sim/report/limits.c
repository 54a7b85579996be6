/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/limits.h"

#include "libntrace/messages/tables.h"
#include "ntrace/messages.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    MDO_BITS = 6,
    PROCESS_BITS = 5, /* FORMAT, PRV, V */
    WIDEST = 1024     /* no field of any build has more bits */
};

/* The widest value of a field: of two parameters the greater one, and so many bits more or less. */
static const struct {
    nt_field field;
    const char *parameter;
    const char *other; /* NULL: there is none */
    int more;
} fields[] = {
    {NT_FIELD_ICNT, "ICNT_W", NULL, 0},
    {NT_FIELD_RDATA, "HIST_W", "ICNT_W", 0},
    {NT_FIELD_HIST, "HIST_W", NULL, 0},
    {NT_FIELD_HREPEAT, "REPEAT_W", NULL, 0},
    {NT_FIELD_BCNT, "REPEAT_W", NULL, 0},
    {NT_FIELD_FADDR, "XLEN", NULL, -1},
    {NT_FIELD_UADDR, "XLEN", NULL, -1},
    {NT_FIELD_TSTAMP, "TSTAMP_W", NULL, 0},
    {NT_FIELD_PROCESS, "SCONTEXT_W", "HCONTEXT_W", PROCESS_BITS},
};

static int value_of(const json_t *widest, const char *parameter) {
    json_int_t value = json_integer_value(json_object_get(widest, parameter));
    return value < WIDEST ? (int)value : WIDEST;
}

static unsigned bits_of(nt_field field, const json_t *widest, const char **parameter) {
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (fields[i].field == field && json_object_get(widest, fields[i].parameter) != NULL) {
            int bits = value_of(widest, fields[i].parameter);
            int other = fields[i].other != NULL ? value_of(widest, fields[i].other) : 0;
            *parameter = bits >= other ? fields[i].parameter : fields[i].other;
            return (unsigned)((bits >= other ? bits : other) + fields[i].more);
        }
    }
    return 0;
}

/* Bits before the field in its first byte, with so many of SRC: a variable field ends its byte. */
static unsigned offset_of(const uint8_t *layout, unsigned place, unsigned src_bits) {
    unsigned bits = 0;
    for (unsigned i = 0; i < place; i++) {
        const nt_field_info *field = &nt_fields[layout[i]];
        bits = field->kind == NT_VARIABLE  ? 0
               : layout[i] == NT_FIELD_SRC ? bits + src_bits
                                           : bits + field->width;
    }
    return bits % MDO_BITS;
}

unsigned nt_limit_bytes(uint8_t tcode, unsigned place, const json_t *widest,
                        const char **parameter) {
    const uint8_t *layout = nt_message_layouts[tcode].field;
    const unsigned bits = bits_of((nt_field)layout[place], widest, parameter);
    unsigned most = 0;
    for (unsigned src = 0; bits != 0 && src <= (unsigned)value_of(widest, "SRC_W"); src++) {
        unsigned bytes = (offset_of(layout, place, src) + bits + MDO_BITS - 1) / MDO_BITS;
        most = bytes > most ? bytes : most;
    }
    return most;
}
