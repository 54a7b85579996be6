/* SPDX-License-Identifier: Apache-2.0 */
/* Which options the control fields ask for, as far as the build has them: one field set at a time,
   in a build with everything, in one with nothing, and in those that lack one parameter alone. */
#include "model/encoder/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const nt_config everything = {.scontext_w = 16,
                                     .hcontext_w = 8,
                                     .src_w = 6,
                                     .tstamp_w = 40,
                                     .stack_depth = 8,
                                     .repeat_w = 18,
                                     .period_w = 5,
                                     .options = 1,
                                     .sijump = 1};
static const nt_config nothing = {.xlen = 32};

static void expect(nt_control control, const nt_config *config, nt_options expected) {
    nt_options found = nt_options_of(&control, config);
    assert_int_equal(found.ownership, expected.ownership);
    assert_int_equal(found.return_mode, expected.return_mode);
    assert_int_equal(found.sequential_jump, expected.sequential_jump);
    assert_int_equal(found.repeated, expected.repeated);
    assert_int_equal(found.repeat_branch, expected.repeat_branch);
    assert_int_equal(found.all_jumps, expected.all_jumps);
    assert_int_equal(found.sync_icnt, expected.sync_icnt);
    assert_int_equal(found.rc7, expected.rc7);
    assert_int_equal(found.sync_mode, expected.sync_mode);
    assert_int_equal(found.sync_max, expected.sync_max);
    assert_int_equal(found.format.src_bits, expected.format.src_bits);
    assert_int_equal(found.format.src_id, expected.format.src_id);
    assert_int_equal(found.format.ts_enable, expected.format.ts_enable);
    assert_int_equal(found.format.extend_msb, expected.format.extend_msb);
    assert_int_equal(found.format.trim_ownership, expected.format.trim_ownership);
}

typedef struct row {
    nt_control control;
    nt_options options;  /* of a build with everything */
    nt_options or_lacks; /* of one with nothing */
} row;

static const row rows[] = {
    {{0}, {0}, {0}},
    {{.trTeContext = 1}, {.ownership = true}, {0}},
    {{.trTeInstEnImplicitReturn = 1}, {.return_mode = 3}, {0}},
    {{.trTeInstImplicitReturnMode = 1}, {.return_mode = 1}, {0}},
    {{.trTeInstImplicitReturnMode = 2}, {.return_mode = 2}, {0}},
    {{.trTeInstImplicitReturnMode = 3}, {.return_mode = 3}, {0}},
    {{.trTeInstEnImplicitReturn = 1, .trTeInstImplicitReturnMode = 1}, {.return_mode = 1}, {0}},
    {{.trTeInstEnImplicitReturn = 1, .trTeInstImplicitReturnMode = 2}, {.return_mode = 2}, {0}},
    {{.trTeInstEnSequentialJump = 1}, {.sequential_jump = true}, {0}},
    {{.trTeInstEnRepeatedHistory = 1}, {.repeated = true}, {0}},
    {{.ntEnRepeatBranch = 1}, {.repeat_branch = true}, {0}},
    {{.trTeInstEnAllJumps = 1}, {.all_jumps = true}, {0}},
    {{.ntEnSyncICNT = 1}, {.sync_icnt = true}, {.sync_icnt = true}},
    {{.ntRc7 = 1}, {.rc7 = true}, {.rc7 = true}},
    {{.trTeInstSyncMode = 3}, {.sync_mode = 3}, {.sync_mode = 3}},
    {{.trTeInstSyncMax = 15}, {.sync_max = 15}, {.sync_max = 15}},
    {{.trTeSrcBits = 5}, {.format.src_bits = 5}, {0}},
    {{.trTeSrcBits = 12}, {.format.src_bits = 6}, {0}},
    {{.trTeSrcBits = 5, .trTeInhibitSrc = 1}, {0}, {0}},
    {{.trTeSrcID = 0xabc}, {.format.src_id = 0xabc}, {.format.src_id = 0xabc}},
    {{.trTsEnable = 1}, {.format.ts_enable = true}, {0}},
    {{.trTeInstExtendAddrMSB = 1}, {.format.extend_msb = true}, {0}},
    {{.ntTrimOwnership = 1}, {.format.trim_ownership = true}, {0}},
};

static void each_field_asks_for_its_option(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect(rows[i].control, &everything, rows[i].options);
        expect(rows[i].control, &nothing, rows[i].or_lacks);
    }
}

/* All fields set; `lacks` is the parameter that is 0. */
static nt_options without(size_t lacks) {
    nt_control control = {.trTeContext = 1,
                          .trTeInstImplicitReturnMode = 2,
                          .trTeInstEnSequentialJump = 1,
                          .trTeInstEnRepeatedHistory = 1,
                          .ntEnRepeatBranch = 1,
                          .trTeInstEnAllJumps = 1,
                          .trTeSrcBits = 6,
                          .trTsEnable = 1,
                          .trTeInstExtendAddrMSB = 1,
                          .ntTrimOwnership = 1};
    nt_config config = everything;
    memset((char *)&config + lacks, 0, 1);
    return nt_options_of(&control, &config);
}

/* What is left of the ten, as bits in the order of the fields above. */
static unsigned left(nt_options o) {
    const bool on[] = {o.ownership,
                       o.return_mode == 2,
                       o.sequential_jump,
                       o.repeated,
                       o.repeat_branch,
                       o.all_jumps,
                       o.format.src_bits == 6,
                       o.format.ts_enable,
                       o.format.extend_msb,
                       o.format.trim_ownership};
    unsigned bits = 0;
    for (unsigned i = 0; i < sizeof on / sizeof on[0]; i++) {
        bits |= (unsigned)on[i] << i;
    }
    return bits;
}

static void an_option_needs_its_parameter(void **state) {
    (void)state;
    enum { ALL = 0x3ff };
    assert_int_equal(left(without(offsetof(nt_config, hcontext_w))), ALL);
    assert_int_equal(left(without(offsetof(nt_config, scontext_w))), ALL & ~(1u << 0 | 1u << 9));
    assert_int_equal(left(without(offsetof(nt_config, stack_depth))), ALL & ~(1u << 1));
    assert_int_equal(left(without(offsetof(nt_config, sijump))), ALL & ~(1u << 2));
    assert_int_equal(left(without(offsetof(nt_config, period_w))), ALL & ~(1u << 3));
    assert_int_equal(left(without(offsetof(nt_config, repeat_w))), ALL & ~(1u << 4));
    assert_int_equal(left(without(offsetof(nt_config, options))),
                     ALL & ~(1u << 2 | 1u << 5 | 1u << 8));
    assert_int_equal(left(without(offsetof(nt_config, src_w))), ALL & ~(1u << 6));
    assert_int_equal(left(without(offsetof(nt_config, tstamp_w))), ALL & ~(1u << 7));
}

static void the_draft_has_no_implicit_returns(void **state) {
    (void)state;
    nt_config config = everything;
    config.draft = 1;
    expect((nt_control){.trTeInstImplicitReturnMode = 3}, &config, (nt_options){0});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_asks_for_its_option),
        cmocka_unit_test(an_option_needs_its_parameter),
        cmocka_unit_test(the_draft_has_no_implicit_returns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
