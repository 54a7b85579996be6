/* SPDX-License-Identifier: Apache-2.0 */
/* The flow decoder against the reference streams and the examples of N-Trace 1.0. */
#include "libntrace/program/image.h"
#include "libntrace/program/writer.h"
#include "ntrace/flow.h"
#include "ntrace/messages.h"
#include "tests/libntrace/flow/events.h"
#include "tests/libntrace/flow/reference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- the reference streams ---- */

typedef struct comparison {
    nt_image *image;
    const uint64_t *expected;
    size_t count;
    size_t at;
    size_t first; /* index of the first difference */
    size_t faults;
} comparison;

static int compare(void *context, const nt_flow_event *event) {
    comparison *c = context;
    if (event->kind == NT_FLOW_FAULT) {
        c->faults++;
    }
    if (event->kind != NT_FLOW_RANGE) {
        return 0;
    }
    uint64_t pc = event->range.pc;
    for (uint32_t i = 0; i < event->range.instructions; i++, c->at++) {
        if (c->first == SIZE_MAX && (c->at >= c->count || c->expected[c->at] != pc)) {
            c->first = c->at;
        }
        pc += nt_image_at(c->image, pc).size;
    }
    assert_int_equal(pc, event->range.pc + 2 * (uint64_t)event->range.halfwords);
    return 0;
}

/* The first instruction that cannot follow the one before it, in these programs' code: six of the
   ten sequences repeat an instruction of a loop, as no program does. No decoder can know. */
static size_t first_impossible(nt_image *image, const uint64_t *pcs, size_t count) {
    for (size_t i = 1; i < count; i++) {
        nt_insn insn = nt_image_at(image, pcs[i - 1]);
        bool falls = insn.class_ == NT_INSN_OTHER || insn.class_ == NT_INSN_BRANCH;
        bool direct = insn.class_ >= NT_INSN_BRANCH && insn.class_ <= NT_INSN_DIRECT_JUMP_LINK;
        if (!(falls && pcs[i] == pcs[i - 1] + insn.size) && !(direct && pcs[i] == insn.target) &&
            (falls || direct)) {
            return i;
        }
    }
    return count;
}

static void decode_reference(const reference_stream *stream, size_t piece) {
    comparison c = {.image = reference_image(stream->program, stream->xlen), .first = SIZE_MAX};
    uint64_t *expected = reference_sequence(stream->program, &c.count);
    c.expected = expected;
    size_t size;
    uint8_t *bytes = reference_bytes(stream, &size);
    nt_flow_options options = {.implicit_returns = strstr(stream->mode, "-cs") != NULL};
    nt_flow *flow = nt_flow_new(nt_image_code(c.image), &options, compare, &c);
    for (size_t at = 0; at < size; at += piece) {
        assert_int_equal(nt_flow_bytes(flow, bytes + at, size - at < piece ? size - at : piece), 0);
    }
    assert_int_equal(nt_flow_finish(flow), 0);
    const nt_flow_counts *counts = nt_flow_get_counts(flow);
    assert_int_equal(counts->messages, stream->messages);
    assert_int_equal(counts->bytes, size);
    assert_int_equal(counts->instructions, c.at);
    assert_int_equal(c.count, stream->instructions);

    size_t impossible = first_impossible(c.image, expected, c.count);
    bool possible = impossible == c.count;
    assert_int_equal(c.first, possible ? SIZE_MAX : impossible);
    /* With implicit returns an I-CNT may be told so late that the lost step shows nowhere. */
    bool told = !options.implicit_returns;
    assert_true(c.faults <= (possible ? 0 : 1) && c.faults >= (!possible && told ? 1 : 0));
    if (possible) {
        assert_int_equal(c.at, c.count);
    } else {
        assert_true(c.at > impossible);
    }
    nt_flow_free(flow);
    nt_image_free(c.image);
    free(bytes);
    free(expected);
}

static void reference_streams_decode_to_what_retired_as_far_as_the_code_allows(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(reference_streams); i++) {
        decode_reference(&reference_streams[i], 4096);
    }
}

static void bytes_may_come_one_at_a_time(void **state) {
    (void)state;
    decode_reference(&reference_streams[0], 1);
}

/* ---- examples of the specification and of sequences, as text ---- */

