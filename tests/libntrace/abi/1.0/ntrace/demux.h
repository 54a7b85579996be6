/* SPDX-License-Identifier: Apache-2.0 */
/* Splits a stream of several sources: each message whole, with its SRC and its offset (N-Trace
   1.0, "Fields in Messages": SRC distinguishes the harts after one funnel). */
#ifndef NTRACE_DEMUX_H
#define NTRACE_DEMUX_H

#include <ntrace/messages.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lists the kinds of pieces of a stream. */
typedef enum nt_demux_kind {
    NT_DEMUX_MORE,    /* none yet: the message continues after the bytes that were taken */
    NT_DEMUX_IDLE,    /* idle bytes between messages */
    NT_DEMUX_MESSAGE, /* a message, whole */
    NT_DEMUX_LONG,    /* the first NT_FRAME_BYTES bytes of a longer message: a vendor's, or
                         garbage; standard ones have NT_MESSAGE_MAX_BYTES at most */
    NT_DEMUX_REST,    /* further bytes of it; the last one has MSEO=11 */
    NT_DEMUX_CUT,     /* the incomplete message at the end of the stream */
    NT_DEMUX_STRAY,   /* a byte between messages with MSEO=11 that is not 0xFF */
    NT_DEMUX_BROKEN,  /* a byte that breaks the framing, after those bytes of the broken message,
                         if any, that were not handed out */
    NT_DEMUX_SKIPPED, /* a byte skipped after a BROKEN one, up to the next MSEO=11 */
} nt_demux_kind;

/* Is the source of a piece that belongs to no message, or to one that ends before its SRC: any
   source may have lost a message there. */
enum { NT_DEMUX_NOBODY = -1 };

/* Holds a piece of the stream. All pieces together are the stream, in order and without a gap. */
typedef struct nt_demux_piece {
    nt_demux_kind kind;   /* its kind */
    nt_frame frame;       /* the frame of its last byte: the kind of error of a STRAY or BROKEN
                             one */
    int source;           /* SRC of the message, 0 to 4095, or NT_DEMUX_NOBODY */
    uint64_t offset;      /* of its first byte in the stream */
    const uint8_t *bytes; /* in the nt_demux, or in the bytes of the caller: valid as long as
                             both are */
    size_t size;          /* number of bytes; 0: NT_DEMUX_MORE */
} nt_demux_piece;

/* Holds the state of a splitter. The caller sets `src_bits`; the other members are 0 before the
   first byte. No state is kept per source, so all values of SRC may occur; the caller discards
   sources that it does not need. */
typedef struct nt_demux {
    uint8_t src_bits;     /* width of SRC in bits (trTeSrcBits), 0 to 12; 0: no SRC, all messages
                             have source 0 */
    nt_framer framer;     /* the message so far */
    uint64_t offset;      /* of the next byte; may be set if the stream begins elsewhere */
    uint64_t reserved[2]; /* 0 */
} nt_demux;

/* Takes bytes up to the end of a piece, which it writes to `piece`, or all, with NT_DEMUX_MORE.
   Returns the number of bytes taken: 0 only if `size` is 0. */
size_t nt_demux_bytes(nt_demux *demux, const uint8_t *bytes, size_t size, nt_demux_piece *piece);

/* Ends the stream. Returns true if `piece` got the bytes of a message that were not handed out
   yet. */
bool nt_demux_end(nt_demux *demux, nt_demux_piece *piece);

#ifdef __cplusplus
}
#endif

#endif
