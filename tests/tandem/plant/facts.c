/* SPDX-License-Identifier: Apache-2.0 */
/* What is known before each group of a trace, and what a reference determines by it. Where this is
   in doubt, it says no: errors are planted in what is surely determined alone. */
#include "tests/tandem/plant/insn.h"
#include "tests/tandem/plant/memory.h"
#include "tests/tandem/plant/trace.h"

#include <string.h>

enum {
    FCSR = 0x003,
    SATP = 0x180,
    STVEC = 0x105,
    SCAUSE = 0x142,
    MSTATUS = 0x300,
    MEDELEG = 0x302,
    MTVEC = 0x305,
    MCAUSE = 0x342,
    MODE_M = 3,
    ALL_GPRS = 0xffffffff,
    MIB = 20, /* a MiB with a byte that is initialized is RAM */
};

typedef struct facts {
    plant_trace *trace;
    plant_memory memory;
    plant_memory blocks; /* a byte each MiB of RAM */
    uint64_t known;
    uint64_t value[64];
    uint64_t csr[PLANT_CSRS];
    bool csr_known[PLANT_CSRS];
    bool pc_known;
    uint64_t pc;
    uint8_t privilege;
} facts;

static bool is_absent(const facts *f, nt_tandem_kind kind) {
    return (f->trace->format.absent >> kind & 1) != 0;
}

/* The CSR that holds it; what shows parts of another one is not followed by itself. */
static uint16_t home(uint16_t csr) {
    switch (csr) {
    case 1:
    case 2:
        return FCSR;
    case 0x100:
    case 0x104:
    case 0x144:
        return csr + 0x200;
    default:
        return csr;
    }
}

static const nt_tandem_field *find_state(const plant_group *group, unsigned first, unsigned last) {
    for (size_t i = 0; i < group->group.count; i++) {
        const nt_tandem_field *field = &group->group.fields[i];
        if (field->opcode == NT_TANDEM_STATE && field->id >= first && field->id <= last) {
            return field;
        }
    }
    return NULL;
}

static const nt_tandem_field *find_register(const plant_group *group, uint16_t reg) {
    for (size_t i = 0; i < group->group.count; i++) {
        const nt_tandem_field *field = &group->group.fields[i];
        if (field->opcode == NT_TANDEM_REGISTER && field->reg == reg) {
            return field;
        }
    }
    return NULL;
}

/* ---- what is determined ---- */

/* Without CSRs nobody tells what is below M mode. */
static bool is_translated(const facts *f) {
    if (is_absent(f, NT_TANDEM_ABSENT_CSR)) {
        return f->privilege != MODE_M;
    }
    return f->csr_known[SATP] && f->csr[SATP] != 0;
}

/* Of an exception whose cause the instruction itself tells. */
static bool trap_is_determined(const facts *f, const plant_group *group,
                               const nt_tandem_field *cause) {
    bool to_s = cause->reg == SCAUSE;
    uint64_t which = cause->value;
    bool told = which == 2 || which == 3 || which == 8 || which == 9 || which == 11;
    return told && group->size != 0 && f->csr_known[MSTATUS] &&
           f->csr_known[to_s ? STVEC : MTVEC] && (f->privilege == MODE_M || f->csr_known[MEDELEG]);
}

/* CSRs that change by themselves: counters, pending interrupts; others that are not in the traces
   are not known. */
static bool csr_is_determined(const facts *f, uint32_t code) {
    uint16_t csr = home((uint16_t)(code >> 20));
    return f->csr_known[csr] && csr != 0x344 && csr >> 8 != 0xb && csr >> 8 != 0xc &&
           (csr != FCSR || !is_absent(f, NT_TANDEM_ABSENT_FCSR)) &&
           (csr == FCSR || !is_absent(f, NT_TANDEM_ABSENT_CSR));
}

static bool floats_are_known(const facts *f) {
    const nt_tandem_format *format = &f->trace->format;
    return f->csr_known[FCSR] && f->known >> 32 == ALL_GPRS && format->flen != 0 &&
           (format->xlen == 64 || format->flen == 32);
}

static unsigned access_size(const plant_group *group) {
    static const uint8_t compressed[8] = {0, 8, 4, 8, 0, 8, 4, 8};
    return group->size == 4 ? 1U << (group->code >> 12 & 3) : compressed[group->code >> 13 & 7];
}

static bool loaded_is_known(const facts *f, const plant_group *group) {
    const nt_tandem_field *paddr = find_state(group, NT_TANDEM_PADDR, NT_TANDEM_PADDR);
    uint64_t value;
    return paddr != NULL && plant_memory_get(&f->memory, paddr->value, access_size(group), &value);
}

