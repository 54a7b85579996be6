/* SPDX-License-Identifier: Apache-2.0 */
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
    return value == 0 || value == 4 || value == 5 || (value >= 8 && value <= 12);
}

static bool is_ts_mode(uint32_t value) {
    return value <= 4;
}

static bool is_src_bits(uint32_t value) {
    return value <= 12;
}

static bool is_2_bits(uint32_t value) {
    return value <= 3;
}

static bool is_4_bits(uint32_t value) {
    return value <= 15;
}

static bool is_8_bits(uint32_t value) {
    return value <= 0xff;
}

static bool is_12_bits(uint32_t value) {
    return value <= 0xfff;
}

static bool is_16_bits(uint32_t value) {
    return value <= 0xffff;
}

static bool is_32_bits(uint32_t value) {
    (void)value;
    return true;
}

#define FIELD(field, bits, start, words, check)                                                    \
    {#field, bits, offsetof(nt_control, field), start, words, check},
#define WORD(name, member)                                                                         \
    { name, 32, offsetof(nt_control, member), 0, "32 bits", is_32_bits }
#define FILTER(n)                                                                                  \
    WORD("trTeFilter" #n "Control", filter[n].control),                                            \
        WORD("trTeFilter" #n "MatchInst", filter[n].inst),                                         \
        WORD("trTeFilter" #n "MatchEcauseLow", filter[n].ecause[0]),                               \
        WORD("trTeFilter" #n "MatchEcauseHigh", filter[n].ecause[1]),                              \
        WORD("trTeFilter" #n "MatchValueImpdef", filter[n].impdef),                                \
        WORD("trTeFilter" #n "MatchMaskImpdef", filter[n].impdef_mask)
#define COMPARATOR(n)                                                                              \
    WORD("trTeComp" #n "Control", comparator[n].control),                                          \
        WORD("trTeComp" #n "PmatchLow", comparator[n].pmatch[0]),                                  \
        WORD("trTeComp" #n "PmatchHigh", comparator[n].pmatch[1]),                                 \
        WORD("trTeComp" #n "SmatchLow", comparator[n].smatch[0]),                                  \
        WORD("trTeComp" #n "SmatchHigh", comparator[n].smatch[1])

const nt_control_field nt_control_fields[] = {
#define PIB_FIELD FIELD
#include "model/control/control_fields.def"
#undef PIB_FIELD
    FILTER(0),     FILTER(1),     FILTER(2),     FILTER(3),     FILTER(4),     FILTER(5),
    FILTER(6),     FILTER(7),     FILTER(8),     FILTER(9),     FILTER(10),    FILTER(11),
    FILTER(12),    FILTER(13),    FILTER(14),    FILTER(15),    COMPARATOR(0), COMPARATOR(1),
    COMPARATOR(2), COMPARATOR(3), COMPARATOR(4), COMPARATOR(5), COMPARATOR(6), COMPARATOR(7),
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
    return (nt_control){0};
}
