/* SPDX-License-Identifier: Apache-2.0 */
/* The control fields by name, as the Trace Control Interface has them (N-Trace's values of WARL
   fields), and what a recording is traced with. */
#include "model/control/control.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Legal values: up to 15 as a mask, above these all up to the greatest. */
typedef struct row {
    const char *name;
    size_t offset;
    unsigned width;
    uint32_t preset;
    uint32_t legal;
    uint32_t greatest;
} row;

#define ROW(field, width, preset, legal, greatest)                                                 \
    { #field, offsetof(nt_control, field), width, preset, legal, greatest }
#define BIT(field, preset) ROW(field, 1, preset, 3, 1)

static const row rows[] = {
    BIT(trTeActive, 1),
    BIT(trTeEnable, 1),
    BIT(trTeInstTracing, 1),
    ROW(trTeInstMode, 3, 6, 1 << 0 | 1 << 3 | 1 << 6, 6),
    BIT(trTeContext, 0),
    BIT(trTeInstTrigEnable, 0),
    BIT(trTeInstStallEna, 1),
    BIT(trTeInhibitSrc, 0),
    ROW(trTeInstSyncMode, 2, 0, 0xf, 3),
    ROW(trTeInstSyncMax, 4, 0, 0xffff, 15),
    BIT(trTeInstEnSequentialJump, 0),
    BIT(trTeInstEnImplicitReturn, 0),
    ROW(trTeInstImplicitReturnMode, 2, 0, 0xf, 3),
    BIT(trTeInstEnRepeatedHistory, 0),
    BIT(trTeInstEnAllJumps, 0),
    BIT(trTeInstExtendAddrMSB, 0),
    ROW(trTeSrcID, 12, 0, 0xffff, 4095),
    ROW(trTeSrcBits, 4, 0, 0x1fff, 12),
    ROW(trTeInstFilters, 16, 0, 0xffff, 65535),
    BIT(trTsActive, 1),
    BIT(trTsCount, 1),
    BIT(trTsRunInDebug, 0),
    ROW(trTsMode, 3, 3, 0x1f, 4),
    ROW(trTsPrescale, 2, 0, 0xf, 3),
    BIT(trTsEnable, 0),
    ROW(trTeTrigExtInControl, 32, 0, 0xffff, UINT32_MAX),
    ROW(trTeTrigExtOutControl, 32, 0, 0xffff, UINT32_MAX),
    ROW(ntResumeLevel, 8, 0, 0xffff, 255),
    BIT(ntEnRepeatBranch, 0),
    BIT(ntEnSyncICNT, 0),
    BIT(ntRc7, 0),
    BIT(ntTrimOwnership, 0),
    BIT(trPibActive, 1),
    BIT(trPibEnable, 1),
    ROW(trPibMode, 4, 11, 1 << 0 | 1 << 4 | 1 << 5 | 0x1f << 8, 12),
    ROW(trPibDivider, 16, 0, 0xffff, 65535),
};

enum { FIELDS = sizeof rows / sizeof rows[0], FILTER_WORDS = 6, COMPARATOR_WORDS = 5 };

/* The words of filter or comparator n, with its number at the '%u'. */
static const row filter_rows[FILTER_WORDS] = {
    {"trTeFilter%uControl", offsetof(nt_filter_control, control), 0, 0, 0, 0},
    {"trTeFilter%uMatchInst", offsetof(nt_filter_control, inst), 0, 0, 0, 0},
    {"trTeFilter%uMatchEcauseLow", offsetof(nt_filter_control, ecause), 0, 0, 0, 0},
    {"trTeFilter%uMatchEcauseHigh", offsetof(nt_filter_control, ecause) + 4, 0, 0, 0, 0},
    {"trTeFilter%uMatchValueImpdef", offsetof(nt_filter_control, impdef), 0, 0, 0, 0},
    {"trTeFilter%uMatchMaskImpdef", offsetof(nt_filter_control, impdef_mask), 0, 0, 0, 0},
};
static const row comparator_rows[COMPARATOR_WORDS] = {
    {"trTeComp%uControl", offsetof(nt_comparator_control, control), 0, 0, 0, 0},
    {"trTeComp%uPmatchLow", offsetof(nt_comparator_control, pmatch), 0, 0, 0, 0},
    {"trTeComp%uPmatchHigh", offsetof(nt_comparator_control, pmatch) + 4, 0, 0, 0, 0},
    {"trTeComp%uSmatchLow", offsetof(nt_comparator_control, smatch), 0, 0, 0, 0},
    {"trTeComp%uSmatchHigh", offsetof(nt_comparator_control, smatch) + 4, 0, 0, 0, 0},
};

static void check_legal(const row *r, const nt_control_field *field) {
    for (uint32_t value = 0; value < 16; value++) {
        assert_int_equal(field->is_legal(value), r->legal >> value & 1);
    }
    assert_true(field->is_legal(r->greatest));
    if (r->greatest != UINT32_MAX) {
        assert_false(field->is_legal(r->greatest + 1));
        assert_false(field->is_legal(UINT32_MAX));
    }
}

/* Setting a field writes its word, and no other. */
static void check_place(unsigned field, size_t offset) {
    nt_control control = nt_control_reset();
    nt_control expected;
    memset(&expected, 0, sizeof expected);
    const uint32_t value = UINT32_C(0x89abcdef);
    memcpy((char *)&expected + offset, &value, sizeof value);
    nt_control_set(&control, field, value);
    assert_memory_equal(&control, &expected, sizeof control);
    assert_int_equal(nt_control_get(&control, field), value);
}

static const nt_control_field *find(const char *name, unsigned *at) {
    int found = nt_control_find(name);
    assert_true(found >= 0);
    *at = (unsigned)found;
    assert_string_equal(nt_control_fields[found].name, name);
    return &nt_control_fields[found];
}

static void check_row(const row *r) {
    unsigned at;
    const nt_control_field *field = find(r->name, &at);
    assert_int_equal(field->width, r->width);
    assert_int_equal(field->preset, r->preset);
    assert_true(field->is_legal(field->preset));
    check_legal(r, field);
    check_place(at, r->offset);
}

static void check_words(const row *words, unsigned count, unsigned units, size_t base,
                        size_t size) {
    for (unsigned i = 0; i < units * count; i++) {
        char name[40];
        row r = words[i % count];
        snprintf(name, sizeof name, r.name, i / count);
        r = (row){name, base + i / count * size + r.offset, 32, 0, 0xffff, UINT32_MAX};
        check_row(&r);
    }
}

static void every_field_has_its_name_width_and_legal_values(void **state) {
    (void)state;
    for (unsigned i = 0; i < FIELDS; i++) {
        check_row(&rows[i]);
    }
    check_words(filter_rows, FILTER_WORDS, 16, offsetof(nt_control, filter),
                sizeof(nt_filter_control));
    check_words(comparator_rows, COMPARATOR_WORDS, 8, offsetof(nt_control, comparator),
                sizeof(nt_comparator_control));
    assert_int_equal(nt_control_field_count, FIELDS + 16 * FILTER_WORDS + 8 * COMPARATOR_WORDS);
    assert_int_equal(nt_control_find("trTeNothing"), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_has_its_name_width_and_legal_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
