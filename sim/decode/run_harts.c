#include "sim/decode/run_harts.h"

static int feed(nt_run_hart *hart, uint64_t offset, const uint8_t *bytes, size_t size) {
    nt_flow_place(hart->flow, offset);
    return nt_flow_bytes(hart->flow, bytes, size);
}

static int feed_all(nt_run_router *router, uint64_t offset, const uint8_t *bytes, size_t size) {
    for (unsigned i = 0; i < router->run->harts; i++) {
        if (feed(&router->run->hart[i], offset, bytes, size) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The SRC of the message so far; -1: it is too short to have one. SRC lies behind the 6 bits of
   TCODE, 6 bits a byte. */
static int source(const nt_run_router *router) {
    unsigned bits = router->run->options.flow.src_bits;
    if (nt_framer_kept(&router->framer) < 1 + (bits + 5) / 6) {
        return -1;
    }
    unsigned low = router->framer.bytes[1] >> 2;
    unsigned high = bits > 6 ? router->framer.bytes[2] >> 2 : 0;
    unsigned value = low | high << 6;
    return (int)(value & ((1U << bits) - 1));
}

/* NULL: there is none, or it cannot be opened, with the error set. */
static nt_run_hart *hart_of(nt_run *run, unsigned number) {
    for (unsigned i = 0; i < run->harts; i++) {
        if (run->hart[i].hart == number) {
            return &run->hart[i];
        }
    }
    return (run->refused[number / 64] >> number % 64 & 1) != 0 ? NULL
                                                               : nt_run_open_hart(run, number);
}

/* A damaged message must not end the decoding of all others; what is wrong with a file does. */
static int take_strange(nt_run_router *router, unsigned number) {
    nt_run *run = router->run;
    nt_error_code code = run->error->code;
    if (code != NT_ERROR_NONE && code != NT_ERROR_ARGUMENT && code != NT_ERROR_LIMIT) {
        return -1;
    }
    if (run->strange == 0) {
        run->stranger = *run->error;
        run->strange_at = router->start;
        run->strange_src = number;
    }
    *run->error = (nt_error){0};
    run->refused[number / 64] |= UINT64_C(1) << number % 64;
    run->strange++;
    return 0;
}

/* Bytes of the message in `framer`, at `offset`; nobody knows whose it is if it has no SRC. */
static int feed_owner(nt_run_router *router, uint64_t offset, const uint8_t *bytes, size_t size) {
    int number = source(router);
    if (number < 0) {
        return feed_all(router, offset, bytes, size);
    }
    nt_run_hart *hart = hart_of(router->run, (unsigned)number);
    return hart == NULL ? take_strange(router, (unsigned)number) : feed(hart, offset, bytes, size);
}

/* A byte of a message: held until the message is whole, or too long to be held. */
static int take_byte(nt_run_router *router, uint8_t byte, bool ends) {
    nt_framer *framer = &router->framer;
    if (framer->size > NT_FRAME_BYTES) {
        return feed_owner(router, router->at, &byte, 1);
    }
    return ends || framer->size == NT_FRAME_BYTES
               ? feed_owner(router, router->start, framer->bytes, (size_t)framer->size)
               : 0;
}

/* Framing is broken at `byte`: every hart must notice, with the `held` bytes before. */
static int take_broken(nt_run_router *router, uint8_t byte, size_t held) {
    if (held < NT_FRAME_BYTES &&
        feed_all(router, router->at - held, router->framer.bytes, held) != 0) {
        return -1;
    }
    return feed_all(router, router->at, &byte, 1);
}

int nt_run_route(nt_run_router *router, const uint8_t *bytes, size_t size) {
    int result = 0;
    for (size_t i = 0; i < size && result == 0; i++, router->at++) {
        size_t held = router->framer.state == 1 ? nt_framer_kept(&router->framer) : 0;
        nt_frame frame = nt_framer_byte(&router->framer, bytes[i]);
        if (frame == NT_FRAME_START) {
            router->start = router->at;
        } else if (frame == NT_FRAME_MIDDLE || frame == NT_FRAME_END) {
            result = take_byte(router, bytes[i], frame == NT_FRAME_END);
        } else if (frame == NT_FRAME_BAD_IDLE && router->run->options.flow.tolerant) {
            router->run->strays++;
        } else if (frame != NT_FRAME_IDLE) {
            result = take_broken(router, bytes[i], frame == NT_FRAME_SKIPPED ? 0 : held);
        }
    }
    return result;
}

int nt_run_route_end(nt_run_router *router) {
    if (router->framer.state != 1 || router->framer.size >= NT_FRAME_BYTES) {
        return 0;
    }
    return feed_owner(router, router->start, router->framer.bytes, (size_t)router->framer.size);
}
