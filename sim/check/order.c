#include "libntrace/messages/tables.h"
#include "sim/check/check_internal.h"

#include <inttypes.h>

enum {
    SYNC_EXTERNAL = 0,
    SYNC_PERIODIC = 2,
    SYNC_DEBUG = 3,
    SYNC_ICNT = 4,
    SYNC_ENABLE = 5,
    SYNC_EVENT = 6,
    SYNC_OVERRUN = 7,
    SYNC_VENDOR = 14, /* and up */
};

enum { EVCODE_DISABLED = 4 };

/* SYNC values with which tracing starts, besides 7 and those of vendors: reset, debug, enable,
   power. */
static const uint16_t start_reasons = 1u << 1 | 1u << 3 | 1u << 5 | 1u << 9;

static bool is_start_reason(uint64_t sync) {
    return (start_reasons >> sync & 1) != 0;
}

/* Of these, where the hart itself starts anew: reset, debug, power. With others the next branch
   message may be the one that has SYNC, and tell what ran since the start. */
static bool is_fresh_start(uint64_t sync) {
    return is_start_reason(sync) && sync != SYNC_ENABLE;
}

static const char *name_of(const nt_message *message) {
    return nt_message_layouts[message->tcode].name;
}

/* ---- counters ---- */

static unsigned hist_bits(uint64_t hist) {
    return hist == 0 ? 0 : 63u - (unsigned)__builtin_clzll(hist);
}

/* What a pattern's repetitions need more than one message for fills all of these but the last. */
static void judge_split(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    bool repeated = message->tcode == NT_TCODE_RESOURCE_FULL && message->value[NT_FIELD_RCODE] == 2;
    uint64_t pattern = repeated ? message->value[NT_FIELD_RDATA] : 0;
    uint64_t repeats = message->value[NT_FIELD_HREPEAT];
    if (pattern != 0 && pattern == s->pattern) {
        nt_check_judge(check, NT_RULE_REPEAT_SPLIT, repeats <= s->repeats,
                       "HREPEAT=%" PRIu64 " after %" PRIu64 " of the same pattern", repeats,
                       s->repeats);
    }
    s->pattern = pattern;
    s->repeats = repeats;
}

static void count_full(nt_check_stream *s, const nt_message *message) {
    uint64_t rdata = message->value[NT_FIELD_RDATA];
    switch (message->value[NT_FIELD_RCODE]) {
    case 0:
        s->icnt += rdata;
        s->half_words += rdata;
        break;
    case 1:
        s->hist_bits += hist_bits(rdata);
        break;
    default:
        s->hist_bits += hist_bits(rdata) * message->value[NT_FIELD_HREPEAT];
        break;
    }
}

/* A message that tells I-CNT ends what ResourceFull messages before it have begun. */
static void judge_counters(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    uint64_t icnt = message->value[NT_FIELD_ICNT];
    bool jump = (message->tcode == NT_TCODE_INDIRECT_BRANCH ||
                 message->tcode == NT_TCODE_INDIRECT_BRANCH_HIST) &&
                message->value[NT_FIELD_BTYPE] == 0;
    /* ResourceFull just before may have counted the last instruction. */
    if (!s->doubt && !s->after_icnt) {
        if (message->tcode == NT_TCODE_DIRECT_BRANCH) {
            nt_check_judge(check, NT_RULE_ICNT_BRANCH, icnt != 0, "DirectBranch with I-CNT=0");
        }
        if (jump) {
            bool hist = message->tcode == NT_TCODE_INDIRECT_BRANCH_HIST;
            nt_check_judge(check, hist ? NT_RULE_ICNT_JUMP_HIST : NT_RULE_ICNT_JUMP, icnt != 0,
                           "%s with B-TYPE=0 and I-CNT=0", name_of(message));
        }
    }
    s->half_words += icnt;
    icnt += s->icnt;
    uint64_t bits =
        s->hist_bits +
        hist_bits(nt_message_has(message, NT_FIELD_HIST) ? message->value[NT_FIELD_HIST] : 1);
    if (!s->doubt && bits != 0) {
        nt_check_judge(check, NT_RULE_ICNT_HIST, icnt >= bits + jump,
                       "I-CNT of %" PRIu64 " covers %" PRIu64 " history bits%s", icnt, bits,
                       jump ? " and a jump" : "");
    }
    s->icnt = 0;
    s->hist_bits = 0;
}

/* ---- kinds of messages ---- */

