/* Each rule is broken by a stream, and seen first and by name; and exercised by a legal one. */
#include "libntrace/program/image.h"
#include "sim/check/check.h"
#include "sim/decode/flow_options.h"

#include "tests/libntrace/messages/message_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define START     "9 SYNC=5 I-CNT=0 F-ADDR=0x800; "
#define BRANCH    "3 I-CNT=4; "
#define JUMP      "4 B-TYPE=0 I-CNT=4 U-ADDR=1; "
#define HIST_JUMP "28 B-TYPE=0 I-CNT=4 U-ADDR=1 HIST=3; "
#define STOP      "33 EVCODE=4 CDF=0 I-CNT=2; "
#define LOSS      "8 ETYPE=0 ECODE=4; "
#define REPEAT_4  BRANCH BRANCH BRANCH BRANCH
#define REPEAT_16 REPEAT_4 REPEAT_4 REPEAT_4 REPEAT_4
#define REPEAT_32 REPEAT_16 REPEAT_16

typedef struct rule_case {
    nt_rule_id rule;
    const char *legal;
    const char *broken;
    bool tstamp;
    uint8_t xlen;
} rule_case;

static const rule_case cases[] = {
    {NT_RULE_FRAME_RESERVED, START, START "hex 02", 0, 0},
    {NT_RULE_FRAME_RESERVED, START, START "hex 0c 02", 0, 0},
    {NT_RULE_FRAME_START, START, START "hex 01 03", 0, 0},
    {NT_RULE_FRAME_IDLE, START "hex ff ff", START "hex 07", 0, 0},
    {NT_RULE_FRAME_FIXED, START STOP, START "hex 84 11 0b", 0, 0},
    {NT_RULE_FRAME_SHORT, START, START "hex 24 17", 0, 0},
    {NT_RULE_FRAME_LONG, START, START "3 I-CNT=4 I-CNT=0", 0, 0},
    {NT_RULE_FRAME_WHOLE, START, START "hex 0c", 0, 0},
    {NT_RULE_FRAME_WHOLE, START, "hex 24", 0, 0},

    {NT_RULE_SIZE_MESSAGE, START, START "9 SYNC=2 I-CNT=0 F-ADDR=0x800/240", 0, 0},
    {NT_RULE_SIZE_ICNT, START "3 I-CNT=0x3fffff", START "3 I-CNT=0x400000", 0, 0},
    {NT_RULE_SIZE_ICNT, START "27 RCODE=0 RDATA=0x3fffff", START "27 RCODE=0 RDATA=0x400000", 0, 0},
    {NT_RULE_SIZE_ADDRESS, "9 SYNC=5 I-CNT=0 F-ADDR=0x7fffffffffffffff",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x8000000000000000", 0, 0},
    {NT_RULE_SIZE_XLEN, "9 SYNC=5 I-CNT=0 F-ADDR=0x7fffffff", "9 SYNC=5 I-CNT=0 F-ADDR=0x80000000",
     0, 32},
    {NT_RULE_SIZE_XLEN, START "4 B-TYPE=2 I-CNT=0 U-ADDR=0x7fffffff",
     START "4 B-TYPE=2 I-CNT=0 U-ADDR=0x80000000", 0, 32},
    {NT_RULE_SIZE_HIST, START "28 B-TYPE=0 I-CNT=40 U-ADDR=1 HIST=0xffffffff",
     START "28 B-TYPE=0 I-CNT=40 U-ADDR=1 HIST=0x100000000", 0, 0},
    {NT_RULE_SIZE_HIST, START "27 RCODE=1 RDATA=0xffffffff", START "27 RCODE=1 RDATA=0x100000000",
     0, 0},
    {NT_RULE_SIZE_HREPEAT, START "27 RCODE=2 RDATA=5 HREPEAT=0x3ffff",
     START "27 RCODE=2 RDATA=5 HREPEAT=0x40000", 0, 0},
    {NT_RULE_SIZE_BCNT, START BRANCH "30 B-CNT=0x3ffff", START BRANCH "30 B-CNT=0x40000", 0, 0},
    {NT_RULE_SIZE_TSTAMP, "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=ones/64",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=ones/66", 1, 0},
    {NT_RULE_SIZE_OTHER, START BRANCH "2 PROCESS=0xc", START "2 PROCESS=ones/66", 0, 0},
    {NT_RULE_SIZE_SHORTEST, START BRANCH, START "3 I-CNT=4/12", 0, 0},

    {NT_RULE_CODE_TCODE, START "56 I-CNT=1", START "5 I-CNT=1", 0, 0},
    {NT_RULE_CODE_SYNC, START "9 SYNC=14 I-CNT=1 F-ADDR=1", START "9 SYNC=8 I-CNT=1 F-ADDR=1", 0,
     0},
    {NT_RULE_CODE_SYNC, START, START "9 SYNC=13 I-CNT=1 F-ADDR=1", 0, 0},
    {NT_RULE_CODE_BTYPE, START "4 B-TYPE=2 I-CNT=1 U-ADDR=1; 4 B-TYPE=3 I-CNT=1 U-ADDR=1",
     START "4 B-TYPE=1 I-CNT=1 U-ADDR=1; 4 B-TYPE=3 I-CNT=1 U-ADDR=1", 0, 0},
    {NT_RULE_CODE_RCODE, START "27 RCODE=0 RDATA=9", START "27 RCODE=3 RDATA=9", 0, 0},
    {NT_RULE_CODE_EVCODE, START STOP, START "33 EVCODE=5 CDF=0 I-CNT=2", 0, 0},
    {NT_RULE_CODE_CDF, START STOP, START "33 EVCODE=4 CDF=2 I-CNT=2", 0, 0},
    {NT_RULE_CODE_ETYPE, START "8 ETYPE=8 ECODE=0", START "8 ETYPE=1 ECODE=0", 0, 0},
    {NT_RULE_CODE_ECODE, START "8 ETYPE=0 ECODE=0x8c", START "8 ETYPE=0 ECODE=0x10", 0, 0},

    {NT_RULE_OWNERSHIP_FORMAT, START "2 PROCESS=0x3b2", START "2 PROCESS=0x3b1", 0, 0},
    {NT_RULE_OWNERSHIP_PRIVILEGE, START BRANCH "2 PROCESS=0xc", START BRANCH "2 PROCESS=0x8", 0, 0},
    {NT_RULE_OWNERSHIP_PRIVILEGE, START BRANCH "2 PROCESS=0x14", START BRANCH "2 PROCESS=0x1c", 0,
     0},
    {NT_RULE_OWNERSHIP_CONTEXT, START BRANCH "2 PROCESS=0xc", START BRANCH "2 PROCESS=0x2c", 0, 0},
    {NT_RULE_OWNERSHIP_HCONTEXT, START "2 PROCESS=0x23; 2 PROCESS=0x22",
     START "2 PROCESS=0x23; " BRANCH, 0, 0},

    {NT_RULE_MODE_DIRECT, START BRANCH, START HIST_JUMP BRANCH, 0, 0},
    {NT_RULE_MODE_DIRECT, START HIST_JUMP "33 EVCODE=4 CDF=1 I-CNT=2 HIST=1; " START BRANCH,
     START "27 RCODE=1 RDATA=5; " BRANCH, 0, 0},
    {NT_RULE_MODE_HIST, START HIST_JUMP, START BRANCH HIST_JUMP, 0, 0},
    {NT_RULE_MODE_HIST, START "27 RCODE=1 RDATA=5", START BRANCH "27 RCODE=1 RDATA=5", 0, 0},
    {NT_RULE_MODE_CDF_BTM, START BRANCH STOP, START BRANCH "33 EVCODE=4 CDF=1 I-CNT=2 HIST=1", 0,
     0},
    {NT_RULE_MODE_CDF_HTM, START HIST_JUMP "33 EVCODE=4 CDF=1 I-CNT=2 HIST=1", START HIST_JUMP STOP,
     0, 0},
    {NT_RULE_MODE_REPEAT, START BRANCH "30 B-CNT=2", START HIST_JUMP "30 B-CNT=2", 0, 0},

    {NT_RULE_START_SYNC, START, BRANCH, 0, 0},
    {NT_RULE_START_SYNC, "33 EVCODE=4 CDF=0 I-CNT=0; " START, "27 RCODE=0 RDATA=9", 0, 0},
    {NT_RULE_START_REFERENCE, START JUMP, JUMP, 0, 0},
    {NT_RULE_START_MESSAGE, START, "12 SYNC=5 B-TYPE=0 I-CNT=0 F-ADDR=0x800", 0, 0},
    {NT_RULE_START_ICNT, START, "9 SYNC=5 I-CNT=1 F-ADDR=0x800", 0, 0},
    {NT_RULE_START_ICNT, START STOP START, START STOP "9 SYNC=3 I-CNT=1 F-ADDR=0x800", 0, 0},
    {NT_RULE_START_REASON, START STOP START, START STOP "9 SYNC=2 I-CNT=0 F-ADDR=0x800", 0, 0},
    {NT_RULE_START_EXTERNAL, START STOP START, START STOP "9 SYNC=0 I-CNT=0 F-ADDR=0x800", 0, 0},
    {NT_RULE_STOP_NEXT, START STOP START, START STOP BRANCH, 0, 0},
    {NT_RULE_STOP_IDLE, START STOP "33 EVCODE=0 CDF=0 I-CNT=0", START STOP STOP, 0, 0},
    {NT_RULE_STOP_IDLE, "33 EVCODE=4 CDF=1 I-CNT=0 HIST=1", "33 EVCODE=4 CDF=1 I-CNT=0 HIST=3", 0,
     0},

    {NT_RULE_ERROR_NEXT, START LOSS "9 SYNC=7 I-CNT=0 F-ADDR=0x800", START LOSS BRANCH, 0, 0},
    {NT_RULE_ERROR_NEXT, START LOSS, START LOSS STOP, 0, 0},
    {NT_RULE_ERROR_NEXT, START LOSS LOSS, START LOSS "2 PROCESS=0xc; " START, 0, 0},
    {NT_RULE_ERROR_SYNC, START LOSS "9 SYNC=7 I-CNT=0 F-ADDR=0x800",
     START LOSS "9 SYNC=2 I-CNT=0 F-ADDR=0x800", 0, 0},
    {NT_RULE_ERROR_SYNC, START LOSS START, START LOSS "9 SYNC=6 I-CNT=0 F-ADDR=0x800", 0, 0},
    {NT_RULE_ERROR_OVERRUN, START LOSS "9 SYNC=7 I-CNT=0 F-ADDR=0x800",
     START "9 SYNC=7 I-CNT=0 F-ADDR=0x800", 0, 0},
    {NT_RULE_ERROR_OVERRUN, "9 SYNC=7 I-CNT=0 F-ADDR=0x800",
     START STOP "9 SYNC=7 I-CNT=0 F-ADDR=0x800", 0, 0},

    {NT_RULE_SYNC_DEBUG, START STOP "9 SYNC=3 I-CNT=0 F-ADDR=0x800",
     START "9 SYNC=3 I-CNT=0 F-ADDR=0x800", 0, 0},
    {NT_RULE_SYNC_ICNT, START BRANCH "9 SYNC=4 I-CNT=4 F-ADDR=0x800",
     START HIST_JUMP "29 SYNC=4 B-TYPE=0 I-CNT=4 F-ADDR=0x800 HIST=1", 0, 0},
    {NT_RULE_SYNC_ICNT, START BRANCH "9 SYNC=4 I-CNT=4 F-ADDR=0x800",
     START "9 SYNC=4 I-CNT=4 F-ADDR=0x800; " HIST_JUMP, 0, 0},
    {NT_RULE_SYNC_EVENT, START HIST_JUMP "29 SYNC=6 B-TYPE=0 I-CNT=4 F-ADDR=0x800 HIST=1",
     START HIST_JUMP "9 SYNC=6 I-CNT=4 F-ADDR=0x800", 0, 0},

    {NT_RULE_HIST_STOP_BIT, START HIST_JUMP, START "28 B-TYPE=0 I-CNT=4 U-ADDR=1 HIST=0", 0, 0},
    {NT_RULE_HIST_STOP_BIT, START "27 RCODE=1 RDATA=2", START "27 RCODE=1 RDATA=0", 0, 0},
    {NT_RULE_HIST_TWO_BITS, START "27 RCODE=1 RDATA=2", START "27 RCODE=1 RDATA=1", 0, 0},
    {NT_RULE_ICNT_FULL, START "27 RCODE=0 RDATA=1", START "27 RCODE=0 RDATA=0", 0, 0},
    {NT_RULE_ICNT_BRANCH, START "3 I-CNT=1", START "3 I-CNT=0", 0, 0},
    {NT_RULE_ICNT_JUMP, START "4 B-TYPE=0 I-CNT=1 U-ADDR=1", START "4 B-TYPE=0 I-CNT=0 U-ADDR=1", 0,
     0},
    {NT_RULE_ICNT_HIST, START "28 B-TYPE=0 I-CNT=3 U-ADDR=1 HIST=7",
     START "28 B-TYPE=0 I-CNT=2 U-ADDR=1 HIST=7", 0, 0},
    {NT_RULE_ICNT_HIST,
     START "27 RCODE=0 RDATA=8; 27 RCODE=1 RDATA=0x1f; 28 B-TYPE=2 I-CNT=0 "
           "U-ADDR=1 HIST=1",
     START "27 RCODE=2 RDATA=0x1f HREPEAT=3; 33 EVCODE=4 CDF=1 I-CNT=11 HIST=1", 0, 0},

    {NT_RULE_REPEAT_HISTORY, START "27 RCODE=2 RDATA=5 HREPEAT=1",
     START "27 RCODE=2 RDATA=5 HREPEAT=0", 0, 0},
    {NT_RULE_REPEAT_PREVIOUS, START JUMP "30 B-CNT=2; 30 B-CNT=2", START "30 B-CNT=2", 0, 0},
    {NT_RULE_REPEAT_COUNT, START BRANCH "30 B-CNT=1", START BRANCH "30 B-CNT=0", 0, 0},

    {NT_RULE_TIME_SYNC, "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=7; " BRANCH,
     "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=7; 9 SYNC=2 I-CNT=0 F-ADDR=0x800", 1, 0},
    {NT_RULE_TIME_FORWARD,
     "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=7; 3 I-CNT=4 TSTAMP=2; "
     "9 SYNC=2 I-CNT=0 F-ADDR=0x800 TSTAMP=9",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=7; 3 I-CNT=4 TSTAMP=2; "
     "9 SYNC=2 I-CNT=0 F-ADDR=0x800 TSTAMP=8",
     1, 0},

    {NT_RULE_OWNERSHIP_PAIR, START "2 PROCESS=0x23; 2 PROCESS=0x22",
     START "2 PROCESS=0x23; 2 PROCESS=0x22; " BRANCH "2 PROCESS=0x22", 0, 0},
    {NT_RULE_OWNERSHIP_ONE, START "2 PROCESS=0x2f; 2 PROCESS=0x2e",
     START "2 PROCESS=0x2f; 2 PROCESS=0x26", 0, 0},
    {NT_RULE_OWNERSHIP_FULL, START "2 PROCESS=2", START "2 PROCESS=0xc", 0, 0},
    {NT_RULE_OWNERSHIP_CHANGE, START "2 PROCESS=2; " JUMP "2 PROCESS=0xc",
     START "2 PROCESS=2; " JUMP "2 PROCESS=0", 0, 0},
    {NT_RULE_OWNERSHIP_CHANGE, START "2 PROCESS=2; " JUMP "2 PROCESS=0xc; " JUMP "2 PROCESS=0x10",
     START "2 PROCESS=2; " JUMP "2 PROCESS=0xc; " JUMP "2 PROCESS=0xc", 0, 0},

    {NT_RULE_MODE_DIRECT_SYNC, START BRANCH "11 SYNC=2 I-CNT=4 F-ADDR=0x800",
     START HIST_JUMP "11 SYNC=2 I-CNT=4 F-ADDR=0x800", 0, 0},
    {NT_RULE_START_BTYPE, START,
     "12 SYNC=14 B-TYPE=0 I-CNT=0 F-ADDR=0x800; " STOP "12 SYNC=14 B-TYPE=2 I-CNT=0 F-ADDR=0x800",
     0, 0},
};

/* With what the encoder is set to: "FIELD=VALUE ...", where "FIELD=" is 1 for the legal stream and
   0 for the other, and "hcontext" where the hart has that. */
typedef struct set_case {
    nt_rule_id rule;
    const char *legal;
    const char *broken;
    const char *set;
} set_case;

static const set_case set_cases[] = {
    {NT_RULE_SRC_CONSTANT, "9 SRC=5/4 SYNC=5 I-CNT=0 F-ADDR=0x800; 3 SRC=5/4 I-CNT=4",
     "9 SRC=5/4 SYNC=5 I-CNT=0 F-ADDR=0x800; 3 SRC=4/4 I-CNT=4", "trTeSrcBits=4 trTeSrcID=5"},
    {NT_RULE_SRC_CONSTANT, "9 SRC=5/4 SYNC=5 I-CNT=0 F-ADDR=0x800; 56 SRC=5/4 I-CNT=4",
     "9 SRC=5/4 SYNC=5 I-CNT=0 F-ADDR=0x800; 56 SRC=4/4 I-CNT=4", "trTeSrcBits=4 trTeSrcID=0xf5"},
    {NT_RULE_SIZE_SHORTEST, "9 SYNC=5 I-CNT=0 F-ADDR=ones/6", "9 SYNC=5 I-CNT=0 F-ADDR=ones/12",
     "trTeInstExtendAddrMSB=1"},
    {NT_RULE_SIZE_SHORTEST, "9 SYNC=5 I-CNT=0 F-ADDR=0x20/12", "9 SYNC=5 I-CNT=0 F-ADDR=0x1f/12",
     "trTeInstExtendAddrMSB=1"},
    {NT_RULE_OWNERSHIP_PAIR, START "2 PROCESS=0x23; 2 PROCESS=0x22", START "2 PROCESS=0x22",
     "hcontext trTeContext=1"},
    {NT_RULE_OWNERSHIP_WIDTH, START "2 PROCESS=0x1fe2", START "2 PROCESS=0x2002", "trTeContext=1"},
    {NT_RULE_OWNERSHIP_WIDTH, START "2 PROCESS=0x1e3; 2 PROCESS=2",
     START "2 PROCESS=0x203; 2 PROCESS=2", "hcontext trTeContext=1"},
    {NT_RULE_OWNERSHIP_SYNC, START "2 PROCESS=2; " BRANCH, START BRANCH "2 PROCESS=2",
     "trTeContext=1"},
    {NT_RULE_OWNERSHIP_SYNC, START "2 PROCESS=2; 9 SYNC=2 I-CNT=0 F-ADDR=0x800; 2 PROCESS=2",
     START "2 PROCESS=2; 9 SYNC=2 I-CNT=0 F-ADDR=0x800; " BRANCH,
     "trTeContext=1 trTeInstSyncMode=2"},
    {NT_RULE_OWNERSHIP_TRAP, START "2 PROCESS=2; 4 B-TYPE=2 I-CNT=0 U-ADDR=1; 2 PROCESS=0",
     START "2 PROCESS=2; 4 B-TYPE=2 I-CNT=0 U-ADDR=1; " BRANCH, "trTeContext=1 ntRc7=1"},
    {NT_RULE_OWNERSHIP_ENABLED, START "2 PROCESS=2", START "2 PROCESS=2", "trTeContext="},
    {NT_RULE_ERROR_OWNERSHIP, START "2 PROCESS=2; 8 ETYPE=0 ECODE=12", START "8 ETYPE=0 ECODE=12",
     "trTeContext="},
    {NT_RULE_SYNC_PERIODIC, START "9 SYNC=2 I-CNT=0 F-ADDR=0x800",
     START "9 SYNC=2 I-CNT=0 F-ADDR=0x800", "trTeInstSyncMode="},
    {NT_RULE_SYNC_INTERVAL, START REPEAT_32 REPEAT_16 BRANCH BRANCH, START REPEAT_32 REPEAT_32,
     "trTeInstSyncMode=1 trTeInstSyncMax=0"},
    {NT_RULE_REPEAT_ENABLED, START "27 RCODE=2 RDATA=5 HREPEAT=1",
     START "27 RCODE=2 RDATA=5 HREPEAT=1", "trTeInstEnRepeatedHistory="},
    {NT_RULE_TIME_WIDTH, "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=0xffff",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=0x10000", "trTsEnable=1"},
};

enum { CASES = COUNT(cases) + COUNT(set_cases) };

static rule_case case_at(size_t i) {
    if (i < COUNT(cases)) {
        return cases[i];
    }
    const set_case *row = &set_cases[i - COUNT(cases)];
    return (rule_case){.rule = row->rule, .legal = row->legal, .broken = row->broken};
}

static nt_check_options set_options(const char *text, bool legal) {
    nt_config config = {.xlen = 64, .src_w = 12, .tstamp_w = 16, .scontext_w = 8, .options = 1};
    nt_control control = nt_control_reset();
    while (*text != '\0') {
        char name[64] = "";
        size_t size = strcspn(text, " =");
        memcpy(name, text, size);
        text += size;
        if (*text == '=') {
            char *end;
            uint32_t value = (uint32_t)strtoul(text + 1, &end, 0);
            int field = nt_control_find(name);
            assert_true(field >= 0);
            nt_control_set(&control, (unsigned)field, end == text + 1 ? legal : value);
            text = end;
        } else {
            config.hcontext_w = 4;
        }
        text += strspn(text, " ");
    }
    return nt_check_options_of(&control, &config);
}

/* The stream of case `i`, by 1.0 or as the case says. */
static nt_check_options options_of(size_t i, bool legal) {
    if (i >= COUNT(cases)) {
        return set_options(set_cases[i - COUNT(cases)].set, legal);
    }
    return (nt_check_options){
        .format = {.tstamp = cases[i].tstamp}, .xlen = cases[i].xlen, .version = NT_SPEC_1_0};
}

static nt_check *check_text(nt_check_options options, const char *text, size_t piece) {
    text_stream stream = {0};
    text_put(&stream, text);
    nt_check *check = nt_check_new(&options);
    assert_non_null(check);
    for (size_t at = 0; at < stream.size; at += piece) {
        size_t left = stream.size - at;
        nt_check_bytes(check, stream.bytes + at, left < piece ? left : piece);
    }
    nt_check_finish(check);
    return check;
}

static void print_broken(const nt_check *check) {
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule_result *result = nt_check_result(check, (nt_rule_id)i);
        if (result->state == NT_RULE_BROKEN) {
            print_message("  %s: %s at byte %u\n", nt_rules[i].id, result->text,
                          (unsigned)result->offset);
        }
    }
}

static void a_stream_that_breaks_a_rule_names_that_rule_first(void **state) {
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        const rule_case found = case_at(i);
        const rule_case *row = &found;
        nt_check *check = check_text(options_of(i, false), row->broken, 1 + i % 7);
        nt_check_summary summary = nt_check_summarize(check);
        bool required = nt_rules[row->rule].level == NT_REQUIRED;
        bool right = nt_check_result(check, row->rule)->state == NT_RULE_BROKEN &&
                     summary.first == (required ? (int)row->rule : -1) &&
                     (required || (summary.broken == 0 && summary.unfollowed == 1));
        if (!right) {
            print_message("%s: %s\n", nt_rules[row->rule].id, row->broken);
            print_broken(check);
        }
        assert_true(right);
        assert_true(nt_check_result(check, row->rule)->text[0] != '\0');
        assert_true(nt_check_result(check, row->rule)->text[0] != '-');
        nt_check_free(check);
    }
}

static void a_legal_stream_exercises_the_rule_and_breaks_none(void **state) {
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        const rule_case found = case_at(i);
        const rule_case *row = &found;
        nt_check *check = check_text(options_of(i, true), row->legal, 1 + i % 7);
        nt_check_summary summary = nt_check_summarize(check);
        bool right = nt_check_result(check, row->rule)->state == NT_RULE_HELD &&
                     summary.broken == 0 && summary.unfollowed == 0;
        if (!right) {
            print_message("%s: %s\n", nt_rules[row->rule].id, row->legal);
            print_broken(check);
        }
        assert_true(right);
        nt_check_free(check);
    }
}

