/* SPDX-License-Identifier: Apache-2.0 */
/* Takes registers, and tells apart what instructions and what traps have written. */
#include "sim/record/recorder_internal.h"
#include "sim/record/status.h"

enum {
    CSR_FCSR = 3,
    CSR_SSTATUS_TRAPS = 0x140, /* sepc 0x141, scause 0x142, stval 0x143; of M 0x341 and so on */
    CSR_MSTATUS_TRAPS = 0x340,
    CSR_MSTATUS = 0x300,
    CSR_MEDELEG = 0x302,
    CSR_MIDELEG = 0x303,
};

static uint64_t *register_of(nt_recorder_state *s, const nt_log_register *one) {
    return one->kind == NT_ACCESS_X   ? &s->x[one->number]
           : one->kind == NT_ACCESS_F ? &s->f[one->number]
                                      : &s->csr[one->number];
}

/* Writes a register if that changes it, for the last instruction or trap. */
static int write_register(nt_recorder *r, nt_recorder_hart *h, const nt_log_register *one,
                          nt_error *error) {
    uint64_t *known = register_of(&h->state, one);
    if (h->state.known && *known == one->value) {
        return 0;
    }
    *known = one->value;
    r->counts.registers++;
    nt_access access = {.kind = one->kind,
                        .number = one->number,
                        .size = one->size,
                        .has_value = true,
                        .value = one->value};
    return nt_recorder_flush_run(r, h, error) < 0 ? -1
                                                  : nt_recorder_emit_access(r, h, &access, error);
}

/* What changed since the last time is what the last instruction or trap has written; the first
   time it is how the hart starts. */
static int take_register(nt_recorder *r, nt_recorder_hart *h, const nt_log_register *one,
                         nt_error *error) {
    nt_recorder_waiting *w = &h->waiting;
    bool is_zero = one->kind == NT_ACCESS_X && one->number == 0;
    r->registers++;
    if (is_zero || (h->state.known && *register_of(&h->state, one) == one->value)) {
        return 0;
    }
    if (w->changes == NT_RECORDER_CHANGES) {
        return nt_recorder_fail(r, error, "more registers than a hart has");
    }
    w->change[w->changes++] = *one;
    return 0;
}

int nt_recorder_take_fcsr(nt_recorder *r, nt_recorder_hart *h, uint64_t pc, nt_error *error) {
    if (r->options.fcsr == NULL) {
        return 0;
    }
    nt_log_register one = {
        .kind = NT_ACCESS_CSR, .number = CSR_FCSR, .size = (uint16_t)(r->options.xlen / 8)};
    bool again = h->again;
    h->again = false;
    return r->options.fcsr(r->options.fcsr_context, pc, again, &one.value, error) != 0
               ? -1
               : take_register(r, h, &one, error);
}

int nt_recorder_take_state(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    if (r->shown == NULL) {
        return nt_recorder_fail(r, error, "registers where none are expected");
    }
    for (unsigned i = 0; i < line->state.count; i++) {
        const nt_log_register *one = &line->state.registers[i];
        if (one->kind != NT_ACCESS_F && 8U * one->size != r->options.xlen) {
            return nt_recorder_fail(r, error, "a register of another size than --xlen");
        }
        if (take_register(r, r->shown, one, error) < 0) {
            return -1;
        }
    }
    return 0;
}

/* The log had a register so since the last time. */
static uint64_t value_now(const nt_recorder_hart *h, uint16_t csr) {
    for (unsigned i = 0; i < h->waiting.changes; i++) {
        const nt_log_register *one = &h->waiting.change[i];
        if (one->kind == NT_ACCESS_CSR && one->number == csr) {
            return one->value;
        }
    }
    return h->state.csr[csr];
}

static int write_csr(nt_recorder *r, nt_recorder_hart *h, uint16_t csr, uint64_t value,
                     nt_error *error) {
    nt_log_register one = {.kind = NT_ACCESS_CSR,
                           .number = csr,
                           .size = (uint16_t)(r->options.xlen / 8),
                           .value = value};
    return write_register(r, h, &one, error);
}

