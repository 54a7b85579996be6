/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/commands.h"

#include <stddef.h>

static const nt_command *const commands[] = {
    &nt_kit_list, &nt_kit_features, &nt_kit_emit, &nt_kit_judge, NULL,
};

const nt_command nt_cmd_kit = {
    .name = "kit",
    .summary = "the ingress kit: small programs, and what a core's port says of them",
    .usage = "COMMAND [ARGUMENT...]",
    .about =
        "The ingress kit: small programs for any core, and what its trace ingress port has to\n"
        "say of each. docs/kit.md describes it.\n",
    .commands = commands,
};
