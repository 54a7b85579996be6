/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/assembly_statement.h"
#include "libntrace/messages/tables.h"
#include "libntrace/util/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- one line ---- */

typedef struct line {
    char text[NT_ASSEMBLY_LINE];
    size_t size;
    bool full; /* something did not fit */
} line;

static void put(line *out, const char *format, ...) NT_PRINTS(2, 3);

static void put(line *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(out->text + out->size, sizeof out->text - out->size, format, arguments);
    va_end(arguments);
    if (size < 0 || (size_t)size >= sizeof out->text - out->size) {
        out->full = true;
        return;
    }
    out->size += (size_t)size;
}

static int send(nt_assembly_printer *printer, line *out) {
    const char *reason = printer->own.reason;
    if (printer->offsets) {
        put(out, " ; offset %llu%s%s", (unsigned long long)printer->own.line,
            reason == NULL ? "" : ": ", reason == NULL ? "" : reason);
    } else if (reason != NULL) {
        put(out, " ; %s", reason);
    }
    printer->own.reason = NULL;
    return printer->sink(printer->context, out->text);
}

static int begin(nt_assembly_printer *printer) {
    const nt_message_format *format = &printer->format;
    const struct {
        bool there;
        const char *text;
        unsigned bits;
    } directives[] = {{format->src_bits != 0, ".src %u", format->src_bits},
                      {format->tstamp, ".tstamp", 0},
                      {format->addr_bits != 0, ".extend %u", format->addr_bits}};
    printer->own.begun = true;
    /* No directive says so: what these allow is said as `.message`. */
    printer->format.rc7 = printer->format.tolerant = false;
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++) {
        char text[32];
        if (directives[i].there) {
            (void)snprintf(text, sizeof text, directives[i].text, directives[i].bits);
            int result = printer->sink(printer->context, text);
            if (result != 0) {
                return result;
            }
        }
    }
    return 0;
}

/* ---- bytes that are of no message ---- */

static int flush_odd(nt_assembly_printer *printer) {
    if (printer->own.odd_size == 0) {
        return 0;
    }
    line out = {.size = 0};
    put(&out, ".byte");
    for (size_t i = 0; i < printer->own.odd_size; i++) {
        put(&out, " 0x%02x", printer->own.odd[i]);
    }
    int result = send(printer, &out);
    printer->own.line += printer->own.odd_size;
    printer->own.odd_size = 0;
    return result;
}

static int flush_fill(nt_assembly_printer *printer) {
    if (printer->own.repeat == 0) {
        return 0;
    }
    line out = {.size = 0};
    unsigned long long repeat = printer->own.repeat;
    if (printer->own.idle) {
        put(&out, ".idle %llu", repeat);
    } else {
        put(&out, ".fill %llu 0x%02x", repeat, printer->own.fill);
    }
    int result = send(printer, &out);
    printer->own.line += printer->own.repeat;
    printer->own.repeat = 0;
    return result;
}

static int flush(nt_assembly_printer *printer) {
    int result = flush_fill(printer);
    result = result != 0 ? result : flush_odd(printer);
    printer->own.idle = false;
    return result;
}

static int put_idle(nt_assembly_printer *printer) {
    int result = 0;
    if (!printer->own.idle || printer->own.repeat == NT_ASSEMBLY_REPEAT) {
        result = flush(printer);
        printer->own.idle = true;
    }
    printer->own.repeat++;
    return result;
}

/* What comes now is of no message, for that reason. */
static int begin_odd(nt_assembly_printer *printer, const char *reason) {
    int result = flush(printer);
    printer->own.reason = reason;
    return result;
}

/* Sixteen bytes: a line, or part of a run of the same byte. */
static int take_sixteen(nt_assembly_printer *printer) {
    const uint8_t *odd = printer->own.odd;
    bool same = memcmp(odd, odd + 1, sizeof printer->own.odd - 1) == 0;
    bool more = same && printer->own.repeat != 0 && printer->own.fill == odd[0] &&
                printer->own.repeat <= NT_ASSEMBLY_REPEAT - sizeof printer->own.odd;
    int result = more ? 0 : flush_fill(printer);
    if (!same) {
        return result != 0 ? result : flush_odd(printer);
    }
    printer->own.fill = odd[0];
    printer->own.repeat += sizeof printer->own.odd;
    printer->own.odd_size = 0;
    return result;
}

static int put_odd(nt_assembly_printer *printer, const uint8_t *bytes, size_t size) {
    int result = 0;
    for (size_t i = 0; i < size && result == 0; i++) {
        printer->own.odd[printer->own.odd_size++] = bytes[i];
        if (printer->own.odd_size == sizeof printer->own.odd) {
            result = take_sixteen(printer);
        }
    }
    return result;
}

/* ---- messages ---- */

static void put_part(line *out, const nt_statement_part *part) {
    unsigned long long value = part->value;
    if (part->field == NT_FIELD_NONE) {
        put(out, " 0x%llx", value);
    } else if (nt_fields[part->field].kind == NT_FIXED) {
        put(out, " %s=%llu", nt_fields[part->field].name, value);
    } else {
        put(out, " %s=0x%llx", nt_fields[part->field].name, value);
    }
    if (part->bits != 0) {
        put(out, "/%u", part->bits);
    }
}

