#include "sim/tandem/record_trace.h"

#include "sim/tandem/elf_init.h"
#include "sim/tandem/record_csrs.h"
#include "sim/tandem/record_group.h"
#include "sim/tandem/record_insn.h"
#include "sim/tandem/record_memory.h"

#include <inttypes.h>
#include <stdlib.h>

struct nt_tandem_tracer {
    nt_tandem_trace_options options;
    nt_tandem_output *output;
    nt_tandem_trace_counts counts;
    nt_tandem_fields group;
    nt_tandem_memory memory; /* as far as the trace tells it */
    uint64_t mask;           /* of XLEN bits */
    uint64_t fmask;          /* of FLEN bits: QEMU boxes values also where FLEN is 32 */
    bool started;
    bool state_given; /* the registers at the start */
    bool pmp_locked;  /* or what is written to PMP registers is not known in another way */
    bool mip_changed; /* by a device, since the last group */
    /* Before the next instruction */
    uint64_t x[32];
    uint64_t f[32];
    uint64_t csr[4096];
    bool known[4096];      /* the CSR */
    bool stream_has[4096]; /* every change of it */
};

enum { MOST_CSRS = 32 };

/* An instruction or trap: what it does, and what the stream says of it. */
typedef struct step {
    const nt_retired *retired;
    nt_tandem_insn insn;
    uint64_t operand; /* before it: of a store, sc, AMO or CSR instruction */
    uint64_t address; /* effective, of its access to memory */
    bool has_paddr;
    uint64_t paddr;
    uint64_t fcsr; /* before it */
    uint16_t csr[MOST_CSRS];
    unsigned csrs;           /* that are written, each once */
    const nt_access *access; /* to memory, the first one; NULL: none */
    const nt_access *store;  /* with the value written; NULL: the stream does not have it */
} step;

enum { M = 3, S = 1, MOST_INSN = 4 };

static bool has(const nt_tandem_tracer *t, nt_access_kind kind) {
    return (t->options.parts >> kind & 1) != 0;
}

static bool lacks(const nt_tandem_tracer *t, nt_tandem_kind kind) {
    return (t->options.format.absent >> kind & 1) != 0;
}

static void begin(nt_tandem_tracer *t) {
    t->group.count = 0;
    nt_tandem_put_opcode(&t->group, NT_TANDEM_BEGIN);
}

static int end(nt_tandem_tracer *t, nt_error *error) {
    nt_tandem_put_opcode(&t->group, NT_TANDEM_END);
    t->counts.groups++;
    return nt_tandem_output_fields(t->output, t->group.field, t->group.count, error);
}

/* A state initialization of one field: a group of its own. */
static int put_alone(nt_tandem_tracer *t, const nt_tandem_field *field, nt_error *error) {
    begin(t);
    nt_tandem_put_opcode(&t->group, NT_TANDEM_INITIALIZATION);
    nt_tandem_put(&t->group, *field);
    return end(t, error);
}

static void put_gpr(nt_tandem_tracer *t, unsigned reg) {
    nt_tandem_put_register(&t->group, NT_TANDEM_GPR + reg, t->x[reg]);
    t->counts.registers++;
}

static void put_fpr(nt_tandem_tracer *t, unsigned reg) {
    nt_tandem_put_register(&t->group, NT_TANDEM_FPR + reg, t->f[reg] & t->fmask);
    t->counts.registers++;
}

static void put_csr(nt_tandem_tracer *t, unsigned reg) {
    nt_tandem_put_register(&t->group, NT_TANDEM_CSR + reg, t->csr[reg]);
    t->counts.csrs++;
}

/* CSRs. */

static bool is_written(const step *step, uint16_t csr) {
    for (unsigned i = 0; i < step->csrs; i++) {
        if (step->csr[i] == csr) {
            return true;
        }
    }
    return false;
}

/* In the order of a group. */
static void add_csr(step *step, uint16_t csr) {
    if (step->csrs == MOST_CSRS || is_written(step, csr)) {
        return;
    }
    unsigned at = step->csrs++;
    for (; at > 0 && nt_csr_rank(step->csr[at - 1]) > nt_csr_rank(csr); at--) {
        step->csr[at] = step->csr[at - 1];
    }
    step->csr[at] = csr;
}

