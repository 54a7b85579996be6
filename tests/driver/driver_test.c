/* SPDX-License-Identifier: Apache-2.0 */
/* The driver of trace components against the models' register files. */
#include "tests/driver/fake_system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const nt_ram_registers_params both = {.sram_words = FAKE_SRAM_WORDS, .smem = true};
static const nt_ram_registers_params smem_alone = {.smem = true};

enum { ENCODER, FUNNEL, PIB, RAM, ATB, ALL };

typedef struct bench {
    fake_system system;
    nt_driver driver;
    nt_driver_component list[ALL];
} bench;

static void init(bench *b, const nt_ram_registers_params *ram) {
    fake_init(&b->system, ram);
    b->driver = fake_driver(&b->system);
    const nt_driver_component list[ALL] = {
        {.type = NT_DRIVER_ENCODER, .base = FAKE_BASE + FAKE_ENCODER},
        {.type = NT_DRIVER_FUNNEL, .base = FAKE_BASE + FAKE_FUNNEL},
        {.type = NT_DRIVER_PIB_SINK, .base = FAKE_BASE + FAKE_PIB},
        {.type = NT_DRIVER_RAM_SINK, .base = FAKE_BASE + FAKE_RAM},
        {.type = NT_DRIVER_ATB_BRIDGE, .base = FAKE_BASE + FAKE_ATB},
    };
    memcpy(b->list, list, sizeof list);
}

static int discover(bench *b, unsigned which) {
    return nt_driver_discover(&b->driver, &b->list[which]);
}

static void discover_all(bench *b) {
    for (unsigned i = 0; i < ALL; i++) {
        assert_int_equal(discover(b, i), 0);
    }
}

static uint32_t peek(bench *b, uint64_t address) {
    uint32_t value;
    fake_read(&b->system, FAKE_BASE + address, &value);
    return value;
}

static void poke(bench *b, uint64_t address, uint32_t value) {
    fake_write(&b->system, FAKE_BASE + address, value);
}

/* Discovery. */

static void discovery_finds_every_component_and_what_it_has(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    discover_all(&b);
    for (unsigned i = 0; i < ALL; i++) {
        assert_int_equal(b.list[i].major, 1);
        assert_int_equal(b.list[i].minor, 0);
        assert_int_equal(b.list[i].warning, NT_DRIVER_NO_WARNING);
    }
    const nt_driver_encoder *encoder = &b.list[ENCODER].has.encoder;
    assert_int_equal(encoder->modes, 1 << 0 | 1 << 3 | 1 << 6);
    assert_int_equal(encoder->sync_modes, 15);
    assert_int_equal(encoder->format, 1);
    assert_int_equal(encoder->protocol_major, 1);
    assert_int_equal(encoder->filters, 7);
    assert_int_equal(encoder->features >> 28, 6);
    assert_int_equal(encoder->timestamps.width, 40);
    assert_int_equal(encoder->timestamps.modes, 0x1f);
    const nt_driver_funnel *funnel = &b.list[FUNNEL].has.funnel;
    assert_int_equal(funnel->inputs, 15);
    assert_int_equal(funnel->timestamps.modes, 1 << 0 | 1 << 1 | 1 << 2 | 1 << 4);
    const nt_driver_pib *pib = &b.list[PIB].has.pib;
    assert_int_equal(pib->modes, 1 << 5 | 1 << 8 | 1 << 10);
    assert_int_equal(pib->clk_center, 1 << 8 | 1 << 10);
    assert_false(pib->calibrate);
    assert_int_equal(pib->divider_reset, 7);
    assert_int_equal(pib->divider_most, 255);
    const nt_driver_ram *ram = &b.list[RAM].has.ram;
    assert_true(ram->sram && ram->smem && ram->limit_settable && ram->stop_on_wrap);
    assert_int_equal(ram->sram_limit, FAKE_SRAM_WORDS * 4 - 4);
    assert_true(b.list[ATB].has.atb.id_settable);
}

