/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of the tandem-verification trace for tests: bytes as hexadecimal text, and what a reader
   makes of them as the lines of the text form. */
#ifndef NT_TANDEM_STREAMS_H
#define NT_TANDEM_STREAMS_H

#include "libntrace/tandem/tables.h"
#include "ntrace/tandem.h"
#include "sim/tandem/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { STREAM = 1 << 14, TEXT = 1 << 15 };

typedef struct stream {
    uint8_t bytes[STREAM];
    size_t size;
} stream;

/* What came of a stream: "[a, b]" an atomic group, "<a>" one that the next begin ends, "(a)" what
   lies between groups; " !NAME@OFFSET" a violation. `again` is the encoding of the fields. */
typedef struct outcome {
    char text[TEXT];
    stream again;
    const nt_tandem_format *format;
    size_t groups;
    uint16_t violations;
    int result;
    nt_tandem_fault fault;
} outcome;

static const nt_tandem_format rv64 = {64, 64, 64, false, 0};

static inline void from_hex(stream *out, const char *hex) {
    out->size = 0;
    for (char *end; *hex != '\0'; hex = end + strspn(end, " ")) {
        out->bytes[out->size++] = (uint8_t)strtoul(hex, &end, 16);
        assert_true(end != hex);
    }
}

static inline void add_text(outcome *out, const char *text) {
    size_t used = strlen(out->text);
    assert_true(used + strlen(text) < TEXT);
    strcpy(out->text + used, text);
}

static inline void add_opcode(outcome *out, uint8_t opcode) {
    out->again.bytes[out->again.size++] = opcode;
}

static inline void add_field(outcome *out, const nt_tandem_field *field,
                             const nt_tandem_field *before) {
    char line[NT_TANDEM_LINE];
    nt_tandem_print(field, before, line);
    add_text(out, line);
    for (unsigned i = 0; i < NT_TANDEM_VIOLATIONS; i++) {
        if ((field->violations >> i & 1) != 0) {
            (void)snprintf(line, sizeof line, " !%s@%d", nt_tandem_violations[i].name,
                           (int)field->offset);
            add_text(out, line);
        }
    }
    assert_true(out->again.size + NT_TANDEM_FIELD_BYTES <= STREAM);
    out->again.size += nt_tandem_field_encode(field, out->format, before,
                                              out->again.bytes + out->again.size, NULL);
}

static inline int take_group(void *context, const nt_tandem_group *group) {
    outcome *out = context;
    add_text(out, group->atomic ? group->ended ? "[" : "<" : "(");
    if (group->atomic) {
        add_opcode(out, NT_TANDEM_BEGIN);
    }
    for (size_t i = 0; i < group->count; i++) {
        add_text(out, i == 0 ? "" : ", ");
        add_field(out, &group->fields[i], i == 0 ? NULL : &group->fields[i - 1]);
    }
    if (group->ended) {
        add_opcode(out, NT_TANDEM_END);
    }
    add_text(out, group->atomic ? group->ended ? "]" : ">" : ")");
    out->groups++;
    out->violations |= group->violations;
    return 0;
}

static inline int read_pieces(nt_tandem_reader *reader, const stream *in, size_t piece) {
    int result = 0;
    for (size_t at = 0; at < in->size && result == 0; at += piece) {
        size_t size = in->size - at < piece ? in->size - at : piece;
        result = nt_tandem_read(reader, in->bytes + at, size);
    }
    return result != 0 ? result : nt_tandem_read_end(reader);
}

/* Reads a stream in pieces of so many bytes. */
static inline void read_stream(outcome *out, const nt_tandem_format *format, bool complete,
                               const stream *in, size_t piece) {
    static nt_tandem_reader reader;
    memset(&reader, 0, sizeof reader);
    *out = (outcome){.format = format};
    reader.format = *format;
    reader.complete = complete;
    reader.sink = take_group;
    reader.context = out;
    out->result = read_pieces(&reader, in, piece);
    out->fault = reader.fault;
}

/* Makes a stream of lines of the text form, which ';' separates. */
static inline void assemble_text(stream *out, const nt_tandem_format *format, const char *text) {
    static struct nt_tandem_csr_names *names;
    static char lines[TEXT];
    names = names == NULL ? nt_tandem_csr_names_new() : names;
    nt_tandem_assembler assembler = {
        .names = names, .format = *format, .has_flen = true, .has_mlen = true};
    strcpy(lines, text);
    out->size = 0;
    for (char *line = strtok(lines, ";"); line != NULL; line = strtok(NULL, ";")) {
        if (nt_tandem_assemble(&assembler, line) != 0) {
            fail_msg("%s: column %zu: %s", line, assembler.column, assembler.reason);
        }
        memcpy(out->bytes + out->size, assembler.bytes, assembler.size);
        out->size += assembler.size;
    }
}

#endif
