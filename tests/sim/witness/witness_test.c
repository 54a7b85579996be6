/* SPDX-License-Identifier: Apache-2.0 */
/* The round trip against ingress cycles and bytes that are both written by hand: right ones pass,
   and each kind of wrong bytes is caught and named. */
#include "libntrace/program/image.h"
#include "sim/witness/expect.h"

#include "tests/sim/witness/cycle_text.h"

static nt_config config; /* test_config() */

static nt_verdict judge(const char *cycles, const char *bytes, size_t piece, size_t cut) {
    nt_verdict verdict;
    nt_witness *witness = new_witness(&config);
    text_cycle cycle = first_cycle();
    feed_cycles(witness, &cycle, cycles);
    feed_bytes(witness, bytes, piece, cut);
    nt_witness_finish(witness, &verdict);
    nt_witness_free(witness);
    return verdict;
}

/* ---- right bytes ---- */

#define START      "9 SYNC=5 I-CNT=0 F-ADDR=0x800; "
#define HTM_RETURN "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; "
#define STOP_2     "33 EVCODE=4 CDF=1 I-CNT=2 HIST=1; "
#define STOP_0     "33 EVCODE=4 CDF=1 I-CNT=0 HIST=1; "
#define LOSS       "8 ETYPE=0 ECODE=4; "

/* A branch, a return, an exception, an interrupt, and off. */
#define MIXED "1000:3:5; 100a:1:13; 1010:2:1; 1000:1:2; 1010:2:0; off;"
#define MIXED_BYTES                                                                                \
    START HTM_RETURN "4 B-TYPE=2 I-CNT=2 U-ADDR=8; 4 B-TYPE=3 I-CNT=1 U-ADDR=8; " STOP_2

/* The message of the return does not fit the FIFO. */
#define LOSSY "1000:3:5; 100a:1:13; 1010:4:15 drop; 1000:3:5; 100a:1:13 resume; 1010:2:0; off;"
#define LOSSY_BYTES                                                                                \
    START LOSS "9 SYNC=7 I-CNT=0 F-ADDR=0x805; 4 B-TYPE=0 I-CNT=1 U-ADDR=13; " STOP_2

typedef struct right_case {
    const char *what;
    const char *cycles;
    const char *bytes;
    unsigned instructions;
    unsigned lost;
} right_case;

