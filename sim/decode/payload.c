/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/payload.h"

#include <stdio.h>
#include <string.h>

enum { MDO = 6, MSEO = 2, RCODE_BITS = 4, MOST_BITS = NT_FRAME_BYTES * MDO };

/* The fields behind TCODE and SRC, all variable (IEEE-ISTO 5001). */
static const struct {
    uint8_t tcode;
    const char *field[2];
} layouts[] = {
    {7, {"IDTAG", "DQDATA"}},
    {15, {"WPHIT", NULL}},
};

/* A variable field: bits `from` to `to` of the message. */
typedef struct part {
    unsigned index;
    size_t from, to;
    bool last;
} part;

static size_t first_bit(const nt_payload *payload) {
    bool rcode = nt_message_has(payload->message, NT_FIELD_RCODE);
    return MDO + (size_t)payload->format->src_bits + (rcode ? RCODE_BITS : 0u);
}

/* The field behind `part`, or with to=0 the first; false: there is none. */
static bool next_part(const nt_payload *payload, part *part) {
    const nt_framer *framer = payload->framer;
    size_t size = nt_framer_kept(framer);
    bool first = part->to == 0;
    part->from = first ? first_bit(payload) : part->to;
    part->index = first ? 0 : part->index + 1;
    for (size_t byte = part->from / MDO; byte < size; byte++) {
        part->last = byte + 1 == size;
        if (part->last || (framer->bytes[byte] & ((1u << MSEO) - 1)) != 0) {
            part->to = (byte + 1) * MDO;
            return true;
        }
    }
    return false;
}

static const char *name_of(const nt_payload *payload, const part *part) {
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        unsigned fields = layouts[i].field[1] != NULL ? 2 : 1;
        if (layouts[i].tcode == payload->message->tcode && part->index < fields) {
            return layouts[i].field[part->index];
        }
        if (layouts[i].tcode == payload->message->tcode) {
            return part->index == fields && part->last && payload->format->tstamp ? "TSTAMP" : "";
        }
    }
    return "";
}

/* The field as a hexadecimal number of any length. */
static const char *number_of(const nt_payload *payload, const part *part,
                             char text[MOST_BITS / 4 + 4]) {
    char *at = text + MOST_BITS / 4 + 3;
    *at = '\0';
    for (size_t bit = part->from; bit < part->to; bit += 4) {
        unsigned digit = 0;
        for (size_t i = bit; i < bit + 4 && i < part->to; i++) {
            unsigned byte = payload->framer->bytes[i / MDO];
            digit |= (byte >> (MSEO + i % MDO) & 1) << (i - bit);
        }
        *--at = "0123456789abcdef"[digit];
    }
    while (at[0] == '0' && at[1] != '\0') {
        at++;
    }
    if (*at == '\0') {
        *--at = '0';
    }
    *--at = 'x';
    *--at = '0';
    return at;
}

static void append(char text[NT_MESSAGE_TEXT], const char *before, const char *name,
                   const char *between, const char *number) {
    size_t used = strlen(text);
    (void)snprintf(text + used, NT_MESSAGE_TEXT - used, "%s%s%s%s", before, name, between, number);
}

void nt_payload_describe(const nt_payload *payload, char text[NT_MESSAGE_TEXT]) {
    part part = {.to = 0};
    while (payload->status == NT_MESSAGE_UNKNOWN && next_part(payload, &part)) {
        char number[MOST_BITS / 4 + 4];
        const char *name = name_of(payload, &part);
        append(text, " ", name, *name == '\0' ? "" : "=", number_of(payload, &part, number));
    }
}

void nt_payload_describe_byte(const nt_payload *payload, size_t index, char text[NT_MESSAGE_TEXT]) {
    part part = {.to = 0};
    while (payload->status == NT_MESSAGE_UNKNOWN && next_part(payload, &part)) {
        char number[MOST_BITS / 4 + 4], title[32];
        if ((part.to - 1) / MDO != index) {
            continue;
        }
        const char *name = name_of(payload, &part);
        (void)snprintf(title, sizeof title, "%s[%zu]", *name == '\0' ? "field" : name,
                       part.to - part.from);
        append(text, *text == '\0' ? "" : ", ", title, " = ", number_of(payload, &part, number));
    }
}
