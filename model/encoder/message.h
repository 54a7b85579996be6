/* Message stage: addresses are compressed against the last one that was sent. */
#ifndef NT_MODEL_ENCODER_MESSAGE_H
#define NT_MODEL_ENCODER_MESSAGE_H

#include "model/encoder/flow.h"

typedef struct nt_message_stage {
    uint64_t reference; /* the last address sent, without bit 0 */
    bool known;         /* one has been sent (not a register of the RTL) */
} nt_message_stage;

/* One clock edge. Combinational besides: turns the addresses of the valid slots into F-ADDR and
   U-ADDR, in place (the flow stage is done with them). */
void nt_message_step(nt_message_stage *s, unsigned valid, nt_descriptor slot[NT_MAX_SLOTS]);

#endif
