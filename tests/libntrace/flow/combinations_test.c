/* SPDX-License-Identifier: Apache-2.0 */
/* What an encoder may send though few do: each message that the specification allows at a place is
   taken there, whatever came before. */
#include "libntrace/program/image.h"
#include "tests/libntrace/flow/texts.h"

/* A loop of two branches, a function, a handler, and straight code. */
static nt_image *code(void) {
    nt_image *image = nt_image_new(64);
    put(image, 0x100, 2, NT_INSN_OTHER, 0);
    put(image, 0x102, 2, NT_INSN_BRANCH, 0x108);
    put(image, 0x104, 4, NT_INSN_OTHER, 0);
    put(image, 0x108, 2, NT_INSN_BRANCH, 0x100);
    put(image, 0x10a, 2, NT_INSN_INDIRECT_CALL, 0);
    put(image, 0x10c, 2, NT_INSN_OTHER, 0);
    put(image, 0x10e, 2, NT_INSN_DIRECT_JUMP, 0x100);
    put(image, 0x200, 2, NT_INSN_OTHER, 0);
    put(image, 0x202, 2, NT_INSN_RETURN, 0);
    put(image, 0x300, 4, NT_INSN_OTHER, 0);
    put(image, 0x304, 4, NT_INSN_TRAP_RETURN, 0);
    return image;
}

#define CALL(icnt, hist) "28 B-TYPE=0 I-CNT=" icnt " U-ADDR=0x180 HIST=" hist "; "

typedef struct address_log {
    nt_image *image;
    char text[1024];
} address_log;

/* Each instruction by itself: where ranges end is no matter of what ran. */
static int log_addresses(void *context, const nt_flow_event *event) {
    address_log *log = context;
    if (event->kind == NT_FLOW_FAULT) {
        (void)strcat(log->text, nt_flow_fault_name(event->fault.code));
    }
    uint64_t pc = event->range.pc;
    for (uint32_t i = 0; event->kind == NT_FLOW_RANGE && i < event->range.instructions; i++) {
        size_t used = strlen(log->text);
        (void)snprintf(log->text + used, sizeof log->text - used, "%lx ", pc);
        pc += nt_image_at(log->image, pc).size;
    }
    return 0;
}

static void history_comes_in_pieces_of_any_size_in_any_order(void **state) {
    (void)state;
    static const char addresses[] =
        "100 102 108 100 102 108 100 102 104 108 10a 200 "; /* twice round, then the call */
    static const struct {
        const char *what;
        const char *messages;
    } examples[] = {
        {"in one message", START("0x80") CALL("12", "0x7c") STOP_HTM("1", "1")},
        {"a bit a message",
         START("0x80") "27 RCODE=1 RDATA=3; 27 RCODE=1 RDATA=3; 27 RCODE=1 RDATA=3; "
                       "27 RCODE=1 RDATA=3; 27 RCODE=1 RDATA=2; 27 RCODE=1 RDATA=2; " CALL(
                           "12", "1") STOP_HTM("1", "1")},
        {"no bit at all is told, now and then",
         START("0x80") "27 RCODE=1 RDATA=1; 27 RCODE=1 RDATA=0xf; 27 RCODE=1 RDATA=1; " CALL(
             "12", "0xc") "27 RCODE=1 RDATA=1; " STOP_HTM("1", "1")},
        {"repeated, then not",
         START("0x80") "27 RCODE=2 RDATA=7 HREPEAT=2; 27 RCODE=1 RDATA=2; " CALL("12", "2")
             STOP_HTM("1", "1")},
        {"a bit repeated, another repeated",
         START("0x80") "27 RCODE=2 RDATA=3 HREPEAT=3; 27 RCODE=2 RDATA=3 HREPEAT=1; "
                       "27 RCODE=2 RDATA=2 HREPEAT=2; " CALL("12", "1") STOP_HTM("1", "1")},
        {"nothing repeated",
         START("0x80") "27 RCODE=2 RDATA=1 HREPEAT=99; " CALL("12", "0x7c") STOP_HTM("1", "1")},
        {"I-CNT before, between and behind, in parts",
         START("0x80") "27 RCODE=0 RDATA=2; 27 RCODE=1 RDATA=7; 27 RCODE=0 RDATA=1; "
                       "27 RCODE=0 RDATA=3; 27 RCODE=1 RDATA=7; 27 RCODE=1 RDATA=4; " CALL("6", "1")
                           STOP_HTM("1", "1")},
        {"all of I-CNT was told before",
         START("0x80") "27 RCODE=0 RDATA=12; " CALL("0", "0x7c") STOP_HTM("1", "1")},
        {"IndirectBranch where HIST is empty",
         START("0x80") "27 RCODE=1 RDATA=0x7c; 4 B-TYPE=0 I-CNT=12 U-ADDR=0x180; " STOP_HTM("1",
                                                                                            "1")},
    };
    for (size_t i = 0; i < COUNT(examples); i++) {
        text_stream stream = {0};
        text_put(&stream, examples[i].messages);
        address_log log = {code(), ""};
        nt_flow *flow = nt_flow_new(nt_image_code(log.image), NULL, log_addresses, &log);
        assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
        assert_int_equal(nt_flow_finish(flow), 0);
        if (strcmp(log.text, addresses) != 0) {
            print_error("%s:\n", examples[i].what);
        }
        assert_string_equal(log.text, addresses);
        nt_flow_free(flow);
        nt_image_free(log.image);
    }
}

