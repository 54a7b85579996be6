/* SPDX-License-Identifier: Apache-2.0 */
/* The last stage: the witnesses that see the RTL's bytes and pins, and what is left behind. */
#ifndef NT_TB_ENCODER_JUDGE_H
#define NT_TB_ENCODER_JUDGE_H

#include "receive/pins.h"
#include "sim/ingress/monitor.h"
#include "sim/lockstep/options.h"
#include "sim/sidecar/output.h"
#include "sim/witness/feed.h"
#include "sim/witness/signals.h"
#include "tb/encoder/record.h"

#include "ntrace/messages.h"

enum {
    NT_HISTORY = 256,        /* cycles, a power of two */
    NT_RECENT_MESSAGES = 32, /* a power of two */
    NT_TAKEN_BYTES = 1024,
};

/* A message as it left the RTL. */
typedef struct nt_sent_message {
    uint64_t cycle; /* of its first byte */
    uint8_t size;   /* bytes, those kept */
    uint8_t bytes[NT_FRAME_BYTES];
} nt_sent_message;

typedef struct nt_judge {
    nt_control control; /* of the cycle */
    nt_pins pins;
    nt_monitor *monitor; /* NULL, and so on: there is none */
    nt_witness *witness;
    nt_feed feed;               /* what it is shown */
    nt_signals signals;         /* the encoder's outputs beside its bytes */
    nt_trace_output *output;    /* of the bytes */
    nt_watch watch;             /* the fields that they are made with */
    nt_ingress_writer *ingress; /* of the cycles */
    bool keeps_history;

    uint64_t cycles;
    uint64_t instructions; /* of a recording, shaped so far */
    uint64_t bytes;
    uint64_t messages;
    uint32_t pib_used;             /* trPibMode with which the PIB was the sink last; 0: never */
    uint8_t taken[NT_TAKEN_BYTES]; /* bytes on their way to the witnesses and the output */
    uint32_t taken_size;
    nt_sent_message recent[NT_RECENT_MESSAGES]; /* by number modulo NT_RECENT_MESSAGES */
    nt_cycle history[NT_HISTORY];               /* by cycle number modulo NT_HISTORY */

    bool differs; /* the round trip does, as seen in this cycle for the first time: */
    uint64_t differs_at;
    const char *illegal; /* the first rule of the port that the ingress broke, or NULL */
    uint64_t illegal_cycle;
    uint64_t illegal_count;
} nt_judge;

/* Handles a cycle. -1: a file cannot be written. */
int nt_judge_cycle(nt_judge *judge, const nt_record *record, nt_error *error);

/* Counts the bytes of a cycle, where nobody judges them. */
void nt_judge_count(nt_judge *judge, const nt_record *record, const nt_encoder_seen *seen);

/* Hands the bytes taken so far to the witnesses and the output. */
int nt_judge_flush(nt_judge *judge, nt_error *error);

/* Frees what it has. Files that were not committed are not left behind. */
void nt_judge_release(nt_judge *judge);

#endif
