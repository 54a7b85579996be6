/* SPDX-License-Identifier: Apache-2.0 */
/* Straight runs of instructions, kept for the rules about code. */
#include "sim/check/check_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* Instructions of 4 bytes everywhere, one of which jumps, and one of which is ecall. */
typedef struct fake {
    uint64_t jump;
    uint64_t ecall;
    uint64_t space;
} fake;

static nt_insn at(void *context, uint64_t pc) {
    const fake *f = context;
    return (nt_insn){.size = 4, .class_ = pc == f->jump ? NT_INSN_DIRECT_JUMP : NT_INSN_OTHER};
}

static size_t bytes(void *context, uint64_t pc, uint8_t *to, size_t size) {
    const fake *f = context;
    to[0] = pc == f->ecall ? 0x73 : 0x13;
    return size;
}

static uint64_t space(void *context) {
    const fake *f = context;
    return f->space;
}

static void take(nt_check *check, fake *f) {
    check->stream->path.code =
        (nt_code){.context = f, .isa.xlen = 64, .at = at, .bytes = bytes, .space = space};
}

static nt_check *new_check(fake *f) {
    const nt_check_options options = {
        .xlen = 64, .version = NT_SPEC_1_0, .freedoms = NT_EVERY_FREEDOM};
    nt_check *check = nt_check_new(&options);
    assert_non_null(check);
    take(check, f);
    return check;
}

static void a_run_ends_with_what_jumps_or_traps(void **state) {
    (void)state;
    fake f = {.jump = 0x108, .ecall = 0x204};
    nt_check *check = new_check(&f);
    const nt_check_run *run = nt_check_run_at(check, 0x100, 9);
    assert_int_equal(run->instructions, 3);
    assert_int_equal(run->halfwords, 6);
    assert_int_equal(run->before, 0x104);
    assert_int_equal(run->last, 0x108);
    assert_int_equal(run->next, 0x10c);
    assert_int_equal(run->class_, NT_INSN_DIRECT_JUMP);
    assert_int_equal(run->plain, 2);
    run = nt_check_run_at(check, 0x200, 9);
    assert_int_equal(run->instructions, 2);
    assert_int_equal(run->plain, 1);
    assert_int_equal(run->trap, NT_CHECK_ECALL);
    nt_check_free(check);
}

static void a_run_is_of_the_code_as_it_is_now(void **state) {
    (void)state;
    fake f = {.jump = 0x108};
    fake other = {.jump = 0x11c};
    nt_check *check = new_check(&f);
    assert_int_equal(nt_check_run_at(check, 0x100, 9)->instructions, 3);
    f.jump = 0x104;
    assert_int_equal(nt_check_run_at(check, 0x100, 9)->instructions, 3);
    check->stream->generation++;
    assert_int_equal(nt_check_run_at(check, 0x100, 9)->instructions, 2);
    f.jump = 0x110;
    f.space++;
    assert_int_equal(nt_check_run_at(check, 0x100, 9)->instructions, 5);
    other.space = f.space;
    take(check, &other);
    assert_int_equal(nt_check_run_at(check, 0x100, 9)->instructions, 8);
    nt_check_free(check);
}

/* Both numbers have one place. */
static void a_run_has_at_most_what_is_asked_for(void **state) {
    (void)state;
    fake f = {0};
    nt_check *check = new_check(&f);
    assert_int_equal(nt_check_run_at(check, 0x100, 2 + NT_CHECK_RUNS)->instructions,
                     2 + NT_CHECK_RUNS);
    assert_int_equal(nt_check_run_at(check, 0x100, 2)->instructions, 2);
    nt_check_free(check);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_ends_with_what_jumps_or_traps),
        cmocka_unit_test(a_run_is_of_the_code_as_it_is_now),
        cmocka_unit_test(a_run_has_at_most_what_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
