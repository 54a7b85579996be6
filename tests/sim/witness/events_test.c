/* SPDX-License-Identifier: Apache-2.0 */
/* What is told besides the path: notify, Ownership, times, periodic synchronization, SRC. Right
   bytes written by hand pass, and each kind of wrong ones is caught and named. */
#include "tests/sim/witness/cycle_text.h"

typedef struct event_case {
    const char *what;
    void (*build)(nt_config *config); /* NULL: as test_config */
    const char *cycles;
    const char *bytes;
    const char *verdict; /* how it begins */
} event_case;

/* The bytes come in pieces. */
static bool is_right(const event_case *row, size_t piece) {
    nt_config config = test_config();
    nt_verdict verdict;
    text_cycle cycle = first_cycle();
    if (row->build != NULL) {
        row->build(&config);
    }
    nt_witness *witness = new_witness(&config);
    feed_cycles(witness, &cycle, row->cycles);
    feed_bytes(witness, row->bytes, piece, 0);
    nt_witness_finish(witness, &verdict);
    nt_witness_free(witness);
    bool exact = strcmp(row->verdict, "exact") == 0;
    bool right = strncmp(verdict.roundtrip, row->verdict, strlen(row->verdict)) == 0 &&
                 (!exact || verdict.rules_broken == 0);
    if (!right) {
        print_message("%s, %zu bytes at once: %s; %s\n", row->what, piece, verdict.roundtrip,
                      verdict.first_broken);
    }
    return right;
}

static void check_cases(const event_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (size_t piece = 1; piece <= 16; piece++) {
            assert_true(is_right(&cases[i], piece));
        }
    }
}

#define START  "9 SYNC=5 I-CNT=0 F-ADDR=0x800; "
#define STOP_0 "33 EVCODE=4 CDF=1 I-CNT=0 HIST=1; "
#define STOP_1 "33 EVCODE=4 CDF=1 I-CNT=1 HIST=1; "
#define STOP_2 "33 EVCODE=4 CDF=1 I-CNT=2 HIST=1; "

/* ---- triggers ---- */

#define NOTIFY "1000:3:4 notify0; 1006:1:0; off;"
#define MARK   "12 SYNC=6 B-TYPE=0 I-CNT=1 F-ADDR=0x801; "

static void with_itype_3(nt_config *config) {
    config->itype_w = 3;
    config->stack_depth = 0;
}

