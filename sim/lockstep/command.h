/* SPDX-License-Identifier: Apache-2.0 */
/* The command that runs a lockstep again, from its options: the same words, in the same order, for
   the same run, however it was asked for. */
#ifndef NT_LOCKSTEP_COMMAND_H
#define NT_LOCKSTEP_COMMAND_H

#include "sim/lockstep/options.h"

#include <jansson.h>

/* Adds the command to a result (sim/report/result.h), without options that change nothing in it:
   files that are written, threads, what is printed. Returns 0, or -1: an input cannot be read. */
int nt_lockstep_put_command(const nt_lockstep_options *options, json_t *result, nt_error *error);

/* Adds the very command to a result that has the other: this program, inputs where they are, the
   seed. */
void nt_lockstep_put_again(const nt_lockstep_options *options, json_t *result);

#endif
