/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/commands.h"

#include <stddef.h>

static const nt_command *const commands[] = {
    &nt_tv_dump,   &nt_tv_assemble, &nt_tv_info,    &nt_tv_init,   &nt_tv_import, &nt_tv_record,
    &nt_tv_to_ntr, &nt_tv_to_rvvi,  &nt_tv_compare, &nt_tv_verify, NULL,
};

const nt_command nt_cmd_tv = {
    .name = "tv",
    .summary = "tandem-verification trace: dump it, assemble it, verify it",
    .usage = "COMMAND [ARGUMENT...]",
    .about =
        "The tandem-verification trace: registers, memory and privilege after each instruction.\n"
        "docs/tandem.md describes the format.\n",
    .commands = commands,
};
