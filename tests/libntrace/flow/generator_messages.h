/* SPDX-License-Identifier: Apache-2.0 */
/* The messages that the generator (generator.h) sends, and what must come of them. */
#ifndef NT_TESTS_FLOW_GENERATOR_MESSAGES_H
#define NT_TESTS_FLOW_GENERATOR_MESSAGES_H

#include "tests/libntrace/flow/generator.h"

/* ---- I-CNT and HIST ---- */

static inline void gen_add_bit(generator *g, bool taken) {
    g->bits[g->bits_used] = taken;
    g->bits_items[g->bits_used++] = g->item_count;
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
    if (count != 0) {
        g->told = g->bits_items[count - 1];
    }
    g->bits_used -= count;
    memmove(g->bits, g->bits + count, g->bits_used);
    memmove(g->bits_items, g->bits_items + count, g->bits_used * sizeof g->bits_items[0]);
}

/* How often the first `period` bits follow each other. */
static inline uint32_t gen_times(const generator *g, uint32_t period) {
    uint32_t end = period;
    while (end < g->bits_used && g->bits[end] == g->bits[end - period]) {
        end++;
    }
    return end / period;
}

/* Any number of bits, and any number of their repetitions. */
static inline void gen_send_history(generator *g) {
    uint32_t most = g->bits_used < 31 ? g->bits_used : 31;
    uint32_t count = nt_random_between(&g->code.random, 1, most);
    uint32_t times = gen_times(g, count);
    if (nt_random_chance(&g->code.random, 64)) {
        times = nt_random_between(&g->code.random, 1, times);
    }
    bool repeat = times > 1 || nt_random_chance(&g->code.random, 40);
    nt_message message = gen_message(NT_TCODE_RESOURCE_FULL);
    nt_message_set(&message, NT_FIELD_RCODE, repeat ? 2 : 1);
    nt_message_set(&message, NT_FIELD_RDATA, gen_hist(g, count));
    if (repeat) {
        nt_message_set(&message, NT_FIELD_HREPEAT, times);
        g->kinds[times == 1   ? GEN_HREPEAT_ONCE
                 : count == 1 ? GEN_HREPEAT_ONE_BIT
                              : GEN_HREPEAT_PATTERN]++;
    }
    g->kinds[count < 8 ? GEN_HIST_PARTIAL : GEN_HIST_LONGEST] += count < 8 || count == 31;
    g->kinds[GEN_ICNT_BEFORE_HIST] += g->icnt_sent != 0;
    gen_send(g, &message);
    gen_drop_bits(g, repeat ? count * times : count);
    g->hist_sent = true;
}

/* Of the waiting history all but what one HIST field can hold. */
static inline void gen_shorten_history(generator *g) {
    while (g->bits_used > 31) {
        gen_send_history(g);
    }
}

static inline void gen_send_all_history(generator *g) {
    while (g->bits_used != 0) {
        gen_send_history(g);
    }
}

static inline void gen_icnt_full(generator *g) {
    nt_message message = gen_message(NT_TCODE_RESOURCE_FULL);
    nt_message_set(&message, NT_FIELD_RCODE, 0);
    nt_message_set(&message, NT_FIELD_RDATA, g->icnt);
    g->icnt = 0;
    g->together = false;
    g->kinds[GEN_ICNT_BTM] += g->btm;
    g->kinds[GEN_HIST_BEFORE_ICNT] += g->hist_sent;
    g->kinds[GEN_ICNT_TWICE] += ++g->icnt_sent == 2;
    gen_send(g, &message);
}

/* Puts I-CNT, and in HTM all of HIST, into the message. */
static inline void gen_take_icnt(generator *g, nt_message *message) {
    nt_message_set(message, NT_FIELD_ICNT, g->icnt);
    if (!g->btm) {
        nt_message_set(message, NT_FIELD_HIST, gen_hist(g, g->bits_used));
        gen_drop_bits(g, g->bits_used);
    }
    g->icnt = 0;
    g->together = false;
    g->hist_sent = false;
    g->icnt_sent = 0;
    g->told = g->item_count;
}

