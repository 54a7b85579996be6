/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluates code beyond single instructions. */
#ifndef NT_FLOW_CODE_H
#define NT_FLOW_CODE_H

#include "ntrace/flow.h"

/* Returns whether the instruction at `load` loads a constant into the register by which the one
   at `jump` jumps: if they retire one directly after the other, the target is sequentially
   inferable. Needs code bytes. */
bool nt_code_sequential_jump(const nt_code *code, uint64_t load, uint64_t jump, uint64_t *target);

/* Returns whether a custom instruction is at `pc`, which may or may not jump. Needs code bytes. */
bool nt_code_is_custom(const nt_code *code, uint64_t pc);

#endif