/* Registers to look at; reading a RAM sink's data would move its pointer. */
static unsigned words(unsigned which) {
    return which == RAM ? 10 : 24;
}

static void discovery_leaves_components_reset_active_and_not_enabled(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    static const uint64_t bases[] = {FAKE_ENCODER, FAKE_FUNNEL, FAKE_PIB, FAKE_RAM, FAKE_ATB};
    uint32_t before[ALL][24];
    for (unsigned i = 0; i < ALL; i++) {
        poke(&b, bases[i], 1);
        for (unsigned word = 0; word < words(i); word++) {
            before[i][word] = peek(&b, bases[i] + 4 * word);
        }
        poke(&b, bases[i], 3); /* and enabled, as somebody left it */
    }
    b.system.events = 0;
    discover_all(&b);
    for (unsigned i = 0; i < ALL; i++) {
        for (unsigned word = 0; word < words(i); word++) {
            assert_int_equal(peek(&b, bases[i] + 4 * word), before[i][word]);
        }
    }
    for (unsigned i = 0; i < b.system.events; i++) {
        assert_false(b.system.event[i].enable);
    }
}

/* Fields that a reset need not touch are written: the table "Trace Components Reset". */
static void a_reset_writes_what_the_text_lists_and_nothing_else(void **state) {
    (void)state;
    static const struct {
        unsigned which;
        uint64_t address[11]; /* after tr??Control 0 and 1; ends with 0 */
    } rows[] = {
        {ENCODER, {0x008, 0x00c, 0x010, 0x01c, 0x050, 0x054, 0x058, 0x040}},
        {FUNNEL, {FAKE_FUNNEL + 0x008, FAKE_FUNNEL + 0x040}},
        {PIB, {0}},
        {RAM, {0}},
        {ATB, {0}},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench b;
        init(&b, &both);
        assert_int_equal(nt_driver_reset(&b.driver, &b.list[rows[i].which]), 0);
        unsigned count = 0;
        for (; rows[i].address[count] != 0; count++) {
            assert_int_equal(b.system.write[2 + count], rows[i].address[count]);
            assert_int_equal(b.system.written[2 + count], 0);
        }
        assert_int_equal(b.system.writes, 2 + count);
        assert_int_equal(b.system.written[0], 0);
        assert_int_equal(b.system.written[1], 1);
    }
}

static void what_is_hard_wired_is_found_so(void **state) {
    (void)state;
    for (uint32_t id = 0x2a00; id <= 0x5500; id += 0x2b00) {
        bench b;
        init(&b, &both);
        b.system.fault = (fake_fault){FAKE_ATB, 0x7f00, id, false};
        assert_int_equal(discover(&b, ATB), 0);
        assert_false(b.list[ATB].has.atb.id_settable);
    }
    bench b;
    init(&b, &both);
    b.system.fault = (fake_fault){FAKE_RAM + 0x18, UINT32_MAX, 0x7c, false};
    assert_int_equal(discover(&b, RAM), 0);
    assert_false(b.list[RAM].has.ram.limit_settable);
    assert_int_equal(b.list[RAM].has.ram.sram_limit, 0x7c);
}

static void addresses_of_smem_are_not_tried(void **state) {
    (void)state;
    bench b;
    init(&b, &smem_alone);
    assert_int_equal(discover(&b, RAM), 0);
    assert_false(b.list[RAM].has.ram.sram);
    assert_true(b.list[RAM].has.ram.smem);
    assert_int_equal(b.list[RAM].has.ram.sram_limit, 0);
    for (unsigned i = 0; i < b.system.writes; i++) {
        assert_int_equal(b.system.write[i], FAKE_RAM);
    }
}

static void wrong_component(unsigned which, uint64_t offset, uint32_t clear, uint32_t set,
                            int expected) {
    static const uint64_t bases[] = {FAKE_ENCODER, FAKE_FUNNEL, FAKE_PIB, FAKE_RAM, FAKE_ATB};
    bench b;
    init(&b, &both);
    b.system.fault = (fake_fault){bases[which] + offset, clear, set, false};
    assert_int_equal(discover(&b, which), expected);
    char text[200];
    assert_true(nt_driver_describe(&b.list[which], expected, text, sizeof text) < sizeof text);
    assert_non_null(strstr(text, nt_driver_text(expected)));
    assert_non_null(strstr(text, nt_driver_name(b.list[which].type)));
}

