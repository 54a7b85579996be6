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
    {.name = "isa",                                                                                \
     .kind = NT_OPTION_TAKE,                                                                       \
     .offset = offsetof(type, member),                                                             \
     .take = nt_take_isa},                                                                         \
    {                                                                                              \
        .name = "jvt", .kind = NT_OPTION_WIDE,                                                     \
        .offset = offsetof(type, member) + offsetof(nt_isa, jvt), .least = 0, .most = UINT64_MAX   \
    }

/* Are its lines of --help. */
#define NT_ISA_HELP                                                                                \
    "      --isa zcmp,zcmt       extensions whose encodings are c.fsdsp without them\n"            \
    "      --jvt ADDR            where the jump table of Zcmt is\n"

#endif
