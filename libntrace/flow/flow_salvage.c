/* SPDX-License-Identifier: Apache-2.0 */
/* Messages wait here until those after them have been tried; see flow_salvage.h. */
#include "libntrace/flow/flow_salvage.h"

/* ---- trials ---- */

static int note_fault(void *context, const nt_flow_event *event) {
    nt_salvage *salvage = context;
    if (event->kind == NT_FLOW_FAULT) {
        salvage->fault = *event;
    }
    return 0;
}

/* The trial goes on from where the decoder is, which knows all messages up to the front. */
static void follow(nt_flow *flow) {
    nt_salvage *salvage = flow->salvage;
    nt_flow *trial = &salvage->trial;
    trial->blocks = flow->blocks;
    trial->options = flow->options;
    trial->infers = flow->infers;
    trial->quirks = flow->quirks;
    trial->format = flow->format;
    trial->sink = note_fault;
    trial->context = salvage;
    trial->synced = flow->synced;
    trial->range = (nt_flow_event){.kind = NT_FLOW_RANGE};
    flow_place place = nt_salvage_get_place(flow);
    nt_salvage_set_place(trial, &place);
}

/* Whether spaces or times may be others after it, which only the decoder can follow. */
static bool is_barrier(const nt_flow *flow, const salvage_kept *kept) {
    return kept->message.tcode == NT_TCODE_OWNERSHIP ||
           nt_message_has(&kept->message, NT_FIELD_SYNC) || flow->state == UNSYNCED;
}

/* Whether code is yet to change as instructions retire: no trial knows when. */
static bool may_change(const nt_flow *flow) {
    return flow->until_change < UINT64_MAX / 2;
}

static void try_message(nt_flow *flow, salvage_kept *kept) {
    nt_flow *trial = &flow->salvage->trial;
    kept->before = nt_salvage_get_place(trial);
    if (kept->broken) {
        nt_flow_event *fault = &flow->salvage->fault;
        *fault = (nt_flow_event){.pc = trial->pc};
        fault->fault.code = kept->code;
        fault->fault.reason = kept->reason;
        fault->fault.at = kept->offset + kept->shift;
        flow->salvage->faulted = trial->state != FAULTED && trial->state != UNSYNCED;
        trial->state = trial->state == UNSYNCED ? UNSYNCED : FAULTED;
        return;
    }
    bool faulted = trial->state == FAULTED;
    nt_salvage_load(trial, kept);
    trial->allowed = flow->allowed;
    trial->blocks_walked = flow->blocks_walked;
    trial->until_change = UINT64_MAX;
    nt_flow_take_message(trial);
    flow->salvage->faulted = trial->state == FAULTED && !faulted;
}

/* ---- what counts ---- */

static void take_broken(nt_flow *flow, const salvage_kept *kept) {
    bool first = flow->state != FAULTED;
    flow->message.tcode = 0;
    flow->message.present = 0;
    fault_origin here = nt_flow_here(flow);
    (void)nt_flow_fail_in_words(flow, kept->code, kept->reason, &here);
    if (first) {
        flow->fault_from = kept->offset;
    }
}

static void count_message(nt_flow *flow, const salvage_kept *kept) {
    nt_salvage_load(flow, kept);
    if (kept->broken) {
        take_broken(flow, kept);
    } else {
        nt_flow_take_message(flow);
    }
    flow->fault_messages += flow->state == FAULTED;
    nt_flow_stamp_range(flow);
}

static void count_up_to(nt_flow *flow, uint64_t end) {
    nt_salvage *salvage = flow->salvage;
    while (salvage->head < end && flow->result == 0) {
        count_message(flow, nt_salvage_at(salvage, salvage->head++));
    }
}

/* Times after a fault are not known up to the next synchronizing message. */
static void forget_times(nt_salvage *salvage, uint64_t from) {
    for (uint64_t i = from; i < salvage->end; i++) {
        salvage_kept *kept = nt_salvage_at(salvage, i);
        if (nt_message_has(&kept->message, NT_FIELD_SYNC) && !kept->broken) {
            return;
        }
        kept->has_time = false;
    }
}

/* ---- recovery ---- */

/* The fault is reported with the message that shows it. */
static void report_fault(nt_flow *flow, uint64_t index) {
    nt_salvage *salvage = flow->salvage;
    nt_salvage_load(flow, nt_salvage_at(salvage, index));
    if (nt_salvage_at(salvage, index)->broken) {
        flow->message.tcode = 0;
        flow->message.present = 0;
    }
    fault_origin origin = {.at = salvage->fault.fault.at,
                           .tcode = salvage->fault.fault.tcode,
                           .sync = salvage->fault.fault.sync};
    flow->pc = salvage->fault.pc;
    (void)nt_flow_fail_in_words(flow, salvage->fault.fault.code, salvage->fault.fault.reason,
                                &origin);
}