static void synchronizing_messages_come_anywhere_with_what_waits(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"HTM: IndirectBranchHistSync on straight code, history waits",
         "sync5@0x100 <0x100..0x103> <0x108..0x109> sync2@0x100 <0x100..0x103> <0x108..0x109> "
         "stop4 ",
         START("0x80") "29 SYNC=2 B-TYPE=0 I-CNT=3 F-ADDR=0x80 HIST=7; " STOP_HTM("3", "6")},
        {"HTM: the same behind ResourceFull of both kinds",
         "sync5@0x100 <0x100..0x103> <0x108..0x109> sync4@0x100 <0x100..0x103> <0x108..0x109> "
         "stop4 ",
         START("0x80") "27 RCODE=1 RDATA=3; 27 RCODE=0 RDATA=1; "
                       "29 SYNC=4 B-TYPE=0 I-CNT=2 F-ADDR=0x80 HIST=3; " STOP_HTM("3", "6")},
        {"HTM: ProgTraceSync and IndirectBranchSync when ResourceFull told the history",
         "sync5@0x100 <0x100..0x103> sync6@0x108 <0x108..0x109> sync0@0x100 <0x100..0x101> stop4 ",
         START("0x80") "27 RCODE=1 RDATA=3; 9 SYNC=6 I-CNT=2 F-ADDR=0x84; 27 RCODE=1 RDATA=3; "
                       "12 SYNC=0 B-TYPE=0 I-CNT=1 F-ADDR=0x80; " STOP_HTM("1", "1")},
        {"HTM: ProgTraceSync whose history nobody told",
         "sync5@0x100 <0x100..0x103> FAULT a conditional branch before F-ADDR, and no HIST was "
         "sent with it. sync6@0x100 <0x100..0x101> stop4 ",
         START("0x80") "27 RCODE=1 RDATA=1; 9 SYNC=6 I-CNT=3 F-ADDR=0x80; " STOP_HTM("1", "1")},
        {"BTM: DirectBranchSync at a branch, and on straight code",
         "sync5@0x100 <0x100..0x103> sync2@0x108 sync2@0x108 <0x108..0x109> sync6@0x100 "
         "<0x100..0x101> sync0@0x102 <0x102..0x103> stop4 ",
         START("0x80") "11 SYNC=2 I-CNT=2 F-ADDR=0x84; 11 SYNC=2 I-CNT=0 F-ADDR=0x84; "
                       "11 SYNC=6 I-CNT=1 F-ADDR=0x80; 11 SYNC=0 I-CNT=1 F-ADDR=0x81; " STOP("1")},
        {"at a jump: all four forms that may",
         "sync5@0x10a <0x10a..0x10b> sync2@0x200 <0x200..0x203> sync2@0x10a <0x10a..0x10b> "
         "sync4@0x202 <0x202..0x203> sync4@0x10c <0x10c..0x10d> stop4 ",
         START("0x85") "12 SYNC=2 B-TYPE=0 I-CNT=1 F-ADDR=0x100; "
                       "29 SYNC=2 B-TYPE=0 I-CNT=2 F-ADDR=0x85 HIST=1; "
                       "9 SYNC=4 I-CNT=1 F-ADDR=0x101; 11 SYNC=4 I-CNT=1 F-ADDR=0x86; " STOP("1")},
        {"a trap in both forms, and one right behind its return",
         "sync5@0x200 <0x200..0x201> trap3@0x300 sync2@0x300 <0x300..0x307> sync2@0x202 "
         "trap2@0x300 sync2@0x300 <0x300..0x303> trap1@0x300 stop4 ",
         START("0x100") "12 SYNC=2 B-TYPE=3 I-CNT=1 F-ADDR=0x180; "
                        "12 SYNC=2 B-TYPE=0 I-CNT=4 F-ADDR=0x101; "
                        "29 SYNC=2 B-TYPE=2 I-CNT=0 F-ADDR=0x180 HIST=1; "
                        "4 B-TYPE=1 I-CNT=2 U-ADDR=0; " STOP("0")},
        {"a start in any form",
         "sync5@0x100 stop4 sync3@0x200 stop0 sync9@0x300 sync1@0x100 <0x100..0x101> stop4 ",
         "11 SYNC=5 I-CNT=0 F-ADDR=0x80; " STOP(
             "0") "; 29 SYNC=3 B-TYPE=0 I-CNT=0 F-ADDR=0x100 HIST=1; 33 EVCODE=0 CDF=1 I-CNT=0 "
                  "HIST=1; 12 SYNC=9 B-TYPE=0 I-CNT=0 F-ADDR=0x180; 9 SYNC=1 I-CNT=0 "
                  "F-ADDR=0x80; " STOP("1")},
    };
    decode_texts(code, (nt_flow_options){0}, examples, COUNT(examples));
}