static void determine(const facts *f, plant_group *group) {
    plant_class class = plant_insn_class(group->code, group->size, f->trace->format.xlen);
    bool gprs = (uint32_t)f->known == ALL_GPRS;
    bool floats = gprs && floats_are_known(f);
    bool direct = gprs && !is_translated(f);
    bool hidden = is_translated(f) && is_absent(f, NT_TANDEM_ABSENT_PADDR);
    group->flow = gprs && !hidden;
    switch (class) {
    case PLANT_PLAIN:
        group->flow = true;
        group->result = gprs;
        break;
    case PLANT_BRANCH:
        group->result = gprs;
        break;
    case PLANT_LOAD:
    case PLANT_LR:
    case PLANT_FLOAD:
        group->result = direct && loaded_is_known(f, group) && (class != PLANT_FLOAD || floats);
        group->address = direct;
        break;
    case PLANT_AMO:
        group->result = direct && loaded_is_known(f, group);
        group->data = group->result;
        group->address = direct;
        break;
    case PLANT_STORE:
    case PLANT_FSTORE:
        group->data = direct && (class == PLANT_STORE || floats);
        group->address = direct;
        group->result = gprs && !hidden;
        break;
    case PLANT_FLOAT:
        group->flow = floats;
        group->result = floats;
        break;
    case PLANT_CSR:
        group->result = gprs && csr_is_determined(f, group->code);
        group->flow = group->result;
        break;
    case PLANT_RETURN:
        group->flow =
            gprs && f->csr_known[MSTATUS] && f->csr_known[group->code >> 28 == 3 ? 0x341 : 0x141];
        group->result = group->flow;
        break;
    default: /* sc, fence.i and the like, wfi, what nobody knows */
        group->flow = false;
        break;
    }
}

/* Traps tell the privilege mode, and returns; nothing else does. */
static bool is_trap_without_csrs(const facts *f, const plant_group *group) {
    return is_absent(f, NT_TANDEM_ABSENT_CSR) &&
           find_state(group, NT_TANDEM_PRIVILEGE, NT_TANDEM_PRIVILEGE) != NULL &&
           plant_insn_class(group->code, group->size, f->trace->format.xlen) != PLANT_RETURN;
}

static void judge(facts *f, plant_group *group) {
    const nt_tandem_field *cause = find_register(group, MCAUSE);
    const nt_tandem_field *epc = find_register(group, 0x341);
    if (cause == NULL || epc == NULL) {
        cause = find_register(group, SCAUSE);
        epc = find_register(group, 0x141);
    }
    uint64_t code;
    group->trap = (cause != NULL && epc != NULL) || is_trap_without_csrs(f, group);
    group->code_known = group->size != 0 && group->pc_known && !is_translated(f) &&
                        plant_memory_get(&f->memory, group->pc, group->size, &code) &&
                        code == group->code;
    if (group->trap) {
        group->result = cause != NULL && trap_is_determined(f, group, cause);
        group->flow = group->result;
    } else if (group->size != 0) {
        determine(f, group);
    }
}

/* ---- following the trace ---- */

static void take_register(facts *f, const nt_tandem_field *field, plant_old *old) {
    bool csr = field->reg < NT_TANDEM_GPR;
    uint16_t reg = csr ? home(field->reg) : field->reg - NT_TANDEM_GPR;
    bool full = field->opcode == NT_TANDEM_REGISTER && (!csr || reg == field->reg);
    *old = csr ? (plant_old){f->csr_known[reg], f->csr[reg]}
               : (plant_old){(f->known >> reg & 1) != 0, f->value[reg]};
    if (csr) {
        f->csr_known[reg] = full; /* parts are not followed */
        f->csr[reg] = field->value;
        return;
    }
    uint64_t bit = UINT64_C(1) << reg;
    f->known = full ? f->known | bit : f->known & ~bit;
    f->value[reg] = field->value;
    f->value[0] = 0;
    f->known |= 1;
}

static int take_memory(facts *f, const nt_tandem_field *field, const nt_tandem_field *response) {
    if (plant_memory_put(&f->blocks, field->address >> MIB, 0, 1, true) != 0) {
        return -1;
    }
    if (field->operation == NT_TANDEM_STORE) {
        return plant_memory_put(&f->memory, field->address, field->value, (size_t)1 << field->size,
                                true);
    }
    return field->operation == NT_TANDEM_LOAD && response != NULL
               ? plant_memory_put(&f->memory, field->address, response->value,
                                  (size_t)1 << response->size, response->result == 0)
               : 0;
}

