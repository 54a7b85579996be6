/* Any bytes through the flow decoder, over code with every kind of exit: no crash, no read outside,
   an end; ranges lie in the code, and pieces of any size give the same events. */
#include "sim/decode/flow.h"

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

static nt_image *make_code(void) {
    nt_image *image = nt_image_new(32);
    for (uint64_t pc = 0x1000; image != NULL && pc < 0x1040; pc += 4) {
        nt_insn_class class_ = (nt_insn_class)((pc - 0x1000) / 4 % NT_INSN_CLASSES);
        nt_insn insn = {4, (uint8_t)class_, 0x1000 + (pc * 12 & 0x3c)};
        if (nt_image_write_insn(image, pc, &insn) != 0) {
            abort();
        }
    }
    return image;
}

static digest run(const uint8_t *data, size_t size, size_t piece) {
    digest d = {0, 0};
    nt_image *image = make_code();
    nt_flow *flow = nt_flow_new(image, NULL, take, &d);
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
    digest whole = run(data, size, size == 0 ? 1 : size);
    digest pieces = run(data, size, 1);
    if (whole.hash != pieces.hash || whole.events != pieces.events) {
        abort();
    }
    return 0;
}