static const right_case right_cases[] = {
    {"nothing at all", "idle; idle; off;", "", 0, 0},
    {"branch, return, traps", MIXED, MIXED_BYTES, 6, 0},
    {"blocks beside each other", "1000:3:5 100a:1:13; idle; 1010:2:1 1000:1:2; 1010:2:0; off;",
     MIXED_BYTES, 6, 0},
    {"BTM", "btm; 1000:3:5; 100a:1:13; 1010:2:0; off;",
     START "3 I-CNT=3; 4 B-TYPE=0 I-CNT=1 U-ADDR=8; 33 EVCODE=4 CDF=0 I-CNT=2", 4, 0},
    {"ResourceFull in pieces", "1000:3:4; 1006:2:0; 100a:1:13; 1010:2:0; off;",
     START "27 RCODE=0 RDATA=3; 27 RCODE=1 RDATA=2; 4 B-TYPE=0 I-CNT=3 U-ADDR=8; " STOP_2, 6, 0},
    {"a hart that spins", "1018:2:15; 1018:2:15; 1018:2:15 1018:2:15; 1018:2:15; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x80c; 27 RCODE=0 RDATA=8; 33 EVCODE=4 CDF=1 I-CNT=2 HIST=1", 5, 0},
    {"disabled, not waiting", "1000:3:5; 100a:1:13; trTeEnable=0 idle;",
     START "33 EVCODE=4 CDF=1 I-CNT=4 HIST=3", 3, 0},
    {"exception right at a return's target", "1000:3:5; 100a:1:13; 1010:0:1; 1000:1:0; off;",
     START HTM_RETURN "4 B-TYPE=2 I-CNT=0 U-ADDR=8; 33 EVCODE=4 CDF=1 I-CNT=1 HIST=1", 4, 0},
    {"interrupt while a target is unknown", "1000:3:5; 100a:1:13; 0:0:2; 1010:2:0; off;",
     START "28 B-TYPE=3 I-CNT=4 U-ADDR=8 HIST=3; " STOP_2, 4, 0},
    {"stop while a target is awaited", "1000:3:5; 100a:1:13; off; idle; 1010:2:0; 1014:2:15;",
     START HTM_RETURN STOP_0, 3, 0},
    {"on again before the target", "1000:3:5; 100a:1:13; off; idle; on 1010:2:0; off;",
     START HTM_RETURN STOP_2, 4, 0},
    {"a halt ends the waiting", "1000:3:5; 100a:1:13; off; idle; halt;",
     START "33 EVCODE=0 CDF=1 I-CNT=4 HIST=3", 3, 0},
    {"a halt before the handler", "1000:3:5; 100a:1:2; halt; halt; 1010:2:0; off;",
     START "33 EVCODE=0 CDF=1 I-CNT=4 HIST=3; 9 SYNC=3 I-CNT=0 F-ADDR=0x808; " STOP_2, 4, 0},
    {"low power and reset", "1000:3:5; power; 1010:2:0; reset; 1000:1:0; off;",
     START "33 EVCODE=1 CDF=1 I-CNT=3 HIST=3; 9 SYNC=9 I-CNT=0 F-ADDR=0x808; " STOP_2
           "9 SYNC=1 I-CNT=0 F-ADDR=0x800; 33 EVCODE=4 CDF=1 I-CNT=1 HIST=1",
     4, 0},
    {"halted last", "idle; off; halt; on; 1010:2:0; off;", "9 SYNC=3 I-CNT=0 F-ADDR=0x808; " STOP_2,
     1, 0},
    {"halted, then disabled", "idle; off; halt; idle; on; 1010:2:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x808; " STOP_2, 1, 0},
    {"a loss", LOSSY, LOSSY_BYTES, 2, 7},
    {"a loss, then off before the restart",
     "1000:3:5; 100a:1:13; 1010:4:15 drop; off; on; 1000:3:5; 100a:1:13 resume; 1010:2:0; off;",
     START LOSS "9 SYNC=5 I-CNT=0 F-ADDR=0x805; 4 B-TYPE=0 I-CNT=1 U-ADDR=13; " STOP_2, 2, 7},
    {"a loss, and off for good", "1000:3:5; 100a:1:13; 1010:4:15 drop; off; 1000:3:5;", START LOSS,
     0, 5},
    {"two losses, Error in between",
     "1000:3:5; off drop; on; 1000:3:5 drop; 100a:1:13 resume; 1010:2:0; off;",
     START LOSS LOSS "9 SYNC=7 I-CNT=0 F-ADDR=0x805; 4 B-TYPE=0 I-CNT=1 U-ADDR=13; " STOP_2, 2, 4},
    {"two losses, one Error",
     "1000:3:5; off drop; on; 1000:3:5 drop; 100a:1:13 resume; 1010:2:0; off;",
     START LOSS "9 SYNC=7 I-CNT=0 F-ADDR=0x805; 4 B-TYPE=0 I-CNT=1 U-ADDR=13; " STOP_2, 2, 4},
    {"a loss at the very end", "1000:3:5; 100a:1:13; 1010:4:15 drop; 1000:3:5;", START, 0, 7},
};

static void right_bytes_are_exact(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(right_cases); i++) {
        const right_case *row = &right_cases[i];
        nt_verdict verdict = judge(row->cycles, row->bytes, 1 + i % 5, 0);
        char exact[NT_EXACT_WORDS];
        nt_witness_exact(exact, row->lost, 0);
        if (strcmp(verdict.roundtrip, exact) != 0 || verdict.instructions != row->instructions ||
            verdict.lost != row->lost || verdict.rules_broken != 0) {
            print_message("%s: %s; %u equal, %u lost; %s\n", row->what, verdict.roundtrip,
                          (unsigned)verdict.instructions, (unsigned)verdict.lost,
                          verdict.first_broken);
        }
        assert_string_equal(verdict.roundtrip, exact);
        assert_int_equal(verdict.unjudged, 0);
        assert_int_equal(verdict.retired, row->instructions + row->lost);
        assert_int_equal(verdict.instructions, row->instructions);
        assert_int_equal(verdict.lost, row->lost);
        assert_int_equal(verdict.rules_broken, 0);
    }
}

/* ---- bytes that end before what retired ---- */

