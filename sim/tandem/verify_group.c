/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/verify_group.h"

#include "sim/tandem/shell.h"

enum {
    VSEPC = 0x241,
    VSCAUSE = 0x242,
    VSTVAL = 0x243,
    SEPC = 0x141,
    SCAUSE = 0x142,
    STVAL = 0x143,
    MEPC = 0x341,
    MCAUSE = 0x342,
    MTVAL = 0x343,
    MNEPC = 0x741,
    DPC = 0x7b1,
    SYSTEM = 0x73,
    EBREAK = 0x00100073,
    C_EBREAK = 0x9002,
    CSR_FUNCTIONS = 0x3000,
};

static void take_state(nt_verify_group *group, const nt_tandem_field *field) {
    switch (field->id) {
    case NT_TANDEM_PRIVILEGE:
        group->has_privilege = true;
        group->privilege = (uint8_t)field->value;
        break;
    case NT_TANDEM_PADDR:
        group->has_paddr = true;
        group->paddr = field->value;
        break;
    case NT_TANDEM_EADDR:
        group->has_eaddr = true;
        group->eaddr = field->value;
        break;
    case NT_TANDEM_STORE8:
    case NT_TANDEM_STORE16:
    case NT_TANDEM_STORE32:
    case NT_TANDEM_STORE64:
        group->store_size = (uint8_t)(1U << (field->id - NT_TANDEM_STORE8));
        group->store = field->value;
        break;
    case NT_TANDEM_PC:
        group->has_pc = true;
        group->pc = field->value;
        break;
    default: /* mtime and the physical pc are nobody's state here */
        break;
    }
}

/* Memory that is initialized: by a store, or by what a load found there. */
static bool take_memory(nt_tv_update *update, const nt_tandem_group *fields, size_t index) {
    const nt_tandem_field *request = &fields->fields[index];
    const nt_tandem_field *response =
        index + 1 < fields->count && request[1].opcode == NT_TANDEM_RESPONSE ? &request[1] : NULL;
    update->opcode = NT_TANDEM_REQUEST;
    update->size = (uint8_t)(1U << request->size);
    update->address = request->address;
    update->value = request->value;
    if (response != NULL && response->result != 0) {
        return false;
    }
    if (request->operation == NT_TANDEM_STORE) {
        return true;
    }
    if (request->operation == NT_TANDEM_LOAD && response != NULL) {
        update->value = response->value;
        update->size = (uint8_t)(1U << response->size);
        return true;
    }
    return false;
}

/* Whether nothing but plain user-level code shows. */
static bool is_plain(const nt_verify_group *group) {
    for (size_t i = 0; i < group->count; i++) {
        uint16_t reg = group->updates[i].reg;
        if (group->updates[i].opcode == NT_TANDEM_REQUEST || reg <= NT_TANDEM_GPR ||
            reg >= NT_TANDEM_FPR) {
            return false;
        }
    }
    return group->atomic && group->insn_size != 0 && (group->has_pc || group->increment) &&
           !group->has_privilege && !group->initialization && !group->reset;
}

/* Debug mode, and the handler of an interrupt that resumes, have CSRs of their own. */
static void find_entry(nt_verify_group *group) {
    bool none = group->insn_size == 0;
    bool ebreak = group->insn == (group->insn_size == 4 ? EBREAK : C_EBREAK);
    for (size_t i = 0; i < group->count && group->atomic && !group->initialization; i++) {
        const nt_tv_update *update = &group->updates[i];
        bool csr = update->opcode != NT_TANDEM_REQUEST;
        if (csr && update->reg == DPC && (none || ebreak)) {
            group->enters = NT_TV_ENTERS_DEBUG;
        } else if (csr && update->reg == MNEPC && none) {
            group->enters = NT_TV_ENTERS_NMI;
        }
    }
}

/* One CSR of a trap may be written by an instruction, two are not. */
static void find_trap(nt_verify_group *group) {
    unsigned machine = 0;
    unsigned supervisor = 0;
    unsigned guest = 0;
    for (size_t i = 0; i < group->count; i++) {
        uint16_t reg = group->updates[i].reg;
        if (reg < NT_TANDEM_GPR && group->updates[i].opcode != NT_TANDEM_REQUEST) {
            machine += reg == MEPC || reg == MCAUSE || reg == MTVAL;
            supervisor += reg == SEPC || reg == SCAUSE || reg == STVAL;
            guest += reg == VSEPC || reg == VSCAUSE || reg == VSTVAL;
        }
    }
    if (machine + supervisor + guest == 0) {
        return;
    }
    bool writes_csr = group->insn_size == 4 && (group->insn & 0x7f) == SYSTEM &&
                      (group->insn & CSR_FUNCTIONS) != 0;
    group->trap = machine + supervisor + guest > (writes_csr ? 1 : 0);
    group->trap_to = guest > supervisor + machine ? NT_TV_TO_GUEST
                     : supervisor > machine       ? NT_TV_TO_S
                                                  : NT_TV_TO_M;
}

void nt_tv_group_read(nt_verify_group *group, const nt_tandem_group *fields,
                      nt_tv_update *updates) {
    *group =
        (nt_verify_group){.offset = fields->offset, .updates = updates, .atomic = fields->atomic};
    for (size_t i = 0; i < fields->count; i++) {
        const nt_tandem_field *field = &fields->fields[i];
        switch (field->opcode) {
        case NT_TANDEM_INCREMENT_PC:
            group->increment = true;
            break;
        case NT_TANDEM_REGISTER:
        case NT_TANDEM_REGISTER_ADD:
        case NT_TANDEM_REGISTER_OR:
            updates[group->count++] =
                (nt_tv_update){.opcode = field->opcode, .reg = field->reg, .value = field->value};
            break;
        case NT_TANDEM_STATE:
            take_state(group, field);
            break;
        case NT_TANDEM_REQUEST:
            group->count += take_memory(&updates[group->count], fields, i);
            break;
        case NT_TANDEM_RESET:
            group->reset = true;
            break;
        case NT_TANDEM_INITIALIZATION:
            group->initialization = true;
            break;
        case NT_TANDEM_INSN16:
        case NT_TANDEM_INSN32:
            group->insn = (uint32_t)field->value;
            group->insn_size = field->opcode == NT_TANDEM_INSN16 ? 2 : 4;
            break;
        default:
            break;
        }
    }
    find_trap(group);
    find_entry(group);
    group->empty = fields->atomic && fields->count == 0;
    group->plain = is_plain(group);
}
