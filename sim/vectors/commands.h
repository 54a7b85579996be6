/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the subcommands of `ntrace vectors` and `ntrace kit`. */
#ifndef NT_VECTORS_COMMANDS_H
#define NT_VECTORS_COMMANDS_H

#include "sim/commands.h"

extern const nt_command nt_vectors_list;
extern const nt_command nt_vectors_emit;
extern const nt_command nt_vectors_run;
extern const nt_command nt_vectors_judge;
extern const nt_command nt_vectors_features;
extern const nt_command nt_vectors_changes;

extern const nt_command nt_kit_list;
extern const nt_command nt_kit_features;
extern const nt_command nt_kit_emit;
extern const nt_command nt_kit_judge;

/* Is the row of --from, for a struct `type` with a member `from`. */
#define NT_VECTORS_FROM(type)                                                                      \
    {                                                                                              \
        "from", 0, NT_OPTION_TEXT, offsetof(type, from), 0, 0, NULL, "DIR",                        \
            "the folder of the vectors (those of this project)"                                    \
    }

/* Are rows of a program of the ingress kit: where it begins, and which apply, for a struct `type`
   with the members `base`, `from` and `words`. */
#define NT_KIT_BASE(type)                                                                          \
    {                                                                                              \
        "base", 0, NT_OPTION_WIDE, offsetof(type, base), 0, UINT64_MAX & ~UINT64_C(0xfff), NULL,   \
            "A", "the address of the first instruction, of a page (0x80000000)"                    \
    }
#define NT_KIT_OPTIONS(type)                                                                       \
    NT_HAVE_OPTION(type, "what the core has, as TOML (docs/kit.md): those that apply"),            \
        NT_CAPABILITY_ROW(type, xlen, 'x', "32|64", "those of an XLEN"),                           \
        NT_CAPABILITY_ROW(type, without, 0, "F,F,...",                                             \
                          "those that need none of these features (`kit features` lists them)"),   \
        NT_VECTORS_FROM(type)

#endif
