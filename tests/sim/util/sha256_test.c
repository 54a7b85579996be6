/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256: the examples of FIPS 180-2, and the lengths around the end of a block. */
#include "sim/util/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void expect(const char *bytes, size_t size, size_t times, const char *expected) {
    char text[NT_SHA256_TEXT];
    nt_sha256 sum;
    nt_sha256_begin(&sum);
    for (size_t i = 0; i < times; i++) {
        nt_sha256_add(&sum, bytes, size);
    }
    nt_sha256_end(&sum, text);
    assert_string_equal(text, expected);
}

static void test_the_examples_of_the_standard_come_out(void **state) {
    (void)state;
    static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    expect("", 0, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect("abc", 3, 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(two, 56, 1, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    expect("aaaaaaaaaa", 10, 100000,
           "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* By Python's hashlib. */
static void test_lengths_around_the_end_of_a_block_are_padded_right(void **state) {
    (void)state;
    expect("a", 1, 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    expect("a", 1, 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34");
    expect("a", 1, 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
    expect("a", 1, 119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_examples_of_the_standard_come_out),
        cmocka_unit_test(test_lengths_around_the_end_of_a_block_are_padded_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