static void a_component_of_another_type_is_refused(void **state) {
    (void)state;
    for (unsigned which = 0; which < ALL; which++) {
        wrong_component(which, 4, 0xf00, 0x500, NT_DRIVER_WRONG_TYPE);
    }
}

static void versions_are_handled_as_the_text_wants(void **state) {
    (void)state;
    for (unsigned which = 0; which < ALL; which++) {
        wrong_component(which, 4, 0x0ff, 0x000, NT_DRIVER_VERSION_0);
        wrong_component(which, 4, 0x0ff, 0x0f0, NT_DRIVER_VERSION_0);
        wrong_component(which, 4, 0x0ff, 0x002, NT_DRIVER_VERSION_NEW);
        wrong_component(which, 4, 0x0ff, 0x0f2, NT_DRIVER_VERSION_NEW);
        wrong_component(which, 4, 0x0ff, 0x00f, NT_DRIVER_VERSION_NEW);
    }
}

static void newer_and_experimental_minor_versions_are_warned_of(void **state) {
    (void)state;
    static const struct {
        uint32_t impl;
        nt_driver_warning warning;
    } rows[] = {{0x01, NT_DRIVER_NO_WARNING},
                {0x11, NT_DRIVER_MINOR_NEWER},
                {0xe1, NT_DRIVER_MINOR_NEWER},
                {0xf1, NT_DRIVER_EXPERIMENTAL}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench b;
        init(&b, &both);
        b.system.fault = (fake_fault){FAKE_FUNNEL + 4, 0xff, rows[i].impl, false};
        assert_int_equal(discover(&b, FUNNEL), 0);
        assert_int_equal(b.list[FUNNEL].warning, rows[i].warning);
    }
}

static void an_absent_component_is_told(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    nt_driver_component zeros = {.type = NT_DRIVER_FUNNEL, .base = FAKE_BASE + 0x11000};
    nt_driver_component ones = {.type = NT_DRIVER_FUNNEL, .base = 0x1000};
    assert_int_equal(nt_driver_discover(&b.driver, &zeros), NT_DRIVER_ABSENT);
    assert_int_equal(nt_driver_discover(&b.driver, &ones), NT_DRIVER_ABSENT);
}

static void waiting_is_bounded(void **state) {
    (void)state;
    wrong_component(PIB, 0, 1, 0, NT_DRIVER_NEVER_ACTIVE);
    wrong_component(PIB, 0, 0, 1, NT_DRIVER_STAYS_ACTIVE);
    bench b;
    init(&b, &both);
    b.system.fault = (fake_fault){FAKE_PIB, 1, 0, false};
    b.driver.polls = 7;
    unsigned before = b.system.accesses;
    assert_int_equal(discover(&b, PIB), NT_DRIVER_NEVER_ACTIVE);
    assert_int_equal(b.system.accesses - before, 1 + 1 + 1 + 7);
}

static void what_a_reset_leaves_on_is_told(void **state) {
    (void)state;
    wrong_component(RAM, 0, 0, 2, NT_DRIVER_ENABLED);
    wrong_component(RAM, 0, 8, 0, NT_DRIVER_NOT_EMPTY);
}

static void a_failing_access_is_told(void **state) {
    (void)state;
    static const uint64_t offsets[] = {0x000, 0x004, 0x008, 0x040};
    for (unsigned i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        bench b;
        init(&b, &both);
        b.system.fault = (fake_fault){FAKE_FUNNEL + offsets[i], 0, 0, true};
        assert_int_equal(discover(&b, FUNNEL), NT_DRIVER_BUS);
        assert_int_equal(b.list[FUNNEL].offset, offsets[i]);
    }
}