/* The code of "Example of I-CNT Handling in BTM mode", and a handler and a function of our own. */
static nt_image *example_code(void) {
    nt_image *image = nt_image_new(64);
    put(image, 0x100, 2, NT_INSN_OTHER, 0);
    put(image, 0x102, 4, NT_INSN_BRANCH, 0x200);
    put(image, 0x106, 4, NT_INSN_OTHER, 0);
    put(image, 0x10a, 4, NT_INSN_BRANCH, 0x300);
    put(image, 0x10e, 2, NT_INSN_OTHER, 0);
    put(image, 0x110, 4, NT_INSN_OTHER, 0);
    put(image, 0x114, 2, NT_INSN_OTHER, 0);
    put(image, 0x200, 2, NT_INSN_OTHER, 0);
    put(image, 0x202, 2, NT_INSN_OTHER, 0);
    put(image, 0x300, 4, NT_INSN_OTHER, 0);
    put(image, 0x304, 2, NT_INSN_OTHER, 0);
    put(image, 0x400, 4, NT_INSN_OTHER, 0); /* handler */
    put(image, 0x404, 4, NT_INSN_TRAP_RETURN, 0);
    put(image, 0x500, 2, NT_INSN_OTHER, 0); /* function */
    put(image, 0x502, 2, NT_INSN_RETURN, 0);
    put(image, 0x600, 2, NT_INSN_OTHER, 0); /* a loop with two branches, then a jump to itself */
    put(image, 0x602, 2, NT_INSN_BRANCH, 0x600);
    put(image, 0x604, 2, NT_INSN_DIRECT_JUMP, 0x604);
    put(image, 0x700, 2, NT_INSN_DIRECT_CALL, 0x500);
    put(image, 0x800, 2, NT_INSN_DIRECT_JUMP, 0x802); /* a path into a loop without a branch */
    put(image, 0x802, 2, NT_INSN_DIRECT_JUMP, 0x806);
    put(image, 0x806, 2, NT_INSN_OTHER, 0);
    put(image, 0x808, 2, NT_INSN_DIRECT_JUMP, 0x802);
    return image;
}

/* The code of "Examples of I-CNT Field Full Generation". */
static nt_image *full_code(void) {
    nt_image *image = nt_image_new(64);
    put(image, 0x100, 2, NT_INSN_OTHER, 0);
    put(image, 0x102, 4, NT_INSN_BRANCH, 0x200);
    for (uint64_t pc = 0x106; pc < 0x11a; pc += 4) {
        put(image, pc, 4, NT_INSN_OTHER, 0);
    }
    put(image, 0x11a, 2, NT_INSN_OTHER, 0);
    put(image, 0x11c, 2, NT_INSN_OTHER, 0);
    return image;
}

#define SYNC_0x100 0x24, 0x0d, 0x00, 0x0b /* ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80 */

static void icnt_examples_in_btm_decode_to_the_printed_ranges(void **state) {
    (void)state;
    static const stream_example examples[] = {
        {"first branch taken", "sync3@0x100 <0x100..0x105> <0x200..0x201> stop0 ",
         BYTES(SYNC_0x100, 0x0c, 0x0f, 0x84, 0x00, 0x07)},
        {"second branch taken", "sync3@0x100 <0x100..0x10d> <0x300..0x303> stop0 ",
         BYTES(SYNC_0x100, 0x0c, 0x1f, 0x84, 0x00, 0x0b)},
        {"no branch taken", "sync3@0x100 <0x100..0x113> stop0 ",
         BYTES(SYNC_0x100, 0x84, 0x00, 0x2b)},
        {"I-CNT=1: exception at 0x102", "sync3@0x100 <0x100..0x101> trap1@0x400 ",
         BYTES(SYNC_0x100, 0x10, 0x15, 0x00, 0x2b)},
        {"I-CNT=5: exception at 0x10A", "sync3@0x100 <0x100..0x109> trap1@0x400 ",
         BYTES(SYNC_0x100, 0x10, 0x55, 0x00, 0x2b)},
        {"I-CNT=0: exception at 0x100", "sync3@0x100 trap1@0x400 ",
         BYTES(SYNC_0x100, 0x10, 0x05, 0x00, 0x2b)},
        {"I-CNT=4 is half an instruction",
         "sync3@0x100 <0x100..0x105> FAULT I-CNT ends within an instruction. ",
         BYTES(SYNC_0x100, 0x10, 0x45, 0x00, 0x2b)},
        {"I-CNT=6 is half an instruction",
         "sync3@0x100 <0x100..0x109> FAULT I-CNT ends within an instruction. ",
         BYTES(SYNC_0x100, 0x10, 0x65, 0x00, 0x2b)},
        {"I-CNT=9 is half an instruction",
         "sync3@0x100 <0x100..0x10f> FAULT I-CNT ends within an instruction. ",
         BYTES(SYNC_0x100, 0x10, 0x95, 0x00, 0x2b)},
    };
    decode_examples(example_code, NULL, examples, COUNT(examples));
}

