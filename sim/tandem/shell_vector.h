/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of vectors, by their encoding (V 1.0). */
#ifndef NT_TANDEM_SHELL_VECTOR_H
#define NT_TANDEM_SHELL_VECTOR_H

#include "sim/tandem/shell.h"

/* Is what the reference made of an instruction that was executed. */
typedef struct nt_tv_vector_result {
    bool scalar_known; /* what it writes to a GPR or FPR is */
    bool flags_known;  /* fcsr and vcsr are */
    bool known;        /* ... and all else */
    bool stores;       /* it stores, and memory gets that */
    uint64_t scalar;
    uint32_t fcsr;
    uint64_t vcsr;
} nt_tv_vector_result;

/* Returns whether the instruction of four bytes is one of vectors, an access included. */
bool nt_tv_shell_vector_is(uint32_t code);
/* Returns whether that is vsetvli or its like. */
bool nt_tv_shell_vector_is_setting(uint32_t code);

/* Returns whether the instruction of vectors is illegal: VS is off, or vill is set. */
bool nt_tv_shell_vector_is_illegal(const nt_tv_shell *shell);

/* Executes vsetvli, vsetivli and vsetvl. Returns false: it is none of these, or a source is not
   known. */
bool nt_tv_shell_vector_sets(nt_tv_shell *shell);

/* Tells what another one changed, if the reference executed it, or else may have changed. */
void nt_tv_shell_vector_computes(nt_tv_shell *shell);

/* Tells what one that traps leaves in vstart. */
void nt_tv_shell_vector_stops(nt_tv_shell *shell);

#endif
