/* SPDX-License-Identifier: Apache-2.0 */
/* A difference in a member of a descriptor is told by the field of the message that it is in. */
#include "libntrace/messages/tables.h"
#include "tb/encoder/fields.h"

#include "model/codes.h"
#include "ntrace/messages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PROBES = 6 };

static const nt_probe probes[PROBES] = {
    {"Flow", "icnt", 22},         {"Slots", "slot_3_tcode", 6}, {"Slots", "slot_3_code", 4},
    {"Slots", "slot_3_addr", 63}, {"Slots", "slot_3_icnt", 22}, {"FIFO", "head_addr", 63},
};

/* What is said of probe `which` while slot 3 has a message of that TCODE and RCODE. */
static void expect(unsigned which, unsigned tcode, unsigned code, const char *expected) {
    const nt_unit unit = {.probes = probes, .probe_count = PROBES};
    const nt_probe_value values[PROBES] = {[1] = {.model = tcode}, [2] = {.model = code}};
    char text[128] = "";
    const nt_member member = nt_explain_member(&unit, values, which);
    if (member.field != NULL) {
        (void)snprintf(text, sizeof text, "%s of %s", member.field, member.message);
    }
    assert_string_equal(text, expected);
}

static void test_a_repeat_is_called_hrepeat(void **state) {
    (void)state;
    expect(3, NT_TCODE_RESOURCE_FULL, NT_RCODE_HREPEAT, "HREPEAT of ResourceFull");
    expect(3, NT_TCODE_RESOURCE_FULL, 8 | NT_RCODE_HREPEAT, "HREPEAT of ResourceFull");
    expect(3, NT_TCODE_RESOURCE_FULL, NT_RCODE_HIST, "");
    expect(3, NT_TCODE_REPEAT_BRANCH, 0, "B-CNT of RepeatBranch");
}

static void test_other_members_are_fields_of_their_message(void **state) {
    (void)state;
    expect(3, NT_TCODE_INDIRECT_BRANCH, 0, "U-ADDR of IndirectBranch");
    expect(3, NT_TCODE_PROG_TRACE_SYNC, 1, "F-ADDR of ProgTraceSync");
    expect(4, NT_TCODE_ERROR, 0, "ECODE of Error");
    expect(4, NT_TCODE_OWNERSHIP, 0, "");
}

static void test_other_registers_need_no_more_words(void **state) {
    (void)state;
    expect(0, NT_TCODE_INDIRECT_BRANCH, 0, "");
    expect(1, NT_TCODE_INDIRECT_BRANCH, 0, "");
}

static void test_every_field_that_a_message_has_is_one_of_its_layout(void **state) {
    (void)state;
    static const char *const members[] = {"code", "btype", "icnt", "addr", "hist"};
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        for (unsigned m = 0; m < 5; m++) {
            const char *name = nt_field_of_member(tcode, NT_RCODE_HREPEAT, members[m]);
            const uint8_t *field = nt_message_layouts[tcode].field;
            while (name != NULL && *field != NT_FIELD_NONE &&
                   strcmp(nt_fields[*field].name, name) != 0) {
                field++;
            }
            assert_true(name == NULL || *field != NT_FIELD_NONE);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_repeat_is_called_hrepeat),
        cmocka_unit_test(test_other_members_are_fields_of_their_message),
        cmocka_unit_test(test_other_registers_need_no_more_words),
        cmocka_unit_test(test_every_field_that_a_message_has_is_one_of_its_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
