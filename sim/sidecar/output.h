/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a trace and its sidecar, which appear together or not at all. */
#ifndef NT_SIDECAR_OUTPUT_H
#define NT_SIDECAR_OUTPUT_H

#include "sim/sidecar/sidecar.h"

typedef struct nt_trace_output nt_trace_output;

/* Functions that return int return 0, or -1 with the error set. `alone`: no sidecar, as where there
   cannot be one. A file in the sidecar's place that is none is an error: it would be lost. The
   caller owns `*output` until commit or abort. */
int nt_trace_output_open(nt_trace_output **output, const char *path, bool alone, nt_error *error);
int nt_trace_output_write(nt_trace_output *output, const void *bytes, size_t size, nt_error *error);

/* Returns what the sidecar will have, to be filled; `stream` is filled by what is written. */
nt_sidecar *nt_trace_output_sidecar(nt_trace_output *output);

/* Ends the files and frees `output`, also on an error, which leaves neither. */
int nt_trace_output_commit(nt_trace_output *output, nt_error *error);
void nt_trace_output_abort(nt_trace_output *output); /* NULL is fine */

/* Is a row of a command's table of options; `member` is a bool. */
#define NT_SIDECAR_OUTPUT_OPTION(type, member)                                                     \
    {                                                                                              \
        "no-sidecar", 0, NT_OPTION_FLAG, offsetof(type, member), 0, 0, NULL, NULL,                 \
            "do not write settings and build beside the trace, as FILE.json"                       \
    }

#endif
