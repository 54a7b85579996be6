/* SPDX-License-Identifier: Apache-2.0 */
/* What the decoder says where a stream or its image is wrong: which fault, what may not have run as
   it was told, what is lost, and where it goes on. */
#include "libntrace/program/image.h"
#include "tests/libntrace/flow/texts.h"

#include <stdalign.h>
#include <stdlib.h>
#include <time.h>

static nt_image *code(void) {
    nt_image *image = nt_image_new(64);
    put(image, 0x100, 2, NT_INSN_OTHER, 0);
    put(image, 0x102, 4, NT_INSN_BRANCH, 0x200);
    put(image, 0x106, 4, NT_INSN_OTHER, 0);
    put(image, 0x10a, 2, NT_INSN_INDIRECT_CALL, 0);
    put(image, 0x10c, 2, NT_INSN_DIRECT_JUMP, 0x100);
    put(image, 0x200, 2, NT_INSN_OTHER, 0);
    put(image, 0x202, 2, NT_INSN_RETURN, 0);
    put(image, 0x300, 2, NT_INSN_DIRECT_JUMP, 0x300);
    put(image, 0x400, 2, NT_INSN_BRANCH, 0x400);
    put(image, 0x402, 2, NT_INSN_DIRECT_CALL, 0x200);
    put(image, 0x404, 2, NT_INSN_OTHER, 0);
    return image;
}

/* Faults by name, what is suspect, and where it goes on. */
static int log_recovery(void *context, const nt_flow_event *event) {
    event_log *log = context;
    size_t used = strlen(log->text);
    char *to = log->text + used;
    size_t room = sizeof log->text - used;
    if (event->kind == NT_FLOW_FAULT) {
        (void)snprintf(to, room, "%s@%lu ", nt_flow_fault_name(event->fault.code), event->offset);
    } else if (event->kind == NT_FLOW_SUSPECT) {
        (void)snprintf(to, room, "suspect:%lu@%lu ", event->suspect.instructions,
                       event->suspect.from);
    } else if (event->kind == NT_FLOW_SYNC) {
        (void)snprintf(to, room, "sync@%lu ", event->offset);
    }
    return 0;
}

static nt_flow_counts decode(const char *messages, const nt_flow_options *options, event_log *log) {
    text_stream stream = {0};
    text_put(&stream, messages);
    nt_image *image = code();
    nt_flow *flow = nt_flow_new(nt_image_code(image), options, log_recovery, log);
    assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
    assert_int_equal(nt_flow_finish(flow), 0);
    nt_flow_counts counts = *nt_flow_get_counts(flow);
    nt_flow_free(flow);
    nt_image_free(image);
    return counts;
}

typedef struct recovery {
    const char *what;
    const char *messages;
    const char *events;
    uint64_t suspect, lost_bytes, lost_messages, early_bytes;
} recovery;

static void a_fault_tells_what_is_suspect_and_lost(void **state) {
    (void)state;
    static const recovery recoveries[] = {
        {"nothing is wrong", START("0x80") "3 I-CNT=3; 9 SYNC=2 I-CNT=1 F-ADDR=0x101",
         "sync@0 sync@6 ", 0, 0, 0, 0},
        {"a wrong PC: all since the message before",
         START("0x80") "3 I-CNT=3; 9 SYNC=2 I-CNT=1 F-ADDR=0x80; 33 EVCODE=0 CDF=0 I-CNT=1",
         "sync@0 wrong-pc@6 suspect:3@0 sync@6 ", 3, 0, 0, 0},
        {"from the last that agreed on",
         START("0x80") "9 SYNC=2 I-CNT=1 F-ADDR=0x81; 3 I-CNT=2; 9 SYNC=2 I-CNT=1 F-ADDR=0x80",
         "sync@0 sync@4 wrong-pc@10 suspect:2@4 sync@10 ", 2, 0, 0, 0},
        {"a message and what comes behind it is lost",
         START("0x80") "4 B-TYPE=0 I-CNT=1 U-ADDR=0; 3 I-CNT=9; 2 PROCESS=3; " START("0x80"),
         "sync@0 no-jump@4 suspect:1@0 sync@11 ", 1, 7, 3, 0},
        {"nothing was told: nothing is suspect",
         START("0x80") "27 RCODE=2 RDATA=2 HREPEAT=0; " START("0x80"),
         "sync@0 hrepeat-zero@4 sync@7 ", 0, 3, 1, 0},
        {"a broken message is lost from its first byte on",
         START("0x80") "3 I-CNT=3; hex 10 00 02 03; " START("0x80"),
         "sync@0 frame@8 suspect:2@0 sync@10 ", 2, 4, 0, 0},
        {"lost to the end", START("0x80") "hex 0c 03; 3 I-CNT=3; 3 I-CNT=3", "sync@0 no-branch@4 ",
         0, 6, 3, 0},
        {"Error ends what is lost", START("0x80") "3 I-CNT=1; 8 ETYPE=0 ECODE=0; 3 I-CNT=1",
         "sync@0 no-branch@4 suspect:1@0 after-error@8 ", 1, 4, 2, 0},
        {"before the first synchronizing message nothing can be lost",
         "3 I-CNT=3; hex 10 02 03; 3 I-CNT=3; " START("0x80"), "frame@3 sync@7 ", 0, 0, 0, 7},
        {"no synchronizing message at all", "3 I-CNT=3; 3 I-CNT=3", "", 0, 0, 0, 4},
    };
    for (size_t i = 0; i < COUNT(recoveries); i++) {
        event_log log = {""};
        nt_flow_counts counts = decode(recoveries[i].messages, NULL, &log);
        if (strcmp(log.text, recoveries[i].events) != 0) {
            print_error("%s:\n", recoveries[i].what);
        }
        assert_string_equal(log.text, recoveries[i].events);
        assert_int_equal(counts.suspect, recoveries[i].suspect);
        assert_int_equal(counts.lost_bytes, recoveries[i].lost_bytes);
        assert_int_equal(counts.lost_messages, recoveries[i].lost_messages);
        assert_int_equal(counts.early_bytes, recoveries[i].early_bytes);
    }
}

