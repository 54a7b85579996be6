/* The messages that the generator (generator.h) sends, and what must come of them. */
#ifndef NT_TESTS_DECODE_GENERATOR_MESSAGES_H
#define NT_TESTS_DECODE_GENERATOR_MESSAGES_H

#include "libntrace/program/image.h"
#include "ntrace/flow.h"
#include "ntrace/messages.h"
#include "tests/libntrace/flow/random_code.h"

#include <assert.h>
#include <string.h>

enum { GEN_ITEMS = 1 << 15, GEN_BYTES = 1 << 17, GEN_CALLS = 64, GEN_BITS = 512 };

typedef struct generator {
    random_code code;
    nt_flow_options options; /* what the stream is made with */
    bool btm;
    bool repeat_branches;
    uint32_t depth; /* of the encoder's return stack */

    uint64_t pc;               /* of the next instruction */
    uint64_t calls[GEN_CALLS]; /* of the program, a ring */
    uint32_t call;

    uint64_t returns[32]; /* the encoder's */
    uint32_t returns_used;
    uint64_t reference;
    uint64_t before; /* the instruction before `pc`, which runs on to it; 1: none */
    bool together;   /* no message tells of it without telling of the next */
    uint32_t icnt;
    uint8_t bits[GEN_BITS]; /* of HIST, not sent yet */
    uint32_t bits_used;
    nt_message last; /* the branch message that may repeat; TCODE 0: none */
    uint64_t last_address;
    uint32_t repeats;
    uint64_t now;
    uint64_t base_time;
    bool running;

    nt_flow_event items[GEN_ITEMS]; /* what must come: RANGEs of one instruction each */
    size_t item_count;
    uint8_t bytes[GEN_BYTES];
    size_t size;
} generator;

static inline nt_flow_event *gen_item(generator *g, nt_flow_kind kind) {
    assert(g->item_count < GEN_ITEMS);
    nt_flow_event *item = &g->items[g->item_count++];
    *item = (nt_flow_event){.kind = kind};
    return item;
}

static inline nt_message gen_message(nt_tcode tcode) {
    nt_message message = {0};
    nt_message_set(&message, NT_FIELD_TCODE, tcode);
    return message;
}

/* Bytes that are not for this decoder: idle, vendor defined, of another source. */
static inline void gen_noise(generator *g, const nt_message_format *format) {
    uint32_t draw = nt_random_below(&g->code.random, 40);
    if (draw == 0) {
        g->bytes[g->size++] = NT_IDLE;
    } else if (draw == 1 && g->options.src_bits == 0) {
        static const uint8_t vendor[] = {0xe0, 0x14, 0x55, 0x03};
        memcpy(g->bytes + g->size, vendor, sizeof vendor);
        g->size += sizeof vendor;
    } else if (draw == 2 && g->options.src_bits != 0) {
        nt_message other = gen_message(NT_TCODE_INDIRECT_BRANCH);
        nt_message_set(&other, NT_FIELD_SRC, g->options.src ^ 1U);
        nt_message_set(&other, NT_FIELD_BTYPE, 0);
        nt_message_set(&other, NT_FIELD_ICNT, 5);
        nt_message_set(&other, NT_FIELD_UADDR, 77);
        if (format->tstamp) {
            nt_message_set(&other, NT_FIELD_TSTAMP, 999);
        }
        g->size += nt_message_encode(&other, format, g->bytes + g->size);
    }
}

static inline void gen_write(generator *g, nt_message *message) {
    nt_message_format format = nt_flow_format(&g->options, nt_image_xlen(g->code.image));
    assert(g->size + 4 * NT_MESSAGE_MAX_BYTES < GEN_BYTES);
    gen_noise(g, &format);
    nt_message_set(message, NT_FIELD_SRC, g->options.src);
    bool absolute = nt_message_has(message, NT_FIELD_SYNC);
    if (format.tstamp && (absolute || nt_random_chance(&g->code.random, 200))) {
        uint64_t mask = UINT64_MAX >> (64 - g->options.tstamp_bits);
        g->now = (g->now + nt_random_below(&g->code.random, 50)) & mask;
        nt_message_set(message, NT_FIELD_TSTAMP,
                       absolute ? g->now : (g->now - g->base_time) & mask);
        g->base_time = g->now;
    }
    size_t size = nt_message_encode(message, &format, g->bytes + g->size);
    assert(size != 0);
    g->size += size;
}