static const event_case trigger_cases[] = {
    {"notify", NULL, NOTIFY, START "29 SYNC=6 B-TYPE=0 I-CNT=3 F-ADDR=0x803 HIST=2; " STOP_1,
     "exact"},
    {"notify in BTM", NULL, "btm; " NOTIFY,
     START "9 SYNC=6 I-CNT=3 F-ADDR=0x803; 33 EVCODE=4 CDF=0 I-CNT=1", "exact"},
    {"notify of a taken branch in BTM", NULL, "btm; 1000:3:5 notify0 awaits; 100a:1:0; off;",
     START "11 SYNC=6 I-CNT=3 F-ADDR=0x805; 33 EVCODE=4 CDF=0 I-CNT=1", "exact"},
    {"a stop that waits for a taken branch's target in BTM", NULL,
     "btm; 1000:3:5 notify0 awaits; off awaits; 100a:1:0;",
     START "11 SYNC=6 I-CNT=3 F-ADDR=0x805; 33 EVCODE=4 CDF=0 I-CNT=0", "exact"},
    {"a stop by trTeEnable, which waits for no target", NULL,
     "btm; 1000:3:5:w notify0 awaits; trTeEnable=0; 100a:1:0;",
     START "9 SYNC=6 I-CNT=1 F-ADDR=0x801; 33 EVCODE=4 CDF=0 I-CNT=2", "exact"},
    {"such a stop that loses the notify", NULL,
     "btm; 1000:3:5:w notify0 awaits; trTeEnable=0; 100a:1:0;",
     START "3 I-CNT=3; 33 EVCODE=4 CDF=0 I-CNT=0", "instruction 2: expected SYNC=6 at 0x1002"},
    {"a stop by trTeEnable that tells the target", NULL,
     "1000:3:4; 1006:1:10; trTeEnable=0; 1010:2:0;",
     START "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=2; " STOP_1,
     "instruction 3: expected ProgTraceCorrelation EVCODE=4"},
    {"notify of the second block", NULL, "1000:3:4 1006:2:0 notify1; 100a:1:0; off;",
     START "29 SYNC=6 B-TYPE=0 I-CNT=4 F-ADDR=0x804 HIST=2; " STOP_2, "exact"},
    {"notify of an indirect jump", NULL, "1000:3:5; 100a:1:13 notify0; 1010:2:0; off;",
     START "29 SYNC=6 B-TYPE=0 I-CNT=3 F-ADDR=0x805 HIST=3; 4 B-TYPE=0 I-CNT=1 U-ADDR=0xd; " STOP_2,
     "exact"},
    {"notify of a trap", NULL, "1000:1:2 notify0; 1010:2:0; off;",
     START "12 SYNC=6 B-TYPE=3 I-CNT=1 F-ADDR=0x808; " STOP_2, "exact"},
    {"notify, and tracing goes off before an address comes", NULL, "1000:1:0 notify0; off;",
     START MARK STOP_0, "exact"},
    {"notify, and the hart halts", NULL, "1000:1:0 notify0; halt;",
     START MARK "33 EVCODE=0 CDF=1 I-CNT=0 HIST=1; ", "exact"},
    {"notify, and the hart halts, with a block elsewhere", NULL, "1000:1:0 notify0; halt 1010:2:0;",
     START MARK "33 EVCODE=0 CDF=1 I-CNT=0 HIST=1; ", "exact"},
    {"notify of a branch not taken, and the hart sleeps", NULL, "1000:3:4 notify0; power;",
     START "29 SYNC=6 B-TYPE=0 I-CNT=3 F-ADDR=0x803 HIST=2; 33 EVCODE=1 CDF=1 I-CNT=0 HIST=1; ",
     "exact"},
    {"notify in BTM, and the hart is reset", NULL, "btm; 1000:1:0 notify0; reset;",
     START "9 SYNC=6 I-CNT=1 F-ADDR=0x801; 33 EVCODE=4 CDF=0 I-CNT=0", "exact"},
    {"notify of a jump, and the hart halts", NULL, "1000:3:5; 100a:1:13 notify0; halt;",
     START "29 SYNC=6 B-TYPE=0 I-CNT=3 F-ADDR=0x805 HIST=3; 33 EVCODE=0 CDF=1 I-CNT=1 HIST=1; ",
     "exact"},
    {"notify of a taken branch, and the hart halts", NULL, "1000:3:5 notify0; halt;",
     START "33 EVCODE=0 CDF=1 I-CNT=3 HIST=3; ", "exact"},
    {"notify with 3 bits of itype, and the hart halts", with_itype_3, "1000:1:0 notify0; halt;",
     START "33 EVCODE=0 CDF=1 I-CNT=1 HIST=1; ", "exact"},
    {"notify that is forgotten as the hart halts", NULL, "1000:1:0 notify0; halt;",
     START "33 EVCODE=0 CDF=1 I-CNT=1 HIST=1; ",
     "instruction 1: expected SYNC=6 at 0x1002, got ProgTraceCorrelation"},
    {"notify at another place as the hart halts", NULL, "1000:1:0 notify0; halt 1010:2:0;",
     START "12 SYNC=6 B-TYPE=0 I-CNT=1 F-ADDR=0x808; 33 EVCODE=0 CDF=1 I-CNT=0 HIST=1; ",
     "instruction 1: expected SYNC=6 at 0x1002, got F-ADDR is not the PC expected"},
    {"notify while nothing is traced", NULL, "off 1000:1:0 notify0; on 1000:1:0; off;",
     START STOP_1, "exact"},
    {"no notify", NULL, NOTIFY, START "33 EVCODE=4 CDF=1 I-CNT=4 HIST=2",
     "instruction 2: expected SYNC=6 at 0x1006, got 0x1006 retired"},
    {"no notify behind a trap", NULL, "1000:1:2 notify0; 1010:2:0; off;",
     START "4 B-TYPE=3 I-CNT=1 U-ADDR=8; " STOP_2,
     "instruction 1: expected SYNC=6 at 0x1010, got 0x1010 retired"},
    {"a wrong reason", NULL, NOTIFY,
     START "29 SYNC=0 B-TYPE=0 I-CNT=3 F-ADDR=0x803 HIST=2; " STOP_1,
     "instruction 2: expected SYNC=6 at 0x1006, got SYNC=0 at 0x1006"},
    {"notify at another place", NULL, "1000:3:4 1006:1:0 notify1; 1008:1:0; off;",
     START "29 SYNC=6 B-TYPE=0 I-CNT=4 F-ADDR=0x804 HIST=2; " STOP_1,
     "instruction 2: expected SYNC=6 at 0x1006, got 0x1006 retired"},
    {"notify that nobody asked for", NULL, "1000:3:4; 1006:1:0; off;",
     START "29 SYNC=6 B-TYPE=0 I-CNT=3 F-ADDR=0x803 HIST=2; " STOP_1,
     "instruction 2: expected 0x1006 retired, got SYNC=6 at 0x1006"},
    {"the trigger trace-on", NULL,
     "off trTeInstTrigEnable=1 1010:2:0; ton 1000:3:4; on 1006:1:0; off;",
     START "33 EVCODE=4 CDF=1 I-CNT=4 HIST=2", "exact"},
    {"the trigger trace-on, one cycle late", NULL,
     "off trTeInstTrigEnable=1 1010:2:0; ton 1000:3:4; on 1006:1:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x803; " STOP_1, "instruction 0: expected SYNC=5 at 0x1000"},
    {"an external trigger trace-on", NULL,
     "off trTeInstTrigEnable=1 trTeTrigExtInControl=0x20; ext=2 1000:1:0; off;", START STOP_1,
     "exact"},
    {"a trigger that is not enabled", NULL, "off 1010:2:0; ton 1000:3:4; 1006:1:0;", "", "exact"},
};

static void triggers_are_told_where_they_fired(void **state) {
    (void)state;
    check_cases(trigger_cases, COUNT(trigger_cases));
}

/* ---- targets that are inferred ---- */

#define RETURNS "trTeInstImplicitReturnMode=3 101c:2:9; 1000:3:5; 100a:1:13 awaits; "

static void with_draft(nt_config *config) {
    config->draft = 1;
}

static void without_sijump(nt_config *config) {
    config->sijump = 0;
}