static void a_repeat_is_of_the_latest_branch_message_in_either_mode(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"HTM: IndirectBranchHist, its history too",
         "sync5@0x100 <0x100..0x10b> <0x100..0x10b> <0x100..0x10b> stop4 ",
         START("0x80") "28 B-TYPE=0 I-CNT=6 U-ADDR=0 HIST=4; 30 B-CNT=2; " STOP_HTM("0", "1")},
        {"HTM: IndirectBranch", "sync5@0x10a <0x10a..0x10b> <0x10a..0x10b> stop4 ",
         START("0x85") "4 B-TYPE=0 I-CNT=1 U-ADDR=0; 30 B-CNT=1; " STOP_HTM("0", "1")},
        {"to the same address, whatever U-ADDR was",
         "sync5@0x10a <0x10a..0x10b> <0x200..0x203> <0x10a..0x10b> <0x10a..0x10b> stop4 ",
         START("0x85") "4 B-TYPE=0 I-CNT=1 U-ADDR=0x185; 4 B-TYPE=0 I-CNT=2 U-ADDR=0x185; "
                       "4 B-TYPE=0 I-CNT=1 U-ADDR=0; 30 B-CNT=1; " STOP("0")},
        {"what ResourceFull told before it belongs to the first time",
         "sync5@0x100 <0x100..0x10b> <0x100..0x103> <0x108..0x109> <0x100..0x10b> <0x100..0x10b> "
         "stop4 ",
         START("0x80") "28 B-TYPE=0 I-CNT=6 U-ADDR=0 HIST=4; 27 RCODE=1 RDATA=7; "
                       "27 RCODE=0 RDATA=3; 30 B-CNT=2; " STOP_HTM("0", "1")},
        {"a trap: its event each time", "sync5@0x300 trap1@0x300 trap1@0x300 trap1@0x300 stop4 ",
         START("0x180") "4 B-TYPE=1 I-CNT=0 U-ADDR=0; 30 B-CNT=2; " STOP("0")},
        {"Ownership in between does not matter",
         "sync5@0x10a <0x10a..0x10b> ownership0:03:0x0 <0x10a..0x10b> stop4 ",
         START("0x85") "4 B-TYPE=0 I-CNT=1 U-ADDR=0; 2 PROCESS=0xc; 30 B-CNT=1; " STOP("0")},
        {"no times", "sync5@0x10a <0x10a..0x10b> stop4 ",
         START("0x85") "4 B-TYPE=0 I-CNT=1 U-ADDR=0; 30 B-CNT=0; " STOP("0")},
        {"a synchronizing message has nothing to repeat",
         "sync5@0x10a <0x10a..0x10b> sync6@0x10a FAULT RepeatBranch without a branch message "
         "before it. ",
         START("0x85") "4 B-TYPE=0 I-CNT=1 U-ADDR=0; 9 SYNC=6 I-CNT=0 F-ADDR=0x85; 30 B-CNT=1"},
    };
    decode_texts(code, (nt_flow_options){0}, examples, COUNT(examples));
}