static const struct {
    const char *what;
    const char *cycles;
    const char *bytes;
    unsigned instructions;
    unsigned untold;
} open_ends[] = {
    {"no stop at the end", "1000:3:5; 100a:1:13; 1010:2:0;", START HTM_RETURN, 3, 1},
    {"no stop, and no target", "1000:3:5; 100a:1:13;", START, 0, 3},
    {"a stop that waits for a target", "1000:3:5; 100a:1:13; off; idle;", START, 0, 3},
    {"a stop that waits for a handler", "1010:2:0; 1000:3:1; off; idle;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x808", 0, 3},
    {"a loop that turns", "1018:2:15; 1018:2:15; 1018:2:15; idle;", "9 SYNC=5 I-CNT=0 F-ADDR=0x80c",
     0, 3},
};

static void what_no_message_reports_is_not_called_exact(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(open_ends); i++) {
        nt_verdict verdict = judge(open_ends[i].cycles, open_ends[i].bytes, 1 + i % 5, 0);
        char words[NT_EXACT_WORDS];
        (void)snprintf(words, sizeof words, "exact but for %u instruction%s not judged",
                       open_ends[i].untold, open_ends[i].untold == 1 ? "" : "s");
        assert_string_equal(verdict.roundtrip, words);
        assert_int_equal(verdict.instructions, open_ends[i].instructions);
        assert_int_equal(verdict.unjudged, open_ends[i].untold);
        assert_int_equal(verdict.untold, open_ends[i].untold);
        assert_int_equal(verdict.retired, open_ends[i].instructions + open_ends[i].untold);
    }
}

/* Behind the first difference nothing is compared, and what retires there is counted. */
static void what_retires_behind_a_difference_is_counted(void **state) {
    (void)state;
    nt_verdict verdict;
    nt_witness *witness = new_witness(&config);
    text_cycle cycle = first_cycle();
    feed_cycles(witness, &cycle, "1010:2:0; 1014:2:15;");
    feed_bytes(witness, "9 SYNC=5 I-CNT=0 F-ADDR=0x808; 4 B-TYPE=3 I-CNT=2 U-ADDR=8; ", 3, 0);
    feed_cycles(witness, &cycle, "1000:3:5; 100a:1:13; off; 1010:2:0;");
    nt_witness_finish(witness, &verdict);
    nt_witness_free(witness);
    assert_true(verdict.differs);
    assert_int_equal(verdict.retired, 5);
    assert_int_equal(verdict.instructions + verdict.unjudged, 5);
    assert_true(verdict.unjudged >= 3);
}

/* ---- wrong bytes ---- */

typedef struct wrong_case {
    const char *what;
    const char *cycles;
    const char *bytes;
    const char *verdict; /* how it begins */
} wrong_case;

