/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the state after each group: all registers, every CSR that the trace or the reference
   changed, pc, privilege, and the bytes stored by either. */
#include "sim/tandem/verifier_internal.h"

#include <string.h>

static uint64_t value_of(const nt_tv_state *state, unsigned reg) {
    return reg < NT_TV_F0 ? state->user.x[reg] : state->user.f[reg - NT_TV_F0];
}

static void put_value(nt_tv_state *state, unsigned reg, uint64_t value, bool known) {
    uint64_t bit = UINT64_C(1) << reg;
    *(reg < NT_TV_F0 ? &state->user.x[reg] : &state->user.f[reg - NT_TV_F0]) = value;
    state->known = known ? state->known | bit : state->known & ~bit;
}

/* ---- registers ---- */

static void compare_register(nt_tv_verifier *v, unsigned reg) {
    const nt_tv_state *shadow = &v->shadow;
    nt_tv_state *state = &v->shell.state;
    bool in_trace = (shadow->known >> reg & 1) != 0;
    bool in_reference = (state->known >> reg & 1) != 0;
    bool set = (v->written >> reg & 1) != 0;
    bool learns = in_trace && !in_reference;
    if (set && learns && v->outcome.insn.size != 0 && v->outcome.insn.rd != reg &&
        (v->outcome.free >> reg & 1) == 0) {
        nt_tv_differ(v, (nt_tv_difference){.kind = NT_TV_REGISTER,
                                           .reg = (uint16_t)(NT_TANDEM_GPR + reg),
                                           .got = value_of(shadow, reg),
                                           .nothing_expected = true});
    }
    if ((v->outcome.free >> reg & 1) != 0 || learns) {
        v->counts.learned += set;
        put_value(state, reg, value_of(shadow, reg), in_trace);
    } else if (in_reference && (!in_trace || value_of(shadow, reg) != value_of(state, reg))) {
        nt_tv_differ(v, (nt_tv_difference){.kind = NT_TV_REGISTER,
                                           .reg = (uint16_t)(NT_TANDEM_GPR + reg),
                                           .expected = value_of(state, reg),
                                           .got = value_of(shadow, reg),
                                           .nothing_got = !in_trace});
    }
}

/* Registers that the trace lacks are the reference's own; what it could not work out, nobody knows.
 */
static void adopt_registers(nt_tv_verifier *v, unsigned first) {
    nt_tv_state *state = &v->shell.state;
    const nt_tv_insn *insn = &v->outcome.insn;
    bool decoded = insn->size != 0 && insn->class_ != NT_TV_UNKNOWN;
    uint64_t written = decoded ? UINT64_C(1) << insn->rd & ~UINT64_C(1) : ~UINT64_C(1);
    state->known &= ~(v->outcome.free & written & UINT64_C(0xffffffff) << first);
    for (unsigned reg = first; reg < first + 32; reg++) {
        put_value(&v->shadow, reg, value_of(state, reg), (state->known >> reg & 1) != 0);
    }
}

static void compare_registers(nt_tv_verifier *v) {
    const nt_tv_state *shadow = &v->shadow;
    const nt_tv_state *state = &v->shell.state;
    uint64_t doubtful = v->outcome.free | (shadow->known ^ state->known);
    if (nt_tv_is_absent(v, NT_TANDEM_ABSENT_GPR)) {
        adopt_registers(v, 0);
    } else if ((uint32_t)doubtful != 0 ||
               memcmp(shadow->user.x, state->user.x, sizeof state->user.x) != 0) {
        for (unsigned reg = 1; reg < 32; reg++) {
            compare_register(v, reg);
        }
    }
    if (!v->outcome.floats && v->written >> 32 == 0 && doubtful >> 32 == 0) {
        return;
    }
    if (nt_tv_is_absent(v, NT_TANDEM_ABSENT_FPR)) {
        adopt_registers(v, NT_TV_F0);
        return;
    }
    for (unsigned reg = NT_TV_F0; reg < 64; reg++) {
        compare_register(v, reg);
    }
}

/* ---- CSRs ---- */

