/* SPDX-License-Identifier: Apache-2.0 */
/* Takes the trace of one or several sources out of the frames of Arm's CoreSight formatter, as a
   TPIU or ETB writes them (CoreSight Architecture Specification 3.0, chapter "Trace Formatter"). */
#ifndef NTRACE_CORESIGHT_H
#define NTRACE_CORESIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Are sizes of a frame and values of IDs. */
enum {
    NT_CORESIGHT_FRAME = 16, /* bytes of a frame */
    NT_CORESIGHT_DATA = 15,  /* most bytes of trace in it */
    NT_CORESIGHT_IDS = 128,  /* 0: null, bytes to be ignored; 1 to 0x6f: sources; the others:
                                triggers, or reserved */
    NT_CORESIGHT_SOURCES = 0x70,
};

/* Holds the trace bytes of a frame. */
typedef struct nt_coresight_data {
    uint8_t count;                    /* of bytes, 0 to NT_CORESIGHT_DATA */
    uint8_t id[NT_CORESIGHT_DATA];    /* of each byte; 0 where none was given yet, too */
    uint8_t bytes[NT_CORESIGHT_DATA]; /* in the order sent */
} nt_coresight_data;

/* Holds the state of a deframer. All 0 before the first byte, which begins a frame or a
   synchronization packet. */
typedef struct nt_coresight {
    uint8_t frame[NT_CORESIGHT_FRAME + 2]; /* what came of the next frame */
    uint8_t filled;                        /* bytes of it */
    uint8_t id;                            /* of the bytes that follow; 0: not known yet */
    uint8_t reserved_bytes[4];             /* 0 */
    uint64_t frames;                       /* complete ones */
    uint64_t full_syncs;                   /* 0x7fffffff, between frames */
    uint64_t half_syncs;                   /* 0x7fff, between half-words */
    uint64_t cut_frames;                   /* those that a full packet cut off: bytes are missing */
    uint64_t reserved_ids;                 /* IDs 0x70 to 0x7f, triggers apart: bytes are wrong */
    uint64_t reserved[3];                  /* 0 */
} nt_coresight;

/* Takes bytes up to the end of a frame, whose trace `data` gets, or all, with data->count 0.
   Returns the number of bytes taken: 0 only if `size` is 0. */
size_t nt_coresight_bytes(nt_coresight *deframer, const uint8_t *bytes, size_t size,
                          nt_coresight_data *data);

/* Returns where in these first bytes of a capture the first frame begins, for a buffer that
   wrapped: behind the first full synchronization packet, where there is one that bytes before it
   do not lead up to; else 0. */
size_t nt_coresight_begin(const uint8_t *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
