/* SPDX-License-Identifier: Apache-2.0 */
/* A stream of several sources taken apart: each message whole, with its SRC and its place; what is
   of no source, cut, broken or too long; and nothing lost, in pieces of any size. The expected
   pieces are typed, or told by a reader of its own that knows only MSEO and where SRC lies. */
#include "ntrace/demux.h"
#include "sim/util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { MOST_PIECES = 1 << 14, MOST_BYTES = 1 << 16 };

/* A piece, with its bytes where they stay. */
typedef struct kept_piece {
    nt_demux_kind kind;
    nt_frame frame;
    int source;
    uint64_t offset;
    size_t size;
    const uint8_t *bytes; /* in kept.bytes */
} kept_piece;

static struct {
    kept_piece piece[MOST_PIECES];
    size_t pieces;
    uint8_t bytes[MOST_BYTES];
    size_t size;
} kept;

static void keep(const nt_demux_piece *piece) {
    assert_true(kept.pieces < MOST_PIECES && kept.size + piece->size <= MOST_BYTES);
    assert_int_equal(piece->offset, kept.size);
    assert_int_not_equal(piece->size, 0);
    memcpy(kept.bytes + kept.size, piece->bytes, piece->size);
    kept.piece[kept.pieces++] = (kept_piece){piece->kind,   piece->frame, piece->source,
                                             piece->offset, piece->size,  kept.bytes + kept.size};
    kept.size += piece->size;
}

static void forget(void) {
    kept.pieces = kept.size = 0;
}

/* Each portion lies in memory of its own size, so that a sanitizer sees who reads behind it. */
static void take_portion(nt_demux *demux, const uint8_t *bytes, size_t size) {
    uint8_t *portion = malloc(size);
    assert_non_null(portion);
    memcpy(portion, bytes, size);
    for (size_t at = 0; at < size;) {
        nt_demux_piece piece;
        size_t taken = nt_demux_bytes(demux, portion + at, size - at, &piece);
        assert_in_range(taken, 1, size - at);
        at += taken;
        if (piece.kind == NT_DEMUX_MORE) {
            assert_int_equal(at, size);
            assert_int_equal(piece.size, 0);
            assert_int_equal(piece.source, NT_DEMUX_NOBODY);
        } else {
            keep(&piece);
        }
    }
    free(portion);
}

/* Keeps the pieces of a stream that comes in portions of `most` bytes; 0: of any size up to 9. */
static void take_apart(unsigned src_bits, const uint8_t *bytes, size_t size, size_t most,
                       nt_random *random) {
    nt_demux demux = {.src_bits = (uint8_t)src_bits};
    nt_demux_piece piece;
    forget();
    for (size_t at = 0; at < size;) {
        size_t portion = most == 0 ? nt_random_between(random, 1, 9) : most;
        portion = portion < size - at ? portion : size - at;
        take_portion(&demux, bytes + at, portion);
        at += portion;
        assert_int_equal(demux.offset, at);
    }
    if (nt_demux_end(&demux, &piece)) {
        assert_int_equal(piece.kind, NT_DEMUX_CUT);
        keep(&piece);
    }
    assert_false(nt_demux_end(&demux, &piece));
    assert_int_equal(kept.size, size);
    assert_memory_equal(kept.bytes, bytes, size);
}

typedef struct expected_piece {
    nt_demux_kind kind;
    int source;
    size_t offset;
    size_t size;
} expected_piece;

static void assert_pieces(const expected_piece *expected, size_t count) {
    assert_int_equal(kept.pieces, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(kept.piece[i].kind, expected[i].kind);
        assert_int_equal(kept.piece[i].source, expected[i].source);
        assert_int_equal(kept.piece[i].offset, expected[i].offset);
        assert_int_equal(kept.piece[i].size, expected[i].size);
    }
}

/* Whole, and a byte at a time: the same pieces but for runs, of which there may be more. */
static void assert_apart(unsigned src_bits, const uint8_t *bytes, size_t size,
                         const expected_piece *expected, size_t count) {
    take_apart(src_bits, bytes, size, 1, NULL);
    assert_pieces(expected, count);
    take_apart(src_bits, bytes, size, size, NULL);
    assert_pieces(expected, count);
}

/* DirectBranch, of sources 5, 2 and 5 in 4 bits: TCODE 3; SRC and two bits of I-CNT; I-CNT. */
static const uint8_t three[] = {0x0c, 0x14, 0x07, 0x0c, 0xc8, 0x0b, 0x0c, 0x17};