/* Settings. */

static void settings_are_written_and_verified(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    discover_all(&b);
    const nt_driver_encoder_setup encoder = {.control = 6u << 4 | 1u << 13 | 7,
                                             .features = 1u << 2 | 5u << 16 | 6u << 28,
                                             .timestamps = 1u | 4u << 4 | 1u << 15};
    assert_int_equal(nt_driver_set_encoder(&b.driver, &b.list[ENCODER], &encoder), 0);
    assert_int_equal(peek(&b, FAKE_ENCODER) & 0x00ffff, 1 | 1 << 3 | 6 << 4 | 1 << 13);
    assert_int_equal(nt_driver_set_funnel(&b.driver, &b.list[FUNNEL], 5, 1u | 2u << 4 | 2), 0);
    assert_int_equal(peek(&b, FAKE_FUNNEL + 8), 5);
    const nt_driver_pib_setup pib = {.mode = 10, .clk_center = true, .divider = 3};
    assert_int_equal(nt_driver_set_pib(&b.driver, &b.list[PIB], &pib), 0);
    assert_int_equal(peek(&b, FAKE_PIB), 1 | 8 | 10 << 4 | 1 << 8 | 3 << 16);
    assert_int_equal(nt_driver_set_atb(&b.driver, &b.list[ATB], 0x21), 0);
    assert_int_equal(peek(&b, FAKE_ATB), 1 | 8 | 0x21 << 8);
    const nt_driver_ram_setup ram = {
        .smem = true, .start = FAKE_MEMORY + 0x100, .limit = FAKE_MEMORY + 0x1fc};
    assert_int_equal(nt_driver_set_ram(&b.driver, &b.list[RAM], &ram), 0);
    assert_int_equal(peek(&b, FAKE_RAM), 1 | 8 | 1 << 4);
    assert_int_equal(peek(&b, FAKE_RAM + 0x20), 0x80000100);
    assert_int_equal(peek(&b, FAKE_RAM + 0x24), 1);
}

static void settings_that_are_not_accepted_are_told(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    discover_all(&b);
    const nt_driver_encoder_setup mode = {.control = 5u << 4};
    const nt_driver_encoder_setup filters = {.control = 6u << 4, .filters = 8};
    assert_int_equal(nt_driver_set_encoder(&b.driver, &b.list[ENCODER], &mode),
                     NT_DRIVER_NOT_SETTABLE);
    assert_int_equal(b.list[ENCODER].offset, 0);
    assert_int_equal(nt_driver_set_encoder(&b.driver, &b.list[ENCODER], &filters),
                     NT_DRIVER_NOT_SETTABLE);
    assert_int_equal(b.list[ENCODER].offset, 0x00c);
    assert_int_equal(b.list[ENCODER].found, 0);
    assert_int_equal(nt_driver_set_funnel(&b.driver, &b.list[FUNNEL], 0x10, 0),
                     NT_DRIVER_NOT_SETTABLE);
    const nt_driver_pib_setup pibs[] = {{.mode = 11},
                                        {.mode = 8, .calibrate = true},
                                        {.mode = 5, .clk_center = true},
                                        {.mode = 8, .divider = 256}};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(nt_driver_set_pib(&b.driver, &b.list[PIB], &pibs[i]),
                         NT_DRIVER_NOT_SETTABLE);
    }
    const nt_driver_ram_setup rams[] = {
        {.start = 4, .limit = 8}, {.limit = FAKE_SRAM_WORDS * 4}, {.limit = UINT64_C(0x100000004)}};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(nt_driver_set_ram(&b.driver, &b.list[RAM], &rams[i]),
                         NT_DRIVER_NOT_SETTABLE);
    }
    init(&b, &smem_alone);
    assert_int_equal(discover(&b, RAM), 0);
    assert_int_equal(nt_driver_set_ram(&b.driver, &b.list[RAM], &rams[0]), NT_DRIVER_NOT_SETTABLE);
    assert_int_equal(b.list[RAM].offset, 0);
}

