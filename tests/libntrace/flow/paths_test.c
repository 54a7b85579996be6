/* SPDX-License-Identifier: Apache-2.0 */
/* What is remembered of paths is what was walked, or nothing. */
#include "libntrace/flow/paths.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static nt_path_key key_at(uint64_t pc) {
    return (nt_path_key){.pc = pc, .count = 100, .hist = 5, .epoch = 1};
}

/* A path of `ranges` ranges from `pc` on. */
static const nt_path *remember(nt_paths *paths, uint64_t pc, unsigned ranges) {
    nt_path_draft draft;
    nt_path_key key = key_at(pc);
    nt_path_draft_begin(&draft, paths, &key);
    for (unsigned i = 0; i < ranges; i++) {
        nt_path_draft_range(&draft, pc + 0x100 * i, 3 + i, 5 + i, 2);
    }
    return nt_path_draft_keep(&draft, paths);
}

static nt_paths *no_paths(void **state) {
    nt_paths *paths = calloc(1, sizeof *paths);
    assert_non_null(paths);
    *state = paths;
    return paths;
}

static int drop(void **state) {
    free(*state);
    return 0;
}

static void a_path_is_found_by_all_of_its_key_alone(void **state) {
    nt_paths *paths = no_paths(state);
    nt_path_key key = key_at(0x1000);
    assert_null(nt_paths_find(paths, &key));
    assert_non_null(remember(paths, 0x1000, 2));
    const nt_path *path = nt_paths_find(paths, &key);
    assert_non_null(path);
    assert_int_equal(path->instructions, 3 + 4);
    assert_int_equal(path->halfwords, 5 + 6);
    assert_int_equal(nt_path_ranges(paths, path)[1].pc, 0x1100);
    nt_path_key others[] = {key, key, key, key};
    others[0].pc ^= 2;
    others[1].count++;
    others[2].hist++;
    others[3].epoch++;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_null(nt_paths_find(paths, &others[i]));
    }
}

static void a_path_with_too_many_ranges_is_not_remembered(void **state) {
    nt_paths *paths = no_paths(state);
    nt_path_key key = key_at(0x1000);
    assert_non_null(remember(paths, 0x2000, NT_PATH_RANGES));
    assert_null(remember(paths, 0x1000, NT_PATH_RANGES + 1));
    assert_null(nt_paths_find(paths, &key));
}

static void a_range_that_is_too_long_is_not_remembered(void **state) {
    nt_paths *paths = no_paths(state);
    nt_path_draft draft;
    nt_path_key key = key_at(0x1000);
    nt_path_draft_begin(&draft, paths, &key);
    nt_path_draft_range(&draft, 0x1000, 1, NT_PATH_LONGEST + 1, 1);
    assert_null(nt_path_draft_keep(&draft, paths));
}

/* However many there are, whichever is found has its own ranges. */
static void old_paths_are_forgotten_and_never_mixed_up(void **state) {
    nt_paths *paths = no_paths(state);
    enum { MANY = 3 * NT_PATH_LOG, EACH = 7 };
    size_t found = 0;
    for (uint64_t i = 0; i < MANY / EACH; i++) {
        assert_non_null(remember(paths, i << 20, EACH));
        uint64_t back = i * 7919 % (i + 1);
        nt_path_key key = key_at((i - back) << 20);
        const nt_path *path = nt_paths_find(paths, &key);
        if (path != NULL) {
            for (unsigned range = 0; range < EACH; range++) {
                assert_int_equal(nt_path_ranges(paths, path)[range].pc, key.pc + 0x100 * range);
            }
            found++;
        }
    }
    nt_path_key first = key_at(0);
    assert_null(nt_paths_find(paths, &first));
    assert_true(found > 100);
}

static void the_return_stack_is_kept_as_what_is_taken_and_what_is_left(void **state) {
    nt_paths *paths = no_paths(state);
    nt_path_draft draft;
    nt_path_key key = key_at(0x1000);
    nt_path_draft_begin(&draft, paths, &key);
    nt_path_draft_range(&draft, 0x1000, 1, 1, 1);
    nt_path_draft_push(&draft, 0xa); /* a call and its return */
    nt_path_draft_pop(&draft, true, 0xa);
    nt_path_draft_pop(&draft, true, 0xb);
    nt_path_draft_pop(&draft, true, 0xc);
    nt_path_draft_push(&draft, 0xd);
    const nt_path *path = nt_path_draft_keep(&draft, paths);
    assert_non_null(path);
    const nt_path_range *entry = nt_path_ranges(paths, path) + path->ranges;
    assert_int_equal(path->popped, 2);
    assert_int_equal(path->pushed, 1);
    assert_int_equal(path->rise, 1);
    assert_int_equal(entry[0].pc, 0xb);
    assert_int_equal(entry[1].pc, 0xc);
    assert_int_equal(entry[2].pc, 0xd);
    assert_false(path->drained);
}

static void all_paths_can_be_forgotten(void **state) {
    nt_paths *paths = no_paths(state);
    nt_path_key key = key_at(0x1000);
    remember(paths, 0x1000, 2);
    nt_paths_forget(paths);
    assert_null(nt_paths_find(paths, &key));
    assert_non_null(remember(paths, 0x1000, 2));
    assert_non_null(nt_paths_find(paths, &key));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_path_is_found_by_all_of_its_key_alone, drop),
        cmocka_unit_test_teardown(a_path_with_too_many_ranges_is_not_remembered, drop),
        cmocka_unit_test_teardown(a_range_that_is_too_long_is_not_remembered, drop),
        cmocka_unit_test_teardown(old_paths_are_forgotten_and_never_mixed_up, drop),
        cmocka_unit_test_teardown(the_return_stack_is_kept_as_what_is_taken_and_what_is_left, drop),
        cmocka_unit_test_teardown(all_paths_can_be_forgotten, drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
