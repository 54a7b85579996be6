/* SPDX-License-Identifier: Apache-2.0 */
/* Writes counted stacks as folded text. */
#ifndef NT_DECODE_STACKS_TEXT_H
#define NT_DECODE_STACKS_TEXT_H

#include "ntrace/calls.h"
#include "sim/decode/text.h"

/* Writes the lines of nt_stacks_print. Returns 0, or -1 with the error set. */
int nt_stacks_put(const nt_stacks *stacks, nt_text *text, nt_error *error);

#endif
