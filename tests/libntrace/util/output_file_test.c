/* SPDX-License-Identifier: Apache-2.0 */
/* Output files appear whole or not at all. */
#include "libntrace/util/output_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char directory[] = "/tmp/ntrace-output-XXXXXX";
static char path[64];

static int make_directory(void **state) {
    (void)state;
    if (mkdtemp(directory) == NULL) {
        return -1;
    }
    (void)snprintf(path, sizeof path, "%s/file", directory);
    return 0;
}

static int remove_directory(void **state) {
    (void)state;
    return rmdir(directory);
}

static unsigned count_files(void) {
    DIR *folder = opendir(directory);
    assert_non_null(folder);
    unsigned count = 0;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        count += entry->d_name[0] != '.';
    }
    (void)closedir(folder);
    return count;
}

static void assert_content(const char *expected) {
    char content[64] = "";
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(content, 1, sizeof content - 1, file);
    (void)fclose(file);
    assert_int_equal(size, strlen(expected));
    assert_string_equal(content, expected);
}

static nt_output_file *begin(const char *name, const char *text) {
    nt_error error = {0};
    nt_output_file *file;
    assert_int_equal(nt_output_file_open(&file, name, &error), 0);
    assert_int_equal(nt_output_file_write(file, text, strlen(text), &error), 0);
    return file;
}

static void a_file_appears_with_the_commit(void **state) {
    (void)state;
    nt_error error = {0};
    nt_output_file *file = begin(path, "first");
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(nt_output_file_commit(file, &error), 0);
    assert_content("first");
    file = begin(path, "second");
    assert_content("first");
    assert_int_equal(nt_output_file_commit(file, &error), 0);
    assert_content("second");
    assert_int_equal(count_files(), 1);
    assert_int_equal(unlink(path), 0);
}

static void it_gets_the_rights_that_a_new_file_gets(void **state) {
    (void)state;
    nt_error error = {0};
    struct stat status;
    mode_t mask = umask(027);
    assert_int_equal(nt_output_file_commit(begin(path, ""), &error), 0);
    (void)umask(mask);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(unlink(path), 0);
}

static void an_abort_leaves_nothing_and_what_was_there(void **state) {
    (void)state;
    nt_error error = {0};
    nt_output_file_abort(NULL);
    nt_output_file_abort(begin(path, "gone"));
    assert_int_equal(count_files(), 0);
    assert_int_equal(nt_output_file_commit(begin(path, "old"), &error), 0);
    nt_output_file_abort(begin(path, "new"));
    assert_content("old");
    assert_int_equal(count_files(), 1);
    assert_int_equal(unlink(path), 0);
}

/* Not every file system has files without a name. */
static bool has_nameless_files(void) {
    int descriptor = open(directory, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);
    if (descriptor >= 0) {
        close(descriptor);
    }
    return descriptor >= 0;
}

static void a_program_that_is_killed_leaves_nothing_where_files_need_no_name(void **state) {
    (void)state;
    if (!has_nameless_files()) {
        return;
    }
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)begin(path, "half");
        (void)raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(count_files(), 0);
}

static void check_failure(const char *name, const char *reason) {
    nt_error error = {0};
    nt_output_file *file;
    if (nt_output_file_open(&file, name, &error) == 0) {
        assert_int_equal(nt_output_file_write(file, "x", 1, &error), 0);
        assert_int_equal(nt_output_file_commit(file, &error), -1);
    }
    if (strstr(error.text, name) == NULL || strstr(error.text, reason) == NULL) {
        fail_msg("expected %s: %s, got %s", name, reason, error.text);
    }
}

static void failures_name_the_file_and_the_reason(void **state) {
    (void)state;
    check_failure("/dev/full", "No space left on device");
    check_failure(directory, "Is a directory");
    check_failure("/nowhere/at/all", "No such file or directory");
    check_failure("", "No such file or directory");
}

static void a_name_taken_by_a_folder_meanwhile_is_an_error(void **state) {
    (void)state;
    nt_error error = {0};
    nt_output_file *file = begin(path, "x");
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(nt_output_file_commit(file, &error), -1);
    assert_non_null(strstr(error.text, "Is a directory"));
    assert_int_equal(count_files(), 1);
    assert_int_equal(rmdir(path), 0);
}

static void write_pair(const char *beside, const char *text, int result, const char *reason) {
    nt_error error = {0};
    nt_output_file *file = begin(path, text);
    assert_int_equal(nt_output_file_commit_pair(file, begin(beside, text), &error), result);
    assert_non_null(strstr(error.text, reason));
}

static void two_files_appear_together_or_neither(void **state) {
    (void)state;
    char beside[80];
    (void)snprintf(beside, sizeof beside, "%s.json", path);
    write_pair(beside, "first", 0, "");
    write_pair(beside, "second", 0, "");
    assert_content("second");
    assert_int_equal(count_files(), 2);
    /* One that cannot be written whole, first or second. */
    for (int full = 0; full < 2; full++) {
        nt_error error = {0};
        nt_output_file *file = begin(path, "third");
        nt_output_file *other = begin(beside, "third");
        int device = open("/dev/full", O_WRONLY);
        nt_output_file *filled = full == 0 ? file : other;
        assert_int_not_equal(dup2(device, fileno(nt_output_file_stream(filled))), -1);
        close(device);
        assert_int_equal(nt_output_file_commit_pair(file, other, &error), -1);
        assert_non_null(strstr(error.text, "No space left on device"));
        assert_content("second");
        assert_int_equal(count_files(), 2);
    }
    /* The place of the first is taken when the second has its own. */
    assert_int_equal(unlink(path), 0);
    nt_output_file *file = begin(path, "fourth");
    nt_output_file *other = begin(beside, "fourth");
    nt_error error = {0};
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(nt_output_file_commit_pair(file, other, &error), -1);
    assert_non_null(strstr(error.text, "Is a directory"));
    assert_int_equal(count_files(), 2);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rename(beside, path), 0);
    assert_content("second");
    assert_int_equal(unlink(path), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_appears_with_the_commit),
        cmocka_unit_test(it_gets_the_rights_that_a_new_file_gets),
        cmocka_unit_test(an_abort_leaves_nothing_and_what_was_there),
        cmocka_unit_test(a_program_that_is_killed_leaves_nothing_where_files_need_no_name),
        cmocka_unit_test(failures_name_the_file_and_the_reason),
        cmocka_unit_test(a_name_taken_by_a_folder_meanwhile_is_an_error),
        cmocka_unit_test(two_files_appear_together_or_neither),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
