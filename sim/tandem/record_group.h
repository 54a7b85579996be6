/* SPDX-License-Identifier: Apache-2.0 */
/* Collects the fields of a group, in the canonical order: pc, instruction, registers, CSRs,
   addresses, store data, privilege. */
#ifndef NT_TANDEM_RECORD_GROUP_H
#define NT_TANDEM_RECORD_GROUP_H

#include "sim/tandem/output.h"

#include <string.h>

enum { NT_TANDEM_GROUP_FIELDS = 128 };

typedef struct nt_tandem_fields {
    nt_tandem_field field[NT_TANDEM_GROUP_FIELDS];
    size_t count;
} nt_tandem_fields;

static inline void nt_tandem_put(nt_tandem_fields *group, nt_tandem_field field) {
    if (group->count < NT_TANDEM_GROUP_FIELDS) {
        group->field[group->count++] = field;
    }
}

static inline void nt_tandem_put_opcode(nt_tandem_fields *group, nt_tandem_opcode opcode) {
    nt_tandem_put(group, (nt_tandem_field){.opcode = (uint8_t)opcode});
}

static inline void nt_tandem_put_register(nt_tandem_fields *group, unsigned reg, uint64_t value) {
    nt_tandem_put(group, (nt_tandem_field){
                             .opcode = NT_TANDEM_REGISTER, .reg = (uint16_t)reg, .value = value});
}

static inline void nt_tandem_put_state(nt_tandem_fields *group, unsigned id, uint64_t value) {
    nt_tandem_put(group,
                  (nt_tandem_field){.opcode = NT_TANDEM_STATE, .id = (uint8_t)id, .value = value});
}

/* The pc after an instruction of `size` bytes, and the instruction. */
static inline void nt_tandem_put_insn(nt_tandem_fields *group, uint64_t next, bool follows,
                                      uint32_t insn, unsigned size) {
    if (follows) {
        nt_tandem_put_opcode(group, NT_TANDEM_INCREMENT_PC);
    } else {
        nt_tandem_put_state(group, NT_TANDEM_PC, next);
    }
    nt_tandem_put(group,
                  (nt_tandem_field){.opcode = size == 2 ? NT_TANDEM_INSN16 : NT_TANDEM_INSN32,
                                    .value = insn});
}

#endif