/* What a CSR instruction makes of a CSR that keeps it as it is. Returns false: that is not
   known. */
static bool written_value(const nt_tandem_tracer *t, const step *step, uint64_t *value) {
    const nt_tandem_insn *insn = &step->insn;
    uint64_t before = insn->gpr != 0 ? t->x[insn->gpr] : t->csr[insn->csr];
    *value = insn->csr_write == NT_TANDEM_CSR_WRITE ? step->operand
             : insn->csr_write == NT_TANDEM_CSR_SET ? before | step->operand
                                                    : before & ~step->operand;
    return nt_csr_keeps(insn->csr, *value) &&
           (insn->csr_write == NT_TANDEM_CSR_WRITE || insn->gpr != 0 || t->known[insn->csr]);
}

/* The CSR that a CSR instruction writes, if the stream has not told it. */
static void find_csr(nt_tandem_tracer *t, step *step) {
    if (step->insn.csr_write == NT_TANDEM_CSR_READ) {
        return;
    }
    uint16_t csr = nt_csr_whole(step->insn.csr);
    bool declared = (csr == NT_CSR_FCSR && lacks(t, NT_TANDEM_ABSENT_FCSR)) ||
                    (nt_csr_is_counter(csr) && lacks(t, NT_TANDEM_ABSENT_COUNTERS));
    uint64_t value;
    if (declared || is_written(step, csr)) {
        return;
    }
    if (!has(t, NT_ACCESS_CSR)) {
        t->counts.absent_csrs++;
    } else if (t->stream_has[csr]) { /* what a write does not change is not in the stream */
        add_csr(step, csr);
    } else if (!t->pmp_locked && written_value(t, step, &value)) {
        t->csr[csr] = value;
        t->known[csr] = true;
        add_csr(step, csr);
    } else {
        t->known[csr] = false;
        t->pmp_locked |= nt_csr_is_pmp(csr);
        t->counts.absent_csrs++;
    }
}

/* A device changes mip at any time: a state of its own, between the groups. */
static void set_mip_aside(nt_tandem_tracer *t, step *step) {
    unsigned kept = 0;
    bool own =
        step->insn.csr_write != NT_TANDEM_CSR_READ && nt_csr_whole(step->insn.csr) == NT_CSR_MIP;
    for (unsigned i = 0; i < step->csrs; i++) {
        if (step->csr[i] != NT_CSR_MIP || own) {
            step->csr[kept++] = step->csr[i];
        } else {
            t->mip_changed = true;
        }
    }
    step->csrs = kept;
}

static int put_mip(nt_tandem_tracer *t, nt_error *error) {
    if (!t->mip_changed) {
        return 0;
    }
    t->mip_changed = false;
    nt_tandem_field field = {
        .opcode = NT_TANDEM_REGISTER, .reg = NT_CSR_MIP, .value = t->csr[NT_CSR_MIP]};
    return put_alone(t, &field, error);
}

/* fcsr of a computation: the flags that it raises. */
static void put_csrs(nt_tandem_tracer *t, const step *step) {
    for (unsigned i = 0; i < step->csrs; i++) {
        uint16_t csr = step->csr[i];
        uint64_t now = t->csr[csr];
        if (csr == NT_CSR_FCSR && step->insn.csr_write == NT_TANDEM_CSR_READ &&
            (step->fcsr & ~now) == 0) {
            nt_tandem_put(&t->group, (nt_tandem_field){.opcode = NT_TANDEM_REGISTER_OR,
                                                       .reg = csr,
                                                       .value = now & ~step->fcsr});
            t->counts.csrs++;
        } else {
            put_csr(t, csr);
        }
    }
}

/* What the stream says. */