static void icnt_examples_in_htm_decode_to_the_printed_ranges(void **state) {
    (void)state;
    static const stream_example examples[] = {
        {"first branch taken", "sync3@0x100 <0x100..0x105> <0x200..0x201> stop0 ",
         BYTES(SYNC_0x100, 0x84, 0x40, 0x11, 0x0f)},
        {"second branch taken", "sync3@0x100 <0x100..0x10d> <0x300..0x303> stop0 ",
         BYTES(SYNC_0x100, 0x84, 0x40, 0x25, 0x17)},
        {"no branch taken", "sync3@0x100 <0x100..0x113> stop0 ",
         BYTES(SYNC_0x100, 0x84, 0x40, 0x29, 0x13)},
    };
    decode_examples(example_code, NULL, examples, COUNT(examples));
}

static void icnt_full_examples_decode_to_the_printed_ranges(void **state) {
    (void)state;
    static const stream_example examples[] = {
        {"ResourceFull", "sync3@0x100 <0x100..0x11b> stop0 ",
         BYTES(SYNC_0x100, 0x6c, 0x40, 0x0b, 0x84, 0x40, 0x15, 0x0b)},
        {"SYNC=4", "sync3@0x100 <0x100..0x111> sync4@0x112 <0x112..0x11b> stop0 ",
         BYTES(SYNC_0x100, 0x24, 0x50, 0x09, 0x24, 0x0b, 0x84, 0x00, 0x17)},
    };
    decode_examples(full_code, NULL, examples, COUNT(examples));
}

/* ProgTraceSync SYNC=5 I-CNT=0 to 0x500, 0x600, 0x700, 0x800: F-ADDR 0x280, 0x300, 0x380, 0x400 */
#define SYNC_0x500 0x24, 0x15, 0x00, 0x2b
#define SYNC_0x600 0x24, 0x15, 0x00, 0x33
#define SYNC_0x700 0x24, 0x15, 0x00, 0x3b
#define SYNC_0x800 0x24, 0x15, 0x00, 0x43

