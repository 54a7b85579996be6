/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/signals.h"

#include "sim/witness/expect_now.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { TS_COUNTER_LOW = 0x048, TS_COUNTER_HIGH = 0x04c };
enum { ON_START = 1, ON_STOP = 2 }; /* trTeTrigExtOutEvent */

static void __attribute__((format(printf, 3, 4)))
hold(nt_signals *signals, bool held, const char *format, ...) {
    signals->compared++;
    if (held) {
        return;
    }
    if (signals->wrong++ == 0) {
        char words[128];
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(words, sizeof words, format, arguments);
        va_end(arguments);
        (void)snprintf(signals->first, sizeof signals->first, "cycle %" PRIu64 ": %s",
                       signals->cycle, words);
    }
}

/* ---- the registers ---- */

static void judge_answer(nt_signals *signals, const nt_apb_answer *got) {
    const nt_apb_answer *expected = &signals->answer;
    const nt_apb *apb = &signals->answer_to;
    if (!signals->accessed || got == NULL) {
        return;
    }
    hold(signals, got->PREADY == expected->PREADY, "register 0x%03x: PREADY is %d and not %d",
         apb->PADDR, got->PREADY, expected->PREADY);
    hold(signals, got->PSLVERR == expected->PSLVERR, "register 0x%03x: PSLVERR is %d and not %d",
         apb->PADDR, got->PSLVERR, expected->PSLVERR);
    hold(signals, got->PRDATA == expected->PRDATA,
         "register 0x%03x reads 0x%08" PRIx32 " and not 0x%08" PRIx32, apb->PADDR, got->PRDATA,
         expected->PRDATA);
}

/* A read of the timestamp counter has one wait state. */
static bool waits(const nt_signals *signals, const nt_feed *feed, const nt_apb *apb) {
    bool counter = apb->PADDR == TS_COUNTER_LOW || apb->PADDR == TS_COUNTER_HIGH;
    return feed->config->tstamp_w != 0 && apb->PSEL && apb->PENABLE && !apb->PWRITE && counter &&
           !signals->waited;
}

static void expect_answer(nt_signals *signals, const nt_feed *feed, const nt_cycle *cycle,
                          const nt_feed_outputs *out) {
    const nt_apb *apb = &cycle->apb;
    if (!apb->PSEL) { /* in most cycles */
        signals->accessed = signals->waited = false;
        return;
    }
    const nt_witness_registers_inputs in = nt_feed_registers(feed, cycle, out);
    bool wait = waits(signals, feed, apb);
    bool done = apb->PENABLE && !wait;
    signals->accessed = feed->by_registers;
    signals->answer_to = *apb;
    signals->answer = (nt_apb_answer){
        .PREADY = !wait,
        .PSLVERR = done && apb->PADDR % 4 != 0,
        .PRDATA = done ? nt_witness_registers_answer(&feed->registers, &in) : 0,
    };
    signals->waited = wait && !cycle->rst;
}

/* ---- triggers ---- */

/* Each output fires for a cycle after trTeInstTracing was set, or cleared, as its event says. */
static void expect_pulses(nt_signals *signals, const nt_feed *feed, bool held) {
    bool tracing = feed->live.trTeInstTracing;
    bool changes = tracing != signals->tracing && !held;
    uint8_t pulses = 0;
    for (unsigned i = 0; i < feed->config->ntriggers && changes; i++) {
        unsigned event = feed->live.trTeTrigExtOutControl >> 4 * i;
        bool starts = (event & ON_START) && tracing && !signals->tracing;
        bool stops = (event & ON_STOP) && !tracing && signals->tracing;
        pulses = (uint8_t)(pulses | (starts || stops ? 1u << i : 0));
    }
    signals->pulses = pulses;
    signals->tracing = tracing && !held;
}

/* ---- loss ---- */

static bool retires(const nt_feed *feed, const nt_ingress *ingress) {
    bool any = false;
    for (unsigned i = 0; i < feed->config->nblocks; i++) {
        any = any || !nt_expect_is_empty(&ingress->block[i]);
    }
    return any;
}

/* "1: the hart is stalled": whoever retires nothing in the cycle after `stall` loses nothing. */
static void judge_stall(nt_signals *signals, const nt_feed *feed, const nt_cycle *cycle,
                        const nt_feed_outputs *out, bool held) {
    bool can = feed->live.trTeInstStallEna && feed->live.trTeEnable && !held;
    bool obeys = !signals->stalled || !retires(feed, &cycle->ingress);
    if (out->dropped && signals->obeyed) {
        hold(signals, false, "messages are lost though the hart obeys stall");
    }
    signals->obeyed = can && obeys && (signals->obeyed || out->trTeEmpty);
    signals->stalled = out->stall;
}

void nt_signals_judge(nt_signals *signals, const nt_feed *feed, nt_witness *witness,
                      const nt_cycle *cycle, const nt_feed_outputs *out) {
    bool held = cycle->rst || !feed->live.trTeActive;
    judge_answer(signals, out->answer);
    if (out->ext_trigger_out != 0 || signals->pulses != 0) {
        hold(signals, out->ext_trigger_out == signals->pulses,
             "ext_trigger_out is 0x%02x and not 0x%02x", out->ext_trigger_out, signals->pulses);
    }
    if (out->trTeEmpty && !signals->empty && !held) {
        hold(signals, !nt_witness_waits(witness), "trTeEmpty is 1 before all was sent");
    }
    judge_stall(signals, feed, cycle, out, held);
    expect_answer(signals, feed, cycle, out);
    expect_pulses(signals, feed, held);
    signals->empty = out->trTeEmpty;
    signals->cycle++;
}
