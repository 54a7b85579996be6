/* SPDX-License-Identifier: Apache-2.0 */
/* Judges synchronizing messages: their reasons, where tracing starts, and how often they come. */
#include "libntrace/messages/tables.h"
#include "sim/check/check_internal.h"

#include <inttypes.h>

enum {
    SYNC_EXTERNAL = 0,
    SYNC_RESET = 1,
    SYNC_PERIODIC = 2,
    SYNC_DEBUG = 3,
    SYNC_ICNT = 4,
    SYNC_ENABLE = 5,
    SYNC_EVENT = 6,
    SYNC_OVERRUN = 7,
    SYNC_POWER = 9,
    SYNC_VENDOR = 14, /* and up */
};

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
static bool is_first(const nt_check_stream *s) {
    return !s->begun && !s->stopped && !s->after_error;
}

/* The first message of a capture, out of reset or low power: it reports what ran until then, so
   that was traced before the capture began. */
static bool is_cut_reset(const nt_check *check, const nt_message *message, uint64_t sync) {
    const nt_check_stream *s = check->stream;
    return is_first(s) && (sync == SYNC_RESET || sync == SYNC_POWER) &&
           (message->value[NT_FIELD_ICNT] != 0 || message->value[NT_FIELD_HIST] > 1);
}

