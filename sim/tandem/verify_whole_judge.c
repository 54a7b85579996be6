/* SPDX-License-Identifier: Apache-2.0 */
/* What a whole hart did is judged by the shell, as a trace. */
#include "sim/tandem/verify_whole_internal.h"

#include <string.h>

bool nt_tv_whole_shares(unsigned csr) {
    bool counter = (csr >= 0xb00 && csr < 0xb9f) || (csr >= 0x320 && csr < 0x340);
    bool protection = (csr >= 0x3a0 && csr < 0x3f0) || csr == 0x747 || csr == 0x757;
    bool pending = csr == 0x645; /* hvip, of mip */
    bool debug = (csr >= 0x7a0 && csr < 0x7c0) || csr == 0x5a8;
    return !counter && !protection && !pending && !debug && csr >> 10 != 3 &&
           !nt_tv_csr_is_input((uint16_t)csr);
}

static void differ(nt_tv_whole *w, nt_tv_difference difference) {
    if (w->count < NT_TV_DIFFERENCES) {
        w->differences[w->count++] = difference;
    }
}

static uint64_t register_of(const nt_tv_state *state, unsigned reg) {
    return reg < NT_TV_F0 ? state->user.x[reg] : state->user.f[reg - NT_TV_F0];
}

static void judge_registers(nt_tv_whole *w) {
    const nt_tv_state *state = &w->shell.state;
    unsigned end = w->outcome.floats ? 64 : 32;
    for (unsigned reg = 1; reg < end; reg++) {
        bool free = (w->outcome.free >> reg & 1) != 0 || (state->known >> reg & 1) == 0;
        if (!free && register_of(state, reg) != register_of(&w->after, reg)) {
            differ(w, (nt_tv_difference){.kind = NT_TV_REGISTER,
                                         .reg = (uint16_t)(NT_TANDEM_GPR + reg),
                                         .expected = register_of(&w->after, reg)});
        }
    }
}

static void judge_csr(nt_tv_whole *w, uint16_t csr, uint64_t free) {
    const nt_tv_state *state = &w->shell.state;
    bool lacks = (w->lacking[csr / 64] >> csr % 64 & 1) != 0;
    if (!lacks && nt_tv_csr_is_known(state, csr) && nt_tv_csr_is_known(&w->after, csr) &&
        ((state->csr[csr] ^ w->after.csr[csr]) & ~free) != 0) {
        differ(w, (nt_tv_difference){
                      .kind = NT_TV_REGISTER, .reg = csr, .expected = w->after.csr[csr]});
    }
}

static bool is_touched(const nt_tv_whole *w, uint16_t csr) {
    for (size_t i = 0; i < w->outcome.touched_count; i++) {
        if (w->outcome.touched[i].csr == csr) {
            return true;
        }
    }
    return false;
}

/* Where misa changes, so does what others show. */
static void judge_csrs(nt_tv_whole *w) {
    for (size_t i = 0; i < w->outcome.touched_count; i++) {
        const nt_tv_touched *touched = &w->outcome.touched[i];
        if (nt_tv_whole_shares(touched->csr)) {
            judge_csr(w, touched->csr, touched->free);
        }
    }
    for (size_t i = 0; i < w->changes && !is_touched(w, NT_TV_MISA); i++) {
        if (!is_touched(w, w->changed[i])) {
            judge_csr(w, w->changed[i], 0);
        }
    }
}

static void judge_memory(nt_tv_whole *w) {
    const nt_tv_outcome *outcome = &w->outcome;
    const nt_reference_event *event = &w->event;
    if (!outcome->accessed || outcome->hidden || outcome->address_free || outcome->trapped) {
        return;
    }
    uint64_t mask = nt_tv_size_mask(outcome->width);
    if (event->address != outcome->place) {
        differ(w, (nt_tv_difference){.kind = NT_TV_PADDR, .expected = event->address});
    } else if (outcome->stored && !outcome->data_free &&
               (!event->stored || ((event->data ^ outcome->data) & mask) != 0)) {
        differ(w, (nt_tv_difference){.kind = NT_TV_STORE_DATA, .expected = event->data & mask});
    }
}

static void judge(nt_tv_verifier *v) {
    nt_tv_whole *w = v->whole;
    const nt_tv_outcome *outcome = &w->outcome;
    const nt_tv_state *state = &w->shell.state;
    if (outcome->all_free ||
        (outcome->reason != NT_TV_VERIFIED && outcome->reason != NT_TV_DEVICE)) {
        return;
    }
    v->counts.wholes++;
    judge_registers(w);
    judge_csrs(w);
    judge_memory(w);
    if (!outcome->pc_free && state->user.pc != w->after.user.pc) {
        differ(w, (nt_tv_difference){.kind = NT_TV_PC, .expected = w->after.user.pc});
    }
    if (!outcome->privilege_free && state->privilege != w->after.privilege) {
        differ(w, (nt_tv_difference){.kind = NT_TV_PRIVILEGE, .expected = w->after.privilege});
    }
}