static bool csr_is_absent(const nt_tv_verifier *v, uint16_t csr) {
    return nt_tv_is_absent(v, csr == NT_TV_FCSR ? NT_TANDEM_ABSENT_FCSR : NT_TANDEM_ABSENT_CSR) ||
           (nt_tv_csr_is_counter(csr) && nt_tv_is_absent(v, NT_TANDEM_ABSENT_COUNTERS));
}

/* Whether mstatus is as before, where FS should be dirty; by habit that is no difference. */
static bool lacks_fs(nt_tv_verifier *v) {
    uint64_t dirty = NT_TV_FS | UINT64_C(1) << (v->shell.xlen - 1);
    uint64_t status = v->shell.state.csr[NT_TV_MSTATUS];
    uint64_t told = v->shadow.csr[NT_TV_MSTATUS];
    bool floats = v->outcome.floats || (v->outcome.insn.code & 0x7f) == 0x73;
    bool lacks = told != status && (told | dirty) == status && (status & NT_TV_FS) == NT_TV_FS &&
                 floats && !v->outcome.trapped;
    return lacks && nt_tv_by_habit(v, NT_TV_HABIT_NO_FS);
}

/* CSRs that a trap of a hart with H writes as well. */
static bool is_of_trap(uint16_t csr) {
    return csr == 0x34a || csr == 0x34b || csr == 0x643 || csr == 0x64a || csr == 0x600;
}

/* No instruction caused it. */
static void differ_as_extra(nt_tv_verifier *v, uint16_t csr) {
    nt_tv_differ(v, (nt_tv_difference){.kind = NT_TV_REGISTER,
                                       .reg = csr,
                                       .got = v->shadow.csr[csr],
                                       .nothing_expected = true});
}

static bool is_status(uint16_t csr) {
    return csr == NT_TV_MSTATUS || csr == NT_TV_MSTATUSH || csr == NT_TV_HSTATUS ||
           csr == NT_TV_VSSTATUS;
}

static void compare_csr(nt_tv_verifier *v, uint16_t csr, uint64_t free) {
    nt_tv_state *shadow = &v->shadow;
    nt_tv_state *state = &v->shell.state;
    bool in_trace = nt_tv_csr_is_known(shadow, csr);
    bool in_reference = nt_tv_csr_is_known(state, csr);
    bool by_trap =
        is_status(csr) && v->outcome.trapped && nt_tv_is_absent(v, NT_TANDEM_ABSENT_TRAP_STATUS);
    if (by_trap || csr_is_absent(v, csr)) {
        nt_tv_csr_put(shadow, csr, state->csr[csr], in_reference);
        return;
    }
    if (free == UINT64_MAX || !in_reference) {
        v->counts.learned += in_trace && !nt_tv_csr_is_input(csr);
        nt_tv_csr_put(state, csr, shadow->csr[csr], in_trace);
        return;
    }
    v->counts.csrs++;
    if (csr == NT_TV_MSTATUS && lacks_fs(v)) {
        nt_tv_csr_put(shadow, csr, state->csr[csr], true);
        return;
    }
    if (!in_trace || ((shadow->csr[csr] ^ state->csr[csr]) & ~free) != 0) {
        bool chosen = (v->outcome.chosen_csr & 0x7ff) == (csr & 0x7ff);
        nt_tv_differ(
            v, (nt_tv_difference){.kind = NT_TV_REGISTER,
                                  .chosen_at = chosen ? v->outcome.chosen_at : 0,
                                  .reg = csr,
                                  .expected = (state->csr[csr] & ~free) | (shadow->csr[csr] & free),
                                  .got = shadow->csr[csr],
                                  .nothing_got = !in_trace});
        return;
    }
    state->csr[csr] = shadow->csr[csr];
}

static bool is_touched(const nt_tv_outcome *outcome, uint16_t csr) {
    for (size_t i = 0; i < outcome->touched_count; i++) {
        if (outcome->touched[i].csr == csr) {
            return true;
        }
    }
    return false;
}

