/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a stream comes back from its assembly, byte for byte. */
#ifndef NT_TESTS_FLOW_GENERATOR_ASSEMBLY_H
#define NT_TESTS_FLOW_GENERATOR_ASSEMBLY_H

#include "tests/libntrace/flow/generator_stream.h"

#include <stdio.h>

typedef struct gen_assembly {
    const gen_stream *stream;
    nt_assembler assembler;
    size_t at;       /* bytes that came back so far */
    size_t messages; /* lines that name a message of the standard */
    char line[NT_ASSEMBLY_LINE];
} gen_assembly;

/* Assembles each line as it is printed; 1 where other bytes come of it. */
static inline int gen_assemble(void *context, const char *line) {
    gen_assembly *a = context;
    nt_assembler *made = &a->assembler;
    (void)snprintf(a->line, sizeof a->line, "%s", line);
    a->messages += *line != '.';
    if (nt_assemble(made, line) != NT_ASSEMBLY_OK) {
        return 1;
    }
    for (uint64_t i = 0; i < made->repeat; i++) {
        if (made->size > a->stream->size - a->at ||
            memcmp(made->bytes, a->stream->bytes + a->at, made->size) != 0) {
            return 1;
        }
        a->at += made->size;
    }
    return 0;
}

/* False: the stream does not come back; `line` tells where. Of a stream of one source all messages
   must come as messages, not as bytes. */
static inline bool gen_assembles(gen_assembly *a, const gen_stream *s) {
    *a = (gen_assembly){.stream = s};
    nt_assembly_printer printer = {
        .format = gen_format(s->source[0]), .sink = gen_assemble, .context = a};
    bool same = nt_assembly_print(&printer, s->bytes, s->size) == 0 &&
                nt_assembly_print_end(&printer) == 0 && a->at == s->size;
    return same && (s->sources > 1 || a->messages == s->source[0]->message_count);
}

#endif
