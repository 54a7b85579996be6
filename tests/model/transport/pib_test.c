/* SPDX-License-Identifier: Apache-2.0 */
/* The PIB of the golden model at its pins, against what the Trace Control Interface prints. */
#include "model/transport/pib.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WAVE = 4096, BYTES = 4, SYNC = 9 << 2, NO_SYNC = 4 << 2, CLK = 1 << 16 };

typedef struct rig {
    nt_pib pib;
    nt_pib_control control;
    nt_pib_outputs out; /* of the last cycle */
    const uint8_t *bytes;
    size_t size;
    size_t taken;
    bool waits; /* behind its bytes the source is within a message */
    bool rst;
    uint32_t wave[WAVE]; /* TRC_DATA, and TRC_CLK above it, cycle by cycle */
    size_t cycles;
} rig;

static void begin(rig *r, uint32_t mode, bool center, uint32_t divider) {
    memset(r, 0, sizeof *r);
    const nt_pib_params params = {.bytes = BYTES};
    nt_pib_init(&r->pib, &params);
    r->control = (nt_pib_control){.trPibActive = 1,
                                  .trPibEnable = 1,
                                  .trPibMode = mode,
                                  .trPibClkCenter = center,
                                  .trPibDivider = divider};
}

static void give(rig *r, const uint8_t *bytes, size_t size) {
    r->bytes = bytes;
    r->size = size;
    r->taken = 0;
}

static void run(rig *r, size_t cycles) {
    for (; cycles > 0; cycles--) {
        nt_pib_inputs in = {.rst = r->rst, .control = &r->control};
        for (; in.in.count < BYTES && r->taken + in.in.count < r->size; in.in.count++) {
            in.in.byte[in.in.count] = r->bytes[r->taken + in.in.count];
        }
        in.in.waits = in.in.count == 0 && r->waits;
        nt_pib_out(&r->pib, r->rst, &r->control, &r->out);
        if (r->cycles < WAVE) {
            r->wave[r->cycles++] = r->out.TRC_DATA | (r->out.TRC_CLK ? CLK : 0u);
        }
        nt_pib_step(&r->pib, &in);
        r->taken += r->out.in_ready ? in.in.count : 0;
    }
}

/* TRC_DATA at each edge of TRC_CLK, `mask` its pins. */
static size_t at_edges(const rig *r, uint32_t mask, uint16_t *beats) {
    size_t count = 0;
    for (size_t i = 1; i < r->cycles; i++) {
        if ((r->wave[i] ^ r->wave[i - 1]) & CLK) {
            beats[count++] = (uint16_t)(r->wave[i] & mask);
        }
    }
    return count;
}

static size_t idle_beats(const uint16_t *beats, size_t count, uint16_t idle) {
    size_t i = 0;
    while (i < count && beats[i] == idle) {
        i++;
    }
    return i;
}

/* "PIB Calibration Patterns", the wire sequences */
static const struct {
    uint32_t mode;
    uint16_t pins;
    size_t period;
    uint16_t beat[32];
} sequences[] = {
    {8, 0x1, 32, {0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0,
                  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}},
    {9, 0x3, 16, {2, 1, 2, 1, 2, 1, 2, 1, 0, 3, 0, 3, 3, 0, 3, 0}},
    {10, 0xf, 8, {0xa, 0x5, 0xa, 0x5, 0x0, 0xf, 0xf, 0x0}},
    {11, 0xff, 4, {0xaa, 0x55, 0x00, 0xff}},
    {12, 0xffff, 4, {0xaaaa, 0x5555, 0x0000, 0xffff}},
};

static void calibration_shows_the_wire_sequences_of_the_text(void **state) {
    (void)state;
    for (size_t s = 0; s < sizeof sequences / sizeof sequences[0]; s++) {
        for (unsigned center = 0; center < 2; center++) {
            rig r;
            begin(&r, sequences[s].mode, center != 0, center);
            r.control.trPibEnable = 0;
            run(&r, 30);
            r.control.trPibEnable = 1;
            r.control.trPibCalibrate = 1;
            run(&r, 1000);
            uint16_t beats[WAVE];
            size_t count = at_edges(&r, sequences[s].pins, beats);
            size_t first = idle_beats(beats, count, sequences[s].pins);
            assert_true(count > first + 2 * sequences[s].period);
            for (size_t i = first; i < count; i++) {
                assert_int_equal(beats[i], sequences[s].beat[(i - first) % sequences[s].period]);
            }
        }
    }
}

