#include "sim/decode/payload.h"

#include <stdio.h>
#include <string.h>

enum { MDO = 6, MOST_BITS = NT_FRAME_BYTES * MDO };

/* The fields behind TCODE and SRC, all variable. */
static const struct {
    uint8_t tcode;
    const char *field[2];
} layouts[] = {
    {7, {"IDTAG", "DQDATA"}},
    {15, {"WPHIT", NULL}},
};

static const char *name_of(const nt_message *message, const nt_message_format *format,
                           unsigned index, bool last) {
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        unsigned fields = layouts[i].field[1] != NULL ? 2 : 1;
        if (layouts[i].tcode == message->tcode) {
            return index < fields                             ? layouts[i].field[index]
                   : index == fields && last && format->tstamp ? "TSTAMP"
                                                               : NULL;
        }
    }
    return NULL;
}

/* Appends bits `from` to `to` of the message's MDOs as a hexadecimal number. */
static size_t put_number(const nt_framer *framer, size_t from, size_t to, char *text, size_t room) {
    char digits[MOST_BITS / 4 + 2];
    size_t count = 0;
    for (size_t at = from; at < to; at += 4) {
        unsigned digit = 0;
        for (size_t i = 0; i < 4 && at + i < to; i++) {
            unsigned byte = framer->bytes[(at + i) / MDO];
            digit |= (byte >> (2 + (at + i) % MDO) & 1) << i;
        }
        digits[count++] = "0123456789abcdef"[digit];
    }
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    size_t used = (size_t)snprintf(text, room, "0x");
    while (count > 0 && used + 1 < room) {
        text[used++] = digits[--count];
    }
    text[used < room ? used : room - 1] = '\0';
    return used;
}

void nt_payload_describe(const nt_message *message, nt_message_status status,
                         const nt_message_format *format, const nt_framer *framer,
                         char text[NT_MESSAGE_TEXT]) {
    enum { RCODE_BITS = 4, LEAST_ROOM = 2 + 16 + MOST_BITS / 4 };
    size_t used = strlen(text);
    size_t size = nt_framer_kept(framer);
    if (status != NT_MESSAGE_UNKNOWN) {
        return;
    }
    bool rcode = nt_message_has(message, NT_FIELD_RCODE);
    size_t from = MDO + (size_t)format->src_bits + (rcode ? RCODE_BITS : 0u);
    unsigned index = 0;
    for (size_t byte = from / MDO; byte < size && used + LEAST_ROOM < NT_MESSAGE_TEXT; byte++) {
        bool last = byte + 1 == size;
        if ((framer->bytes[byte] & 3) == 0 && !last) {
            continue;
        }
        const char *name = name_of(message, format, index++, last);
        text[used++] = ' ';
        used += name == NULL ? 0 : (size_t)snprintf(text + used, NT_MESSAGE_TEXT - used, "%s=", name);
        used += put_number(framer, from, (byte + 1) * MDO, text + used, NT_MESSAGE_TEXT - used);
        from = (byte + 1) * MDO;
    }
    text[used < NT_MESSAGE_TEXT ? used : NT_MESSAGE_TEXT - 1] = '\0';
}