/* "The previous branch message" (rc7, "RepeatBranch Message"); "without a SYNC field" came with
   1.0. */
static void rc7_repeats_branch_messages_with_sync_too(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"SYNC=6 is a marker", "sync5@0x10a <0x10a..0x10b> sync6@0x10a <0x10a..0x10b> stop4 ",
         START("0x85") "4 B-TYPE=0 I-CNT=1 U-ADDR=0; 9 SYNC=6 I-CNT=0 F-ADDR=0x85; 30 "
                       "B-CNT=1; " STOP("0")},
        {"DirectBranchSync",
         "sync5@0x100 <0x100..0x109> sync2@0x100 <0x100..0x109> <0x100..0x109> stop4 ",
         START("0x80") "11 SYNC=2 I-CNT=5 F-ADDR=0x80; 30 B-CNT=2; " STOP("0")},
        {"IndirectBranchSync: the address is told anew",
         "sync5@0x10a <0x10a..0x10b> sync2@0x10a <0x10a..0x10b> <0x10a..0x10b> stop4 ",
         START("0x85") "12 SYNC=2 B-TYPE=0 I-CNT=1 F-ADDR=0x85; 30 B-CNT=1; "
                       "4 B-TYPE=0 I-CNT=1 U-ADDR=0x185; " STOP("0")},
        {"IndirectBranchHistSync with its history, which ResourceFull is no part of",
         "sync5@0x100 <0x100..0x103> <0x108..0x10b> sync2@0x108 <0x108..0x10b> <0x108..0x10b> "
         "stop4 ",
         START("0x80") "27 RCODE=0 RDATA=2; 27 RCODE=1 RDATA=3; 29 SYNC=2 B-TYPE=0 I-CNT=2 "
                       "F-ADDR=0x84 HIST=2; "
                       "30 B-CNT=1; 28 B-TYPE=0 I-CNT=2 U-ADDR=0 HIST=2; " STOP_HTM("0", "1")},
        {"a trap: its event each time, but SYNC once",
         "sync5@0x300 trap2@0x300 sync2@0x300 trap2@0x300 stop4 ",
         START("0x180") "12 SYNC=2 B-TYPE=2 I-CNT=0 F-ADDR=0x180; 30 B-CNT=1; " STOP("0")},
        {"not the branch message before that one",
         "sync5@0x10e <0x10e..0x10f> <0x100..0x103> <0x108..0x109> <0x100..0x109> sync6@0x100 "
         "<0x100..0x109> stop4 ",
         START("0x87") "3 I-CNT=3; 3 I-CNT=1; 11 SYNC=6 I-CNT=5 F-ADDR=0x80; 30 B-CNT=1; " STOP(
             "0")},
        {"where the trace begins with it", "sync2@0x100 <0x100..0x109> stop4 ",
         "11 SYNC=2 I-CNT=5 F-ADDR=0x80; 30 B-CNT=1; " STOP("0")},
        {"ProgTraceSync is no branch message",
         "sync5@0x10a <0x10a..0x10b> sync2@0x10a FAULT RepeatBranch without a branch message "
         "before it. ",
         START("0x85") "4 B-TYPE=0 I-CNT=1 U-ADDR=0; 9 SYNC=2 I-CNT=0 F-ADDR=0x85; 30 B-CNT=1"},
    };
    decode_texts(code, (nt_flow_options){.rc7 = true}, examples, COUNT(examples));
    decode_texts(code, (nt_flow_options){0},
                 &(text_example){"not in 1.0",
                                 "sync5@0x100 <0x100..0x109> sync2@0x100 FAULT RepeatBranch "
                                 "without a branch message before it. ",
                                 START("0x80") "11 SYNC=2 I-CNT=5 F-ADDR=0x80; 30 B-CNT=2"},
                 1);
}