static void arguments_that_nothing_could_take_are_refused(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    const nt_driver_ram_setup rams[] = {
        {.start = 2, .limit = 8}, {.limit = 9}, {.start = 8, .limit = 4}};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(nt_driver_set_ram(&b.driver, &b.list[RAM], &rams[i]), NT_DRIVER_BAD_CALL);
    }
    assert_int_equal(nt_driver_set_atb(&b.driver, &b.list[ATB], 0), NT_DRIVER_BAD_CALL);
    assert_int_equal(nt_driver_set_atb(&b.driver, &b.list[ATB], 0x70), NT_DRIVER_BAD_CALL);
    const nt_driver_pib_setup pib = {.mode = 16};
    assert_int_equal(nt_driver_set_pib(&b.driver, &b.list[PIB], &pib), NT_DRIVER_BAD_CALL);
    nt_driver_component strange = {.type = (nt_driver_type)5, .base = FAKE_BASE + FAKE_PIB};
    assert_int_equal(nt_driver_discover(&b.driver, &strange), NT_DRIVER_WRONG_TYPE);
    assert_int_equal(b.system.events, 0);
}

/* Sequences. */

static void expect_order(bench *b, const uint64_t *bases, bool enable) {
    assert_int_equal(b->system.events, ALL);
    for (unsigned i = 0; i < ALL; i++) {
        assert_int_equal(b->system.event[i].base, bases[i]);
        assert_int_equal(b->system.event[i].enable, enable);
    }
}

static void sinks_are_enabled_first_and_disabled_last(void **state) {
    (void)state;
    static const uint64_t on[] = {FAKE_ATB, FAKE_RAM, FAKE_PIB, FAKE_FUNNEL, FAKE_ENCODER};
    static const uint64_t off[] = {FAKE_ENCODER, FAKE_FUNNEL, FAKE_PIB, FAKE_RAM, FAKE_ATB};
    bench b;
    init(&b, &both);
    discover_all(&b);
    b.system.events = 0;
    assert_int_equal(nt_driver_enable(&b.driver, b.list, ALL, NULL), 0);
    expect_order(&b, on, true);
    assert_int_equal(peek(&b, FAKE_ENCODER) & 7, 3);
    assert_int_equal(nt_driver_start(&b.driver, b.list, ALL, NULL), 0);
    assert_int_equal(peek(&b, FAKE_ENCODER) & 7, 7);
    assert_int_equal(peek(&b, FAKE_FUNNEL) & 7, 3);
    b.system.events = 0;
    assert_int_equal(nt_driver_disable(&b.driver, b.list, ALL, NULL), 0);
    expect_order(&b, off, false);
    for (unsigned i = 0; i < ALL; i++) {
        assert_true(fake_empty(&b.system, i));
    }
}

/* The list may name sinks first: the order is the text's all the same. */
static void the_order_is_of_types_and_then_of_the_list(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    discover_all(&b);
    nt_driver_component list[] = {b.list[RAM], b.list[FUNNEL], b.list[ENCODER]};
    b.system.events = 0;
    assert_int_equal(nt_driver_enable(&b.driver, list, 3, NULL), 0);
    assert_int_equal(nt_driver_disable(&b.driver, list, 3, NULL), 0);
    static const uint64_t order[] = {FAKE_RAM,     FAKE_FUNNEL, FAKE_ENCODER,
                                     FAKE_ENCODER, FAKE_FUNNEL, FAKE_RAM};
    assert_int_equal(b.system.events, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(b.system.event[i].base, order[i]);
    }
}

