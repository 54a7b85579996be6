/* SPDX-License-Identifier: Apache-2.0 */
/* Disassembles an instruction without a program around it. */
#ifndef NT_PROGRAM_INSN_TEXT_H
#define NT_PROGRAM_INSN_TEXT_H

#include "ntrace/flow.h"

enum { NT_INSN_TEXT = 96 };

/* Writes an instruction of `size` bytes, 2 or 4, as text without symbols. */
void nt_insn_text(uint32_t code, unsigned size, uint64_t pc, const nt_isa *isa,
                  char text[NT_INSN_TEXT]);

#endif
