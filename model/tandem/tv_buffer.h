/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes on their way out (model of rtl/tandem/nt_tv_buffer.v). */
#ifndef NT_MODEL_TANDEM_TV_BUFFER_H
#define NT_MODEL_TANDEM_TV_BUFFER_H

#include "model/tandem/tv_port.h"

enum { NT_TV_SIZE_MOST = 1024 };

typedef struct nt_tv_buffer {
    uint8_t memory[NT_TV_SIZE_MOST];
    uint8_t written[NT_TV_SIZE_MOST / 8]; /* bits of the bytes that were ever written: for whoever
                                             compares them */
    uint16_t tail;                        /* where the next byte is put */
    uint16_t head;                        /* the word to read */
    uint16_t level;                       /* bytes here */
    bool out_valid;
    uint8_t out_count;
    uint8_t out_data[NT_TV_OUT_MOST];
    bool open;     /* IMPLIED_END: the last group has no end yet */
    uint8_t quiet; /* cycles since, up to 15 */
} nt_tv_buffer;

/* Returns the bytes of the memory: at least two of the largest groups a lane. */
unsigned nt_tv_buffer_size(const nt_tv_params *p);

/* Returns whether there is room for so many bytes. */
bool nt_tv_buffer_ready(const nt_tv_buffer *s, const nt_tv_params *p, unsigned length);

/* Returns whether there are bytes, or a group without its end. */
bool nt_tv_buffer_busy(const nt_tv_buffer *s);

/* One clock edge. `bytes` NULL: none come. */
void nt_tv_buffer_step(nt_tv_buffer *s, const nt_tv_params *p, bool rst, const uint8_t *bytes,
                       unsigned length, bool out_ready);

#endif
