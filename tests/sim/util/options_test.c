/* SPDX-License-Identifier: Apache-2.0 */
/* The table of options: what each kind takes, where options may stand, and what is refused. */
#include "sim/settings/settings.h"
#include "sim/util/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct options {
    bool json, help;
    uint32_t number;
    uint64_t wide;
    const char *text;
    char taken[32];
    nt_settings settings;
} options;

static int take(void *place, const char *value, nt_error *error) {
    if (strlen(value) > 4) {
        return nt_fail(error, "--take %s: too long", value);
    }
    strcpy(place, value);
    return 0;
}

static const nt_option table[] = {
    NT_SETTINGS_OPTIONS(options, settings),
    NT_OPTION_JSON(options),
    NT_OPTION_HELP(options),
    {"number", 'n', NT_OPTION_NUMBER, offsetof(options, number), 2, 9, NULL, NULL, NULL},
    {"wide", 0, NT_OPTION_WIDE, offsetof(options, wide), 0, UINT64_MAX, NULL, NULL, NULL},
    {"text", 't', NT_OPTION_TEXT, offsetof(options, text), 0, 0, NULL, NULL, NULL},
    {"take", 0, NT_OPTION_TAKE, offsetof(options, taken), 0, 0, take, NULL, NULL},
};

enum { MOST = 12 };

/* `line`: words with one blank between them. Returns what nt_options_parse does. */
static int parse(const char *line, options *o, char **argv, nt_error *error) {
    static char words[256];
    int argc = 0;
    *o = (options){0};
    *error = (nt_error){0};
    nt_settings_init(&o->settings);
    strcpy(words, line);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        assert_true(argc < MOST);
        argv[argc++] = word;
    }
    argv[argc] = NULL;
    return nt_options_parse(table, sizeof table / sizeof table[0], o, argc, argv, error);
}

static void each_kind_goes_to_its_place(void **state) {
    (void)state;
    options o;
    char *argv[MOST + 1];
    nt_error error;
    const char *line = "cmd --number 3 --wide=0xffffffffffffffff -tabc --take x --json file";
    int first = parse(line, &o, argv, &error);
    assert_string_equal(error.text, "");
    assert_string_equal(argv[first], "file");
    assert_null(argv[first + 1]);
    assert_true(o.json && !o.help && o.number == 3 && o.wide == UINT64_MAX);
    assert_string_equal(o.text, "abc");
    assert_string_equal(o.taken, "x");
}

static void options_may_stand_before_and_behind_the_files(void **state) {
    (void)state;
    static const char *const lines[] = {"cmd -n 4 one two", "cmd one -n 4 two", "cmd one two -n4"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        options o;
        char *argv[MOST + 1];
        nt_error error;
        int first = parse(lines[i], &o, argv, &error);
        assert_int_equal(o.number, 4);
        assert_string_equal(argv[first], "one");
        assert_string_equal(argv[first + 1], "two");
    }
}

static void settings_act_in_the_order_given(void **state) {
    (void)state;
    options o;
    char *argv[MOST + 1];
    nt_error error;
    assert_int_equal(parse("cmd", &o, argv, &error), 1);
    assert_false(o.settings.control_given || o.settings.config_given);
    assert_int_equal(parse("cmd --best --set trTeInstMode=3 --config tiny", &o, argv, &error), 6);
    assert_true(o.settings.control_given && o.settings.config_given);
    assert_string_equal(o.settings.config->name, "tiny");
    assert_int_equal(o.settings.control.trTeInstMode, 3);
    assert_int_equal(o.settings.control.trTeInstEnRepeatedHistory, 1);
    assert_true(parse("cmd -s trTeInstMode=3 --best", &o, argv, &error) > 0);
    assert_int_equal(o.settings.control.trTeInstMode, 6);
}

static void what_is_wrong_is_named(void **state) {
    (void)state;
    static const struct {
        const char *line, *says;
    } cases[] = {
        {"cmd --colour", "--colour: no such option"},
        {"cmd -x", "-x: no such option"},
        {"cmd --number", "--number: needs a value"},
        {"cmd -n", "-n: needs a value"},
        {"cmd --number -x", "--number: expected a number, got -x"},
        {"cmd --json=1", "--json=1: takes no value"},
        {"cmd --number 1", "--number: expected 2 to 9, got 1"},
        {"cmd --number 10", "--number: expected 2 to 9, got 10"},
        {"cmd --number ten", "--number: expected a number, got ten"},
        {"cmd --number -3", "--number: expected 2 to 9, got -3"},
        {"cmd --wide 0x10000000000000000", "--wide: expected 0 to "},
        {"cmd --take longer", "--take longer: too long"},
        {"cmd --set trTeInstMode=5", "--set trTeInstMode=5: expected "},
        {"cmd --config none", "none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        options o;
        char *argv[MOST + 1];
        nt_error error;
        int result = parse(cases[i].line, &o, argv, &error);
        if (result != -1 || strstr(error.text, cases[i].says) == NULL) {
            fail_msg("%s: expected '%s', got %d '%s'", cases[i].line, cases[i].says, result,
                     error.text);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_goes_to_its_place),
        cmocka_unit_test(options_may_stand_before_and_behind_the_files),
        cmocka_unit_test(settings_act_in_the_order_given),
        cmocka_unit_test(what_is_wrong_is_named),
    };
    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