static const event_case inferred_cases[] = {
    {"an implicit return", NULL, RETURNS "1020:2:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x80e; 33 EVCODE=4 CDF=1 I-CNT=8 HIST=3", "exact"},
    {"a return that is told", NULL, RETURNS "1018:2:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x80e; 28 B-TYPE=0 I-CNT=6 U-ADDR=2 HIST=3; " STOP_2, "exact"},
    {"a stop that waits for a return's target", NULL, RETURNS "off awaits; halt;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x80e; 33 EVCODE=0 CDF=1 I-CNT=6 HIST=3", "exact"},
    {"a return that goes elsewhere, implicit", NULL, RETURNS "1018:2:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x80e; 33 EVCODE=4 CDF=1 I-CNT=8 HIST=3",
     "instruction 4: expected 0x1018 retired, got 0x1020 retired"},
    {"a sequential jump", NULL, "trTeInstEnSequentialJump=1 1024:2:0; 1028:1:10:s; 1000:1:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x812; 33 EVCODE=4 CDF=1 I-CNT=4 HIST=1", "exact"},
    {"the draft's swap, which has no sijump", with_draft,
     "trTeInstEnSequentialJump=1 1024:2:0; 1028:1:7:s; 1000:1:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x812; 4 B-TYPE=0 I-CNT=3 U-ADDR=0x12; 33 EVCODE=4 CDF=1 I-CNT=1 "
     "HIST=1",
     "exact"},
    {"an exception of the draft's, which has no address", with_draft,
     "100a:1:14; 1018:0:1; 1000:1:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x805; 4 B-TYPE=2 I-CNT=1 U-ADDR=5; 33 EVCODE=4 CDF=1 I-CNT=1 HIST=1",
     "exact"},
    {"an exception of the draft's, as an interrupt", with_draft,
     "100a:1:14; 1018:0:1; 1000:1:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x805; 4 B-TYPE=3 I-CNT=1 U-ADDR=5; 33 EVCODE=4 CDF=1 I-CNT=1 HIST=1",
     "instruction 1: expected an exception (B-TYPE=2) to 0x1000"},
    {"a sequential jump of a hart whose sijump is not connected", without_sijump,
     "trTeInstEnSequentialJump=1 1024:2:0; 1028:1:10:s; 1000:1:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x812; 4 B-TYPE=0 I-CNT=3 U-ADDR=0x12; 33 EVCODE=4 CDF=1 I-CNT=1 "
     "HIST=1",
     "exact"},
    {"a stop right behind a sequential jump", NULL,
     "trTeInstEnSequentialJump=1 1024:2:0; 1028:1:10:s; off; halt;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x812; 33 EVCODE=4 CDF=1 I-CNT=3 HIST=1", "exact"},
    {"a stop that waits for a sequential jump whose pair is split", NULL,
     "trTeInstEnSequentialJump=1 1024:2:0; 1028:1:10:s awaits; off awaits; halt;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x812; 33 EVCODE=0 CDF=1 I-CNT=3 HIST=1", "exact"},
    {"a repeated branch", NULL,
     "btm ntEnRepeatBranch=1 1018:2:0; 1000:3:5; 100a:1:13; 1000:3:5; 100a:1:13; 1000:3:5; "
     "100a:1:10; 1010:2:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x80c;", "instruction 0: expected 0x1018 retired"},
    {"a loss behind a branch that RepeatBranch would have counted", NULL,
     "btm ntEnRepeatBranch=1 1000:3:5; 100a:1:0; off drop;", START "8 ETYPE=0 ECODE=4", "exact"},
    {"a loss behind a branch that was told", NULL, "btm 1000:3:5; 100a:1:0; off drop;",
     START "8 ETYPE=0 ECODE=4", "instruction 0: expected 0x1000 retired, got Error"},
    {"an exception at the handler of an interrupt that comes before a jump's target", NULL,
     "1000:3:5; 100a:1:14; 0:0:2; 1010:0:1; 1000:1:0; off;",
     START "28 B-TYPE=3 I-CNT=4 U-ADDR=8 HIST=3; 4 B-TYPE=2 I-CNT=0 U-ADDR=8; "
           "33 EVCODE=4 CDF=1 I-CNT=1 HIST=1",
     "exact"},
    {"a loss behind a jump that was told", NULL,
     "1000:3:5; 100a:1:14; 1010:2:0; 1014:1:0 drop; off;",
     START "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; 8 ETYPE=0 ECODE=4", "exact"},
    {"a loss behind a jump that was told to lead elsewhere", NULL,
     "1000:3:5; 100a:1:14; 1010:2:0; 1014:1:0 drop; off;",
     START "28 B-TYPE=0 I-CNT=4 U-ADDR=0x18 HIST=3; 8 ETYPE=0 ECODE=4",
     "instruction 3: expected 0x1010 retired, got 0x1030 as the next address"},
    {"a loss behind an implicit return", NULL, RETURNS "1020:2:0 drop; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x80e; 8 ETYPE=0 ECODE=4", "exact"},
};

static void targets_that_are_inferred_may_be_in_no_message(void **state) {
    (void)state;
    check_cases(inferred_cases, COUNT(inferred_cases));
}

/* ---- Ownership ---- */

static void with_hcontext(nt_config *config) {
    config->hcontext_w = 4;
}

static void without_contexts(nt_config *config) {
    config->scontext_w = 0;
}

static void with_btype_trap(nt_config *config) {
    config->btype_trap = 1;
}

#define OWN    "trTeContext=1 priv=0 context=0x1d "
#define OWN_U  "2 PROCESS=0x3a2; " /* scontext=0x1d, U */
#define OWN_M  "2 PROCESS=0xc; "   /* M */
#define TRAP   "4 B-TYPE=2 I-CNT=1 U-ADDR=8; "
#define OWN_1E "2 PROCESS=0x3c2; "
#define OWN_1F "2 PROCESS=0x3e2; "
#define WRITES OWN "1000:3:5; ctype=1 context=0x1e 100a:1:13; ctype=1 context=0x1f 1010:2:0; off;"
#define WRITES_LOST                                                                                \
    OWN "1000:3:5; ctype=1 context=0x1e 100a:1:13; ctype=1 context=0x1f 1010:2:0 drop; "           \
        "1010:2:0 resume; off;"
#define TO_TRAP OWN "1000:1:1; priv=3 1010:2:0; off;"

#define LOST_OWNER "1000:3:4 notify0; 1006:1:0 drop; 1008:1:0 resume; off;"

