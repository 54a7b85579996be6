/* SPDX-License-Identifier: Apache-2.0 */
/* Suggests why a trace does not decode: settings that fit better, or the image. */
#ifndef NT_DECODE_HINT_H
#define NT_DECODE_HINT_H

#include "ntrace/program.h"
#include "sim/util/trace_input.h"

#include <stdbool.h>

enum { NT_HINT_TEXT = 256 };

typedef struct nt_hint_inputs {
    const char *path;     /* of the stream; "-" cannot be read again, so there is no hint */
    nt_program *program;  /* the code; NULL: it is not known, only frames and text are recognized */
    nt_isa isa;           /* of it */
    nt_framing framing;   /* what it is packed in */
    nt_flow_options flow; /* the options of its decoding */
    bool every_hart;      /* SRC is the hart's number */
    unsigned hart;        /* else this */
    bool counts_calls;    /* trTeInstImplicitReturnMode=1 was given */
} nt_hint_inputs;

/* Decodes the stream's first messages with the given settings and, if these lead to a fault,
   with others. Returns true with one line in `text`; false: there is no hint. */
bool nt_hint_find(const nt_hint_inputs *in, char text[NT_HINT_TEXT]);

#endif
