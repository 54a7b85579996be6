/* SPDX-License-Identifier: Apache-2.0 */
/* Messages written in a string become bytes, so that a test can be read: "9 SYNC=5 I-CNT=0
   F-ADDR=0x800; 3 I-CNT=4". A message is what follows .message in assembly (docs/assembly.md): its
   TCODE or name and its fields in the order written; nothing is checked, so that wrong messages can
   be made too. "hex 24 15" are bytes as they are. */
#ifndef NT_TESTS_MESSAGES_MESSAGE_TEXT_H
#define NT_TESTS_MESSAGES_MESSAGE_TEXT_H

#include "libntrace/messages/tables.h"
#include "ntrace/messages.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text_stream {
    uint8_t bytes[4096];
    size_t size;
} text_stream;

static void text_put_bytes(text_stream *stream, const uint8_t *bytes, size_t size) {
    assert(size <= sizeof stream->bytes - stream->size);
    memcpy(stream->bytes + stream->size, bytes, size);
    stream->size += size;
}

static void text_put_hex(text_stream *stream, const char *text) {
    while (isxdigit((unsigned char)text[strspn(text, " ")])) {
        char *end;
        uint8_t byte = (uint8_t)strtoul(text, &end, 16);
        text_put_bytes(stream, &byte, 1);
        text = end;
    }
}

static void text_put_message(text_stream *stream, const char *text, size_t size) {
    char line[1024];
    nt_assembler assembler = {.format = {.src_bits = nt_fields[NT_FIELD_SRC].width}};
    (void)snprintf(line, sizeof line, ".message %.*s", (int)size, text);
    nt_assembly_status status = nt_assemble(&assembler, line);
    if (status != NT_ASSEMBLY_OK) {
        (void)fprintf(stderr, "%s\ncolumn %zu: %s\n", line, assembler.column,
                      nt_assembly_status_text(status));
        abort();
    }
    text_put_bytes(stream, assembler.bytes, assembler.size);
}

static void text_put(text_stream *stream, const char *text) {
    for (;;) {
        text += strspn(text, " ;");
        if (*text == '\0') {
            return;
        }
        size_t size = strcspn(text, ";");
        if (strncmp(text, "hex", 3) == 0) {
            text_put_hex(stream, text + 3);
        } else {
            text_put_message(stream, text, size);
        }
        text += size;
    }
}

#endif
