#include "ntrace/flow.h"

#include "libntrace/flow/flow_internal.h"

#include <stdlib.h>

/* ---- events ---- */

void nt_flow_emit(nt_flow *flow, const nt_flow_event *event) {
    if (flow->result == 0 && flow->sink != NULL) {
        flow->result = flow->sink(flow->context, event);
    }
}

void nt_flow_emit_range(nt_flow *flow) {
    flow->range.offset = flow->offset;
    flow->range.tcode = flow->message.tcode;
    flow->range.has_time = flow->has_time;
    flow->range.time = flow->time.now;
    nt_flow_emit(flow, &flow->range);
    flow->range.range.instructions = 0;
}

nt_flow_event nt_flow_new_event(const nt_flow *flow, nt_flow_kind kind) {
    return (nt_flow_event){.kind = kind,
                           .offset = flow->offset,
                           .tcode = flow->message.tcode,
                           .has_time = flow->has_time,
                           .time = flow->time.now,
                           .pc = flow->pc};
}

static bool fail_in_words(nt_flow *flow, nt_flow_fault code, const char *reason) {
    nt_flow_flush_range(flow);
    if (flow->state != FAULTED) {
        nt_flow_event event = nt_flow_new_event(flow, NT_FLOW_FAULT);
        event.fault.code = code;
        event.fault.reason = reason;
        flow->counts.faults++;
        nt_flow_emit(flow, &event);
    }
    flow->state = FAULTED;
    flow->branch.tcode = 0;
    flow->returns.depth = 0;
    return false;
}

static const char *const fault_texts[NT_FAULTS] = {
    [NT_FAULT_ICNT_SPLIT] = "I-CNT ends within an instruction",
    [NT_FAULT_NO_CODE] = "no code is known at the PC",
    [NT_FAULT_HIST_LEFT] = "history bits are left over where I-CNT ends",
    [NT_FAULT_HIST_LOOP] = "history bits are left over in a loop without branches",
    [NT_FAULT_HIST_JUMP] = "history bits are left over at an indirect jump",
    [NT_FAULT_HIST_STOP_BIT] = "HIST has no stop-bit",
    [NT_FAULT_ICNT_BEHIND_JUMP] = "I-CNT goes on behind an indirect jump",
    [NT_FAULT_HIST_MISSING] = "a conditional branch has no history bit",
    [NT_FAULT_HIST_ZERO] = "the history bit of a direct jump is 0",
    [NT_FAULT_JUMP_SILENT] = "I-CNT goes on behind a direct jump that was not reported",
    [NT_FAULT_ICNT_BELOW_HIST] = "I-CNT is smaller than what the history covers",
    [NT_FAULT_ADDRESS_WIDTH] = "the address is wider than XLEN",
    [NT_FAULT_NO_BRANCH] = "DirectBranch does not end on a conditional branch",
    [NT_FAULT_NO_JUMP] = "B-TYPE=0 but the last instruction is not an indirect jump",
    [NT_FAULT_REPEATS] = "the message repeats more than 2^28 basic blocks",
    [NT_FAULT_NO_REPEATED] = "RepeatBranch without a branch message before it",
    [NT_FAULT_ICNT_WIDTH] = "I-CNT in RDATA is wider than the specification allows",
    [NT_FAULT_HREPEAT_ZERO] = "HREPEAT is 0",
    [NT_FAULT_AFTER_STOP_RETIRED] = "instructions retired after tracing had stopped",
    [NT_FAULT_WRONG_PC] = "F-ADDR is not the PC expected",
    [NT_FAULT_AFTER_STOP] = "program trace goes on after a stop without SYNC",
    [NT_FAULT_AFTER_ERROR] = "program trace goes on after Error without SYNC",
    [NT_FAULT_CUT] = "the stream ends within a message",
    [NT_FAULT_ICNT_OPEN] = "the stream ends before the instructions that I-CNT counted are known",
};

bool nt_flow_fail(nt_flow *flow, nt_flow_fault code) {
    return fail_in_words(flow, code, fault_texts[code]);
}

/* ---- the stream ---- */

/* A message is broken or missing, and with it the time between its neighbours. */
static void fail_at_bytes(nt_flow *flow, nt_flow_fault code, const char *reason) {
    flow->time.known = false;
    flow->has_time = false;
    (void)fail_in_words(flow, code, reason);
}

static bool is_of_another_source(const nt_flow *flow) {
    return flow->options.src_bits != 0 && nt_message_has(&flow->message, NT_FIELD_SRC) &&
           flow->message.value[NT_FIELD_SRC] != flow->options.src;
}

