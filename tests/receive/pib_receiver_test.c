/* SPDX-License-Identifier: Apache-2.0 */
/* The receivers at the PIB's pins, fed by a transmitter of the test's own, which leaves any number
   of idle beats between messages. */
#include "receive/pib_receiver.h"
#include "sim/util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { WAVE = 1 << 18, BYTES = 4096, MANCHESTER = 4, UART = 5, CLK = 1 << 16 };

/* Pins cycle by cycle: TRC_DATA, and TRC_CLK above it. */
typedef struct wave {
    uint8_t mode;
    bool center;
    unsigned timing;
    bool clk;
    uint32_t pins[WAVE];
    size_t size;
    uint8_t sent[BYTES];
    size_t bytes;
} wave;

static void level(wave *w, uint32_t data, unsigned ticks) {
    for (unsigned i = 0; i < ticks * w->timing; i++) {
        assert_true(w->size < WAVE);
        w->pins[w->size++] = data | (w->clk ? CLK : 0u);
    }
}

static void beat(wave *w, uint32_t data) {
    if (w->mode < 8) {
        level(w, (w->mode == UART ? 0xfffe : 0) | data, 1);
    } else if (w->center) {
        level(w, data, 1);
        w->clk = !w->clk;
        level(w, data, 1);
    } else {
        w->clk = !w->clk;
        level(w, data, 1);
    }
}

static unsigned width_of(const wave *w) {
    return w->mode < 8 ? 1 : 1u << (w->mode - 8);
}

static void idle(wave *w, unsigned beats) {
    for (unsigned i = 0; i < beats; i++) {
        beat(w, w->mode == MANCHESTER ? 0 : w->mode == UART ? 1 : 0xffff);
    }
}

static void phases(wave *w, unsigned bit) {
    beat(w, bit);
    beat(w, !bit);
}

static void count_byte(wave *w, uint8_t byte) {
    assert_true(w->bytes < BYTES);
    w->sent[w->bytes++] = byte;
}

static void send_byte(wave *w, uint8_t byte) {
    unsigned width = width_of(w);
    if (w->mode == UART) {
        beat(w, 0);
    }
    for (unsigned i = 0; i < 8; i += width) {
        unsigned bits = (unsigned)byte >> i & ((1u << width) - 1);
        if (w->mode == MANCHESTER) {
            phases(w, bits);
        } else {
            unsigned others = w->mode < 8 ? 0u : 0xffffu << width;
            beat(w, (others & 0xffff) | bits);
        }
    }
    if (w->mode == UART) {
        beat(w, 1);
    }
    count_byte(w, byte);
}

static void send(wave *w, const uint8_t *bytes, size_t size) {
    if (w->mode == MANCHESTER) {
        phases(w, 1);
    }
    for (size_t i = 0; i < size; i++) {
        if (width_of(w) == 16) {
            uint32_t second = i + 1 < size ? bytes[i + 1] : 0xff;
            beat(w, second << 8 | bytes[i]);
            count_byte(w, bytes[i++]);
            if (i < size) {
                count_byte(w, bytes[i]);
            }
        } else {
            send_byte(w, bytes[i]);
        }
    }
    if (w->mode == MANCHESTER) {
        idle(w, 2);
    }
}

static void begin(wave *w, uint8_t mode, bool center, unsigned timing) {
    memset(w, 0, sizeof *w);
    w->mode = mode;
    w->center = center;
    w->timing = timing;
    idle(w, 3);
}

/* A message of `size` bytes; `style` of MDO: 0 zeros, 1 ones, else any. */
static size_t draw(nt_random *random, uint8_t *bytes, unsigned style) {
    size_t size = nt_random_between(random, 2, 7);
    for (size_t i = 0; i < size; i++) {
        unsigned mdo = style == 0 ? 0 : style == 1 ? 63 : nt_random_below(random, 64);
        unsigned mseo = i + 1 == size ? 3 : i > 0 && nt_random_below(random, 3) == 0;
        bytes[i] = (uint8_t)(mdo << 2 | mseo);
    }
    return size;
}

static void send_messages(wave *w, nt_random *random, unsigned count, unsigned most_idle,
                          unsigned style) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < count; i++) {
        send(w, bytes, draw(random, bytes, style));
        idle(w, nt_random_below(random, most_idle + 1));
    }
}

typedef struct heard {
    nt_pib_receiver receiver;
    uint8_t byte[BYTES];
    size_t bytes;
} heard;