static void each_message_is_whole_with_its_source_and_place(void **state) {
    (void)state;
    static const expected_piece expected[] = {
        {NT_DEMUX_MESSAGE, 5, 0, 3}, {NT_DEMUX_MESSAGE, 2, 3, 3}, {NT_DEMUX_MESSAGE, 5, 6, 2}};
    assert_apart(4, three, sizeof three, expected, COUNT(expected));
}

static void without_src_all_is_of_source_0(void **state) {
    (void)state;
    static const expected_piece expected[] = {
        {NT_DEMUX_MESSAGE, 0, 0, 3}, {NT_DEMUX_MESSAGE, 0, 3, 3}, {NT_DEMUX_MESSAGE, 0, 6, 2}};
    assert_apart(0, three, sizeof three, expected, COUNT(expected));
}

/* The codec puts it there for each width, also beyond the 6 bits of a byte. */
static void every_source_of_every_width_is_handed_out(void **state) {
    (void)state;
    for (unsigned bits = 1; bits <= 12; bits++) {
        const nt_message_format format = {.src_bits = (uint8_t)bits};
        nt_demux demux = {.src_bits = (uint8_t)bits};
        uint64_t offset = 0;
        for (unsigned source = 0; source < 1U << bits; source++) {
            nt_message message = {0};
            nt_message_set(&message, NT_FIELD_TCODE, NT_TCODE_DIRECT_BRANCH);
            nt_message_set(&message, NT_FIELD_SRC, source);
            nt_message_set(&message, NT_FIELD_ICNT, 0x3fffff);
            uint8_t bytes[NT_MESSAGE_MAX_BYTES];
            size_t size = nt_message_encode(&message, &format, bytes);
            nt_demux_piece piece;
            assert_int_equal(nt_demux_bytes(&demux, bytes, size, &piece), size);
            assert_int_equal(piece.kind, NT_DEMUX_MESSAGE);
            assert_int_equal(piece.frame, NT_FRAME_END);
            assert_int_equal(piece.source, source);
            assert_int_equal(piece.offset, offset);
            assert_int_equal(piece.size, size);
            assert_memory_equal(piece.bytes, bytes, size);
            offset += size;
        }
    }
}

static void idle_bytes_are_pieces_of_their_own(void **state) {
    (void)state;
    static const uint8_t bytes[] = {0xff, 0xff, 0xff, 0x0c, 0x14, 0xff, 0xff, 0x0c, 0x0b, 0xff};
    static const expected_piece expected[] = {
        {NT_DEMUX_IDLE, -1, 0, 3},   {NT_DEMUX_MESSAGE, 5, 3, 3}, {NT_DEMUX_IDLE, -1, 6, 1},
        {NT_DEMUX_MESSAGE, 2, 7, 2}, {NT_DEMUX_IDLE, -1, 9, 1},
    };
    take_apart(4, bytes, sizeof bytes, sizeof bytes, NULL);
    assert_pieces(expected, COUNT(expected));
    take_apart(4, bytes, sizeof bytes, 2, NULL);
    assert_int_equal(kept.pieces, COUNT(expected) + 1); /* the first run came in two */
}

static void a_message_without_whole_src_is_nobodys(void **state) {
    (void)state;
    static const uint8_t bytes[] = {0x0c, 0x17, 0x0c, 0x14, 0x07};
    static const expected_piece in_7[] = {{NT_DEMUX_MESSAGE, -1, 0, 2},
                                          {NT_DEMUX_MESSAGE, 0x45, 2, 3}};
    static const expected_piece in_6[] = {{NT_DEMUX_MESSAGE, 5, 0, 2}, {NT_DEMUX_MESSAGE, 5, 2, 3}};
    assert_apart(7, bytes, sizeof bytes, in_7, COUNT(in_7));
    assert_apart(6, bytes, sizeof bytes, in_6, COUNT(in_6));
}

static void what_is_cut_is_handed_out_at_the_end(void **state) {
    (void)state;
    static const expected_piece known[] = {{NT_DEMUX_MESSAGE, 5, 0, 3}, {NT_DEMUX_CUT, 2, 3, 2}};
    static const expected_piece short_[] = {{NT_DEMUX_MESSAGE, 5, 0, 3}, {NT_DEMUX_CUT, -1, 3, 1}};
    assert_apart(4, three, 5, known, COUNT(known));
    assert_apart(4, three, 4, short_, COUNT(short_));
    assert_apart(4, three, 3, known, 1);
    assert_apart(4, NULL, 0, NULL, 0);
}