/* The trace has an interrupt that the hart does not take: it executed the instruction. */
static void judge_interrupt(nt_tv_whole *w) {
    const nt_reference_event *event = &w->event;
    bool enabled = event->cause < 64 && (w->held[NT_TV_MIE] >> event->cause & 1) != 0;
    uint64_t delegated = w->given[NT_TV_MIDELEG] ^ w->held[NT_TV_MIDELEG];
    bool same = event->cause < 64 && (delegated >> event->cause & 1) == 0;
    if (event->interrupt && !event->trapped && same &&
        (enabled || w->given[NT_TV_MIE] == w->held[NT_TV_MIE])) {
        differ(w, (nt_tv_difference){.kind = NT_TV_INTERRUPT, .nothing_expected = true});
    }
}

static nt_tv_target target_of(const nt_reference_event *event) {
    if (!event->trapped || event->privilege != NT_TV_S) {
        return NT_TV_TO_M;
    }
    return event->guest ? NT_TV_TO_GUEST : NT_TV_TO_S;
}

/* The hart's step as a trace would have it. */
static nt_tv_hint hint_of(const nt_tv_whole *w, const nt_tv_insn *insn) {
    const nt_reference_event *event = &w->event;
    bool interrupted = event->interrupt && event->trapped;
    return (nt_tv_hint){.after = &w->after,
                        .insn = interrupted ? 0 : event->code,
                        .insn_size = interrupted ? 0 : event->code_size,
                        .trap = event->trapped,
                        .trap_to = (uint8_t)target_of(event),
                        .has_address = event->accessed,
                        .has_store = event->stored,
                        .address = event->address,
                        .written = event->trapped ? 0 : UINT64_C(1) << insn->rd};
}

int nt_tv_whole_judge(nt_tv_verifier *v, const nt_tv_insn *insn) {
    nt_tv_whole *w = v->whole;
    nt_tv_hint hint = hint_of(w, insn);
    nt_tv_shell *shell = &w->shell;
    shell->tells_pending = v->shell.tells_pending;
    shell->fences = v->shell.fences;
    shell->reservation = v->shell.reservation;
    shell->scratch = v->shell.scratch;
    if (nt_tv_shell_step(shell, &hint, &w->outcome) != 0) {
        return -1;
    }
    v->shell.scratch = shell->scratch;
    judge(v);
    judge_interrupt(w);
    if (w->count == 0) {
        nt_tv_choices_learn(&w->choices, &shell->lessons, v->group.number);
    }
    return 0;
}

/* ---- report ---- */

/* What the trace has of the element. */
static uint64_t in_trace(const nt_tv_verifier *v, const nt_tv_difference *difference) {
    const nt_tv_state *shadow = &v->shadow;
    switch (difference->kind) {
    case NT_TV_REGISTER:
        return difference->reg < NT_TANDEM_GPR
                   ? shadow->csr[difference->reg]
                   : register_of(shadow, difference->reg - (unsigned)NT_TANDEM_GPR);
    case NT_TV_PC:
        return shadow->user.pc;
    case NT_TV_PRIVILEGE:
        return shadow->privilege;
    case NT_TV_INTERRUPT:
        return nt_tv_hint_cause(&v->hint);
    case NT_TV_PADDR:
        return v->group.has_paddr ? v->group.paddr : difference->expected;
    default:
        return v->group.store_size != 0 ? v->group.store : difference->expected;
    }
}

static bool is_reported(const nt_tv_report *report, const nt_tv_difference *difference) {
    for (size_t i = 0; i < report->count; i++) {
        const nt_tv_difference *other = &report->differences[i];
        if (other->kind == difference->kind && other->reg == difference->reg) {
            return true;
        }
    }
    return false;
}

void nt_tv_whole_compare(nt_tv_verifier *v) {
    const nt_tv_whole *w = v->whole;
    size_t before = v->report.count;
    for (size_t i = 0; w != NULL && !v->outcome.all_free && i < w->count; i++) {
        nt_tv_difference difference = w->differences[i];
        difference.got = in_trace(v, &difference);
        difference.why = "by the whole hart of the reference";
        if (difference.got != difference.expected && !is_reported(&v->report, &difference)) {
            nt_tv_differ(v, difference);
        }
    }
    if (v->report.count != before) {
        nt_tv_waive(v, true);
    }
}
