/* SPDX-License-Identifier: Apache-2.0 */
/* Serializer: messages become bytes of 6 MDO and 2 MSEO bits, one a cycle. */
#ifndef NT_MODEL_TRANSPORT_SERIALIZER_H
#define NT_MODEL_TRANSPORT_SERIALIZER_H

#include "model/transport/parts.h"

typedef struct nt_serializer {
    uint8_t part;   /* nt_part: the part that is being sent */
    uint8_t fixed;  /* bytes, this one included, that fixed-length fields fill */
    bool second;    /* of two messages in one descriptor the second is being sent */
    uint64_t shift; /* what is left of the part; valid inside a message */
} nt_serializer;

typedef struct nt_serializer_inputs {
    const nt_config *config;
    const nt_format_settings *settings;
    const nt_descriptor *head; /* the FIFO's oldest entry */
} nt_serializer_inputs;

typedef struct nt_serializer_outputs {
    uint8_t out;    /* {MDO, MSEO} */
    bool last_byte; /* when it is taken the descriptor leaves the FIFO */
} nt_serializer_outputs;

/* The byte that is offered; combinational in the inputs. */
void nt_serializer_out(const nt_serializer *s, const nt_serializer_inputs *in,
                       nt_serializer_outputs *out);

/* `send`: the byte is taken at this clock edge. */
void nt_serializer_step(nt_serializer *s, bool rst, const nt_serializer_inputs *in, bool send);

#endif
