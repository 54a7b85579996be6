/* SPDX-License-Identifier: Apache-2.0 */
/* Errors in elements that a group has. */
#include "tests/tandem/plant/draw_site.h"

/* ---- registers ---- */

bool plant_is_register(const plant_site *d, size_t i) {
    const nt_tandem_field *field = &d->group->group.fields[i];
    return plant_is_update(field) && field->reg > NT_TANDEM_GPR && d->group->result &&
           !d->group->trap;
}

plant_result plant_draw_register(plant_site *d) {
    int at = plant_pick(d, plant_is_register);
    if (at < 0) {
        return PLANT_NONE;
    }
    nt_tandem_field *field = &d->edit->fields[at];
    unsigned old = field->reg;
    unsigned first = old >= NT_TANDEM_FPR ? NT_TANDEM_FPR : NT_TANDEM_GPR + 1;
    unsigned other = nt_random_between(d->random, first, NT_TANDEM_FPR - 1 + (first & 0x20));
    if (plant_sets_register(d, other)) {
        return PLANT_NO_EFFECT;
    }
    field->reg = (uint16_t)other;
    const uint64_t *values = d->group->value;
    if (values[old - NT_TANDEM_GPR] != field->value) {
        plant_name(d, PLANT_AT_REGISTER, old);
    }
    if (values[other - NT_TANDEM_GPR] != field->value) {
        plant_name(d, PLANT_AT_REGISTER, other);
    }
    return d->edit->element_count != 0 ? PLANT_DRAWN : PLANT_NO_EFFECT;
}

plant_result plant_draw_value(plant_site *d) {
    int at = plant_pick(d, plant_is_register);
    if (at < 0) {
        return PLANT_NONE;
    }
    nt_tandem_field *field = &d->edit->fields[at];
    field->value ^= plant_bit(d, 0, plant_width(d, field->reg));
    plant_name(d, PLANT_AT_REGISTER, field->reg);
    return PLANT_DRAWN;
}

/* ---- CSRs ---- */

/* The bits of a CSR that a trap, or an instruction that writes it, surely determines. */
typedef struct csr_bits {
    uint16_t csr;
    uint64_t by_trap;
    uint64_t by_insn;
} csr_bits;

static const csr_bits csr_table[] = {
    {0x001, 0, 0x1f},
    {0x002, 0, 0x07},
    {0x003, 0, 0xff},
    {0x100, 0x122, 0x022},
    {0x141, UINT32_MAX, 0xfffffffc},
    {0x142, UINT32_MAX, 0},
    {0x143, UINT32_MAX, 0},
    {0x140, 0, UINT64_MAX},
    {0x300, 0x1888, 0x0088},
    {0x304, 0, 0x0888},
    {0x340, 0, UINT64_MAX},
    {0x341, UINT64_MAX, 0xfffffffc},
    {0x342, UINT64_MAX, 0},
    {0x343, UINT64_MAX, 0},
};

uint64_t plant_csr_mask(const plant_site *d, unsigned csr) {
    if (plant_is_absent(d, csr <= 3 ? NT_TANDEM_ABSENT_FCSR : NT_TANDEM_ABSENT_CSR)) {
        return 0;
    }
    for (size_t i = 0; i < sizeof csr_table / sizeof csr_table[0]; i++) {
        if (csr_table[i].csr == csr) {
            uint64_t mask = d->group->trap ? csr_table[i].by_trap : csr_table[i].by_insn;
            return d->trace->format.xlen == 32 ? (uint32_t)mask : mask;
        }
    }
    return 0;
}

bool plant_is_tval(const nt_tandem_field *field) {
    return field->reg == 0x143 || field->reg == 0x343;
}

/* An instruction of floating point makes mstatus dirty as it likes. tval may be 0 or what the text
   names, but after ecall, which names nothing. */
bool plant_is_csr(const plant_site *d, size_t i) {
    const nt_tandem_field *field = &d->group->group.fields[i];
    if (!plant_is_update(field) || field->reg >= NT_TANDEM_GPR || !d->group->result) {
        return false;
    }
    bool system = (d->group->code & 0x7f) == 0x73 || d->group->trap;
    if (plant_is_tval(field) && (d->group->code != 0x73 || field->value != 0)) {
        return false;
    }
    return (field->reg <= 3 || system) && plant_csr_mask(d, field->reg) != 0;
}

/* A bit of mie that is not held at its first write may be read-only 0 (3.1.9): another hart's
   choice, which is right until its interrupt is taken. */
static bool may_be_lacking(const plant_site *d, int at, uint64_t bit) {
    enum { MIE = 0x304 };
    const nt_tandem_field *field = &d->edit->fields[at];
    const plant_old *old = &d->group->old[at];
    return field->reg == MIE && (field->value & bit) != 0 &&
           !(old->known && (old->value & bit) != 0);
}

/* A custom instruction may raise what it likes, but for the causes of ecall. */
static bool may_be_custom(const plant_site *d, int at, uint64_t bit) {
    enum { SCAUSE = 0x142, MCAUSE = 0x342, CUSTOM_MASK = 0x5f, CUSTOM_0 = 0x0b, CUSTOM_2 = 0x5b };
    const nt_tandem_field *field = &d->edit->fields[at];
    unsigned opcode = d->group->code & CUSTOM_MASK;
    uint64_t cause = field->value ^ bit;
    return (field->reg == MCAUSE || field->reg == SCAUSE) && d->group->size == 4 &&
           (opcode == CUSTOM_0 || opcode == CUSTOM_2) && cause < 64 && (cause < 8 || cause > 11);
}

