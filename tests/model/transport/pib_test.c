/* The PIB of the golden model where its source breaks off. */
#include "model/transport/pib.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { TCODE_BYTE = 0x24, IDLE = 0xff };

static const nt_control on = {
    .trPibActive = 1, .trPibEnable = 1, .trPibMode = 11, .trPibDivider = 0};

static void offer(nt_pib *pib, const nt_control *control, bool valid, uint8_t byte) {
    nt_pib_inputs in = {.control = control, .in_valid = valid, .in = byte};
    nt_pib_step(pib, &in);
}

static void a_message_that_breaks_off_ends_with_the_idle_byte(void **state) {
    (void)state;
    nt_pib pib;
    nt_pib_reset(&pib);
    offer(&pib, &on, true, TCODE_BYTE);
    assert_int_equal(pib.trc_data, TCODE_BYTE);
    assert_true(pib.in_message);
    offer(&pib, &on, false, 0); /* the encoder was reset: nothing comes any more */
    assert_int_equal(pib.trc_data, IDLE);
    assert_false(pib.in_message);

    nt_control disabled = on;
    disabled.trPibEnable = 0;
    assert_false(nt_pib_ready(&pib, &disabled)); /* so the next message is not taken */
}

static void a_message_is_finished_where_the_pib_is_disabled_within_it(void **state) {
    (void)state;
    nt_pib pib;
    nt_pib_reset(&pib);
    offer(&pib, &on, true, TCODE_BYTE);
    nt_control disabled = on;
    disabled.trPibEnable = 0;
    assert_true(nt_pib_ready(&pib, &disabled));
    offer(&pib, &disabled, true, 0x07);
    assert_int_equal(pib.trc_data, 0x07);
    assert_false(nt_pib_ready(&pib, &disabled));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_that_breaks_off_ends_with_the_idle_byte),
        cmocka_unit_test(a_message_is_finished_where_the_pib_is_disabled_within_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
