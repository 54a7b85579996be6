/* SPDX-License-Identifier: Apache-2.0 */
/* Damaged streams: whatever one byte becomes, decoding ends, and from the first synchronizing
   message that the damage cannot have touched everything is exact again. */
#include "libntrace/program/image.h"
#include "ntrace/flow.h"
#include "ntrace/messages.h"
#include "sim/util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SECTIONS = 4, MOST_MESSAGES = 64, MOST_BYTES = 1024, MOST_EVENTS = 4096 };

/* A sound stream, and where its messages start. */
typedef struct sound_stream {
    uint8_t bytes[MOST_BYTES];
    size_t size;
    size_t start[MOST_MESSAGES];
    bool sync[MOST_MESSAGES];
    size_t messages;
    uint64_t reference;
} sound_stream;

typedef struct event_list {
    nt_flow_event event[MOST_EVENTS];
    size_t count;
} event_list;

static void put(nt_image *image, uint64_t pc, uint8_t size, nt_insn_class class_, uint64_t target) {
    nt_insn insn = {size, (uint8_t)class_, target};
    assert_int_equal(nt_image_write_insn(image, pc, &insn), 0);
}

static nt_image *code(void) {
    nt_image *image = nt_image_new(32);
    put(image, 0x1000, 2, NT_INSN_OTHER, 0);
    put(image, 0x1002, 4, NT_INSN_BRANCH, 0x1000);
    put(image, 0x1006, 4, NT_INSN_OTHER, 0);
    put(image, 0x100a, 2, NT_INSN_INDIRECT_CALL, 0);
    put(image, 0x100c, 2, NT_INSN_DIRECT_JUMP, 0x1000);
    put(image, 0x2000, 2, NT_INSN_OTHER, 0);
    put(image, 0x2002, 2, NT_INSN_BRANCH, 0x2006);
    put(image, 0x2004, 2, NT_INSN_OTHER, 0);
    put(image, 0x2006, 2, NT_INSN_RETURN, 0);
    put(image, 0x3000, 4, NT_INSN_OTHER, 0);
    put(image, 0x3004, 4, NT_INSN_TRAP_RETURN, 0);
    return image;
}

static void send(sound_stream *stream, nt_message *message) {
    const nt_message_format format = {0};
    assert_true(stream->messages < MOST_MESSAGES);
    stream->start[stream->messages] = stream->size;
    stream->sync[stream->messages] = nt_message_has(message, NT_FIELD_SYNC);
    stream->messages++;
    size_t size = nt_message_encode(message, &format, stream->bytes + stream->size);
    assert_true(size > 0);
    stream->size += size;
}

/* A message with I-CNT; address and HIST where the TCODE has them. */
static void branch(sound_stream *stream, nt_tcode tcode, unsigned btype, unsigned icnt,
                   uint64_t address, unsigned hist) {
    nt_message message = {0};
    nt_message_set(&message, NT_FIELD_TCODE, tcode);
    nt_message_set(&message, NT_FIELD_SYNC, 2);
    if (tcode != NT_TCODE_PROG_TRACE_SYNC && tcode != NT_TCODE_INDIRECT_BRANCH_HIST_SYNC) {
        message.present &= ~(UINT32_C(1) << NT_FIELD_SYNC);
    }
    nt_message_set(&message, NT_FIELD_BTYPE, btype);
    nt_message_set(&message, NT_FIELD_ICNT, icnt);
    nt_message_set(&message, NT_FIELD_UADDR, (stream->reference ^ address) >> 1);
    nt_message_set(&message, NT_FIELD_FADDR, address >> 1);
    nt_message_set(&message, NT_FIELD_HIST, hist);
    stream->reference = address;
    send(stream, &message);
}

static void resource_full(sound_stream *stream, unsigned rcode, unsigned rdata, unsigned repeat) {
    nt_message message = {0};
    nt_message_set(&message, NT_FIELD_TCODE, NT_TCODE_RESOURCE_FULL);
    nt_message_set(&message, NT_FIELD_RCODE, rcode);
    nt_message_set(&message, NT_FIELD_RDATA, rdata);
    nt_message_set(&message, NT_FIELD_HREPEAT, repeat);
    send(stream, &message);
}