/* Whether traps write the register, and not, as far as can be told, the instruction before. */
static bool is_of_traps(const nt_log_register *one) {
    static const uint16_t csrs[] = {0x141, 0x142, 0x143, 0x300, 0x341,
                                    0x342, 0x343, 0x34b, 0x600, 0x643};
    for (size_t i = 0; i < sizeof csrs / sizeof csrs[0] && one->kind == NT_ACCESS_CSR; i++) {
        if (csrs[i] == one->number) {
            return true;
        }
    }
    return false;
}

/* Those that are written already are changes no more. */
static int write_changes(nt_recorder *r, nt_recorder_hart *h, bool of_traps, nt_error *error) {
    for (unsigned i = 0; i < h->waiting.changes; i++) {
        const nt_log_register *one = &h->waiting.change[i];
        if ((of_traps || !is_of_traps(one)) && write_register(r, h, one, error) < 0) {
            return -1;
        }
    }
    return 0;
}

/* A trap and what it writes, in the mode that `status` has before. */
static int emit_trap(nt_recorder *r, nt_recorder_hart *h, nt_status *status, const nt_event *event,
                     nt_error *error) {
    const uint64_t cause = event->trap.cause;
    bool interrupt = event->trap.interrupt;
    if (nt_recorder_set_mode(r, h, status->priv, error) < 0 ||
        nt_recorder_flush_run(r, h, error) < 0 || nt_recorder_emit(r, event, error) < 0) {
        return -1;
    }
    bool to_s = nt_status_trap(status, cause, value_now(h, interrupt ? CSR_MIDELEG : CSR_MEDELEG));
    uint16_t base = to_s ? CSR_SSTATUS_TRAPS : CSR_MSTATUS_TRAPS;
    uint64_t bit = interrupt ? UINT64_C(1) << (r->options.xlen - 1) : 0;
    return write_csr(r, h, base + 1, event->trap.epc, error) < 0 ||
                   write_csr(r, h, base + 2, cause | bit, error) < 0 ||
                   write_csr(r, h, base + 3, event->trap.tval, error) < 0 ||
                   write_csr(r, h, CSR_MSTATUS, status->mstatus, error) < 0
               ? -1
               : 0;
}

/* Tells apart what the instruction before the traps has written, and what each of them. Of
   mstatus that is not in the log, but follows. */
static int settle_traps(nt_recorder *r, nt_recorder_hart *h, nt_error *error) {
    nt_recorder_waiting *w = &h->waiting;
    const uint64_t bits = NT_STATUS_TRAP_BITS;
    uint64_t now = value_now(h, CSR_MSTATUS);
    nt_status status = {.mstatus = (now & ~bits) | (h->state.csr[CSR_MSTATUS] & bits),
                        .priv = h->priv};
    nt_status_run(&status, w->insn, h->state.x);
    if (write_changes(r, h, false, error) < 0 ||
        write_csr(r, h, CSR_MSTATUS, status.mstatus, error) < 0) {
        return -1;
    }
    for (unsigned i = 0; i < w->traps; i++) {
        if (emit_trap(r, h, &status, &w->trap[i], error) < 0) {
            return -1;
        }
    }
    if (status.mstatus != now) {
        return nt_recorder_fail(
            r, error, "mstatus does not follow from the instruction and the traps before");
    }
    return 0;
}

int nt_recorder_end_traps(nt_recorder *r, nt_recorder_hart *h, nt_error *error) {
    nt_recorder_waiting *w = &h->waiting;
    int result = 0;
    for (unsigned i = 0; i < w->traps && result == 0; i++) {
        result = nt_recorder_emit(r, &w->trap[i], error);
    }
    w->traps = 0;
    return result;
}

int nt_recorder_end_state(nt_recorder *r, nt_error *error) {
    nt_recorder_hart *h = r->shown;
    if (h == NULL) {
        return 0;
    }
    r->shown = NULL;
    if (r->registers == 0) {
        return nt_recorder_fail(r, error, "the log has no registers");
    }
    nt_recorder_waiting *w = &h->waiting;
    int result = w->traps == 0    ? 0
                 : h->state.known ? settle_traps(r, h, error)
                                  : nt_recorder_end_traps(r, h, error);
    result = result < 0 ? -1 : write_changes(r, h, true, error);
    h->state.known = true;
    w->changes = 0;
    w->traps = 0;
    return result < 0 ? -1 : nt_recorder_begin(r, h, error);
}
