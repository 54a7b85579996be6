/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/tables.h"
#include "sim/check/check_internal.h"

#include <inttypes.h>

enum { EVCODE_DISABLED = 4 };

static const char *name_of(const nt_message *message) {
    return nt_message_layouts[message->tcode].name;
}
static void judge_stop(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    uint64_t cdf = message->value[NT_FIELD_CDF];
    if (s->tracing) {
        nt_check_counters(check, message);
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
        nt_check_count_full(check, message);
    } else if (message->tcode == NT_TCODE_REPEAT_BRANCH) {
        nt_check_judge(check, NT_RULE_REPEAT_PREVIOUS, s->repeatable != 0 || s->doubt,
                       "RepeatBranch does not follow a branch message%s",
                       check->options.version == NT_SPEC_RC7 ? "" : " without SYNC");
        nt_check_judge(check, NT_RULE_REPEAT_COUNT, message->value[NT_FIELD_BCNT] != 0, "B-CNT=0");
    } else {
        nt_check_counters(check, message);
    }
}

static void judge_after_error(nt_check *check, const nt_message *message) {
    bool held = nt_message_has(message, NT_FIELD_SYNC) || message->tcode == NT_TCODE_ERROR ||
                message->tcode == NT_TCODE_PROG_TRACE_CORRELATION;
    nt_check_judge(check, NT_RULE_ERROR_NEXT, held, "%s after Error", name_of(message));
    if (held && !nt_message_has(message, NT_FIELD_SYNC)) {
        nt_check_use(check, NT_FREEDOM_ERROR_STOP, "%s after Error", name_of(message));
    }
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
    if (check->options.format.tstamp) {
        nt_check_time(check, message);
    }
    if (nt_check_is_vendor_error(message)) {
        s->after_vendor_error = true;
        return;
    }
    if (s->after_error) {
        judge_after_error(check, message);
    }
    nt_check_ownership(check, message);
    nt_check_set_mode(check, message);
    nt_check_split(check, message);
    judge_btype(check, message);
    if (nt_message_has(message, NT_FIELD_SYNC)) {
        nt_check_sync(check, message);
    } else if (message->tcode == NT_TCODE_PROG_TRACE_CORRELATION) {
        judge_stop(check, message);
    } else if (message->tcode == NT_TCODE_ERROR) {
        judge_error(check);
    } else if (message->tcode != NT_TCODE_OWNERSHIP) {
        judge_flow(check, message);
    }
    s->after_error = message->tcode == NT_TCODE_ERROR;
    s->after_vendor_error = false;
    s->repeatable = repeatable(check, message);
    s->previous = message->tcode == NT_TCODE_REPEAT_BRANCH ? s->repeatable : message->tcode;
}
