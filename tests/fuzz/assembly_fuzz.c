/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a stream, and any text as assembly, both ways. A stream comes back from its text to
   the byte; a text is refused at a place in its line, or what it makes comes back from a text that
   is made of it. The first byte chooses which, and what the stream itself does not tell. */
#include "ntrace/messages.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_INPUT = 1 << 12, MOST_BYTES = 1 << 16, MOST_TEXT = 1 << 20 };

typedef struct text {
    char bytes[MOST_TEXT];
    size_t size;
} text;

typedef struct stream {
    uint8_t bytes[MOST_BYTES];
    size_t size;
} stream;

static int take_line(void *context, const char *line) {
    text *all = context;
    size_t size = strlen(line);
    if (size >= NT_ASSEMBLY_LINE || strchr(line, '\n') != NULL || all->size + size >= MOST_TEXT) {
        abort();
    }
    memcpy(all->bytes + all->size, line, size);
    all->bytes[all->size + size] = '\n';
    all->size += size + 1;
    return 0;
}

static void print(text *all, const nt_message_format *format, bool offsets, const uint8_t *bytes,
                  size_t size, size_t piece) {
    nt_assembly_printer printer = {
        .format = *format, .offsets = offsets, .sink = take_line, .context = all};
    all->size = 0;
    for (size_t at = 0; at < size; at += piece) {
        if (nt_assembly_print(&printer, bytes + at, size - at < piece ? size - at : piece) != 0) {
            abort();
        }
    }
    if (nt_assembly_print_end(&printer) != 0) {
        abort();
    }
}

/* Adds what the line says; false: it is more than is tried here. */
static bool add(stream *out, const nt_assembler *assembler) {
    if (assembler->repeat == 0 || assembler->repeat > NT_ASSEMBLY_REPEAT) {
        abort();
    }
    for (uint64_t i = 0; i < assembler->repeat && assembler->size != 0; i++) {
        if (out->size + assembler->size > MOST_BYTES) {
            return false;
        }
        memcpy(out->bytes + out->size, assembler->bytes, assembler->size);
        out->size += assembler->size;
    }
    return true;
}

/* False where the text is refused, or makes too much. */
static bool assemble(stream *out, const char *lines, size_t size, nt_message_format *format) {
    static char line[MOST_TEXT];
    nt_assembler assembler = {0};
    bool good = true;
    out->size = 0;
    while (size != 0 && good) {
        const char *end = memchr(lines, '\n', size);
        size_t length = end == NULL ? size : (size_t)(end - lines);
        memcpy(line, lines, length);
        line[length] = '\0';
        nt_assembly_status status = nt_assemble(&assembler, line);
        if ((status != NT_ASSEMBLY_OK) != (assembler.column != 0) ||
            assembler.column > strlen(line) + 1 || assembler.field >= NT_FIELDS ||
            nt_assembly_status_text(status)[0] == '\0') {
            abort();
        }
        good = status == NT_ASSEMBLY_OK && add(out, &assembler);
        lines += length + (end != NULL);
        size -= length + (end != NULL);
    }
    *format = assembler.format;
    return good;
}

/* The stream's text makes the stream; so does the text with offsets, and piece by piece. */
static void come_back(const nt_message_format *format, const uint8_t *bytes, size_t size) {
    static text whole;
    static text pieces;
    static stream again;
    nt_message_format told;
    print(&whole, format, false, bytes, size, size + 1);
    print(&pieces, format, false, bytes, size, 1);
    if (whole.size != pieces.size || memcmp(whole.bytes, pieces.bytes, whole.size) != 0) {
        abort();
    }
    print(&pieces, format, true, bytes, size, 7);
    if (!assemble(&again, whole.bytes, whole.size, &told) || again.size != size ||
        memcmp(again.bytes, bytes, size) != 0 || told.src_bits != format->src_bits ||
        told.tstamp != format->tstamp || told.addr_bits != format->addr_bits) {
        abort();
    }
    if (!assemble(&again, pieces.bytes, pieces.size, &told) || again.size != size ||
        memcmp(again.bytes, bytes, size) != 0) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t addr_bits[] = {0, 31, 63, 7};
    static stream made;
    if (size == 0 || size > MOST_INPUT) {
        return 0;
    }
    nt_message_format format = {.src_bits = (data[0] >> 1 & 15) % 13,
                                .tstamp = (data[0] & 1) != 0,
                                .addr_bits = addr_bits[data[0] >> 5 & 3]};
    if (data[0] >> 7 == 0) {
        come_back(&format, data + 1, size - 1);
    } else if (assemble(&made, (const char *)data + 1, size - 1, &format)) {
        come_back(&format, made.bytes, made.size);
    }
    return 0;
}
