/* Any bytes through the flow decoder, over code with every kind of exit: no crash, no read outside,
   an end; ranges lie in the code, and pieces of any size give the same events. The first two bytes
   are the options. */
#include "libntrace/program/image.h"
#include "ntrace/flow.h"

#include <stdlib.h>

enum { MOST_EVENTS = 2000 };

typedef struct digest {
    uint64_t hash;
    uint64_t events;
} digest;

static void mix(digest *digest, uint64_t value) {
    digest->hash = (digest->hash ^ value) * UINT64_C(0x100000001b3);
}

/* Ends the decoding after so many events: a message can repeat a loop a quarter million times. */
static int take(void *context, const nt_flow_event *event) {
    digest *d = context;
    mix(d, event->kind);
    mix(d, event->offset);
    mix(d, event->has_time ? event->time : 1);
    if (event->kind == NT_FLOW_RANGE) {
        if (event->range.instructions == 0 || event->range.halfwords < event->range.instructions ||
            event->range.pc < 0x1000 || event->range.pc + 2 * event->range.halfwords > 0x1040) {
            abort();
        }
        mix(d, event->range.pc);
        mix(d, event->range.halfwords);
    }
    return ++d->events == MOST_EVENTS;
}

/* auipc x7, 0; jalr x0, -16(x7); custom-0; c.jr x1; c.nop */
static const uint8_t bytes[] = {0x97, 0x03, 0, 0, 0x67, 0x80, 0x03, 0xff,
                                0x0b, 0,    0, 0, 0x82, 0x80, 0x01, 0};

static nt_image *make_code(void) {
    nt_image *image = nt_image_new(32);
    for (uint64_t pc = 0x1000; image != NULL && pc < 0x1030; pc += 4) {
        nt_insn_class class_ = (nt_insn_class)((pc - 0x1000) / 4 % NT_INSN_CLASSES);
        nt_insn insn = {4, (uint8_t)class_, 0x1000 + (pc * 12 & 0x3c)};
        if (nt_image_write_insn(image, pc, &insn) != 0) {
            abort();
        }
    }
    if (image == NULL || nt_image_write(image, 0x1030, bytes, sizeof bytes) != 0) {
        abort();
    }
    return image;
}

static nt_flow_options options_of(unsigned low, unsigned high) {
    return (nt_flow_options){.src_bits = (uint8_t)(low & 0xf) % 13,
                             .src = (uint16_t)(high >> 5),
                             .tstamp_bits = (uint8_t)((low >> 4 & 1) != 0 ? 1 + (high & 63) : 0),
                             .implicit_returns = (low >> 5 & 1) == 0,
                             .sequential_jumps = (low >> 6 & 1) == 0,
                             .all_jumps = (low >> 7 & 1) != 0,
                             .extend_addr = (high & 1) != 0,
                             .rc7 = (high >> 1 & 1) != 0};
}

static digest run(const nt_flow_options *options, const uint8_t *data, size_t size, size_t piece) {
    digest d = {0, 0};
    nt_image *image = make_code();
    nt_flow *flow = nt_flow_new(nt_image_code(image), options, take, &d);
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
    nt_image_free(image);
    return d;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) {
        return 0;
    }
    nt_flow_options options = options_of(data[0], data[1]);
    digest whole = run(&options, data + 2, size - 2, size);
    digest pieces = run(&options, data + 2, size - 2, 1);
    if (whole.hash != pieces.hash || whole.events != pieces.events) {
        abort();
    }
    return 0;
}