static const event_case ownership_cases[] = {
    {"after a start", NULL, OWN "1000:1:0; off;", START OWN_U STOP_1, "exact"},
    {"two of them where hcontext is implemented", with_hcontext,
     "trTeContext=1 priv=6 context=0xa1d 1000:1:0; off;",
     START "2 PROCESS=0x157; 2 PROCESS=0x3b6; " STOP_1, "exact"},
    {"a trap that changes the privilege", NULL, TO_TRAP, START OWN_U TRAP OWN_M STOP_2, "exact"},
    {"a trap that does not", NULL, OWN "1000:1:1; 1010:2:0; off;", START OWN_U TRAP STOP_2,
     "exact"},
    {"a trap that does not, in rc7", NULL, OWN "ntRc7=1 1000:1:1; 1010:2:0; off;",
     START OWN_U TRAP "2 PROCESS=0; " STOP_2, "exact"},
    {"a trap return", NULL, "trTeContext=1 priv=3 1020:2:3; priv=5 1000:1:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x810; 2 PROCESS=0xe; 4 B-TYPE=0 I-CNT=2 U-ADDR=0x10; "
     "2 PROCESS=0x10; " STOP_1,
     "exact"},
    {"a trap behind which nothing is traced", NULL, OWN "1000:1:1; off; priv=3 1010:2:0;",
     START OWN_U TRAP STOP_0, "exact"},
    {"context, imprecise", NULL, OWN "1000:3:5; ctype=1 context=0x1e 100a:1:13; 1010:2:0; off;",
     START OWN_U "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; 2 PROCESS=0x3c2; " STOP_2, "exact"},
    {"context, imprecise, at a target itself", NULL,
     OWN "1000:3:5; 100a:1:13; ctype=1 context=0x1e 1010:2:0; off;",
     START OWN_U "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; 2 PROCESS=0x3c2; " STOP_2, "exact"},
    {"context, imprecise, at a target, told before the stop", NULL,
     OWN "1000:3:5; 100a:1:13; ctype=1 context=0x1e 1010:2:0; off;",
     START OWN_U "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; 27 RCODE=0 RDATA=2; " OWN_1E
                 "33 EVCODE=4 CDF=1 I-CNT=0 HIST=1",
     "exact"},
    {"contexts, imprecise, each where it is written", NULL, WRITES,
     START OWN_U OWN_1E OWN_1F "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " STOP_2, "exact"},
    {"contexts, imprecise, behind the next address", NULL, WRITES,
     START OWN_U "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " OWN_1E OWN_1F STOP_2, "exact"},
    {"contexts, imprecise, one before and one behind", NULL, WRITES,
     START OWN_U OWN_1E "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " OWN_1F STOP_2, "exact"},
    {"contexts, imprecise, between the branches of BTM", NULL, "btm " WRITES,
     START OWN_U "3 I-CNT=3; " OWN_1E OWN_1F "4 B-TYPE=0 I-CNT=1 U-ADDR=8; "
                 "33 EVCODE=4 CDF=0 I-CNT=2",
     "exact"},
    {"contexts, imprecise, the same twice", NULL,
     OWN "1000:3:5; ctype=1 context=0x1e 100a:1:13; ctype=1 1010:2:0; off;",
     START OWN_U "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " OWN_1E STOP_2, "exact"},
    {"contexts, imprecise, with hcontext", with_hcontext,
     "trTeContext=1 priv=6 context=0xa1d 1000:3:5; ctype=1 context=0xb1d 100a:1:13; 1010:2:0; off;",
     START "2 PROCESS=0x157; 2 PROCESS=0x3b6; 2 PROCESS=0x177; 2 PROCESS=0x3b6; "
           "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " STOP_2,
     "exact"},
    {"a context written where tracing stops, told", NULL,
     OWN "1000:1:0; off ctype=1 context=0x1e 1002:2:4;", START OWN_U OWN_1E STOP_1, "exact"},
    {"a context written where tracing stops, not told", NULL,
     OWN "1000:1:0; off ctype=1 context=0x1e 1002:2:4;", START OWN_U STOP_1, "exact"},
    {"contexts that are lost", NULL, WRITES_LOST,
     START OWN_U "8 ETYPE=0 ECODE=12; 9 SYNC=7 I-CNT=0 F-ADDR=0x808; " OWN_1F STOP_2, "exact"},
    {"contexts told before a loss", NULL, WRITES_LOST,
     START OWN_U OWN_1E "8 ETYPE=0 ECODE=4; 9 SYNC=7 I-CNT=0 F-ADDR=0x808; " OWN_1F STOP_2,
     "exact"},
    {"context that is not to be told", NULL, OWN "1000:3:5; context=0x1e 100a:1:13; 1010:2:0; off;",
     START OWN_U "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " STOP_2, "exact"},
    {"context, precise", NULL, OWN "1000:3:4; ctype=2 context=0x1e 1006:1:0; off;",
     START OWN_U "29 SYNC=6 B-TYPE=0 I-CNT=3 F-ADDR=0x803 HIST=2; 2 PROCESS=0x3c2; " STOP_1,
     "exact"},
    {"context, as a discontinuity", NULL, OWN "1000:1:0; ctype=3 context=0x1e 1010:2:0; off;",
     START OWN_U "4 B-TYPE=3 I-CNT=1 U-ADDR=8; 2 PROCESS=0x3c2; " STOP_2, "exact"},
    {"contexts while Ownership is off", NULL, "1000:3:4; ctype=2 context=1 1006:1:0; off;",
     START "33 EVCODE=4 CDF=1 I-CNT=4 HIST=2", "exact"},
    {"a build without them", without_contexts, OWN "1000:1:0; off;", START STOP_1, "exact"},
    {"a loss", NULL, OWN "1000:1:0; 1002:2:5 drop; 100a:1:0 resume; off;",
     START OWN_U "8 ETYPE=0 ECODE=12; 9 SYNC=7 I-CNT=0 F-ADDR=0x805; " OWN_U STOP_1, "exact"},

    {"none after a start", NULL, OWN "1000:1:0; off;", START STOP_1,
     "instruction 0: expected Ownership V=0 PRV=0 scontext=0x1d, got none"},
    {"none where it is off", NULL, "1000:1:0; off;", START OWN_U STOP_1,
     "instruction 0: expected no Ownership, got Ownership FORMAT=2"},
    {"none after a trap", NULL, TO_TRAP, START OWN_U TRAP STOP_2,
     "instruction 1: expected Ownership V=0 PRV=3, got none"},
    {"none after a trap in rc7", NULL, OWN "ntRc7=1 1000:1:1; 1010:2:0; off;",
     START OWN_U TRAP STOP_2, "instruction 1: expected Ownership V=0 PRV=0, got none"},
    {"one after a trap that changes nothing", NULL, OWN "1000:3:5; 100a:1:13; 1010:2:0; off;",
     START OWN_U "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; 2 PROCESS=0; " STOP_2,
     "instruction 3: expected no Ownership, got Ownership FORMAT=0"},
    {"a wrong privilege", NULL, TO_TRAP, START OWN_U TRAP "2 PROCESS=4; " STOP_2,
     "instruction 1: expected Ownership V=0 PRV=3, got Ownership FORMAT=0 V=0 PRV=1"},
    {"a wrong V", NULL, TO_TRAP, START OWN_U TRAP "2 PROCESS=0x10; " STOP_2,
     "instruction 1: expected Ownership V=0 PRV=3, got Ownership FORMAT=0 V=1 PRV=0"},
    {"a wrong context", NULL, OWN "1000:1:0; off;", START "2 PROCESS=0x3b2; " STOP_1,
     "instruction 0: expected Ownership V=0 PRV=0 scontext=0x1d, got Ownership FORMAT=2 V=1"},
    {"a wrong format", NULL, OWN "1000:1:0; off;", START "2 PROCESS=0; " STOP_1,
     "instruction 0: expected Ownership V=0 PRV=0 scontext=0x1d, got Ownership FORMAT=0"},
    {"context where the privilege alone has changed", NULL, TO_TRAP,
     START OWN_U TRAP "2 PROCESS=0x3ae; " STOP_2,
     "instruction 1: expected Ownership V=0 PRV=3, got Ownership FORMAT=2"},
    {"hcontext alone", with_hcontext, "trTeContext=1 priv=6 context=0xa1d 1000:1:0; off;",
     START "2 PROCESS=0x157; " STOP_1,
     "instruction 0: expected Ownership V=1 PRV=1 scontext=0x1d, got none"},
    {"no hcontext", with_hcontext, "trTeContext=1 priv=6 context=0xa1d 1000:1:0; off;",
     START "2 PROCESS=0x3b6; " STOP_1,
     "instruction 0: expected Ownership V=1 PRV=1 hcontext=0xa, got Ownership FORMAT=2"},
    {"one at another place", NULL, OWN "1000:3:5; 1000:3:5; 100a:1:13; 1010:2:0; off;",
     START "27 RCODE=1 RDATA=3; " OWN_U, "instruction 0: expected Ownership V=0 PRV=0"},
    {"one twice", NULL, OWN "1000:1:0; off;", START OWN_U OWN_U STOP_1,
     "instruction 0: expected no Ownership, got Ownership FORMAT=2"},
    {"an imprecise context never told", NULL,
     OWN "1000:3:5; ctype=1 context=0x1e 100a:1:13; 1010:2:0; off;",
     START OWN_U "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " STOP_2,
     "instruction 3: expected Ownership V=0 PRV=0 scontext=0x1e, got none"},
    {"a precise context without its message", NULL,
     OWN "1000:3:4; ctype=2 context=0x1e 1006:1:0; off;",
     START OWN_U "33 EVCODE=4 CDF=1 I-CNT=4 HIST=2",
     "instruction 2: expected SYNC=6 at 0x1006, got 0x1006 retired"},
    {"a discontinuity that is not told", NULL, OWN "1000:1:0; ctype=3 context=0x1e 1002:2:4; off;",
     START OWN_U "33 EVCODE=4 CDF=1 I-CNT=3 HIST=2",
     "instruction 1: expected an interrupt (B-TYPE=3) to 0x1002, got 0x1002 retired"},
    {"Ownership lost, where there is none", NULL, "1000:1:0; 1002:2:5 drop; off;",
     START "8 ETYPE=0 ECODE=12; ", "instruction 0: expected 0x1000 retired, got Error"},
    {"Ownership lost behind a synchronizing message", NULL, OWN LOST_OWNER,
     START OWN_U "8 ETYPE=0 ECODE=12; 9 SYNC=7 I-CNT=0 F-ADDR=0x804; " OWN_U STOP_1, "exact"},
    {"Ownership lost, which Error does not tell", NULL, OWN LOST_OWNER,
     START OWN_U "8 ETYPE=0 ECODE=4; 9 SYNC=7 I-CNT=0 F-ADDR=0x804; " OWN_U STOP_1,
     "instruction 0: expected Error that tells of lost Ownership, got Error of program trace "
     "alone"},
    {"Ownership that may have come before the loss", NULL,
     OWN "1000:1:0; 1002:2:4 notify0; 1006:1:0 drop; 1008:1:0 resume; off;",
     START OWN_U "8 ETYPE=0 ECODE=4; 9 SYNC=7 I-CNT=0 F-ADDR=0x804; " OWN_U STOP_1, "exact"},
    {"a context that another overwrites, never told", NULL, WRITES,
     START OWN_U "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " OWN_1F STOP_2,
     "instruction 3: expected Ownership V=0 PRV=0 scontext=0x1e, got Ownership FORMAT=2"},
    {"a context that is never told, and tracing stops", NULL,
     OWN "1000:1:0; ctype=1 context=0x1e 1002:2:4; off;",
     START OWN_U "33 EVCODE=4 CDF=1 I-CNT=3 HIST=2",
     "instruction 2: expected Ownership V=0 PRV=0 scontext=0x1e, got none"},
    {"a context told before the message before it is written", NULL,
     OWN "1000:3:5; 100a:1:13; 1010:2:0; ctype=1 context=0x1e 1014:2:15; off;",
     START OWN_U OWN_1E "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; 33 EVCODE=4 CDF=1 I-CNT=4 HIST=1",
     "instruction 3: expected a context behind it to be told, got Ownership before this"},
    {"contexts in another order", NULL, WRITES,
     START OWN_U OWN_1F OWN_1E "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " STOP_2,
     "instruction 0: expected Ownership V=0 PRV=0 scontext=0x1e, got Ownership FORMAT=2"},
    {"a context that is written once, told twice", NULL, WRITES,
     START OWN_U OWN_1E OWN_1E OWN_1F "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " STOP_2,
     "instruction 0: expected Ownership V=0 PRV=0 scontext=0x1f, got Ownership FORMAT=2"},
    {"hcontext that is written alone, and half of it told", with_hcontext,
     "trTeContext=1 priv=6 context=0xa1d 1000:3:5; ctype=1 context=0xb1d 100a:1:13; 1010:2:0; off;",
     START "2 PROCESS=0x157; 2 PROCESS=0x3b6; 2 PROCESS=0x177; "
           "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " STOP_2,
     "instruction 0: expected Ownership V=1 PRV=1 scontext=0x1d, got none"},
    {"none at the end of the bytes", NULL, OWN "1000:1:0;", START,
     "instruction 0: expected Ownership V=0 PRV=0 scontext=0x1d, got none"},
};