#define BARE     "4 B-TYPE=0 I-CNT=6 U-ADDR=0; " /* over two branches, without a bit */
#define RAN      "sync5@0x100 <0x100..0x10b> "
#define MISSING  "FAULT a conditional branch has no history bit. "
#define WITH_BIT "28 B-TYPE=0 I-CNT=6 U-ADDR=0 HIST=4; "

/* A branch without a history bit is one that BTM has not told of, as it was not taken, or a fault
   of HTM. Which of them it is may show later. */
static void history_that_is_missing_is_noticed_as_soon_as_the_mode_is_known(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"HIST behind it", RAN MISSING, START("0x80") BARE WITH_BIT STOP_HTM("0", "1")},
        {"ResourceFull with history behind it", RAN "<0x100..0x10b> " MISSING,
         START("0x80") BARE BARE "27 RCODE=1 RDATA=3; " STOP_HTM("2", "1")},
        {"a stop of HTM behind it", RAN MISSING, START("0x80") BARE STOP_HTM("0", "1")},
        {"a synchronizing message with HIST behind it", RAN MISSING "sync2@0x100 stop4 ",
         START("0x80") BARE "29 SYNC=2 B-TYPE=0 I-CNT=0 F-ADDR=0x80 HIST=1; " STOP_HTM("0", "1")},
        {"HIST before it", RAN "<0x100..0x103> " MISSING, START("0x80") WITH_BIT BARE},
        {"HIST behind a synchronizing message without it: that begins anew",
         RAN "sync2@0x100 <0x100..0x10b> stop4 ",
         START("0x80") BARE "9 SYNC=2 I-CNT=0 F-ADDR=0x80; " WITH_BIT STOP_HTM("0", "1")},
        {"a stop of BTM", RAN "stop4 ", START("0x80") BARE STOP("0")},
        {"DirectBranch: the mode is BTM", RAN "<0x100..0x109> <0x100..0x10b> stop4 ",
         START("0x80") BARE "3 I-CNT=5; " BARE STOP("0")},
    };
    decode_texts(code, (nt_flow_options){0}, examples, COUNT(examples));
    static const text_example known[] = {
        {"at once", "sync5@0x100 <0x100..0x103> " MISSING, START("0x80") BARE},
        {"behind a synchronizing message", "sync5@0x100 sync2@0x100 <0x100..0x103> " MISSING,
         START("0x80") "9 SYNC=2 I-CNT=0 F-ADDR=0x80; " BARE},
    };
    decode_texts(code, (nt_flow_options){.inst_mode = 6}, known, COUNT(known));
    decode_texts(code, (nt_flow_options){.inst_mode = 3},
                 &(text_example){"never", RAN "<0x100..0x103> <0x108..0x10b> stop4 ",
                                 START("0x80") BARE
                                 "28 B-TYPE=0 I-CNT=4 U-ADDR=0 HIST=6; " STOP("0")},
                 1);
}

