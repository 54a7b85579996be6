/* Any bytes are framed and decoded; a message that decodes is encoded again to the same fields.
   The first byte chooses what the stream itself does not tell. */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    static const uint8_t addr_bits[] = {0, 31, 63, 0};
    nt_message_format format = {.src_bits = (data[0] >> 1 & 31) % 13,
                                .tstamp = (data[0] & 1) != 0,
                                .addr_bits = addr_bits[data[0] >> 6]};
    nt_framer framer = {0};
    for (size_t i = 1; i < size; i++) {
        if (nt_framer_byte(&framer, data[i]) != NT_FRAME_END) {
            continue;
        }
        nt_message message;
        nt_field field = NT_FIELD_NONE;
        nt_message_status status =
            nt_message_decode(&message, &format, framer.bytes, nt_framer_kept(&framer), &field);
        if (nt_message_status_text(status) == NULL) {
            abort();
        }
        if (status == NT_MESSAGE_OK) {
            check_again(&message, &format);
        }
    }
    return 0;
}