static void ownership_is_told_when_it_changes(void **state) {
    (void)state;
    check_cases(ownership_cases, COUNT(ownership_cases));
}

/* ---- timestamps: the cycles' are 10, 20, 30, ... ---- */

#define TIMED  "trTsEnable=1 1000:3:5; 100a:1:13; idle; 1010:2:1; idle; 1000:1:0; off;"
#define TIME_A "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=10; "
#define TIME_B "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3 TSTAMP=10; "
#define TIME_C "4 B-TYPE=2 I-CNT=2 U-ADDR=8 TSTAMP=20; "
#define TIME_D "33 EVCODE=4 CDF=1 I-CNT=1 HIST=1 TSTAMP=30; "

static void with_longest_time(nt_config *config) {
    config->tstamp_w = 63;
}

static const event_case time_cases[] = {
    {"the times of events", NULL, TIMED, TIME_A TIME_B TIME_C TIME_D, "exact"},
    {"a counter that wraps", NULL, "t=0xffa trTsEnable=1 1000:3:5; 100a:1:13; 1010:2:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=0xffa; 28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3 TSTAMP=10; "
     "33 EVCODE=4 CDF=1 I-CNT=2 HIST=1 TSTAMP=20; ",
     "exact"},
    {"notify, at its own time", NULL, "trTsEnable=1 1000:3:4 notify0; idle; 1006:1:0; off;",
     TIME_A "29 SYNC=6 B-TYPE=0 I-CNT=3 F-ADDR=0x803 HIST=2 TSTAMP=10; "
            "33 EVCODE=4 CDF=1 I-CNT=1 HIST=1 TSTAMP=30",
     "exact"},
    {"DirectBranch", NULL, "btm trTsEnable=1 1000:3:5; 100a:1:13; 1010:2:0; off;",
     TIME_A "3 I-CNT=3 TSTAMP=0; 4 B-TYPE=0 I-CNT=1 U-ADDR=8 TSTAMP=10; "
            "33 EVCODE=4 CDF=0 I-CNT=2 TSTAMP=20",
     "exact"},
    {"Ownership and ResourceFull", NULL,
     "trTsEnable=1 trTeContext=1 1000:3:5; 100a:1:13; 1010:2:0; off;",
     TIME_A "2 PROCESS=2 TSTAMP=0; 27 RCODE=1 RDATA=3 TSTAMP=5; 4 B-TYPE=0 I-CNT=4 U-ADDR=8 "
            "TSTAMP=5; 33 EVCODE=4 CDF=1 I-CNT=2 HIST=1 TSTAMP=20",
     "exact"},
    {"Error", NULL, "trTsEnable=1 1000:1:0; 1002:2:5 drop; 100a:1:0 resume; off;",
     TIME_A "8 ETYPE=0 ECODE=4 TSTAMP=10; 9 SYNC=7 I-CNT=0 F-ADDR=0x805 TSTAMP=30; "
            "33 EVCODE=4 CDF=1 I-CNT=1 HIST=1 TSTAMP=10",
     "exact"},
    {"a clock that goes back", NULL, "trTsEnable=1 t=500 1000:3:5; 100a:1:13; t=3 1010:2:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=500; "
     "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3 TSTAMP=10; "
     "33 EVCODE=4 CDF=1 I-CNT=2 HIST=1 TSTAMP=0xe0f",
     "exact"},

    {"steps that are together more than 64 bits", with_longest_time,
     "trTsEnable=1 t=0 1000:3:5; t=0x3fffffffffffffff; t=0x7ffffffffffffffe; "
     "t=0x3ffffffffffffffd; t=0x7ffffffffffffffc; t=0x3ffffffffffffffb 100a:1:13; 1010:2:0; off;",
     "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=0; 27 RCODE=1 RDATA=3 TSTAMP=0x5000000000000000; "
     "4 B-TYPE=0 I-CNT=4 U-ADDR=8 TSTAMP=0x6ffffffffffffffb; "
     "33 EVCODE=4 CDF=1 I-CNT=2 HIST=1 TSTAMP=20",
     "exact"},

    {"a start's time", NULL, TIMED, "9 SYNC=5 I-CNT=0 F-ADDR=0x800 TSTAMP=11; " TIME_B,
     "instruction 0: expected the time 0xa, got 0xb (ProgTraceSync) at byte 0"},
    {"a jump's time: that of its address", NULL, TIMED,
     TIME_A "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3 TSTAMP=30; " TIME_C,
     "instruction 3: expected the time 0x14, got 0x28 (IndirectBranchHist)"},
    {"a trap's time", NULL, TIMED, TIME_A TIME_B "4 B-TYPE=2 I-CNT=2 U-ADDR=8 TSTAMP=40; " TIME_D,
     "instruction 4: expected the time 0x28, got 0x3c (IndirectBranch)"},
    {"a stop's time", NULL, TIMED,
     TIME_A TIME_B TIME_C "33 EVCODE=4 CDF=1 I-CNT=1 HIST=1 TSTAMP=31; ",
     "instruction 5: expected the time 0x46, got 0x47 (ProgTraceCorrelation)"},
    {"a branch's time", NULL, "btm trTsEnable=1 1000:3:5; 100a:1:13; 1010:2:0; off;",
     TIME_A "3 I-CNT=3 TSTAMP=1; 4 B-TYPE=0 I-CNT=1 U-ADDR=8 TSTAMP=9; ",
     "instruction 2: expected the time 0xa, got 0xb (DirectBranch)"},
    {"no TSTAMP", NULL, TIMED, TIME_A "28 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3; " TIME_C,
     "instruction 3: expected the time 0x14, got IndirectBranchHist without TSTAMP"},
    {"ResourceFull before the branches that it tells", NULL,
     "trTsEnable=1 1000:3:5; 100a:1:13; 1010:2:0; off;",
     TIME_A "27 RCODE=1 RDATA=3 TSTAMP=0xffe; 4 B-TYPE=0 I-CNT=4 U-ADDR=8 TSTAMP=12; ",
     "instruction 2: expected a time from 0xa to 0x28, got 0x8 (ResourceFull)"},
    {"Error before what it tells", NULL, "trTsEnable=1 1000:1:0; 1002:2:5 drop; off;",
     TIME_A "8 ETYPE=0 ECODE=4 TSTAMP=9; ",
     "instruction 0: expected a time from 0x14 to 0x1e, got 0x13 (Error)"},
};

