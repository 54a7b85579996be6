/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes through the flow decoder, over any code: no crash, no read outside, an end; ranges lie
   in the code, and pieces of any size give the same events. The first four bytes are the options,
   then comes the code (fuzz_code.h), by types or as bytes, then the stream. */
#include "ntrace/flow.h"
#include "tests/fuzz/fuzz_code.h"

enum { OPTION_BYTES = 4, MOST_EVENTS = 2000 };

typedef struct digest {
    uint64_t hash;
    uint64_t events;
    uint64_t end; /* of the code */
} digest;

static void mix(digest *digest, uint64_t value) {
    digest->hash = (digest->hash ^ value) * UINT64_C(0x100000001b3);
}

static void mix_range(digest *d, const nt_flow_event *event) {
    if (event->range.instructions == 0 || event->range.halfwords < event->range.instructions ||
        event->range.pc < FUZZ_CODE_START ||
        event->range.pc + 2 * event->range.halfwords > d->end) {
        abort();
    }
    mix(d, event->range.pc);
    mix(d, event->range.halfwords);
}

/* Ends the decoding after so many events: a message can repeat a loop a quarter million times. */
static int take(void *context, const nt_flow_event *event) {
    digest *d = context;
    mix(d, event->kind);
    mix(d, event->offset);
    mix(d, event->has_time ? event->time : 1);
    if (event->kind == NT_FLOW_RANGE) {
        mix_range(d, event);
    } else if (event->kind == NT_FLOW_FAULT) {
        if (event->fault.code >= NT_FAULTS || event->fault.reason[0] == '\0') {
            abort();
        }
        mix(d, event->fault.code);
    }
    return ++d->events == MOST_EVENTS;
}

static uint64_t next_code(void *image, uint64_t pc) {
    return nt_image_next_code(image, pc);
}

static nt_flow_options options_of(unsigned low, unsigned high, unsigned more, unsigned last) {
    return (nt_flow_options){.size = sizeof(nt_flow_options),
                             .vendor = (uint8_t)(last % NT_VENDORS),
                             .salvage = (last & 128) != 0,
                             .next_code = (last & 64) != 0 ? next_code : NULL,
                             .src_bits = (uint8_t)(low & 0xf) % 13,
                             .src = (uint16_t)(high >> 5),
                             .tstamp_bits = (uint8_t)((low >> 4 & 1) != 0 ? 1 + (high & 63) : 0),
                             .implicit_returns = (low >> 5 & 1) == 0,
                             .sequential_jumps = (low >> 6 & 1) == 0,
                             .all_jumps = (low >> 7 & 1) != 0,
                             .extend_addr = (high & 1) != 0,
                             .rc7 = (high >> 1 & 1) != 0,
                             .begins_within = (more & 1) != 0,
                             .tolerant = (more & 64) != 0,
                             .inst_mode = (more & 128) != 0 ? 6 : 0,
                             .budget = (more & 2) != 0 ? 100 : 0};
}

static fuzz_code code_of(unsigned more, const uint8_t *data, size_t size) {
    nt_isa isa = {.xlen = more & 4 ? 32 : 64,
                  .zcmp = (more & 8) != 0,
                  .zcmt = (more & 16) != 0,
                  .jvt = FUZZ_CODE_START};
    return more & 32 ? fuzz_code_bytes(&isa, data, size) : fuzz_code_new(data, size);
}

static digest run(const nt_flow_options *options, const fuzz_code *code, const uint8_t *data,
                  size_t size, size_t piece) {
    digest d = {.end = code->end};
    nt_flow *flow = nt_flow_new(nt_image_code(code->image), options, take, &d);
    if (flow == NULL) {
        abort();
    }
    int result = 0;
    for (size_t at = 0; at < size && result == 0; at += piece) {
        result = nt_flow_bytes(flow, data + at, size - at < piece ? size - at : piece);
    }
    if (result == 0) {
        (void)nt_flow_finish(flow);
    }
    nt_flow_free(flow);
    return d;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < OPTION_BYTES) {
        return 0;
    }
    nt_flow_options options = options_of(data[0], data[1], data[2], data[3]);
    fuzz_code code = code_of(data[2], data + OPTION_BYTES, size - OPTION_BYTES);
    const uint8_t *stream = data + OPTION_BYTES + code.used;
    size_t left = size - OPTION_BYTES - code.used;
    digest whole = run(&options, &code, stream, left, left + 1);
    digest pieces = run(&options, &code, stream, left, 1);
    if (whole.hash != pieces.hash || whole.events != pieces.events) {
        abort();
    }
    nt_image_free(code.image);
    return 0;
}