/* AA 55 00 FF, the least significant bit first */
static const char pattern[] = "01010101"
                              "10101010"
                              "00000000"
                              "11111111";

static void calibration_of_one_wire_is_framed_as_bytes_and_messages_are(void **state) {
    (void)state;
    char uart[64] = "";
    char manchester[128] = "10"; /* the start bit, then each bit as 01 or 10, then the stop bit */
    for (unsigned i = 0; i < 32; i++) {
        strcat(uart, i % 8 == 0 ? "0" : "");
        strcat(uart, pattern[i] == '1' ? "1" : "0");
        strcat(uart, i % 8 == 7 ? "1" : "");
        strcat(manchester, pattern[i] == '1' ? "10" : "01");
    }
    strcat(manchester, "00");
    for (uint32_t mode = 4; mode <= 5; mode++) {
        const char *wire = mode == 4 ? manchester : uart;
        rig r;
        begin(&r, mode, false, 1);
        r.control.trPibCalibrate = 1;
        run(&r, 1000);
        size_t first = 1; /* the pins are quiescent from there on */
        while (first < 100 && (r.wave[first] & 1) == (mode == 5)) {
            first++;
        }
        assert_in_range(first, 1, 99);
        for (size_t i = first; i + 1 < r.cycles; i += 2) {
            unsigned expected = wire[(i - first) / 2 % strlen(wire)] == '1';
            assert_int_equal(r.wave[i] & 1, expected);
            assert_int_equal(r.wave[i + 1] & 1, expected);
        }
    }
}

static void calibration_takes_nothing_and_ends_with_its_pattern(void **state) {
    (void)state;
    const uint8_t bytes[] = {NO_SYNC, 0x03};
    rig r;
    begin(&r, 11, false, 0);
    r.control.trPibCalibrate = 1;
    give(&r, bytes, sizeof bytes);
    run(&r, 103);
    assert_int_equal(r.taken, 0);
    r.control.trPibCalibrate = 0;
    run(&r, 20);
    uint16_t beats[WAVE];
    size_t count = at_edges(&r, 0xff, beats);
    size_t first = idle_beats(beats, count, 0xff);
    size_t i = first;
    while (beats[i] == sequences[3].beat[(i - first) % 4]) {
        i++;
    }
    assert_int_equal((i - first) % 4, 0);
    i += idle_beats(beats + i, count - i, 0xff);
    assert_int_equal(beats[i], NO_SYNC);
    assert_int_equal(beats[i + 1], 0x03);
}

/* "Allowed PIB Configurations": cycles of a bit time, in ticks of trPibDivider + 1 */
static void bits_have_the_rates_of_the_text(void **state) {
    (void)state;
    for (uint32_t mode = 8; mode <= 12; mode++) {
        for (uint32_t divider = 0; divider < 5; divider++) {
            for (unsigned center = 0; center < 2; center++) {
                rig r;
                begin(&r, mode, center != 0, divider);
                run(&r, 1000);
                uint16_t beats[WAVE];
                size_t expected = 1000 / ((divider + 1) * (1 + center));
                assert_in_range(at_edges(&r, 1, beats), expected - 1, expected + 1);
            }
        }
    }
}

static void idle_pins_are_as_the_mode_has_it_as_soon_as_it_is_set(void **state) {
    (void)state;
    static const uint32_t modes[] = {4, 5, 8, 9, 10, 11, 12};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        rig r;
        begin(&r, modes[i], false, 100);
        r.control.trPibEnable = 0;
        run(&r, 2);
        assert_int_equal(r.out.TRC_DATA, modes[i] == 4 ? 0 : 0xffff);
        assert_int_equal(r.out.TRC_CLK, modes[i] >= 8); /* it runs */
        assert_true(r.out.trPibEmpty);
        assert_false(r.out.in_ready);
    }
}

static size_t idle_before_the_second(uint32_t mode, uint8_t tcode) {
    const uint8_t bytes[] = {NO_SYNC, 0x03, tcode, 0x03};
    rig r;
    begin(&r, mode, false, 0);
    give(&r, bytes, sizeof bytes);
    run(&r, 200);
    unsigned width = 1u << (mode - 8);
    uint16_t pins = (uint16_t)((1u << width) - 1);
    uint16_t beats[WAVE];
    size_t count = at_edges(&r, pins, beats);
    size_t first = idle_beats(beats, count, pins) + 2 * 8 / width;
    return idle_beats(beats + first, count - first, pins);
}

