/* SPDX-License-Identifier: Apache-2.0 */
/* Computation that the reference lacks: Zba, Zbb, Zbs, Zbc, Zicond, Zimop, Zcmop, Zcb, Zawrs. */
#ifndef NT_TANDEM_SHELL_BITS_H
#define NT_TANDEM_SHELL_BITS_H

#include "sim/tandem/shell.h"

/* Describes an instruction of 32 bits, if it is one of these. */
void nt_tv_bits_decode(nt_tv_insn *insn, unsigned xlen);

/* Expands one of 16 bits of Zcb and Zcmop; 0: it is none. Zcb's c.zext.b, c.not and so on become
   the base instruction that they stand for. */
uint32_t nt_tv_bits_expand(uint32_t code, unsigned xlen);

/* Executes it. */
void nt_tv_shell_bits(nt_tv_shell *shell);

#endif
