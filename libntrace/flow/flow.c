/* SPDX-License-Identifier: Apache-2.0 */
#include "ntrace/flow.h"
#include "libntrace/messages/tables.h"

#include "libntrace/flow/flow_internal.h"
#include "libntrace/flow/flow_salvage.h"
#include "libntrace/util/error.h"
#include "libntrace/util/sized.h"

#include <stdlib.h>
#include <string.h>

/* ---- the stream ---- */

/* A message is broken or missing, and with it the time between its neighbours. */
static void fail_at_bytes(nt_flow *flow, nt_flow_fault code, const char *reason) {
    flow->time.known = false;
    flow->has_time = false;
    if (flow->salvage != NULL) {
        nt_salvage_take_broken(flow, code, reason);
        return;
    }
    fault_origin here = nt_flow_here(flow);
    (void)nt_flow_fail_in_words(flow, code, reason, &here);
}

static bool is_of_another_source(const nt_flow *flow) {
    return flow->options.src_bits != 0 && nt_message_has(&flow->message, NT_FIELD_SRC) &&
           flow->message.value[NT_FIELD_SRC] != flow->options.src;
}

/* The blocks that the stream may have walked by now. */
static uint64_t allowance(const nt_flow *flow) {
    uint64_t budget = flow->options.budget == 0 ? NT_FLOW_BUDGET : flow->options.budget;
    uint64_t bytes = (flow->base + flow->counts.bytes) * NT_FLOW_BLOCKS_A_BYTE;
    return budget > UINT64_MAX - bytes ? UINT64_MAX : budget + bytes;
}

static void count_tolerated(nt_flow *flow) {
    for (unsigned kind = 0; kind < NT_TOLERATED; kind++) {
        flow->counts.tolerated[kind] += flow->message.tolerated >> kind & 1;
    }
}

static void take_own_frame(nt_flow *flow, nt_message_status status) {
    flow->counts.messages++;
    flow->counts.by_tcode[flow->message.tcode]++;
    if (status == NT_MESSAGE_OK) {
        if (flow->message.tolerated != 0) {
            count_tolerated(flow);
        }
        flow->has_time = flow->format.tstamp &&
                         nt_time_take(&flow->time, &flow->message, flow->options.tstamp_bits);
        if (flow->salvage != NULL) {
            nt_salvage_take(flow);
            return;
        }
        nt_flow_take_message(flow);
    } else if (status == NT_MESSAGE_UNKNOWN) {
        flow->counts.unknown++;
        if (nt_message_has(&flow->message, NT_FIELD_RCODE)) {
            flow->counts.by_rcode[flow->message.value[NT_FIELD_RCODE] & 15]++;
        }
        flow->time.known = false; /* its last field may be a TSTAMP, or not */
    } else {
        fail_at_bytes(flow, NT_FAULT_MESSAGE, nt_message_status_text(status));
    }
    flow->fault_messages += flow->state == FAULTED;
    nt_flow_stamp_range(flow);
}

static nt_message_status decode_frame(nt_flow *flow) {
    size_t size = nt_framer_kept(&flow->framer);
    nt_field field;
    return flow->memo == NULL
               ? nt_message_decode(&flow->message, &flow->format, flow->framer.bytes, size, &field)
               : nt_memo_decode(flow->memo, &flow->message, &flow->format, flow->framer.bytes,
                                size);
}

static inline void refresh(nt_flow *flow) {
    if (flow->stale) {
        nt_code_blocks_refresh(flow->blocks);
        flow->stale = false;
    }
}

static void take_frame(nt_flow *flow) {
    refresh(flow);
    flow->allowed = allowance(flow);
    if (flow->memo != NULL && nt_flow_take_known(flow)) {
        return;
    }
    nt_message_status status = decode_frame(flow);
    if (is_of_another_source(flow)) {
        flow->counts.skipped++;
        return;
    }
    take_own_frame(flow, status);
}

nt_message_format nt_flow_format(const nt_flow_options *options, unsigned xlen) {
    return (nt_message_format){.src_bits = options->src_bits,
                               .tstamp = options->tstamp_bits != 0,
                               .addr_bits = (uint8_t)(options->extend_addr ? xlen - 1 : 0),
                               .rc7 = options->rc7,
                               .tolerant = options->tolerant,
                               .vendor = options->vendor};
}

/* ---- life ---- */

