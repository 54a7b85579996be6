/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/commands.h"

#include <stddef.h>

static const nt_command *const commands[] = {
    &nt_vectors_list,
    &nt_vectors_features,
    &nt_vectors_emit,
    &nt_vectors_run,
    &nt_vectors_judge,
    &nt_vectors_changes,
    NULL,
};

const nt_command nt_cmd_vectors = {
    .name = "vectors",
    .summary = "compliance vectors: list, emit, run, judge another's bytes",
    .usage = "COMMAND [ARGUMENT...]",
    .about = "Compliance vectors: what an encoder's pins see, and what it sends. docs/vectors.md\n"
             "describes them.\n",
    .commands = commands,
};