static void enabling_keeps_settings_and_what_was_lost_stays_told(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    discover_all(&b);
    const nt_driver_pib_setup pib = {.mode = 10, .clk_center = true, .divider = 3};
    assert_int_equal(nt_driver_set_pib(&b.driver, &b.list[PIB], &pib), 0);
    assert_int_equal(nt_driver_enable(&b.driver, &b.list[PIB], 1, NULL), 0);
    assert_int_equal(peek(&b, FAKE_PIB), 3 | 10 << 4 | 1 << 8 | 3 << 16);
    assert_int_equal(nt_driver_enable(&b.driver, b.list, 1, NULL), 0);
    b.system.encoder.trTeInstStallOrOverflow = true;
    assert_int_equal(nt_driver_start(&b.driver, b.list, 1, NULL), 0);
    assert_int_equal(nt_driver_disable(&b.driver, b.list, 1, NULL), 0);
    assert_true(b.system.encoder.trTeInstStallOrOverflow);
}

static void enabling_stops_at_a_component_that_does_not_follow(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    discover_all(&b);
    b.system.events = 0;
    b.system.fault = (fake_fault){.address = FAKE_FUNNEL, .clear = 2};
    nt_driver_component *failed = NULL;
    assert_int_equal(nt_driver_enable(&b.driver, b.list, ALL, &failed), NT_DRIVER_NEVER_ENABLED);
    assert_ptr_equal(failed, &b.list[FUNNEL]);
    assert_true(b.system.events < ALL); /* the encoder is not touched */
}

static void expect_flushed_behind(fake_fault fault, unsigned which, int expected) {
    bench b;
    init(&b, &both);
    discover_all(&b);
    assert_int_equal(nt_driver_enable(&b.driver, b.list, ALL, NULL), 0);
    b.system.events = 0;
    b.system.fault = fault;
    nt_driver_component *failed = NULL;
    assert_int_equal(nt_driver_disable(&b.driver, b.list, ALL, &failed), expected);
    assert_ptr_equal(failed, &b.list[which]);
    for (unsigned i = 0; i < ALL; i++) {
        assert_true(i == which || fake_empty(&b.system, i));
    }
}

static void disabling_flushes_what_lies_behind_a_component_that_does_not_follow(void **state) {
    (void)state;
    expect_flushed_behind((fake_fault){.address = FAKE_ENCODER, .clear = 8}, ENCODER,
                          NT_DRIVER_NEVER_EMPTY);
    expect_flushed_behind((fake_fault){.address = FAKE_ENCODER, .fails = true}, ENCODER,
                          NT_DRIVER_BUS);
    expect_flushed_behind((fake_fault){.address = FAKE_FUNNEL, .set = 2}, FUNNEL,
                          NT_DRIVER_STAYS_ENABLED);
    expect_flushed_behind((fake_fault){.address = FAKE_PIB, .clear = 8}, PIB,
                          NT_DRIVER_NEVER_EMPTY);
}

static void disabling_waits_until_each_is_flushed(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    discover_all(&b);
    assert_int_equal(nt_driver_enable(&b.driver, b.list, ALL, NULL), 0);
    b.system.flush = 15;
    assert_int_equal(nt_driver_disable(&b.driver, b.list, ALL, NULL), 0);
    assert_int_equal(nt_driver_enable(&b.driver, b.list, ALL, NULL), 0);
    b.system.flush = 30; /* more than it polls */
    nt_driver_component *failed = NULL;
    assert_int_equal(nt_driver_disable(&b.driver, b.list, ALL, &failed), NT_DRIVER_NEVER_EMPTY);
    assert_ptr_equal(failed, &b.list[ENCODER]);
}

/* Read-out. */

static void set_sram(bench *b, uint32_t wp) {
    discover_all(b);
    const nt_driver_ram_setup setup = {.limit = 0x7c};
    assert_int_equal(nt_driver_set_ram(&b->driver, &b->list[RAM], &setup), 0);
    for (uint32_t i = 0; i < FAKE_SRAM_WORDS; i++) {
        b->system.sram[i] = 0x03020100 + i * 0x04040404;
    }
    b->system.wp = wp;
}

static void an_sram_is_read_up_to_the_write_pointer(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    b.system.waits = 3;
    set_sram(&b, 0x10);
    uint8_t bytes[128];
    nt_driver_trace trace;
    assert_int_equal(nt_driver_read_trace(&b.driver, &b.list[RAM], bytes, sizeof bytes, &trace), 0);
    assert_false(trace.wrapped || trace.smem);
    assert_int_equal(trace.length, 16);
    for (unsigned i = 0; i < 16; i++) {
        assert_int_equal(bytes[i], i);
    }
}

