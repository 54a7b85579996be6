/* SPDX-License-Identifier: Apache-2.0 */
/* Floating point of half precision (Zfh, Zfhmin), which the reference lacks. */
#ifndef NT_TANDEM_SHELL_HALF_H
#define NT_TANDEM_SHELL_HALF_H

#include "sim/tandem/shell.h"

/* Describes an instruction of 32 bits, if it is one of these. */
void nt_tv_half_decode(nt_tv_insn *insn, unsigned xlen, unsigned flen);

/* Executes it. */
void nt_tv_shell_half(nt_tv_shell *shell);

#endif