static void times_are_those_of_the_events(void **state) {
    (void)state;
    check_cases(time_cases, COUNT(time_cases));
}

/* ---- B-TYPE 1, SRC ---- */

static const event_case other_cases[] = {
    {"traps as B-TYPE 1", with_btype_trap, "1000:1:2; 1010:2:1; 1000:1:0; off;",
     START "4 B-TYPE=1 I-CNT=1 U-ADDR=8; 4 B-TYPE=1 I-CNT=2 U-ADDR=8; " STOP_1, "exact"},
    {"traps as B-TYPE 3", with_btype_trap, "1000:1:2; 1010:2:0; off;",
     START "4 B-TYPE=3 I-CNT=1 U-ADDR=8; ",
     "instruction 1: expected a trap (B-TYPE=1) to 0x1010, got an interrupt (B-TYPE=3)"},
    {"SRC", NULL, "trTeSrcBits=4 trTeSrcID=5 1000:1:0; off;",
     "9 SRC=5/4 SYNC=5 I-CNT=0 F-ADDR=0x800; 33 SRC=5/4 EVCODE=4 CDF=1 I-CNT=1 HIST=1", "exact"},
    {"SRC that is inhibited", NULL, "trTeSrcBits=4 trTeSrcID=5 trTeInhibitSrc=1 1000:1:0; off;",
     START STOP_1, "exact"},
    {"a wrong SRC", NULL, "trTeSrcBits=4 trTeSrcID=5 1000:1:0; off;",
     "9 SRC=4/4 SYNC=5 I-CNT=0 F-ADDR=0x800; 33 SRC=4/4 EVCODE=4 CDF=1 I-CNT=1 HIST=1",
     "instruction 0: expected SYNC=5 at 0x1000, got the end"},
    {"SRC of another width", NULL, "trTeSrcBits=4 trTeSrcID=5 1000:1:0; off;",
     "9 SRC=5/5 SYNC=5 I-CNT=0 F-ADDR=0x800; ", "instruction 0: expected SYNC=5 at 0x1000, got"},
    {"no SRC", NULL, "trTeSrcBits=4 trTeSrcID=5 1000:1:0; off;", START STOP_1,
     "instruction 0: expected SYNC=5 at 0x1000, got"},
    {"full I-CNT as SYNC=4", NULL, "btm ntEnSyncICNT=1 1000:3:4; 1006:2:0; off;",
     START "9 SYNC=4 I-CNT=4 F-ADDR=0x804; 33 EVCODE=4 CDF=0 I-CNT=1", "exact"},
    {"full I-CNT as SYNC=4 at a wrong address", NULL, "btm ntEnSyncICNT=1 1000:3:4; 1006:2:0; off;",
     START "9 SYNC=4 I-CNT=4 F-ADDR=0x803; ",
     "instruction 3: expected 0x1008 retired, got F-ADDR is not the PC expected"},
    {"full I-CNT as SYNC=4, not set so", NULL, "btm; 1000:3:4; 1006:2:0; off;",
     START "9 SYNC=4 I-CNT=4 F-ADDR=0x804; ",
     "instruction 3: expected 0x1008 retired, got SYNC=4 at 0x1008"},
    {"full I-CNT as SYNC=4 in HTM", NULL, "ntEnSyncICNT=1 1000:3:4; 1006:2:0; off;",
     START "29 SYNC=4 B-TYPE=0 I-CNT=4 F-ADDR=0x804 HIST=2; ",
     "instruction 3: expected 0x1008 retired, got SYNC=4 at 0x1008"},
    {"full I-CNT as SYNC=4 in HTM of rc7", NULL, "ntRc7=1 ntEnSyncICNT=1 1000:3:4; 1006:2:0; off;",
     START "29 SYNC=4 B-TYPE=0 I-CNT=4 F-ADDR=0x804 HIST=2; " STOP_1, "exact"},
};