static void with_rc7_what_a_kept_return_stack_led_to_is_suspect_too(void **state) {
    (void)state;
    static const char messages[] = "9 SYNC=5 I-CNT=0 F-ADDR=0x201; 9 SYNC=6 I-CNT=1 F-ADDR=0x100; "
                                   "9 SYNC=6 I-CNT=3 F-ADDR=0x80";
    nt_flow_options options = {.implicit_returns = true, .rc7 = true};
    event_log log = {""};
    (void)decode(messages, &options, &log);
    /* The return went where the call was, which SYNC=6 did not reset. */
    assert_string_equal(log.text, "sync@0 sync@4 wrong-pc@8 suspect:4@0 sync@8 ");
    options.rc7 = false;
    log.text[0] = '\0';
    (void)decode(messages, &options, &log);
    assert_string_equal(log.text, "sync@0 sync@4 icnt-behind-jump@8 suspect:2@4 sync@8 ");
}

static void rc7_repeats_as_often_as_it_likes(void **state) {
    (void)state;
    static const char *const messages[] = {
        START("0x200") "27 RCODE=2 RDATA=3 HREPEAT=0x40000; 33 EVCODE=4 CDF=1 I-CNT=0x40000 HIST=1",
        START("0x200") "3 I-CNT=1; 30 B-CNT=0x3ffff; 30 B-CNT=0x40000",
    };
    for (size_t i = 0; i < COUNT(messages); i++) {
        event_log log = {""};
        nt_flow_options options = {.rc7 = true};
        nt_flow_counts counts = decode(messages[i], &options, &log);
        assert_string_equal(log.text, "sync@0 ");
        assert_int_equal(counts.instructions, (i + 1) * 0x40000);
        options.rc7 = false;
        assert_int_equal(decode(messages[i], &options, &log).faults, 1);
    }
}

static void agreements_are_counted_where_there_is_something_to_compare(void **state) {
    (void)state;
    event_log log = {""};
    nt_flow_counts counts =
        decode(START("0x80") "9 SYNC=2 I-CNT=1 F-ADDR=0x81; "            /* agrees */
                             "12 SYNC=2 B-TYPE=0 I-CNT=5 F-ADDR=0x100; " /* a jump */
                             "12 SYNC=2 B-TYPE=3 I-CNT=1 F-ADDR=0x80; "  /* a trap */
                             "9 SYNC=14 I-CNT=1 F-ADDR=0x100; "          /* vendor's */
                             "11 SYNC=0 I-CNT=1 F-ADDR=0x101; 57 0x3",
               NULL, &log);
    assert_int_equal(counts.faults, 0);
    assert_int_equal(counts.syncs, 6);
    assert_int_equal(counts.agreed, 2);
}