/* ---- Ownership ---- */

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
    g->kinds[g->running ? GEN_OWNERSHIP_RUNNING : GEN_OWNERSHIP_STOPPED]++;
}

/* ---- synchronizing messages ---- */

/* rc7 says that SYNC 0, 4 and 6 do not reset the encoder, 1.0 that all do; whoever resets anyway
   only reports more returns and repeats nothing that was before. `last`: the branch message before.
 */
static inline void gen_reset(generator *g, uint32_t sync, const nt_message *last) {
    bool keeps = g->options.rc7 && (sync == 0 || sync == 4 || sync == 6);
    if (keeps && nt_random_chance(&g->code.random, 128)) {
        g->kinds[GEN_STACK_KEPT] += g->returns_used != 0;
        g->last = *last;
        g->across = true;
        return;
    }
    g->kinds[GEN_STACK_RESET_RC7] += keeps && g->returns_used != 0;
    g->returns_used = 0;
}

/* In rc7 a branch message with SYNC is one that may repeat. */
static inline void gen_repeatable_sync(generator *g, const nt_message *message, uint64_t address) {
    uint8_t plain = nt_tcode_without_sync(message->tcode);
    if (!g->options.rc7 || plain == 0) {
        return;
    }
    g->last = *message;
    g->last.tcode = plain;
    g->last_address = plain == NT_TCODE_DIRECT_BRANCH ? 0 : address;
    g->last_synced = true;
    g->across = false;
}

/* Its own event, and what it resets. What has retired is told, with ResourceFull where the message
   has no HIST. */
static inline void gen_sync(generator *g, nt_tcode tcode, uint32_t sync, uint32_t btype,
                            uint64_t address) {
    if (tcode == NT_TCODE_INDIRECT_BRANCH_HIST_SYNC) {
        gen_shorten_history(g);
    } else {
        gen_send_all_history(g);
    }
    nt_message message = gen_message(tcode);
    nt_message_set(&message, NT_FIELD_SYNC, sync);
    nt_message_set(&message, NT_FIELD_BTYPE, btype);
    nt_message_set(&message, NT_FIELD_FADDR, address >> 1);
    gen_take_icnt(g, &message);
    nt_message last = g->last;
    gen_send(g, &message);
    g->reference = address;
    gen_reset(g, sync, &last);
    gen_repeatable_sync(g, &message, address);
    g->kinds[GEN_SYNC4_HTM] += !g->btm && sync == 4;
    g->kinds[GEN_VENDOR_SYNC] += sync >= 14;
    if (btype != 0) {
        nt_flow_event *trap = gen_item(g, NT_FLOW_TRAP);
        trap->trap.btype = (uint8_t)btype;
        trap->trap.address = address;
        gen_timed(g, trap, &message);
        g->kinds[GEN_TRAP_SYNC]++;
    }
    nt_flow_event *item = gen_item(g, NT_FLOW_SYNC);
    item->sync.reason = (uint8_t)sync;
    item->sync.address = address;
    gen_timed(g, item, &message);
    if (nt_random_chance(&g->code.random, 64)) {
        gen_ownership(g);
    }
}

/* A reason to synchronize in the middle of execution: HTM has SYNC=4 in rc7 only. */
static inline uint32_t gen_reason(generator *g) {
    static const uint8_t reasons[] = {2, 0, 6, 14, 15, 4};
    return reasons[nt_random_below(&g->code.random, g->btm || g->options.rc7 ? 6 : 5)];
}