static bool needs_image(nt_rule_id rule) {
    return rule >= NT_RULE_IMAGE_ICNT;
}

static void each_rule_has_a_name_of_its_own_a_clause_and_a_case(void **state) {
    (void)state;
    for (unsigned i = 0; i < NT_RULES; i++) {
        assert_non_null(nt_rules[i].id);
        assert_non_null(nt_rules[i].clause);
        assert_non_null(nt_rules[i].summary);
        assert_true(nt_rules[i].version != 0);
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(nt_rules[i].id, nt_rules[j].id);
        }
        bool found = needs_image((nt_rule_id)i);
        for (size_t j = 0; j < CASES; j++) {
            found = found || case_at(j).rule == i;
        }
        if (!found) {
            print_message("no case for %s\n", nt_rules[i].id);
        }
        assert_true(found);
    }
}

/* What 1.0 alone forbids. */
static void rc7_allows_what_came_with_1_0(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        if (nt_rules[cases[i].rule].version == NT_SPEC_1_0) {
            nt_check_options options = options_of(i, false);
            options.version = NT_SPEC_RC7;
            nt_check *check = check_text(options, cases[i].broken, 1);
            if (nt_check_summarize(check).broken != 0) {
                print_message("%s: %s\n", nt_rules[cases[i].rule].id, cases[i].broken);
                print_broken(check);
            }
            assert_int_equal(nt_check_summarize(check).broken, 0);
            assert_int_equal(nt_check_result(check, cases[i].rule)->state, NT_RULE_NOT_EXERCISED);
            nt_check_free(check);
        }
    }
}