static void judge_start(nt_check *check, const nt_message *message, uint64_t sync) {
    const nt_check_stream *s = check->stream;
    if (!s->begun) {
        nt_check_judge(check, NT_RULE_START_SYNC, true, "-");
    }
    if (s->stopped) {
        nt_check_judge(check, NT_RULE_STOP_NEXT, true, "-");
        nt_check_judge(check, NT_RULE_START_REASON, sync != SYNC_PERIODIC,
                       "tracing restarts with SYNC=2");
        nt_check_judge(check, NT_RULE_START_ICNT_FULL, sync != SYNC_ICNT,
                       "tracing restarts with SYNC=4");
        nt_check_judge(check, NT_RULE_START_EVENT, sync != SYNC_EVENT,
                       "tracing restarts with SYNC=6");
        nt_check_judge(check, NT_RULE_START_EXTERNAL, sync != SYNC_EXTERNAL,
                       "tracing restarts with SYNC=0");
    }
    if (s->after_error) {
        nt_check_judge(check, NT_RULE_ERROR_SYNC,
                       sync == SYNC_OVERRUN || is_start_reason(sync) || sync >= SYNC_VENDOR,
                       "SYNC=%" PRIu64 " after Error", sync);
    }
    /* A capture may begin in the middle; then its first message is no start. */
    if (s->begun || s->after_error || sync == SYNC_OVERRUN || is_start_reason(sync)) {
        nt_check_judge(check, NT_RULE_START_MESSAGE, message->tcode == NT_TCODE_PROG_TRACE_SYNC,
                       "tracing starts with %s", name_of(message));
        if (is_fresh_start(sync)) {
            nt_check_judge(check, NT_RULE_START_BTYPE, message->value[NT_FIELD_BTYPE] == 0,
                           "tracing starts with B-TYPE=%" PRIu64, message->value[NT_FIELD_BTYPE]);
        }
        if (is_fresh_start(sync) || message->tcode == NT_TCODE_PROG_TRACE_SYNC) {
            nt_check_judge(check, NT_RULE_START_ICNT, message->value[NT_FIELD_ICNT] == 0,
                           "tracing starts with I-CNT=%" PRIu64, message->value[NT_FIELD_ICNT]);
        }
    }
}

/* The messages before may have been overwritten. */
static bool is_cut_off(const nt_check *check) {
    return check->options.wrapped && check->stream->doubt && !check->stream->blamed;
}

/* What the reason says of where it may come. */
static void judge_reason(nt_check *check, const nt_message *message, uint64_t sync) {
    const nt_check_stream *s = check->stream;
    if (sync == SYNC_OVERRUN) {
        nt_check_judge(check, NT_RULE_ERROR_OVERRUN,
                       s->after_error || is_cut_off(check) || (!s->begun && !s->stopped),
                       "SYNC=7 without Error right before it");
    }
    if (sync == SYNC_PERIODIC && check->options.known.trTeInstSyncMode) {
        nt_check_judge(check, NT_RULE_SYNC_PERIODIC, check->options.control.trTeInstSyncMode != 0,
                       "SYNC=2 while trTeInstSyncMode is 0");
    }
    if (sync == SYNC_DEBUG) {
        nt_check_judge(check, NT_RULE_SYNC_DEBUG, !s->tracing || s->doubt,
                       "SYNC=3 while tracing has not stopped");
    }
    if (sync == SYNC_ENABLE) {
        nt_check_judge(check, NT_RULE_SYNC_ENABLE, !s->tracing || s->doubt,
                       "SYNC=5 while tracing has not stopped");
    }
    if (sync == SYNC_ICNT && s->tracing && !s->after_icnt) {
        nt_check_judge(check, NT_RULE_ICNT_SYNC, message->value[NT_FIELD_ICNT] != 0,
                       "SYNC=4 with I-CNT=0");
    }
}

static void judge_sync(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    uint64_t sync = message->value[NT_FIELD_SYNC];
    judge_reason(check, message, sync);
    /* Out of a reset, or after a stop without a message, what was counted may be lost. */
    bool anew = is_start_reason(sync) && message->value[NT_FIELD_ICNT] == 0;
    bool ends = s->tracing && is_start_reason(sync); /* a trace, and another starts */
    if (s->tracing && !anew) {
        judge_counters(check, message);
    }
    if (!s->tracing) {
        judge_start(check, message, sync);
        s->mode = NT_CHECK_MODE_UNKNOWN;
        s->icnt_sync = false;
    }
    s->icnt = 0;
    s->hist_bits = 0;
    nt_check_mode_of(check, message);
    if (sync == SYNC_ICNT && s->mode != NT_CHECK_MODE_UNKNOWN) {
        nt_check_judge(check, NT_RULE_SYNC_ICNT, s->mode == NT_CHECK_BTM, "SYNC=4 in HTM");
    }
    s->icnt_sync = s->icnt_sync || sync == SYNC_ICNT;
    if ((sync == SYNC_EVENT || sync == SYNC_EXTERNAL) && s->tracing && s->mode == NT_CHECK_HTM) {
        nt_check_judge(check, sync == SYNC_EVENT ? NT_RULE_SYNC_EVENT : NT_RULE_SYNC_TRIGGER,
                       message->tcode != NT_TCODE_PROG_TRACE_SYNC,
                       "SYNC=%" PRIu64 " in ProgTraceSync in HTM", sync);
    }
    s->begun = true;
    s->referenced = true;
    s->tracing = true;
    s->stopped = false;
    if (ends) {
        s->mode = NT_CHECK_MODE_UNKNOWN;
        s->icnt_sync = false;
    }
    nt_check_recover(check);
    s->messages = 0;
    s->half_words = 0;
}

