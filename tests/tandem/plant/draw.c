#include "tests/tandem/plant/draw.h"

#include <string.h>

enum { TRIES = 200000, MSTATUS = 0x300 };

const char *const plant_kind_names[PLANT_KINDS] = {
    "register", "value",    "csr",       "pc",    "instruction", "memory", "address",
    "missing",  "spurious", "privilege", "order", "left-out",    "twice",
};

/* Is a draw within one group. */
typedef struct draw {
    const plant_trace *trace;
    const plant_group *group;
    nt_random *random;
    plant_edit *edit;
} draw;

static bool is_absent(const draw *d, nt_tandem_kind kind) {
    return (d->trace->format.absent >> kind & 1) != 0;
}

static bool is_update(const nt_tandem_field *field) {
    return field->opcode == NT_TANDEM_REGISTER;
}

static bool is_state(const nt_tandem_field *field, unsigned first, unsigned last) {
    return field->opcode == NT_TANDEM_STATE && field->id >= first && field->id <= last;
}

static bool is_store(const nt_tandem_field *field) {
    return is_state(field, NT_TANDEM_STORE8, NT_TANDEM_STORE64);
}

static bool is_insn(const nt_tandem_field *field) {
    return field->opcode == NT_TANDEM_INSN16 || field->opcode == NT_TANDEM_INSN32;
}

static bool sets_register(const draw *d, unsigned reg) {
    for (size_t i = 0; i < d->group->group.count; i++) {
        if (is_update(&d->group->group.fields[i]) && d->group->group.fields[i].reg == reg) {
            return true;
        }
    }
    return false;
}

static void name(draw *d, plant_what what, unsigned reg) {
    if (reg == 1 || reg == 2) {
        reg = 3;
    }
    if (reg == 0x100 || reg == 0x104 || reg == 0x144) {
        reg += 0x200;
    }
    d->edit->elements[d->edit->element_count++] = (plant_element){what, (uint16_t)reg};
}

static void add(draw *d, nt_tandem_field field) {
    d->edit->fields[d->edit->groups[0].count++] = field;
}

static void take_out(draw *d, size_t at) {
    nt_tandem_group *group = &d->edit->groups[0];
    group->count--;
    memmove(&d->edit->fields[at], &d->edit->fields[at + 1],
            (group->count - at) * sizeof d->edit->fields[0]);
}

/* One of the fields that a condition takes; -1: none. */
static int pick(draw *d, bool (*takes)(const draw *, size_t)) {
    size_t found = 0;
    int picked = -1;
    for (size_t i = 0; i < d->group->group.count; i++) {
        if (takes(d, i) && nt_random_below(d->random, (uint32_t)++found) == 0) {
            picked = (int)i;
        }
    }
    return picked;
}

static uint64_t bit(draw *d, unsigned first, unsigned end) {
    return UINT64_C(1) << nt_random_between(d->random, first, end - 1);
}

static unsigned width(const draw *d, unsigned reg) {
    return reg >= NT_TANDEM_FPR ? d->trace->format.flen : d->trace->format.xlen;
}

/* ---- registers ---- */

static bool is_register(const draw *d, size_t i) {
    const nt_tandem_field *field = &d->group->group.fields[i];
    return is_update(field) && field->reg > NT_TANDEM_GPR && d->group->result && !d->group->trap;
}

static plant_result draw_register(draw *d) {
    int at = pick(d, is_register);
    if (at < 0) {
        return PLANT_NONE;
    }
    nt_tandem_field *field = &d->edit->fields[at];
    unsigned old = field->reg;
    unsigned first = old >= NT_TANDEM_FPR ? NT_TANDEM_FPR : NT_TANDEM_GPR + 1;
    unsigned other = nt_random_between(d->random, first, NT_TANDEM_FPR - 1 + (first & 0x20));
    if (sets_register(d, other)) {
        return PLANT_NO_EFFECT;
    }
    field->reg = (uint16_t)other;
    const uint64_t *values = d->group->value;
    if (values[old - NT_TANDEM_GPR] != field->value) {
        name(d, PLANT_AT_REGISTER, old);
    }
    if (values[other - NT_TANDEM_GPR] != field->value) {
        name(d, PLANT_AT_REGISTER, other);
    }
    return d->edit->element_count != 0 ? PLANT_DRAWN : PLANT_NO_EFFECT;
}