static void another_stream_may_follow_the_end(void **state) {
    (void)state;
    nt_demux demux = {.src_bits = 4};
    nt_demux_piece piece;
    assert_int_equal(nt_demux_bytes(&demux, three, 2, &piece), 2);
    assert_true(nt_demux_end(&demux, &piece));
    assert_int_equal(nt_demux_bytes(&demux, three + 3, 3, &piece), 3);
    assert_int_equal(piece.kind, NT_DEMUX_MESSAGE);
    assert_int_equal(piece.source, 2);
    assert_int_equal(piece.offset, 2);
}

static void a_stream_may_begin_at_any_offset(void **state) {
    (void)state;
    nt_demux demux = {.src_bits = 4, .offset = UINT64_C(1) << 40};
    nt_demux_piece piece;
    assert_int_equal(nt_demux_bytes(&demux, three, sizeof three, &piece), 3);
    assert_int_equal(nt_demux_bytes(&demux, three + 3, sizeof three - 3, &piece), 3);
    assert_int_equal(piece.offset, (UINT64_C(1) << 40) + 3);
}

static void no_bytes_change_nothing(void **state) {
    (void)state;
    nt_demux demux = {.src_bits = 4};
    nt_demux_piece piece;
    assert_int_equal(nt_demux_bytes(&demux, three, 0, &piece), 0);
    assert_int_equal(piece.kind, NT_DEMUX_MORE);
    assert_int_equal(nt_demux_bytes(&demux, three, 2, &piece), 2);
    assert_int_equal(piece.kind, NT_DEMUX_MORE);
    assert_int_equal(nt_demux_bytes(&demux, three, 0, &piece), 0);
    assert_int_equal(piece.kind, NT_DEMUX_MORE);
    assert_int_equal(nt_demux_bytes(&demux, three + 2, 1, &piece), 1);
    assert_int_equal(piece.kind, NT_DEMUX_MESSAGE);
    assert_int_equal(piece.size, 3);
}

static void broken_framing_is_nobodys_with_what_came_of_the_message(void **state) {
    (void)state;
    static const uint8_t bytes[] = {0x0c, 0x14, 0x02, 0x40, 0x0a, 0x43, /* MSEO=10 in a message */
                                    0x0c, 0x17,                         /* a message */
                                    0x01, 0x03,                         /* MSEO=01 at a start */
                                    0x06, 0xff,                         /* MSEO=10 at a start */
                                    0x7f,                               /* between messages */
                                    0x0c, 0x0b};
    static const expected_piece expected[] = {
        {NT_DEMUX_BROKEN, -1, 0, 3},  {NT_DEMUX_SKIPPED, -1, 3, 1}, {NT_DEMUX_BROKEN, -1, 4, 1},
        {NT_DEMUX_SKIPPED, -1, 5, 1}, {NT_DEMUX_MESSAGE, 5, 6, 2},  {NT_DEMUX_BROKEN, -1, 8, 1},
        {NT_DEMUX_SKIPPED, -1, 9, 1}, {NT_DEMUX_BROKEN, -1, 10, 1}, {NT_DEMUX_SKIPPED, -1, 11, 1},
        {NT_DEMUX_STRAY, -1, 12, 1},  {NT_DEMUX_MESSAGE, 2, 13, 2},
    };
    static const struct {
        size_t piece;
        nt_frame frame;
    } frames[] = {{0, NT_FRAME_BAD_RESERVED}, {1, NT_FRAME_SKIPPED},
                  {2, NT_FRAME_BAD_RESERVED}, {5, NT_FRAME_BAD_START},
                  {7, NT_FRAME_BAD_RESERVED}, {9, NT_FRAME_BAD_IDLE}};
    assert_apart(4, bytes, sizeof bytes, expected, COUNT(expected));
    for (size_t i = 0; i < COUNT(frames); i++) {
        assert_int_equal(kept.piece[frames[i].piece].frame, frames[i].frame);
    }
}

