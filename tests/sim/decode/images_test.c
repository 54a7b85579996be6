/* SPDX-License-Identifier: Apache-2.0 */
/* --image SPEC. */
#include "sim/decode/images.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static nt_image_spec taken(nt_images *images, const char *text) {
    nt_error error = {0};
    if (nt_images_take(images, text, &error) != 0) {
        fail_msg("%s", error.text);
    }
    return images->specs[images->count - 1];
}

static void a_file_alone_is_everywhere(void **state) {
    (void)state;
    nt_images images = {0};
    nt_image_spec spec = taken(&images, "a=b/c.elf");
    assert_string_equal(spec.path, "a=b/c.elf");
    assert_int_equal(spec.modes, 0);
    assert_false(spec.raw || spec.has_scontext || spec.has_hcontext);
    assert_true(spec.offset == 0);
    nt_images_free(&images);
}

static void keys_follow_the_file(void **state) {
    (void)state;
    nt_images images = {0};
    nt_image_spec spec = taken(&images, "u.elf,offset=0x7d57000,priv=S+VS,scontext=7,hcontext=0");
    assert_string_equal(spec.path, "u.elf");
    assert_true(spec.offset == 0x7d57000);
    assert_int_equal(spec.modes, NT_MODE_S | NT_MODE_VS);
    assert_true(spec.has_scontext && spec.scontext == 7);
    assert_true(spec.has_hcontext && spec.hcontext == 0);
    spec = taken(&images, "rom.bin,at=0x1000,xlen=32");
    assert_true(spec.raw && spec.at == 0x1000 && spec.xlen == 32);
    spec = taken(&images, "k.elf,priv=U+M+VU,offset=-0x1000");
    assert_int_equal(spec.modes, NT_MODE_U | NT_MODE_M | NT_MODE_VU);
    assert_true(spec.offset == UINT64_MAX - 0xfff);
    assert_int_equal(images.count, 3);
    assert_string_equal(images.specs[0].path, "u.elf");
    nt_images_free(&images);
    assert_int_equal(images.count, 0);
}

static void what_is_no_spec_says_why(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", "--image: a file is needed"},
        {",priv=M", "--image: a file is needed"},
        {"a,", "--image: : no such key; "},
        {"a,ofset=3", "--image: ofset=: no such key; "},
        {"a,priv", "--image: priv: no such key; "},
        {"a,priv=", "--image: priv: : M, S, U, VS or VU"},
        {"a,priv=M+", "--image: priv: M+: M, S, U, VS or VU"},
        {"a,priv=X", "--image: priv: X: M, S, U, VS or VU"},
        {"a,offset=x", "--image: offset"},
        {"a,offset=--1", "--image: offset"},
        {"a,at=-1", "--image: at"},
        {"a,xlen=48", "--image: xlen: 32 or 64, not 48"},
        {"a,scontext=18446744073709551616", "--image: scontext"},
        {"a,offset=0000000000000000000000000000000000000000000000000000000000000000000001",
         "--image: offset=00000000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nt_images images = {0};
        nt_error error = {0};
        assert_int_equal(nt_images_take(&images, cases[i][0], &error), -1);
        if (strncmp(error.text, cases[i][1], strlen(cases[i][1])) != 0) {
            assert_string_equal(error.text, cases[i][1]);
        }
        assert_int_equal(images.count, 0);
        nt_images_free(&images);
    }
}

static void one_bad_image_is_an_error_for_all(void **state) {
    (void)state;
    nt_images images = {0};
    nt_error error = {0};
    (void)taken(&images, "/dev/null,at=0");
    assert_null(nt_images_load(&images, &error));
    assert_string_equal(error.text, "/dev/null: offset 0: empty");
    assert_int_equal(error.code, NT_ERROR_CUT);
    nt_images_free(&images);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_alone_is_everywhere),
        cmocka_unit_test(keys_follow_the_file),
        cmocka_unit_test(what_is_no_spec_says_why),
        cmocka_unit_test(one_bad_image_is_an_error_for_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