/* What is wrong with code and options; NULL: nothing. */
static const char *problem_of(const nt_code *code, const nt_flow_options *options) {
    if (code->at == NULL) {
        return "the code has no function `at`";
    }
    if (code->isa.xlen != 32 && code->isa.xlen != 64) {
        return "the code's XLEN is neither 32 nor 64";
    }
    if (options->src_bits > nt_fields[NT_FIELD_SRC].width) {
        return "src_bits is above 12";
    }
    if (options->tstamp_bits > 64) {
        return "tstamp_bits is above 64";
    }
    if (options->vendor >= NT_VENDORS) {
        return "there is no such vendor";
    }
    bool known = options->inst_mode == MODE_UNKNOWN || options->inst_mode == MODE_BTM ||
                 options->inst_mode == MODE_HTM;
    return known ? NULL : "inst_mode is none of 0, 3 and 6";
}

static const nt_quirks no_quirks = {0};

typedef struct flow_memory {
    nt_flow flow;
    nt_code_blocks blocks;
    nt_paths paths;
    nt_memo memo;
    nt_rows rows;
    nt_salvage salvage;
} flow_memory;

/* A decoder in memory that is all 0. */
static nt_flow *begin(flow_memory *memory, const nt_code *code, const nt_flow_options *options,
                      nt_flow_sink sink, void *context) {
    nt_flow *flow = &memory->flow;
    flow->blocks = &memory->blocks;
    if (options != NULL && nt_sized_copy(&flow->options, sizeof flow->options, options,
                                         NT_SIZED_UP_TO(nt_flow_options, next_code, sizeof(void *)),
                                         options->error) != 0) {
        return NULL;
    }
    const char *problem = problem_of(code, &flow->options);
    if (problem != NULL) {
        nt_fail_as(flow->options.error, NT_ERROR_ARGUMENT, "no decoder: %s", problem);
        return NULL;
    }
    flow->options.error = NULL; /* it may go before the decoder */
    nt_code_blocks_init(flow->blocks, code);
    flow->paths = flow->blocks->paths = flow->options.no_cache ? NULL : &memory->paths;
    /* Times differ, so that no message is like another. */
    bool remembers = !flow->options.no_cache && flow->options.tstamp_bits == 0;
    flow->memo = remembers ? &memory->memo : NULL;
    flow->rows = remembers ? &memory->rows : NULL;
    flow->salvage = flow->options.salvage ? &memory->salvage : NULL;
    flow->sink = sink;
    flow->context = context;
    flow->infers = flow->options.implicit_returns || flow->options.sequential_jumps;
    const nt_quirks *quirks = nt_quirks_get(flow->options.vendor);
    flow->quirks = quirks == NULL ? &no_quirks : quirks;
    flow->time.xors = flow->quirks->xor_time;
    flow->format = nt_flow_format(&flow->options, code->isa.xlen);
    nt_flow_restart(flow, &(nt_flow_past){0});
    return flow;
}

size_t nt_flow_size(void) {
    return sizeof(flow_memory);
}

nt_flow *nt_flow_init(void *memory, size_t size, nt_code code, const nt_flow_options *options,
                      nt_flow_sink sink, void *context) {
    if (memory == NULL || size < sizeof(flow_memory) ||
        (uintptr_t)memory % _Alignof(max_align_t) != 0) {
        nt_fail_as(options == NULL ? NULL : options->error, NT_ERROR_ARGUMENT,
                   "no decoder: the memory is too small, or not aligned");
        return NULL;
    }
    memset(memory, 0, sizeof(flow_memory));
    return begin(memory, &code, options, sink, context);
}