/* `middle` bytes between the first two and `last`. */
static size_t make_long(uint8_t *bytes, size_t middle, uint8_t last) {
    bytes[0] = 0xe4; /* TCODE 57, a vendor's */
    bytes[1] = 0x14; /* SRC=5 */
    memset(bytes + 2, 0x40, middle);
    bytes[2 + middle] = last;
    return middle + 3;
}

static void a_message_is_whole_up_to_the_bytes_that_are_held(void **state) {
    (void)state;
    uint8_t bytes[NT_FRAME_BYTES + 1];
    static const expected_piece whole[] = {{NT_DEMUX_MESSAGE, 5, 0, NT_FRAME_BYTES}};
    size_t size = make_long(bytes, NT_FRAME_BYTES - 3, 0x43);
    assert_int_equal(size, NT_FRAME_BYTES);
    assert_apart(4, bytes, size, whole, COUNT(whole));
    static const expected_piece more[] = {{NT_DEMUX_LONG, 5, 0, NT_FRAME_BYTES},
                                          {NT_DEMUX_REST, 5, NT_FRAME_BYTES, 1}};
    size = make_long(bytes, NT_FRAME_BYTES - 2, 0x43);
    assert_apart(4, bytes, size, more, COUNT(more));
    static const expected_piece broken[] = {{NT_DEMUX_BROKEN, -1, 0, NT_FRAME_BYTES}};
    size = make_long(bytes, NT_FRAME_BYTES - 3, 0x42);
    assert_apart(4, bytes, size, broken, COUNT(broken));
    static const expected_piece cut[] = {{NT_DEMUX_CUT, 5, 0, NT_FRAME_BYTES - 1}};
    assert_apart(4, bytes, NT_FRAME_BYTES - 1, cut, COUNT(cut));
}

static void of_a_longer_one_the_rest_comes_as_it_comes(void **state) {
    (void)state;
    enum { MIDDLE = 1000, ALL = MIDDLE + 3 };
    uint8_t bytes[ALL + 2];
    static const expected_piece whole[] = {{NT_DEMUX_LONG, 5, 0, NT_FRAME_BYTES},
                                           {NT_DEMUX_REST, 5, NT_FRAME_BYTES, ALL - 1 - 64},
                                           {NT_DEMUX_REST, 5, ALL - 1, 1},
                                           {NT_DEMUX_MESSAGE, 2, ALL, 2}};
    (void)make_long(bytes, MIDDLE, 0x43);
    bytes[ALL] = 0x0c;
    bytes[ALL + 1] = 0x0b;
    take_apart(4, bytes, sizeof bytes, sizeof bytes, NULL);
    assert_pieces(whole, COUNT(whole));
    take_apart(4, bytes, sizeof bytes, 1, NULL);
    assert_int_equal(kept.pieces, 1 + ALL - NT_FRAME_BYTES + 1);
    for (size_t i = 1; i + 1 < kept.pieces; i++) {
        assert_int_equal(kept.piece[i].kind, NT_DEMUX_REST);
        assert_int_equal(kept.piece[i].source, 5);
    }
    take_apart(4, bytes, ALL - 1, 7, NULL); /* cut: nothing is left */
    assert_int_equal(kept.piece[kept.pieces - 1].kind, NT_DEMUX_REST);
    bytes[ALL - 1] = 0x42;
    take_apart(4, bytes, ALL, ALL, NULL);
    assert_int_equal(kept.pieces, 3);
    assert_int_equal(kept.piece[2].kind, NT_DEMUX_BROKEN);
    assert_int_equal(kept.piece[2].source, NT_DEMUX_NOBODY);
    assert_int_equal(kept.piece[2].offset, ALL - 1);
}

/* ---- any bytes ---- */

/* Bytes that often are messages: MSEO=00 mostly, sometimes broken, and long ones. */
static size_t make_any(nt_random *random, uint8_t *bytes, size_t most) {
    static const uint8_t mseo[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 3, 3, 3, 3, 3, 2};
    size_t size = 0;
    while (size < most) {
        bool endless = nt_random_below(random, 300) == 0;
        for (unsigned run = endless ? 150 : 1; run > 0 && size < most; run--) {
            unsigned mdo = nt_random_below(random, 64);
            bool idle = !endless && nt_random_below(random, 8) == 0;
            bytes[size++] =
                idle ? NT_IDLE
                     : (uint8_t)(mdo << 2 | (endless ? 0U : mseo[nt_random_below(random, 16)]));
        }
    }
    return size;
}