static void go_on(nt_flow *flow, const salvage_found *found) {
    nt_salvage *salvage = flow->salvage;
    if (!salvage->lost) {
        uint64_t fault = salvage->front;
        uint64_t good =
            found->index > fault ? fault : found->index - (found->index > salvage->head);
        count_up_to(flow, good);
        flow->fault_messages = 0;
        report_fault(flow, fault);
        flow->fault_from = nt_salvage_at(salvage, good)->offset;
    }
    const salvage_kept *next = nt_salvage_at(salvage, found->index);
    nt_salvage_load(flow, next);
    flow->fault_messages += found->index - salvage->head;
    nt_flow_recover(flow);
    nt_salvage_set_place(flow, &found->place);
    flow->salvaged = true;
    flow->counts.salvages++;
    nt_flow_event event = nt_flow_new_event(flow, NT_FLOW_SALVAGE);
    nt_flow_emit(flow, &event);
    salvage->head = salvage->front = found->index;
    forget_times(salvage, found->index);
    salvage->lost = false;
    follow(flow);
}

/* Nothing fits: some of the messages are given up. */
static void give_up(nt_flow *flow, uint64_t end) {
    nt_salvage *salvage = flow->salvage;
    if (!salvage->lost) {
        count_up_to(flow, salvage->front);
        if (flow->state != FAULTED && flow->result == 0) {
            count_up_to(flow, salvage->front + 1);
        }
    }
    uint64_t half = salvage->head + (end - salvage->head + 1) / 2;
    count_up_to(flow, half);
    salvage->front = salvage->head;
    salvage->lost = flow->state == FAULTED;
    salvage->faulted = salvage->lost;
    if (!salvage->lost) {
        follow(flow);
    }
}

static bool is_end(const salvage_kept *kept) {
    return !kept->broken &&
           (nt_message_has(&kept->message, NT_FIELD_SYNC) ||
            kept->message.tcode == NT_TCODE_OWNERSHIP || kept->message.tcode == NT_TCODE_ERROR);
}

/* After a fault: false until enough messages wait. */
static bool recover(nt_flow *flow, bool ended) {
    nt_salvage *salvage = flow->salvage;
    uint64_t end = salvage->front + 1;
    while (end < salvage->end && !is_end(nt_salvage_at(salvage, end))) {
        end++;
    }
    bool closed = end < salvage->end || ended;
    end += end < salvage->end;
    if (!closed && end - salvage->front < SALVAGE_AHEAD) {
        return false;
    }
    salvage->faulted = false;
    salvage_found found;
    if (nt_salvage_search(flow, end, closed, &found)) {
        go_on(flow, &found);
    } else {
        give_up(flow, end);
    }
    return true;
}

/* Counts the message at the front at once; a fault is then reported already. */
static void count_untried(nt_flow *flow) {
    nt_salvage *salvage = flow->salvage;
    count_up_to(flow, salvage->front);
    salvage_kept *kept = nt_salvage_at(salvage, salvage->front);
    bool faulted = flow->state == FAULTED;
    kept->before = nt_salvage_get_place(flow);
    count_message(flow, kept);
    if (flow->state == FAULTED && !faulted) {
        flow->fault_messages = 0;
        salvage->faulted = salvage->lost = true;
        return; /* the search begins with this message */
    }
    salvage->head = ++salvage->front;
    follow(flow);
}

static void pump(nt_flow *flow, bool ended) {
    nt_salvage *salvage = flow->salvage;
    while (flow->result == 0) {
        if (salvage->faulted) {
            if (salvage->front == salvage->end || !recover(flow, ended)) {
                return;
            }
            continue;
        }
        if (salvage->front == salvage->end) {
            return;
        }
        if (may_change(flow)) {
            count_untried(flow);
            continue;
        }
        salvage_kept *kept = nt_salvage_at(salvage, salvage->front);
        try_message(flow, kept);
        if (salvage->faulted) {
            continue;
        }
        salvage->front++;
        if (is_barrier(flow, kept)) {
            count_up_to(flow, salvage->front);
            follow(flow);
        } else if (salvage->front - salvage->head > SALVAGE_LAG) {
            count_up_to(flow, salvage->head + 1);
        }
    }
}

static void keep(nt_flow *flow, const salvage_kept *kept) {
    nt_salvage *salvage = flow->salvage;
    *nt_salvage_at(salvage, salvage->end++) = *kept;
    pump(flow, false);
}

static salvage_kept kept_now(const nt_flow *flow) {
    return (salvage_kept){.message = flow->message,
                          .offset = flow->offset,
                          .shift = flow->shift,
                          .size = flow->framer.size,
                          .time = flow->time.now,
                          .has_time = flow->has_time};
}

void nt_salvage_take(nt_flow *flow) {
    salvage_kept kept = kept_now(flow);
    keep(flow, &kept);
}

void nt_salvage_take_broken(nt_flow *flow, nt_flow_fault code, const char *reason) {
    salvage_kept kept = kept_now(flow);
    kept.broken = true;
    kept.code = code;
    kept.reason = reason;
    keep(flow, &kept);
}

void nt_salvage_finish(nt_flow *flow) {
    nt_salvage *salvage = flow->salvage;
    pump(flow, true);
    count_up_to(flow, salvage->front);
}

void nt_salvage_reset(nt_flow *flow) {
    nt_salvage *salvage = flow->salvage;
    salvage->head = salvage->front = salvage->end = 0;
    salvage->faulted = salvage->lost = false;
    follow(flow);
}