static void take_access(nt_tandem_tracer *t, step *step, const nt_access *access) {
    switch (access->kind) {
    case NT_ACCESS_X:
        t->x[access->number] = access->value;
        break;
    case NT_ACCESS_F:
        t->f[access->number] = access->value;
        break;
    case NT_ACCESS_CSR: {
        uint16_t csr = nt_csr_whole(access->number);
        if (csr == access->number) {
            t->csr[csr] = access->value;
            t->known[csr] = true;
            add_csr(step, csr);
        }
        break;
    }
    case NT_ACCESS_LOAD:
    case NT_ACCESS_STORE:
        if (access->kind == NT_ACCESS_STORE && access->has_value) {
            step->store = access;
        }
        step->access = step->access == NULL ? access : step->access;
        break;
    default:
        break;
    }
}

static void take_accesses(nt_tandem_tracer *t, step *step) {
    for (size_t i = 0; i < step->retired->access_count; i++) {
        take_access(t, step, &step->retired->accesses[i]);
    }
}

/* Memory. */

/* Whether addresses are translated; before the instruction. */
static bool translates(const nt_tandem_tracer *t, const nt_retired *retired) {
    enum { MPRV = 1 << 17, AT_MPP = 11 };
    unsigned priv = retired->mode.priv;
    uint64_t status = t->csr[NT_CSR_MSTATUS];
    if (priv == M && (status & MPRV) != 0) {
        priv = status >> AT_MPP & 3;
    }
    unsigned mode = t->options.format.xlen == 32 ? 31 : 60;
    return priv != M && t->csr[NT_CSR_SATP] >> mode != 0;
}

static uint64_t sign_extended(uint64_t value, unsigned size) {
    return size == 2 ? (uint64_t)(int64_t)(int32_t)(uint32_t)value : value;
}

/* What an AMO writes, by the upper five bits of its encoding (unprivileged architecture, "A"). */
static uint64_t amo_result(unsigned amo, uint64_t old, uint64_t operand, unsigned size) {
    uint64_t mask = size == 2 ? UINT32_MAX : UINT64_MAX;
    int64_t a = (int64_t)sign_extended(old, size);
    int64_t b = (int64_t)sign_extended(operand, size);
    switch (amo) {
    case 0x00:
        return old + operand;
    case 0x04:
        return old ^ operand;
    case 0x08:
        return old | operand;
    case 0x0c:
        return old & operand;
    case 0x10:
        return a < b ? old : operand;
    case 0x14:
        return a > b ? old : operand;
    case 0x18:
        return (old & mask) < (operand & mask) ? old : operand;
    case 0x1c:
        return (old & mask) > (operand & mask) ? old : operand;
    default:
        return operand; /* amoswap */
    }
}

/* Whether the value that the instruction writes to memory is known. */
static bool stored_value(const nt_tandem_tracer *t, const step *step, uint64_t *value) {
    const nt_tandem_insn *insn = &step->insn;
    *value = step->store != NULL ? step->store->value : step->operand;
    if (step->store != NULL || insn->access != NT_TANDEM_ACCESS_AMO) {
        return true;
    }
    uint64_t old = t->x[insn->gpr];
    bool known =
        insn->gpr != 0 ||
        (step->has_paddr && nt_tandem_memory_read(&t->memory, step->paddr, 1U << insn->size, &old));
    *value = amo_result(insn->amo, old, step->operand, insn->size);
    return known;
}

static int put_store(nt_tandem_tracer *t, const step *step, nt_error *error) {
    unsigned bytes = 1U << step->insn.size;
    uint64_t value;
    if (!stored_value(t, step, &value)) {
        t->counts.absent_stores++;
        nt_tandem_memory_forget(&t->memory, step->paddr, bytes);
        return 0;
    }
    nt_tandem_put_state(&t->group, NT_TANDEM_STORE8 + step->insn.size,
                        bytes == 8 ? value : value & ((UINT64_C(1) << 8 * bytes) - 1));
    t->counts.stores++;
    t->counts.stored_bytes += bytes;
    return step->has_paddr && nt_tandem_memory_write(&t->memory, step->paddr, bytes, value) != 0
               ? nt_fail_as(error, NT_ERROR_MEMORY, "out of memory")
               : 0;
}

