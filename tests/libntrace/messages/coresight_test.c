/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of the CoreSight formatter, written byte by byte from its rules, and cut in any places. */
#include "ntrace/coresight.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 256 };

typedef struct trace {
    nt_coresight deframer;
    uint8_t bytes[MOST];
    uint8_t ids[MOST];
    size_t size;
} trace;

static void take(trace *trace, const uint8_t *bytes, size_t size, size_t piece) {
    for (size_t at = 0; at < size;) {
        nt_coresight_data data;
        size_t part = size - at < piece ? size - at : piece;
        size_t taken = nt_coresight_bytes(&trace->deframer, bytes + at, part, &data);
        assert_in_range(taken, 1, part);
        at += taken;
        assert_true(trace->size + data.count <= MOST);
        memcpy(trace->bytes + trace->size, data.bytes, data.count);
        memcpy(trace->ids + trace->size, data.id, data.count);
        trace->size += data.count;
    }
}

/* ID 0x10 at once; data with low bits 0 and 1; ID 0x22 for what is behind the next byte. */
static const uint8_t frame[NT_CORESIGHT_FRAME] = {0x21, 0xa1, 0x02, 0xa3, 0x04, 0xa5, 0x45, 0xa7,
                                                  0x08, 0xa9, 0x0a, 0xab, 0x0c, 0xad, 0x0e, 0x5a};

static void an_id_counts_at_once_or_behind_a_byte_and_low_bits_are_in_the_last_byte(void **state) {
    (void)state;
    static const uint8_t bytes[] = {0xa1, 0x03, 0xa3, 0x04, 0xa5, 0xa7, 0x09,
                                    0xa9, 0x0a, 0xab, 0x0d, 0xad, 0x0e};
    static const uint8_t ids[] = {0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x22,
                                  0x22, 0x22, 0x22, 0x22, 0x22, 0x22};
    for (size_t piece = 1; piece <= sizeof frame; piece++) {
        trace trace = {.size = 0};
        take(&trace, frame, sizeof frame, piece);
        assert_int_equal(trace.size, sizeof bytes);
        assert_memory_equal(trace.bytes, bytes, sizeof bytes);
        assert_memory_equal(trace.ids, ids, sizeof ids);
        assert_int_equal(trace.deframer.frames, 1);
    }
}

static void synchronization_packets_are_no_trace_wherever_they_stand(void **state) {
    (void)state;
    trace plain = {.size = 0};
    take(&plain, frame, sizeof frame, 16);
    take(&plain, frame, sizeof frame, 16);
    for (size_t at = 0; at <= sizeof frame; at += 2) {
        uint8_t bytes[64] = {0xff, 0xff, 0xff, 0x7f};
        memcpy(bytes + 4, frame, at);
        bytes[4 + at] = 0xff;
        bytes[5 + at] = 0x7f;
        memcpy(bytes + 6 + at, frame + at, sizeof frame - at);
        memcpy(bytes + 6 + sizeof frame, (const uint8_t[]){0xff, 0xff, 0xff, 0x7f}, 4);
        memcpy(bytes + 10 + sizeof frame, frame, sizeof frame);
        for (size_t piece = 1; piece < 20; piece++) {
            trace trace = {.size = 0};
            take(&trace, bytes, 10 + 2 * sizeof frame, piece);
            assert_int_equal(trace.size, plain.size);
            assert_memory_equal(trace.bytes, plain.bytes, plain.size);
            assert_int_equal(trace.deframer.full_syncs, 2);
            assert_int_equal(trace.deframer.half_syncs, 1);
            assert_int_equal(trace.deframer.cut_frames, 0);
        }
    }
}

static void a_full_packet_within_a_frame_begins_the_next(void **state) {
    (void)state;
    for (size_t at = 2; at < sizeof frame; at += 2) {
        uint8_t bytes[64];
        memcpy(bytes, frame, at);
        memcpy(bytes + at, (const uint8_t[]){0xff, 0xff, 0xff, 0x7f}, 4);
        memcpy(bytes + at + 4, frame, sizeof frame);
        trace trace = {.size = 0};
        take(&trace, bytes, at + 4 + sizeof frame, 3);
        assert_int_equal(trace.size, 13);
        assert_int_equal(trace.deframer.cut_frames, 1);
        assert_int_equal(trace.deframer.frames, 1);
    }
}

static void bytes_of_no_source_have_the_id_0(void **state) {
    (void)state;
    static const uint8_t null[NT_CORESIGHT_FRAME] = {0x01}; /* ID 0: padding */
    static const uint8_t reserved[NT_CORESIGHT_FRAME] = {0xe1, 1, 0xfb, 2};
    trace trace = {.size = 0};
    take(&trace, null, sizeof null, 16);
    take(&trace, reserved, sizeof reserved, 16);
    for (size_t i = 0; i < trace.size; i++) {
        assert_int_equal(trace.ids[i], 0);
    }
    assert_int_equal(trace.deframer.reserved_ids, 1); /* 0x70; 0x7d is a trigger */
}

static void a_capture_that_begins_anywhere_begins_at_a_full_packet(void **state) {
    (void)state;
    uint8_t bytes[64];
    memcpy(bytes, frame, sizeof frame);
    memcpy(bytes + sizeof frame, (const uint8_t[]){0xff, 0xff, 0xff, 0x7f}, 4);
    memcpy(bytes + sizeof frame + 4, frame, sizeof frame);
    assert_int_equal(nt_coresight_begin(bytes, 36), 0);
    for (size_t cut = 1; cut < sizeof frame; cut++) {
        assert_int_equal(nt_coresight_begin(bytes + cut, 36 - cut), 20 - cut);
    }
    assert_int_equal(nt_coresight_begin(frame, sizeof frame), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_counts_at_once_or_behind_a_byte_and_low_bits_are_in_the_last_byte),
        cmocka_unit_test(synchronization_packets_are_no_trace_wherever_they_stand),
        cmocka_unit_test(a_full_packet_within_a_frame_begins_the_next),
        cmocka_unit_test(bytes_of_no_source_have_the_id_0),
        cmocka_unit_test(a_capture_that_begins_anywhere_begins_at_a_full_packet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