/* Whether an update before it in the group changed the same CSR, by another view. */
static bool is_again(const nt_tv_verifier *v, size_t undo) {
    for (size_t i = 0; i < undo; i++) {
        if (v->undo[i].reg == v->undo[undo].reg) {
            return true;
        }
    }
    return false;
}

/* A first read tells what a CSR holds: it is no update. */
static void learn_csr(nt_tv_verifier *v, uint16_t csr) {
    const nt_tv_state *state = &v->shell.state;
    nt_tv_csr_put(&v->shadow, csr, state->csr[csr], true);
    v->counts.learned += !csr_is_absent(v, csr);
}

/* CSRs that instructions of floating point and vectors write. */
static bool is_of_floats(uint16_t csr) {
    enum { VSTART = 0x008, VL = 0xc20, VTYPE = 0xc21, SSP = 0x011 };
    return csr == NT_TV_FCSR || csr == NT_TV_VCSR || csr == VSTART || csr == VL || csr == VTYPE ||
           csr == SSP;
}

/* VS may become dirty at any time (V 1.0, 3.2). */
static uint64_t dirty_at_any_time(const nt_tv_verifier *v, uint16_t csr) {
    uint64_t old = v->shell.state.csr[csr];
    bool dirty = (v->shadow.csr[csr] & NT_TV_VS) == NT_TV_VS && (old & NT_TV_VS) != 0;
    bool status = csr == NT_TV_MSTATUS || csr == NT_TV_VSSTATUS;
    return status && dirty ? NT_TV_VS | UINT64_C(1) << (v->shell.xlen - 1) : 0;
}

/* Bits of a trigger that change by themselves: that it matched, and how often it may yet (Debug
   Specification 1.0, 5.7). */
static uint64_t bits_of_trigger(const nt_tv_verifier *v) {
    enum { MCONTROL = 2, ICOUNT, ITRIGGER, ETRIGGER, MCONTROL6, EXTERNAL, TYPE_BITS = 4 };
    unsigned xlen = v->shell.xlen;
    switch (v->shell.state.csr[NT_TV_TDATA1] >> (xlen - TYPE_BITS)) {
    case MCONTROL:
        return 1 << 20;
    case ICOUNT:
        return 1 << 26 | 1 << 24 | 0x3fff << 10;
    case MCONTROL6:
        return 1 << 25 | 1 << 22;
    case ITRIGGER:
    case ETRIGGER:
    case EXTERNAL:
        return UINT64_C(1) << (xlen - 6);
    default:
        return 0;
    }
}

/* Bits that change without an instruction: of counters that overflow (Sscofpmf), of triggers. */
static uint64_t changing_bits(const nt_tv_verifier *v, uint16_t csr) {
    enum { EVENT = 0x323, EVENTH = 0x723, EVENTS = 29 };
    if (csr == NT_TV_TDATA1) {
        return bits_of_trigger(v);
    }
    bool event = csr >= EVENT && csr < EVENT + EVENTS && v->shell.xlen == 64;
    bool upper = csr >= EVENTH && csr < EVENTH + EVENTS && v->shell.xlen == 32;
    return event || upper ? UINT64_C(1) << (v->shell.xlen - 1) : 0;
}

static void compare_untouched(nt_tv_verifier *v, uint16_t csr, bool input) {
    enum { TRAP_BITS = 1 << 10 | 1 << 9 | 3 << 6 }; /* MDT, MPELP, MPV, GVA */
    const nt_tv_outcome *outcome = &v->outcome;
    bool executed = outcome->insn.size != 0 || outcome->trapped;
    bool known = nt_tv_csr_is_known(&v->shell.state, csr);
    bool upper = csr == NT_TV_MSTATUSH && outcome->trapped && v->shell.xlen == 32;
    bool of_trap = outcome->trapped && is_of_trap(csr);
    bool floats = outcome->float_csrs && is_of_floats(csr);
    bool free = (outcome->all_free && (!outcome->no_csrs || floats)) || input || of_trap ||
                (upper && !known);
    if (!free && executed && !known && !csr_is_absent(v, csr)) {
        differ_as_extra(v, csr);
        nt_tv_csr_put(&v->shell.state, csr, v->shadow.csr[csr], true);
        return;
    }
    uint64_t own = (upper ? TRAP_BITS : 0) | dirty_at_any_time(v, csr) | changing_bits(v, csr);
    compare_csr(v, csr, free ? UINT64_MAX : own);
}

