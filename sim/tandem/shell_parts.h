/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses that cross the border of a page, and what they share with others. */
#ifndef NT_TANDEM_SHELL_PARTS_H
#define NT_TANDEM_SHELL_PARTS_H

#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_walk.h"

/* Returns whether a load or store is translated and lies in two pages. */
bool nt_tv_shell_crosses(const nt_tv_shell *shell);
/* Executes it. Returns 0, or -1 with the error set. */
int nt_tv_shell_access_parts(nt_tv_shell *shell);

/* ---- what memory may have beside what the trace stores (shell_settle.c) ---- */

/* Notes that a store faulted: of its bytes those from `from` on, at the place, may be there. */
void nt_tv_shell_leave_part(nt_tv_shell *shell, uint64_t place, unsigned from, unsigned size);
/* Makes of memory what the trace loads from it, where it may have that. Returns 0, or -1 with the
   error set. */
int nt_tv_shell_settle(nt_tv_shell *shell, uint64_t place, uint64_t said, unsigned width);

/* ---- what is loaded and stored (shell_loaded.c) ---- */

/* Returns the bits of an access of so many bytes. */
uint64_t nt_tv_width_mask(unsigned width);
/* Returns whether the trace has a register's value after the step, and that. */
bool nt_tv_is_in_trace(const nt_tv_hint *hint, unsigned reg);
uint64_t nt_tv_value_in_trace(const nt_tv_hint *hint, unsigned reg);

/* Returns whether the trace has what the instruction loaded, and that. */
bool nt_tv_shell_tells_loaded(const nt_tv_shell *shell);
uint64_t nt_tv_shell_said_loaded(const nt_tv_shell *shell);
/* Takes that over: nobody else knows it. */
void nt_tv_shell_take_loaded(nt_tv_shell *shell, nt_tv_reason reason);
/* Writes rd with what was loaded, extended, and goes on. */
void nt_tv_shell_put_loaded(nt_tv_shell *shell, uint64_t value);
/* Returns what the instruction stores. */
uint64_t nt_tv_shell_source_value(const nt_tv_shell *shell);

#endif