static void rules_about_settings_are_silent_where_these_are_not_known(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(set_cases); i++) {
        nt_check_options options = options_of(COUNT(cases) + i, false);
        options.set = false;
        options.scontext_w = options.hcontext_w = options.tstamp_w = 0;
        nt_check *check = check_text(options, set_cases[i].broken, 1);
        bool by_format =
            set_cases[i].rule == NT_RULE_SIZE_SHORTEST || set_cases[i].rule == NT_RULE_SRC_CONSTANT;
        assert_int_equal(nt_check_result(check, set_cases[i].rule)->broken != 0, by_format);
        nt_check_free(check);
    }
}

static void an_empty_stream_exercises_nothing(void **state) {
    (void)state;
    nt_check *check = check_text(options_of(0, true), "", 1);
    assert_int_equal(nt_check_summarize(check).exercised, 0);
    nt_check_free(check);
}

static void a_break_is_told_with_offset_words_and_count(void **state) {
    (void)state;
    nt_check *check = check_text(options_of(0, true), START "3 I-CNT=0; 3 I-CNT=0; 3 I-CNT=1", 9);
    const nt_rule_result *result = nt_check_result(check, NT_RULE_ICNT_BRANCH);
    assert_int_equal(result->offset, 4);
    assert_int_equal(result->judged, 3);
    assert_int_equal(result->broken, 2);
    assert_string_equal(result->text, "DirectBranch with I-CNT=0");
    nt_check_free(check);
}