static const wrong_case wrong_cases[] = {
    {"a wrong history bit", "1000:3:4; 1006:1:0; off;", START "33 EVCODE=4 CDF=1 I-CNT=4 HIST=3",
     "instruction 2: expected 0x1006 retired, got 0x100a retired at byte 4"},
    {"a wrong address", MIXED, START "28 B-TYPE=0 I-CNT=4 U-ADDR=3 HIST=3; " STOP_2,
     "instruction 3: expected 0x1010 retired, got 0x1006 retired at byte 8"},
    {"an I-CNT too small", "1000:3:4; 1006:2:0; off;", START "33 EVCODE=4 CDF=1 I-CNT=4 HIST=2",
     "instruction 3: expected 0x1008 retired, got ProgTraceCorrelation EVCODE=4 before 0x1008 at "
     "byte 4"},
    {"an I-CNT too large", "1000:3:4; 1006:1:0; off;", START "33 EVCODE=4 CDF=1 I-CNT=5 HIST=2",
     "instruction 3: expected ProgTraceCorrelation EVCODE=4, got 0x1008 retired at byte 4"},
    {"an I-CNT that cannot be", "1000:3:4; 1006:1:0; off;",
     START "33 EVCODE=4 CDF=1 I-CNT=2 HIST=1",
     "instruction 1: expected 0x1002 retired, got I-CNT ends within an instruction"},
    {"a missing trap", "1000:1:2; 1010:2:0; off;", START "33 EVCODE=4 CDF=1 I-CNT=1 HIST=1",
     "instruction 1: expected an interrupt (B-TYPE=3) to 0x1010, got ProgTraceCorrelation"},
    {"a trap too many", "1000:1:0; off;", START "4 B-TYPE=3 I-CNT=1 U-ADDR=8; " STOP_0,
     "instruction 1: expected ProgTraceCorrelation EVCODE=4, got an interrupt (B-TYPE=3)"},
    {"exception and interrupt swapped", "1000:1:2; 1010:2:0; off;",
     START "4 B-TYPE=2 I-CNT=1 U-ADDR=8; " STOP_2,
     "instruction 1: expected an interrupt (B-TYPE=3) to 0x1010, got an exception (B-TYPE=2)"},
    {"a trap at another place", "1000:1:2; 1010:2:0; off;",
     START "4 B-TYPE=3 I-CNT=0 U-ADDR=8; " STOP_2,
     "instruction 0: expected 0x1000 retired, got an interrupt (B-TYPE=3) to 0x1010"},
    {"a wrong handler", "1000:1:2; 1010:2:0; off;", START "4 B-TYPE=3 I-CNT=1 U-ADDR=9; ",
     "instruction 1: expected an interrupt (B-TYPE=3) to 0x1010, got an interrupt (B-TYPE=3) to "
     "0x1012"},
    {"a wrong target where an exception comes before anything retires",
     "1000:3:5; 100a:1:13; 1010:0:1; 1000:1:0; off;",
     START "28 B-TYPE=0 I-CNT=4 U-ADDR=9 HIST=3; 4 B-TYPE=2 I-CNT=0 U-ADDR=9; ",
     "instruction 3: expected an event at 0x1010, got an exception (B-TYPE=2) to 0x1000 before "
     "0x1012"},
    {"a wrong target behind which tracing stops", "1000:3:5; 100a:1:13; off; 1010:2:0;",
     START "28 B-TYPE=0 I-CNT=4 U-ADDR=9 HIST=3; " STOP_0,
     "instruction 3: expected an event at 0x1010, got ProgTraceCorrelation EVCODE=4 before "
     "0x1012"},
    {"a start in another message", "1000:1:0; off;",
     "11 SYNC=5 I-CNT=0 F-ADDR=0x800; 33 EVCODE=4 CDF=1 I-CNT=1 HIST=1",
     "instruction 0: expected SYNC=5 at 0x1000, got SYNC=5 at 0x1000 (DirectBranchSync)"},
    {"a wrong reason", "1000:1:0; off;", "9 SYNC=3 I-CNT=0 F-ADDR=0x800; ",
     "instruction 0: expected SYNC=5 at 0x1000, got SYNC=3 at 0x1000 (ProgTraceSync) at byte 0"},
    {"a wrong start", "1000:1:0; off;", "9 SYNC=5 I-CNT=0 F-ADDR=0x801; ",
     "instruction 0: expected SYNC=5 at 0x1000, got SYNC=5 at 0x1002"},
    {"no ProgTraceCorrelation", "1000:3:5; 100a:1:13; off; 1010:2:0;", START HTM_RETURN,
     "instruction 3: expected ProgTraceCorrelation EVCODE=4, got the end at byte 8"},
    {"two ProgTraceCorrelations", "1000:1:0; off;",
     START "33 EVCODE=4 CDF=1 I-CNT=1 HIST=1; " STOP_0,
     "instruction 1: expected nothing, got ProgTraceCorrelation EVCODE=4"},
    {"a wrong EVCODE", "1000:1:0; halt;", START "33 EVCODE=4 CDF=1 I-CNT=1 HIST=1",
     "instruction 1: expected ProgTraceCorrelation EVCODE=0, got ProgTraceCorrelation EVCODE=4"},
    {"tracing that goes on in silence", "1000:1:0; halt; 1010:2:0; off;",
     START "33 EVCODE=0 CDF=1 I-CNT=1 HIST=1",
     "instruction 1: expected SYNC=3 at 0x1010, got the end"},
    {"no Error", LOSSY, START "9 SYNC=7 I-CNT=0 F-ADDR=0x805; ",
     "instruction 0: expected 0x1000 retired, got SYNC=7 at 0x100a"},
    {"an Error without a loss", MIXED, START HTM_RETURN LOSS,
     "instruction 3: expected 0x1010 retired, got Error ETYPE=0 ECODE=4"},
    {"an Error of another kind", LOSSY, START "8 ETYPE=0 ECODE=8; ",
     "instruction 0: expected 0x1000 retired, got Error ETYPE=0 ECODE=8"},
    {"a loss of what was sent before", LOSSY, LOSS "9 SYNC=7 I-CNT=0 F-ADDR=0x805; ",
     "instruction 0: expected SYNC=5 at 0x1000, got Error"},
    {"a loss in BTM of a branch that was sent before",
     "btm; 1000:3:5; 100a:1:13; 1010:4:15 drop; off;", START LOSS,
     "instruction 0: expected 0x1000 retired, got Error"},
    {"a restart at another place", LOSSY, START LOSS "9 SYNC=7 I-CNT=0 F-ADDR=0x800; ",
     "instruction 0: expected SYNC=7 at 0x100a, got SYNC=7 at 0x1000"},
    {"a restart without its reason", LOSSY, START LOSS "9 SYNC=5 I-CNT=0 F-ADDR=0x805; ",
     "instruction 0: expected SYNC=7 at 0x100a, got SYNC=5 at 0x100a"},
    {"a wrong stream after a loss", LOSSY,
     START LOSS "9 SYNC=7 I-CNT=0 F-ADDR=0x805; 4 B-TYPE=0 I-CNT=1 U-ADDR=5; " STOP_2,
     "instruction 1: expected 0x1010 retired, got 0x1000 retired"},
    {"a loss never told", "1000:3:5; 100a:1:13; 1010:4:15 drop; off; idle;", START,
     "instruction 0: expected 0x1000 retired, got the end"},
    {"silence", "1000:3:5; 100a:1:13; 1010:2:0; off;", "",
     "instruction 0: expected SYNC=5 at 0x1000, got the end at byte 0"},
    {"bytes behind the end", MIXED, MIXED_BYTES START,
     "instruction 6: expected nothing, got SYNC=5 at 0x1000"},
    {"bytes from nowhere", "idle;", START, "instruction 0: expected nothing, got SYNC=5"},
    {"a framing error", MIXED, START "hex 02",
     "instruction 0: expected 0x1000 retired, got MSEO=10 is reserved"},
};