static void take_frame(nt_flow *flow) {
    nt_code_blocks_refresh(flow->blocks); /* its owner may have changed the code */
    nt_field field;
    nt_message_status status = nt_message_decode(&flow->message, &flow->format, flow->framer.bytes,
                                                 nt_framer_kept(&flow->framer), &field);
    if (is_of_another_source(flow)) {
        flow->counts.skipped++;
        return;
    }
    flow->counts.messages++;
    flow->counts.by_tcode[flow->message.tcode]++;
    if (status == NT_MESSAGE_OK) {
        flow->has_time = flow->format.tstamp &&
                         nt_time_take(&flow->time, &flow->message, flow->options.tstamp_bits);
        nt_flow_take_message(flow);
    } else if (status != NT_MESSAGE_UNKNOWN) {
        fail_at_bytes(flow, NT_FAULT_MESSAGE, nt_message_status_text(status));
    }
}

nt_message_format nt_flow_format(const nt_flow_options *options, unsigned xlen) {
    return (nt_message_format){.src_bits = options->src_bits,
                               .tstamp = options->tstamp_bits != 0,
                               .addr_bits = (uint8_t)(options->extend_addr ? xlen - 1 : 0)};
}

nt_flow *nt_flow_new(nt_code code, const nt_flow_options *options, nt_flow_sink sink,
                     void *context) {
    nt_flow *flow = calloc(1, sizeof *flow);
    nt_code_blocks *blocks = nt_code_blocks_new(code);
    if (flow == NULL || blocks == NULL) {
        free(flow);
        nt_code_blocks_free(blocks);
        return NULL;
    }
    flow->blocks = blocks;
    flow->sink = sink;
    if (options != NULL) {
        flow->options = *options;
    }
    flow->infers = flow->options.implicit_returns || flow->options.sequential_jumps;
    flow->context = context;
    flow->format = nt_flow_format(&flow->options, code.xlen);
    nt_flow_restart(flow, 0, 0);
    return flow;
}

void nt_flow_restart(nt_flow *flow, uint64_t offset, uint64_t retired) {
    *flow = (nt_flow){.blocks = flow->blocks,
                      .options = flow->options,
                      .infers = flow->infers,
                      .sink = flow->sink,
                      .context = flow->context,
                      .format = flow->format,
                      .counts = flow->counts,
                      .base = offset - flow->counts.bytes,
                      .range = {.kind = NT_FLOW_RANGE},
                      .last_was = UINT64_MAX,
                      .retired = retired,
                      .until_change = UINT64_MAX};
    if (retired != NT_RETIRED_UNKNOWN) {
        nt_flow_follow_image(flow);
    }
}

void nt_flow_skip(nt_flow *flow, uint64_t instructions) {
    flow->retired += instructions;
    nt_flow_follow_image(flow);
}

int nt_flow_bytes(nt_flow *flow, const uint8_t *bytes, size_t size) {
    for (size_t at = 0; at < size && flow->result == 0;) {
        nt_frame frame;
        size_t taken = nt_framer_bytes(&flow->framer, bytes + at, size - at, &frame);
        at += taken;
        flow->counts.bytes += taken;
        if (frame == NT_FRAME_END) {
            flow->offset = flow->base + flow->counts.bytes - flow->framer.size;
            take_frame(flow);
        } else if (nt_frame_is_error(frame)) {
            flow->offset = flow->base + flow->counts.bytes - 1;
            flow->message.tcode = 0;
            fail_at_bytes(flow, NT_FAULT_FRAME, nt_frame_text(frame));
        }
    }
    return flow->result;
}

int nt_flow_finish(nt_flow *flow) {
    uint64_t end = flow->base + flow->counts.bytes;
    if (flow->framer.state != 0) {
        flow->offset = flow->framer.state == 1 ? end - flow->framer.size : flow->offset;
        nt_flow_fail(flow, NT_FAULT_CUT);
    } else if (flow->state == RUNNING && flow->reported > flow->walked) {
        flow->offset = end;
        nt_flow_fail(flow, NT_FAULT_ICNT_OPEN);
    }
    return flow->result;
}

void nt_flow_free(nt_flow *flow) {
    if (flow != NULL) {
        nt_code_blocks_free(flow->blocks);
        free(flow);
    }
}

const nt_flow_counts *nt_flow_get_counts(const nt_flow *flow) {
    return &flow->counts;
}
