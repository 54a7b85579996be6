/* SPDX-License-Identifier: Apache-2.0 */
/* Divides a range of retired instructions into steps: pieces of basic blocks within one
   function, decoded once and kept. */
#ifndef NT_CALLS_STEPS_H
#define NT_CALLS_STEPS_H

#include "ntrace/flow.h"
#include "ntrace/program.h"

typedef struct nt_step {
    uint64_t pc;
    uint64_t next;               /* the address after the last instruction */
    const nt_function *function; /* NULL: not known */
    uint32_t instructions;       /* 0: no code at pc */
    uint32_t halfwords;
    uint8_t exit; /* nt_insn_class of the last instruction */
} nt_step;

enum { NT_STEP_LONGEST_INSN = 12 }; /* half-words */

typedef struct nt_steps nt_steps;

/* Allocates it; the view must outlive it. Returns NULL without memory. */
nt_steps *nt_steps_new(nt_view *view);
void nt_steps_free(nt_steps *steps);

/* Makes all that it may keep resident. */
void nt_steps_settle(nt_steps *steps);

/* Returns the step at `pc` of at most `halfwords`; valid until the next call. */
const nt_step *nt_steps_at(nt_steps *steps, uint64_t pc, uint64_t halfwords);

/* Returns the whole range as one step, if it lies within one function and calls and returns by its
   last instruction at most: on the way there are branches and direct jumps alone. Else NULL. Valid
   until the next call. */
const nt_step *nt_steps_whole(nt_steps *steps, uint64_t pc, uint64_t halfwords);

/* Returns whether a step that ends so leads on within the function, or into another by a jump. */
static inline bool nt_step_goes_on(uint8_t exit) {
    return exit == NT_INSN_OTHER || exit == NT_INSN_BRANCH || exit == NT_INSN_DIRECT_JUMP ||
           exit == NT_INSN_DIRECT_JUMP_LINK;
}

#endif