plant_result plant_draw_csr(plant_site *d) {
    int at = plant_pick(d, plant_is_csr);
    if (at < 0) {
        return PLANT_NONE;
    }
    nt_tandem_field *field = &d->edit->fields[at];
    uint64_t mask = plant_csr_mask(d, field->reg);
    uint64_t flip;
    do {
        flip = plant_bit(d, 0, d->trace->format.xlen);
    } while ((flip & mask) == 0);
    if (may_be_lacking(d, at, flip) || may_be_custom(d, at, flip)) {
        return PLANT_NO_EFFECT;
    }
    field->value ^= flip;
    plant_name(d, PLANT_AT_REGISTER, field->reg);
    return PLANT_DRAWN;
}

/* ---- pc, instruction, privilege ---- */

bool plant_is_pc(const plant_site *d, size_t i) {
    const nt_tandem_field *field = &d->group->group.fields[i];
    return d->group->flow && d->group->size != 0 && d->group->pc_known &&
           !plant_is_absent(d, NT_TANDEM_ABSENT_PC) &&
           (field->opcode == NT_TANDEM_INCREMENT_PC ||
            plant_is_state(field, NT_TANDEM_PC, NT_TANDEM_PC));
}

plant_result plant_draw_pc(plant_site *d) {
    int at = plant_pick(d, plant_is_pc);
    if (at < 0) {
        return PLANT_NONE;
    }
    uint64_t pc = d->group->next ^ plant_bit(d, 1, d->trace->format.xlen);
    d->edit->fields[at] =
        (nt_tandem_field){.opcode = NT_TANDEM_STATE, .id = NT_TANDEM_PC, .value = pc};
    plant_name(d, PLANT_AT_PC, 0);
    return PLANT_DRAWN;
}

static bool is_known_insn(const plant_site *d, size_t i) {
    return d->group->code_known && plant_is_insn(&d->group->group.fields[i]);
}

plant_result plant_draw_insn(plant_site *d) {
    int at = plant_pick(d, is_known_insn);
    if (at < 0) {
        return PLANT_NONE;
    }
    unsigned bits = 8U * d->group->size;
    uint64_t any = nt_random_next(d->random) & ((UINT64_C(1) << bits) - 1) & ~UINT64_C(3);
    bool one = nt_random_chance(d->random, 128) || any == 0;
    d->edit->fields[at].value ^= one ? plant_bit(d, 2, bits) : any;
    plant_name(d, PLANT_AT_INSN, 0);
    return PLANT_DRAWN;
}

bool plant_is_privilege(const plant_site *d, size_t i) {
    return plant_is_state(&d->group->group.fields[i], NT_TANDEM_PRIVILEGE, NT_TANDEM_PRIVILEGE);
}

plant_result plant_draw_privilege(plant_site *d) {
    static const uint8_t modes[] = {0, 1, 3};
    if (!d->group->flow || d->group->size == 0 || plant_is_absent(d, NT_TANDEM_ABSENT_PRIVILEGE)) {
        return PLANT_NONE;
    }
    int at = plant_pick(d, plant_is_privilege);
    uint64_t right = at < 0 ? d->group->privilege : d->edit->fields[at].value;
    uint64_t mode = modes[nt_random_below(d->random, 3)];
    if (mode == right) {
        return PLANT_NO_EFFECT;
    }
    if (at < 0) {
        plant_add(d, (nt_tandem_field){
                         .opcode = NT_TANDEM_STATE, .id = NT_TANDEM_PRIVILEGE, .value = mode});
    } else {
        d->edit->fields[at].value = mode;
    }
    plant_name(d, PLANT_AT_PRIVILEGE, 0);
    return PLANT_DRAWN;
}

/* ---- memory ---- */

bool plant_is_data(const plant_site *d, size_t i) {
    return d->group->data && !d->group->trap && plant_is_store(&d->group->group.fields[i]);
}

plant_result plant_draw_data(plant_site *d) {
    int at = plant_pick(d, plant_is_data);
    if (at < 0) {
        return PLANT_NONE;
    }
    nt_tandem_field *field = &d->edit->fields[at];
    field->value ^= plant_bit(d, 0, 8U << (field->id - NT_TANDEM_STORE8));
    plant_name(d, PLANT_AT_STORE, 0);
    return PLANT_DRAWN;
}

bool plant_is_paddr(const plant_site *d, size_t i) {
    return d->group->address && !d->group->trap &&
           plant_is_state(&d->group->group.fields[i], NT_TANDEM_PADDR, NT_TANDEM_PADDR);
}

plant_result plant_draw_address(plant_site *d) {
    int at = plant_pick(d, plant_is_paddr);
    if (at < 0) {
        return PLANT_NONE;
    }
    d->edit->fields[at].value ^= plant_bit(d, 0, d->trace->format.mlen);
    plant_name(d, PLANT_AT_PADDR, 0);
    return PLANT_DRAWN;
}