/* A store conditional: it tells in its register, if it has one; else QEMU accesses memory where it
   compares. */
static bool fails(const nt_tandem_tracer *t, const step *step) {
    uint8_t gpr = step->insn.gpr;
    return step->insn.access == NT_TANDEM_ACCESS_SC &&
           (gpr != 0 ? t->x[gpr] != 0 : step->access == NULL);
}

static void find_paddr(step *step, bool translated) {
    const nt_access *access = step->access;
    step->has_paddr = !translated || (access != NULL && access->has_physical);
    if (step->has_paddr) {
        step->paddr = translated ? access->physical : step->address;
    }
}

static int put_memory(nt_tandem_tracer *t, step *step, bool translated, nt_error *error) {
    nt_tandem_access kind = step->insn.access;
    if (kind == NT_TANDEM_ACCESS_NONE || fails(t, step) || lacks(t, NT_TANDEM_ABSENT_PADDR)) {
        return 0;
    }
    find_paddr(step, translated);
    if (step->has_paddr) {
        nt_tandem_put_state(&t->group, NT_TANDEM_PADDR, step->paddr);
    } else {
        t->counts.absent_paddrs++;
    }
    if (translated) {
        nt_tandem_put_state(&t->group, NT_TANDEM_EADDR, step->address);
    }
    return kind == NT_TANDEM_ACCESS_LOAD || kind == NT_TANDEM_ACCESS_LR ? 0
                                                                        : put_store(t, step, error);
}

/* Groups. */

static uint32_t bits_of(const nt_retired *retired) {
    uint32_t bits = 0;
    for (unsigned i = 0; i < MOST_INSN && i < retired->insn.size; i++) {
        bits |= (uint32_t)retired->bytes[i] << 8 * i;
    }
    return bits;
}

static int check_insn(const nt_retired *retired, nt_error *error) {
    if (retired->has_bytes && retired->insn.size <= MOST_INSN) {
        return 0;
    }
    return nt_fail(error, "instruction %" PRIu64 " at 0x%" PRIx64 ": %s", retired->number,
                   retired->pc,
                   retired->has_bytes ? "a trace has no instructions of more than 32 bits"
                                      : "its encoding is not known");
}

/* Registers and memory come from two sources, joined by order. */
static int check_access(const step *step, nt_error *error) {
    const nt_access *access = step->access;
    if (access == NULL ||
        (step->insn.access != NT_TANDEM_ACCESS_NONE && access->address == step->address)) {
        return 0;
    }
    return nt_fail(error,
                   "instruction %" PRIu64 " at 0x%" PRIx64 ": accesses 0x%" PRIx64
                   ", which is not the address that its registers give",
                   step->retired->number, step->retired->pc, access->address);
}

static uint64_t operand_of(const nt_tandem_tracer *t, const nt_tandem_insn *insn) {
    if (insn->csr_write != NT_TANDEM_CSR_READ) {
        return insn->immediate ? insn->operand : t->x[insn->operand];
    }
    return insn->source_is_fpr ? t->f[insn->source] : t->x[insn->source];
}

/* Where the last instruction of the stream leads; false: that is not known. */
static bool leads(const nt_tandem_tracer *t, const nt_retired *retired, uint64_t *next) {
    switch ((nt_insn_class)retired->insn.class_) {
    case NT_INSN_OTHER:
        *next = (retired->pc + retired->insn.size) & t->mask;
        return true;
    case NT_INSN_DIRECT_CALL:
    case NT_INSN_DIRECT_JUMP:
    case NT_INSN_DIRECT_JUMP_LINK:
        *next = retired->insn.target;
        return true;
    default:
        return false;
    }
}

