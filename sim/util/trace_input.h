/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the bytes of a trace from a file, out of what they are packed in (--framing, --atid). */
#ifndef NT_UTIL_TRACE_INPUT_H
#define NT_UTIL_TRACE_INPUT_H

#include "libntrace/util/error.h"
#include "ntrace/coresight.h"
#include "sim/util/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a trace is packed in. All 0: nothing. */
typedef struct nt_framing {
    bool coresight; /* frames of the CoreSight formatter */
    uint32_t id;    /* with it: the trace source's ID; 0: the only one that there is */
} nt_framing;

/* Are rows of a command's table of options; `member` is its nt_framing. */
#define NT_FRAMING_OPTIONS(type, member)                                                           \
    {"framing",                                                                                    \
     0,                                                                                            \
     NT_OPTION_TAKE,                                                                               \
     offsetof(type, member),                                                                       \
     0,                                                                                            \
     0,                                                                                            \
     nt_take_framing,                                                                              \
     "none|coresight",                                                                             \
     "what the trace is packed in: nothing, or frames of the CoreSight formatter (none)"},         \
    {                                                                                              \
        "atid", 0, NT_OPTION_NUMBER, offsetof(type, member) + offsetof(nt_framing, id), 1, 0x6f,   \
            NULL, "ID", "with --framing coresight: the source, where the frames have several"      \
    }

/* Sets an nt_framing (NT_OPTION_TAKE). */
int nt_take_framing(void *place, const char *value, nt_error *error);

typedef struct nt_trace_input nt_trace_input;

/* Opens a file, or standard input ("-"). Returns 0, or -1 with the error set, also where frames
   have several IDs and none is chosen, or not the one that is. The caller owns `*input` until
   nt_trace_input_close. */
int nt_trace_input_open(nt_trace_input **input, const char *path, const nt_framing *framing,
                        nt_error *error);
void nt_trace_input_close(nt_trace_input *input); /* NULL is fine */

/* Reads up to `size` bytes of the trace and returns their number, 0 at the end; -1 with the error
   set. */
ptrdiff_t nt_trace_input_read(nt_trace_input *input, uint8_t *bytes, size_t size, nt_error *error);

/* Counts the bytes of each ID of a file of frames of the CoreSight formatter. Returns 0, or -1 with
   the error set. */
int nt_trace_input_ids(const char *path, uint64_t bytes[NT_CORESIGHT_SOURCES], nt_error *error);

/* Returns the ID whose bytes in these first ones of a file, taken for frames of the CoreSight
   formatter, are N-Trace; 0: there is none. */
unsigned nt_trace_input_recognize(const uint8_t *bytes, size_t size);

#endif