/* Bits that a CSR does not have, and interrupts that cannot be taken. */
static void compare_impossible(nt_tv_verifier *v) {
    const nt_tv_outcome *outcome = &v->outcome;
    bool absent = v->outside >= NT_TANDEM_GPR ? nt_tv_is_absent(v, NT_TANDEM_ABSENT_GPR)
                                              : csr_is_absent(v, v->outside);
    if (v->outside != 0 && !absent) {
        nt_tv_differ(v, (nt_tv_difference){.kind = NT_TV_OUTSIDE,
                                           .reg = v->outside,
                                           .expected = v->outside_value & v->outside_mask,
                                           .got = v->outside_value,
                                           .why = v->outside >= NT_TANDEM_GPR
                                                      ? "x0 is 0"
                                                      : "bits that it does not show"});
    }
    if (outcome->forbids != NULL) {
        nt_tv_differ(v, (nt_tv_difference){.kind = NT_TV_INTERRUPT,
                                           .got = outcome->interrupt,
                                           .nothing_expected = true,
                                           .why = outcome->forbids});
    }
}

/* Bits that were written to a CSR of which nobody knows the others. */
static void compare_part(nt_tv_verifier *v) {
    const nt_tv_csr_part *part = &v->outcome.part;
    uint64_t mask = part->mask & v->pieces;
    if (!v->outcome.part_written || v->pieces_of != part->csr || csr_is_absent(v, part->csr)) {
        return;
    }
    v->counts.csrs++;
    if (((v->told ^ part->value) & mask) != 0) {
        nt_tv_differ(v, (nt_tv_difference){.kind = NT_TV_OUTSIDE,
                                           .reg = part->csr,
                                           .expected = part->value & mask,
                                           .got = v->told & mask,
                                           .why = "of what its view shows"});
    }
}

/* What a trap tells the hypervisor is the hart's; a trace that does not have it leaves it unknown.
 */
static void forget_of_trap(nt_tv_verifier *v) {
    static const uint16_t told[] = {0x34a, 0x34b, 0x643, 0x64a};
    bool absent = nt_tv_is_absent(v, NT_TANDEM_ABSENT_TRAP_STATUS);
    for (unsigned i = 0; absent && v->outcome.trapped && i < sizeof told / sizeof told[0]; i++) {
        nt_tv_csr_put(&v->shell.state, told[i], 0, false);
        nt_tv_csr_put(&v->shadow, told[i], 0, false);
    }
}

/* Another trigger was selected: what tdata1 to tdata3 and tinfo show is of that one. */
static void forget_trigger(nt_tv_verifier *v) {
    enum { TSELECT = 0x7a0, LAST = 0x7a4 };
    for (uint16_t csr = TSELECT + 1; csr <= LAST && is_touched(&v->outcome, TSELECT); csr++) {
        nt_tv_csr_put(&v->shell.state, csr, 0, false);
        nt_tv_csr_put(&v->shadow, csr, 0, false);
    }
}

static void compare_csrs(nt_tv_verifier *v) {
    const nt_tv_outcome *outcome = &v->outcome;
    forget_of_trap(v);
    forget_trigger(v);
    for (size_t i = 0; i < outcome->touched_count; i++) {
        const nt_tv_touched *touched = &outcome->touched[i];
        if (touched->read && !nt_tv_csr_is_known(&v->shadow, touched->csr)) {
            learn_csr(v, touched->csr);
        } else {
            compare_csr(v, touched->csr, touched->free);
        }
    }
    for (size_t i = 0; i < v->undos; i++) {
        uint16_t csr = v->undo[i].reg;
        bool input = nt_tv_csr_is_input(csr);
        if (!is_touched(outcome, csr) && !is_again(v, i)) {
            v->counts.inputs += input;
            compare_untouched(v, csr, input);
        }
    }
}

/* ---- pc and privilege ---- */