/* The source of each byte, found with the framer alone and the bits of SRC, one by one. */
static void tell_bytes(unsigned src_bits, const uint8_t *bytes, size_t size, int *source) {
    nt_framer framer = {0};
    size_t start = 0;
    for (size_t at = 0; at < size; at++) {
        nt_frame frame = nt_framer_byte(&framer, bytes[at]);
        start = frame == NT_FRAME_START ? at : start;
        source[at] = NT_DEMUX_NOBODY;
        bool last = at + 1 == size && framer.state == NT_FRAMER_WITHIN;
        if (frame == NT_FRAME_END || last) {
            size_t count = at + 1 - start;
            unsigned bits = 0;
            for (unsigned i = 0; i < src_bits && 1 + i / 6 < count; i++) {
                bits |= (unsigned)(bytes[start + 1 + i / 6] >> (2 + i % 6) & 1) << i;
            }
            bool there = src_bits == 0 || (src_bits - 1) / 6 + 1 < count;
            for (size_t i = start; there && i <= at; i++) {
                source[i] = (int)bits;
            }
        }
    }
}

static void assert_sources(const uint8_t *bytes, const int *source) {
    for (size_t i = 0; i < kept.pieces; i++) {
        const kept_piece *piece = &kept.piece[i];
        /* A long message that turns out to be broken had a source while it came. */
        bool early = piece->kind == NT_DEMUX_LONG || piece->kind == NT_DEMUX_REST;
        for (size_t at = piece->offset; at < piece->offset + piece->size; at++) {
            bool untold = early && source[at] == NT_DEMUX_NOBODY;
            assert_true(piece->source == source[at] || untold);
        }
        bool ends = (bytes[piece->offset + piece->size - 1] & 3) == 3;
        assert_true(piece->kind != NT_DEMUX_MESSAGE || ends);
        assert_true(piece->kind != NT_DEMUX_CUT || i + 1 == kept.pieces);
    }
}

static void any_bytes_in_any_portions_are_taken_apart_alike(void **state) {
    (void)state;
    enum { BYTES = 2000 };
    static uint8_t bytes[BYTES];
    static int source[BYTES];
    static kept_piece first[MOST_PIECES];
    nt_random random;
    nt_random_seed(&random, 20);
    for (unsigned round = 0; round < 300; round++) {
        unsigned src_bits = round % 13;
        size_t size = make_any(&random, bytes, nt_random_between(&random, 1, BYTES));
        tell_bytes(src_bits, bytes, size, source);
        take_apart(src_bits, bytes, size, size, NULL);
        assert_sources(bytes, source);
        size_t messages = 0;
        for (size_t i = 0; i < kept.pieces; i++) {
            if (kept.piece[i].kind == NT_DEMUX_MESSAGE) {
                first[messages++] = kept.piece[i];
            }
        }
        for (size_t most = 0; most <= 3; most++) {
            take_apart(src_bits, bytes, size, most, &random);
            assert_sources(bytes, source);
            size_t next = 0;
            for (size_t i = 0; i < kept.pieces; i++) {
                const kept_piece *piece = &kept.piece[i];
                if (piece->kind == NT_DEMUX_MESSAGE) {
                    assert_true(next < messages);
                    assert_int_equal(piece->offset, first[next].offset);
                    assert_int_equal(piece->size, first[next].size);
                    assert_int_equal(piece->source, first[next].source);
                    next++;
                }
            }
            assert_int_equal(next, messages);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_message_is_whole_with_its_source_and_place),
        cmocka_unit_test(without_src_all_is_of_source_0),
        cmocka_unit_test(every_source_of_every_width_is_handed_out),
        cmocka_unit_test(idle_bytes_are_pieces_of_their_own),
        cmocka_unit_test(a_message_without_whole_src_is_nobodys),
        cmocka_unit_test(what_is_cut_is_handed_out_at_the_end),
        cmocka_unit_test(another_stream_may_follow_the_end),
        cmocka_unit_test(a_stream_may_begin_at_any_offset),
        cmocka_unit_test(no_bytes_change_nothing),
        cmocka_unit_test(broken_framing_is_nobodys_with_what_came_of_the_message),
        cmocka_unit_test(a_message_is_whole_up_to_the_bytes_that_are_held),
        cmocka_unit_test(of_a_longer_one_the_rest_comes_as_it_comes),
        cmocka_unit_test(any_bytes_in_any_portions_are_taken_apart_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