static void
an_idle_byte_goes_before_synchronizing_messages_where_bytes_have_no_fixed_place(void **state) {
    (void)state;
    static const uint8_t sync[] = {9, 11, 12, 29};
    for (size_t i = 0; i < sizeof sync; i++) {
        assert_int_equal(idle_before_the_second(8, (uint8_t)(sync[i] << 2)), 8);
        assert_int_equal(idle_before_the_second(9, (uint8_t)(sync[i] << 2)), 4);
        assert_int_equal(idle_before_the_second(10, (uint8_t)(sync[i] << 2)), 2);
        assert_int_equal(idle_before_the_second(11, (uint8_t)(sync[i] << 2)), 0);
    }
    for (uint32_t mode = 8; mode <= 11; mode++) {
        assert_int_equal(idle_before_the_second(mode, NO_SYNC), 0);
    }
}

static void sixteen_bits_carry_the_first_byte_low_and_begin_messages_there(void **state) {
    (void)state;
    const uint8_t bytes[] = {SYNC, 0x10, 0x07, NO_SYNC, 0x0f};
    const uint16_t expected[] = {0x1000 | SYNC, 0xff07, 0x0f00 | NO_SYNC, 0xffff};
    rig r;
    begin(&r, 12, false, 0);
    give(&r, bytes, sizeof bytes);
    run(&r, 40);
    uint16_t beats[WAVE];
    size_t count = at_edges(&r, 0xffff, beats);
    size_t first = idle_beats(beats, count, 0xffff);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(beats[first + i], expected[i]);
    }
}

static void what_is_inside_when_it_is_disabled_is_sent(void **state) {
    (void)state;
    uint8_t bytes[40];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = i % 5 == 0 ? NO_SYNC : i % 5 == 4 ? 0x03 : 0x10;
    }
    rig r;
    begin(&r, 8, false, 2);
    give(&r, bytes, sizeof bytes);
    run(&r, 4); /* the fourth beat ends within a message */
    r.control.trPibEnable = 0;
    run(&r, 20);
    assert_int_equal(r.taken, 20);
    assert_false(r.out.in_ready);
    while (!r.out.trPibEmpty) {
        assert_true(r.cycles < WAVE);
        run(&r, 1);
    }
    uint16_t beats[WAVE];
    size_t count = at_edges(&r, 1, beats);
    size_t first = idle_beats(beats, count, 1);
    /* The last byte has ones at its beginning alone, and its last bit has had its time. */
    assert_int_equal(count - first, 20 * 8 + 1);
    for (size_t i = 0; i < 20 * 8; i++) {
        assert_int_equal(beats[first + i], bytes[i / 8] >> (i % 8) & 1);
    }
}

static void a_message_that_breaks_off_ends_with_the_idle_byte(void **state) {
    (void)state;
    const uint8_t bytes[] = {NO_SYNC, 0x10};
    rig r;
    begin(&r, 11, false, 0);
    give(&r, bytes, sizeof bytes);
    run(&r, 20);
    uint16_t beats[WAVE];
    size_t count = at_edges(&r, 0xff, beats);
    size_t first = idle_beats(beats, count, 0xff);
    assert_int_equal(beats[first], NO_SYNC);
    assert_int_equal(beats[first + 1], 0x10);
    assert_int_equal(beats[first + 2], 0xff);
    assert_true(r.out.trPibEmpty);
}

/* Idle beats among the last ones, while messages of `length` bytes are always there. */
static size_t idle_of_full_stream(uint32_t mode, size_t length) {
    uint8_t bytes[2000];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = i % length == 0 ? NO_SYNC : i % length == length - 1 ? 0x03 : 0x10;
    }
    rig r;
    begin(&r, mode, false, 0);
    give(&r, bytes, sizeof bytes);
    run(&r, 700);
    uint16_t beats[WAVE];
    size_t count = at_edges(&r, 0xffff, beats);
    size_t idle = 0;
    for (size_t i = 100; i < count; i++) {
        idle += beats[i] == 0xffff;
    }
    return idle;
}

static void a_full_stream_leaves_no_beat_idle(void **state) {
    (void)state;
    for (size_t length = 2; length <= 38; length++) {
        assert_int_equal(idle_of_full_stream(11, length), 0);
        assert_int_equal(idle_of_full_stream(12, length), 0);
    }
}

