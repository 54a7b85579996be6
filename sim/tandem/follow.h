/* SPDX-License-Identifier: Apache-2.0 */
/* Reads groups one after the other: their instructions, the pc and the values of registers, as far
   as these are known. */
#ifndef NT_TANDEM_FOLLOW_H
#define NT_TANDEM_FOLLOW_H

#include "ntrace/tandem.h"

/* Holds the pc after the groups so far; all 0 at first. */
typedef struct nt_tandem_follow {
    bool known; /* the pc is */
    uint64_t pc;
} nt_tandem_follow;

/* Takes a group of a trace with this XLEN. */
void nt_tandem_follow_group(nt_tandem_follow *follow, const nt_tandem_group *group, unsigned xlen);

/* Returns the group's instruction; NULL: it has none. */
const nt_tandem_field *nt_tandem_group_insn(const nt_tandem_group *group);

/* Returns whether the group has such a field. */
bool nt_tandem_group_has(const nt_tandem_group *group, nt_tandem_opcode opcode);

/* Returns the value of a register of `bits` bits after an update of it, full or incremental; `old`
   is the value before (chapter 2, opcodes 4 to 6). */
uint64_t nt_tandem_updated(uint8_t opcode, uint64_t sent, uint64_t old, unsigned bits);

/* Returns how many bits the register at this address has: FPRs FLEN, all others XLEN. */
unsigned nt_tandem_register_bits(const nt_tandem_format *format, uint16_t reg);

#endif
