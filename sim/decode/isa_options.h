/* SPDX-License-Identifier: Apache-2.0 */
/* Parses the options for a hart's instructions: --isa zcmp,zcmt --jvt ADDR. */
#ifndef NT_DECODE_ISA_OPTIONS_H
#define NT_DECODE_ISA_OPTIONS_H

#include "libntrace/util/error.h"
#include "ntrace/flow.h"
#include "sim/util/options.h"

#include <stddef.h>

/* Adds the extensions in `names`, separated by commas: zcmp, zcmt (in any case). Returns 0, or
   -1. */
int nt_isa_add(nt_isa *isa, const char *names, nt_error *error);

/* Calls nt_isa_add (NT_OPTION_TAKE). */
int nt_take_isa(void *place, const char *value, nt_error *error);

/* Are rows of a command's table of options; `member` is its nt_isa. */
#define NT_ISA_OPTIONS(type, member)                                                               \
    {"isa",                                                                                        \
     0,                                                                                            \
     NT_OPTION_TAKE,                                                                               \
     offsetof(type, member),                                                                       \
     0,                                                                                            \
     0,                                                                                            \
     nt_take_isa,                                                                                  \
     "EXTENSIONS",                                                                                 \
     "zcmp, zcmt, or both by a comma: their encodings are c.fsdsp without them"},                  \
    {                                                                                              \
        "jvt", 0, NT_OPTION_WIDE, offsetof(type, member) + offsetof(nt_isa, jvt), 0, UINT64_MAX,   \
            NULL, "ADDRESS", "where the jump table of Zcmt is"                                     \
    }

#endif