static inline void gen_flush_repeats(generator *g) {
    if (g->repeats != 0) {
        nt_message message = gen_message(NT_TCODE_REPEAT_BRANCH);
        nt_message_set(&message, NT_FIELD_BCNT, g->repeats);
        g->repeats = 0;
        gen_write(g, &message);
    }
    g->last.tcode = 0;
}

static inline void gen_send(generator *g, nt_message *message) {
    gen_flush_repeats(g);
    gen_write(g, message);
}

/* An event of the message that was just written carries its time. */
static inline void gen_timed(generator *g, nt_flow_event *item, const nt_message *message) {
    item->has_time = nt_message_has(message, NT_FIELD_TSTAMP);
    item->time = g->now;
}

/* The first `count` bits that wait, behind a stop-bit. */
static inline uint32_t gen_hist(const generator *g, uint32_t count) {
    uint32_t hist = 1;
    for (uint32_t i = 0; i < count; i++) {
        hist = hist << 1 | g->bits[i];
    }
    return hist;
}

static inline void gen_drop_bits(generator *g, uint32_t count) {
    memmove(g->bits, g->bits + count, g->bits_used - count);
    g->bits_used -= count;
}

/* How often the first `period` bits follow each other. */
static inline uint32_t gen_times(const generator *g, uint32_t period) {
    uint32_t end = period;
    while (end < g->bits_used && g->bits[end] == g->bits[end - period]) {
        end++;
    }
    return end / period;
}

static inline void gen_send_history(generator *g) {
    uint32_t most = g->bits_used < 31 ? g->bits_used : 31;
    uint32_t count = nt_random_between(&g->code.random, 1, most);
    uint32_t times = gen_times(g, count);
    bool repeat = times > 1 || nt_random_chance(&g->code.random, 40);
    nt_message message = gen_message(NT_TCODE_RESOURCE_FULL);
    nt_message_set(&message, NT_FIELD_RCODE, repeat ? 2 : 1);
    nt_message_set(&message, NT_FIELD_RDATA, gen_hist(g, count));
    if (repeat) {
        nt_message_set(&message, NT_FIELD_HREPEAT, times);
    }
    gen_send(g, &message);
    gen_drop_bits(g, repeat ? count * times : count);
}

/* Of the waiting history all but what one HIST field can hold. */
static inline void gen_shorten_history(generator *g) {
    while (g->bits_used > 31) {
        gen_send_history(g);
    }
}

static inline void gen_take_icnt(generator *g, nt_message *message) {
    nt_message_set(message, NT_FIELD_ICNT, g->icnt);
    g->icnt = 0;
    g->together = false;
    if (!g->btm) {
        nt_message_set(message, NT_FIELD_HIST, gen_hist(g, g->bits_used));
        g->bits_used = 0;
    }
}

static inline void gen_ownership(generator *g) {
    static const uint8_t modes[] = {0, 1, 3, 4, 5};
    static const uint8_t formats[] = {0, 2, 3};
    nt_message message = gen_message(NT_TCODE_OWNERSHIP);
    uint32_t mode = modes[nt_random_below(&g->code.random, 5)];
    uint8_t format = formats[nt_random_below(&g->code.random, 3)];
    uint64_t context = format == 0 ? 0 : nt_random_below(&g->code.random, 1U << 30);
    nt_message_set(&message, NT_FIELD_PROCESS, context << 5 | mode << 2 | format);
    gen_send(g, &message);
    nt_flow_event *item = gen_item(g, NT_FLOW_OWNERSHIP);
    item->ownership.format = format;
    item->ownership.prv = mode & 3;
    item->ownership.v = mode >> 2;
    item->ownership.context = context;
    gen_timed(g, item, &message);
}

