/* SPDX-License-Identifier: Apache-2.0 */
/* Message FIFO: takes all messages of a cycle, gives one. */
#ifndef NT_MODEL_ENCODER_MESSAGE_FIFO_H
#define NT_MODEL_ENCODER_MESSAGE_FIFO_H

#include "model/encoder/flow_lane.h"

enum { NT_MAX_FIFO_DEPTH = 128 };

typedef struct nt_message_fifo {
    uint8_t write; /* where the next entry goes */
    uint8_t read;  /* where the oldest entry lies */
    uint8_t level; /* entries held, 0 to FIFO_DEPTH */
    nt_descriptor entry[NT_MAX_FIFO_DEPTH];
} nt_message_fifo;

/* The oldest entry; meaningful while level is not 0. */
static inline const nt_descriptor *nt_message_fifo_head(const nt_message_fifo *s) {
    return &s->entry[s->read];
}

/* `valid`: which slots are written; they must fit. `read`: the oldest entry is taken. */
void nt_message_fifo_step(nt_message_fifo *s, unsigned depth, bool rst, unsigned valid,
                          const nt_descriptor *slot, bool read);

#endif