static void sequences_decode_to_their_events(void **state) {
    (void)state;
    static const stream_example examples[] = {
        {"return to 0x100, interrupted there: U-ADDR=0x200 then 0x280",
         "sync5@0x500 <0x500..0x503> trap3@0x400 ",
         BYTES(SYNC_0x500, 0x10, 0x21, 0x00, 0x23, 0x10, 0x0d, 0x00, 0x2b)},
        {"interrupt right behind a return whose target never ran: B-TYPE=3 I-CNT=2",
         "sync5@0x500 <0x500..0x503> trap3@0x400 ", BYTES(SYNC_0x500, 0x10, 0x2d, 0x00, 0x0b)},
        {"a call is followed, a return ends the message",
         "sync5@0x700 <0x700..0x701> "
         "<0x500..0x503> ",
         BYTES(SYNC_0x700, 0x10, 0x31, 0x07)},
        {"RepeatBranch: two more times the same DirectBranch",
         "sync5@0x600 <0x600..0x603> <0x600..0x603> <0x600..0x603> <0x600..0x605> stop4 ",
         BYTES(SYNC_0x600, 0x0c, 0x0b, 0x78, 0x0b, 0x84, 0x10, 0x0f)},
        {"HREPEAT=3: three times taken, then not, all in 8 half-words and a jump",
         "sync5@0x600 <0x600..0x603> <0x600..0x603> <0x600..0x603> <0x600..0x605> stop4 ",
         BYTES(SYNC_0x600, 0x6c, 0xc9, 0x0f, 0x84, 0x50, 0x25, 0x0b)},
        {"HIST full, then I-CNT full",
         "sync5@0x600 <0x600..0x603> <0x600..0x603> <0x600..0x605> stop4 ",
         BYTES(SYNC_0x600, 0x6c, 0xc7, 0x6c, 0x00, 0x07, 0x84, 0x50, 0x0d, 0x1b)},
        {"I-CNT full, then HIST full",
         "sync5@0x600 <0x600..0x603> <0x600..0x603> <0x600..0x605> stop4 ",
         BYTES(SYNC_0x600, 0x6c, 0x00, 0x07, 0x6c, 0xc7, 0x84, 0x50, 0x0d, 0x1b)},
        {"I-CNT full twice in a loop of one jump",
         "sync5@0x600 <0x600..0x605> <0x604..0x605> <0x604..0x605> <0x604..0x605> <0x604..0x605> "
         "<0x604..0x605> <0x604..0x605> stop4 ",
         BYTES(SYNC_0x600, 0x6c, 0x00, 0x07, 0x6c, 0x00, 0x07, 0x84, 0x10, 0x07)},
        {"overrun", "sync5@0x600 loss0 sync7@0x100 <0x100..0x101> stop4 ",
         BYTES(SYNC_0x600, 0x20, 0x00, 0x07, 0x24, 0x1d, 0x00, 0x0b, 0x84, 0x10, 0x07)},
        {"what comes before the first synchronizing message is not decoded",
         "stop4 sync5@0x600 <0x600..0x601> stop4 ",
         BYTES(0x0c, 0x0b, 0x84, 0x10, 0x03, 0xff, SYNC_0x600, 0x84, 0x10, 0x07)},
        {"entry into debug while tracing was already off", "sync5@0x600 stop4 stop0 ",
         BYTES(SYNC_0x600, 0x84, 0x10, 0x03, 0x84, 0x00, 0x03)},
        {"vendor defined and Ownership messages do not disturb",
         "sync5@0x600 ownership0:03:0x0 <0x600..0x601> stop4 ",
         BYTES(SYNC_0x600, 0xe0, 0x14, 0x03, 0x08, 0x33, 0x84, 0x10, 0x07)},
        {"ResourceFull with a vendor's RCODE (8) is skipped", "sync5@0x600 <0x600..0x601> stop4 ",
         BYTES(SYNC_0x600, 0x6c, 0x61, 0x07, 0x84, 0x10, 0x07)},
        {"DataWrite, Watchpoint and InCircuitTrace of Nexus are skipped",
         "sync5@0x600 <0x600..0x601> stop4 ",
         BYTES(SYNC_0x600, 0x14, 0x08, 0x05, 0x09, 0xf1, 0x07, 0x3c, 0x07, 0x88, 0x01, 0x07, 0x84,
               0x10, 0x07)},
    };
    decode_examples(example_code, NULL, examples, COUNT(examples));
}

