/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/xml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void assert_put(const char *text, const char *wanted) {
    char *memory = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&memory, &size);
    nt_xml_put(out, text);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(memory, wanted);
    free(memory);
}

static void characters_beyond_ascii_are_numbers(void **state) {
    (void)state;
    assert_put("a<b>&\"c", "a&lt;b&gt;&amp;&quot;c");
    assert_put("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x99\x82", "&#233; &#8364; &#128578;");
}

static void what_xml_does_not_have_is_a_question_mark(void **state) {
    (void)state;
    assert_put("\x01\x7f\xc2\x85", "????");                /* controls */
    assert_put("\xff\xc3 \xed\xa0\x80", "?? ???");         /* no characters */
    assert_put("\xef\xbf\xbe\xef\xbf\xbd", "???&#65533;"); /* U+FFFE, U+FFFD */
    assert_put("\xe2\x82", "??");                          /* cut off */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_beyond_ascii_are_numbers),
        cmocka_unit_test(what_xml_does_not_have_is_a_question_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
