/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/image_path.h"

#include "sim/check/check_internal.h"

#include <inttypes.h>

/* By nt_flow_fault. The decoder's other faults are about bytes and order, which are judged by
   themselves. */
static const uint16_t fault_rules[NT_FAULTS] = {
    [NT_FAULT_ICNT_SPLIT] = NT_RULE_IMAGE_ICNT,
    [NT_FAULT_ICNT_BEHIND_JUMP] = NT_RULE_IMAGE_BEHIND_JUMP,
    [NT_FAULT_NO_CODE] = NT_RULE_IMAGE_PATH,
    [NT_FAULT_NO_TABLE] = NT_RULE_IMAGE_PATH,
    [NT_FAULT_REPEATS] = NT_RULE_IMAGE_PATH,
    [NT_FAULT_BUDGET] = NT_RULE_IMAGE_PATH,
    [NT_FAULT_HIST_LEFT] = NT_RULE_IMAGE_HIST,
    [NT_FAULT_HIST_LOOP] = NT_RULE_IMAGE_HIST,
    [NT_FAULT_HIST_JUMP] = NT_RULE_IMAGE_HIST_JUMP,
    [NT_FAULT_HIST_MISSING] = NT_RULE_IMAGE_HIST_MISSING,
    [NT_FAULT_HIST_UNSENT] = NT_RULE_IMAGE_HIST_SYNC,
    [NT_FAULT_ICNT_BELOW_HIST] = NT_RULE_IMAGE_ICNT_HIST,
    [NT_FAULT_NO_BRANCH] = NT_RULE_IMAGE_BRANCH,
    [NT_FAULT_NO_JUMP] = NT_RULE_IMAGE_JUMP,
    [NT_FAULT_WRONG_PC] = NT_RULE_IMAGE_SYNC,
    [NT_FAULT_HIST_ZERO] = NT_RULE_IMAGE_ALL_JUMPS,
    [NT_FAULT_JUMP_SILENT] = NT_RULE_IMAGE_ALL_JUMPS,
};

/* The path went on behind a jump, though no message told where to. */
static bool is_untold_jump(const nt_check *check, nt_flow_fault code) {
    const nt_check_path *path = &check->stream->path;
    return (code == NT_FAULT_ICNT_BEHIND_JUMP || code == NT_FAULT_HIST_JUMP) &&
           path->code.at != NULL && path->ran && nt_insn_is_indirect(path->class_);
}

static nt_rule_id jump_rule(uint8_t tcode) {
    return tcode == NT_TCODE_INDIRECT_BRANCH_HIST ? NT_RULE_IMAGE_JUMP_HIST : NT_RULE_IMAGE_JUMP;
}

static bool is_marker(uint8_t sync) {
    enum { SYNC_EXTERNAL = 0, SYNC_EVENT = 6 };
    return sync == SYNC_EXTERNAL || sync == SYNC_EVENT;
}

/* Where a trace stops without a message (EVCODE 4 is optional), nothing is left of it but what was
   full before. */
static bool is_start_alone(const nt_check *check, const nt_flow_event *event) {
    enum { SYNC_DEBUG = 3, SYNC_ENABLE = 5 };
    return (event->fault.sync == SYNC_ENABLE || event->fault.sync == SYNC_DEBUG) &&
           nt_may(check->options.freedoms, NT_FREEDOM_STOP_OFF);
}

/* What a fault means here: the repetition is wrong, or an inference that was not to be made. */
static nt_rule_id rule_of_fault(const nt_check *check, const nt_flow_event *event) {
    const nt_check_path *path = &check->stream->path;
    nt_rule_id rule = (nt_rule_id)fault_rules[event->fault.code];
    bool follows_path = rule != NT_RULE_IMAGE_SYNC && rule != NT_RULE_IMAGE_ALL_JUMPS;
    if (rule == 0) {
        return rule;
    }
    if (rule == NT_RULE_IMAGE_HIST_SYNC && is_start_alone(check, event)) {
        return (nt_rule_id)0;
    }
    if (rule == NT_RULE_IMAGE_HIST_SYNC && event->tcode == NT_TCODE_PROG_TRACE_SYNC &&
        is_marker(event->fault.sync)) { /* note 2 of "Examples of Synchronizing Messages" */
        return (nt_rule_id)0; /* should have been a message with HIST; sync.event says so */
    }
    if (event->tcode == NT_TCODE_REPEAT_BRANCH && follows_path) {
        return NT_RULE_IMAGE_REPEAT;
    }
    if (event->tcode == NT_TCODE_RESOURCE_FULL && path->hrepeat && follows_path) {
        return NT_RULE_IMAGE_HREPEAT;
    }
    if (is_untold_jump(check, event->fault.code)) {
        if (nt_check_is_return(check, path->class_) && nt_check_returns_are_implicit(check)) {
            return NT_RULE_IMAGE_RETURN;
        }
        if (!nt_check_is_return(check, path->class_) && nt_check_jumps_are_sequential(check)) {
            return NT_RULE_IMAGE_SEQUENTIAL;
        }
    }
    if (rule == NT_RULE_IMAGE_HIST_MISSING && event->fault.tcode == NT_TCODE_INDIRECT_BRANCH) {
        return NT_RULE_IMAGE_HIST_EMPTY;
    }
    return rule == NT_RULE_IMAGE_JUMP ? jump_rule(event->tcode) : rule;
}