/* On linear code, in any form. */
static inline void gen_sync_linear(generator *g) {
    static const struct {
        nt_tcode tcode;
        gen_kind btm;
        gen_kind htm;
    } forms[] = {
        {NT_TCODE_PROG_TRACE_SYNC, GEN_LINEAR_PROG_TRACE_BTM, GEN_LINEAR_PROG_TRACE_HTM},
        {NT_TCODE_DIRECT_BRANCH_SYNC, GEN_LINEAR_DIRECT_BTM, GEN_LINEAR_DIRECT_HTM},
        {NT_TCODE_INDIRECT_BRANCH_SYNC, GEN_LINEAR_INDIRECT_BTM, GEN_LINEAR_INDIRECT_HTM},
        {NT_TCODE_INDIRECT_BRANCH_HIST_SYNC, GEN_LINEAR_HIST, GEN_LINEAR_HIST},
    };
    uint32_t form = nt_random_below(&g->code.random, g->btm ? 3 : 4);
    g->kinds[g->btm ? forms[form].btm : forms[form].htm]++;
    gen_sync(g, forms[form].tcode, gen_reason(g), 0, g->pc);
}

/* Out of reset or low power without a stop: execution goes on at `address`. */
static inline void gen_sync_reset(generator *g, uint64_t address) {
    g->pc = address;
    g->before = 1;
    g->kinds[GEN_RESET_SYNC]++;
    gen_sync(g, g->btm ? NT_TCODE_PROG_TRACE_SYNC : NT_TCODE_INDIRECT_BRANCH_HIST_SYNC,
             nt_random_chance(&g->code.random, 128) ? 1 : 9, 0, address);
}

/* ---- branch messages ---- */

static inline bool gen_repeats(const generator *g, const nt_message *message, uint64_t address) {
    return g->repeat_branches && g->last.tcode == message->tcode && g->last_address == address &&
           g->last.value[NT_FIELD_ICNT] == message->value[NT_FIELD_ICNT] &&
           g->last.value[NT_FIELD_BTYPE] == message->value[NT_FIELD_BTYPE] &&
           g->last.value[NT_FIELD_HIST] == message->value[NT_FIELD_HIST];
}

static inline void gen_branch_sync(generator *g, bool direct, bool plain, uint32_t btype,
                                   uint64_t address) {
    if (direct) {
        g->kinds[GEN_BRANCH_DIRECT_SYNC]++;
        gen_sync(g, NT_TCODE_DIRECT_BRANCH_SYNC, gen_reason(g), 0, address);
    } else if (plain) {
        g->kinds[GEN_BRANCH_INDIRECT_SYNC]++;
        gen_sync(g, NT_TCODE_INDIRECT_BRANCH_SYNC, gen_reason(g), btype, address);
    } else {
        g->kinds[GEN_BRANCH_HIST_SYNC]++;
        gen_sync(g, NT_TCODE_INDIRECT_BRANCH_HIST_SYNC, gen_reason(g), btype, address);
    }
}

/* DirectBranch, or IndirectBranch[Hist]; a trap where B-TYPE is not 0. Some take the form with
   SYNC. In HTM either form will do where there is no history. */
static inline void gen_branch_message(generator *g, bool direct, uint32_t btype, uint64_t address) {
    bool plain = g->btm || (g->bits_used == 0 && nt_random_chance(&g->code.random, 100));
    if (btype != 0) {
        g->kinds[GEN_TRAP_1 + btype - 1]++;
        g->kinds[GEN_TRAP_AT_ONCE] += g->icnt == 0;
    }
    if (nt_random_chance(&g->code.random, 8)) {
        gen_branch_sync(g, direct, plain, btype, address);
        return;
    }
    gen_shorten_history(g);
    nt_message message = gen_message(direct  ? NT_TCODE_DIRECT_BRANCH
                                     : plain ? NT_TCODE_INDIRECT_BRANCH
                                             : NT_TCODE_INDIRECT_BRANCH_HIST);
    nt_message_set(&message, NT_FIELD_BTYPE, btype);
    nt_message_set(&message, NT_FIELD_UADDR, (g->reference ^ address) >> 1);
    g->kinds[GEN_PLAIN_INDIRECT_HTM] += plain && !g->btm;
    gen_take_icnt(g, &message);
    g->reference = direct ? g->reference : address;
    if (gen_repeats(g, &message, direct ? 0 : address)) {
        g->repeats++;
        g->kinds[GEN_REPEAT_ACROSS_SYNC] += g->across;
        g->kinds[GEN_REPEAT_OF_SYNC] += g->last_synced;
    } else {
        gen_send(g, &message);
        g->last = message;
        g->last_address = direct ? 0 : address;
        g->across = false;
        g->last_synced = false;
    }
    if (btype != 0) {
        nt_flow_event *item = gen_item(g, NT_FLOW_TRAP);
        item->trap.btype = (uint8_t)btype;
        item->trap.address = address;
        g->told = g->item_count;
    }
}

