/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/replay.h"

#include <inttypes.h>

enum { MACHINE = 3 };

/* The registers of a trap, for M and S (and for VS, which has those of S). */
enum { CSR_EPC = 0x41, CSR_CAUSE = 0x42, CSR_TVAL = 0x43, IN_MODE = 0x0ff, S_MODE = 1 };

typedef struct trap_fields {
    const nt_tandem_field *epc;
    const nt_tandem_field *cause;
    const nt_tandem_field *tval;
} trap_fields;

static bool is_trap_csr(const nt_tandem_field *field, unsigned number) {
    unsigned mode = field->reg >> 8;
    return field->opcode == NT_TANDEM_REGISTER && (mode == MACHINE || mode == S_MODE) &&
           (field->reg & IN_MODE) == number;
}

/* A CSR instruction writes one of these, a trap epc and cause. */
static bool find_trap(const nt_tandem_group *group, trap_fields *trap) {
    *trap = (trap_fields){0};
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *field = &group->fields[i];
        if (is_trap_csr(field, CSR_EPC)) {
            trap->epc = field;
        } else if (is_trap_csr(field, CSR_CAUSE)) {
            trap->cause = field;
        } else if (is_trap_csr(field, CSR_TVAL)) {
            trap->tval = field;
        }
    }
    return trap->epc != NULL && trap->cause != NULL;
}

/* An incremental form needs the value before. */
static bool take_value(nt_tandem_replay *replay, const nt_tandem_field *field) {
    unsigned bits = nt_tandem_register_bits(&replay->format, field->reg);
    uint64_t *value = &replay->value[field->reg];
    bool *known = &replay->known[field->reg];
    *value = nt_tandem_updated(field->opcode, field->value, *value, bits);
    *known = *known || field->opcode == NT_TANDEM_REGISTER;
    return *known;
}

static bool is_register(const nt_tandem_field *field) {
    return field->opcode == NT_TANDEM_REGISTER || field->opcode == NT_TANDEM_REGISTER_ADD ||
           field->opcode == NT_TANDEM_REGISTER_OR;
}

static void take_registers(nt_tandem_replay *replay, const nt_tandem_group *group, bool keep) {
    replay->write_count = 0;
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *field = &group->fields[i];
        if (!is_register(field) || !take_value(replay, field) || !keep) {
            continue;
        }
        replay->writes[replay->write_count++] =
            (nt_tandem_write){field->reg, replay->value[field->reg]};
    }
}

static void take_privilege(nt_tandem_replay *replay, const nt_tandem_group *group) {
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *field = &group->fields[i];
        bool given = field->opcode == NT_TANDEM_STATE && field->id == NT_TANDEM_PRIVILEGE;
        if (given || field->opcode == NT_TANDEM_RESET) {
            replay->privilege = given ? (uint8_t)field->value : MACHINE;
        }
    }
}

static void fill_trap(const nt_tandem_replay *replay, const trap_fields *trap,
                      nt_replay_step *step) {
    uint64_t sign = UINT64_C(1) << (replay->format.xlen - 1);
    step->kind = NT_TANDEM_STEP_TRAP;
    step->pc = trap->epc->value;
    step->interrupt = (trap->cause->value & sign) != 0;
    step->cause = trap->cause->value & ~sign;
    step->tval = trap->tval != NULL ? trap->tval->value : 0;
}

int nt_tandem_replay_take(nt_tandem_replay *replay, const nt_tandem_group *group,
                          nt_replay_step *step, nt_error *error) {
    trap_fields trap;
    const nt_tandem_field *insn = nt_tandem_group_insn(group);
    if (!replay->has_privilege) {
        replay->has_privilege = true;
        replay->privilege = MACHINE;
    }
    *step = (nt_replay_step){.kind = NT_TANDEM_STEP_STATE,
                             .number = replay->number,
                             .pc = replay->follow.pc,
                             .privilege = replay->privilege};
    if (insn != NULL) {
        step->insn = (uint32_t)insn->value;
        step->insn_size = insn->opcode == NT_TANDEM_INSN16 ? 2 : 4;
    }
    if (!nt_tandem_group_has(group, NT_TANDEM_INITIALIZATION) && find_trap(group, &trap)) {
        fill_trap(replay, &trap, step);
    } else if (insn != NULL) {
        if (!replay->follow.known) {
            return nt_fail(error, "offset %" PRIu64 ": the pc of the instruction is not known",
                           group->offset);
        }
        step->kind = NT_TANDEM_STEP_INSN;
        replay->number++;
    }
    take_privilege(replay, group);
    nt_tandem_follow_group(&replay->follow, group, replay->format.xlen);
    take_registers(replay, group, group->atomic);
    return 0;
}
