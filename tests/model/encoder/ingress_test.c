#include "model/encoder/ingress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Every code of a build, all-jumps off or on, against the codes behind the latch. */
static void check(uint8_t itype_w, bool draft, bool all_jumps, const uint8_t *expected) {
    const nt_config config = {
        .nblocks = 1, .itype_w = itype_w, .draft = draft, .options = 1, .sijump = 1};
    for (uint8_t itype = 0; itype < 1u << itype_w; itype++) {
        const nt_ingress in = {.block = {{.iretire = 1, .itype = itype}}};
        const nt_control control = {0};
        nt_ingress_latch latch = {0};
        assert_int_equal(nt_itype_map(itype, &config, all_jumps), expected[itype]);
        const nt_ingress_inputs inputs = {
            .control = &control, .ingress = &in, .all_jumps = all_jumps};
        nt_ingress_step(&latch, &config, &inputs);
        assert_int_equal(latch.block[0].itype, expected[itype]);
    }
}

static void test_itype_7_is_nothing_or_with_all_jumps_a_taken_branch(void **state) {
    (void)state;
    static const uint8_t off[] = {0, 1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 11, 12, 13, 14, 15};
    static const uint8_t on[] = {0, 1, 2, 3, 4, 5, 6, 5, 8, 9, 10, 11, 12, 13, 14, 15};
    check(3, false, false, off);
    check(3, false, true, on);
    check(4, false, false, off);
    check(4, false, true, on);
    check(3, true, false, off);
}

static void test_codes_of_the_draft_become_those_of_the_ratified_text(void **state) {
    (void)state;
    /* 7, its swap, is a call; 12 and 13, its returns, are returns */
    static const uint8_t draft[] = {0, 1, 2, 3, 4, 5, 6, 8, 8, 9, 10, 11, 13, 13, 14, 15};
    check(4, true, false, draft);
    check(4, true, true, draft);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_itype_7_is_nothing_or_with_all_jumps_a_taken_branch),
        cmocka_unit_test(test_codes_of_the_draft_become_those_of_the_ratified_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
