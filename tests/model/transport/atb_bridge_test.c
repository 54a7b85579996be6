/* SPDX-License-Identifier: Apache-2.0 */
/* The ATB bridge of the golden model as waves, a column a cycle, against docs/transport.md. */
#include "model/transport/atb_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { BYTES = 4, IDLE_CYCLES = 3 };

/* `in`: what the source offers, 1 to 4 bytes, or a to d with the end of a message behind them; w:
   it waits; blank: nothing. The others are signals; ATVALID has the number of bytes with it, c
   where the last one ends a message that was cut. A signal that is not there is 0,
   trAtbBridgeActive, trAtbBridgeEnable and ATREADY are 1, and AFREADY and sync_request are not
   compared. */
typedef struct wave {
    const char *what;
    unsigned atb_bytes; /* 0: 4 */
    const char *in;
    const char *rst, *active, *enable, *ATREADY, *AFVALID, *SYNCREQ;
    const char *in_ready, *ATVALID, *empty, *AFREADY, *sync_request;
} wave;

typedef struct rig {
    nt_atb_bridge bridge;
    nt_atb_control control;
    uint8_t sent; /* how many bytes were taken, and came out or were dropped */
    uint8_t received;
} rig;

static bool level(const char *signal, size_t cycle, bool otherwise) {
    return signal == NULL ? otherwise : signal[cycle] == '1';
}

/* Bytes count up; their MSEO is 00, or 11 at the end of a message. */
static nt_beat beat_of(const rig *r, char what) {
    nt_beat beat = {.waits = what == 'w'};
    bool ends = what >= 'a' && what <= 'd';
    if (ends || (what >= '1' && what <= '4')) {
        beat.count = (uint8_t)(what & 7);
        for (unsigned i = 0; i < beat.count; i++) {
            beat.byte[i] = (uint8_t)((r->sent + i) << 2);
        }
        beat.byte[beat.count - 1] |= ends ? 3 : 0;
    }
    return beat;
}

static void assert_signal(const wave *w, size_t cycle, const char *name, char expected, char got) {
    if (expected != got) {
        fail_msg("%s: %s in cycle %zu is %c, not %c", w->what, name, cycle, got, expected);
    }
}

static char bit(bool value) {
    return value ? '1' : '0';
}

/* The transfer is of the bytes that come next; those above ATBYTES are 0. */
static char transfer(rig *r, const nt_atb_bridge_outputs *out) {
    unsigned count = out->ATBYTES + 1u;
    if (!out->ATVALID) {
        return '0';
    }
    bool cut = out->ATDATA[count - 1] == NT_CUT_BYTE;
    for (unsigned i = 0; i < NT_ATB_MAX_BYTES; i++) {
        if (i < count - cut) {
            assert_int_equal(out->ATDATA[i] >> 2, (r->received + i) & 0x3f);
        } else if (i >= count) {
            assert_int_equal(out->ATDATA[i], 0);
        }
    }
    return (char)(cut ? 'c' : '0' + count);
}

static void cycle(rig *r, const wave *w, size_t at) {
    r->control.trAtbBridgeActive = level(w->active, at, true);
    r->control.trAtbBridgeEnable = level(w->enable, at, true);
    const nt_atb_bridge_inputs in = {.rst = level(w->rst, at, false),
                                     .control = &r->control,
                                     .in = beat_of(r, w->in[at]),
                                     .ATREADY = level(w->ATREADY, at, true),
                                     .AFVALID = level(w->AFVALID, at, false),
                                     .SYNCREQ = level(w->SYNCREQ, at, false)};
    nt_atb_bridge_outputs out;
    nt_atb_bridge_out(&r->bridge, in.rst, &r->control, &out);
    assert_signal(w, at, "in_ready", w->in_ready[at], bit(out.in_ready));
    assert_signal(w, at, "ATVALID", w->ATVALID[at], transfer(r, &out));
    assert_signal(w, at, "trAtbBridgeEmpty", w->empty[at], bit(out.trAtbBridgeEmpty));
    if (w->AFREADY != NULL) {
        assert_signal(w, at, "AFREADY", w->AFREADY[at], bit(out.AFREADY));
    }
    if (w->sync_request != NULL) {
        assert_signal(w, at, "sync_request", w->sync_request[at], bit(out.sync_request));
    }
    nt_atb_bridge_step(&r->bridge, &in);
    r->sent = (uint8_t)(r->sent + (out.in_ready ? in.in.count : 0));
    if (out.ATVALID && in.ATREADY) {
        bool cut = out.ATDATA[out.ATBYTES] == NT_CUT_BYTE;
        r->received = (uint8_t)(r->received + out.ATBYTES + 1 - cut);
    }
}

