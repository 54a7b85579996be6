/* SPDX-License-Identifier: Apache-2.0 */
/* Call stacks as a tree, as folded text and as a flame graph. */
#include "libntrace/calls/stacks.h"
#include "sim/decode/flame.h"
#include "sim/decode/stacks_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct kept {
    char text[1 << 16];
    size_t used;
} kept;

static int keep(void *context, const void *bytes, size_t size, nt_error *error) {
    kept *k = context;
    if (size > sizeof k->text - 1 - k->used) {
        return nt_fail(error, "too much text");
    }
    memcpy(k->text + k->used, bytes, size);
    k->used += size;
    k->text[k->used] = '\0';
    return 0;
}

static const nt_function functions[] = {
    {.name = "main"}, {.name = "a<b>"}, {.name = "c"}, {.name = "x;y"}};

static void go(nt_stacks *s, const char *path, uint64_t count) {
    nt_stacks_reset(s);
    for (; *path != '\0'; path++) {
        const nt_stack_frame frame = {.function = &functions[*path - '0']};
        nt_stacks_enter(s, &frame);
    }
    nt_stacks_count(s, count);
}

static nt_stacks example(void) {
    nt_stacks s;
    assert_int_equal(nt_stacks_init(&s), 0);
    go(&s, "0", 10);
    go(&s, "01", 30);
    go(&s, "02", 60);
    return s;
}

static char *folded(const nt_stacks *s) {
    static nt_text text;
    static kept k;
    nt_error error = {0};
    k.used = 0;
    k.text[0] = '\0';
    nt_text_init(&text, keep, &k);
    assert_int_equal(nt_stacks_put(s, &text, &error), 0);
    assert_int_equal(nt_text_flush(&text, &error), 0);
    return k.text;
}

static char *flame(const nt_stacks *s) {
    static nt_text text;
    static kept k;
    nt_error error = {0};
    const nt_flame f = {.title = "R & D", .unit = "samples"};
    k.used = 0;
    nt_text_init(&text, keep, &k);
    assert_int_equal(nt_flame_put(&f, s, &text, &error), 0);
    assert_int_equal(nt_text_flush(&text, &error), 0);
    return k.text;
}

/* x, y and width of a box. */
static void box(const char *svg, const char *title, double place[3]) {
    const char *at = strstr(svg, title);
    assert_non_null(at);
    at = strstr(at, "<rect ");
    assert_int_equal(
        sscanf(at, "<rect x=\"%lf\" y=\"%lf\" width=\"%lf\"", &place[0], &place[1], &place[2]), 3);
}

static void stacks_are_counted_once_each(void **state) {
    (void)state;
    nt_stacks s = example();
    go(&s, "01", 3);
    assert_string_equal(folded(&s), "main 10\nmain;a<b> 33\nmain;c 60\n");
    nt_stacks_leave(&s);
    nt_stacks_count(&s, 1);
    assert_string_equal(folded(&s), "main 11\nmain;a<b> 33\nmain;c 60\n");
    nt_stacks_clear(&s);
}

static void frames_have_names_without_what_parts_them(void **state) {
    (void)state;
    nt_stacks s;
    assert_int_equal(nt_stacks_init(&s), 0);
    const nt_stack_frame hart = {.is_hart = true, .entry = 3};
    const nt_stack_frame unknown = {.entry = 0x8000};
    const nt_stack_frame handler = {.function = &functions[3], .trap = 2};
    nt_stacks_enter(&s, &hart);
    nt_stacks_enter(&s, &unknown);
    nt_stacks_enter(&s, &handler);
    nt_stacks_count(&s, 7);
    assert_string_equal(folded(&s), "hart 3;0x8000;(exception);x:y 7\n");
    nt_stacks_clear(&s);
}