static int take_insn(nt_tandem_tracer *t, const nt_retired *retired, nt_error *error) {
    if (check_insn(retired, error) != 0) {
        return -1;
    }
    uint32_t bits = bits_of(retired);
    unsigned size = retired->insn.size;
    step step = {.retired = retired, .fcsr = t->csr[NT_CSR_FCSR]};
    step.insn = nt_tandem_insn_of(bits, size, t->options.format.xlen);
    step.operand = operand_of(t, &step.insn);
    bool translated = step.insn.access != NT_TANDEM_ACCESS_NONE && translates(t, retired);
    uint64_t next = retired->next_pc;
    if (!retired->has_next && (step.insn.is_return || !leads(t, retired, &next))) {
        t->counts.absent_results++;
        return 0;
    }
    step.address = (t->x[step.insn.base] + (uint64_t)(int64_t)step.insn.offset) & t->mask;
    take_accesses(t, &step);
    if (!t->state_given && step.access != NULL) {
        step.address = step.access->address; /* the base register may not be known */
    } else if (check_access(&step, error) != 0) {
        return -1;
    }
    set_mip_aside(t, &step);
    find_csr(t, &step);
    if (step.insn.is_return && t->known[NT_CSR_MSTATUS]) {
        add_csr(&step, NT_CSR_MSTATUS);
    }
    t->counts.instructions++;
    begin(t);
    nt_tandem_put_insn(&t->group, next, next == ((retired->pc + size) & t->mask), bits, size);
    if (step.insn.gpr != 0 && has(t, NT_ACCESS_X)) {
        put_gpr(t, step.insn.gpr);
    }
    if (step.insn.writes_fpr && has(t, NT_ACCESS_F) && t->options.format.flen != 0) {
        put_fpr(t, step.insn.fpr);
    }
    put_csrs(t, &step);
    if (put_memory(t, &step, translated, error) != 0) {
        return -1;
    }
    if (step.insn.is_return) {
        nt_tandem_put_state(&t->group, NT_TANDEM_PRIVILEGE, retired->next_mode.priv);
    }
    return end(t, error) != 0 ? -1 : put_mip(t, error);
}

/* A fetch that fails has no instruction. */
static bool has_insn(const nt_retired *retired) {
    uint64_t cause = retired->trap.cause;
    return !retired->trap.interrupt && cause != 0 && cause != 1 && cause != 12 && cause != 20 &&
           retired->has_bytes && retired->insn.size <= MOST_INSN;
}

static int take_trap(nt_tandem_tracer *t, const nt_retired *retired, nt_error *error) {
    step step = {.retired = retired};
    if (!retired->has_next) {
        t->counts.absent_results++;
        return 0;
    }
    take_accesses(t, &step);
    set_mip_aside(t, &step);
    uint16_t epc = retired->next_mode.priv == S ? NT_CSR_SEPC : NT_CSR_MEPC;
    uint64_t interrupt = retired->trap.interrupt ? (t->mask >> 1) + 1 : 0;
    t->csr[epc] = retired->pc;
    t->csr[epc + 1] = interrupt | retired->trap.cause;
    t->csr[epc + 2] = retired->trap.tval;
    for (uint16_t i = 0; i < 3; i++) {
        add_csr(&step, epc + i);
    }
    if (t->stream_has[NT_CSR_MSTATUS]) {
        add_csr(&step, NT_CSR_MSTATUS);
    }
    *(retired->trap.interrupt ? &t->counts.interrupts : &t->counts.exceptions) += 1;
    begin(t);
    if (has_insn(retired)) {
        nt_tandem_put_insn(&t->group, retired->next_pc, false, bits_of(retired),
                           retired->insn.size);
    } else {
        nt_tandem_put_state(&t->group, NT_TANDEM_PC, retired->next_pc);
    }
    put_csrs(t, &step);
    nt_tandem_put_state(&t->group, NT_TANDEM_PRIVILEGE, retired->next_mode.priv);
    return end(t, error) != 0 ? -1 : put_mip(t, error);
}

/* The beginning. */

static int put_initial(nt_tandem_tracer *t, unsigned reg, uint64_t value, nt_error *error) {
    nt_tandem_field field = {.opcode = NT_TANDEM_REGISTER, .reg = (uint16_t)reg, .value = value};
    return put_alone(t, &field, error);
}