static const wave waves[] = {
    {.what = "full transfers go at once, one a cycle",
     .in = "dddd    ",
     .in_ready = "11111111",
     .ATVALID = "00444400",
     .empty = "10000011"},
    {.what = "one that is not full waits for IDLE_CYCLES without a byte",
     .in = "     a     ",
     .in_ready = "11111111111",
     .ATVALID = "00000000001",
     .empty = "11111100000"},
    {.what = "three bytes are not full",
     .in = "c      ",
     .in_ready = "1111111",
     .ATVALID = "0000030",
     .empty = "1000001"},
    {.what = "a byte begins the idle cycles anew",
     .in = "1ww1wwwa     ",
     .in_ready = "1111111111111",
     .ATVALID = "0000000020001",
     .empty = "1000000000000"},
    {.what = "and cycles without any do not count",
     .in = "1wwwwwwwww      ",
     .in_ready = "1111111111111111",
     .ATVALID = "000001000000000c",
     .empty = "1000000000000000"},
    {.what = "and so does a transfer",
     .in = "dda          ",
     .ATREADY = "1100000111111",
     .in_ready = "1111111111111",
     .ATVALID = "0044444440001",
     .empty = "1000000000000"},
    {.what = "eight bytes fill 64 bits",
     .atb_bytes = 8,
     .in = "dddd  ",
     .in_ready = "111111",
     .ATVALID = "000808",
     .empty = "100000"},
    {.what = "a transfer stays until ATREADY",
     .in = "dd      ",
     .ATREADY = "11001111",
     .in_ready = "11111111",
     .ATVALID = "00444400",
     .empty = "10000011"},
    {.what = "disabled: the rest of a message is taken, and all goes out at once",
     .in = "1wwa    ",
     .enable = "10000000",
     .in_ready = "11110000",
     .ATVALID = "00100100",
     .empty = "10000011"},
    {.what = "disabled between messages: nothing is taken",
     .in = "aa    ",
     .enable = "100000",
     .in_ready = "100000",
     .ATVALID = "001000",
     .empty = "100111"},
    {.what = "the rest is taken also where it had to wait for room",
     .in = "444ddddd   ",
     .enable = "11100000000",
     .ATREADY = "11000011111",
     .in_ready = "11100001000",
     .ATVALID = "00444444440",
     .empty = "10000000001"},
    {.what = "a message whose source has gone is ended",
     .in = "1      ",
     .enable = "1000000",
     .in_ready = "1100000",
     .ATVALID = "001c000",
     .empty = "1000111"},
    {.what = "a flush: the source waits, and goes on behind AFREADY",
     .in = "1wwaaaa     ",
     .AFVALID = "001111000000",
     .in_ready = "111000111111",
     .ATVALID = "000010000001",
     .empty = "100000000000",
     .AFREADY = "000001000000"},
    {.what = "a flush waits for ATREADY",
     .in = "1wwwwwwwww",
     .ATREADY = "1110001111",
     .AFVALID = "0111111100",
     .in_ready = "1100000011",
     .ATVALID = "0001111000",
     .empty = "1000000000",
     .AFREADY = "0000000100"},
    {.what = "AFVALID that stays is answered again",
     .in = "     ",
     .AFVALID = "11110",
     .in_ready = "10101",
     .ATVALID = "00000",
     .empty = "11111",
     .AFREADY = "01010"},
    {.what = "the end of a message that a flush holds up is still to come",
     .in = "1waaaa    ",
     .enable = "1100000000",
     .AFVALID = "0111100000",
     .in_ready = "1100010000",
     .ATVALID = "0001000100",
     .empty = "1000000011",
     .AFREADY = "0000100000"},
    {.what = "a source that goes during a flush",
     .in = "1w      ",
     .AFVALID = "01111100",
     .in_ready = "11000011",
     .ATVALID = "0001c000",
     .empty = "10000111",
     .AFREADY = "00000100"},
    {.what = "inactive: what is inside is dropped, but for the transfer that is offered",
     .in = "dd      ",
     .active = "11101111",
     .ATREADY = "11000111",
     .in_ready = "11101111",
     .ATVALID = "00444400",
     .empty = "10000011"},
    {.what = "inactive: the rest of a message is not awaited",
     .in = "1www ",
     .active = "10111",
     .enable = "11000",
     .in_ready = "10000",
     .ATVALID = "00000",
     .empty = "10111"},
    {.what = "inactive: no transfer is made",
     .in = "d   ",
     .active = "1011",
     .in_ready = "1011",
     .ATVALID = "0000",
     .empty = "1011"},
    {.what = "inactive: AFVALID is answered",
     .in = "    ",
     .active = "0000",
     .AFVALID = "1100",
     .in_ready = "0000",
     .ATVALID = "0000",
     .empty = "1111",
     .AFREADY = "0100"},
    {.what = "a reset drops the transfer too",
     .in = "dd     ",
     .rst = "0001000",
     .ATREADY = "1100000",
     .in_ready = "1111111",
     .ATVALID = "0040000",
     .empty = "1000111"},
    {.what = "after a reset the rest of a message is not awaited",
     .in = "1www ",
     .rst = "01000",
     .enable = "11000",
     .in_ready = "11000",
     .ATVALID = "00000",
     .empty = "10111"},
    {.what = "a reset ends a flush",
     .in = "d     ",
     .rst = "000010",
     .ATREADY = "100000",
     .AFVALID = "001110",
     .in_ready = "111001",
     .ATVALID = "004400",
     .empty = "100001",
     .AFREADY = "000000"},
    {.what = "SYNCREQ becomes sync_request a cycle later, unless held in reset",
     .in = "       ",
     .rst = "0000100",
     .active = "1101111",
     .SYNCREQ = "1111110",
     .in_ready = "1101111",
     .ATVALID = "0000000",
     .empty = "1111111",
     .sync_request = "0110101"},
    {.what = "SYNCREQ is a pulse",
     .in = "    ",
     .SYNCREQ = "0100",
     .in_ready = "1111",
     .ATVALID = "0000",
     .empty = "1111",
     .sync_request = "0010"},
};

