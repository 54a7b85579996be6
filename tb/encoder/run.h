/* One run: RTL and golden model fed with the same cycles, compared, and judged. */
#ifndef NT_TB_ENCODER_RUN_H
#define NT_TB_ENCODER_RUN_H

#include "receive/pins.h"
#include "sim/ingress/monitor.h"
#include "sim/lockstep/options.h"
#include "sim/util/output_file.h"
#include "sim/witness/feed.h"
#include "sim/witness/signals.h"
#include "tb/encoder/counts.h"
#include "tb/encoder/stimulus.h"
#include "tb/lockstep/lockstep.h"

#include <stdio.h>

enum {
    NT_HISTORY = 256,        /* cycles, a power of two */
    NT_RECENT_MESSAGES = 32, /* a power of two */
    NT_TAKEN_BYTES = 1024,
    NT_WAVE_NAME = 24 + 1, /* the texts of encoder.ports */
    NT_WAVE_FIELDS = 64 + 1,
};

/* A message as it left the RTL. */
typedef struct nt_sent_message {
    uint64_t cycle; /* of its first byte */
    uint8_t size;   /* bytes, those kept */
    uint8_t bytes[NT_FRAME_BYTES];
} nt_sent_message;

typedef struct nt_run {
    const nt_lockstep_options *options;
    nt_lockstep *lockstep;
    nt_stimulus stimulus;

    nt_encoder_seen rtl;
    nt_encoder_core direct; /* the golden model */
    nt_pib pib;
    nt_encoder_view view;
    nt_control control; /* as written up to the current cycle */
    bool by_registers;  /* by APB, since the first transfer; else directly */
    nt_encoder_registers registers;
    bool sink_pib;     /* the PIB takes the bytes, by `control` and the options */
    uint32_t pib_used; /* trPibMode with which it last did; 0: never */

    nt_cycle history[NT_HISTORY]; /* by cycle number modulo NT_HISTORY */
    uint64_t cycle;               /* cycles done; in a cycle, its number */

    nt_pins pins;
    nt_monitor *monitor;
    nt_witness *witness;
    nt_feed feed;       /* what it is shown */
    nt_signals signals; /* the encoder's outputs beside its bytes */
    nt_output_file *output;
    nt_ingress_writer *ingress;

    char wave_iaddr[NT_WAVE_NAME];
    char wave_fields[2][NT_WAVE_FIELDS]; /* of the message being sent: RTL, model */

    uint64_t bytes;
    uint64_t messages;
    uint8_t taken[NT_TAKEN_BYTES]; /* bytes on their way to the witnesses and the output */
    uint32_t taken_size;
    nt_sent_message recent[NT_RECENT_MESSAGES]; /* by number modulo NT_RECENT_MESSAGES */
    nt_counts counts;

    const char *illegal; /* the first rule of the port that the ingress broke, or NULL */
    uint64_t illegal_cycle;
    uint64_t illegal_count;
    nt_verdict verdict;
    bool judged;        /* `verdict` is filled */
    double seconds;     /* by the clock */
    double cpu_seconds; /* of this process alone */
} nt_run;

/* Runs it as the harness asks; all in `run` is the run's own, and is released in any case. -1: it
   could not be done. */
int nt_run_all(nt_run *run, const nt_lockstep_options *options, nt_lockstep *lockstep,
               nt_error *error);
void nt_run_release(nt_run *run);

/* Tells whether RTL and model have differed. */
bool nt_run_differs(const nt_run *run);

/* What is wrong with a run, or NULL if all is as it should be. */
const char *nt_run_failure(const nt_run *run);

#endif
