/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/tandem/rules.h"

#include <string.h>

/* Elements are numbered as registers, with additional state and the instruction behind. */
enum {
    ELEMENT_STATE = NT_TANDEM_REGISTERS,
    ELEMENT_INSN = ELEMENT_STATE + NT_TANDEM_IDS, /* below the size of nt_tandem_reader.seen */
    NO_ELEMENT = UINT16_MAX,
    FFLAGS = 0x001,
    FRM = 0x002,
    FCSR = 0x003,
    SUPERVISOR_TO_MACHINE = 0x200,
};

typedef struct elements {
    uint16_t first;
    uint16_t second; /* fcsr is fflags and frm */
} elements;

static elements elements_of_register(uint16_t reg) {
    switch (reg) {
    case FCSR:
        return (elements){FFLAGS, FRM};
    case 0x100: /* sstatus, sie and sip are parts of mstatus, mie and mip */
    case 0x104:
    case 0x144:
        return (elements){(uint16_t)(reg + SUPERVISOR_TO_MACHINE), NO_ELEMENT};
    default:
        return (elements){reg, NO_ELEMENT};
    }
}

static elements elements_of(const nt_tandem_field *field) {
    switch (field->opcode) {
    case NT_TANDEM_REGISTER:
    case NT_TANDEM_REGISTER_ADD:
    case NT_TANDEM_REGISTER_OR:
        return elements_of_register(field->reg);
    case NT_TANDEM_STATE: {
        bool store = field->id >= NT_TANDEM_STORE8 && field->id <= NT_TANDEM_STORE64;
        unsigned id = store ? NT_TANDEM_STORE8 : field->id;
        return (elements){(uint16_t)(ELEMENT_STATE + id), NO_ELEMENT};
    }
    case NT_TANDEM_INCREMENT_PC:
        return (elements){ELEMENT_STATE + NT_TANDEM_PC, NO_ELEMENT};
    case NT_TANDEM_INSN16:
    case NT_TANDEM_INSN32:
        return (elements){ELEMENT_INSN, NO_ELEMENT};
    default:
        return (elements){NO_ELEMENT, NO_ELEMENT};
    }
}

/* The number of the group, which marks its elements. When numbers begin again, no mark is left. */
static uint32_t number_of(nt_tandem_reader *reader) {
    if (reader->group == 0) {
        memset(reader->seen, 0, sizeof reader->seen);
        reader->group = 1;
    }
    return reader->group;
}

/* Whether the group has the element already; now it has. */
static bool take_element(nt_tandem_reader *reader, unsigned element) {
    uint32_t number = number_of(reader);
    bool had = reader->seen[element] == number;
    reader->seen[element] = number;
    return had;
}

static void violate(nt_tandem_field *field, nt_tandem_violation violation) {
    field->violations |= (uint16_t)(1U << violation);
}

static void judge_element(nt_tandem_reader *reader, nt_tandem_field *field) {
    elements of = elements_of(field);
    if (of.first == NO_ELEMENT) {
        return;
    }
    bool first = take_element(reader, of.first);
    bool second = of.second != NO_ELEMENT && take_element(reader, of.second);
    if (first || second) {
        violate(field, of.first == ELEMENT_INSN                   ? NT_TANDEM_TWO_INSNS
                       : of.first == ELEMENT_STATE + NT_TANDEM_PC ? NT_TANDEM_PC_TWICE
                                                                  : NT_TANDEM_TWICE);
    }
}

void nt_tandem_rules_field(nt_tandem_reader *reader, nt_tandem_field *field,
                           const nt_tandem_field *request) {
    judge_element(reader, field);
    switch (field->opcode) {
    case NT_TANDEM_REGISTER:
    case NT_TANDEM_REGISTER_ADD:
    case NT_TANDEM_REGISTER_OR:
        if (field->reg == NT_TANDEM_GPR && field->value != 0) {
            violate(field, NT_TANDEM_X0);
        }
        break;
    case NT_TANDEM_END:
        violate(field, NT_TANDEM_END_ALONE);
        break;
    case NT_TANDEM_RESPONSE:
        if (field->size != request->size) {
            violate(field, NT_TANDEM_RESPONSE_SIZE);
        }
        break;
    case NT_TANDEM_INSN16:
    case NT_TANDEM_INSN32:
        if (((field->value & 3) == 3) != (field->opcode == NT_TANDEM_INSN32)) {
            violate(field, NT_TANDEM_INSN_LENGTH);
        }
        break;
    default:
        break;
    }
}

enum {
    INSNS = 1 << NT_TANDEM_INSN16 | 1 << NT_TANDEM_INSN32,
    INITIALIZATION = 1 << NT_TANDEM_INITIALIZATION,
    INCREMENT = 1 << NT_TANDEM_INCREMENT_PC,
    RESET = 1 << NT_TANDEM_RESET,
};

/* What only the whole group shows. */
static void judge_late(const nt_tandem_reader *reader, nt_tandem_field *field, bool has_pc) {
    uint32_t opcodes = reader->opcodes;
    switch (field->opcode) {
    case NT_TANDEM_INCREMENT_PC:
        if (!reader->within || (opcodes & INSNS) == 0) {
            violate(field, NT_TANDEM_INCREMENT_ALONE);
        }
        break;
    case NT_TANDEM_INITIALIZATION:
        if (!reader->within) {
            violate(field, NT_TANDEM_INIT_OUTSIDE);
        }
        if ((opcodes & (INSNS | RESET)) != 0) {
            violate(field, NT_TANDEM_INIT_WITH_EXECUTION);
        }
        break;
    case NT_TANDEM_INSN16:
    case NT_TANDEM_INSN32:
        if (reader->complete && !has_pc) {
            violate(field, NT_TANDEM_NO_PC);
        }
        break;
    default:
        break;
    }
}

void nt_tandem_rules_group(nt_tandem_reader *reader) {
    enum { LATE = INSNS | INITIALIZATION | INCREMENT };
    bool has_pc = reader->seen[ELEMENT_STATE + NT_TANDEM_PC] == number_of(reader);
    uint32_t late = reader->complete || (reader->opcodes & INSNS) == 0 || !reader->within
                        ? reader->opcodes & LATE
                        : reader->opcodes & INITIALIZATION;
    for (size_t i = 0; i < reader->count && late != 0; i++) {
        judge_late(reader, &reader->fields[i], has_pc);
        reader->violations |= reader->fields[i].violations;
    }
    reader->group++;
}
