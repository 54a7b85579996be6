/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a tandem-verification trace: in pieces of any size the same groups and the same
   fault; what is handed out encodes to the same bytes, and so does its text. The first byte chooses
   the hart and whether the rest is a stream, the chunks of a file, or text. */
#include "ntrace/tandem.h"
#include "sim/tandem/text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_INPUT = 1 << 12, MOST_LINE = 1 << 12 };

typedef struct outcome {
    const nt_tandem_format *format;
    uint8_t bytes[MOST_INPUT];
    size_t size;
    size_t groups;
    uint64_t violations;
    int result;
    nt_tandem_fault fault;
} outcome;

typedef enum kind { STREAM, FILE_CHUNKS, TEXT_LINES, KINDS } kind;

static struct nt_tandem_csr_names *names;

static void put(outcome *out, const uint8_t *bytes, size_t size) {
    if (size == 0 || out->size + size > MOST_INPUT) {
        abort();
    }
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
}

/* The field's text makes the field's bytes. */
static void check_text(const nt_tandem_field *field, const nt_tandem_field *before,
                       const nt_tandem_format *format, const uint8_t *bytes, size_t size) {
    char line[NT_TANDEM_LINE];
    nt_tandem_assembler assembler = {
        .names = names, .format = *format, .has_flen = true, .has_mlen = true};
    if (before != NULL) {
        assembler.last = *before;
    }
    nt_tandem_print(field, before, line);
    if (nt_tandem_assemble(&assembler, line) != 0 || assembler.size != size ||
        memcmp(assembler.bytes, bytes, size) != 0) {
        abort();
    }
}

static void put_field(outcome *out, const nt_tandem_field *field, const nt_tandem_field *before) {
    uint8_t bytes[NT_TANDEM_FIELD_BYTES];
    size_t size = nt_tandem_field_encode(field, out->format, before, bytes, NULL);
    if (size != field->bytes) {
        abort();
    }
    check_text(field, before, out->format, bytes, size);
    put(out, bytes, size);
}

static int take_group(void *context, const nt_tandem_group *group) {
    static const uint8_t begin = NT_TANDEM_BEGIN;
    static const uint8_t end = NT_TANDEM_END;
    outcome *out = context;
    if (group->offset != out->size) {
        abort();
    }
    if (group->atomic) {
        put(out, &begin, 1);
    }
    for (size_t i = 0; i < group->count; i++) {
        if (group->fields[i].offset != out->size) {
            abort();
        }
        put_field(out, &group->fields[i], i == 0 ? NULL : &group->fields[i - 1]);
        out->violations = out->violations * 31 + group->fields[i].violations;
    }
    if (group->ended) {
        put(out, &end, 1);
    }
    if (group->size != out->size - group->offset) {
        abort();
    }
    out->groups++;
    return 0;
}

static void read_all(outcome *out, const nt_tandem_format *format, const uint8_t *bytes,
                     size_t size, size_t piece, kind what) {
    static nt_tandem_reader reader;
    static nt_tandem_unpacker unpacker;
    memset(&reader, 0, sizeof reader);
    memset(&unpacker, 0, sizeof unpacker);
    memset(out, 0, sizeof *out);
    out->format = format;
    reader.format = *format;
    reader.sink = take_group;
    reader.context = out;
    for (size_t at = 0; at < size && out->result == 0; at += piece) {
        size_t part = size - at < piece ? size - at : piece;
        out->result = what == FILE_CHUNKS ? nt_tandem_unpack(&unpacker, &reader, bytes + at, part)
                                          : nt_tandem_read(&reader, bytes + at, part);
    }
    if (out->result == 0) {
        out->result = what == FILE_CHUNKS ? nt_tandem_unpack_end(&unpacker, &reader)
                                          : nt_tandem_read_end(&reader);
    }
    out->fault = reader.fault;
}

static void check_stream(const nt_tandem_format *format, const uint8_t *bytes, size_t size,
                         kind what) {
    static outcome whole;
    static outcome pieces;
    char text[NT_TANDEM_TEXT];
    read_all(&whole, format, bytes, size, size + 1, what);
    for (size_t piece = 1; piece < 20; piece += 6) {
        read_all(&pieces, format, bytes, size, piece, what);
        if (whole.result != pieces.result || whole.groups != pieces.groups ||
            whole.size != pieces.size || whole.violations != pieces.violations ||
            whole.fault.kind != pieces.fault.kind || whole.fault.offset != pieces.fault.offset) {
            abort();
        }
    }
    if ((whole.result == 0) != (whole.fault.kind == NT_TANDEM_OK) ||
        (what == STREAM && memcmp(whole.bytes, bytes, whole.size) != 0) ||
        (what == STREAM && whole.result == 0 && whole.size != size)) {
        abort();
    }
    nt_tandem_fault_describe(&whole.fault, text);
}

/* Lines are refused at a place, or what they make is read again. */
static void check_lines(const nt_tandem_format *format, const uint8_t *bytes, size_t size) {
    static uint8_t made[MOST_INPUT];
    static char line[MOST_LINE + 1];
    size_t used = 0;
    nt_tandem_assembler assembler = {
        .names = names, .format = *format, .has_flen = true, .has_mlen = true};
    while (size != 0) {
        const uint8_t *end = memchr(bytes, '\n', size);
        size_t length = end == NULL ? size : (size_t)(end - bytes);
        memcpy(line, bytes, length);
        line[length] = '\0';
        if (nt_tandem_assemble(&assembler, line) != 0) {
            if (assembler.column == 0 || assembler.column > length + 1 ||
                assembler.reason[0] == '\0') {
                abort();
            }
            break;
        }
        if (used + assembler.size > sizeof made) {
            break;
        }
        memcpy(made + used, assembler.bytes, assembler.size);
        used += assembler.size;
        bytes += length + (end != NULL);
        size -= length + (end != NULL);
    }
    check_stream(assembler.begun ? &assembler.format : format, made, used, STREAM);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const nt_tandem_format formats[] = {
        {64, 64, 64, false, 0}, {64, 32, 64, false, 0}, {64, 0, 64, false, 0},
        {32, 0, 32, false, 0},  {32, 32, 32, false, 0}, {32, 64, 32, false, 0},
        {32, 0, 34, false, 0},  {32, 64, 34, false, 0}, {32, 32, 34, true, 0},
    };
    enum { FORMATS = sizeof formats / sizeof formats[0] };
    nt_tandem_format format;
    nt_tandem_fault fault;
    if (names == NULL) {
        names = nt_tandem_csr_names_new();
    }
    if (size == 0 || size > MOST_INPUT || names == NULL) {
        return 0;
    }
    const nt_tandem_format *chosen = &formats[data[0] % FORMATS];
    kind what = (kind)(data[0] / FORMATS % KINDS);
    if (what == TEXT_LINES) {
        check_lines(chosen, data + 1, size - 1);
        return 0;
    }
    if (what == FILE_CHUNKS) { /* the header is good more often than by chance */
        (void)nt_tandem_header_decode(&format, data + 1, size - 1, &fault);
    }
    check_stream(chosen, data + 1, size - 1, what);
    return 0;
}