enum { EVERY_MESSAGES = 1, EVERY_HALF_WORDS = 3, LEAST_INTERVAL = 4, MOST_INTERVALS = 4 };
enum { LONG_CYCLE = 1024 }; /* more half-words than retire in a cycle or two */

/* Counted by messages or half-words, synchronization can be seen to stay away. */
static void judge_interval(nt_check *check) {
    nt_check_stream *s = check->stream;
    const nt_control *control = &check->options.control;
    s->messages++;
    if (!check->options.known.trTeInstSyncMode || !check->options.known.trTeInstSyncMax ||
        !s->tracing) {
        return;
    }
    if (control->trTeInstSyncMode == EVERY_MESSAGES) {
        nt_check_judge(check, NT_RULE_SYNC_INTERVAL,
                       s->messages >> (control->trTeInstSyncMax + LEAST_INTERVAL) < MOST_INTERVALS,
                       "%" PRIu64 " messages since the latest synchronization", s->messages);
    }
    if (control->trTeInstSyncMode == EVERY_HALF_WORDS) {
        uint64_t most = (uint64_t)MOST_INTERVALS << (control->trTeInstSyncMax + LEAST_INTERVAL);
        nt_check_judge(check, NT_RULE_SYNC_INTERVAL_ICNT, s->half_words < most + LONG_CYCLE,
                       "%" PRIu64 " half-words since the latest synchronization", s->half_words);
    }
}

static void judge_stop(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    uint64_t cdf = message->value[NT_FIELD_CDF];
    if (s->tracing) {
        judge_counters(check, message);
        if (s->mode == NT_CHECK_BTM) {
            nt_check_judge(check, NT_RULE_MODE_CDF_BTM, cdf == 0, "CDF=1 in BTM");
        } else if (s->mode == NT_CHECK_HTM) {
            nt_check_judge(check, NT_RULE_MODE_CDF_HTM, cdf == 1, "CDF=0 in HTM");
        }
        if (cdf == 1) {
            nt_check_settle_mode(check, NT_CHECK_HTM);
        }
    } else if (!s->doubt) {
        bool hist = cdf == 1 && message->value[NT_FIELD_HIST] > 1;
        nt_check_judge(check, NT_RULE_STOP_IDLE, message->value[NT_FIELD_ICNT] == 0 && !hist,
                       "ProgTraceCorrelation with I-CNT=%" PRIu64 "%s while nothing is traced",
                       message->value[NT_FIELD_ICNT], hist ? " and history" : "");
    }
    uint64_t evcode = message->value[NT_FIELD_EVCODE];
    nt_check_judge(check, NT_RULE_STOP_AGAIN,
                   !s->stopped || s->doubt || s->evcode != EVCODE_DISABLED ||
                       evcode != EVCODE_DISABLED,
                   "EVCODE=4 while tracing was disabled already");
    s->tracing = false;
    s->stopped = true;
    s->evcode = (uint8_t)evcode;
}

/* Branch messages, ResourceFull and RepeatBranch. */
static void judge_flow(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    if (nt_message_has(message, NT_FIELD_UADDR)) {
        nt_check_judge(check, NT_RULE_START_REFERENCE, s->referenced || s->doubt,
                       "%s before the first F-ADDR", name_of(message));
    }
    if (!s->begun && !s->doubt && !nt_message_has(message, NT_FIELD_UADDR)) {
        nt_check_judge(check, NT_RULE_START_SYNC, false, "%s starts the stream", name_of(message));
    } else if (s->stopped && !s->doubt) {
        nt_check_judge(check, NT_RULE_STOP_NEXT, false, "%s after ProgTraceCorrelation",
                       name_of(message));
    }
    s->begun = true;
    s->stopped = false;
    nt_check_mode_of(check, message);
    if (message->tcode == NT_TCODE_RESOURCE_FULL) {
        count_full(s, message);
    } else if (message->tcode == NT_TCODE_REPEAT_BRANCH) {
        nt_check_judge(check, NT_RULE_REPEAT_PREVIOUS, s->repeatable != 0 || s->doubt,
                       "RepeatBranch does not follow a branch message%s",
                       check->options.version == NT_SPEC_RC7 ? "" : " without SYNC");
        nt_check_judge(check, NT_RULE_REPEAT_COUNT, message->value[NT_FIELD_BCNT] != 0, "B-CNT=0");
    } else {
        judge_counters(check, message);
    }
}

