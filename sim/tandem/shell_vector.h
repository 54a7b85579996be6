/* Instructions of vectors, by their encoding (V 1.0). */
#ifndef NT_TANDEM_SHELL_VECTOR_H
#define NT_TANDEM_SHELL_VECTOR_H

#include "sim/tandem/shell.h"

/* Returns whether the instruction of vectors is illegal: VS is off, or vill is set. */
bool nt_tv_shell_vector_is_illegal(const nt_tv_shell *shell);

/* Executes vsetvli, vsetivli and vsetvl. Returns false: it is none of these, or a source is not
   known. */
bool nt_tv_shell_vector_sets(nt_tv_shell *shell);

/* Tells what another one, which nobody executes, may have changed. */
void nt_tv_shell_vector_computes(nt_tv_shell *shell);

/* Tells what one that traps leaves in vstart. */
void nt_tv_shell_vector_stops(nt_tv_shell *shell);

#endif