static void trees_add_up(void **state) {
    (void)state;
    nt_stacks s = example();
    nt_stacks other;
    assert_int_equal(nt_stacks_init(&other), 0);
    go(&other, "021", 5);
    go(&other, "01", 4);
    assert_int_equal(nt_stacks_merge(&s, &other), 0);
    assert_string_equal(folded(&s), "main 10\nmain;a<b> 34\nmain;c 60\nmain;c;a<b> 5\n");
    nt_stacks_clear(&s);
    nt_stacks_clear(&other);
}

static void a_tree_beyond_its_limit_counts_for_the_caller(void **state) {
    (void)state;
    nt_stacks s;
    assert_int_equal(nt_stacks_init(&s), 0);
    const uint64_t most = UINT64_C(1) << 20;
    for (uint64_t i = 1; i < 2 * most; i++) {
        const nt_stack_frame frame = {.entry = i};
        nt_stacks_reset(&s);
        nt_stacks_enter(&s, &frame);
        nt_stacks_enter(&s, &frame);
        assert_true(s.count <= most);
    }
    assert_true(s.lost == 2 && s.top == NT_STACKS_ROOT);
    nt_stacks_leave(&s);
    nt_stacks_leave(&s);
    assert_true(s.lost == 0);
    nt_stacks_clear(&s);
}

static void a_box_is_as_wide_as_its_share_and_under_its_caller(void **state) {
    (void)state;
    nt_stacks s = example();
    double all[3];
    double a[3];
    double c[3];
    const char *svg = flame(&s);
    box(svg, "main: 100 samples (100.00 %)", all);
    box(svg, "a&lt;b&gt;: 30 samples (30.00 %)", a);
    box(svg, "c: 60 samples (60.00 %)", c);
    assert_true(all[0] == 10 && all[2] == 980);
    assert_true(a[0] == 10 && a[2] == 294 && c[0] == 304 && c[2] == 588);
    assert_true(a[1] == all[1] + 17 && c[1] == a[1]);
    assert_non_null(strstr(svg, ">R &amp; D: 100 samples</text>"));
    nt_stacks_clear(&s);
}

static void what_is_narrower_than_a_pixel_is_not_drawn(void **state) {
    (void)state;
    nt_stacks s = example();
    go(&s, "0", 1000000);
    const char *svg = flame(&s);
    assert_non_null(strstr(svg, "main: 1,000,100 samples"));
    assert_null(strstr(svg, "<title>c:"));
    nt_stacks_clear(&s);
}

static void nothing_is_a_picture_without_boxes(void **state) {
    (void)state;
    nt_stacks s;
    assert_int_equal(nt_stacks_init(&s), 0);
    assert_null(strstr(flame(&s), "<title>"));
    assert_string_equal(folded(&s), "");
    nt_stacks_clear(&s);
}

static void a_deep_stack_is_drawn(void **state) {
    (void)state;
    nt_stacks s;
    assert_int_equal(nt_stacks_init(&s), 0);
    for (unsigned i = 0; i < 300; i++) {
        const nt_stack_frame frame = {.function = &functions[i % 2]};
        nt_stacks_enter(&s, &frame);
    }
    nt_stacks_count(&s, 1);
    const char *svg = flame(&s);
    unsigned boxes = 0;
    for (const char *at = svg; (at = strstr(at, "<title>")) != NULL; at++) {
        boxes++;
    }
    assert_int_equal(boxes, 300);
    nt_stacks_clear(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_are_counted_once_each),
        cmocka_unit_test(frames_have_names_without_what_parts_them),
        cmocka_unit_test(trees_add_up),
        cmocka_unit_test(a_tree_beyond_its_limit_counts_for_the_caller),
        cmocka_unit_test(a_box_is_as_wide_as_its_share_and_under_its_caller),
        cmocka_unit_test(what_is_narrower_than_a_pixel_is_not_drawn),
        cmocka_unit_test(nothing_is_a_picture_without_boxes),
        cmocka_unit_test(a_deep_stack_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
