/* What may be wrong where a trace does not decode: settings that fit better, or the image. */
#ifndef NT_DECODE_HINT_H
#define NT_DECODE_HINT_H

#include "ntrace/program.h"

#include <stdbool.h>

enum { NT_HINT_TEXT = 256 };

typedef struct nt_hint_inputs {
    const char *path;     /* of the stream; "-" cannot be read again, so that nothing is found */
    nt_program *program;  /* the code */
    nt_isa isa;           /* of it */
    nt_flow_options flow; /* what it was decoded with */
    bool every_hart;      /* the number of a hart is its SRC */
    unsigned hart;        /* else this */
} nt_hint_inputs;

/* Decodes the stream's first messages with the settings given and, where these lead to a fault,
   with others. False: nothing is to be said; else `text` has it in one line. */
bool nt_hint_find(const nt_hint_inputs *in, char text[NT_HINT_TEXT]);

#endif
