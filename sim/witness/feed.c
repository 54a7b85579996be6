/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/feed.h"

#include "sim/witness/expect_now.h"

#include <string.h>

void nt_feed_init(nt_feed *feed, const nt_config *config) {
    memset(feed, 0, sizeof *feed);
    feed->config = config;
    nt_witness_registers_init(&feed->registers, config);
    feed->moved = feed->unsettled = true;
    feed->version = 1;
}

static void change(nt_feed *feed) {
    feed->moved = feed->unsettled = true;
    feed->version++;
}

/* The control fields of the cycle: those of the registers from the first transfer on. */
static void take_writes(nt_feed *feed, const nt_cycle *cycle) {
    if (cycle->apb.PSEL && !feed->by_registers) {
        feed->by_registers = true;
        feed->live = feed->registers.fields;
        change(feed);
    }
    for (unsigned i = 0; i < cycle->writes && !feed->by_registers; i++) {
        const nt_control_write *write = &cycle->write[i];
        memcpy((char *)&feed->live + nt_control_fields[write->field].offset, &write->value,
               sizeof write->value);
        change(feed);
    }
}

static bool is_held(const nt_feed *feed, const nt_cycle *cycle) {
    return cycle->rst || !feed->live.trTeActive;
}

static nt_timekeeper_inputs time_inputs(const nt_feed *feed, const nt_cycle *cycle,
                                        const nt_feed_outputs *out) {
    bool reset =
        feed->by_registers && nt_witness_registers_reset_time(&feed->registers, &cycle->apb);
    return (nt_timekeeper_inputs){.held = is_held(feed, cycle),
                                  .reset = reset,
                                  .control = &feed->live,
                                  .halted = cycle->ingress.halted,
                                  .hart_time = cycle->ingress.time,
                                  .shared_time = out->shared_time};
}

void nt_feed_show(nt_feed *feed, const nt_cycle *cycle, const nt_feed_outputs *out,
                  nt_witness_inputs *in) {
    take_writes(feed, cycle);
    feed->trace_on = nt_witness_asks(feed->config, &feed->live, &cycle->ingress, NT_ASK_TRACE_ON);
    feed->trace_off = nt_witness_asks(feed->config, &feed->live, &cycle->ingress, NT_ASK_TRACE_OFF);
    const nt_timekeeper_inputs time = time_inputs(feed, cycle, out);
    feed->time = nt_timekeeper_now(&feed->timekeeper, feed->config->tstamp_w, &time);
    feed->lost |= out->dropped;
    bool resumed = feed->lost && out->started && !out->dropped;
    feed->lost &= !resumed;
    *in = (nt_witness_inputs){.ingress = &feed->latched,
                              .control = &feed->latched_live,
                              .live = &feed->live,
                              .settings = &feed->settings,
                              .version = feed->version,
                              .timestamp = feed->latched_time,
                              .awaits = out->awaits,
                              .dropped = out->dropped,
                              .resumed = resumed};
}

/* The encoder takes settings over in reset, and while it is empty and is not to trace. */
static void settle(nt_feed *feed, bool held, bool trTeEmpty) {
    const nt_control *live = &feed->live;
    bool asked = live->trTeEnable && (live->trTeInstTracing || feed->trace_on);
    if ((held || (trTeEmpty && !asked)) && feed->unsettled) {
        feed->settings = *live;
        feed->unsettled = false;
        feed->version++;
    }
}

static void latch(nt_feed *feed, const nt_cycle *cycle, bool held) {
    if (held) {
        memset(&feed->latched, 0, sizeof feed->latched);
        memset(&feed->latched_live, 0, sizeof feed->latched_live);
        feed->moved = true;
    } else {
        feed->latched = cycle->ingress;
        if (feed->moved) {
            feed->latched_live = feed->live;
            feed->moved = false;
        }
    }
    feed->latched_time = feed->time;
}

nt_witness_registers_inputs nt_feed_registers(const nt_feed *feed, const nt_cycle *cycle,
                                              const nt_feed_outputs *out) {
    return (nt_witness_registers_inputs){.rst = cycle->rst,
                                         .apb = &cycle->apb,
                                         .trTeEmpty = out->trTeEmpty,
                                         .stall_or_overflow = out->stall || out->dropped,
                                         .trace_on = feed->trace_on,
                                         .trace_off = feed->trace_off,
                                         .time_before = feed->latched_time};
}

/* The control fields of the next cycle. */
static void step_fields(nt_feed *feed, const nt_cycle *cycle, const nt_feed_outputs *out) {
    bool triggered = feed->trace_on || feed->trace_off;
    if (!feed->by_registers && triggered) {
        feed->live.trTeInstTracing = feed->trace_off ? 0 : 1;
        change(feed);
    } else if (feed->by_registers) {
        bool writes = cycle->apb.PSEL && cycle->apb.PENABLE && cycle->apb.PWRITE;
        const nt_witness_registers_inputs in = nt_feed_registers(feed, cycle, out);
        nt_witness_registers_step(&feed->registers, &in);
        if (writes || triggered || cycle->rst) {
            feed->live = feed->registers.fields;
            change(feed);
        }
    }
}

void nt_feed_step(nt_feed *feed, const nt_cycle *cycle, const nt_feed_outputs *out) {
    bool held = is_held(feed, cycle);
    const nt_timekeeper_inputs time = time_inputs(feed, cycle, out);
    nt_timekeeper_step(&feed->timekeeper, &time);
    settle(feed, held, out->trTeEmpty);
    latch(feed, cycle, held);
    step_fields(feed, cycle, out);
}
