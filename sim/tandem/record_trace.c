/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/record_trace.h"

#include "sim/tandem/elf_init.h"
#include "sim/tandem/record_step.h"

#include <inttypes.h>
#include <stdlib.h>

enum { S = 1, MOST_INSN = 4 };

static void put_gpr(nt_tandem_tracer *t, unsigned reg) {
    if ((t->unknown_x >> reg & 1) != 0) {
        t->counts.absent_values++;
        return;
    }
    nt_tandem_put_register(&t->group, NT_TANDEM_GPR + reg, t->x[reg]);
    t->counts.registers++;
}

static void put_fpr(nt_tandem_tracer *t, unsigned reg) {
    if ((t->unknown_f >> reg & 1) != 0) {
        t->counts.absent_values++;
        return;
    }
    nt_tandem_put_register(&t->group, NT_TANDEM_FPR + reg, t->f[reg] & t->fmask);
    t->counts.registers++;
}

/* What the stream says. */

/* A register's value: where it is not known, nothing is to be made of it. */
static void take_value(uint64_t *value, uint32_t *unknown, const nt_access *access) {
    const uint32_t bit = UINT32_C(1) << access->number % 32;
    *value = access->value;
    *unknown = access->has_value ? *unknown & ~bit : *unknown | bit;
}

/* MPV and SPV; a return reads them before. */
static void note_guest_csr(nt_tandem_tracer *t, uint16_t csr) {
    enum { MSTATUSH = 0x310, HSTATUS = 0x600, SPV = 7, MOVED = 32 };
    bool wide = t->options.format.xlen == 64;
    if (csr == HSTATUS) {
        t->spv = (t->csr[csr] >> SPV & 1) != 0;
    } else if (csr == (wide ? NT_CSR_MSTATUS : MSTATUSH)) {
        t->mpv = (t->csr[csr] >> (wide ? SPV + MOVED : SPV) & 1) != 0;
    }
}

/* mret and sret; `mpv` and `spv`: before. */
static void note_guest_return(nt_tandem_tracer *t, const nt_retired *retired, bool mpv, bool spv) {
    enum { M = 3 };
    if (retired->mode.priv == M) {
        t->guest = mpv && retired->next_mode.priv != M;
    } else if (!t->guest) {
        t->guest = spv;
    }
}

static void take_access(nt_tandem_tracer *t, nt_tandem_step *step, const nt_access *access) {
    switch (access->kind) {
    case NT_ACCESS_X:
        take_value(&t->x[access->number], &t->unknown_x, access);
        break;
    case NT_ACCESS_F:
        take_value(&t->f[access->number], &t->unknown_f, access);
        break;
    case NT_ACCESS_CSR: {
        uint16_t csr = nt_csr_whole(access->number);
        if (csr == access->number && !access->has_value) {
            t->known[csr] = false;
            t->counts.absent_csrs++;
        } else if (csr == access->number) {
            t->csr[csr] = access->value;
            t->known[csr] = true;
            nt_tandem_add_csr(step, csr);
            note_guest_csr(t, csr);
        }
        break;
    }
    case NT_ACCESS_LOAD:
    case NT_ACCESS_STORE:
        if (access->kind == NT_ACCESS_STORE && access->has_value) {
            step->store = access;
        }
        step->access = step->access == NULL ? access : step->access;
        step->address_unknown = step->access->address_unknown;
        break;
    default:
        break;
    }
}

static void take_accesses(nt_tandem_tracer *t, nt_tandem_step *step) {
    for (size_t i = 0; i < step->retired->access_count; i++) {
        take_access(t, step, &step->retired->accesses[i]);
    }
}

/* Registers that the stream has of instructions that nobody decodes here: of vectors, hlv, custom
   ones. */
