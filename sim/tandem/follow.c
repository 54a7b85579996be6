/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/follow.h"

/* Violations after which nobody knows the pc. */
static const uint16_t UNCLEAR_PC =
    1U << NT_TANDEM_PC_TWICE | 1U << NT_TANDEM_TWO_INSNS | 1U << NT_TANDEM_INCREMENT_ALONE;

static bool is_insn(const nt_tandem_field *field) {
    return field->opcode == NT_TANDEM_INSN16 || field->opcode == NT_TANDEM_INSN32;
}

const nt_tandem_field *nt_tandem_group_insn(const nt_tandem_group *group) {
    for (size_t i = 0; i < group->count; i++) {
        if (is_insn(&group->fields[i])) {
            return &group->fields[i];
        }
    }
    return NULL;
}

bool nt_tandem_group_has(const nt_tandem_group *group, nt_tandem_opcode opcode) {
    for (size_t i = 0; i < group->count; i++) {
        if (group->fields[i].opcode == opcode) {
            return true;
        }
    }
    return false;
}

uint64_t nt_tandem_updated(uint8_t opcode, uint64_t sent, uint64_t old, unsigned bits) {
    switch (opcode) {
    case NT_TANDEM_REGISTER_ADD:
        return (old + sent) & (bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX);
    case NT_TANDEM_REGISTER_OR:
        return old | sent;
    default:
        return sent;
    }
}

unsigned nt_tandem_register_bits(const nt_tandem_format *format, uint16_t reg) {
    return reg >= NT_TANDEM_FPR ? format->flen : format->xlen;
}

void nt_tandem_follow_group(nt_tandem_follow *follow, const nt_tandem_group *group, unsigned xlen) {
    uint64_t size = 0;
    bool given = false;
    bool increment = false;
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *field = &group->fields[i];
        if (field->opcode == NT_TANDEM_STATE && field->id == NT_TANDEM_PC) {
            given = true;
            follow->pc = field->value;
        } else if (is_insn(field)) {
            size = field->opcode == NT_TANDEM_INSN16 ? 2 : 4;
        } else if (field->opcode == NT_TANDEM_RESET) {
            follow->known = false;
        }
        increment = increment || field->opcode == NT_TANDEM_INCREMENT_PC;
    }
    if ((group->violations & UNCLEAR_PC) != 0) {
        follow->known = false;
    } else if (given) {
        follow->known = true;
    } else if (increment) {
        follow->pc += size;
    } else {
        follow->known = follow->known && size == 0;
    }
    if (xlen == 32) {
        follow->pc &= UINT32_MAX;
    }
}
