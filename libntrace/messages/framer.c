/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/bits.h"

#include <string.h>

static nt_frame frame_between(nt_framer *framer, uint8_t byte) {
    framer->size = byte == NT_IDLE ? framer->size : 0;
    switch (byte & MSEO_MASK) {
    case MSEO_END_OF_MESSAGE:
        return byte == NT_IDLE ? NT_FRAME_IDLE : NT_FRAME_BAD_IDLE;
    case MSEO_NORMAL:
        framer->state = NT_FRAMER_WITHIN;
        framer->bytes[0] = byte;
        framer->size = 1;
        return NT_FRAME_START;
    case MSEO_END_OF_FIELD:
        framer->state = NT_FRAMER_SKIPPING;
        return NT_FRAME_BAD_START;
    default:
        framer->state = NT_FRAMER_SKIPPING;
        return NT_FRAME_BAD_RESERVED;
    }
}

nt_frame nt_framer_byte(nt_framer *framer, uint8_t byte) {
    unsigned mseo = byte & MSEO_MASK;
    if (framer->state == NT_FRAMER_BETWEEN) {
        return frame_between(framer, byte);
    }
    if (framer->state == NT_FRAMER_SKIPPING) {
        framer->state = mseo == MSEO_END_OF_MESSAGE ? NT_FRAMER_BETWEEN : NT_FRAMER_SKIPPING;
        return mseo == MSEO_RESERVED ? NT_FRAME_BAD_RESERVED : NT_FRAME_SKIPPED;
    }
    if (mseo == MSEO_RESERVED) {
        framer->state = NT_FRAMER_SKIPPING;
        return NT_FRAME_BAD_RESERVED;
    }
    if (framer->size < NT_FRAME_BYTES) {
        framer->bytes[framer->size] = byte;
    }
    framer->size++;
    if (mseo == MSEO_END_OF_MESSAGE) {
        framer->state = NT_FRAMER_BETWEEN;
        return NT_FRAME_END;
    }
    return NT_FRAME_MIDDLE;
}

size_t nt_framer_bytes(nt_framer *framer, const uint8_t *bytes, size_t size, nt_frame *frame) {
    size_t at = 0;
    size_t whole = framer->state == NT_FRAMER_BETWEEN ? nt_whole_message(bytes, size) : 0;
    if (whole != 0) { /* nearly always */
        memcpy(framer->bytes, bytes, NT_WHOLE_MOST);
        framer->size = whole;
        *frame = NT_FRAME_END;
        return whole;
    }
    *frame = NT_FRAME_IDLE;
    while (at < size && *frame != NT_FRAME_END && !nt_frame_is_error(*frame)) {
        *frame = nt_framer_byte(framer, bytes[at++]);
        if (framer->state != NT_FRAMER_WITHIN) {
            continue;
        }
        while (at < size && (bytes[at] & MSEO_RESERVED) == 0) { /* all but the message's last */
            if (framer->size < NT_FRAME_BYTES) {
                framer->bytes[framer->size] = bytes[at];
            }
            framer->size++;
            at++;
        }
    }
    return at;
}

const char *nt_frame_text(nt_frame frame) {
    switch (frame) {
    case NT_FRAME_BAD_RESERVED:
        return "MSEO=10 is reserved";
    case NT_FRAME_BAD_START:
        return "MSEO=01 where a message would start";
    case NT_FRAME_BAD_IDLE:
        return "a byte between messages is not 0xff";
    default:
        return "no framing error";
    }
}

const char *nt_frame_name(nt_frame frame) {
    switch (frame) {
    case NT_FRAME_BAD_RESERVED:
        return "bad-reserved";
    case NT_FRAME_BAD_START:
        return "bad-start";
    case NT_FRAME_BAD_IDLE:
        return "bad-idle";
    default:
        return "ok";
    }
}