static void reserved_and_vendor_defined_messages_are_counted_and_skipped(void **state) {
    (void)state;
    event_log log = {""};
    nt_flow_counts counts =
        decode(START("0x80") "57 0x12 0x34; 5 0x7; hex fc 03; 3 I-CNT=3; 33 EVCODE=4 CDF=0 I-CNT=1",
               NULL, &log);
    assert_int_equal(counts.unknown, 3);
    assert_int_equal(counts.by_tcode[57], 1);
    assert_int_equal(counts.faults, 0);
    assert_int_equal(counts.instructions, 3);
}

static void every_fault_has_a_name_of_its_own_and_a_text(void **state) {
    (void)state;
    for (unsigned i = 0; i < NT_FAULTS; i++) {
        const char *name = nt_flow_fault_name((nt_flow_fault)i);
        assert_true(name != NULL && *name != '\0');
        assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz-"), strlen(name));
        assert_true(*nt_flow_fault_text((nt_flow_fault)i) != '\0');
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(name, nt_flow_fault_name((nt_flow_fault)j));
        }
    }
    assert_string_equal(nt_flow_fault_name(NT_FAULTS), "unknown");
}

/* ---- the middle of a stream ---- */

static void a_stream_may_begin_within_a_message(void **state) {
    (void)state;
    text_stream stream = {0};
    text_put(&stream, "12 SYNC=2 B-TYPE=0 I-CNT=5 F-ADDR=0x12345; 9 SYNC=2 I-CNT=0 F-ADDR=0x80; "
                      "33 EVCODE=4 CDF=0 I-CNT=1");
    const nt_flow_options options = {.begins_within = true};
    for (size_t from = 0; from < 6; from++) { /* all bytes of the first message */
        for (size_t piece = 1; piece < stream.size; piece += 4) {
            nt_image *image = code();
            event_log log = {""};
            nt_flow *flow = nt_flow_new(nt_image_code(image), &options, log_recovery, &log);
            for (size_t at = from; at < stream.size; at += piece) {
                size_t size = stream.size - at < piece ? stream.size - at : piece;
                assert_int_equal(nt_flow_bytes(flow, stream.bytes + at, size), 0);
            }
            assert_int_equal(nt_flow_finish(flow), 0);
            char sync[32];
            (void)snprintf(sync, sizeof sync, "sync@%zu ", 6 - from);
            assert_string_equal(log.text, sync);
            assert_int_equal(nt_flow_get_counts(flow)->early_bytes, 6 - from);
            assert_int_equal(nt_flow_get_counts(flow)->instructions, 1);
            nt_flow_free(flow);
            nt_image_free(image);
        }
    }
}

static void a_tail_of_anything_is_skipped_without_a_fault(void **state) {
    (void)state;
    static const struct {
        const char *messages;
        const char *events;
    } tails[] = {
        {"hex 02 01 ff; 9 SYNC=2 I-CNT=0 F-ADDR=0x80", "sync@3 "},
        {"hex ff; 9 SYNC=2 I-CNT=0 F-ADDR=0x80", "sync@1 "},
        {"hex 43; 9 SYNC=2 I-CNT=0 F-ADDR=0x80", "sync@1 "},
        {"hex 01 00 02", ""},
    };
    const nt_flow_options options = {.begins_within = true};
    for (size_t i = 0; i < COUNT(tails); i++) {
        event_log log = {""};
        (void)decode(tails[i].messages, &options, &log);
        assert_string_equal(log.text, tails[i].events);
    }
}

/* ---- memory ---- */

static void a_decoder_lives_in_memory_of_the_caller(void **state) {
    (void)state;
    size_t size = nt_flow_size();
    uint8_t *memory = aligned_alloc(alignof(max_align_t), (size + 63) / 64 * 64 + 64);
    assert_non_null(memory);
    nt_image *image = code();
    text_stream stream = {0};
    text_put(&stream, START("0x80") "3 I-CNT=3");
    for (unsigned round = 0; round < 2; round++) {
        memset(memory, 0xa5, size + 1);
        nt_flow *flow = nt_flow_init(memory, size, nt_image_code(image), NULL, NULL, NULL);
        assert_non_null(flow);
        assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
        assert_int_equal(nt_flow_get_counts(flow)->instructions, 2);
        assert_int_equal(memory[size], 0xa5);
        nt_flow_free(flow); /* the memory stays the caller's */
    }
    nt_code nothing = nt_image_code(image);
    assert_null(nt_flow_init(memory, size - 1, nothing, NULL, NULL, NULL));
    assert_null(nt_flow_init(memory + 1, size, nothing, NULL, NULL, NULL));
    assert_null(nt_flow_init(NULL, size, nothing, NULL, NULL, NULL));
    assert_null(nt_flow_new(nothing, &(nt_flow_options){.src_bits = 13}, NULL, NULL));
    assert_null(nt_flow_new(nothing, &(nt_flow_options){.tstamp_bits = 65}, NULL, NULL));
    nothing.isa.xlen = 16;
    assert_null(nt_flow_new(nothing, NULL, NULL, NULL));
    nt_image_free(image);
    free(memory);
}

