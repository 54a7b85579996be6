/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/tables.h"
#include "ntrace/messages.h"

#include <string.h>

/* A text that is being made. Half of the time that a dump takes is this. */
typedef struct words {
    char *at;
    char *end; /* room for the NUL is behind it */
} words;

static words begin(char text[NT_MESSAGE_TEXT]) {
    text[0] = '\0';
    return (words){text, text + NT_MESSAGE_TEXT - 1};
}

static void put(words *out, const char *text) {
    size_t size = strlen(text);
    size_t room = (size_t)(out->end - out->at);
    size = size < room ? size : room;
    memcpy(out->at, text, size);
    out->at += size;
    *out->at = '\0';
}

enum { MOST_DIGITS = 20 };

static void put_decimal(words *out, uint64_t value) {
    char digits[MOST_DIGITS + 1];
    char *at = digits + MOST_DIGITS;
    *at = '\0';
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    put(out, at);
}

static void put_hex(words *out, uint64_t value, const char *alphabet) {
    char digits[MOST_DIGITS + 1];
    char *at = digits + MOST_DIGITS;
    *at = '\0';
    do {
        *--at = alphabet[value & 15];
        value >>= 4;
    } while (value != 0);
    *--at = 'x';
    *--at = '0';
    put(out, at);
}

static const char lower_case[] = "0123456789abcdef";
static const char upper_case[] = "0123456789ABCDEF";

static const char *name_of(uint8_t tcode) {
    const char *name = nt_tcode_name(tcode);
    return name != NULL ? name : nt_tcode_is_vendor_defined(tcode) ? "vendor defined" : "reserved";
}

/* PROCESS as {CONTEXT, V[0], PRV[1:0], FORMAT[1:0]}. */
static void put_process(words *out, uint64_t process) {
    static const char *const modes[8] = {"U-mode",  "S-mode",  "reserved mode", "M-mode",
                                         "VU-mode", "VS-mode", "reserved mode", "reserved mode"};
    unsigned format = process & 3;
    if (format == 1) {
        put(out, " (reserved format)");
        return;
    }
    put(out, " (");
    put(out, modes[process >> 2 & 7]);
    if (format != 0) {
        put(out, format == 2 ? " scontext=" : " hcontext=");
        put_hex(out, process >> 5, lower_case);
    }
    put(out, ")");
}

/* What a field's value means, where it does not say so itself. */
static void put_meaning(words *out, const nt_message *message, unsigned field,
                        const uint64_t *time) {
    if (field == NT_FIELD_PROCESS) {
        put_process(out, message->value[field]);
    } else if (field == NT_FIELD_TSTAMP && time != NULL) {
        put(out, " (time ");
        put_decimal(out, *time);
        put(out, ")");
    }
}

static void put_field(words *out, const nt_message *message, unsigned field) {
    put(out, " ");
    put(out, nt_fields[field].name);
    put(out, "=");
    if (nt_fields[field].kind == NT_FIXED) {
        put_decimal(out, message->value[field]);
    } else {
        put_hex(out, message->value[field], lower_case);
    }
}

void nt_message_describe(const nt_message *message, const uint64_t *time,
                         char text[NT_MESSAGE_TEXT]) {
    words out = begin(text);
    put_decimal(&out, message->tcode);
    put(&out, " ");
    put(&out, name_of(message->tcode));
    uint32_t left = message->present >> (NT_FIELD_TCODE + 1) << (NT_FIELD_TCODE + 1);
    for (; left != 0; left &= left - 1) {
        unsigned field = (unsigned)__builtin_ctz(left);
        put_field(&out, message, field);
        put_meaning(&out, message, field, time);
    }
}

/* The value as the specification prints it, with upper case digits. */
static void put_ended(words *out, const nt_message *message, nt_field field, const uint64_t *time) {
    put(out, nt_fields[field].name);
    put(out, "[");
    put_decimal(out, message->width[field]);
    put(out, "] = ");
    if (field == NT_FIELD_TCODE) {
        put_decimal(out, message->tcode);
        put(out, " - ");
        put(out, name_of(message->tcode));
    } else {
        put_hex(out, message->value[field], upper_case);
        put_meaning(out, message, field, time);
    }
}

void nt_message_describe_byte(const nt_message *message, const uint64_t *time, size_t index,
                              char text[NT_MESSAGE_TEXT]) {
    words out = begin(text);
    if (nt_message_layouts[message->tcode].name == NULL) {
        if (index == 0) {
            put_ended(&out, message, NT_FIELD_TCODE, time);
        }
        return;
    }
    const uint8_t *field = nt_message_layouts[message->tcode].field;
    size_t bits = 0;
    for (; *field != NT_FIELD_NONE; field++) {
        if (!nt_message_has(message, (nt_field)*field)) {
            continue;
        }
        bits += message->width[*field];
        if (message->width[*field] == 0 || (bits - 1) / 6 != index) {
            continue;
        }
        put(&out, text[0] == '\0' ? "" : ", ");
        put_ended(&out, message, (nt_field)*field, time);
    }
}
