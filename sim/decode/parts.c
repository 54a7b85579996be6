/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/parts.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16 };

void nt_parts_init(nt_parts *parts, nt_input_file *file, const nt_flow_options *options,
                   unsigned xlen, size_t least) {
    *parts = (nt_parts){.file = file,
                        .options = *options,
                        .format = nt_flow_format(options, xlen),
                        .most_address = (xlen == 32 ? UINT32_MAX : UINT64_MAX) >> 1,
                        .least = least == 0 ? NT_PART_LEAST : least,
                        .tail = options->begins_within};
}

void nt_part_free(nt_decode_part *part) {
    free(part->bytes);
    *part = (nt_decode_part){0};
}

void nt_parts_free(nt_parts *parts) {
    nt_part_free(&parts->next);
}

static bool make_room(nt_decode_part *part, size_t size) {
    if (part->room - part->size >= size) {
        return true;
    }
    uint8_t *bytes = realloc(part->bytes, part->size + size);
    if (bytes == NULL) {
        return false;
    }
    part->bytes = bytes;
    part->room = part->size + size;
    return true;
}

/* The message in the framer, if it is the hart's and can be read. */
static bool decode(const nt_parts *parts, nt_message *message) {
    const nt_flow_options *options = &parts->options;
    nt_field field;
    return nt_message_decode(message, &parts->format, parts->framer.bytes,
                             nt_framer_kept(&parts->framer), &field) == NT_MESSAGE_OK &&
           (options->src_bits == 0 || message->value[NT_FIELD_SRC] == options->src);
}

/* Whether the decoder knows all behind the message in the framer without what came before it. */
static bool is_start(const nt_parts *parts) {
    nt_message message;
    if (!decode(parts, &message) || !nt_message_has(&message, NT_FIELD_SYNC) ||
        !nt_message_has(&message, NT_FIELD_FADDR) ||
        message.value[NT_FIELD_FADDR] > parts->most_address ||
        (parts->format.tstamp && !nt_message_has(&message, NT_FIELD_TSTAMP))) {
        return false;
    }
    uint64_t sync = message.value[NT_FIELD_SYNC];
    return !parts->options.rc7 || !nt_sync_is_marker(sync);
}

static void note_owner(nt_parts *parts) {
    nt_message message;
    if (parts->framer.bytes[0] >> 2 == NT_TCODE_OWNERSHIP && decode(parts, &message)) {
        nt_owner_take_process(&parts->owner, message.value[NT_FIELD_PROCESS]);
    }
}

/* The part ends at `end`, with the message in the framer, which begins the next one too. */
static int cut(nt_parts *parts, nt_decode_part *part, size_t end, nt_error *error) {
    size_t start = (size_t)parts->framer.size;
    size_t from = end - start;
    nt_decode_part *next = &parts->next;
    next->size = 0;
    if (!make_room(next, part->size - from)) {
        return nt_fail(error, "out of memory");
    }
    next->size = part->size - from;
    memcpy(next->bytes, part->bytes + from, next->size);
    next->start = start;
    next->owner = parts->owner;
    parts->offset = part->offset + from;
    part->size = end;
    part->whole = true;
    return 1;
}

/* Bytes of the part up to the end of a message where it can be cut; 0: it has none behind `at`. */
static size_t find_cut(nt_parts *parts, const nt_decode_part *part, size_t at) {
    while (parts->tail && at < part->size) {
        parts->tail = (part->bytes[at++] & 3) != 3; /* MSEO=11 */
    }
    while (at < part->size) {
        nt_frame frame;
        at += nt_framer_bytes(&parts->framer, part->bytes + at, part->size - at, &frame);
        if (frame != NT_FRAME_END) {
            continue;
        }
        note_owner(parts);
        if (parts->framer.size <= at && at - parts->framer.size >= parts->least &&
            is_start(parts)) {
            return at;
        }
    }
    return 0;
}

/* Hands what was read of the next part to `part`. */
static void begin(nt_parts *parts, nt_decode_part *part) {
    nt_decode_part had = *part;
    *part = parts->next;
    part->offset = parts->offset;
    part->whole = part->last = false;
    had.size = had.start = 0;
    parts->next = had;
}

int nt_parts_next(nt_parts *parts, nt_decode_part *part, nt_error *error) {
    if (parts->ended) {
        return 0;
    }
    begin(parts, part);
    size_t at = part->start;
    for (;;) {
        size_t end = find_cut(parts, part, at);
        if (end != 0) {
            return cut(parts, part, end, error);
        }
        at = part->size;
        if (at >= NT_PART_MOST) {
            parts->offset += at;
            return 1;
        }
        if (!make_room(part, PIECE)) {
            return nt_fail(error, "out of memory");
        }
        ptrdiff_t came = nt_input_file_read(parts->file, part->bytes + at, PIECE, error);
        if (came <= 0) {
            part->whole = part->last = parts->ended = true;
            return came < 0 ? -1 : 1;
        }
        part->size += (size_t)came;
    }
}
