/* SPDX-License-Identifier: Apache-2.0 */
/* --set and --best: what they set, and of which fields they say that somebody gave them. */
#include "sim/settings/settings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* A legal value of a field, the preset only where there is no other. */
static uint32_t another_value(const nt_control_field *field) {
    for (uint32_t value = 0; value < 16; value++) {
        if (value != field->preset && field->is_legal(value)) {
            return value;
        }
    }
    return field->preset;
}

static void each_field_can_be_set_and_is_the_only_one_given_then(void **state) {
    (void)state;
    assert_true(nt_control_field_count > 64); /* more than a word has bits */
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        const nt_control_field *field = &nt_control_fields[i];
        nt_settings settings;
        nt_error error = {0};
        char text[96];
        nt_settings_init(&settings);
        (void)snprintf(text, sizeof text, "%s=%u", field->name, another_value(field));
        assert_int_equal(nt_settings_set(&settings, text, &error), 0);
        assert_true(settings.control_given);
        for (unsigned j = 0; j < nt_control_field_count; j++) {
            const char *name = nt_control_fields[j].name;
            uint32_t value = i == j ? another_value(field) : nt_control_fields[j].preset;
            assert_int_equal(nt_control_get(&settings.control, j), value);
            assert_int_equal(nt_settings_gave(&settings, name), i == j);
        }
    }
}

static void nothing_is_given_at_first(void **state) {
    (void)state;
    nt_settings settings;
    nt_settings_init(&settings);
    assert_false(settings.control_given);
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        assert_false(nt_settings_gave(&settings, nt_control_fields[i].name));
        assert_int_equal(nt_control_get(&settings.control, i), nt_control_fields[i].preset);
    }
    assert_false(nt_settings_gave(&settings, "trTeNothing"));
}

/* As an ingress file names it that was made for a build from FILE.cfg. */
static void the_build_of_a_program_is_known_by_its_name(void **state) {
    (void)state;
    const nt_config mine = {.name = "mine", .xlen = 32};
    nt_settings settings;
    nt_error error = {0};
    nt_settings_init(&settings);
    assert_int_equal(nt_settings_config(&settings, "mine", &error), -1);
    settings.own = &mine;
    assert_int_equal(nt_settings_config(&settings, "mine", &error), 0);
    assert_ptr_equal(settings.config, &mine);
    assert_int_equal(nt_settings_config(&settings, "tiny", &error), 0);
    assert_string_equal(settings.config->name, "tiny");
}

static void best_gives_whatever_it_sets(void **state) {
    (void)state;
    nt_settings settings;
    nt_settings_init(&settings);
    memset(&settings.control, 0xaa, sizeof settings.control);
    nt_settings_best(&settings);
    unsigned given = 0;
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        bool set = nt_control_get(&settings.control, i) != 0xaaaaaaaa;
        assert_int_equal(nt_settings_gave(&settings, nt_control_fields[i].name), set);
        given += set;
    }
    assert_int_equal(given, 11);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_given_at_first),
        cmocka_unit_test(the_build_of_a_program_is_known_by_its_name),
        cmocka_unit_test(each_field_can_be_set_and_is_the_only_one_given_then),
        cmocka_unit_test(best_gives_whatever_it_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
