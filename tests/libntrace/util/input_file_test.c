/* SPDX-License-Identifier: Apache-2.0 */
/* A file that is read as a whole: up to the most that is allowed, and not a byte more. */
#include "libntrace/util/input_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { KIB = 1024, MOST = 256 * KIB };

/* Reads a file of that many bytes whole; the result, and the text of the error. */
static int read_whole(size_t size, size_t most, size_t *came, nt_error *error) {
    char path[] = "/tmp/input_file_test.XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(ftruncate(descriptor, (off_t)size), 0);
    assert_int_equal(close(descriptor), 0);
    nt_input_file *file;
    assert_int_equal(nt_input_file_open(&file, path, error), 0);
    uint8_t *bytes = NULL;
    int result = nt_input_file_all(file, most, &bytes, came, error);
    free(bytes);
    nt_input_file_close(file);
    assert_int_equal(unlink(path), 0);
    return result;
}

static void a_file_of_exactly_the_most_is_read(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 64 * KIB, 64 * KIB + 1, MOST - 1, MOST};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        nt_error error = {0};
        size_t came;
        assert_int_equal(read_whole(sizes[i], MOST, &came, &error), 0);
        assert_int_equal(came, sizes[i]);
    }
}

static void a_file_of_a_byte_more_is_too_large(void **state) {
    (void)state;
    static const size_t sizes[] = {KIB * KIB + 1, 3 * KIB * KIB};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        nt_error error = {0};
        size_t came;
        assert_int_equal(read_whole(sizes[i], KIB * KIB, &came, &error), -1);
        assert_non_null(strstr(error.text, "more than 1 MiB"));
    }
}

static void a_folder_is_called_so_also_by_who_asks_again(void **state) {
    (void)state;
    nt_error error = {0};
    nt_input_file *file;
    uint8_t byte;
    assert_int_equal(nt_input_file_open(&file, "/tmp", &error), 0);
    assert_int_equal(nt_input_file_peek(file), -1);
    assert_int_equal(nt_input_file_read(file, &byte, 1, &error), -1);
    assert_non_null(strstr(error.text, "Is a directory"));
    nt_input_file_close(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_of_exactly_the_most_is_read),
        cmocka_unit_test(a_file_of_a_byte_more_is_too_large),
        cmocka_unit_test(a_folder_is_called_so_also_by_who_asks_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
