/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are framed, alike byte by byte and in runs, decoded and described; a message that
   decodes is encoded again to the same fields. The first byte chooses what the stream itself does
   not tell. */
#include "ntrace/messages.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(const nt_message *message, const nt_message_format *format) {
    uint8_t bytes[NT_MESSAGE_MAX_BYTES];
    size_t size = nt_message_encode(message, format, bytes);
    uint64_t address = message->value[NT_FIELD_FADDR] | message->value[NT_FIELD_UADDR];
    if (size == 0 && format->addr_bits != 0 && address >> format->addr_bits != 0) {
        return; /* wider than XLEN */
    }
    nt_message again;
    nt_field field;
    if (size == 0 || nt_message_decode(&again, format, bytes, size, &field) != NT_MESSAGE_OK ||
        again.tcode != message->tcode || again.present != message->present) {
        abort();
    }
    for (nt_field f = 0; f < NT_FIELDS; f++) {
        if (nt_message_has(message, f) && again.value[f] != message->value[f]) {
            abort();
        }
    }
}

/* In runs of up to `most` bytes messages and errors are found at the same places. */
static void check_runs(const uint8_t *data, size_t size, size_t most) {
    nt_framer single = {0};
    nt_framer runs = {0};
    for (size_t at = 0; at < size;) {
        size_t left = size - at < most ? size - at : most;
        nt_frame frame;
        size_t taken = nt_framer_bytes(&runs, data + at, left, &frame);
        nt_frame last = NT_FRAME_IDLE;
        if (taken == 0 || taken > left) {
            abort();
        }
        for (size_t i = 0; i < taken; i++) {
            last = nt_framer_byte(&single, data[at + i]);
            bool ends = last == NT_FRAME_END || nt_frame_is_error(last);
            if (ends != (i + 1 == taken && (frame == NT_FRAME_END || nt_frame_is_error(frame)))) {
                abort();
            }
        }
        if (single.state != runs.state || (single.state == 1 && single.size != runs.size) ||
            (last == NT_FRAME_END &&
             (single.size != runs.size ||
              memcmp(single.bytes, runs.bytes, nt_framer_kept(&single)) != 0))) {
            abort();
        }
        at += taken;
    }
}

static void check_words(const nt_message *message, const nt_framer *framer) {
    char text[NT_MESSAGE_TEXT];
    uint64_t time = 1;
    nt_message_describe(message, &time, text);
    for (size_t i = 0; i <= nt_framer_kept(framer); i++) {
        nt_message_describe_byte(message, NULL, i, text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    static const uint8_t addr_bits[] = {0, 31, 63, 0};
    nt_message_format format = {.src_bits = (data[0] >> 1 & 31) % 13,
                                .tstamp = (data[0] & 1) != 0,
                                .addr_bits = addr_bits[data[0] >> 6],
                                .tolerant = data[0] >> 6 == 3};
    check_runs(data + 1, size - 1, size);
    check_runs(data + 1, size - 1, 3);
    nt_framer framer = {0};
    for (size_t i = 1; i < size; i++) {
        if (nt_framer_byte(&framer, data[i]) != NT_FRAME_END) {
            continue;
        }
        nt_message message = {0};
        nt_field field = NT_FIELD_NONE;
        nt_message_status status =
            nt_message_decode(&message, &format, framer.bytes, nt_framer_kept(&framer), &field);
        if (nt_message_status_text(status) == NULL || nt_message_status_name(status) == NULL) {
            abort();
        }
        check_words(&message, &framer);
        if ((message.tolerated != 0 && !format.tolerant) ||
            message.tolerated >> NT_TOLERATED != 0) {
            abort();
        }
        if (status == NT_MESSAGE_OK && message.tolerated == 0) {
            check_again(&message, &format);
        }
    }
    return 0;
}
