/* SPDX-License-Identifier: Apache-2.0 */
/* Judges what the code shows of a message only with a later one: history that was not sent, once
   the mode is known, and changes of privilege, once the message behind them has come. */
#include "libntrace/messages/tables.h"
#include "sim/check/check_internal.h"
#include "sim/check/image_path.h"

#include <inttypes.h>

enum { SYNC_EXTERNAL = 0, SYNC_PERIODIC = 2, SYNC_ICNT = 4, SYNC_EVENT = 6 };

/* ---- history ---- */

static bool goes_on(uint8_t sync) {
    return sync == SYNC_EXTERNAL || sync == SYNC_PERIODIC || sync == SYNC_ICNT ||
           sync == SYNC_EVENT;
}

/* In HTM the message would have lost history; a marker should have been another (sync.event). */
static nt_rule_id rule_if_htm(const nt_check_path *path) {
    if (path->synced && (path->sync == SYNC_EXTERNAL || path->sync == SYNC_EVENT)) {
        return (nt_rule_id)0;
    }
    return path->synced                              ? NT_RULE_IMAGE_HIST_SYNC
           : path->tcode == NT_TCODE_INDIRECT_BRANCH ? NT_RULE_IMAGE_HIST_EMPTY
                                                     : (nt_rule_id)0;
}

static void tell_untold(nt_check *check, nt_rule_id rule, uint64_t offset) {
    nt_check_judge_at(check, rule, false, offset,
                      "branches before it have no history, and the trace is HTM");
}

/* What has no history since the latest synchronizing message, the decoder finds when HIST comes. */
static void note_untold(nt_check *check) {
    nt_check_stream *s = check->stream;
    nt_check_path *path = &s->path;
    if (!path->blind && !path->untold) { /* nearly always */
        path->untold_before = false;
        return;
    }
    bool own = path->untold && path->untold_in == s->traces;
    nt_rule_id rule = rule_if_htm(path);
    bool bare = path->blind && path->ends && !path->faulted && path->branches != 0 && rule != 0;
    if (bare && nt_check_given_mode(check) != 0) {
        tell_untold(check, rule, path->offset);
    } else if (bare && !own && (!path->synced || goes_on(path->sync))) {
        path->untold = true;
        path->untold_before = false;
        path->untold_at = path->offset;
        path->untold_rule = (uint16_t)rule;
        path->untold_in = s->traces;
    }
    path->untold_before = path->untold && (path->untold_before || path->synced);
}

/* HIST shows the mode of all that is since the start. */
static void judge_untold(nt_check *check) {
    nt_check_stream *s = check->stream;
    nt_check_path *path = &s->path;
    if (path->untold && s->mode != NT_CHECK_MODE_UNKNOWN) {
        if (path->untold_before && path->untold_in == s->traces && s->mode == NT_CHECK_HTM) {
            tell_untold(check, (nt_rule_id)path->untold_rule, path->untold_at);
        }
        path->untold = path->untold_before = false;
    }
}

/* ---- privilege ---- */

static bool is_aside(uint8_t tcode) {
    return tcode == NT_TCODE_OWNERSHIP || tcode == NT_TCODE_RESOURCE_FULL;
}

/* Whether a message may be that of a trap or trap return. */
static bool explains(const nt_check_path *path) {
    if (nt_check_is_branch_message(path->tcode) && path->btype == 0 && path->ran &&
        !path->faulted && nt_insn_is_indirect(path->class_)) {
        return path->class_ == NT_INSN_TRAP_RETURN;
    }
    return path->tcode != NT_TCODE_DIRECT_BRANCH && path->tcode != NT_TCODE_PROG_TRACE_CORRELATION;
}

static void place(nt_check *check) {
    nt_check_path *path = &check->stream->path;
    if (is_aside(path->tcode)) {
        return;
    }
    path->explained = explains(path) || path->code.at == NULL;
    if (path->unplaced && !check->stream->doubt) {
        nt_check_judge_at(check, NT_RULE_IMAGE_OWNERSHIP_CAUSE, path->explained, path->unplaced_at,
                          "FORMAT=0 comes with a jump that is no trap return");
    }
    path->unplaced = false;
}

static void take_ownership(nt_check *check, const nt_message *message) {
    enum { FORMAT_PRIVILEGE = 0 };
    nt_check_path *path = &check->stream->path;
    if (message->tcode != NT_TCODE_OWNERSHIP || check->stream->doubt || path->code.at == NULL ||
        (message->value[NT_FIELD_PROCESS] & 3) != FORMAT_PRIVILEGE) {
        return;
    }
    if (path->explained) {
        nt_check_held(check, NT_RULE_IMAGE_OWNERSHIP_CAUSE, 1);
    } else {
        path->unplaced = true;
        path->unplaced_at = check->message;
    }
}

/* ---- messages ---- */

void nt_check_close_told(nt_check *check) {
    note_untold(check);
    place(check);
}

void nt_check_begin_told(nt_check *check, const nt_message *message) {
    judge_untold(check);
    take_ownership(check, message);
    if (message->tcode == NT_TCODE_ERROR) {
        check->stream->path.branches = 0;
    }
    /* The decoder need not know the mode that is given. */
    check->stream->path.blind = check->stream->mode == NT_CHECK_MODE_UNKNOWN &&
                                nt_check_mode_now(check) != NT_CHECK_BTM &&
                                !nt_message_has(message, NT_FIELD_HIST);
}