static void compare_pc(nt_tv_verifier *v) {
    nt_tv_state *shadow = &v->shadow;
    nt_tv_state *state = &v->shell.state;
    if (v->outcome.pc_free || !shadow->pc_known || !state->pc_known) {
        bool given = v->group.has_pc || v->group.increment;
        state->user.pc = shadow->user.pc;
        shadow->pc_known = shadow->pc_known && given;
        state->pc_known = shadow->pc_known;
        return;
    }
    if (nt_tv_is_absent(v, NT_TANDEM_ABSENT_PC)) {
        shadow->user.pc = state->user.pc;
        return;
    }
    v->counts.pcs++;
    if (shadow->user.pc != state->user.pc) {
        nt_tv_differ(v, (nt_tv_difference){
                            .kind = NT_TV_PC, .expected = state->user.pc, .got = shadow->user.pc});
    }
}

static void compare_privilege(nt_tv_verifier *v) {
    nt_tv_state *state = &v->shell.state;
    nt_tv_class class_ = (nt_tv_class)v->outcome.insn.class_;
    bool hidden = (class_ == NT_TV_MRET || class_ == NT_TV_SRET) && !v->group.has_privilege &&
                  nt_tv_is_absent(v, NT_TANDEM_ABSENT_TRAP_STATUS) && !v->outcome.privilege_free;
    if (hidden || nt_tv_is_absent(v, NT_TANDEM_ABSENT_PRIVILEGE)) {
        v->shadow.privilege = state->privilege;
    } else if (v->outcome.privilege_free) {
        state->privilege = v->shadow.privilege;
    } else {
        v->counts.privileges += v->group.has_privilege || v->privilege_before != state->privilege;
        if (v->shadow.privilege != state->privilege) {
            nt_tv_differ(v, (nt_tv_difference){.kind = NT_TV_PRIVILEGE,
                                               .expected = state->privilege,
                                               .got = v->shadow.privilege});
        }
    }
}

/* ---- instruction ---- */

static void compare_insn(nt_tv_verifier *v) {
    const nt_tv_outcome *outcome = &v->outcome;
    const nt_verify_group *group = &v->group;
    if (!outcome->code_known) {
        return;
    }
    v->counts.insns++;
    if (group->insn_size != outcome->insn.size || group->insn != outcome->code) {
        nt_tv_differ(v, (nt_tv_difference){.kind = NT_TV_INSN,
                                           .expected = outcome->code,
                                           .got = group->insn,
                                           .nothing_got = group->insn_size == 0});
    }
}

static void count_registers(nt_tv_verifier *v) {
    uint64_t compared = v->written & ~v->outcome.free;
    compared &= nt_tv_is_absent(v, NT_TANDEM_ABSENT_GPR) ? ~(uint64_t)UINT32_MAX : UINT64_MAX;
    compared &= nt_tv_is_absent(v, NT_TANDEM_ABSENT_FPR) ? UINT32_MAX : UINT64_MAX;
    v->counts.registers += (uint64_t)__builtin_popcountll(compared);
}

void nt_tv_step_compare(nt_tv_verifier *v, bool count) {
    nt_tv_counts counts = v->counts;
    nt_tv_habit_count habits[NT_TV_HABITS];
    memcpy(habits, v->habits, sizeof habits);
    v->report.count = 0;
    compare_insn(v);
    compare_registers(v);
    compare_csrs(v);
    compare_part(v);
    compare_impossible(v);
    compare_pc(v);
    compare_privilege(v);
    nt_tv_compare_memory(v);
    nt_tv_waive(v, count);
    if (count) {
        nt_tv_note_eaddr(v);
        count_registers(v);
    } else {
        v->counts = counts;
        memcpy(v->habits, habits, sizeof habits);
    }
}

/* ---- groups without an instruction ---- */

void nt_tv_idle_compare(nt_tv_verifier *v) {
    memset(&v->outcome, 0, sizeof v->outcome);
    v->stores.count = 0;
    v->report.count = 0;
    compare_registers(v);
    compare_csrs(v);
    compare_impossible(v);
    compare_pc(v);
    compare_privilege(v);
}