static void make_stream(sound_stream *stream) {
    memset(stream, 0, sizeof *stream);
    branch(stream, NT_TCODE_PROG_TRACE_SYNC, 0, 0, 0x1000, 0);
    for (int i = 0; i < SECTIONS; i++) {
        branch(stream, NT_TCODE_INDIRECT_BRANCH_HIST, 0, 12, 0x2000, 14);
        branch(stream, NT_TCODE_INDIRECT_BRANCH_HIST, 0, 3, 0x100c, 3);
        branch(stream, NT_TCODE_INDIRECT_BRANCH, 3, 2, 0x3000, 0);
        branch(stream, NT_TCODE_INDIRECT_BRANCH, 0, 4, 0x1002, 0);
        branch(stream, NT_TCODE_INDIRECT_BRANCH_HIST_SYNC, 0, 4, 0x100a, 2);
        branch(stream, NT_TCODE_INDIRECT_BRANCH, 0, 1, 0x2000, 0);
        branch(stream, NT_TCODE_INDIRECT_BRANCH_HIST, 0, 4, 0x100c, 2);
        resource_full(stream, 2, 3, 7);
        resource_full(stream, 0, 20, 0);
        branch(stream, NT_TCODE_INDIRECT_BRANCH_HIST_SYNC, 0, 2, 0x1000, 1);
    }
}

static int keep(void *context, const nt_flow_event *event) {
    event_list *list = context;
    if (list->count == MOST_EVENTS) {
        list->count = 0; /* damage can repeat a loop very often; only the stream's end matters */
    }
    memset(&list->event[list->count], 0, sizeof *event);
    nt_flow_event *kept = &list->event[list->count++];
    kept->kind = event->kind;
    kept->offset = event->offset;
    kept->tcode = event->tcode;
    switch (event->kind) {
    case NT_FLOW_RANGE:
        kept->range = event->range;
        break;
    case NT_FLOW_TRAP:
        kept->trap.btype = event->trap.btype;
        kept->trap.address = event->trap.address;
        break;
    case NT_FLOW_SYNC:
        kept->sync.reason = event->sync.reason;
        kept->sync.address = event->sync.address;
        break;
    default:
        break;
    }
    return 0;
}

static void decode(const uint8_t *bytes, size_t size, event_list *list) {
    nt_image *image = code();
    list->count = 0;
    nt_flow *flow = nt_flow_new(nt_image_code(image), NULL, keep, list);
    if (nt_flow_bytes(flow, bytes, size) == 0) {
        (void)nt_flow_finish(flow);
    }
    nt_flow_free(flow);
    nt_image_free(image);
}

static size_t find_sync(const event_list *list, uint64_t offset) {
    size_t i = 0;
    while (i < list->count &&
           (list->event[i].kind != NT_FLOW_SYNC || list->event[i].offset != offset)) {
        i++;
    }
    return i;
}

/* `at`: the damaged byte; `shift`: by how much the bytes behind it moved. The damage may reach the
   message after the one it is in, when that one's end is lost. */
static void expect_exact_again(const sound_stream *stream, const event_list *sound,
                               const event_list *damaged, size_t at, int shift) {
    size_t first = 0;
    while (first < stream->messages && stream->start[first] <= at) {
        first++;
    }
    first++;
    while (first < stream->messages && !stream->sync[first]) {
        first++;
    }
    if (first >= stream->messages) {
        return;
    }
    uint64_t offset = stream->start[first];
    size_t i = find_sync(sound, offset);
    size_t j = find_sync(damaged, offset + (uint64_t)(int64_t)shift);
    assert_true(i < sound->count);
    assert_true(j < damaged->count);
    assert_int_equal(sound->count - i, damaged->count - j);
    for (; i < sound->count; i++, j++) {
        nt_flow_event expected = sound->event[i];
        expected.offset += (uint64_t)(int64_t)shift;
        assert_memory_equal(&expected, &damaged->event[j], sizeof expected);
    }
}