static void reset_and_other_modes_show_nothing(void **state) {
    (void)state;
    static const uint32_t modes[] = {0, 1, 2, 3, 6, 7, 13, 14, 15};
    const uint8_t bytes[] = {NO_SYNC, 0x03};
    for (size_t i = 0; i <= sizeof modes / sizeof modes[0]; i++) {
        rig r;
        begin(&r, i < sizeof modes / sizeof modes[0] ? modes[i] : 11, false, 0);
        r.control.trPibActive = i < sizeof modes / sizeof modes[0];
        give(&r, bytes, sizeof bytes);
        run(&r, 20);
        assert_int_equal(r.taken, 0);
        assert_int_equal(r.out.TRC_DATA, 0xffff);
        assert_false(r.out.TRC_CLK);
        assert_true(r.out.trPibEmpty);
    }
}

/* ---- the waves of docs/transport.md ---- */

enum { QUIET = 2 }; /* idle columns before the message */

/* Pins that the mode does not use are ones, in Manchester zeros. */
static const struct {
    uint32_t mode;
    bool center;
    uint16_t pins;
    uint8_t bytes[4];
    size_t size;
    const char *clk; /* 0 or 1 as in the manual; a session may have it inverted */
    const char *data;
} waves[] = {
    {11, false, 0xff, {0x10, 0x23}, 2, "1 0 1 0 1 0", "ff ff 10 23 ff ff"},
    {11, true, 0xff, {0x10, 0x23}, 2, "0 1 1 0 0 1 1 0", "ff ff 10 10 23 23 ff ff"},
    {12, false, 0xffff, {0x10, 0x20, 0x33}, 3, "1 0 1 0 1", "ffff ffff 2010 ff33 ffff"},
    {10, false, 0xf, {0x10, 0x23}, 2, "1 0 1 0 1 0 1 0", "f f 0 1 3 2 f f"},
    {9, false, 0x3, {0x10, 0x23}, 2, "1 0 1 0 1 0 1 0 1 0 1 0", "3 3 0 0 1 0 3 0 2 0 3 3"},
    {8,
     false,
     0x1,
     {0x10, 0x23},
     2,
     "1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0",
     "1 1 0 0 0 0 1 0 0 0 1 1 0 0 0 1 0 0 1 1"},
    {5,
     false,
     0x1,
     {0x10, 0x23},
     2,
     "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
     "1 1 0 0 0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 0 0 1 1"},
    {4,
     false,
     0x1,
     {0x10, 0x23},
     2,
     "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
     "0 0 1 0 0 1 0 1 0 1 0 1 1 0 0 1 0 1 0 1 1 0 1 0 0 1 0 1 0 1 1 0 0 1 0 1 0 0 0 0"},
    /* One wire: no idle byte before a synchronizing message */
    {5,
     false,
     0x1,
     {0x13, 0x24, 0x03},
     3,
     "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
     "1 1 0 1 1 0 0 1 0 0 0 1 0 0 0 1 0 0 1 0 0 1 0 1"},
    {4,
     false,
     0x1,
     {0x13, 0x24, 0x03},
     3,
     "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
     "0 0 1 0 1 0 1 0 0 1 0 1 1 0 0 1 0 1 0 1 0 0 1 0 0 1"},
};

static uint32_t column(const char **text) {
    char *end;
    uint32_t value = (uint32_t)strtoul(*text, &end, 16);
    *text = end;
    return value;
}

static void the_waves_of_the_manual_are_at_all_pins(void **state) {
    (void)state;
    for (size_t w = 0; w < sizeof waves / sizeof waves[0]; w++) {
        uint32_t idle = waves[w].mode == 4 ? 0 : 0xffff;
        uint32_t others = idle & (uint32_t)~waves[w].pins;
        rig r;
        begin(&r, waves[w].mode, waves[w].center, 0);
        run(&r, 12); /* the start of a beat is told by the one before */
        give(&r, waves[w].bytes, waves[w].size);
        run(&r, 60);
        size_t first = 2;
        while (first < 40 && (r.wave[first] & 0xffff) == idle) {
            first++;
        }
        assert_in_range(first, 12, 20);
        const char *data = waves[w].data;
        const char *clk = waves[w].clk;
        uint32_t inverted = 2;
        for (size_t i = first - QUIET; *data != '\0'; i++) {
            uint32_t level = column(&clk);
            uint32_t got = (r.wave[i] & CLK) != 0;
            inverted = inverted == 2 ? level ^ got : inverted;
            assert_int_equal(r.wave[i] & 0xffff, column(&data) | others);
            assert_int_equal(got, level ^ (waves[w].mode >= 8 ? inverted : 0));
        }
    }
}