static int put_initial_registers(nt_tandem_tracer *t, const nt_retired *retired, nt_error *error) {
    int result = 0;
    for (size_t i = 0; i < retired->access_count && result == 0; i++) {
        const nt_access *access = &retired->accesses[i];
        if (access->kind == NT_ACCESS_CSR) {
            result = put_initial(t, NT_TANDEM_CSR + access->number, access->value, error);
        } else if (access->kind == NT_ACCESS_X) {
            result = put_initial(t, NT_TANDEM_GPR + access->number, access->value, error);
        } else if (access->kind == NT_ACCESS_F && t->options.format.flen != 0) {
            result =
                put_initial(t, NT_TANDEM_FPR + access->number, access->value & t->fmask, error);
        }
    }
    return result;
}

/* Is a group of the program's initialization on its way. */
typedef struct init_run {
    nt_tandem_tracer *tracer;
    nt_error *error;
} init_run;

static int take_group(void *context, const nt_tandem_group *group) {
    const init_run *run = context;
    run->tracer->counts.groups++;
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *field = &group->fields[i];
        if (field->opcode == NT_TANDEM_REQUEST &&
            nt_tandem_memory_write(&run->tracer->memory, field->address, 1U << field->size,
                                   field->value) != 0) {
            return nt_fail_as(run->error, NT_ERROR_MEMORY, "out of memory");
        }
    }
    return nt_tandem_output_group(run->tracer->output, group, run->error);
}

static int put_elf(nt_tandem_tracer *t, uint64_t pc, nt_error *error) {
    nt_tandem_elf *elf;
    if (nt_tandem_elf_open(&elf, t->options.elf, error) != 0) {
        return -1;
    }
    init_run run = {t, error};
    int result = nt_tandem_elf_init(elf, &t->options.format, pc, take_group, &run, error);
    nt_tandem_elf_close(elf);
    return result;
}

/* Reset, the program, registers, privilege; all before the first instruction. */
static int start(nt_tandem_tracer *t, const nt_retired *retired, nt_error *error) {
    bool is_state = retired->kind == NT_RETIRED_STATE;
    uint64_t pc = is_state ? retired->next_pc : retired->pc;
    t->started = true;
    nt_tandem_field privilege = {
        .opcode = NT_TANDEM_STATE, .id = NT_TANDEM_PRIVILEGE, .value = retired->mode.priv};
    nt_tandem_field at = {.opcode = NT_TANDEM_STATE, .id = NT_TANDEM_PC, .value = pc};
    int result = t->options.elf != NULL ? put_elf(t, pc, error) : put_alone(t, &at, error);
    if (result != 0 || put_alone(t, &privilege, error) != 0) {
        return -1;
    }
    if (!is_state) {
        return 0;
    }
    step step = {.retired = retired};
    t->state_given = true;
    take_accesses(t, &step);
    for (unsigned i = 0; i < sizeof t->known / sizeof t->known[0]; i++) {
        t->stream_has[i] = t->known[i];
    }
    return put_initial_registers(t, retired, error);
}

int nt_tandem_tracer_take(nt_tandem_tracer *t, const nt_retired *retired, nt_error *error) {
    if (!t->started && start(t, retired, error) != 0) {
        return -1;
    }
    switch (retired->kind) {
    case NT_RETIRED_INSN:
        return take_insn(t, retired, error);
    case NT_RETIRED_TRAP:
        return take_trap(t, retired, error);
    default:
        return 0;
    }
}

int nt_tandem_tracer_new(nt_tandem_tracer **tracer, const nt_tandem_trace_options *options,
                         nt_tandem_output *output, nt_error *error) {
    nt_tandem_tracer *t = calloc(1, sizeof *t);
    if (t == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    t->options = *options;
    t->output = output;
    t->mask = options->format.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    t->fmask = options->format.flen == 32 ? UINT32_MAX : UINT64_MAX;
    *tracer = t;
    return 0;
}

void nt_tandem_tracer_free(nt_tandem_tracer *t) {
    if (t != NULL) {
        nt_tandem_memory_free(&t->memory);
        free(t);
    }
}

const nt_tandem_trace_counts *nt_tandem_tracer_counts(const nt_tandem_tracer *t) {
    return &t->counts;
}