static void waves_are_as_documented(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof waves / sizeof waves[0]; i++) {
        rig r = {.control.trAtbBridgeID = 5};
        uint8_t width = (uint8_t)(8 * (waves[i].atb_bytes ? waves[i].atb_bytes : 4));
        const nt_atb_bridge_params params = {
            .bytes = BYTES, .atb_w = width, .idle_cycles = IDLE_CYCLES};
        nt_atb_bridge_init(&r.bridge, &params);
        for (size_t at = 0; waves[i].in[at] != '\0'; at++) {
            cycle(&r, &waves[i], at);
        }
    }
}

static void a_transfer_keeps_the_ATID_with_which_it_was_made(void **state) {
    (void)state;
    rig r = {.control = {1, 1, 5}};
    nt_atb_bridge_init(&r.bridge,
                       &(nt_atb_bridge_params){.bytes = 1, .atb_w = 8, .idle_cycles = 1});
    nt_atb_bridge_inputs in = {.control = &r.control, .in = beat_of(&r, 'a')};
    nt_atb_bridge_outputs out;
    for (unsigned i = 0; i < 4; i++) {
        nt_atb_bridge_out(&r.bridge, false, &r.control, &out);
        assert_int_equal(out.ATVALID, i >= 2);
        if (out.ATVALID) {
            assert_int_equal(out.ATID, 5);
        }
        r.control.trAtbBridgeID = i > 1 ? 0x6f : 5;
        nt_atb_bridge_step(&r.bridge, &in);
    }
    in.ATREADY = true;
    nt_atb_bridge_step(&r.bridge, &in);
    nt_atb_bridge_out(&r.bridge, false, &r.control, &out);
    assert_int_equal(out.ATID, 0x6f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waves_are_as_documented),
        cmocka_unit_test(a_transfer_keeps_the_ATID_with_which_it_was_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