/* ---- the budget ---- */

/* The messages over and over, behind a synchronizing message each time. */
static nt_flow_counts decode_many(const char *messages, size_t bytes, uint64_t budget) {
    text_stream stream = {0};
    text_put(&stream, messages);
    nt_image *image = code();
    const nt_flow_options options = {.budget = budget};
    nt_flow *flow = nt_flow_new(nt_image_code(image), &options, NULL, NULL);
    for (size_t done = 0; done < bytes; done += stream.size) {
        assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
    }
    nt_flow_counts counts = *nt_flow_get_counts(flow);
    nt_flow_free(flow);
    nt_image_free(image);
    return counts;
}

static void no_stream_takes_longer_than_its_length_allows(void **state) {
    (void)state;
    static const char *const attacks[] = {
        START("0x180") "33 EVCODE=0 CDF=0 I-CNT=0x3fffff; ",
        START("0x180") "27 RCODE=0 RDATA=0x3fffff; 27 RCODE=0 RDATA=0x3fffff; "
                       "33 EVCODE=0 CDF=0 I-CNT=0x3fffff; ",
        START("0x200") "27 RCODE=2 RDATA=0xffffffff HREPEAT=0x3ffff; ",
        START("0x200") "3 I-CNT=1; 30 B-CNT=0x3ffff; ",
        START("0x80") "4 B-TYPE=1 I-CNT=0 U-ADDR=0; 30 B-CNT=0x3ffff; ",
        START("0x80") "27 RCODE=2 RDATA=1 HREPEAT=0x3ffff; ",
    };
    enum { BYTES = 1 << 16, BUDGET = 1 << 20 };
    for (size_t i = 0; i < COUNT(attacks); i++) {
        clock_t start = clock();
        nt_flow_counts counts = decode_many(attacks[i], BYTES, BUDGET);
        /* In all a block a nanosecond would be 20 ms; without a budget it takes minutes. */
        assert_true(clock() - start < 10 * CLOCKS_PER_SEC);
        assert_true(counts.instructions <=
                    BUDGET + (uint64_t)NT_FLOW_BLOCKS_A_BYTE * BYTES + BYTES);
    }
}

/* Two blocks of 255 instructions and a branch, so far apart that both want the same place: whoever
   repeats their loop makes the decoder look at every instruction each time. */
static void code_that_does_not_stay_known_counts_too(void **state) {
    (void)state;
    enum { FAR = 1 << 30, BUDGET = 1 << 20 };
    nt_image *image = nt_image_new(64);
    for (uint64_t base = 0; base <= FAR; base += FAR) {
        for (uint64_t pc = base; pc < base + 510; pc += 2) {
            put(image, pc, 2, NT_INSN_OTHER, 0);
        }
        put(image, base + 510, 4, NT_INSN_BRANCH, FAR - base);
    }
    text_stream stream = {0};
    text_put(&stream, START("0") "27 RCODE=2 RDATA=0xffffffff HREPEAT=0x3ffff");
    event_log log = {""};
    const nt_flow_options options = {.budget = BUDGET};
    nt_flow *flow = nt_flow_new(nt_image_code(image), &options, log_recovery, &log);
    assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
    assert_non_null(strstr(log.text, "budget"));
    assert_true(nt_flow_get_counts(flow)->instructions < BUDGET / 2);
    nt_flow_free(flow);
    nt_image_free(image);
}

static void a_stream_that_repeats_too_much_is_a_fault_by_name_and_the_next_is_right(void **state) {
    (void)state;
    event_log log = {""};
    const nt_flow_options options = {.budget = 1000};
    nt_flow_counts counts = decode(START("0x180") "33 EVCODE=0 CDF=0 I-CNT=0x3fffff; " START(
                                       "0x80") "33 EVCODE=0 CDF=0 I-CNT=1",
                                   &options, &log);
    assert_string_equal(log.text, "sync@0 budget@4 suspect:3561@0 sync@10 ");
    assert_int_equal(counts.instructions, 3562);
    const nt_flow_options unbound = {.budget = UINT64_MAX};
    log.text[0] = '\0';
    counts = decode(START("0x180") "33 EVCODE=0 CDF=0 I-CNT=0x3fffff", &unbound, &log);
    assert_int_equal(counts.instructions, 0x3fffff);
}

