/* SPDX-License-Identifier: Apache-2.0 */
/* What all register maps have in common, on two small maps of the test's own: one of 64 bits with
   numbers as addresses, units that repeat and no Active; one of 32 bits with Active. */
#include "model/control/register_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A control register with CSR number 0x14e, and up to four entries of two words each behind
   numbers that are apart by one. */
typedef struct entry {
    uint64_t source;
    uint64_t data;
} entry;

typedef struct wide_fields {
    uint64_t control;
    uint64_t top;
    entry entries[4];
} wide_fields;

typedef struct wide_build {
    unsigned entries;
    uint64_t most;
} wide_build;

enum { CONTROL = 0x14e, SOURCE = 0x200, DATA = 0x300, UNIT_ENTRY = 1, ENTRIES = 4 };

static uint64_t at_most(const void *build, const nt_register_field *field, uint64_t word) {
    return nt_legal_at_most(((const wide_build *)build)->most, field, word);
}

static uint64_t depth(const void *build, const nt_register_field *field, uint64_t word) {
    (void)field, (void)word;
    return ((const wide_build *)build)->entries;
}

static const nt_register_field control[] = {
    {"low", 0, 4, NT_RW, NT_SOURCE_STORED, offsetof(wide_fields, control), 0, nt_legal_any, "0", "",
     ""},
    {"wide", 8, 40, NT_WARL, NT_SOURCE_STORED, offsetof(wide_fields, control), 20, at_most, "0", "",
     ""},
    NT_ROW_CONSTANT("depth", 48, 8, NT_RO, depth, "0", "", ""),
    NT_ROW_STATUS("status", 56, 1, NT_RO, "0", "", ""),
    NT_ROW_FIELD("top", 57, 7, NT_RW, offsetof(wide_fields, top), nt_legal_any, "0", "", ""),
};
static const nt_register_field source[] = {
    NT_ROW_FIELD("source", 0, 64, NT_RW, offsetof(wide_fields, entries[0].source), nt_legal_any,
                 "0", "", ""),
};
static const nt_register_field data[] = {
    NT_ROW_FIELD("data", 32, 32, NT_RW, offsetof(wide_fields, entries[0].data), nt_legal_any, "0",
                 "", ""),
};

static const nt_register wide_registers[] = {
    NT_ROW_REGISTER("control", CONTROL, NT_UNIT_COMPONENT, "", control, false),
    NT_ROW_REGISTER("sourcei", SOURCE, UNIT_ENTRY, "", source, false),
    NT_ROW_REGISTER("datai", DATA, UNIT_ENTRY, "", data, false),
};

static const nt_register_unit wide_units[] = {
    [UNIT_ENTRY] = {'i', ENTRIES, 1, sizeof(entry)},
};

static unsigned wide_built(const void *build, unsigned kind) {
    assert_int_equal(kind, UNIT_ENTRY);
    return ((const wide_build *)build)->entries;
}

static const nt_register_map wide_map = {
    .name = "wide",
    .title = "Wide",
    .registers = wide_registers,
    .count = sizeof wide_registers / sizeof wide_registers[0],
    .width = 64,
    .units = wide_units,
    .units_built = wide_built,
};

static const wide_build build = {.entries = 3, .most = UINT64_C(0xff00000000)};

static nt_register_file wide_file(wide_fields *fields) {
    return (nt_register_file){.map = &wide_map, .build = &build, .fields = fields};
}

