/* SPDX-License-Identifier: Apache-2.0 */
/* Code in which one instruction, known by type alone, is taken for another: for hints about a
   pcinfo. */
#ifndef NT_DECODE_RETYPED_H
#define NT_DECODE_RETYPED_H

#include "ntrace/flow.h"

#include <stdbool.h>

typedef struct nt_retyped {
    nt_code code;
    uint64_t pc;
    nt_insn_class class_; /* the instruction at `pc` has it */
} nt_retyped;

/* Returns the changed code, which refers to `retyped`. */
nt_code nt_retyped_code(nt_retyped *retyped);

/* Returns whether the instruction at `pc` is a return that is known by type alone. */
bool nt_is_typed_return(const nt_code *code, uint64_t pc);

#endif