/* ---- starts, stops and losses ---- */

static inline void gen_start(generator *g) {
    static const uint8_t starts[] = {1, 3, 5, 9};
    uint32_t sync = g->lost ? 7 : starts[nt_random_below(&g->code.random, 4)];
    g->kinds[GEN_RESTART] += g->item_count != 0;
    g->icnt = 0;
    g->bits_used = 0;
    g->before = 1;
    g->running = true;
    g->lost = false;
    gen_sync(g, NT_TCODE_PROG_TRACE_SYNC, sync, 0, g->pc);
}

static inline void gen_stop(generator *g) {
    static const uint8_t evcodes[] = {0, 1, 4, 8, 15};
    gen_shorten_history(g);
    nt_message message = gen_message(NT_TCODE_PROG_TRACE_CORRELATION);
    uint8_t evcode = evcodes[nt_random_below(&g->code.random, 5)];
    nt_message_set(&message, NT_FIELD_EVCODE, evcode);
    nt_message_set(&message, NT_FIELD_CDF, g->btm ? 0 : 1);
    gen_take_icnt(g, &message);
    gen_send(g, &message);
    nt_flow_event *item = gen_item(g, NT_FLOW_STOP);
    item->stop.evcode = evcode;
    gen_timed(g, item, &message);
    g->kinds[g->lost ? GEN_STOP_AFTER_LOSS : GEN_STOP]++;
    g->kinds[GEN_STOP_VENDOR] += evcode >= 8;
    g->running = false;
    g->lost = false;
}

/* What has retired and no message has told of is in no trace. */
static inline void gen_forget(generator *g) {
    size_t kept = g->told;
    for (size_t i = g->told; i < g->item_count; i++) {
        if (g->items[i].kind != NT_FLOW_RANGE) {
            g->items[kept++] = g->items[i];
        }
    }
    g->kinds[GEN_LOSS_OF_UNTOLD] += kept != g->item_count;
    g->item_count = kept;
    g->told = kept;
    g->icnt = 0;
    g->bits_used = 0;
    g->hist_sent = false;
    g->icnt_sent = 0;
    g->running = false;
}

/* By an optional ProgTraceCorrelation that is not sent. */
static inline void gen_stop_untold(generator *g) {
    gen_flush_repeats(g);
    g->kinds[g->hist_sent ? GEN_STOP_BEHIND_HIST : GEN_STOP_UNTOLD]++;
    gen_forget(g);
}

static inline void gen_lose(generator *g) {
    gen_flush_repeats(g);
    gen_forget(g);
    nt_message message = gen_message(NT_TCODE_ERROR);
    uint32_t ecode = nt_random_below(&g->code.random, 256);
    nt_message_set(&message, NT_FIELD_ETYPE, 0);
    nt_message_set(&message, NT_FIELD_ECODE, ecode);
    gen_send(g, &message);
    nt_flow_event *item = gen_item(g, NT_FLOW_LOSS);
    item->loss.ecode = ecode;
    gen_timed(g, item, &message);
    g->kinds[g->lost ? GEN_LOSS_TWICE : GEN_LOSS]++;
    g->lost = true;
}

#endif
