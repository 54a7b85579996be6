/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the golden model on the pins of an ingress file: its control fields are written directly,
   or by APB from the first transfer on. */
#ifndef NT_INGRESS_GOLDEN_H
#define NT_INGRESS_GOLDEN_H

#include "model/encoder_core.h"
#include "sim/ingress/control_state.h"
#include "sim/ingress/ending.h"
#include "sim/ingress/ingress_file.h"
#include "sim/ingress/returns.h"
#include "sim/sidecar/watch.h"

typedef struct nt_golden {
    nt_encoder_core model;
    nt_control_state fields;
    nt_encoder_core_outputs out; /* of the cycle */
    nt_ending ending;            /* of nt_golden_run */
    nt_returns returns;
    nt_watch watch; /* of nt_golden_run: the fields that the stream is made with */
} nt_golden;

void nt_golden_init(nt_golden *golden, const nt_config *config);

/* Computes the control fields and outputs of the cycle. */
void nt_golden_out(nt_golden *golden, const nt_cycle *cycle);

/* Steps to the next cycle. */
void nt_golden_step(nt_golden *golden, const nt_cycle *cycle);

/* Takes the trace bytes of a cycle, before its step. Returns 0, or -1 with the error set. */
typedef int (*nt_golden_sink)(void *context, const uint8_t *bytes, unsigned count, nt_error *error);

/* Runs a model on a source to its end, with the hart stalled as the encoder asks, so that nothing
   is lost while trTeInstStallEna is 1. `label`: of the progress line. Returns 0 and the cycles, or
   -1 with the error set. */
int nt_golden_run(nt_golden *golden, nt_source *source, const char *label, nt_golden_sink sink,
                  void *context, uint64_t *cycles, nt_error *error);

/* Goes on after nt_golden_run where its source may have ended anywhere: ends tracing, and lets the
   encoder send what it holds. Adds to `cycles`. */
int nt_golden_end(nt_golden *golden, nt_golden_sink sink, void *context, uint64_t *cycles,
                  nt_error *error);

/* Returns the model's inputs in a cycle with these control fields. */
nt_encoder_core_inputs nt_golden_inputs(const nt_control *control, const nt_cycle *cycle);

/* Returns the inputs of the registers in a cycle: `core` before its step for their outputs, after
   it for their step. */
nt_encoder_registers_inputs nt_golden_bus(const nt_encoder_core *core,
                                          const nt_encoder_core_outputs *out,
                                          const nt_cycle *cycle);

/* Holds the hints that a witness needs if only the bytes of a run are available: the events of
   the golden model's latest step. */
typedef struct nt_golden_hints {
    bool dropped; /* it dropped the messages of its cycle */
    bool started; /* tracing has started with a block of its cycle, even if it stopped too */
    bool awaits;  /* after it the target of a jump or taken branch is awaited */
} nt_golden_hints;

nt_golden_hints nt_golden_hints_of(const nt_encoder *encoder);

#endif
