#include "ntrace/messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void append(char text[NT_MESSAGE_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void append(char text[NT_MESSAGE_TEXT], const char *format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text + used, NT_MESSAGE_TEXT - used, format, arguments);
    va_end(arguments);
}

static const char *name_of(uint8_t tcode) {
    const char *name = nt_tcode_name(tcode);
    return name != NULL ? name : nt_tcode_is_vendor_defined(tcode) ? "vendor defined" : "reserved";
}

/* PROCESS as {CONTEXT, V[0], PRV[1:0], FORMAT[1:0]}. */
static void append_process(char text[NT_MESSAGE_TEXT], uint64_t process) {
    static const char *const modes[8] = {"U-mode",  "S-mode",  "reserved mode", "M-mode",
                                         "VU-mode", "VS-mode", "reserved mode", "reserved mode"};
    unsigned long long context = process >> 5;
    switch (process & 3) {
    case 0:
        append(text, " (%s)", modes[process >> 2 & 7]);
        break;
    case 1:
        append(text, " (reserved format)");
        break;
    default:
        append(text, " (%s %s=0x%llx)", modes[process >> 2 & 7],
               (process & 3) == 2 ? "scontext" : "hcontext", context);
        break;
    }
}

/* What a field's value means, where it does not say so itself. */
static void append_meaning(char text[NT_MESSAGE_TEXT], const nt_message *message, unsigned field,
                           const uint64_t *time) {
    if (field == NT_FIELD_PROCESS) {
        append_process(text, message->value[field]);
    } else if (field == NT_FIELD_TSTAMP && time != NULL) {
        append(text, " (time %llu)", (unsigned long long)*time);
    }
}

void nt_message_describe(const nt_message *message, const uint64_t *time,
                         char text[NT_MESSAGE_TEXT]) {
    text[0] = '\0';
    append(text, "%u %s", message->tcode, name_of(message->tcode));
    for (unsigned field = NT_FIELD_TCODE + 1; field < NT_FIELDS; field++) {
        if (nt_message_has(message, (nt_field)field)) {
            append(text, nt_fields[field].kind == NT_FIXED ? " %s=%llu" : " %s=0x%llx",
                   nt_fields[field].name, (unsigned long long)message->value[field]);
            append_meaning(text, message, field, time);
        }
    }
}

void nt_message_describe_byte(const nt_message *message, const uint64_t *time, size_t index,
                              char text[NT_MESSAGE_TEXT]) {
    text[0] = '\0';
    if (nt_message_layouts[message->tcode].name == NULL) {
        if (index == 0) {
            append(text, "TCODE[6] = %u - %s", message->tcode, name_of(message->tcode));
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
        append(text, "%s%s[%u] = ", text[0] == '\0' ? "" : ", ", nt_fields[*field].name,
               message->width[*field]);
        if (*field == NT_FIELD_TCODE) {
            append(text, "%u - %s", message->tcode, name_of(message->tcode));
        } else {
            append(text, "0x%llX", (unsigned long long)message->value[*field]);
            append_meaning(text, message, *field, time);
        }
    }
}