static void other_fields_are_as_the_encoder_is_set(void **state) {
    (void)state;
    check_cases(other_cases, COUNT(other_cases));
}

/* ---- periodic synchronization ---- */

#define LOOP       "1010:4:15; 1000:3:5; 100a:1:13; "
#define LOOP_START "9 SYNC=5 I-CNT=0 F-ADDR=0x808; "
#define LOOP_1     "28 B-TYPE=0 I-CNT=8 U-ADDR=0 HIST=3; "
#define LOOP_SYNC  "29 SYNC=2 B-TYPE=0 I-CNT=8 F-ADDR=0x808 HIST=3; "

/* `before` rounds of the loop, one with SYNC=2 where there are `all` more, and the others. */
static nt_verdict judge_loop(const char *field, unsigned before, unsigned all, unsigned halted) {
    nt_config config = test_config();
    config.iretire_w = 3;
    nt_verdict verdict;
    text_cycle cycle = first_cycle();
    nt_witness *witness = new_witness(&config);
    feed_cycles(witness, &cycle, field);
    for (unsigned i = 0; i < all; i++) {
        feed_cycles(witness, &cycle, LOOP);
        for (unsigned j = 0; i == 0 && j < halted; j++) {
            feed_cycles(witness, &cycle, "idle;");
        }
        feed_bytes(witness, i == 0 ? LOOP_START : i == before ? LOOP_SYNC : LOOP_1, 3, 0);
    }
    nt_witness_finish(witness, &verdict);
    nt_witness_free(witness);
    return verdict;
}

