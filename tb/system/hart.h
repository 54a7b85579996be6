/* SPDX-License-Identifier: Apache-2.0 */
/* One hart of the system bench: what it retires, what its encoder has sent, and the witnesses that
   judge the bytes which a receiver recovered for it. */
#ifndef NT_TB_SYSTEM_HART_H
#define NT_TB_SYSTEM_HART_H

#include "model/system.h"
#include "sim/ingress/monitor.h"
#include "sim/lockstep/options.h"
#include "sim/witness/feed.h"
#include "tb/encoder/counts.h"
#include "tb/system/queue.h"

typedef struct nt_system_hart {
    unsigned number;
    const nt_lockstep_options *options;
    nt_source source;
    bool shaped;  /* the source is a recording's, not random */
    bool ended;   /* it has given all its cycles */
    nt_cycle now; /* the cycle at the pins */

    nt_monitor *monitor;
    const char *illegal; /* the first rule of the port that was broken, or NULL */
    uint64_t illegal_cycle;
    uint64_t illegal_count;

    nt_counts counts;
    uint64_t messages; /* that left the encoder */
    uint64_t bytes;
    nt_queue sent;        /* bytes that left the encoder and were not yet received */
    bool stalled_or_lost; /* trTeInstStallOrOverflow, as the debugger read it at the end */
    bool muted;           /* nothing of it is to be received (a disabled input) */
    uint64_t received;
    char *differs; /* how the received bytes differ from those sent; NULL: they do not */

    nt_witness *witness;
    nt_feed feed; /* what it is shown */
    nt_verdict verdict;
    bool judged;
} nt_system_hart;

/* Hart `number` of the run. -1: its recording cannot be read, or there is no memory. */
int nt_system_hart_open(nt_system_hart *hart, const nt_lockstep_options *options, unsigned number,
                        nt_error *error);
void nt_system_hart_close(nt_system_hart *hart);

/* Fills hart->now: the next cycle of the source, or an idle one before `start` and at the end; its
   reset, and the transfers to its encoder's page, are those of `in`. */
int nt_system_hart_next(nt_system_hart *hart, const nt_system_inputs *in, bool start, bool stall,
                        uint64_t cycle, nt_error *error);

/* After the cycle was compared and before the model steps. `taken`: bytes went over the link. */
void nt_system_hart_settled(nt_system_hart *hart, const nt_trace_encoder *encoder,
                            const nt_trace_encoder_outputs *out, bool taken);

/* After the model has stepped: shows the cycle to the witness. */
void nt_system_hart_stepped(nt_system_hart *hart, const nt_trace_encoder *encoder,
                            const nt_trace_encoder_outputs *out, uint64_t shared_time);

/* A whole message that a receiver recovered, found to be this hart's. */
void nt_system_hart_receive(nt_system_hart *hart, const uint8_t *bytes, size_t size);

/* The run is over. */
void nt_system_hart_finish(nt_system_hart *hart);

/* Retired: of a recording all that were shaped, else those that the round trip has seen. */
uint64_t nt_system_hart_instructions(const nt_system_hart *hart);

/* NULL: all is as it should be. */
const char *nt_system_hart_failure(const nt_system_hart *hart);

#endif
