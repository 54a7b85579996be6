/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the subcommands of `ntrace vectors`. */
#ifndef NT_VECTORS_COMMANDS_H
#define NT_VECTORS_COMMANDS_H

#include "sim/commands.h"

extern const nt_command nt_vectors_list;
extern const nt_command nt_vectors_emit;
extern const nt_command nt_vectors_run;
extern const nt_command nt_vectors_judge;
extern const nt_command nt_vectors_features;
extern const nt_command nt_vectors_changes;

/* Is the row of --from, for a struct `type` with a member `from`. */
#define NT_VECTORS_FROM(type)                                                                      \
    {                                                                                              \
        "from", 0, NT_OPTION_TEXT, offsetof(type, from), 0, 0, NULL, "DIR",                        \
            "the folder of the vectors (those of this project)"                                    \
    }

#endif