static void wrong_bytes_are_named(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(wrong_cases); i++) {
        const wrong_case *row = &wrong_cases[i];
        nt_verdict verdict = judge(row->cycles, row->bytes, 1 + i % 5, 0);
        if (strncmp(verdict.roundtrip, row->verdict, strlen(row->verdict)) != 0) {
            print_message("%s: %s\n", row->what, verdict.roundtrip);
        }
        assert_memory_equal(verdict.roundtrip, row->verdict, strlen(row->verdict));
    }
}

static void missing_bytes_at_the_end_are_seen(void **state) {
    (void)state;
    text_stream stream = {0};
    text_put(&stream, MIXED_BYTES);
    for (size_t cut = 1; cut <= stream.size; cut++) {
        nt_verdict verdict = judge(MIXED, MIXED_BYTES, 3, cut);
        assert_string_not_equal(verdict.roundtrip, "exact");
    }
}

static void any_flipped_bit_is_seen(void **state) {
    (void)state;
    text_stream stream = {0};
    text_put(&stream, MIXED_BYTES);
    for (size_t bit = 0; bit < 8 * stream.size; bit++) {
        nt_verdict verdict;
        nt_witness *witness = new_witness(&config);
        text_cycle cycle = first_cycle();
        feed_cycles(witness, &cycle, MIXED);
        stream.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        nt_witness_bytes(witness, stream.bytes, stream.size);
        stream.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        nt_witness_finish(witness, &verdict);
        nt_witness_free(witness);
        if (strcmp(verdict.roundtrip, "exact") == 0 && verdict.rules_broken == 0) {
            print_message("bit %u of byte %u\n", (unsigned)(bit % 8), (unsigned)(bit / 8));
        }
        assert_true(strcmp(verdict.roundtrip, "exact") != 0 || verdict.rules_broken != 0);
    }
}

static void a_broken_rule_is_in_the_verdict(void **state) {
    (void)state;
    nt_verdict verdict =
        judge("1000:1:0; off;", START "33 EVCODE=4 CDF=1 I-CNT=1 HIST=1; hex 07", 4, 0);
    assert_int_equal(verdict.rules_broken, 1);
    assert_true(verdict.rules_exercised > 10);
    assert_string_equal(verdict.first_broken,
                        "frame.idle: byte 0x07 between messages is not 0xff at byte 8");
}

static void the_verdict_counts_messages_and_bytes(void **state) {
    (void)state;
    nt_verdict verdict = judge(MIXED, MIXED_BYTES, 4, 0);
    assert_int_equal(verdict.messages, 5);
    assert_int_equal(verdict.bytes, 18);
    assert_int_equal(verdict.by_tcode[4], 2);
    assert_int_equal(verdict.by_tcode[33], 1);
    assert_int_equal(verdict.retired, 6);
}

