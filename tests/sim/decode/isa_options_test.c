/* SPDX-License-Identifier: Apache-2.0 */
/* --isa and --jvt. */
#include "sim/decode/isa_options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct options {
    int other;
    nt_isa isa;
} options;

static const nt_option table[] = {NT_ISA_OPTIONS(options, isa)};

static int parse(options *to, char **argv, nt_error *error) {
    int argc = 0;
    while (argv[argc] != NULL) {
        argc++;
    }
    *to = (options){0};
    return nt_options_parse(table, sizeof table / sizeof table[0], to, argc, argv, error);
}

static void extensions_are_listed_and_the_table_given(void **state) {
    (void)state;
    nt_error error = {0};
    options o;
    char *both[] = {"x", "--isa", "zcmp,Zcmt", "--jvt", "0xffffffff80002000", NULL};
    assert_int_equal(parse(&o, both, &error), 5);
    assert_true(o.isa.zcmp && o.isa.zcmt);
    assert_int_equal(o.isa.jvt, UINT64_C(0xffffffff80002000));
    char *twice[] = {"x", "--isa", "zcmt", "--isa=zcmp", NULL};
    assert_int_equal(parse(&o, twice, &error), 4);
    assert_true(o.isa.zcmp && o.isa.zcmt);
    char *one[] = {"x", "--isa=zcmt", NULL};
    assert_int_equal(parse(&o, one, &error), 2);
    assert_true(!o.isa.zcmp && o.isa.zcmt);
}

static void other_extensions_are_refused_by_name(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "zcm", "zcmpx", "zcmp,", ",zcmp", "zcmp,,zcmt", "v"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        nt_error error = {0};
        nt_isa isa = {0};
        assert_int_equal(nt_isa_add(&isa, wrong[i], &error), -1);
        assert_non_null(strstr(error.text, "--isa"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extensions_are_listed_and_the_table_given),
        cmocka_unit_test(other_extensions_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
