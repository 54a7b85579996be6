/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/tables.h"
#include "sim/check/check_internal.h"

enum { MODE_BTM = 3, MODE_HTM = 6 }; /* trTeInstMode */

static const char *name_of(const nt_message *message) {
    return nt_message_layouts[message->tcode].name;
}

void nt_check_settle_mode(nt_check *check, nt_check_mode mode) {
    nt_check_stream *s = check->stream;
    if (s->mode == NT_CHECK_MODE_UNKNOWN && mode == NT_CHECK_HTM && s->icnt_sync) {
        nt_check_judge(check, NT_RULE_SYNC_ICNT, false, "SYNC=4 came earlier in this HTM trace");
    }
    if (s->mode == NT_CHECK_MODE_UNKNOWN && mode == NT_CHECK_HTM && s->direct_sync) {
        nt_check_judge_at(check, NT_RULE_MODE_DIRECT_SYNC, false, s->direct_sync_at,
                          "DirectBranchSync in a trace that has HIST later");
        nt_check_use_at(check, NT_FREEDOM_SYNC_DIRECT, s->direct_sync_at,
                        "DirectBranchSync in HTM");
    }
    if (s->mode == NT_CHECK_MODE_UNKNOWN) {
        s->mode = (uint8_t)mode;
    }
}

void nt_check_take_mode(nt_check *check, uint32_t mode) {
    check->mode = mode;
    nt_check_forget_known(check);
}

uint32_t nt_check_given_mode(const nt_check *check) {
    return check->mode != 0                         ? check->mode
           : check->options.known.trTeInstMode != 0 ? check->options.control.trTeInstMode
                                                    : 0;
}

nt_check_mode nt_check_mode_now(const nt_check *check) {
    const nt_check_mode seen = (nt_check_mode)check->stream->mode;
    const uint32_t given = nt_check_given_mode(check);
    return seen != NT_CHECK_MODE_UNKNOWN ? seen
           : given == MODE_HTM           ? NT_CHECK_HTM
           : given == MODE_BTM           ? NT_CHECK_BTM
                                         : NT_CHECK_MODE_UNKNOWN;
}

/* A stop without history is one of BTM. */
static nt_check_mode known_mode(const nt_check *check, const nt_message *message) {
    const uint32_t mode = nt_check_given_mode(check);
    const bool plain_stop =
        message->tcode == NT_TCODE_PROG_TRACE_CORRELATION && message->value[NT_FIELD_CDF] == 0;
    return mode == MODE_BTM   ? NT_CHECK_BTM
           : mode == MODE_HTM ? NT_CHECK_HTM
           : check->stream->mode == NT_CHECK_MODE_UNKNOWN && plain_stop
               ? NT_CHECK_BTM
               : (nt_check_mode)check->stream->mode;
}

nt_bin_mode nt_check_bin_of(const nt_check *check, const nt_message *message) {
    return known_mode(check, message) == NT_CHECK_HTM ? NT_BIN_HTM : NT_BIN_BTM;
}

void nt_check_count(nt_check *check, const nt_message *message, const nt_message_places *places) {
    nt_check_stream *s = check->stream;
    if (known_mode(check, message) == NT_CHECK_MODE_UNKNOWN) {
        if (message->tcode == NT_TCODE_PROG_TRACE_SYNC) {
            s->uncounted_count = 0; /* those before it were maybe of another mode */
        }
        if (s->uncounted_count < NT_CHECK_UNCOUNTED) {
            s->uncounted[s->uncounted_count++] = *message;
        }
        return;
    }
    const nt_bin_mode bin = nt_check_bin_of(check, message);
    for (unsigned i = 0; i < s->uncounted_count; i++) {
        nt_message_bins_count(&check->bins, bin, &s->uncounted[i]);
    }
    s->uncounted_count = 0;
    if (places != NULL) {
        nt_message_bins_add(&check->bins, bin, places, 1);
    } else {
        nt_message_bins_count(&check->bins, bin, message);
    }
}

void nt_check_set_mode(nt_check *check, const nt_message *message) {
    uint32_t mode = nt_check_given_mode(check);
    bool stop = message->tcode == NT_TCODE_PROG_TRACE_CORRELATION;
    bool history =
        nt_message_has(message, NT_FIELD_HIST) ||
        (message->tcode == NT_TCODE_RESOURCE_FULL && message->value[NT_FIELD_RCODE] != 0);
    if (mode == MODE_BTM) {
        nt_check_judge(check, NT_RULE_MODE_BTM, !history, "%s with HIST while trTeInstMode is 3",
                       name_of(message));
    } else if (mode == MODE_HTM) {
        nt_check_judge(check, NT_RULE_MODE_HTM,
                       message->tcode != NT_TCODE_DIRECT_BRANCH && (!stop || history),
                       "%s without HIST while trTeInstMode is 6", name_of(message));
    }
}

static void judge_hist(nt_check *check, const nt_message *message, nt_rule_id rule) {
    nt_check_judge(check, rule, check->stream->mode != NT_CHECK_BTM,
                   "%s with HIST in a trace that has had DirectBranch", name_of(message));
    nt_check_settle_mode(check, NT_CHECK_HTM);
}

void nt_check_mode_of(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    uint64_t rcode = message->value[NT_FIELD_RCODE];
    bool htm = nt_check_mode_now(check) == NT_CHECK_HTM;
    switch (message->tcode) {
    case NT_TCODE_DIRECT_BRANCH:
        nt_check_judge(check, NT_RULE_MODE_DIRECT, s->mode != NT_CHECK_HTM,
                       "DirectBranch in a trace that has had HIST");
        nt_check_settle_mode(check, NT_CHECK_BTM);
        break;
    case NT_TCODE_DIRECT_BRANCH_SYNC:
        nt_check_judge(check, NT_RULE_MODE_DIRECT_SYNC, !htm || !s->tracing,
                       "DirectBranchSync in HTM");
        if (htm && s->tracing) {
            nt_check_use(check, NT_FREEDOM_SYNC_DIRECT, "DirectBranchSync in HTM");
        }
        if (s->tracing && !htm &&
            !s->direct_sync) { /* where tracing starts it may stand for another */
            s->direct_sync = true;
            s->direct_sync_at = check->message;
        }
        break;
    case NT_TCODE_RESOURCE_FULL:
        if (rcode == 1 || rcode == 2) {
            judge_hist(check, message,
                       rcode == 1 ? NT_RULE_MODE_FULL_HIST : NT_RULE_MODE_FULL_REPEAT);
        } else if (rcode != 0) { /* a vendor's run of branches */
            nt_check_settle_mode(check, NT_CHECK_HTM);
        }
        break;
    case NT_TCODE_INDIRECT_BRANCH_HIST:
        judge_hist(check, message, NT_RULE_MODE_HIST);
        break;
    case NT_TCODE_INDIRECT_BRANCH_HIST_SYNC:
        judge_hist(check, message, NT_RULE_MODE_HIST_SYNC);
        break;
    case NT_TCODE_INDIRECT_BRANCH:
        if (htm) {
            nt_check_use(check, NT_FREEDOM_JUMP_PLAIN, "IndirectBranch in HTM");
        }
        break;
    case NT_TCODE_REPEAT_BRANCH:
        nt_check_judge(check, NT_RULE_MODE_REPEAT, !htm, "RepeatBranch in HTM");
        if (htm) {
            nt_check_use(check, NT_FREEDOM_REPEAT_HTM, "RepeatBranch in HTM");
        }
        break;
    default:
        break;
    }
}