/* ---- beginnings and ends ---- */

static void assert_dark(rig *r) {
    assert_int_equal(r->out.TRC_DATA, 0xffff);
    assert_false(r->out.TRC_CLK);
    assert_true(r->out.trPibEmpty);
}

static void the_pins_are_idle_out_of_a_reset(void **state) {
    (void)state;
    const uint8_t bytes[] = {NO_SYNC, 0x03, 0x10};
    rig r;
    begin(&r, 8, false, 0);
    run(&r, 1);
    assert_dark(&r);
    give(&r, bytes, sizeof bytes);
    r.waits = true;
    run(&r, 6); /* within a byte, and within a message of the link */
    r.control.trPibEnable = 0;
    run(&r, 4);
    assert_true(r.out.in_ready);
    assert_false(r.out.trPibEmpty);
    r.rst = true;
    run(&r, 1);
    r.rst = false;
    run(&r, 1);
    assert_dark(&r);
    assert_false(r.out.in_ready);
    run(&r, 20);
    assert_true(r.out.trPibEmpty);
}

static void bytes_that_wait_are_not_nothing(void **state) {
    (void)state;
    const uint8_t bytes[] = {NO_SYNC, 0x03};
    rig r;
    begin(&r, 11, false, 100);
    give(&r, bytes, sizeof bytes);
    run(&r, 20);
    assert_int_equal(r.taken, 2);
    assert_int_equal(r.out.TRC_DATA, 0xffff);
    assert_false(r.out.trPibEmpty);
}

static void a_message_whose_source_has_gone_is_not_awaited(void **state) {
    (void)state;
    const uint8_t bytes[] = {NO_SYNC, 0x10};
    for (unsigned waits = 0; waits < 2; waits++) {
        rig r;
        begin(&r, 11, false, 0);
        give(&r, bytes, sizeof bytes);
        r.waits = waits;
        run(&r, 1);
        r.control.trPibEnable = 0;
        run(&r, 10);
        assert_int_equal(r.out.in_ready, waits);
    }
}

static void trPibMode_and_trPibClkCenter_are_obeyed_between_messages(void **state) {
    (void)state;
    const uint8_t bytes[] = {NO_SYNC, 0x43};
    rig r;
    begin(&r, 8, false, 0);
    give(&r, bytes, sizeof bytes);
    size_t first = 0;
    while (first < 20 && (first == 0 || r.wave[first] & 1)) {
        run(&r, 1);
        first = r.cycles - 1;
    }
    run(&r, 10); /* in the middle of the last byte */
    r.control.trPibMode = 11;
    r.control.trPibClkCenter = 1;
    run(&r, 20);
    for (size_t i = 0; i < 16; i++) {
        assert_int_equal(r.wave[first + i] & 0xffff, 0xfffe | (bytes[i / 8] >> (i % 8) & 1));
        assert_true((r.wave[first + i] ^ r.wave[first + i + 1]) & CLK || i == 15);
    }
    assert_int_equal(r.wave[first + 16] & 0xffff, 0xffff);
}

/* The idle byte of the mode before shows nothing to who reads the new one. */
static void a_new_mode_has_an_idle_byte_of_its_own(void **state) {
    (void)state;
    const uint8_t bytes[] = {NO_SYNC, 0x03, SYNC, 0x03};
    rig r;
    begin(&r, 8, false, 0);
    give(&r, bytes, sizeof bytes);
    size_t first = 0;
    while (first < 20 && (first == 0 || r.wave[first] & 1)) {
        run(&r, 1);
        first = r.cycles - 1;
    }
    run(&r, 18); /* the idle byte takes beats 16 to 23 */
    r.control.trPibMode = 10;
    run(&r, 20);
    static const uint16_t beats[] = {0xffff, 0xffff, 0xfff4, 0xfff2, 0xfff3, 0xfff0, 0xffff};
    for (size_t i = 0; i < sizeof beats / sizeof beats[0]; i++) {
        assert_int_equal(r.wave[first + 24 + i] & 0xffff, beats[i]);
    }
}

static void trPibCalibrate_does_nothing_without_trPibEnable(void **state) {
    (void)state;
    rig r;
    begin(&r, 11, false, 0);
    r.control.trPibEnable = 0;
    r.control.trPibCalibrate = 1;
    run(&r, 100);
    for (size_t i = 0; i < r.cycles; i++) {
        assert_int_equal(r.wave[i] & 0xffff, 0xffff);
    }
    assert_true(r.out.trPibEmpty);
}