static void put_statement(line *out, const nt_statement *statement) {
    const char *name = nt_message_layouts[statement->tcode].name;
    put(out, "%s", statement->loose ? ".message " : "");
    if (name != NULL) {
        put(out, "%s", name);
    } else {
        put(out, "%u", statement->tcode);
    }
    for (size_t i = 0; i < statement->count; i++) {
        put_part(out, &statement->part[i]);
    }
}

/* Whether the line, assembled, is what the framer holds. */
static bool says(const nt_assembly_printer *printer, const nt_statement *statement) {
    uint8_t bytes[NT_FRAME_BYTES];
    size_t at;
    nt_field about;
    return nt_statement_check(statement, &printer->format, &at, &about) == NT_ASSEMBLY_OK &&
           nt_statement_pack(statement, &printer->format, bytes, sizeof bytes) ==
               printer->own.framer.size &&
           memcmp(bytes, printer->own.framer.bytes, (size_t)printer->own.framer.size) == 0;
}

/* As one of the specification's messages; else field by field; else as bytes. */
static int print_message(nt_assembly_printer *printer) {
    const nt_framer *framer = &printer->own.framer;
    nt_statement statement;
    nt_message_status status;
    nt_field about;
    line out = {.size = 0};
    bool said = nt_statement_unpack(&statement, &printer->format, framer->bytes,
                                    (size_t)framer->size, &status, &about);
    if (said && !says(printer, &statement)) {
        statement.loose = true;
        said = says(printer, &statement);
    }
    if (said) {
        put_statement(&out, &statement);
    }
    const char *reason = nt_message_status_text(status);
    if (!said || out.full) {
        int result = begin_odd(printer, reason);
        result = result != 0 ? result : put_odd(printer, framer->bytes, (size_t)framer->size);
        return result != 0 ? result : flush(printer);
    }
    printer->own.reason = status == NT_MESSAGE_OK ? NULL : reason;
    int result = send(printer, &out);
    printer->own.line += framer->size;
    return result;
}

/* ---- the stream ---- */

/* A message longer than any standard one goes out as it comes. */
static int take_longer(nt_assembly_printer *printer, uint8_t byte) {
    const nt_framer *framer = &printer->own.framer;
    int result = 0;
    if (framer->size == NT_FRAME_BYTES + 1) {
        result = begin_odd(printer, "longer than any message of the specification");
        result = result != 0 ? result : put_odd(printer, framer->bytes, NT_FRAME_BYTES);
    }
    return result != 0 ? result : put_odd(printer, &byte, 1);
}

/* What was begun and is no message after all, for that reason. */
static int drop(nt_assembly_printer *printer, const char *reason) {
    const nt_framer *framer = &printer->own.framer;
    if (framer->size > NT_FRAME_BYTES) {
        return 0; /* has gone out already */
    }
    int result = begin_odd(printer, reason);
    return result != 0 ? result : put_odd(printer, framer->bytes, (size_t)framer->size);
}

static int take_error(nt_assembly_printer *printer, uint8_t byte, nt_frame frame, unsigned before) {
    int result = before == NT_FRAMER_WITHIN     ? drop(printer, nt_frame_text(frame))
                 : before == NT_FRAMER_SKIPPING ? 0
                                                : begin_odd(printer, nt_frame_text(frame));
    return result != 0 ? result : put_odd(printer, &byte, 1);
}

static int take_byte(nt_assembly_printer *printer, uint8_t byte) {
    nt_framer *framer = &printer->own.framer;
    unsigned before = framer->state;
    nt_frame frame = nt_framer_byte(framer, byte);
    switch (frame) {
    case NT_FRAME_IDLE:
        return put_idle(printer);
    case NT_FRAME_START:
        return flush(printer);
    case NT_FRAME_MIDDLE:
        return framer->size > NT_FRAME_BYTES ? take_longer(printer, byte) : 0;
    case NT_FRAME_END:
        return framer->size > NT_FRAME_BYTES ? take_longer(printer, byte) : print_message(printer);
    case NT_FRAME_SKIPPED:
        return put_odd(printer, &byte, 1);
    default:
        return take_error(printer, byte, frame, before);
    }
}

int nt_assembly_print(nt_assembly_printer *printer, const uint8_t *bytes, size_t size) {
    int result = printer->own.begun ? 0 : begin(printer);
    for (size_t i = 0; i < size && result == 0; i++) {
        result = take_byte(printer, bytes[i]);
    }
    return result;
}

int nt_assembly_print_end(nt_assembly_printer *printer) {
    int result = printer->own.begun ? 0 : begin(printer);
    if (result == 0 && printer->own.framer.state == NT_FRAMER_WITHIN) {
        result = drop(printer, "the stream ends within a message");
    }
    return result != 0 ? result : flush(printer);
}