/* A reset of the encoder cuts a message in two; what follows it stands for itself. */
static void a_reset_cuts_the_stream_and_is_told(void **state) {
    (void)state;
    nt_verdict verdict;
    nt_witness *witness = new_witness(&config);
    text_cycle cycle = first_cycle();
    feed_cycles(witness, &cycle, "1000:3:5; 100a:1:13; 1010:2:0;");
    feed_bytes(witness, START HTM_RETURN, 2, 2);
    feed_cycles(witness, &cycle, "inactive; inactive;");
    feed_cycles(witness, &cycle, MIXED);
    feed_bytes(witness, MIXED_BYTES, 3, 0);
    nt_witness_finish(witness, &verdict);
    nt_witness_free(witness);
    assert_string_equal(verdict.roundtrip, "exact but for 4 instructions not judged");
    assert_int_equal(verdict.unjudged, 4);
    assert_int_equal(verdict.untold, 0);
    assert_int_equal(verdict.rules_broken, 0);
    assert_int_equal(verdict.cuts, 1);
    assert_int_equal(verdict.instructions, 6);
}

static void an_encoder_that_stays_silent_is_caught_in_time(void **state) {
    (void)state;
    nt_verdict verdict;
    nt_witness *witness = new_witness(&config);
    text_cycle cycle = first_cycle();
    for (unsigned i = 0; i < 20000; i++) {
        feed_cycles(witness, &cycle, "1010:4:15 1000:3:5 ; 100a:1:1;");
    }
    nt_witness_finish(witness, &verdict);
    nt_witness_free(witness);
    assert_non_null(strstr(verdict.roundtrip, "the bytes fall back behind"));
}

static void without_an_image_the_rules_alone_are_judged(void **state) {
    (void)state;
    nt_verdict verdict;
    nt_witness *witness = nt_witness_new(&config, nt_witness_code_of_image(NULL));
    text_cycle cycle = first_cycle();
    assert_non_null(witness);
    feed_cycles(witness, &cycle, "inactive;" MIXED);
    feed_bytes(witness, START HTM_RETURN, 2, 2);
    feed_cycles(witness, &cycle, "inactive;" MIXED);
    feed_bytes(witness, MIXED_BYTES "hex 07", 2, 0);
    nt_witness_finish(witness, &verdict);
    nt_witness_free(witness);
    assert_string_equal(verdict.roundtrip, "not judged: no code image");
    assert_false(verdict.differs);
    assert_int_equal(verdict.rules_broken, 1);
    assert_string_equal(verdict.first_broken,
                        "frame.idle: byte 0x07 between messages is not 0xff at byte 24");
}

/* A hart may spin for long before a message tells a decoder the path. */
static void a_hart_that_spins_fills_no_memory(void **state) {
    (void)state;
    nt_image *image = nt_image_new(64);
    nt_expect expect;
    assert_int_equal(nt_image_write(image, 0x1000, code, sizeof code), 0);
    const nt_witness_code of = nt_witness_code_of_image(image);
    assert_int_equal(nt_expect_init(&expect, &config, &of), 0);
    text_cycle cycle = first_cycle();
    (void)read_cycle("1018:2:15;", &cycle);
    const nt_witness_inputs in = {.ingress = &cycle.ingress,
                                  .control = &cycle.control,
                                  .live = &cycle.control,
                                  .settings = &cycle.control};
    for (unsigned i = 0; i < 1000000; i++) {
        nt_expect_cycle(&expect, &in);
    }
    assert_true(expect.next - expect.first < 4);
    assert_int_equal(nt_expect_waiting(&expect), 1000000);
    nt_expect_release(&expect);
    nt_image_free(image);
}

int main(void) {
    config = test_config();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_bytes_are_exact),
        cmocka_unit_test(what_no_message_reports_is_not_called_exact),
        cmocka_unit_test(what_retires_behind_a_difference_is_counted),
        cmocka_unit_test(wrong_bytes_are_named),
        cmocka_unit_test(missing_bytes_at_the_end_are_seen),
        cmocka_unit_test(any_flipped_bit_is_seen),
        cmocka_unit_test(a_broken_rule_is_in_the_verdict),
        cmocka_unit_test(the_verdict_counts_messages_and_bytes),
        cmocka_unit_test(a_reset_cuts_the_stream_and_is_told),
        cmocka_unit_test(an_encoder_that_stays_silent_is_caught_in_time),
        cmocka_unit_test(without_an_image_the_rules_alone_are_judged),
        cmocka_unit_test(a_hart_that_spins_fills_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