static void judge_start(nt_check *check, const nt_message *message, uint64_t sync) {
    const nt_check_stream *s = check->stream;
    if (!s->begun) {
        nt_check_judge(check, NT_RULE_START_SYNC, true, "-");
    }
    if (is_first(s) &&
        ((!is_start_reason(sync) && sync < SYNC_VENDOR) || is_cut_reset(check, message, sync))) {
        nt_check_use(check, NT_FREEDOM_CAPTURE_MIDDLE, "the stream begins with SYNC=%" PRIu64,
                     sync);
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
    if (!is_cut_reset(check, message, sync) &&
        (s->begun || s->after_error || sync == SYNC_OVERRUN || is_start_reason(sync))) {
        nt_check_judge(check, NT_RULE_START_MESSAGE, message->tcode == NT_TCODE_PROG_TRACE_SYNC,
                       "tracing starts with %s", name_of(message));
        if (message->tcode != NT_TCODE_PROG_TRACE_SYNC) {
            nt_check_use(check, NT_FREEDOM_START_BRANCH, "tracing starts with %s",
                         name_of(message));
        }
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

/* Tracing starts again, whether its stop was reported or not: before debug mode too it may have
   been disabled, and enabled while there. */
static void judge_enable(nt_check *check, const nt_message *message, uint64_t sync) {
    const nt_check_stream *s = check->stream;
    bool stopped = !s->tracing || s->doubt;
    nt_check_judge(check, NT_RULE_SYNC_ENABLE, stopped,
                   "SYNC=%" PRIu64 " while tracing has not stopped", sync);
    if (stopped) {
        return;
    }
    if (message->tcode == NT_TCODE_PROG_TRACE_SYNC) {
        nt_check_judge(check, NT_RULE_START_ICNT, message->value[NT_FIELD_ICNT] == 0,
                       "tracing starts with I-CNT=%" PRIu64, message->value[NT_FIELD_ICNT]);
    }
    nt_check_use(check, NT_FREEDOM_STOP_OFF,
                 "SYNC=%" PRIu64 ", and no ProgTraceCorrelation before it", sync);
}

/* What the reason says of where it may come. */
static void judge_reason(nt_check *check, const nt_message *message, uint64_t sync) {
    const nt_check_stream *s = check->stream;
    if (sync == SYNC_OVERRUN) {
        nt_check_judge(check, NT_RULE_ERROR_OVERRUN,
                       s->after_error || s->after_vendor_error || is_cut_off(check) ||
                           (!s->begun && !s->stopped),
                       "SYNC=7 without Error right before it");
    }
    if (sync == SYNC_PERIODIC && check->options.known.trTeInstSyncMode) {
        nt_check_judge(check, NT_RULE_SYNC_PERIODIC, check->options.control.trTeInstSyncMode != 0,
                       "SYNC=2 while trTeInstSyncMode is 0");
    }
    if (sync == SYNC_DEBUG) {
        nt_check_judge(check, NT_RULE_SYNC_DEBUG,
                       !s->tracing || s->doubt || message->value[NT_FIELD_ICNT] == 0,
                       "SYNC=3 with I-CNT=%" PRIu64 " while tracing has not stopped",
                       message->value[NT_FIELD_ICNT]);
    }
    if (sync == SYNC_ENABLE || (sync == SYNC_DEBUG && message->value[NT_FIELD_ICNT] == 0)) {
        judge_enable(check, message, sync);
    }
    if ((sync == SYNC_RESET || sync == SYNC_POWER) && s->tracing && !s->doubt) {
        nt_check_use(check, NT_FREEDOM_STOP_RESET, "SYNC=%" PRIu64 " while tracing has not stopped",
                     sync);
    }
    if (sync == SYNC_ICNT) {
        nt_check_use(check, NT_FREEDOM_SYNC_ICNT, "SYNC=4");
    }
    if (sync == SYNC_ICNT && s->tracing) {
        nt_check_judge(check, NT_RULE_ICNT_SYNC, message->value[NT_FIELD_ICNT] != 0 || s->icnt != 0,
                       "SYNC=4 with I-CNT=0");
    }
}

/* The mode changes only while nothing is traced. */
static void start_mode(nt_check_stream *s) {
    s->mode = NT_CHECK_MODE_UNKNOWN;
    s->icnt_sync = false;
    s->direct_sync = false;
    s->traces++;
}

void nt_check_sync(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    uint64_t sync = message->value[NT_FIELD_SYNC];
    judge_reason(check, message, sync);
    if (sync == SYNC_OVERRUN) {
        s->tracing = s->tracing && !s->after_vendor_error; /* what that reports was a loss */
    }
    /* Out of a reset, or after a stop without a message, what was counted may be lost. */
    bool anew = is_start_reason(sync) && message->value[NT_FIELD_ICNT] == 0;
    bool ends = s->tracing && is_start_reason(sync); /* a trace, and another starts */
    if (s->tracing && !anew) {
        nt_check_counters(check, message);
    }
    if (!s->tracing) {
        judge_start(check, message, sync);
        start_mode(s);
    }
    s->icnt = 0;
    s->hist_bits = 0;
    nt_check_mode_of(check, message);
    const nt_check_mode mode = nt_check_mode_now(check);
    if (sync == SYNC_ICNT && mode != NT_CHECK_MODE_UNKNOWN) {
        nt_check_judge(check, NT_RULE_SYNC_ICNT, mode == NT_CHECK_BTM, "SYNC=4 in HTM");
    }
    s->icnt_sync = s->icnt_sync || (sync == SYNC_ICNT && mode == NT_CHECK_MODE_UNKNOWN);
    if ((sync == SYNC_EVENT || sync == SYNC_EXTERNAL) && s->tracing && mode == NT_CHECK_HTM) {
        nt_check_judge(check, sync == SYNC_EVENT ? NT_RULE_SYNC_EVENT : NT_RULE_SYNC_TRIGGER,
                       message->tcode != NT_TCODE_PROG_TRACE_SYNC,
                       "SYNC=%" PRIu64 " in ProgTraceSync in HTM", sync);
    }
    s->begun = true;
    s->referenced = true;
    s->tracing = true;
    s->stopped = false;
    if (ends) {
        start_mode(s);
    }
    nt_check_recover(check);
    s->messages = 0;
    s->half_words = 0;
}

enum { EVERY_MESSAGES = 1, EVERY_HALF_WORDS = 3, LEAST_INTERVAL = 4, MOST_INTERVALS = 4 };
enum { LONG_CYCLE = 1024 }; /* more half-words than retire in a cycle or two */

/* Counted by messages or half-words, synchronization can be seen to stay away. */
void nt_check_interval(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    const nt_control *control = &check->options.control;
    if (nt_message_has(message, NT_FIELD_SYNC) || nt_check_is_vendor_error(message)) {
        return;
    }
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