nt_flow *nt_flow_new(nt_code code, const nt_flow_options *options, nt_flow_sink sink,
                     void *context) {
    flow_memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL) {
        nt_fail_as(options == NULL ? NULL : options->error, NT_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    nt_flow *flow = begin(memory, &code, options, sink, context);
    if (flow == NULL) {
        free(memory);
        return NULL;
    }
    flow->owned = true;
    return flow;
}

void nt_flow_free(nt_flow *flow) {
    if (flow != NULL && flow->owned) {
        free(flow); /* the first member of what was allocated */
    }
}

/* What the part of the stream that ends here leaves open. */
static void close_part(nt_flow *flow) {
    uint64_t end = flow->base + flow->counts.bytes;
    nt_flow_count_lost(flow, end);
    if (!flow->synced) {
        flow->counts.early_bytes += end - flow->begun;
        flow->begun = end;
    }
}

void nt_flow_restart(nt_flow *flow, const nt_flow_past *past) {
    close_part(flow);
    *flow = (nt_flow){.blocks = flow->blocks,
                      .paths = flow->paths,
                      .memo = flow->memo,
                      .rows = flow->rows,
                      .salvage = flow->salvage,
                      .options = flow->options,
                      .infers = flow->infers,
                      .quirks = flow->quirks,
                      .owned = flow->owned,
                      .tail = flow->options.begins_within && past->offset == 0,
                      .sink = flow->sink,
                      .path_sink = flow->path_sink,
                      .context = flow->context,
                      .format = flow->format,
                      .time = {.xors = flow->time.xors},
                      .counts = flow->counts,
                      .base = past->offset - flow->counts.bytes,
                      .begun = past->offset,
                      .agreed_at = past->offset,
                      .agreed_told = flow->counts.instructions,
                      .range = {.kind = NT_FLOW_RANGE},
                      .last_was = UINT64_MAX,
                      .retired = past->retired,
                      .until_change = UINT64_MAX,
                      .blocks_walked = past->walked};
    nt_flow_forget_tallies(flow);
    if (past->retired != NT_RETIRED_UNKNOWN) {
        nt_flow_follow_image(flow);
    }
    if (flow->salvage != NULL) {
        nt_salvage_reset(flow);
    }
}

uint64_t nt_flow_walked(const nt_flow *flow) {
    return flow->blocks_walked;
}

void nt_flow_skip(nt_flow *flow, uint64_t instructions) {
    flow->retired += instructions;
    nt_flow_follow_image(flow);
}

void nt_flow_place(nt_flow *flow, uint64_t offset) {
    flow->shift = offset - (flow->base + flow->counts.bytes);
}

/* ---- bytes ---- */

/* Of the message that the stream begins within; how many bytes that are. */
static size_t skip_tail(nt_flow *flow, const uint8_t *bytes, size_t size) {
    size_t skipped = 0;
    while (flow->tail && skipped < size) {
        flow->tail = (bytes[skipped++] & 3) != 3; /* MSEO=11 ends it */
    }
    flow->counts.bytes += skipped;
    return skipped;
}

/* `begun`: where the message that breaks begins, or the byte that begins none. */
static void take_bad_byte(nt_flow *flow, nt_frame frame, uint64_t begun) {
    bool first = flow->state != FAULTED;
    flow->offset = flow->base + flow->counts.bytes - 1;
    flow->message.tcode = 0;
    fail_at_bytes(flow, NT_FAULT_FRAME, nt_frame_text(frame));
    if (first && flow->salvage == NULL) {
        flow->fault_from = begun;
    }
}

/* Where the sink has ended the decoding the counts are those of then: how much of its message was
   walked by that time depends on what is remembered. */
static int result_of(nt_flow *flow) {
    if (flow->result != 0) {
        flow->counts = flow->ended;
    }
    return flow->result;
}

int nt_flow_bytes(nt_flow *flow, const uint8_t *bytes, size_t size) {
    size_t at = flow->tail ? skip_tail(flow, bytes, size) : 0;
    flow->stale = true;
    while (at < size && flow->result == 0) {
        if (flow->rows != NULL) {
            refresh(flow);
            at += nt_flow_take_row(flow, bytes + at, size - at);
        }
        if (at == size || flow->result != 0) {
            break;
        }
        nt_frame frame;
        size_t taken = nt_framer_bytes(&flow->framer, bytes + at, size - at, &frame);
        at += taken;
        flow->counts.bytes += taken;
        uint64_t end = flow->base + flow->counts.bytes;
        if (frame == NT_FRAME_END) {
            flow->offset = end - flow->framer.size;
            take_frame(flow);
        } else if (frame == NT_FRAME_BAD_IDLE && flow->options.tolerant) {
            flow->counts.tolerated[NT_TOLERATED_STRAY]++;
        } else if (nt_frame_is_error(frame)) {
            take_bad_byte(flow, frame, end - 1 - flow->framer.size);
        }
    }
    return result_of(flow);
}

int nt_flow_finish(nt_flow *flow) {
    uint64_t end = flow->base + flow->counts.bytes;
    if (flow->salvage != NULL) {
        nt_salvage_finish(flow);
    }
    if (flow->framer.state != NT_FRAMER_BETWEEN) {
        flow->offset =
            flow->framer.state == NT_FRAMER_WITHIN ? end - flow->framer.size : flow->offset;
        nt_flow_fail(flow, NT_FAULT_CUT);
    } else if (flow->state == RUNNING && flow->reported > flow->walked) {
        flow->offset = end;
        nt_flow_fail(flow, NT_FAULT_ICNT_OPEN);
    }
    if (flow->salvaged) {
        nt_flow_emit_suspect(flow);
    }
    close_part(flow);
    return result_of(flow);
}

const nt_flow_counts *nt_flow_get_counts(const nt_flow *flow) {
    return &flow->counts;
}