static void impossible_messages_are_faults_and_the_next_sync_is_right(void **state) {
    (void)state;
    static const stream_example examples[] = {
        {"DirectBranch that ends on no branch",
         "sync3@0x100 <0x100..0x101> FAULT DirectBranch does not end on a conditional branch. "
         "sync5@0x600 ",
         BYTES(SYNC_0x100, 0x0c, 0x07, SYNC_0x600)},
        {"B-TYPE=0 behind an add",
         "sync3@0x100 <0x100..0x101> FAULT B-TYPE=0 but the last instruction is not an indirect "
         "jump. sync5@0x600 ",
         BYTES(SYNC_0x100, 0x10, 0x11, 0x00, 0x2b, SYNC_0x600)},
        {"I-CNT behind a return",
         "sync5@0x500 <0x500..0x503> FAULT I-CNT goes on behind an indirect jump. ",
         BYTES(SYNC_0x500, 0x10, 0x31, 0x03)},
        {"code that is not there", "sync3@0x100 <0x100..0x115> FAULT no code is known at the PC. ",
         BYTES(SYNC_0x100, 0x84, 0x00, 0x3b)},
        {"history at a return",
         "sync5@0x500 <0x500..0x503> FAULT history bits are left over at an "
         "indirect jump. ",
         BYTES(SYNC_0x500, 0x6c, 0xc7)},
        {"history in a loop without a branch",
         "sync5@0x800 <0x800..0x803> <0x806..0x809> <0x802..0x803> "
         "FAULT history bits are left over in a loop without branches. ",
         BYTES(SYNC_0x800, 0x6c, 0xc7)},
        {"more history than I-CNT",
         "sync5@0x600 <0x600..0x603> FAULT history bits are left over where I-CNT ends. ",
         BYTES(SYNC_0x600, 0x84, 0x50, 0x09, 0x1f)},
        {"I-CNT smaller than ResourceFull's history",
         "sync5@0x600 <0x600..0x603> <0x600..0x603> FAULT I-CNT is smaller than what the history "
         "covers. ",
         BYTES(SYNC_0x600, 0x6c, 0xc4, 0x07, 0x84, 0x50, 0x09, 0x07)},
        {"a branch that HTM does not report",
         "sync5@0x600 <0x600..0x603> FAULT a conditional branch has no history bit. ",
         BYTES(SYNC_0x600, 0x84, 0x50, 0x09, 0x07)},
        {"HIST=0", "sync5@0x600 FAULT HIST has no stop-bit. ", BYTES(SYNC_0x600, 0x6c, 0x07)},
        {"HREPEAT=0", "sync5@0x600 FAULT HREPEAT is 0. ", BYTES(SYNC_0x600, 0x6c, 0xc9, 0x03)},
        {"F-ADDR elsewhere",
         "sync5@0x600 <0x600..0x601> FAULT F-ADDR is not the PC expected. "
         "sync2@0x100 ",
         BYTES(SYNC_0x600, 0x24, 0x49, 0x00, 0x0b)},
        {"RepeatBranch of nothing",
         "sync5@0x600 FAULT RepeatBranch without a branch message before it. ",
         BYTES(SYNC_0x600, 0x78, 0x0b)},
        {"on after a stop",
         "sync5@0x600 stop4 FAULT program trace goes on after a stop without "
         "SYNC. ",
         BYTES(SYNC_0x600, 0x84, 0x10, 0x03, 0x0c, 0x0b)},
        {"reserved MSEO", "sync5@0x600 FAULT MSEO=10 is reserved. sync5@0x600 ",
         BYTES(SYNC_0x600, 0x0c, 0x0a, 0x03, SYNC_0x600)},
        {"half a message", "sync5@0x600 FAULT the stream ends within a message. ",
         BYTES(SYNC_0x600, 0x84, 0x10)},
        {"I-CNT that nothing concludes",
         "sync5@0x600 FAULT the stream ends before the instructions that I-CNT counted are known. ",
         BYTES(SYNC_0x600, 0x6c, 0x40, 0x0b)},
    };
    decode_examples(example_code, NULL, examples, COUNT(examples));
}

/* ---- code that changes as it runs ---- */

static void record_code(nt_writer *writer, uint64_t address, const uint8_t *bytes, uint32_t size) {
    nt_event event = {.kind = NT_EVENT_CODE, .code = {address, size, bytes}};
    assert_int_equal(nt_writer_event(writer, &event, NULL), 0);
}

static void record_run(nt_writer *writer, uint64_t pc, uint32_t instructions, uint32_t halfwords) {
    nt_event event = {.kind = NT_EVENT_RUN, .run = {pc, instructions, halfwords}};
    assert_int_equal(nt_writer_event(writer, &event, NULL), 0);
}

/* Three rounds of c.nop c.nop c.nop c.nop c.j; in the second, two of the c.nop ahead of the PC
   become one nop. */
static nt_image *changing_code(void) {
    static const uint8_t before[] = {1, 0, 1, 0, 1, 0, 1, 0, 0xe5, 0xbf};
    static const uint8_t nop[] = {0x13, 0, 0, 0};
    char path[] = "/tmp/ntrace-flow-test-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    (void)close(file);
    nt_error error = {0};
    nt_writer *writer;
    const nt_recording_header header = {.xlen = 64, .harts = 1, .source = "test"};
    assert_int_equal(nt_writer_open(&writer, path, &header, &error), 0);
    record_code(writer, 0x1000, before, sizeof before);
    record_run(writer, 0x1000, 5, 5);
    record_run(writer, 0x1000, 2, 2);
    record_code(writer, 0x1004, nop, sizeof nop);
    record_run(writer, 0x1004, 2, 3);
    record_run(writer, 0x1000, 4, 5);
    assert_int_equal(nt_writer_commit(writer, &error), 0);
    nt_image *image;
    if (nt_image_load(&image, path, 0, &error) != 0) {
        fail_msg("%s", error.text);
    }
    (void)unlink(path);
    return image;
}