static void times_may_be_missing_anywhere(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"relative to the latest that was told",
         "t100:sync5@0x10a <0x10a..0x10b> t107:ownership0:03:0x0 <0x200..0x203> t110:stop4 ",
         "9 SYNC=5 I-CNT=0 F-ADDR=0x85 TSTAMP=100; 4 B-TYPE=0 I-CNT=1 U-ADDR=0x185; "
         "2 PROCESS=0xc TSTAMP=7; 33 EVCODE=4 CDF=0 I-CNT=2 TSTAMP=3"},
        {"none before the first synchronizing message with one",
         "sync5@0x10a ownership0:03:0x0 t50:sync2@0x10a t51:stop4 ",
         "9 SYNC=5 I-CNT=0 F-ADDR=0x85; 2 PROCESS=0xc TSTAMP=7; "
         "9 SYNC=2 I-CNT=0 F-ADDR=0x85 TSTAMP=50; 33 EVCODE=4 CDF=0 I-CNT=0 TSTAMP=1"},
        {"none behind a skipped message, which may have had one, until the next",
         "t9:sync5@0x10a ownership0:03:0x0 t50:sync2@0x10a t51:stop4 ",
         "9 SYNC=5 I-CNT=0 F-ADDR=0x85 TSTAMP=9; 5 0x8 0x9 0x4; 2 PROCESS=0xc TSTAMP=7; "
         "9 SYNC=2 I-CNT=0 F-ADDR=0x85 TSTAMP=50; 33 EVCODE=4 CDF=0 I-CNT=0 TSTAMP=1"},
        {"none behind a fault, until the next",
         "t9:sync5@0x10a <0x10a..0x10b> t10:FAULT DirectBranch does not end on a conditional "
         "branch. sync2@0x10a ownership0:03:0x0 t50:sync2@0x10a ",
         "9 SYNC=5 I-CNT=0 F-ADDR=0x85 TSTAMP=9; 3 I-CNT=1 TSTAMP=1; "
         "9 SYNC=2 I-CNT=0 F-ADDR=0x85; 2 PROCESS=0xc TSTAMP=7; "
         "9 SYNC=2 I-CNT=0 F-ADDR=0x85 TSTAMP=50"},
        {"a wrong address does not spoil the time it comes with",
         "t9:sync5@0x10a t12:FAULT F-ADDR is not the PC expected. t12:sync2@0x10c t13:stop4 ",
         "9 SYNC=5 I-CNT=0 F-ADDR=0x85 TSTAMP=9; 9 SYNC=2 I-CNT=0 F-ADDR=0x86 TSTAMP=12; "
         "33 EVCODE=4 CDF=0 I-CNT=0 TSTAMP=1"},
    };
    decode_texts(code, (nt_flow_options){.tstamp_bits = 64}, examples, COUNT(examples));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(history_comes_in_pieces_of_any_size_in_any_order),
        cmocka_unit_test(synchronizing_messages_come_anywhere_with_what_waits),
        cmocka_unit_test(a_repeat_is_of_the_latest_branch_message_in_either_mode),
        cmocka_unit_test(rc7_repeats_branch_messages_with_sync_too),
        cmocka_unit_test(history_that_is_missing_is_noticed_as_soon_as_the_mode_is_known),
        cmocka_unit_test(times_may_be_missing_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
