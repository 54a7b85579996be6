/* SPDX-License-Identifier: Apache-2.0 */
/* Random legal streams: a random program, a random walk through it, and what any encoder might send
   of it, by the text of the specification. Shares nothing with the encoder's model but the codec.
   Here: the generator's state, and how a message becomes bytes. */
#ifndef NT_TESTS_FLOW_GENERATOR_H
#define NT_TESTS_FLOW_GENERATOR_H

#include "libntrace/messages/tables.h"
#include "libntrace/program/image.h"
#include "ntrace/flow.h"
#include "ntrace/messages.h"
#include "tests/libntrace/flow/generator_kinds.h"
#include "tests/libntrace/flow/random_code.h"

#include <assert.h>
#include <string.h>

enum {
    GEN_ITEMS = 1 << 13,
    GEN_BYTES = 1 << 16,
    GEN_MESSAGES = 1 << 13,
    GEN_CALLS = 64,
    GEN_BITS = 512,
    GEN_CHANGES = 64,
};

typedef struct generator {
    random_code code;
    nt_flow_options options; /* what the stream is made with */
    bool btm;
    bool repeat_branches;
    bool changes;   /* the code changes as it runs */
    uint32_t depth; /* of the encoder's return stack */

    uint64_t pc;               /* of the next instruction */
    uint64_t mood;             /* where branches and jumps go, most of the time */
    uint64_t calls[GEN_CALLS]; /* of the program, a ring */
    uint32_t call;
    uint64_t retired;
    uint64_t change[GEN_CHANGES]; /* the instructions retired when the code changed to its variant,
                                     back, and so on */
    uint32_t change_count;

    uint64_t returns[32]; /* the encoder's */
    uint32_t returns_used;
    uint64_t reference;
    uint64_t before; /* the instruction before `pc`, which runs on to it; 1: none */
    bool together;   /* no message tells of it without telling of the next */
    uint32_t line;   /* instructions in a line so far */
    uint32_t icnt;
    uint8_t bits[GEN_BITS];      /* of HIST, not sent yet */
    size_t bits_items[GEN_BITS]; /* `item_count` behind each one's branch */
    uint32_t bits_used;
    bool hist_sent; /* by ResourceFull, since the last I-CNT field */
    unsigned icnt_sent;
    size_t told;     /* items that messages have told of */
    nt_message last; /* the branch message that may repeat; TCODE 0: none */
    uint64_t last_address;
    bool across;      /* a synchronizing message came since */
    bool last_synced; /* it had SYNC */
    uint32_t repeats;
    uint64_t now;
    uint64_t base_time;
    bool time_known; /* to a decoder: since the first synchronizing message */
    bool running;
    bool lost; /* not running, for an Error */
    uint32_t kinds[GEN_KINDS];
    size_t item_count;
    size_t message_count;
    size_t size;

    nt_flow_event items[GEN_ITEMS]; /* what must come: RANGEs of one instruction each */
    size_t ends[GEN_MESSAGES];      /* of messages, in bytes */
    uint8_t bytes[GEN_BYTES];
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

static inline nt_message_format gen_format(const generator *g) {
    return nt_flow_format(&g->options, nt_image_xlen(g->code.image));
}

/* The message's next field of variable length from `field` on. */
static inline const uint8_t *gen_next_variable(const nt_message *message, const uint8_t *field) {
    while (nt_fields[*field].kind != NT_VARIABLE || !nt_message_has(message, *field)) {
        field++;
    }
    return field;
}

/* Makes a field that ended in `byte` after `width` bits longer, as far as its maximum allows. */
static inline void gen_fill(generator *g, nt_field field, uint8_t byte, unsigned width) {
    nt_message_format format = gen_format(g);
    bool address = field == NT_FIELD_FADDR || field == NT_FIELD_UADDR;
    unsigned most = nt_fields[field].width;
    uint8_t fill = 0x00;
    if (address && format.addr_bits != 0) {
        most = format.addr_bits;
        fill = (byte & 0x80) != 0 ? 0xfc : 0x00; /* as the decoder would extend it */
        g->kinds[GEN_ADDRESS_EXTENDED] += fill != 0 && width < most;
        most -= fill != 0 ? 5 : 0; /* no ones above the address's own bits */
    }
    unsigned bytes =
        nt_random_chance(&g->code.random, 24) ? nt_random_between(&g->code.random, 1, 4) : 0;
    for (; bytes > 0 && width < most; bytes--, width += 6) {
        g->bytes[g->size - 1] &= 0xfc;
        g->bytes[g->size++] = fill | (byte & 3);
        g->kinds[fill != 0 ? GEN_ADDRESS_ONES : GEN_ZERO_FILL]++;
    }
}

/* Writes the message, some fields of it longer than they need be. */
static inline void gen_put(generator *g, const nt_message *message) {
    nt_message_format format = gen_format(g);
    uint8_t shortest[NT_MESSAGE_MAX_BYTES];
    size_t size = nt_message_encode(message, &format, shortest);
    assert(size != 0 && g->size + 4 * size < GEN_BYTES);
    const uint8_t *field = nt_message_layouts[message->tcode].field;
    unsigned width = 0;
    for (size_t i = 0; i < size; i++) {
        g->bytes[g->size++] = shortest[i];
        width += 6;
        if ((shortest[i] & 3) != 0) {
            field = gen_next_variable(message, field);
            gen_fill(g, *field++, shortest[i], width);
            width = 0;
        }
    }
    assert(g->message_count < GEN_MESSAGES);
    g->ends[g->message_count++] = g->size;
}

static inline void gen_write(generator *g, nt_message *message) {
    nt_message_set(message, NT_FIELD_SRC, g->options.src);
    bool absolute = nt_message_has(message, NT_FIELD_SYNC);
    if (g->options.tstamp_bits != 0) {
        if (absolute || nt_random_chance(&g->code.random, 200)) {
            uint64_t mask = UINT64_MAX >> (64 - g->options.tstamp_bits);
            uint64_t now = (g->now + nt_random_below(&g->code.random, 50)) & mask;
            g->kinds[GEN_TIME_WRAPS] += now < g->now;
            g->now = now;
            nt_message_set(message, NT_FIELD_TSTAMP,
                           absolute ? g->now : (g->now - g->base_time) & mask);
            g->base_time = g->now;
            g->time_known |= absolute;
        } else {
            g->kinds[GEN_NO_TIME]++;
        }
    }
    gen_put(g, message);
}

static inline void gen_flush_repeats(generator *g) {
    if (g->repeats != 0) {
        nt_message message = gen_message(NT_TCODE_REPEAT_BRANCH);
        nt_message_set(&message, NT_FIELD_BCNT, g->repeats);
        g->kinds[g->btm ? GEN_REPEAT_BTM : GEN_REPEAT_HTM]++;
        g->kinds[GEN_REPEAT_MANY] += g->repeats > 10;
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
static inline void gen_timed(const generator *g, nt_flow_event *item, const nt_message *message) {
    item->has_time = g->time_known && nt_message_has(message, NT_FIELD_TSTAMP);
    item->time = g->now;
}

#endif