typedef struct count_log {
    uint32_t instructions[8];
    size_t ranges;
} count_log;

static int log_count(void *context, const nt_flow_event *event) {
    count_log *log = context;
    if (event->kind == NT_FLOW_RANGE && log->ranges < COUNT(log->instructions)) {
        log->instructions[log->ranges++] = event->range.instructions;
    }
    return 0;
}

static void code_changes_take_effect_at_their_instruction(void **state) {
    (void)state;
    /* ProgTraceSync SYNC=5 F-ADDR=0x800, ProgTraceCorrelation I-CNT=15 */
    static const uint8_t bytes[] = {0x24, 0x15, 0x00, 0x83, 0x84, 0x10, 0x3f};
    nt_image *image = changing_code();
    count_log log = {{0}, 0};
    nt_flow *flow = nt_flow_new(nt_image_code(image), NULL, log_count, &log);
    assert_int_equal(nt_flow_bytes(flow, bytes, sizeof bytes), 0);
    assert_int_equal(nt_flow_get_counts(flow)->faults, 0);
    assert_int_equal(nt_flow_get_counts(flow)->instructions, 5 + 4 + 4);
    const uint32_t expected[] = {5, 2, 2, 4}; /* the range ends where the code changes */
    assert_int_equal(log.ranges, COUNT(expected));
    assert_memory_equal(log.instructions, expected, sizeof expected);
    nt_flow_free(flow);
    nt_image_free(image);
}

static void code_written_while_decoding_is_seen_by_the_next_message(void **state) {
    (void)state;
    static const uint8_t first[] = {SYNC_0x600, 0x0c, 0x0b}; /* taken: 0x600 to 0x603 */
    static const uint8_t second[] = {0x84, 0x10, 0x0f};
    nt_image *image = example_code();
    event_log log = {""};
    nt_flow *flow = nt_flow_new(nt_image_code(image), NULL, log_event, &log);
    assert_int_equal(nt_flow_bytes(flow, first, sizeof first), 0);
    put(image, 0x602, 2, NT_INSN_DIRECT_JUMP, 0x100);
    assert_int_equal(nt_flow_bytes(flow, second, sizeof second), 0);
    assert_string_equal(log.text,
                        "sync5@0x600 <0x600..0x603> <0x600..0x603> <0x100..0x101> stop4 ");
    nt_flow_free(flow);
    nt_image_free(image);
}

static int stop_at_once(void *context, const nt_flow_event *event) {
    (*(int *)context)++;
    return event->kind == NT_FLOW_SYNC ? 7 : 0;
}

static void a_sink_that_is_done_ends_the_decoding(void **state) {
    (void)state;
    static const uint8_t bytes[] = {SYNC_0x600, 0x0c, 0x0b, SYNC_0x600};
    nt_image *image = example_code();
    int events = 0;
    nt_flow *flow = nt_flow_new(nt_image_code(image), NULL, stop_at_once, &events);
    assert_int_equal(nt_flow_bytes(flow, bytes, sizeof bytes), 7);
    assert_int_equal(nt_flow_bytes(flow, bytes, sizeof bytes), 7);
    assert_int_equal(nt_flow_finish(flow), 7);
    assert_int_equal(events, 1);
    nt_flow_free(flow);
    nt_image_free(image);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_streams_decode_to_what_retired_as_far_as_the_code_allows),
        cmocka_unit_test(bytes_may_come_one_at_a_time),
        cmocka_unit_test(icnt_examples_in_btm_decode_to_the_printed_ranges),
        cmocka_unit_test(icnt_examples_in_htm_decode_to_the_printed_ranges),
        cmocka_unit_test(icnt_full_examples_decode_to_the_printed_ranges),
        cmocka_unit_test(sequences_decode_to_their_events),
        cmocka_unit_test(impossible_messages_are_faults_and_the_next_sync_is_right),
        cmocka_unit_test(code_changes_take_effect_at_their_instruction),
        cmocka_unit_test(code_written_while_decoding_is_seen_by_the_next_message),
        cmocka_unit_test(a_sink_that_is_done_ends_the_decoding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