static void judge_fault(nt_check *check, const nt_flow_event *event) {
    nt_check_path *path = &check->stream->path;
    nt_rule_id rule = rule_of_fault(check, event);
    bool at_once = path->fresh && path->told == event->pc && path->code.at != NULL;
    if (event->fault.code == NT_FAULT_NO_CODE && at_once) {
        nt_check_judge_at(check, NT_RULE_IMAGE_TARGET, false, path->told_at,
                          "no code is known at 0x%" PRIx64, path->told);
    } else if (rule != 0) {
        nt_check_judge_at(check, rule, false, event->fault.at, "%s", event->fault.reason);
    }
    path->faulted = true;
    nt_check_forget_calls(path);
    path->branches = 0;
    path->marks = 0;
}

/* ---- what held ---- */

static void hold_by_tcode(nt_check *check, uint8_t tcode, uint8_t mode, uint64_t ranges) {
    switch (tcode) {
    case NT_TCODE_DIRECT_BRANCH:
        nt_check_held(check, NT_RULE_IMAGE_BRANCH, ranges);
        break;
    case NT_TCODE_INDIRECT_BRANCH:
    case NT_TCODE_INDIRECT_BRANCH_HIST:
        nt_check_held(check, jump_rule(tcode), ranges);
        nt_check_held(check, NT_RULE_IMAGE_BEHIND_JUMP, ranges);
        if (mode == NT_CHECK_HTM && tcode == NT_TCODE_INDIRECT_BRANCH) {
            nt_check_held(check, NT_RULE_IMAGE_HIST_EMPTY, ranges);
        }
        break;
    case NT_TCODE_REPEAT_BRANCH:
        nt_check_held(check, NT_RULE_IMAGE_REPEAT, ranges);
        break;
    case NT_TCODE_RESOURCE_FULL:
        if (check->stream->path.hrepeat) {
            nt_check_held(check, NT_RULE_IMAGE_HREPEAT, ranges);
        }
        break;
    default:
        break;
    }
}

void nt_check_hold_ranges(nt_check *check, uint8_t tcode, uint8_t mode, uint64_t ranges) {
    nt_check_held(check, NT_RULE_IMAGE_ICNT, ranges);
    nt_check_held(check, NT_RULE_IMAGE_PATH, ranges);
    hold_by_tcode(check, tcode, mode, ranges);
    if (check->options.control.trTeInstEnAllJumps) {
        nt_check_held(check, NT_RULE_IMAGE_ALL_JUMPS, ranges);
    }
    if (mode == NT_CHECK_HTM) {
        nt_check_held(check, NT_RULE_IMAGE_HIST, ranges);
        nt_check_held(check, NT_RULE_IMAGE_HIST_MISSING, ranges);
        nt_check_held(check, NT_RULE_IMAGE_HIST_JUMP, ranges);
        nt_check_held(check, NT_RULE_IMAGE_ICNT_HIST, ranges);
    }
}

static void take_sync(nt_check *check, const nt_flow_event *event) {
    check->stream->astray = false;
    nt_check_held(check, NT_RULE_IMAGE_SYNC, 1);
    if (check->stream->mode == NT_CHECK_HTM) {
        nt_check_held(check, NT_RULE_IMAGE_HIST_SYNC, 1);
    }
    if (check->options.version != NT_SPEC_RC7 || !nt_sync_is_marker(event->sync.reason)) {
        nt_check_forget_calls(&check->stream->path);
    }
}

void nt_check_image(nt_check *check, const nt_flow_event *event) {
    check->stream->path.code = check->code;
    switch (event->kind) {
    case NT_FLOW_FAULT:
        judge_fault(check, event);
        break;
    case NT_FLOW_SYNC:
        take_sync(check, event);
        break;
    case NT_FLOW_LOSS:
        nt_check_forget_calls(&check->stream->path);
        break;
    case NT_FLOW_RANGE:
        nt_check_hold_ranges(check, event->tcode, check->stream->mode, 1);
        if (check->stream->path.code.at != NULL) {
            nt_check_image_range(check, event);
        }
        break;
    default:
        break;
    }
}
