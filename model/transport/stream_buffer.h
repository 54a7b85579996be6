/* SPDX-License-Identifier: Apache-2.0 */
/* Stream buffer: takes beats, gives as many bytes as its reader takes. It ends messages that the
   source cuts, and with `whole` offers nothing of a message until its last byte is inside. */
#ifndef NT_MODEL_TRANSPORT_STREAM_BUFFER_H
#define NT_MODEL_TRANSPORT_STREAM_BUFFER_H

#include "model/transport/beat.h"

enum {
    NT_STREAM_MAX_OUT = 16,
    NT_STREAM_MAX_DEPTH = 64,
    NT_STREAM_WHOLE_DEPTH = 64,
};

typedef struct nt_stream_buffer_params {
    uint8_t in;    /* IN: most bytes of a beat, 1 to NT_MAX_BEAT */
    uint8_t out;   /* OUT: most bytes offered, 1 to NT_STREAM_MAX_OUT */
    bool whole;    /* WHOLE */
    uint8_t depth; /* DEPTH: bytes held, at least in + out + 1; 0: the RTL's default */
} nt_stream_buffer_params;

typedef struct nt_stream_buffer {
    nt_stream_buffer_params params; /* steady */
    uint8_t level;                  /* bytes held */
    uint8_t whole;                  /* those that may be offered */
    bool in_message;                /* the source's message has begun and not ended */
    bool passes;                    /* with `whole`: the newest message did not fit */
    uint8_t first;                  /* where the oldest byte lies */
    uint8_t byte[NT_STREAM_MAX_DEPTH];
} nt_stream_buffer;

typedef struct nt_stream_buffer_outputs {
    bool in_ready; /* there is room for any beat */
    bool empty;    /* no byte is held, offered or not */
    uint8_t count; /* bytes offered */
    uint8_t byte[NT_STREAM_MAX_OUT];
} nt_stream_buffer_outputs;

typedef struct nt_stream_buffer_inputs {
    bool rst;
    nt_beat in;   /* taken if in_ready */
    uint8_t take; /* bytes that leave, at most those offered */
} nt_stream_buffer_inputs;

/* Empty, in the state after a reset. */
void nt_stream_buffer_init(nt_stream_buffer *s, const nt_stream_buffer_params *params);
void nt_stream_buffer_out(const nt_stream_buffer *s, nt_stream_buffer_outputs *out);
void nt_stream_buffer_step(nt_stream_buffer *s, const nt_stream_buffer_inputs *in);

/* There is room for any beat: nt_stream_buffer_outputs alone, without its bytes. */
bool nt_stream_buffer_ready(const nt_stream_buffer *s);

#endif