static int take_store(facts *f, const plant_group *group) {
    const nt_tandem_field *paddr = find_state(group, NT_TANDEM_PADDR, NT_TANDEM_PADDR);
    const nt_tandem_field *data = find_state(group, NT_TANDEM_STORE8, NT_TANDEM_STORE64);
    if (paddr == NULL) {
        if (data != NULL && is_absent(f, NT_TANDEM_ABSENT_PADDR) && is_translated(f)) {
            plant_memory_free(&f->memory); /* it may be anywhere */
        }
        return 0;
    }
    uint64_t before;
    bool ram = plant_memory_get(&f->blocks, paddr->value >> MIB, 1, &before);
    if (data != NULL) {
        size_t size = (size_t)1 << (data->id - NT_TANDEM_STORE8);
        return plant_memory_put(&f->memory, paddr->value, data->value, size, ram);
    }
    plant_class class = plant_insn_class(group->code, group->size, f->trace->format.xlen);
    bool load = class == PLANT_LOAD || class == PLANT_FLOAD || class == PLANT_LR;
    return load ? 0 : plant_memory_put(&f->memory, paddr->value, 0, 8, false);
}

static int take_fields(facts *f, plant_group *group) {
    const nt_tandem_field *fields = group->group.fields;
    for (size_t i = 0; i < group->group.count; i++) {
        const nt_tandem_field *field = &fields[i];
        const nt_tandem_field *next = i + 1 < group->group.count ? field + 1 : NULL;
        switch (field->opcode) {
        case NT_TANDEM_REGISTER:
        case NT_TANDEM_REGISTER_ADD:
        case NT_TANDEM_REGISTER_OR:
            take_register(f, field, &group->old[i]);
            break;
        case NT_TANDEM_REQUEST:
            if (take_memory(f, field,
                            next != NULL && next->opcode == NT_TANDEM_RESPONSE ? next : NULL) !=
                0) {
                return -1;
            }
            break;
        case NT_TANDEM_RESET:
            f->known = 1;
            memset(f->csr_known, 0, sizeof f->csr_known);
            f->pc_known = false;
            f->privilege = MODE_M;
            break;
        case NT_TANDEM_INCREMENT_PC:
            f->pc += group->size;
            break;
        case NT_TANDEM_STATE:
            f->privilege = field->id == NT_TANDEM_PRIVILEGE ? (uint8_t)field->value : f->privilege;
            f->pc = field->id == NT_TANDEM_PC ? field->value : f->pc;
            f->pc_known = f->pc_known || field->id == NT_TANDEM_PC;
            break;
        default:
            break;
        }
    }
    return take_store(f, group);
}

/* What an instruction may have changed that is absent from the trace. */
static void forget_absent(facts *f) {
    f->known &= is_absent(f, NT_TANDEM_ABSENT_GPR) ? ~(uint64_t)ALL_GPRS | 1 : UINT64_MAX;
    f->known &= is_absent(f, NT_TANDEM_ABSENT_FPR) ? ALL_GPRS : UINT64_MAX;
    f->csr_known[FCSR] = f->csr_known[FCSR] && !is_absent(f, NT_TANDEM_ABSENT_FCSR);
    if (is_absent(f, NT_TANDEM_ABSENT_CSR)) {
        memset(f->csr_known, 0, sizeof f->csr_known);
    }
    f->pc_known = f->pc_known && !is_absent(f, NT_TANDEM_ABSENT_PC);
}

static int follow(facts *f) {
    for (size_t i = 0; i < f->trace->count; i++) {
        plant_group *group = &f->trace->groups[i];
        group->pc = f->pc;
        group->pc_known = f->pc_known;
        group->known = f->known;
        group->privilege = f->privilege;
        memcpy(group->value, f->value, sizeof f->value);
        group->mscratch = (plant_old){f->csr_known[PLANT_MSCRATCH], f->csr[PLANT_MSCRATCH]};
        judge(f, group);
        if (take_fields(f, group) != 0) {
            return -1;
        }
        if (group->size != 0) {
            forget_absent(f);
        }
        group->next = f->pc;
    }
    return 0;
}

int plant_facts(plant_trace *trace) {
    facts f = {.trace = trace, .known = 1, .privilege = MODE_M};
    int result = follow(&f);
    plant_memory_free(&f.memory);
    plant_memory_free(&f.blocks);
    return result;
}
