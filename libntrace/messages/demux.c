/* SPDX-License-Identifier: Apache-2.0 */
#include "ntrace/demux.h"

#include "libntrace/messages/bits.h"

#include <string.h>

/* SRC lies behind the 6 bits of TCODE, which fill the first byte. */
static int source_of(const nt_demux *demux) {
    const nt_framer *framer = &demux->framer;
    unsigned bits = demux->src_bits;
    if (nt_framer_kept(framer) < 1 + (bits + MDO_BITS - 1) / MDO_BITS) {
        return NT_DEMUX_NOBODY;
    }
    unsigned low = bits > 0 ? framer->bytes[1] >> MSEO_BITS : 0U;
    unsigned high = bits > MDO_BITS ? framer->bytes[2] >> MSEO_BITS : 0U;
    return (int)((low | high << MDO_BITS) & ((1U << bits) - 1));
}

static void hand_out(nt_demux_piece *piece, nt_demux_kind kind, const uint8_t *bytes, size_t size) {
    piece->kind = kind;
    piece->bytes = bytes;
    piece->size = size;
}

/* Bytes that neither end a message nor break it. */
static size_t count_middle(const uint8_t *bytes, size_t size) {
    size_t count = 0;
    while (count < size && (bytes[count] & MSEO_RESERVED) == 0) {
        count++;
    }
    return count;
}

/* Bytes of a message of which so many have come that none are held any more. */
static size_t take_rest(nt_demux *demux, const uint8_t *bytes, size_t size, nt_demux_piece *piece) {
    size_t middle = count_middle(bytes, size);
    size_t taken = nt_framer_bytes(&demux->framer, bytes, middle == 0 ? 1 : middle, &piece->frame);
    bool broken = nt_frame_is_error(piece->frame);
    hand_out(piece, broken ? NT_DEMUX_BROKEN : NT_DEMUX_REST, bytes, taken);
    return taken;
}

/* Bytes of a message that is held until it is whole. */
static size_t take_held(nt_demux *demux, const uint8_t *bytes, size_t size, nt_demux_piece *piece) {
    nt_framer *framer = &demux->framer;
    size_t room = NT_FRAME_BYTES - (size_t)framer->size;
    size_t taken = nt_framer_bytes(framer, bytes, size < room ? size : room, &piece->frame);
    if (piece->frame == NT_FRAME_END) {
        hand_out(piece, NT_DEMUX_MESSAGE, framer->bytes, (size_t)framer->size);
    } else if (nt_frame_is_error(piece->frame)) {
        framer->bytes[framer->size] = bytes[taken - 1];
        hand_out(piece, NT_DEMUX_BROKEN, framer->bytes, (size_t)framer->size + 1);
    } else if (framer->size == NT_FRAME_BYTES) {
        hand_out(piece, NT_DEMUX_LONG, framer->bytes, NT_FRAME_BYTES);
    }
    return taken;
}

/* Bytes that are of no message; or the first one of a message. */
static size_t take_between(nt_demux *demux, const uint8_t *bytes, size_t size,
                           nt_demux_piece *piece) {
    size_t taken = 1;
    piece->frame = nt_framer_byte(&demux->framer, bytes[0]);
    switch (piece->frame) {
    case NT_FRAME_START:
        break;
    case NT_FRAME_IDLE:
        while (taken < size && bytes[taken] == NT_IDLE) {
            taken++;
        }
        hand_out(piece, NT_DEMUX_IDLE, bytes, taken);
        break;
    case NT_FRAME_SKIPPED:
        hand_out(piece, NT_DEMUX_SKIPPED, bytes, taken);
        break;
    case NT_FRAME_BAD_IDLE:
        hand_out(piece, NT_DEMUX_STRAY, bytes, taken);
        break;
    default:
        hand_out(piece, NT_DEMUX_BROKEN, bytes, taken);
        break;
    }
    return taken;
}

static bool is_of_message(nt_demux_kind kind) {
    return kind == NT_DEMUX_MESSAGE || kind == NT_DEMUX_LONG || kind == NT_DEMUX_REST ||
           kind == NT_DEMUX_CUT;
}

/* A piece ends with the bytes that were taken last. */
static void place(const nt_demux *demux, nt_demux_piece *piece) {
    piece->source = is_of_message(piece->kind) ? source_of(demux) : NT_DEMUX_NOBODY;
    piece->offset = demux->offset - piece->size;
}

/* A message that lies here as a whole: nearly always. */
static void take_whole(nt_demux *demux, const uint8_t *bytes, size_t size, nt_demux_piece *piece) {
    nt_framer *framer = &demux->framer;
    memcpy(framer->bytes, bytes, NT_WHOLE_MOST);
    framer->size = size;
    *piece = (nt_demux_piece){.frame = NT_FRAME_END};
    hand_out(piece, NT_DEMUX_MESSAGE, framer->bytes, size);
    demux->offset += size;
    place(demux, piece);
}

size_t nt_demux_bytes(nt_demux *demux, const uint8_t *bytes, size_t size, nt_demux_piece *piece) {
    bool between = demux->framer.state == NT_FRAMER_BETWEEN;
    size_t taken = between ? nt_whole_message(bytes, size) : 0;
    if (taken != 0) {
        take_whole(demux, bytes, taken, piece);
        return taken;
    }
    *piece = (nt_demux_piece){.kind = NT_DEMUX_MORE};
    if (size != 0 && demux->framer.state != NT_FRAMER_WITHIN) {
        taken = take_between(demux, bytes, size, piece);
    }
    if (taken < size && demux->framer.state == NT_FRAMER_WITHIN) {
        bool held = demux->framer.size < NT_FRAME_BYTES;
        taken += (held ? take_held : take_rest)(demux, bytes + taken, size - taken, piece);
    }
    demux->offset += taken;
    place(demux, piece);
    return taken;
}

bool nt_demux_end(nt_demux *demux, nt_demux_piece *piece) {
    nt_framer *framer = &demux->framer;
    bool held = framer->state == NT_FRAMER_WITHIN && framer->size < NT_FRAME_BYTES;
    *piece = (nt_demux_piece){.kind = NT_DEMUX_MORE, .frame = NT_FRAME_MIDDLE};
    if (held) {
        hand_out(piece, NT_DEMUX_CUT, framer->bytes, (size_t)framer->size);
    }
    framer->state = NT_FRAMER_BETWEEN;
    place(demux, piece);
    return held;
}
