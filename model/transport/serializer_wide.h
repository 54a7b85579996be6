/* SPDX-License-Identifier: Apache-2.0 */
/* Serializer of four or eight bytes a cycle, a word: whole messages go into a buffer as soon as it
   is left with less than a word; it gives as many bytes as it has, up to a word. */
#ifndef NT_MODEL_TRANSPORT_SERIALIZER_WIDE_H
#define NT_MODEL_TRANSPORT_SERIALIZER_WIDE_H

#include "model/transport/serializer.h"

enum {
    NT_WIDE_BUFFER = 48, /* seven bytes and the longest message, 38 at most, fit */
};

typedef struct nt_serializer_wide {
    uint8_t level; /* bytes in the buffer */
    bool second;   /* of two messages in one descriptor the second comes next */
    uint8_t byte[NT_WIDE_BUFFER];
} nt_serializer_wide;

typedef struct nt_serializer_wide_outputs {
    uint8_t
        out_count; /* bytes offered, 0 to OUT_BYTES; while they wait more may come behind them */
    uint64_t out;  /* {MDO, MSEO} each, the first one lowest; those above out_count are 0 */
} nt_serializer_wide_outputs;

void nt_serializer_wide_out(const nt_serializer_wide *s, const nt_config *config,
                            nt_serializer_wide_outputs *out);

/* Whether the descriptor leaves the FIFO at this clock edge; in->head is NULL if there is none.
   `out_ready`: the bytes offered are taken. */
bool nt_serializer_wide_reads(const nt_serializer_wide *s, const nt_serializer_inputs *in,
                              bool out_ready);

void nt_serializer_wide_step(nt_serializer_wide *s, bool rst, const nt_serializer_inputs *in,
                             bool out_ready);

#endif