/* A synchronizing message: its own event, and what it resets. */
static inline void gen_sync(generator *g, nt_tcode tcode, uint32_t sync, uint32_t btype,
                            uint64_t address) {
    gen_shorten_history(g);
    if (tcode == NT_TCODE_PROG_TRACE_SYNC || tcode == NT_TCODE_INDIRECT_BRANCH_SYNC) {
        while (g->bits_used != 0) {
            gen_send_history(g);
        }
    }
    nt_message message = gen_message(tcode);
    nt_message_set(&message, NT_FIELD_SYNC, sync);
    nt_message_set(&message, NT_FIELD_BTYPE, btype);
    nt_message_set(&message, NT_FIELD_FADDR, address >> 1);
    gen_take_icnt(g, &message);
    gen_send(g, &message);
    g->reference = address;
    if (!g->options.rc7 || (sync != 0 && sync != 4 && sync != 6)) {
        g->returns_used = 0;
    }
    if (btype != 0) {
        nt_flow_event *trap = gen_item(g, NT_FLOW_TRAP);
        trap->trap.btype = (uint8_t)btype;
        trap->trap.address = address;
        gen_timed(g, trap, &message);
    }
    nt_flow_event *item = gen_item(g, NT_FLOW_SYNC);
    item->sync.reason = (uint8_t)sync;
    item->sync.address = address;
    gen_timed(g, item, &message);
    if (nt_random_chance(&g->code.random, 64)) {
        gen_ownership(g);
    }
}

/* Whether this branch message takes the form with SYNC; the reason. */
static inline bool gen_wants_sync(generator *g, uint32_t *reason) {
    static const uint8_t reasons[] = {0, 2, 4, 6};
    *reason = reasons[nt_random_below(&g->code.random, 4)];
    return nt_random_chance(&g->code.random, 12);
}

static inline bool gen_repeats(generator *g, const nt_message *message, uint64_t address) {
    return g->repeat_branches && g->last.tcode == message->tcode && g->last_address == address &&
           g->last.value[NT_FIELD_ICNT] == message->value[NT_FIELD_ICNT] &&
           g->last.value[NT_FIELD_BTYPE] == message->value[NT_FIELD_BTYPE] &&
           g->last.value[NT_FIELD_HIST] == message->value[NT_FIELD_HIST];
}

/* DirectBranch, or IndirectBranch[Hist]; a trap where B-TYPE is not 0. */
static inline void gen_branch_message(generator *g, bool direct, uint32_t btype, uint64_t address) {
    uint32_t sync;
    bool plain = g->btm || (g->bits_used == 0 && nt_random_chance(&g->code.random, 128));
    if (gen_wants_sync(g, &sync)) {
        gen_sync(g,
                 direct  ? NT_TCODE_DIRECT_BRANCH_SYNC
                 : plain ? NT_TCODE_INDIRECT_BRANCH_SYNC
                         : NT_TCODE_INDIRECT_BRANCH_HIST_SYNC,
                 sync, btype, address);
        return;
    }
    gen_shorten_history(g);
    nt_message message = gen_message(direct  ? NT_TCODE_DIRECT_BRANCH
                                     : plain ? NT_TCODE_INDIRECT_BRANCH
                                             : NT_TCODE_INDIRECT_BRANCH_HIST);
    nt_message_set(&message, NT_FIELD_BTYPE, btype);
    nt_message_set(&message, NT_FIELD_UADDR, (g->reference ^ address) >> 1);
    gen_take_icnt(g, &message);
    g->reference = direct ? g->reference : address;
    if (gen_repeats(g, &message, direct ? 0 : address)) {
        g->repeats++;
    } else {
        gen_send(g, &message);
        g->last = message;
        g->last_address = direct ? 0 : address;
    }
    if (btype != 0) {
        nt_flow_event *item = gen_item(g, NT_FLOW_TRAP);
        item->trap.btype = (uint8_t)btype;
        item->trap.address = address;
    }
}

#endif
