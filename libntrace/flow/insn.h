/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes properties of instructions beyond their class (ntrace/flow.h). */
#ifndef NT_FLOW_INSN_H
#define NT_FLOW_INSN_H

#include "ntrace/flow.h"

/* Holds a constant that an instruction loads into a register: lui, c.lui, auipc. */
typedef struct nt_insn_constant {
    uint8_t reg; /* 1 to 31 */
    uint64_t value;
} nt_insn_constant;

/* Returns whether the instruction at `pc` loads a constant, as far as `available` bytes show. */
bool nt_insn_loads_constant(nt_insn_constant *constant, const uint8_t *bytes, size_t available,
                            uint64_t pc, unsigned xlen);

/* Returns whether the instruction jumps by the register that holds the constant (jalr, c.jr,
   c.jalr), so that directly after the load its target is sequentially inferable. */
bool nt_insn_jumps_by(const nt_insn_constant *constant, const uint8_t *bytes, size_t available,
                      unsigned xlen, uint64_t *target);

/* Returns whether the instruction is cm.jt or cm.jalt; `address` gets the address of its entry
   in the jump table. */
bool nt_insn_table_entry(const uint8_t *bytes, size_t available, const nt_isa *isa,
                         uint64_t *address);

/* Returns whether the encoding is one of custom-0 to custom-3. */
bool nt_insn_is_custom(const uint8_t *bytes, size_t available);

#endif