static void a_wrapped_sram_is_read_from_its_oldest_word(void **state) {
    (void)state;
    for (uint32_t wp = 0; wp < 0x80; wp += 4) {
        bench b;
        init(&b, &both);
        set_sram(&b, wp | 1);
        uint8_t bytes[128];
        nt_driver_trace trace;
        assert_int_equal(nt_driver_read_trace(&b.driver, &b.list[RAM], bytes, sizeof bytes, &trace),
                         0);
        assert_true(trace.wrapped);
        assert_int_equal(trace.length, 128);
        for (unsigned i = 0; i < 128; i++) {
            assert_int_equal(bytes[i], (wp + i) % 128);
        }
    }
}

static void smem_is_read_from_the_systems_memory(void **state) {
    (void)state;
    for (unsigned wrapped = 0; wrapped < 2; wrapped++) {
        bench b;
        init(&b, &both);
        discover_all(&b);
        const nt_driver_ram_setup setup = {
            .smem = true, .start = FAKE_MEMORY + 0x10, .limit = FAKE_MEMORY + 0x2c};
        assert_int_equal(nt_driver_set_ram(&b.driver, &b.list[RAM], &setup), 0);
        for (uint32_t i = 0; i < FAKE_MEMORY_WORDS; i++) {
            b.system.memory[i] = i;
        }
        b.system.wp = (FAKE_MEMORY + 0x18) | wrapped;
        uint8_t bytes[32];
        nt_driver_trace trace;
        assert_int_equal(nt_driver_read_trace(&b.driver, &b.list[RAM], bytes, sizeof bytes, &trace),
                         0);
        assert_true(trace.smem);
        assert_int_equal(trace.length, wrapped ? 32 : 8);
        assert_int_equal(bytes[0], wrapped ? 6 : 4);
        assert_int_equal(bytes[trace.length - 4], 5);
    }
}

static void what_cannot_be_read_is_told(void **state) {
    (void)state;
    uint8_t bytes[128];
    nt_driver_trace trace;
    bench b;
    init(&b, &both);
    set_sram(&b, 0x10);
    assert_int_equal(nt_driver_read_trace(&b.driver, &b.list[RAM], bytes, 15, &trace),
                     NT_DRIVER_NO_ROOM);
    assert_int_equal(nt_driver_enable(&b.driver, &b.list[RAM], 1, NULL), 0);
    assert_int_equal(nt_driver_read_trace(&b.driver, &b.list[RAM], bytes, 128, &trace),
                     NT_DRIVER_BUSY);
    assert_int_equal(nt_driver_disable(&b.driver, &b.list[RAM], 1, NULL), 0);
    b.system.fault = (fake_fault){FAKE_RAM + 0x28, UINT32_MAX, 4, false};
    assert_int_equal(nt_driver_read_trace(&b.driver, &b.list[RAM], bytes, 128, &trace),
                     NT_DRIVER_NO_READ_BACK);
    b.system.fault = (fake_fault){FAKE_RAM + 0x40, 0, 0, true};
    assert_int_equal(nt_driver_read_trace(&b.driver, &b.list[RAM], bytes, 128, &trace),
                     NT_DRIVER_BUS);
    b.system.fault.address = UINT64_MAX;
    b.system.wp = 0x80;
    assert_int_equal(nt_driver_read_trace(&b.driver, &b.list[RAM], bytes, 128, &trace),
                     NT_DRIVER_POINTER);
    const nt_driver_ram_setup outside = {
        .smem = true, .start = FAKE_MEMORY - 8, .limit = FAKE_MEMORY + 0x2c};
    assert_int_equal(nt_driver_set_ram(&b.driver, &b.list[RAM], &outside), 0);
    b.system.wp = FAKE_MEMORY;
    assert_int_equal(nt_driver_read_trace(&b.driver, &b.list[RAM], bytes, 128, &trace),
                     NT_DRIVER_BUS);
}