static void listen_as(heard *h, const wave *w, size_t from, bool anywhere, bool center,
                      unsigned timing) {
    const nt_pib_receiver_params params = {
        .mode = w->mode, .center = center, .anywhere = anywhere, .timing = timing};
    h->bytes = 0;
    assert_true(nt_pib_receiver_init(&h->receiver, &params));
    for (size_t i = from; i < w->size; i++) {
        nt_pib_receiver_cycle(&h->receiver, w->pins[i] & CLK, (uint16_t)w->pins[i]);
        for (unsigned k = 0; k < h->receiver.received && h->bytes < BYTES; k++) {
            h->byte[h->bytes++] = h->receiver.alignment.byte[k];
        }
    }
}

static void listen(heard *h, const wave *w, size_t from, bool anywhere) {
    listen_as(h, w, from, anywhere, w->center, w->timing);
}

static bool is_exact(const heard *h, const wave *w) {
    return h->receiver.wrong == 0 && h->bytes == w->bytes &&
           memcmp(h->byte, w->sent, h->bytes) == 0;
}

static const uint8_t modes[] = {4, 5, 8, 9, 10, 11, 12};
enum { MODES = sizeof modes };

static void bytes_are_those_sent_whatever_is_idle_between_messages(void **state) {
    (void)state;
    static wave w;
    static heard h;
    nt_random random;
    nt_random_seed(&random, 1);
    for (unsigned m = 0; m < MODES; m++) {
        for (unsigned center = 0; center < 2; center++) {
            for (unsigned timing = 1; timing <= 4; timing++) {
                begin(&w, modes[m], center != 0, timing);
                send_messages(&w, &random, 60, 17, 0);
                send_messages(&w, &random, 60, 17, 2);
                send_messages(&w, &random, 60, 0, 1);
                idle(&w, 4);
                listen(&h, &w, 0, false);
                if (!is_exact(&h, &w)) {
                    fail_msg("mode %u, center %u, timing %u: %zu of %zu bytes; %s", modes[m],
                             center, timing, h.bytes, w.bytes, h.receiver.first);
                }
            }
        }
    }
}

/* From every cycle of a stream: what is heard is the end of what was sent, from a message on. */
static void check_from_anywhere(const wave *w, unsigned timing, size_t until) {
    static heard h;
    for (size_t from = 0; from < until; from++) {
        listen_as(&h, w, from, true, w->center, timing);
        size_t begins = w->bytes - h.bytes;
        bool right = h.bytes > 0 && h.bytes <= w->bytes && h.receiver.wrong == 0 &&
                     memcmp(h.byte, w->sent + begins, h.bytes) == 0 &&
                     (begins == 0 || (w->sent[begins - 1] & 3) == 3);
        if (!right) {
            fail_msg("mode %u from cycle %zu: %zu of %zu bytes; %s", w->mode, from, h.bytes,
                     w->bytes, h.receiver.first);
        }
    }
}

static void listening_may_begin_anywhere(void **state) {
    (void)state;
    static wave w;
    nt_random random;
    nt_random_seed(&random, 2);
    for (unsigned m = 0; m < MODES; m++) {
        for (unsigned style = 0; style < 3; style++) {
            begin(&w, modes[m], style == 1, 2);
            send_messages(&w, &random, 20, 0, style);
            size_t until = w.size;
            idle(&w, 16); /* MDO of zeros or ones can be read in several ways until then */
            send_messages(&w, &random, 20, 3, 2);
            idle(&w, 3);
            check_from_anywhere(&w, w.timing, until);
        }
    }
}

/* The most that 1 bit can show within messages: 6 MDO ones, then a last byte of all ones. */
static void fourteen_ones_are_not_taken_for_idle(void **state) {
    (void)state;
    static const uint8_t message[] = {0x24, 0xfc, 0xff, 0x24, 0x10, 0xfd, 0xff, 0x10, 0x03};
    static wave w;
    for (uint8_t mode = 8; mode <= 10; mode++) {
        begin(&w, mode, false, 1);
        for (unsigned i = 0; i < 6; i++) {
            send(&w, message, 3);
            send(&w, message + 3, 4);
            send(&w, message + 7, 2);
        }
        size_t until = w.size / 2;
        idle(&w, 2);
        check_from_anywhere(&w, 1, until);
    }
}

/* In a stream that never rests otherwise: the bytes of the first message behind the idle byte are
   told, if later, but for the few cases in which its bytes can be read in two ways. */