static void judge_after_error(nt_check *check, const nt_message *message) {
    bool held = nt_message_has(message, NT_FIELD_SYNC) || message->tcode == NT_TCODE_ERROR ||
                message->tcode == NT_TCODE_PROG_TRACE_CORRELATION;
    nt_check_judge(check, NT_RULE_ERROR_NEXT, held, "%s after Error", name_of(message));
    if (!held) {
        nt_check_doubt(check, check->message);
    }
}

static void judge_btype(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    uint64_t btype = message->value[NT_FIELD_BTYPE];
    if (!nt_message_has(message, NT_FIELD_BTYPE) || btype == 0) {
        return;
    }
    s->btypes |= (uint8_t)(1u << btype);
    if (btype == 1) {
        nt_check_use(check, NT_FREEDOM_TRAP_BTYPE, "a trap is reported by B-TYPE=1");
    }
    if (check->options.btype != 0) {
        nt_check_judge(check, NT_RULE_CODE_BTYPE_BUILD, (check->options.btype >> btype & 1) != 0,
                       "B-TYPE=%" PRIu64 " from an encoder that tells traps by %s", btype,
                       check->options.btype == 1u << 1 ? "1" : "2 and 3");
    }
    nt_check_judge(check, NT_RULE_CODE_BTYPE, (s->btypes & 2) == 0 || (s->btypes & 12) == 0,
                   "B-TYPE=%" PRIu64 " beside %s", btype, btype == 1 ? "2 or 3" : "1");
}

static void judge_error(nt_check *check) {
    if (check->options.known.trTeInstStallEna) {
        nt_check_judge(check, NT_RULE_ERROR_STALL, !check->options.control.trTeInstStallEna,
                       "Error while trTeInstStallEna is 1");
    }
    check->stream->tracing = false;
    check->stream->stopped = false;
}

/* What RepeatBranch would repeat if it came next: a TCODE, or 0. */
static uint8_t repeatable(const nt_check *check, const nt_message *message) {
    switch (message->tcode) {
    case NT_TCODE_DIRECT_BRANCH:
    case NT_TCODE_INDIRECT_BRANCH:
    case NT_TCODE_INDIRECT_BRANCH_HIST:
        return message->tcode;
    case NT_TCODE_REPEAT_BRANCH:
    case NT_TCODE_OWNERSHIP:
        return check->stream->repeatable;
    default: /* in rc7 branch messages with SYNC are branch messages, and markers reset nothing */
        if (!nt_message_has(message, NT_FIELD_SYNC) || check->options.version != NT_SPEC_RC7) {
            return 0;
        }
        if (nt_tcode_without_sync(message->tcode) != 0) {
            return nt_tcode_without_sync(message->tcode);
        }
        return nt_sync_is_marker(message->value[NT_FIELD_SYNC]) ? check->stream->repeatable : 0;
    }
}

void nt_check_order(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    if (s->after_error) {
        judge_after_error(check, message);
    }
    nt_check_ownership(check, message);
    if (check->options.format.tstamp) {
        nt_check_time(check, message);
    }
    nt_check_set_mode(check, message);
    judge_split(check, message);
    judge_btype(check, message);
    if (nt_message_has(message, NT_FIELD_SYNC)) {
        judge_sync(check, message);
    } else if (message->tcode == NT_TCODE_PROG_TRACE_CORRELATION) {
        judge_stop(check, message);
    } else if (message->tcode == NT_TCODE_ERROR) {
        judge_error(check);
    } else if (message->tcode != NT_TCODE_OWNERSHIP) {
        judge_flow(check, message);
    }
    if (!nt_message_has(message, NT_FIELD_SYNC)) {
        judge_interval(check);
    }
    s->after_error = message->tcode == NT_TCODE_ERROR;
    s->after_icnt = message->tcode == NT_TCODE_RESOURCE_FULL && message->value[NT_FIELD_RCODE] == 0;
    s->repeatable = repeatable(check, message);
    s->previous = message->tcode == NT_TCODE_REPEAT_BRANCH ? s->repeatable : message->tcode;
}