static void the_sound_stream_has_no_fault(void **state) {
    (void)state;
    sound_stream stream;
    event_list *sound = malloc(sizeof *sound);
    make_stream(&stream);
    decode(stream.bytes, stream.size, sound);
    size_t syncs = 0;
    for (size_t i = 0; i < sound->count; i++) {
        assert_int_not_equal(sound->event[i].kind, NT_FLOW_FAULT);
        syncs += sound->event[i].kind == NT_FLOW_SYNC;
    }
    assert_int_equal(syncs, 1 + 2 * SECTIONS);
    free(sound);
}

static void any_flipped_bit_is_over_at_the_next_sync(void **state) {
    (void)state;
    sound_stream stream;
    event_list *lists = malloc(2 * sizeof *lists);
    make_stream(&stream);
    decode(stream.bytes, stream.size, &lists[0]);
    for (size_t bit = 0; bit < 8 * stream.size; bit++) {
        stream.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        decode(stream.bytes, stream.size, &lists[1]);
        expect_exact_again(&stream, &lists[0], &lists[1], bit / 8, 0);
        stream.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    free(lists);
}

static void any_lost_byte_is_over_at_the_next_sync(void **state) {
    (void)state;
    sound_stream stream;
    event_list *lists = malloc(2 * sizeof *lists);
    make_stream(&stream);
    decode(stream.bytes, stream.size, &lists[0]);
    for (size_t at = 0; at < stream.size; at++) {
        uint8_t bytes[MOST_BYTES];
        memcpy(bytes, stream.bytes, at);
        memcpy(bytes + at, stream.bytes + at + 1, stream.size - at - 1);
        decode(bytes, stream.size - 1, &lists[1]);
        expect_exact_again(&stream, &lists[0], &lists[1], at, -1);
    }
    free(lists);
}

static void any_byte_too_many_is_over_at_the_next_sync(void **state) {
    (void)state;
    sound_stream stream;
    event_list *lists = malloc(2 * sizeof *lists);
    make_stream(&stream);
    decode(stream.bytes, stream.size, &lists[0]);
    for (size_t at = 0; at < stream.size; at++) {
        uint8_t bytes[MOST_BYTES];
        memcpy(bytes, stream.bytes, at);
        memcpy(bytes + at + 1, stream.bytes + at, stream.size - at);
        for (unsigned byte = 0; byte < 256; byte += 7) { /* all MSEO, many MDO */
            bytes[at] = (uint8_t)byte;
            decode(bytes, stream.size + 1, &lists[1]);
            expect_exact_again(&stream, &lists[0], &lists[1], at, 1);
        }
    }
    free(lists);
}

static void runs_of_one_byte_and_noise_end_and_the_stream_behind_decodes(void **state) {
    (void)state;
    enum { RUN = 1 << 20 };
    sound_stream stream;
    event_list *lists = malloc(2 * sizeof *lists);
    uint8_t *bytes = malloc(RUN + MOST_BYTES);
    make_stream(&stream);
    decode(stream.bytes, stream.size, &lists[0]);
    nt_random random;
    nt_random_seed(&random, 1);
    for (unsigned kind = 0; kind < 5; kind++) {
        static const uint8_t run_of[] = {0x00, 0xff, 0x01, 0x02};
        for (size_t i = 0; i < RUN; i++) {
            bytes[i] = kind < 4 ? run_of[kind] : (uint8_t)nt_random_next(&random);
        }
        bytes[RUN - 1] = 0xff; /* ends whatever has begun */
        memcpy(bytes + RUN, stream.bytes, stream.size);
        decode(bytes, RUN + stream.size, &lists[1]);
        size_t j = find_sync(&lists[1], RUN);
        assert_true(j < lists[1].count);
        assert_int_equal(lists[1].count - j, lists[0].count);
    }
    free(bytes);
    free(lists);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sound_stream_has_no_fault),
        cmocka_unit_test(any_flipped_bit_is_over_at_the_next_sync),
        cmocka_unit_test(any_lost_byte_is_over_at_the_next_sync),
        cmocka_unit_test(any_byte_too_many_is_over_at_the_next_sync),
        cmocka_unit_test(runs_of_one_byte_and_noise_end_and_the_stream_behind_decodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