/* ---- rules about code ---- */

/* 0x1000 c.nop; 0x1002 beq +8; 0x1006 c.nop; 0x1008 c.nop; 0x100a c.jr ra; 0x100c j 0x1000;
   0x1010 nop */
static const uint8_t code[] = {0x01, 0x00, 0x63, 0x04, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00,
                               0x82, 0x80, 0x6f, 0xf0, 0x5f, 0xff, 0x13, 0x00, 0x00, 0x00};

typedef struct image_case {
    nt_rule_id rule;
    const char *legal;
    const char *broken;
} image_case;

#define HTM_END "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; "

static const image_case image_cases[] = {
    {NT_RULE_IMAGE_ICNT, START "33 EVCODE=4 CDF=0 I-CNT=3", START "33 EVCODE=4 CDF=0 I-CNT=2"},
    {NT_RULE_IMAGE_ICNT, START HTM_END "33 EVCODE=4 CDF=1 I-CNT=2 HIST=1",
     START "28 B-TYPE=0 I-CNT=5 U-ADDR=8 HIST=3"},
    {NT_RULE_IMAGE_PATH, START HTM_END "33 EVCODE=4 CDF=1 I-CNT=2 HIST=1",
     START HTM_END "33 EVCODE=4 CDF=1 I-CNT=4 HIST=1"},
    {NT_RULE_IMAGE_HIST, START HTM_END, START "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=5"},
    {NT_RULE_IMAGE_HIST, START HTM_END, START "33 EVCODE=4 CDF=1 I-CNT=3 HIST=1"},
    {NT_RULE_IMAGE_HIST, START HTM_END,
     START "27 RCODE=1 RDATA=3; 33 EVCODE=4 CDF=1 I-CNT=2 HIST=1"},
    {NT_RULE_IMAGE_BRANCH,
     START "3 I-CNT=3; "
           "4 B-TYPE=0 I-CNT=1 U-ADDR=0",
     START "3 I-CNT=4"},
    {NT_RULE_IMAGE_JUMP, START "4 B-TYPE=0 I-CNT=6 U-ADDR=8", START "4 B-TYPE=0 I-CNT=5 U-ADDR=8"},
    {NT_RULE_IMAGE_SYNC, START "9 SYNC=2 I-CNT=4 F-ADDR=0x804",
     START "9 SYNC=2 I-CNT=4 F-ADDR=0x800"},
    {NT_RULE_IMAGE_ALL_JUMPS, "9 SYNC=5 I-CNT=0 F-ADDR=0x806; 28 B-TYPE=2 I-CNT=2 U-ADDR=8 HIST=3",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x806; 28 B-TYPE=2 I-CNT=2 U-ADDR=8 HIST=2"},
    {NT_RULE_IMAGE_ALL_JUMPS, "9 SYNC=5 I-CNT=0 F-ADDR=0x806; 3 I-CNT=2; 3 I-CNT=3",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x806; 3 I-CNT=5"},
};

static int pass_on(void *context, const nt_flow_event *event) {
    nt_check_flow(context, event);
    return 0;
}

static nt_check *check_with_image(const char *text, bool all_jumps) {
    const nt_config config = {.xlen = 64, .options = 1};
    nt_control control = nt_control_reset();
    control.trTeInstEnAllJumps = all_jumps;
    control.trTeInstSyncMode = 2;
    const nt_check_options rules = nt_check_options_of(&control, &config);
    const nt_flow_options options = nt_flow_options_of(&control, &config);
    nt_image *image = nt_image_new(64);
    assert_int_equal(nt_image_write(image, 0x1000, code, sizeof code), 0);
    text_stream stream = {0};
    text_put(&stream, text);
    nt_check *check = nt_check_new(&rules);
    nt_flow *flow = nt_flow_new(nt_image_code(image), &options, pass_on, check);
    assert_non_null(flow);
    nt_check_bytes(check, stream.bytes, stream.size);
    (void)nt_flow_bytes(flow, stream.bytes, stream.size);
    (void)nt_flow_finish(flow);
    nt_check_finish(check);
    nt_flow_free(flow);
    nt_image_free(image);
    return check;
}

static void the_code_image_shows_paths_that_cannot_be(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(image_cases); i++) {
        const image_case *row = &image_cases[i];
        nt_check *check = check_with_image(row->broken, row->rule == NT_RULE_IMAGE_ALL_JUMPS);
        if (nt_check_summarize(check).first != (int)row->rule) {
            print_message("%s: %s\n", nt_rules[row->rule].id, row->broken);
            print_broken(check);
        }
        assert_int_equal(nt_check_summarize(check).first, row->rule);
        nt_check_free(check);
        check = check_with_image(row->legal, row->rule == NT_RULE_IMAGE_ALL_JUMPS);
        if (nt_check_summarize(check).broken != 0) {
            print_message("%s: %s\n", nt_rules[row->rule].id, row->legal);
            print_broken(check);
        }
        assert_int_equal(nt_check_summarize(check).broken, 0);
        assert_int_equal(nt_check_result(check, row->rule)->state, NT_RULE_HELD);
        nt_check_free(check);
    }
}

static void each_rule_about_code_has_a_case(void **state) {
    (void)state;
    for (unsigned i = NT_RULE_IMAGE_ICNT; i < NT_RULES; i++) {
        bool found = false;
        for (size_t j = 0; j < COUNT(image_cases); j++) {
            found = found || image_cases[j].rule == i;
        }
        assert_true(found);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_has_a_name_of_its_own_a_clause_and_a_case),
        cmocka_unit_test(a_stream_that_breaks_a_rule_names_that_rule_first),
        cmocka_unit_test(a_legal_stream_exercises_the_rule_and_breaks_none),
        cmocka_unit_test(rc7_allows_what_came_with_1_0),
        cmocka_unit_test(rules_about_settings_are_silent_where_these_are_not_known),
        cmocka_unit_test(an_empty_stream_exercises_nothing),
        cmocka_unit_test(a_break_is_told_with_offset_words_and_count),
        cmocka_unit_test(each_rule_about_code_has_a_case),
        cmocka_unit_test(the_code_image_shows_paths_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
