/* SPDX-License-Identifier: Apache-2.0 */
/* What the sink is told: ranges, faults, and what a fault makes useless. */
#include "libntrace/flow/flow_internal.h"

void nt_flow_take_result(nt_flow *flow, int result) {
    flow->result = result;
    if (result != 0) {
        flow->ended = flow->counts;
    }
}

void nt_flow_emit(nt_flow *flow, const nt_flow_event *event) {
    if (flow->result == 0 && flow->sink != NULL) {
        flow->stale = true;
        nt_flow_take_result(flow, flow->sink(flow->context, event));
    }
}

/* Bytes of the message that is taken; 0: of none, a byte is wrong, or it is cut. */
static uint8_t message_size(const nt_flow *flow) {
    uint64_t size = flow->framer.size;
    if (flow->framer.state != NT_FRAMER_BETWEEN || flow->message.tcode == 0) {
        return 0;
    }
    return size > UINT8_MAX ? UINT8_MAX : (uint8_t)size;
}

void nt_flow_stamp_range(nt_flow *flow) {
    if (flow->retired != flow->retired_then) {
        flow->retired_then = flow->retired;
        flow->range.offset = nt_flow_place_of(flow);
        flow->range.tcode = flow->message.tcode;
        flow->range.size = message_size(flow);
        flow->range.has_time = flow->has_time;
        flow->range.time = flow->time.now;
    }
}

void nt_flow_emit_range(nt_flow *flow) {
    nt_flow_stamp_range(flow);
    nt_flow_emit(flow, &flow->range);
    flow->range.range.instructions = 0;
}

nt_flow_event nt_flow_new_event(const nt_flow *flow, nt_flow_kind kind) {
    return (nt_flow_event){.kind = kind,
                           .offset = nt_flow_place_of(flow),
                           .tcode = flow->message.tcode,
                           .size = message_size(flow),
                           .has_time = flow->has_time,
                           .time = flow->time.now,
                           .pc = flow->pc};
}

/* What was told since the last agreement may not have run so. */
void nt_flow_emit_suspect(nt_flow *flow) {
    uint64_t told = flow->counts.instructions - flow->agreed_told;
    if (told != 0) {
        nt_flow_event event = nt_flow_new_event(flow, NT_FLOW_SUSPECT);
        event.suspect.from = flow->agreed_at;
        event.suspect.instructions = told;
        flow->counts.suspect += told;
        nt_flow_emit(flow, &event);
    }
    flow->agreed_told = flow->counts.instructions;
}

fault_origin nt_flow_here(const nt_flow *flow) {
    bool sync = flow->message.tcode != 0 && nt_message_has(&flow->message, NT_FIELD_SYNC);
    return (fault_origin){.at = nt_flow_place_of(flow),
                          .tcode = flow->message.tcode,
                          .sync = sync ? (uint8_t)flow->message.value[NT_FIELD_SYNC] : 0};
}

static void emit_fault(nt_flow *flow, nt_flow_fault code, const char *reason,
                       const fault_origin *origin) {
    nt_flow_event event = nt_flow_new_event(flow, NT_FLOW_FAULT);
    event.fault.code = code;
    event.fault.reason = reason;
    event.fault.at = origin->at;
    event.fault.tcode = origin->tcode;
    event.fault.sync = origin->sync;
    flow->counts.faults++;
    nt_flow_emit(flow, &event);
    nt_flow_emit_suspect(flow);
}

bool nt_flow_fail_in_words(nt_flow *flow, nt_flow_fault code, const char *reason,
                           const fault_origin *origin) {
    nt_flow_flush_range(flow);
    if (flow->state != FAULTED) {
        emit_fault(flow, code, reason, origin);
        flow->fault_from = flow->offset;
        flow->fault_messages = 0;
    }
    flow->state = FAULTED;
    flow->branch.tcode = 0;
    flow->returns.depth = 0;
    if (!nt_message_has(&flow->message, NT_FIELD_SYNC)) {
        flow->time.known = false; /* messages may be missing */
    }
    return false;
}

bool nt_flow_fail(nt_flow *flow, nt_flow_fault code) {
    fault_origin here = nt_flow_here(flow);
    return nt_flow_fail_in_words(flow, code, nt_flow_fault_text(code), &here);
}

bool nt_flow_fail_at(nt_flow *flow, nt_flow_fault code, const fault_origin *origin) {
    return nt_flow_fail_in_words(flow, code, nt_flow_fault_text(code), origin);
}

void nt_flow_count_lost(nt_flow *flow, uint64_t offset) {
    if (flow->state == FAULTED && flow->synced) {
        flow->counts.lost_bytes += offset - flow->fault_from;
        flow->counts.lost_messages += flow->fault_messages;
    }
    flow->fault_from = offset;
    flow->fault_messages = 0;
}

void nt_flow_recover(nt_flow *flow) {
    nt_flow_count_lost(flow, flow->offset);
}