static void an_idle_byte_before_a_message_aligns_by_its_end(void **state) {
    (void)state;
    static wave w;
    static heard h;
    nt_random random;
    nt_random_seed(&random, 3);
    unsigned late = 0;
    for (unsigned round = 0; round < 300; round++) {
        uint8_t mode = (uint8_t)(8 + round % 3);
        begin(&w, mode, false, 1);
        send_messages(&w, &random, 20, 0, 2);
        size_t before = w.bytes;
        size_t from = nt_random_below(&random, (uint32_t)w.size);
        idle(&w, 8 / width_of(&w));
        send_messages(&w, &random, 1, 0, 2);
        idle(&w, 8 / width_of(&w));
        send_messages(&w, &random, 3, 0, 2);
        listen(&h, &w, from, true);
        late += h.bytes < w.bytes - before;
    }
    print_message("%u of 300 streams missed the first message behind an idle byte\n", late);
    assert_in_range(late, 0, 15);
}

static void one_wire_is_measured_by_its_edges(void **state) {
    (void)state;
    static const uint8_t pattern[] = {0xaa, 0x55, 0x00, 0xff}; /* "PIB Calibration Patterns" */
    static wave w;
    static heard h;
    nt_random random;
    nt_random_seed(&random, 4);
    for (unsigned mode = MANCHESTER; mode <= UART; mode++) {
        for (unsigned timing = 1; timing < 30; timing += 7) {
            begin(&w, (uint8_t)mode, false, timing);
            for (unsigned i = 0; i < 3; i++) {
                send(&w, pattern, sizeof pattern);
            }
            listen_as(&h, &w, 0, true, false, 0);
            assert_int_equal(h.receiver.timing, timing);
            begin(&w, (uint8_t)mode, false, timing);
            send_messages(&w, &random, 30, 5, 2);
            idle(&w, 20);
            send_messages(&w, &random, 10, 5, 2);
            idle(&w, 4);
            check_from_anywhere(&w, 0, 100);
        }
    }
}

/* Each pin that carries bits is inverted for a tick, at any place: that is seen. */
static void an_inverted_pin_is_seen_wherever_it_is(void **state) {
    (void)state;
    static wave w;
    static heard h;
    nt_random random;
    nt_random_seed(&random, 5);
    for (unsigned m = 0; m < MODES; m++) {
        for (unsigned pin = 0; pin < 1u << (modes[m] < 8 ? 0 : modes[m] - 8); pin++) {
            begin(&w, modes[m], m % 2 != 0, 2);
            send_messages(&w, &random, 5, 3, 2);
            idle(&w, 20);
            for (size_t at = 4; at + 44 < w.size; at += 2) {
                w.pins[at] ^= 1u << pin;
                w.pins[at + 1] ^= 1u << pin;
                listen(&h, &w, 0, false);
                if (is_exact(&h, &w)) {
                    fail_msg("mode %u: pin %u inverted in cycle %zu is not seen", modes[m], pin,
                             at);
                }
                w.pins[at] ^= 1u << pin;
                w.pins[at + 1] ^= 1u << pin;
            }
        }
    }
}

static void assert_wrong(const wave *w, const char *what) {
    static heard h;
    listen(&h, w, 0, false);
    assert_true(h.receiver.wrong > 0);
    assert_non_null(strstr(h.receiver.first, what));
}

static void pins_that_change_at_another_time_are_wrong(void **state) {
    (void)state;
    static wave w;
    begin(&w, 11, false, 3);
    idle(&w, 4);
    w.pins[w.size - 1] ^= CLK;
    assert_wrong(&w, "TRC_CLK has an edge too early");
    begin(&w, 11, false, 3);
    level(&w, 0xffff, 2);
    assert_wrong(&w, "TRC_CLK stands still");
    begin(&w, 11, false, 3);
    idle(&w, 4);
    w.pins[w.size - 1] ^= 1;
    assert_wrong(&w, "changes between ticks");
    begin(&w, 5, false, 3);
    send_byte(&w, 0x10);
    w.pins[w.size - 1] ^= 1;
    assert_wrong(&w, "changes between ticks");
}

static void data_that_moves_with_a_centered_clock_is_wrong(void **state) {
    (void)state;
    static wave w;
    static heard h;
    static const uint8_t bytes[] = {0x10, 0x23};
    begin(&w, 11, false, 2);
    send(&w, bytes, sizeof bytes);
    listen_as(&h, &w, 0, false, true, 1); /* edges every two ticks, as if of trPibClkCenter */
    assert_true(h.receiver.wrong > 0);
    assert_non_null(strstr(h.receiver.first, "changes with TRC_CLK"));
}