static void find_registers(nt_tandem_step *step) {
    for (size_t i = 0; i < step->retired->access_count; i++) {
        const nt_access *access = &step->retired->accesses[i];
        if (access->kind == NT_ACCESS_X && step->insn.gpr == 0 && !step->insn.writes_fpr) {
            step->insn.gpr = (uint8_t)access->number;
        } else if (access->kind == NT_ACCESS_F && step->insn.gpr == 0) {
            step->insn.fpr = (uint8_t)access->number;
            step->insn.writes_fpr = true;
        }
    }
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
static int check_access(const nt_tandem_step *step, nt_error *error) {
    const nt_access *access = step->access;
    if (access == NULL || step->address_unknown ||
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
    nt_tandem_step step = {.retired = retired, .fcsr = t->csr[NT_CSR_FCSR]};
    step.insn = nt_tandem_insn_of(bits, size, t->options.format.xlen);
    step.operand = operand_of(t, &step.insn);
    step.operand_unknown = !step.insn.source_is_fpr && (t->unknown_x >> step.insn.source & 1) != 0;
    bool translated = step.insn.access != NT_TANDEM_ACCESS_NONE && nt_tandem_translates(t, retired);
    uint64_t next = retired->next_pc;
    if (!retired->has_next && (step.insn.is_return || !leads(t, retired, &next))) {
        t->counts.absent_results++;
        return 0;
    }
    bool mpv = t->mpv;
    bool spv = t->spv;
    step.address = (t->x[step.insn.base] + (uint64_t)(int64_t)step.insn.offset) & t->mask;
    take_accesses(t, &step);
    if (!t->state_given && step.access != NULL) {
        step.address = step.access->address; /* the base register may not be known */
    } else if (check_access(&step, error) != 0) {
        return -1;
    }
    if (step.insn.gpr == 0 && !step.insn.writes_fpr) {
        find_registers(&step);
    }
    nt_tandem_take_hvip(t, &step);
    nt_tandem_set_mip_aside(t, &step);
    nt_tandem_find_csr(t, &step);
    if (step.insn.is_return && t->known[NT_CSR_MSTATUS] && !t->guest) {
        nt_tandem_add_csr(&step, NT_CSR_MSTATUS);
    }
    if (step.insn.is_return) {
        note_guest_return(t, retired, mpv, spv);
    }
    t->counts.instructions++;
    nt_tandem_begin_group(t);
    nt_tandem_put_insn(&t->group, next, next == ((retired->pc + size) & t->mask), bits, size);
    if (step.insn.gpr != 0 && nt_tandem_stream_has(t, NT_ACCESS_X)) {
        put_gpr(t, step.insn.gpr);
    }
    if (step.insn.writes_fpr && nt_tandem_stream_has(t, NT_ACCESS_F) &&
        t->options.format.flen != 0) {
        put_fpr(t, step.insn.fpr);
    }
    nt_tandem_put_csrs(t, &step);
    if (nt_tandem_put_memory(t, &step, translated, error) != 0) {
        return -1;
    }
    /* Spike's log shows the mode by the next instruction that retires, which may be a handler's */
    bool shown = !nt_tandem_trace_lacks(t, NT_TANDEM_ABSENT_TRAP_STATUS) ||
                 retired->next_mode.priv != retired->mode.priv;
    if (step.insn.is_return && shown) {
        nt_tandem_put_state(&t->group, NT_TANDEM_PRIVILEGE, retired->next_mode.priv);
    }
    return nt_tandem_end_group(t, error) != 0 ? -1 : nt_tandem_put_mip(t, error);
}

/* A fetch that fails has no instruction. */
static bool has_insn(const nt_retired *retired) {
    uint64_t cause = retired->trap.cause;
    if (retired->trap.cause_unknown) {
        return false;
    }
    return !retired->trap.interrupt && cause != 1 && cause != 12 && cause != 20 &&
           retired->has_bytes && retired->insn.size <= MOST_INSN;
}

/* Spike's log shows it by the handler's first instruction; where that did not retire, delegation
   tells it. */
static uint8_t mode_of_handler(const nt_tandem_tracer *t, const nt_retired *retired) {
    enum { MEDELEG = 0x302, MIDELEG = 0x303, M = 3 };
    uint8_t before = retired->mode.priv;
    uint8_t after = retired->next_mode.priv;
    uint16_t delegation = retired->trap.interrupt ? MIDELEG : MEDELEG;
    uint64_t cause = retired->trap.cause;
    if (!nt_tandem_trace_lacks(t, NT_TANDEM_ABSENT_TRAP_STATUS) || after == M ||
        (after == S && before != S)) {
        return after;
    }
    bool to_s = t->known[delegation] && cause < 64 && (t->csr[delegation] >> cause & 1) != 0;
    bool of_guest =
        retired->trap.interrupt && t->guest && (cause == 2 || cause == 6 || cause == 10);
    return before != M && (to_s || of_guest) ? S : M;
}

/* Whether the guest handles the trap itself. */
static bool is_guests_own(const nt_tandem_tracer *t, const nt_retired *retired, uint8_t mode) {
    enum { HEDELEG = 0x602, HIDELEG = 0x603 };
    uint16_t delegation = retired->trap.interrupt ? HIDELEG : HEDELEG;
    uint64_t cause = retired->trap.cause;
    return t->guest && mode == S && t->known[delegation] && cause < 64 &&
           (t->csr[delegation] >> cause & 1) != 0;
}

/* Where V goes with a trap. */
static void leave_guest(nt_tandem_tracer *t, uint8_t mode) {
    *(mode == S ? &t->spv : &t->mpv) = t->guest;
    t->guest = false;
}

static int take_trap(nt_tandem_tracer *t, const nt_retired *retired, nt_error *error) {
    nt_tandem_step step = {.retired = retired};
    if (!retired->has_next) {
        t->counts.absent_results++;
        return 0;
    }
    take_accesses(t, &step);
    nt_tandem_set_mip_aside(t, &step);
    uint8_t mode = mode_of_handler(t, retired);
    bool own = is_guests_own(t, retired, mode);
    uint16_t epc = own ? NT_CSR_VSEPC : mode == S ? NT_CSR_SEPC : NT_CSR_MEPC;
    uint64_t interrupt = retired->trap.interrupt ? (t->mask >> 1) + 1 : 0;
    const bool known[] = {true, !retired->trap.cause_unknown, !retired->trap.tval_unknown};
    t->csr[epc] = retired->pc;
    /* interrupts of a guest have the numbers of S there */
    t->csr[epc + 1] = interrupt | (retired->trap.cause - (own && interrupt != 0));
    if (!own) {
        leave_guest(t, mode);
    }
    t->csr[epc + 2] = retired->trap.tval;
    for (uint16_t i = 0; i < 3; i++) {
        if (known[i]) {
            nt_tandem_add_csr(&step, epc + i);
        } else {
            t->counts.absent_csrs++;
        }
    }
    if (t->stream_has[NT_CSR_MSTATUS] && !nt_tandem_trace_lacks(t, NT_TANDEM_ABSENT_TRAP_STATUS)) {
        nt_tandem_add_csr(&step, NT_CSR_MSTATUS);
    }
    *(retired->trap.interrupt ? &t->counts.interrupts : &t->counts.exceptions) += 1;
    nt_tandem_begin_group(t);
    if (has_insn(retired)) {
        nt_tandem_put_insn(&t->group, retired->next_pc, false, bits_of(retired),
                           retired->insn.size);
    } else {
        nt_tandem_put_state(&t->group, NT_TANDEM_PC, retired->next_pc);
    }
    nt_tandem_put_csrs(t, &step);
    nt_tandem_put_state(&t->group, NT_TANDEM_PRIVILEGE, mode);
    return nt_tandem_end_group(t, error) != 0 ? -1 : nt_tandem_put_mip(t, error);
}

/* The beginning. */

static int put_initial(nt_tandem_tracer *t, unsigned reg, uint64_t value, nt_error *error) {
    nt_tandem_field field = {.opcode = NT_TANDEM_REGISTER, .reg = (uint16_t)reg, .value = value};
    return nt_tandem_put_alone(t, &field, error);
}

static int put_initial_registers(nt_tandem_tracer *t, const nt_retired *retired, nt_error *error) {
    int result = 0;
    for (size_t i = 0; i < retired->access_count && result == 0; i++) {
        const nt_access *access = &retired->accesses[i];
        if (access->kind == NT_ACCESS_CSR && access->has_value) {
            result = put_initial(t, NT_TANDEM_CSR + access->number, access->value, error);
        } else if (access->kind == NT_ACCESS_X && access->has_value) {
            result = put_initial(t, NT_TANDEM_GPR + access->number, access->value, error);
        } else if (access->kind == NT_ACCESS_F && access->has_value &&
                   t->options.format.flen != 0) {
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
    int result =
        t->options.elf != NULL ? put_elf(t, pc, error) : nt_tandem_put_alone(t, &at, error);
    if (result != 0 || nt_tandem_put_alone(t, &privilege, error) != 0) {
        return -1;
    }
    if (!is_state) {
        return 0;
    }
    nt_tandem_step step = {.retired = retired};
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
