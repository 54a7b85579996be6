/* SPDX-License-Identifier: Apache-2.0 */
/* A beat: what goes over a link between transport components in one cycle. */
#ifndef NT_MODEL_TRANSPORT_BEAT_H
#define NT_MODEL_TRANSPORT_BEAT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NT_MAX_BEAT = 8,
    NT_CUT_BYTE = 0xff, /* ends a message whose source was reset within it */
};

typedef struct nt_beat {
    uint8_t count;             /* bytes offered; 0: none */
    uint8_t byte[NT_MAX_BEAT]; /* {MDO, MSEO}, in the order of the stream; 0 from `count` on */
    /* With `count` 0, within a message: the source has to wait and was not reset. In RTL this is
       valid with a count of 0; nt_sink_switch alone says so. */
    bool waits;
} nt_beat;

/* The byte is the last one of a message (MSEO=11). */
static inline bool nt_byte_ends_message(uint8_t byte) {
    return (byte & 3) == 3;
}

#endif
