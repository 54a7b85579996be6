#include "model/control/control.h"

#include <stddef.h>
#include <string.h>

static bool is_bit(uint32_t value) {
    return value <= 1;
}

static bool is_mode(uint32_t value) {
    return value == 0 || value == 3 || value == 6;
}

static bool is_pib_mode(uint32_t value) {
    return value == 0 || value == 11;
}

static bool is_16_bits(uint32_t value) {
    return value <= 0xffff;
}

#define FIELD(field, bits, start, words, check)                                                    \
    { #field, bits, offsetof(nt_control, field), start, words, check }

const nt_control_field nt_control_fields[] = {
    FIELD(trTeActive, 1, 1, "0 or 1", is_bit),
    FIELD(trTeEnable, 1, 1, "0 or 1", is_bit),
    FIELD(trTeInstTracing, 1, 1, "0 or 1", is_bit),
    FIELD(trTeInstMode, 3, 6, "0, 3 (BTM) or 6 (HTM)", is_mode),
    FIELD(trTeInstStallEna, 1, 1, "0 or 1", is_bit),
    FIELD(trPibActive, 1, 1, "0 or 1", is_bit),
    FIELD(trPibEnable, 1, 1, "0 or 1", is_bit),
    FIELD(trPibMode, 4, 11, "0 (off) or 11 (8-bit parallel)", is_pib_mode),
    FIELD(trPibDivider, 16, 0, "0 to 65535", is_16_bits),
};

const unsigned nt_control_field_count = sizeof nt_control_fields / sizeof nt_control_fields[0];

int nt_control_find(const char *name) {
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        if (strcmp(nt_control_fields[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static size_t offset_of(unsigned field) {
    return nt_control_fields[field].offset;
}

void nt_control_set(nt_control *control, unsigned field, uint32_t value) {
    memcpy((char *)control + offset_of(field), &value, sizeof value);
}

uint32_t nt_control_get(const nt_control *control, unsigned field) {
    uint32_t value;
    memcpy(&value, (const char *)control + offset_of(field), sizeof value);
    return value;
}

nt_control nt_control_reset(void) {
    nt_control control;
    memset(&control, 0, sizeof control);
    return control;
}
