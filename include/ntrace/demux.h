/* Several sources in one stream, taken apart: each message whole, with its SRC and its place
   (N-Trace 1.0, "Fields in Messages": SRC tells the harts behind one funnel apart). */
#ifndef NTRACE_DEMUX_H
#define NTRACE_DEMUX_H

#include <ntrace/messages.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a piece of a stream is. */
typedef enum nt_demux_kind {
    NT_DEMUX_MORE,    /* none yet: the message goes on behind the bytes that were taken */
    NT_DEMUX_IDLE,    /* idle bytes between messages */
    NT_DEMUX_MESSAGE, /* a message, whole */
    NT_DEMUX_LONG,    /* the first NT_FRAME_BYTES bytes of a message that has more: a vendor's, or
                         none at all; standard ones have NT_MESSAGE_MAX_BYTES at most */
    NT_DEMUX_REST,    /* bytes that go on with it; the last one has MSEO=11 */
    NT_DEMUX_CUT,     /* what has come of a message when the stream ends */
    NT_DEMUX_STRAY,   /* a byte between messages with MSEO=11 that is not 0xFF */
    NT_DEMUX_BROKEN,  /* a byte that breaks the framing, behind the bytes of the message that it
                         breaks, if there are any that were not handed out */
    NT_DEMUX_SKIPPED, /* a byte of what came so to nothing, up to the next MSEO=11 */
} nt_demux_kind;

/* SRC of a piece that is of no message, or of one that ends before its SRC does: who lost something
   there is not known, it may be any source. */
enum { NT_DEMUX_NOBODY = -1 };

/* A piece of the stream. All pieces together are the stream, in order and without a gap. */
typedef struct nt_demux_piece {
    nt_demux_kind kind;   /* what it is */
    nt_frame frame;       /* what its last byte is: says which error a STRAY or BROKEN one is */
    int source;           /* SRC of the message, 0 to 4095, or NT_DEMUX_NOBODY */
    uint64_t offset;      /* of its first byte in the stream */
    const uint8_t *bytes; /* in the nt_demux, or in what the caller gave: as long as both stay */
    size_t size;          /* bytes of it; 0: NT_DEMUX_MORE */
} nt_demux_piece;

/* Takes a stream apart. `src_bits` is the caller's to set, the others are 0 before the first byte.
   Nothing is kept of a source: there may be as many as SRC can tell, each is handed out, and who
   asked for others lets go of it. */
typedef struct nt_demux {
    uint8_t src_bits; /* width of SRC (trTeSrcBits), 0 to 12; 0: none, all is of source 0 */
    nt_framer framer; /* the message so far */
    uint64_t offset;  /* of the next byte; where the stream begins elsewhere, that may be set */
} nt_demux;

/* Takes bytes up to where a piece ends, which `piece` gets, or all, with NT_DEMUX_MORE. Returns how
   many: 0 only where `size` is 0. */
size_t nt_demux_bytes(nt_demux *demux, const uint8_t *bytes, size_t size, nt_demux_piece *piece);

/* Ends the stream; true: `piece` gets the bytes of a message that were not handed out yet. */
bool nt_demux_end(nt_demux *demux, nt_demux_piece *piece);

#ifdef __cplusplus
}
#endif

#endif