static void registers_are_found_by_number(void **state) {
    (void)state;
    static const struct {
        uint32_t address;
        const char *name; /* NULL: none */
        unsigned unit;
    } rows[] = {
        {CONTROL, "control", 0},    {CONTROL + 1, NULL, 0},
        {CONTROL - 1, NULL, 0},     {SOURCE, "sourcei", 0},
        {SOURCE + 3, "sourcei", 3}, {SOURCE + 4, NULL, 0},
        {DATA + 2, "datai", 2},     {0, NULL, 0},
        {UINT32_MAX, NULL, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned unit = 99;
        const nt_register *found = nt_register_at(&wide_map, rows[i].address, &unit);
        assert_int_equal(found != NULL, rows[i].name != NULL);
        if (found != NULL) {
            assert_string_equal(found->name, rows[i].name);
            assert_int_equal(unit, rows[i].unit);
            assert_int_equal(nt_register_address(&wide_map, found, unit), rows[i].address);
        }
    }
    assert_int_equal(nt_register_units(&wide_map, &wide_registers[0])->count, 1);
    assert_int_equal(nt_register_units(&wide_map, &wide_registers[1])->count, ENTRIES);
    assert_int_equal(nt_register_units_built(&wide_map, &wide_registers[0], &build), 1);
    assert_int_equal(nt_register_units_built(&wide_map, &wide_registers[1], &build), 3);
    nt_register_map all = wide_map;
    all.units_built = NULL;
    assert_int_equal(nt_register_units_built(&all, &wide_registers[1], &build), ENTRIES);
}

static void a_register_of_64_bits_reads_as_its_legal_value(void **state) {
    (void)state;
    wide_fields fields = {0};
    nt_register_file file = wide_file(&fields);
    const uint64_t constant = UINT64_C(3) << 48;
    assert_true(nt_register_file_active(&file));
    assert_int_equal(nt_register_file_read(&file, CONTROL), constant);
    nt_register_file_write(&file, CONTROL, UINT64_C(0xfe0012345678aa75));
    assert_int_equal(nt_register_file_read(&file, CONTROL),
                     constant | UINT64_C(0xfe0012345678aa05));
    assert_int_equal(fields.control, UINT64_C(0x12345678aa) << 20 | 5);
    assert_int_equal(fields.top, 0x7f);
    nt_register_file_write(&file, CONTROL, UINT64_MAX); /* more than the most becomes that */
    assert_int_equal(nt_register_file_read(&file, CONTROL),
                     constant | UINT64_C(0xfe00ff000000000f));
    nt_register_file_write(&file, CONTROL, 0);
    assert_int_equal(nt_register_file_read(&file, CONTROL), constant);
    assert_int_equal(fields.control, 0);
}

static void each_unit_has_words_of_its_own(void **state) {
    (void)state;
    wide_fields fields = {0};
    nt_register_file file = wide_file(&fields);
    for (uint32_t i = 0; i < ENTRIES; i++) {
        nt_register_file_write(&file, SOURCE + i, UINT64_MAX - i);
        nt_register_file_write(&file, DATA + i, UINT64_C(0x1234567800000000) | i);
    }
    for (uint32_t i = 0; i < build.entries; i++) {
        assert_int_equal(nt_register_file_read(&file, SOURCE + i), UINT64_MAX - i);
        assert_int_equal(nt_register_file_read(&file, DATA + i), UINT64_C(0x1234567800000000));
        assert_int_equal(fields.entries[i].source, UINT64_MAX - i);
        assert_int_equal(fields.entries[i].data, 0x12345678);
    }
    assert_int_equal(nt_register_file_read(&file, SOURCE + 3), 0); /* not built */
    assert_int_equal(fields.entries[3].source, 0);
}

static void fields_become_legal_in_all_units_that_are_built(void **state) {
    (void)state;
    wide_fields fields = {.control = UINT64_MAX};
    nt_register_file file = wide_file(&fields);
    nt_register_file_legalize(&file);
    assert_int_equal(nt_register_word(&wide_map, &fields, &wide_registers[0], 0),
                     UINT64_C(0xff000000000f));
}

/* A map of 32 bits with Active, and a register that holds. */
typedef struct narrow_fields {
    uint32_t active;
    uint32_t value;
    uint32_t held;
} narrow_fields;

static const nt_register_field active[] = {
    NT_ROW_FIELD("active", 0, 1, NT_RW, offsetof(narrow_fields, active), nt_legal_any, "0", "", ""),
};
static const nt_register_field value[] = {
    NT_ROW_FIELD("value", 0, 32, NT_RW, offsetof(narrow_fields, value), nt_legal_any, "0", "", ""),
};
static const nt_register_field held[] = {
    NT_ROW_FIELD("held", 0, 8, NT_RW, offsetof(narrow_fields, held), nt_legal_any, "0", "", ""),
};
static const nt_register narrow_registers[] = {
    NT_ROW_REGISTER("control", 0, NT_UNIT_COMPONENT, "", active, false),
    NT_ROW_REGISTER("value", 4, NT_UNIT_COMPONENT, "", value, false),
    NT_ROW_REGISTER("held", 8, NT_UNIT_COMPONENT, "", held, true),
};
static const nt_register_map narrow_map = {
    .name = "narrow",
    .title = "Narrow",
    .registers = narrow_registers,
    .count = sizeof narrow_registers / sizeof narrow_registers[0],
    .width = 32,
    .has_active = true,
};

static void a_component_that_is_not_active_holds_its_registers(void **state) {
    (void)state;
    narrow_fields fields = {.value = 0x12345678};
    nt_register_file file = {.map = &narrow_map, .fields = &fields};
    assert_false(nt_register_file_active(&file));
    nt_register_file_write(&file, 4, 1);
    assert_int_equal(nt_register_file_read(&file, 4), 0);
    assert_int_equal(fields.value, 0x12345678);
    nt_register_file_write(&file, 0, 1);
    assert_int_equal(nt_register_file_read(&file, 4), 0x12345678);
    nt_register_file_write(&file, 4, UINT64_C(0xfffffffff));
    assert_int_equal(nt_register_file_read(&file, 4), UINT32_MAX);
    assert_int_equal(fields.held, 0); /* its neighbour */
    nt_register_file_write(&file, 8, 0xff);
    assert_int_equal(nt_register_file_read(&file, 8), 0xff);
    nt_register_file_write(&file, 8, 0xfe);
    assert_int_equal(nt_register_file_read(&file, 8), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_found_by_number),
        cmocka_unit_test(a_register_of_64_bits_reads_as_its_legal_value),
        cmocka_unit_test(each_unit_has_words_of_its_own),
        cmocka_unit_test(fields_become_legal_in_all_units_that_are_built),
        cmocka_unit_test(a_component_that_is_not_active_holds_its_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