static plant_result draw_value(draw *d) {
    int at = pick(d, is_register);
    if (at < 0) {
        return PLANT_NONE;
    }
    nt_tandem_field *field = &d->edit->fields[at];
    field->value ^= bit(d, 0, width(d, field->reg));
    name(d, PLANT_AT_REGISTER, field->reg);
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

static uint64_t csr_mask(const draw *d, unsigned csr) {
    if (is_absent(d, csr <= 3 ? NT_TANDEM_ABSENT_FCSR : NT_TANDEM_ABSENT_CSR)) {
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

static bool is_tval(const nt_tandem_field *field) {
    return field->reg == 0x143 || field->reg == 0x343;
}

/* An instruction of floating point makes mstatus dirty as it likes. tval may be 0 or what the text
   names, but after ecall, which names nothing. */
static bool is_csr(const draw *d, size_t i) {
    const nt_tandem_field *field = &d->group->group.fields[i];
    if (!is_update(field) || field->reg >= NT_TANDEM_GPR || !d->group->result) {
        return false;
    }
    bool system = (d->group->code & 0x7f) == 0x73 || d->group->trap;
    if (is_tval(field) && (d->group->code != 0x73 || field->value != 0)) {
        return false;
    }
    return (field->reg <= 3 || system) && csr_mask(d, field->reg) != 0;
}

static plant_result draw_csr(draw *d) {
    int at = pick(d, is_csr);
    if (at < 0) {
        return PLANT_NONE;
    }
    nt_tandem_field *field = &d->edit->fields[at];
    uint64_t mask = csr_mask(d, field->reg);
    uint64_t flip;
    do {
        flip = bit(d, 0, d->trace->format.xlen);
    } while ((flip & mask) == 0);
    field->value ^= flip;
    name(d, PLANT_AT_REGISTER, field->reg);
    return PLANT_DRAWN;
}

/* ---- pc, instruction, privilege ---- */

static bool is_pc(const draw *d, size_t i) {
    const nt_tandem_field *field = &d->group->group.fields[i];
    return d->group->flow && d->group->size != 0 && d->group->pc_known &&
           !is_absent(d, NT_TANDEM_ABSENT_PC) &&
           (field->opcode == NT_TANDEM_INCREMENT_PC || is_state(field, NT_TANDEM_PC, NT_TANDEM_PC));
}

static plant_result draw_pc(draw *d) {
    int at = pick(d, is_pc);
    if (at < 0) {
        return PLANT_NONE;
    }
    uint64_t pc = d->group->next ^ bit(d, 1, d->trace->format.xlen);
    d->edit->fields[at] =
        (nt_tandem_field){.opcode = NT_TANDEM_STATE, .id = NT_TANDEM_PC, .value = pc};
    name(d, PLANT_AT_PC, 0);
    return PLANT_DRAWN;
}

static bool is_known_insn(const draw *d, size_t i) {
    return d->group->code_known && is_insn(&d->group->group.fields[i]);
}

static plant_result draw_insn(draw *d) {
    int at = pick(d, is_known_insn);
    if (at < 0) {
        return PLANT_NONE;
    }
    unsigned bits = 8U * d->group->size;
    uint64_t any = nt_random_next(d->random) & ((UINT64_C(1) << bits) - 1) & ~UINT64_C(3);
    bool one = nt_random_chance(d->random, 128) || any == 0;
    d->edit->fields[at].value ^= one ? bit(d, 2, bits) : any;
    name(d, PLANT_AT_INSN, 0);
    return PLANT_DRAWN;
}

static bool is_privilege(const draw *d, size_t i) {
    return is_state(&d->group->group.fields[i], NT_TANDEM_PRIVILEGE, NT_TANDEM_PRIVILEGE);
}

static plant_result draw_privilege(draw *d) {
    static const uint8_t modes[] = {0, 1, 3};
    if (!d->group->flow || d->group->size == 0 || is_absent(d, NT_TANDEM_ABSENT_PRIVILEGE)) {
        return PLANT_NONE;
    }
    int at = pick(d, is_privilege);
    uint64_t right = at < 0 ? d->group->privilege : d->edit->fields[at].value;
    uint64_t mode = modes[nt_random_below(d->random, 3)];
    if (mode == right) {
        return PLANT_NO_EFFECT;
    }
    if (at < 0) {
        add(d,
            (nt_tandem_field){.opcode = NT_TANDEM_STATE, .id = NT_TANDEM_PRIVILEGE, .value = mode});
    } else {
        d->edit->fields[at].value = mode;
    }
    name(d, PLANT_AT_PRIVILEGE, 0);
    return PLANT_DRAWN;
}

/* ---- memory ---- */

static bool is_data(const draw *d, size_t i) {
    return d->group->data && !d->group->trap && is_store(&d->group->group.fields[i]);
}

static plant_result draw_data(draw *d) {
    int at = pick(d, is_data);
    if (at < 0) {
        return PLANT_NONE;
    }
    nt_tandem_field *field = &d->edit->fields[at];
    field->value ^= bit(d, 0, 8U << (field->id - NT_TANDEM_STORE8));
    name(d, PLANT_AT_STORE, 0);
    return PLANT_DRAWN;
}

static bool is_paddr(const draw *d, size_t i) {
    return d->group->address && !d->group->trap &&
           is_state(&d->group->group.fields[i], NT_TANDEM_PADDR, NT_TANDEM_PADDR);
}

static plant_result draw_address(draw *d) {
    int at = pick(d, is_paddr);
    if (at < 0) {
        return PLANT_NONE;
    }
    d->edit->fields[at].value ^= bit(d, 0, d->trace->format.mlen);
    name(d, PLANT_AT_PADDR, 0);
    return PLANT_DRAWN;
}

/* ---- missing and spurious ---- */

static bool can_miss(const draw *d, size_t i) {
    const nt_tandem_field *field = &d->group->group.fields[i];
    return is_register(d, i) || is_csr(d, i) || is_data(d, i) || is_paddr(d, i) || is_pc(d, i) ||
           (d->group->flow && is_privilege(d, i) && field->value != d->group->privilege);
}

/* The element that lacks, if leaving it out changes anything. */
static plant_result name_missing(draw *d, size_t at) {
    const nt_tandem_field *field = &d->group->group.fields[at];
    if (is_update(field)) {
        const plant_old *old = &d->group->old[at];
        uint64_t mask = field->reg < NT_TANDEM_GPR ? csr_mask(d, field->reg) : UINT64_MAX;
        uint64_t change = old->value ^ field->value;
        if (!old->known || change == 0 || (change & ~mask) != 0 || is_tval(field)) {
            return PLANT_NO_EFFECT;
        }
        name(d, PLANT_AT_REGISTER, field->reg);
    } else if (is_store(field)) {
        name(d, PLANT_AT_STORE, 0);
    } else if (is_state(field, NT_TANDEM_PADDR, NT_TANDEM_PADDR)) {
        name(d, PLANT_AT_PADDR, 0);
    } else if (is_state(field, NT_TANDEM_PRIVILEGE, NT_TANDEM_PRIVILEGE)) {
        name(d, PLANT_AT_PRIVILEGE, 0);
    } else if (d->group->next != d->group->pc) {
        name(d, PLANT_AT_PC, 0);
    } else {
        return PLANT_NO_EFFECT; /* a jump to itself */
    }
    return PLANT_DRAWN;
}

static plant_result draw_missing(draw *d) {
    int at = pick(d, can_miss);
    if (at < 0) {
        return PLANT_NONE;
    }
    plant_result result = name_missing(d, (size_t)at);
    take_out(d, (size_t)at);
    return result;
}

static plant_result spurious_register(draw *d, unsigned reg, const plant_old *old) {
    if (!old->known || sets_register(d, reg)) {
        return PLANT_NO_EFFECT;
    }
    uint64_t value = nt_random_next(d->random) >> (64 - width(d, reg));
    if (value == old->value) {
        return PLANT_NO_EFFECT;
    }
    add(d, (nt_tandem_field){.opcode = NT_TANDEM_REGISTER, .reg = (uint16_t)reg, .value = value});
    name(d, PLANT_AT_REGISTER, reg);
    return PLANT_DRAWN;
}

static bool has_state(const plant_group *group) {
    for (size_t i = 0; i < group->group.count; i++) {
        if (is_state(&group->group.fields[i], NT_TANDEM_PADDR, NT_TANDEM_STORE64)) {
            return true;
        }
    }
    return false;
}

static plant_result draw_spurious(draw *d) {
    const plant_group *group = d->group;
    if (!group->flow || group->size == 0) {
        return PLANT_NONE;
    }
    unsigned choice = nt_random_below(d->random, 8);
    bool gpr = choice < 5 || (choice == 5 && d->trace->format.flen == 0);
    if (gpr && !is_absent(d, NT_TANDEM_ABSENT_GPR)) {
        unsigned reg = nt_random_between(d->random, 1, 31);
        return spurious_register(d, NT_TANDEM_GPR + reg,
                                 &(plant_old){(group->known >> reg & 1) != 0, group->value[reg]});
    }
    if (choice == 5 && !is_absent(d, NT_TANDEM_ABSENT_FPR)) {
        unsigned reg = nt_random_between(d->random, 32, 63);
        return spurious_register(d, NT_TANDEM_GPR + reg,
                                 &(plant_old){(group->known >> reg & 1) != 0, group->value[reg]});
    }
    if (choice == 6 && !is_absent(d, NT_TANDEM_ABSENT_CSR)) {
        return spurious_register(d, PLANT_MSCRATCH, &group->mscratch);
    }
    if (choice == 7 && !is_absent(d, NT_TANDEM_ABSENT_STORE) && !has_state(group)) {
        add(d, (nt_tandem_field){.opcode = NT_TANDEM_STATE,
                                 .id = NT_TANDEM_STORE32,
                                 .value = nt_random_next(d->random) & UINT32_MAX});
        name(d, PLANT_AT_STORE, 0);
        return PLANT_DRAWN;
    }
    return PLANT_NO_EFFECT;
}

/* ---- all kinds ---- */

typedef plant_result (*draw_function)(draw *);

static plant_result draw_at(const plant_trace *trace, plant_kind kind, size_t index,
                            nt_random *random, plant_edit *edit) {
    static const draw_function functions[] = {
        draw_register, draw_value,   draw_csr,     draw_pc,       draw_insn,
        draw_data,     draw_address, draw_missing, draw_spurious, draw_privilege};
    switch (kind) {
    case PLANT_ORDER:
        return plant_draw_order(trace, index, edit);
    case PLANT_LEFT_OUT:
        return plant_draw_left_out(trace, index, edit);
    case PLANT_TWICE:
        return plant_draw_twice(trace, index, edit);
    default:
        break;
    }
    const plant_group *group = &trace->groups[index];
    edit->groups[0] = group->group;
    edit->groups[0].fields = edit->fields;
    memcpy(edit->fields, group->group.fields, group->group.count * sizeof edit->fields[0]);
    edit->count = 1;
    edit->made = 1;
    edit->place = group->group.offset;
    edit->second = edit->place;
    draw d = {trace, group, random, edit};
    return functions[kind](&d);
}

bool plant_draw(const plant_trace *trace, plant_kind kind, size_t first, size_t end,
                nt_random *random, plant_edit *edit, plant_rejects *rejects) {
    for (unsigned i = 0; i < TRIES; i++) {
        size_t index = first + nt_random_below(random, (uint32_t)(end - first));
        edit->kind = kind;
        edit->group = index;
        edit->element_count = 0;
        plant_result result = draw_at(trace, kind, index, random, edit);
        if (result == PLANT_DRAWN) {
            return true;
        }
        rejects->count += result == PLANT_NO_EFFECT;
    }
    return false;
}