/* Texts. */

static void a_line_names_component_base_and_versions(void **state) {
    (void)state;
    bench b;
    init(&b, &both);
    b.system.fault = (fake_fault){FAKE_RAM + 4, 0xff, 0x32, false};
    assert_int_equal(discover(&b, RAM), NT_DRIVER_VERSION_NEW);
    char text[200];
    unsigned needed = nt_driver_describe(&b.list[RAM], NT_DRIVER_VERSION_NEW, text, sizeof text);
    assert_string_equal(text, "Trace RAM Sink at 0x1019000, version 2.3 (tr??Impl 0x00003932): "
                              "this future version is not supported, 1.0 is (register 0x004: "
                              "wanted 0x00000001, found 0x00003932)");
    assert_int_equal(needed, strlen(text) + 1);
    char small[20];
    assert_int_equal(nt_driver_describe(&b.list[RAM], NT_DRIVER_VERSION_NEW, small, sizeof small),
                     needed);
    assert_memory_equal(small, "Trace RAM Sink at 0", 20);
    assert_int_equal(nt_driver_describe(&b.list[RAM], NT_DRIVER_VERSION_NEW, small, 0), needed);
    b.list[RAM].warning = NT_DRIVER_EXPERIMENTAL;
    nt_driver_describe(&b.list[RAM], 0, text, sizeof text);
    assert_non_null(strstr(text, "experimental"));
}

static void every_error_has_a_text_of_its_own(void **state) {
    (void)state;
    for (int i = 0; i < NT_DRIVER_ERRORS; i++) {
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(nt_driver_text(i), nt_driver_text(j));
        }
    }
    assert_string_equal(nt_driver_text(-1), "unknown error");
    assert_string_equal(nt_driver_text(NT_DRIVER_ERRORS), "unknown error");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discovery_finds_every_component_and_what_it_has),
        cmocka_unit_test(discovery_leaves_components_reset_active_and_not_enabled),
        cmocka_unit_test(a_reset_writes_what_the_text_lists_and_nothing_else),
        cmocka_unit_test(what_is_hard_wired_is_found_so),
        cmocka_unit_test(addresses_of_smem_are_not_tried),
        cmocka_unit_test(a_component_of_another_type_is_refused),
        cmocka_unit_test(versions_are_handled_as_the_text_wants),
        cmocka_unit_test(newer_and_experimental_minor_versions_are_warned_of),
        cmocka_unit_test(an_absent_component_is_told),
        cmocka_unit_test(waiting_is_bounded),
        cmocka_unit_test(what_a_reset_leaves_on_is_told),
        cmocka_unit_test(a_failing_access_is_told),
        cmocka_unit_test(settings_are_written_and_verified),
        cmocka_unit_test(settings_that_are_not_accepted_are_told),
        cmocka_unit_test(arguments_that_nothing_could_take_are_refused),
        cmocka_unit_test(sinks_are_enabled_first_and_disabled_last),
        cmocka_unit_test(the_order_is_of_types_and_then_of_the_list),
        cmocka_unit_test(enabling_keeps_settings_and_what_was_lost_stays_told),
        cmocka_unit_test(enabling_stops_at_a_component_that_does_not_follow),
        cmocka_unit_test(disabling_flushes_what_lies_behind_a_component_that_does_not_follow),
        cmocka_unit_test(disabling_waits_until_each_is_flushed),
        cmocka_unit_test(an_sram_is_read_up_to_the_write_pointer),
        cmocka_unit_test(a_wrapped_sram_is_read_from_its_oldest_word),
        cmocka_unit_test(smem_is_read_from_the_systems_memory),
        cmocka_unit_test(what_cannot_be_read_is_told),
        cmocka_unit_test(a_line_names_component_base_and_versions),
        cmocka_unit_test(every_error_has_a_text_of_its_own),
    };
    return cmocka_run_group_tests_name("driver", tests, NULL, NULL);
}