static void frames_that_are_not_as_they_should_be_are_wrong(void **state) {
    (void)state;
    static wave w;
    begin(&w, UART, false, 1);
    send_byte(&w, 0x10);
    w.pins[w.size - 1] ^= 1; /* the stop bit */
    assert_wrong(&w, "framing");
    begin(&w, MANCHESTER, false, 1);
    phases(&w, 1);
    phases(&w, 0);
    level(&w, 1, 2); /* no bit has this */
    assert_wrong(&w, "framing");
    begin(&w, MANCHESTER, false, 1);
    phases(&w, 1);
    send_byte(&w, 0x10);
    idle(&w, 2); /* a stop bit within a message */
    assert_wrong(&w, "framing");
    begin(&w, 12, false, 1);
    beat(&w, 0x1003 | 0x20 << 8); /* a last byte in front is none */
    assert_wrong(&w, "MSEO");
    begin(&w, 12, false, 1);
    beat(&w, 0x1010);
    beat(&w, 0x1003); /* a message that begins on the high byte */
    assert_wrong(&w, "framing");
    begin(&w, 8, false, 1);
    send_byte(&w, 0x10);
    send_byte(&w, 0x12); /* MSEO=10 */
    assert_wrong(&w, "MSEO");
}

static void a_receiver_finds_its_way_again_behind_a_broken_message(void **state) {
    (void)state;
    static const uint8_t bytes[] = {0x24, 0x12, 0x10, 0x03}; /* MSEO=10 in the second */
    static wave w;
    static heard h;
    nt_random random;
    nt_random_seed(&random, 6);
    for (unsigned m = 0; m < MODES; m++) {
        begin(&w, modes[m], false, 1);
        send_messages(&w, &random, 3, 2, 2);
        send(&w, bytes, sizeof bytes);
        idle(&w, 20);
        size_t before = w.bytes;
        send_messages(&w, &random, 5, 2, 2);
        idle(&w, 4);
        listen(&h, &w, 0, false);
        assert_int_equal(h.receiver.wrong, 1);
        assert_true(h.bytes >= w.bytes - before);
        assert_memory_equal(h.byte + h.bytes - (w.bytes - before), w.sent + before,
                            w.bytes - before);
    }
}

static void idle_bits_of_uart_within_a_message_are_counted(void **state) {
    (void)state;
    static wave w;
    static heard h;
    static const uint8_t bytes[] = {0x24, 0x10, 0x03};
    begin(&w, UART, false, 1);
    send(&w, bytes, sizeof bytes);
    idle(&w, 5);
    listen(&h, &w, 0, false);
    assert_true(is_exact(&h, &w));
    assert_int_equal(h.receiver.gaps, 0);
    send_byte(&w, 0x24);
    idle(&w, 2);
    send_byte(&w, 0x03);
    listen(&h, &w, 0, false);
    assert_true(is_exact(&h, &w));
    assert_int_equal(h.receiver.gaps, 2);
}

static void other_modes_are_refused(void **state) {
    (void)state;
    nt_pib_receiver r;
    for (uint8_t mode = 0; mode < 16; mode++) {
        const nt_pib_receiver_params params = {.mode = mode, .timing = 1};
        bool known = mode == 4 || mode == 5 || (mode >= 8 && mode <= 12);
        assert_int_equal(nt_pib_receiver_init(&r, &params), known);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_those_sent_whatever_is_idle_between_messages),
        cmocka_unit_test(listening_may_begin_anywhere),
        cmocka_unit_test(fourteen_ones_are_not_taken_for_idle),
        cmocka_unit_test(an_idle_byte_before_a_message_aligns_by_its_end),
        cmocka_unit_test(one_wire_is_measured_by_its_edges),
        cmocka_unit_test(an_inverted_pin_is_seen_wherever_it_is),
        cmocka_unit_test(pins_that_change_at_another_time_are_wrong),
        cmocka_unit_test(data_that_moves_with_a_centered_clock_is_wrong),
        cmocka_unit_test(frames_that_are_not_as_they_should_be_are_wrong),
        cmocka_unit_test(a_receiver_finds_its_way_again_behind_a_broken_message),
        cmocka_unit_test(idle_bits_of_uart_within_a_message_are_counted),
        cmocka_unit_test(other_modes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