static void forms_with_a_plain_meaning_are_taken_and_counted_where_that_is_wanted(void **state) {
    (void)state;
    static const struct {
        const char *messages;
        uint64_t instructions;
        uint64_t tolerated[NT_TOLERATED];
    } rows[] = {
        /* a long loop that no ResourceFull counted: j . */
        {START("0x180") "33 EVCODE=4 CDF=0 I-CNT=0x400000", 0x400000, {[NT_TOLERATED_WIDE] = 1}},
        {START("0x180") "27 RCODE=0 RDATA=0x400000; " STOP("0"),
         0x400000,
         {[NT_TOLERATED_WIDE] = 1}},
        {START("0x200") "3 I-CNT=1; 30 B-CNT=0x40000; " STOP("0"),
         0x40001,
         {[NT_TOLERATED_WIDE] = 1}},
        {START("0x80") "hex 03; hex 03; hex 07; " STOP("1") "; hex 0b",
         1,
         {[NT_TOLERATED_STRAY] = 4}},
        {START("0x80") "27 RCODE=0 RDATA=1; hex 84 13", 1, {[NT_TOLERATED_EMPTY] = 1}},
        {START("0x80") "27 RCODE=0 RDATA=1; hex 84 51 07", 1, {[NT_TOLERATED_EMPTY] = 1}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        event_log log = {""};
        const nt_flow_options tolerant = {.tolerant = true};
        nt_flow_counts counts = decode(rows[i].messages, &tolerant, &log);
        assert_string_equal(log.text, "sync@0 ");
        assert_int_equal(counts.instructions, rows[i].instructions);
        assert_memory_equal(counts.tolerated, rows[i].tolerated, sizeof rows[i].tolerated);
        counts = decode(rows[i].messages, NULL, &log);
        assert_true(counts.faults != 0);
    }
}

/* Of several sources in one stream each decoder is given its messages alone. */
static void events_lie_where_the_bytes_are_in_the_whole_stream(void **state) {
    (void)state;
    static const struct {
        const char *messages;
        uint64_t place;
    } parts[] = {{START("0x80"), 100},
                 {"33 EVCODE=4 CDF=0 I-CNT=1; 3 I-CNT=1", 200},
                 {START("0x80") "3 I-CNT=1", 1000}};
    event_log log = {""};
    nt_image *image = code();
    nt_flow *flow = nt_flow_new(nt_image_code(image), NULL, log_recovery, &log);
    for (size_t i = 0; i < COUNT(parts); i++) {
        text_stream stream = {0};
        text_put(&stream, parts[i].messages);
        nt_flow_place(flow, parts[i].place);
        assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
    }
    assert_int_equal(nt_flow_finish(flow), 0);
    assert_string_equal(log.text, "sync@100 after-stop@203 suspect:1@100 sync@1000 no-branch@1004 "
                                  "suspect:1@1000 ");
    assert_int_equal(nt_flow_get_counts(flow)->early_bytes, 0);
    assert_int_equal(nt_flow_get_counts(flow)->lost_bytes, 4);
    nt_flow_free(flow);
    nt_image_free(image);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_tells_what_is_suspect_and_lost),
        cmocka_unit_test(with_rc7_what_a_kept_return_stack_led_to_is_suspect_too),
        cmocka_unit_test(rc7_repeats_as_often_as_it_likes),
        cmocka_unit_test(agreements_are_counted_where_there_is_something_to_compare),
        cmocka_unit_test(reserved_and_vendor_defined_messages_are_counted_and_skipped),
        cmocka_unit_test(every_fault_has_a_name_of_its_own_and_a_text),
        cmocka_unit_test(a_stream_may_begin_within_a_message),
        cmocka_unit_test(a_tail_of_anything_is_skipped_without_a_fault),
        cmocka_unit_test(a_decoder_lives_in_memory_of_the_caller),
        cmocka_unit_test(no_stream_takes_longer_than_its_length_allows),
        cmocka_unit_test(code_that_does_not_stay_known_counts_too),
        cmocka_unit_test(forms_with_a_plain_meaning_are_taken_and_counted_where_that_is_wanted),
        cmocka_unit_test(events_lie_where_the_bytes_are_in_the_whole_stream),
        cmocka_unit_test(a_stream_that_repeats_too_much_is_a_fault_by_name_and_the_next_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
