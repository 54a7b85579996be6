/* SPDX-License-Identifier: Apache-2.0 */
/* Encodes a recording or an ingress file by the golden model. */
#ifndef NT_INGRESS_ENCODING_H
#define NT_INGRESS_ENCODING_H

#include "sim/ingress/golden.h"
#include "sim/settings/settings.h"

typedef struct nt_encoding {
    const char *input;     /* recording or ingress file; "-": a recording on standard input */
    nt_settings *settings; /* takes the default build of the input, where none is given */
    unsigned hart;         /* of a recording */
    uint64_t limit;        /* instructions of a recording; 0: all */

    bool is_ingress; /* what the input is */
    nt_source source;
    nt_golden golden; /* as it is at the end */
    uint64_t cycles;
    uint64_t instructions; /* of a recording; else 0 */
} nt_encoding;

/* Opens the input and resets the golden model. Returns 0, or -1 with the error set. */
int nt_encoding_open(nt_encoding *encoding, nt_error *error);
/* Runs it to the end of tracing and closes the input. Returns 0, or -1 with the error set. */
int nt_encoding_run(nt_encoding *encoding, nt_golden_sink sink, void *context, nt_error *error);

#endif
