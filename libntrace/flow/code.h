/* What code tells besides its single instructions. */
#ifndef NT_FLOW_CODE_H
#define NT_FLOW_CODE_H

#include "ntrace/flow.h"

/* Whether the instruction at `load` loads a constant into the register that the one at `jump`
   jumps by: if they retire one right after the other, the target is sequentially inferable. Only
   bytes can tell. */
bool nt_code_sequential_jump(const nt_code *code, uint64_t load, uint64_t jump, uint64_t *target);

/* Whether a custom instruction is at `pc`, which may or may not jump. Only bytes can tell. */
bool nt_code_is_custom(const nt_code *code, uint64_t pc);

#endif
