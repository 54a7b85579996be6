/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the subcommands of `ntrace tv`. */
#ifndef NT_TANDEM_COMMANDS_H
#define NT_TANDEM_COMMANDS_H

#include "sim/commands.h"

extern const nt_command nt_tv_assemble;
extern const nt_command nt_tv_compare;
extern const nt_command nt_tv_dump;
extern const nt_command nt_tv_info;
extern const nt_command nt_tv_import;
extern const nt_command nt_tv_init;
extern const nt_command nt_tv_record;
extern const nt_command nt_tv_to_ntr;
extern const nt_command nt_tv_to_rvvi;
extern const nt_command nt_tv_verify;

#endif
