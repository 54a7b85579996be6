/* SPDX-License-Identifier: Apache-2.0 */
/* Prepares the witness's inputs: the cycles at the encoder's pins become the inputs of its
   qualify stage, a clock edge later, with control fields, settings and time computed
   independently from the writes. Shared by lockstep, system bench and `check --ingress`. */
#ifndef NT_WITNESS_FEED_H
#define NT_WITNESS_FEED_H

#include "sim/ingress/ingress_file.h"
#include "sim/witness/registers.h"
#include "sim/witness/timekeeper.h"
#include "sim/witness/witness.h"

/* Holds the encoder's outputs in a cycle, and the hints (see nt_witness_inputs). */
typedef struct nt_feed_outputs {
    bool trTeEmpty;
    bool stall;
    bool dropped; /* hint: the messages of this cycle are dropped */
    bool started; /* hint: tracing starts with a block of this cycle */
    bool awaits;  /* hint: after this cycle a target is awaited */
    uint8_t ext_trigger_out;
    const nt_apb_answer *answer; /* to the cycle before; NULL: not checked */
    uint64_t shared_time;        /* of the component whose time is shared (trTsMode 4) */
} nt_feed_outputs;

typedef struct nt_feed {
    const nt_config *config;
    bool by_registers; /* the control fields are written by APB; else directly */
    nt_witness_registers registers;
    nt_timekeeper timekeeper;

    nt_control live;         /* the control fields of the cycle */
    nt_control settings;     /* as loaded by the encoder */
    nt_control latched_live; /* the control fields of the cycle before, */
    nt_ingress latched;      /* its ingress, */
    uint64_t latched_time;   /* and its time */
    bool moved;              /* `live` may differ from `latched_live` */
    bool unsettled;          /* or from `settings` */
    uint32_t version;        /* of `live` and `settings`: another number after each change */
    bool lost;               /* messages were dropped, and tracing has not resumed */

    bool trace_on; /* in the cycle shown, by triggers */
    bool trace_off;
    uint64_t time; /* of the cycle shown */
} nt_feed;

void nt_feed_init(nt_feed *feed, const nt_config *config);

/* Shows a cycle with its writes. `in` points into `feed`, until the next call. */
void nt_feed_show(nt_feed *feed, const nt_cycle *cycle, const nt_feed_outputs *out,
                  nt_witness_inputs *in);

/* Returns the inputs of the registers in the cycle shown. */
nt_witness_registers_inputs nt_feed_registers(const nt_feed *feed, const nt_cycle *cycle,
                                              const nt_feed_outputs *out);

/* Steps to the next cycle. */
void nt_feed_step(nt_feed *feed, const nt_cycle *cycle, const nt_feed_outputs *out);

#endif
