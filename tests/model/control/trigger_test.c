/* SPDX-License-Identifier: Apache-2.0 */
/* Triggers, cycle by cycle (Trace Control Interface 1.0, "Trace Encoder Triggers"). */
#include "model/control/trigger.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { TRACE_ON = 2, TRACE_OFF = 3 };

static nt_trigger_outputs asked(unsigned ntriggers, const nt_control *control, unsigned trigger,
                                unsigned ext_trigger) {
    nt_trigger_outputs out = {.trace_on = true, .trace_off = true};
    nt_trigger_out(ntriggers, control, (uint8_t)trigger, (uint8_t)ext_trigger, &out);
    return out;
}

static void expect_asked(nt_trigger_outputs out, bool on, bool off) {
    assert_int_equal(out.trace_on, on);
    assert_int_equal(out.trace_off, off);
}

static void the_debug_modules_triggers_turn_tracing_on_and_off(void **state) {
    (void)state;
    nt_control control = {.trTeInstTrigEnable = 1};
    for (unsigned trigger = 0; trigger < 128; trigger++) {
        expect_asked(asked(2, &control, trigger, 0), trigger & 1, trigger >> 1 & 1);
    }
    control.trTeInstTrigEnable = 0;
    expect_asked(asked(2, &control, 3, 0), false, false);
}

/* Every input with every action, alone; the other inputs have another. */
static void an_external_trigger_does_its_inputs_action(void **state) {
    (void)state;
    for (unsigned input = 0; input < 8; input++) {
        for (uint32_t action = 0; action < 16; action++) {
            nt_control control = {.trTeInstTrigEnable = 1,
                                  .trTeTrigExtInControl = action << (4 * input)};
            expect_asked(asked(8, &control, 0, 1u << input), action == TRACE_ON,
                         action == TRACE_OFF);
            expect_asked(asked(8, &control, 0, 0xffu & ~(1u << input)), false, false);
            expect_asked(asked(input, &control, 0, 0xff), false, false); /* not built */
            expect_asked(asked(input + 1, &control, 0, 0xff), action == TRACE_ON,
                         action == TRACE_OFF);
            control.trTeInstTrigEnable = 0;
            expect_asked(asked(8, &control, 0, 0xff), false, false);
        }
    }
}

/* trTeTrigExtOutEvent: bit 0 where tracing starts, bit 1 where it stops. The pulse comes in the
   cycle after the change is seen. */
static void outputs_fire_when_tracing_changes(void **state) {
    (void)state;
    nt_control control = {.trTeTrigExtOutControl = UINT32_C(0xfed93210)};
    nt_trigger s = {.tracing = false};
    static const struct {
        bool tracing;
        uint8_t fires;
    } rows[] = {
        {false, 0}, {true, 0xba}, {true, 0}, {false, 0xcc}, {false, 0}, {true, 0xba}, {false, 0xcc},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        control.trTeInstTracing = rows[i].tracing;
        nt_trigger_step(&s, 8, false, &control);
        assert_int_equal(s.ext_trigger_out, rows[i].fires);
    }
    for (unsigned built = 0; built <= 8; built++) {
        s = (nt_trigger){.tracing = false};
        control.trTeInstTracing = 1;
        nt_trigger_step(&s, built, false, &control);
        assert_int_equal(s.ext_trigger_out, 0xba & ((1u << built) - 1));
    }
}

static void a_reset_fires_nothing_and_forgets(void **state) {
    (void)state;
    nt_control control = {.trTeTrigExtOutControl = UINT32_C(0x33333333), .trTeInstTracing = 1};
    nt_trigger s = {.tracing = false};
    nt_trigger_step(&s, 8, false, &control);
    assert_int_equal(s.ext_trigger_out, 0xff);
    nt_trigger_step(&s, 8, true, &control);
    assert_int_equal(s.ext_trigger_out, 0);
    control.trTeInstTracing = 0;
    nt_trigger_step(&s, 8, true, &control);
    assert_int_equal(s.ext_trigger_out, 0);
    control.trTeInstTracing = 1;
    nt_trigger_step(&s, 8, true, &control);
    nt_trigger_step(&s, 8, false, &control);
    assert_int_equal(s.ext_trigger_out, 0xff); /* on, as seen after the reset */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_debug_modules_triggers_turn_tracing_on_and_off),
        cmocka_unit_test(an_external_trigger_does_its_inputs_action),
        cmocka_unit_test(outputs_fire_when_tracing_changes),
        cmocka_unit_test(a_reset_fires_nothing_and_forgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
