/* SPDX-License-Identifier: Apache-2.0 */
/* Message stage: addresses are compressed against the last one that was sent, times become
   TSTAMP. */
#ifndef NT_MODEL_ENCODER_MESSAGE_H
#define NT_MODEL_ENCODER_MESSAGE_H

#include "model/config.h"
#include "model/encoder/flow.h"

typedef struct nt_message_stage {
    uint64_t reference; /* the last address sent, without bit 0 */
    uint64_t base;      /* time of the last message */
    bool known;         /* both are (not a register of the RTL) */
} nt_message_stage;

typedef struct nt_message_inputs {
    unsigned valid; /* which slots hold a message; only the second of a lane may have an address */
    unsigned late;  /* which tell of the event at `then`; these come before the others */
    uint64_t now;   /* time of the blocks in these messages, TSTAMP_W bits */
    uint64_t then;
} nt_message_inputs;

/* One clock edge. Combinational besides: turns the addresses of the valid slots into F-ADDR and
   U-ADDR and sets their TSTAMP, in place (the flow stage is done with them). */
void nt_message_step(nt_message_stage *s, const nt_config *config, const nt_message_inputs *in,
                     nt_descriptor slot[NT_MAX_SLOTS]);

#endif