static void sixteen_bits_are_empty_when_the_last_beat_has_had_its_time(void **state) {
    (void)state;
    for (size_t size = 2; size < 4; size++) {
        const uint8_t bytes[] = {NO_SYNC, size == 2 ? 0x0f : 0x20, 0x0f};
        rig r;
        begin(&r, 12, false, 3);
        give(&r, bytes, size);
        unsigned shown = 0;
        for (unsigned i = 0; i < 30; i++) {
            bool taken = r.taken != 0;
            run(&r, 1);
            bool idle = r.out.TRC_DATA == 0xffff;
            shown += !idle;
            assert_int_equal(r.out.trPibEmpty, idle && (!taken || shown > 0));
        }
        assert_int_equal(shown, size == 2 ? 4 : 8);
    }
}

/* A message longer than the buffer is passed on as it comes, and ended where it stops coming. */
static void an_endless_message_is_ended_on_either_byte_of_sixteen_bits(void **state) {
    (void)state;
    for (size_t size = 60; size < 62; size++) {
        uint8_t bytes[64];
        memset(bytes, 0x10, sizeof bytes);
        rig r;
        begin(&r, 12, false, 200);
        give(&r, bytes, size == 60 ? 60 : 57);
        r.waits = true;
        run(&r, 20); /* beats of four bytes and one of one: 57, and 4 more fill the buffer */
        give(&r, bytes, size == 60 ? 0 : 4);
        run(&r, 4);
        assert_false(r.out.in_ready);
        r.control.trPibDivider = 0;
        run(&r, 300);
        uint16_t beats[WAVE];
        size_t count = at_edges(&r, 0xffff, beats);
        size_t i = idle_beats(beats, count, 0xffff);
        for (size_t k = 0; k < 30; k++) {
            assert_int_equal(beats[i + k], 0x1010);
        }
        assert_int_equal(beats[i + 30], size == 60 ? 0xffff : 0xff10);
        for (size_t k = i + 31; k < count; k++) {
            assert_int_equal(beats[k], 0xffff);
        }
        assert_true(r.out.trPibEmpty);
        const uint8_t end[] = {0x20, 0x03}; /* the rest comes later: bytes as any */
        give(&r, end, sizeof end);
        run(&r, 20);
        assert_int_equal(r.taken, 2);
        assert_true(r.out.trPibEmpty);
        count = at_edges(&r, 0xffff, beats);
        unsigned seen = 0;
        for (size_t k = i + 31; k < count; k++) {
            seen += beats[k] == 0x0320;
        }
        assert_int_equal(seen, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calibration_shows_the_wire_sequences_of_the_text),
        cmocka_unit_test(calibration_of_one_wire_is_framed_as_bytes_and_messages_are),
        cmocka_unit_test(calibration_takes_nothing_and_ends_with_its_pattern),
        cmocka_unit_test(bits_have_the_rates_of_the_text),
        cmocka_unit_test(idle_pins_are_as_the_mode_has_it_as_soon_as_it_is_set),
        cmocka_unit_test(
            an_idle_byte_goes_before_synchronizing_messages_where_bytes_have_no_fixed_place),
        cmocka_unit_test(sixteen_bits_carry_the_first_byte_low_and_begin_messages_there),
        cmocka_unit_test(what_is_inside_when_it_is_disabled_is_sent),
        cmocka_unit_test(a_message_that_breaks_off_ends_with_the_idle_byte),
        cmocka_unit_test(a_full_stream_leaves_no_beat_idle),
        cmocka_unit_test(reset_and_other_modes_show_nothing),
        cmocka_unit_test(the_waves_of_the_manual_are_at_all_pins),
        cmocka_unit_test(the_pins_are_idle_out_of_a_reset),
        cmocka_unit_test(bytes_that_wait_are_not_nothing),
        cmocka_unit_test(a_message_whose_source_has_gone_is_not_awaited),
        cmocka_unit_test(trPibMode_and_trPibClkCenter_are_obeyed_between_messages),
        cmocka_unit_test(a_new_mode_has_an_idle_byte_of_its_own),
        cmocka_unit_test(trPibCalibrate_does_nothing_without_trPibEnable),
        cmocka_unit_test(sixteen_bits_are_empty_when_the_last_beat_has_had_its_time),
        cmocka_unit_test(an_endless_message_is_ended_on_either_byte_of_sixteen_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
