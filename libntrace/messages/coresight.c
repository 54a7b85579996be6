/* SPDX-License-Identifier: Apache-2.0 */
#include "ntrace/coresight.h"

#include <string.h>

enum {
    TRIGGER = 0x7d,
    HALF_SYNC_LOW = 0xff, /* 0x7fff, its low byte first */
    HALF_SYNC_HIGH = 0x7f,
    AUXILIARY = 15, /* the last byte: bit 0, or when an ID counts, of each even byte */
    FULL_SYNC = 4,
};

static bool is_full_sync(const uint8_t *bytes) {
    return bytes[0] == 0xff && bytes[1] == 0xff && bytes[2] == 0xff && bytes[3] == 0x7f;
}

static bool is_source(uint8_t id) {
    return id != 0 && id < NT_CORESIGHT_SOURCES;
}

static void put(nt_coresight_data *data, uint8_t id, uint8_t byte) {
    data->id[data->count] = is_source(id) ? id : 0;
    data->bytes[data->count] = byte;
    data->count++;
}

static void take_id(nt_coresight *deframer, uint8_t id) {
    deframer->id = id;
    deframer->reserved_ids += id >= NT_CORESIGHT_SOURCES && id != TRIGGER;
}

/* Even bytes are an ID, or data of which bit 0 is in the auxiliary byte. An ID counts at once, or
   with its auxiliary bit for what follows the byte behind it. */
static void unpack(nt_coresight *deframer, nt_coresight_data *data) {
    const uint8_t *frame = deframer->frame;
    for (unsigned at = 0; at < AUXILIARY; at += 2) {
        unsigned auxiliary = frame[AUXILIARY] >> at / 2 & 1;
        bool last = at + 1 == AUXILIARY;
        if ((frame[at] & 1) == 0) {
            put(data, deframer->id, (uint8_t)(frame[at] | auxiliary));
            if (!last) {
                put(data, deframer->id, frame[at + 1]);
            }
            continue;
        }
        uint8_t before = deframer->id;
        take_id(deframer, frame[at] >> 1);
        if (!last) {
            put(data, auxiliary != 0 ? before : deframer->id, frame[at + 1]);
        }
    }
    deframer->frames++;
    deframer->filled = (uint8_t)(deframer->filled - NT_CORESIGHT_FRAME);
    memmove(deframer->frame, frame + NT_CORESIGHT_FRAME, deframer->filled);
}

/* A half-word that is, or ends, a synchronization packet. The first half of a full one, 0xffff, is
   none of a frame either: an ID of 0x7f is reserved. */
static bool take_sync(nt_coresight *deframer) {
    uint8_t *half = &deframer->frame[deframer->filled - 2];
    if (half[0] != HALF_SYNC_LOW || half[1] != HALF_SYNC_HIGH) {
        return false;
    }
    deframer->filled = (uint8_t)(deframer->filled - 2);
    bool full = deframer->filled >= 2 && half[-2] == 0xff && half[-1] == 0xff;
    if (!full) {
        deframer->half_syncs++;
        return true;
    }
    deframer->cut_frames += deframer->filled != 2;
    deframer->filled = 0;
    deframer->full_syncs++;
    return true;
}

/* A frame that ends in 0xffff may be cut there by a full packet: what follows decides. */
static bool is_whole(const nt_coresight *deframer) {
    const uint8_t *last = &deframer->frame[NT_CORESIGHT_FRAME - 2];
    return deframer->filled > NT_CORESIGHT_FRAME ||
           (deframer->filled == NT_CORESIGHT_FRAME && (last[0] & last[1]) != 0xff);
}

size_t nt_coresight_bytes(nt_coresight *deframer, const uint8_t *bytes, size_t size,
                          nt_coresight_data *data) {
    data->count = 0;
    for (size_t at = 0; at < size; at++) {
        deframer->frame[deframer->filled++] = bytes[at];
        if (deframer->filled % 2 == 0 && !take_sync(deframer) && is_whole(deframer)) {
            unpack(deframer, data);
            return at + 1;
        }
    }
    return size;
}

/* Whether frames that begin at 0 lead up to the packet at `end`. */
static bool leads_up(const uint8_t *bytes, size_t end) {
    nt_coresight deframer = {0};
    nt_coresight_data data;
    for (size_t at = 0; at < end;) {
        at += nt_coresight_bytes(&deframer, bytes + at, end - at, &data);
    }
    return deframer.filled == 0 && deframer.reserved_ids == 0;
}

size_t nt_coresight_begin(const uint8_t *bytes, size_t size) {
    for (size_t at = 0; at + FULL_SYNC <= size; at++) {
        if (is_full_sync(bytes + at)) {
            return leads_up(bytes, at) ? 0 : at + FULL_SYNC;
        }
    }
    return 0;
}