/* A round is 3 cycles, 8 half-words and 1 message; the interval is 16. */
static void periodic_synchronization_comes_when_it_is_due(void **state) {
    (void)state;
    static const struct {
        const char *field;
        unsigned right, early, late, idle;
        const char *verdict;
    } cases[] = {
        {"trTeInstSyncMode=1;", 16, 2, 120, 0, "expected SYNC=2 within 16 messages, got none"},
        {"trTeInstSyncMode=2;", 6, 2, 9, 0, "expected SYNC=2 within 16 cycles, got none within"},
        {"trTeInstSyncMode=2;", 1, 1, 4, 14, "expected SYNC=2 within 16 cycles, got none within"},
        {"trTeInstSyncMode=3;", 4, 0, 12, 0, "expected SYNC=2 within 16 half-words, got none"},
        {"trTeInstSyncMode=0;", 0, 5, 0, 0, ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        nt_verdict verdict =
            judge_loop(cases[i].field, cases[i].right, cases[i].right + 1, cases[i].idle);
        assert_false(verdict.differs);
        assert_int_equal(verdict.by_sync[2], cases[i].right != 0);
        if (cases[i].early != 0 && cases[i].early != cases[i].right) {
            verdict = judge_loop(cases[i].field, cases[i].early, cases[i].early + 1, 0);
            assert_non_null(strstr(verdict.roundtrip, "got SYNC=2 at 0x1010"));
        }
        if (cases[i].late != 0) {
            verdict = judge_loop(cases[i].field, cases[i].late, cases[i].late, cases[i].idle);
            if (strstr(verdict.roundtrip, cases[i].verdict) == NULL) {
                print_message("%s %s\n", cases[i].field, verdict.roundtrip);
            }
            assert_non_null(strstr(verdict.roundtrip, cases[i].verdict));
        }
    }
}

static void the_verdict_counts_what_was_as_expected(void **state) {
    (void)state;
    nt_config config = test_config();
    nt_verdict verdict;
    text_cycle cycle = first_cycle();
    nt_witness *witness = new_witness(&config);
    feed_cycles(witness, &cycle, "trTsEnable=1 " TO_TRAP);
    feed_bytes(witness,
               TIME_A "2 PROCESS=0x3a2 TSTAMP=0; 4 B-TYPE=2 I-CNT=1 U-ADDR=8 TSTAMP=0; "
                      "2 PROCESS=0xc TSTAMP=10; 33 EVCODE=4 CDF=1 I-CNT=2 HIST=1 TSTAMP=10",
               4, 0);
    nt_witness_finish(witness, &verdict);
    nt_witness_free(witness);
    assert_string_equal(verdict.roundtrip, "exact");
    assert_int_equal(verdict.ownerships, 2);
    assert_int_equal(verdict.times, 5);
    assert_int_equal(verdict.by_sync[5], 1);
}

/* While all was sent and tracing is off, what messages look like may change. */
static void settings_change_between_two_streams(void **state) {
    (void)state;
    nt_config config = test_config();
    nt_verdict verdict;
    text_cycle cycle = first_cycle();
    nt_witness *witness = new_witness(&config);
    feed_cycles(witness, &cycle, "1000:1:0; off; idle;");
    feed_bytes(witness, START STOP_1, 3, 0);
    feed_cycles(witness, &cycle, "trTeSrcBits=4 trTeSrcID=5; on 1000:1:0; off;");
    feed_bytes(witness,
               "9 SRC=5/4 SYNC=5 I-CNT=0 F-ADDR=0x800; 33 SRC=5/4 EVCODE=4 CDF=1 I-CNT=1 HIST=1", 3,
               0);
    nt_witness_finish(witness, &verdict);
    nt_witness_free(witness);
    assert_string_equal(verdict.roundtrip, "exact");
    assert_int_equal(verdict.rules_broken, 0);
    assert_int_equal(verdict.instructions, 2);
    assert_int_equal(verdict.messages, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triggers_are_told_where_they_fired),
        cmocka_unit_test(targets_that_are_inferred_may_be_in_no_message),
        cmocka_unit_test(ownership_is_told_when_it_changes),
        cmocka_unit_test(times_are_those_of_the_events),
        cmocka_unit_test(other_fields_are_as_the_encoder_is_set),
        cmocka_unit_test(periodic_synchronization_comes_when_it_is_due),
        cmocka_unit_test(the_verdict_counts_what_was_as_expected),
        cmocka_unit_test(settings_change_between_two_streams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
