/* SPDX-License-Identifier: Apache-2.0 */
/* Debug mode and interrupts that resume (Smrnmi). */
#ifndef NT_TANDEM_SHELL_DEBUG_H
#define NT_TANDEM_SHELL_DEBUG_H

#include "sim/tandem/shell.h"

/* Enters debug mode: a group with dpc, without an instruction or by an ebreak. */
void nt_tv_shell_enter_debug(nt_tv_shell *shell);
/* In debug mode an ebreak, or an exception, changes the pc alone. Returns false: the instruction
   is none of these. */
bool nt_tv_shell_steps_debug(nt_tv_shell *shell);

/* Takes an interrupt that resumes: a group with mnepc, without an instruction. */
void nt_tv_shell_enter_nmi(nt_tv_shell *shell);

/* Executes dret and mnret. Returns false: the instruction is neither, or traps. */
bool nt_tv_shell_leaves_debug(nt_tv_shell *shell);

/* In debug mode the page where it begins is the debug module's: a debugger changes the program
   buffer, flags and data there, and nobody tells. */
void nt_tv_shell_forget_module(nt_tv_shell *shell);

#endif
