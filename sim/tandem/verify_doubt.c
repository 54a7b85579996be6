/* SPDX-License-Identifier: Apache-2.0 */
/* After a difference nobody knows who was right. The state goes on with the trace's value; the
   reference's is kept as a doubt. When a later group does not agree, it is tried with values of the
   reference instead, as few as possible; with which it agrees, those are right, and nothing is
   reported a second time. */
#include "sim/tandem/verifier_internal.h"

#include <string.h>

static bool is_same(const nt_tv_doubt *a, const nt_tv_doubt *b) {
    return a->kind == b->kind && a->reg == b->reg && a->address == b->address &&
           a->value == b->value;
}

static void forget(nt_tv_verifier *v, size_t index) {
    v->doubt_count--;
    memmove(&v->doubts[index], &v->doubts[index + 1],
            (v->doubt_count - index) * sizeof v->doubts[0]);
}

/* An element that differs twice has two doubts: either of the reference's values may be right. */
static void add(nt_tv_verifier *v, nt_tv_doubt doubt) {
    for (size_t i = 0; i < v->doubt_count; i++) {
        if (is_same(&v->doubts[i], &doubt)) {
            forget(v, i);
            break;
        }
    }
    if (v->doubt_count == NT_TV_DOUBTS) {
        forget(v, 0);
    }
    v->doubts[v->doubt_count++] = doubt;
}

static bool memory_differs(const nt_tv_difference *difference) {
    return difference->kind == NT_TV_PADDR || difference->kind == NT_TV_STORE_DATA ||
           difference->kind == NT_TV_STORE_SIZE || difference->kind == NT_TV_MEMORY;
}

/* What the reference has where it, or the trace, stored. Comes before the trace's is taken over.
   What devices hold is nobody's to restore. */
static void add_memory(nt_tv_verifier *v) {
    const nt_tv_outcome *outcome = &v->outcome;
    const nt_verify_group *group = &v->group;
    if (outcome->hidden) {
        return;
    }
    /* where both overlap, the reference's data are the later ones */
    if (group->store_size != 0 && group->has_paddr && group->paddr != outcome->place &&
        nt_tv_memory_is_known(&v->memory, group->paddr, group->store_size)) {
        add(v,
            (nt_tv_doubt){.kind = NT_TV_MEMORY,
                          .address = group->paddr,
                          .size = group->store_size,
                          .value = nt_tv_memory_read(&v->memory, group->paddr, group->store_size)});
    }
    if (outcome->stored && nt_tv_memory_is_ram(&v->memory, outcome->place)) {
        add(v, (nt_tv_doubt){.kind = NT_TV_MEMORY,
                             .address = outcome->place,
                             .size = outcome->width,
                             .value = outcome->data});
    }
}

void nt_tv_doubt_add(nt_tv_verifier *v) {
    bool memory = false;
    for (size_t i = 0; i < v->report.count; i++) {
        const nt_tv_difference *difference = &v->report.differences[i];
        memory = memory || memory_differs(difference);
        if ((difference->kind == NT_TV_REGISTER && !difference->nothing_expected) ||
            difference->kind == NT_TV_PC || difference->kind == NT_TV_PRIVILEGE) {
            add(v, (nt_tv_doubt){.kind = difference->kind,
                                 .reg = difference->reg,
                                 .value = difference->expected});
        }
    }
    if (memory) {
        add_memory(v);
    }
}

static bool is_reported(const nt_tv_verifier *v, uint16_t reg) {
    for (size_t i = 0; i < v->report.count; i++) {
        if (v->report.differences[i].kind == NT_TV_REGISTER &&
            v->report.differences[i].reg == reg) {
            return true;
        }
    }
    return false;
}

static bool is_touched(const nt_tv_outcome *outcome, uint16_t csr) {
    for (size_t i = 0; i < outcome->touched_count; i++) {
        if (outcome->touched[i].csr == csr) {
            return true;
        }
    }
    return false;
}

/* ---- where a doubt goes on: into what the trace does not tell ---- */

/* A store from a base in doubt went to either place, so that neither is known. */
static void spread_store(nt_tv_verifier *v, const nt_tv_doubt *doubt) {
    const nt_tv_outcome *outcome = &v->outcome;
    if (!outcome->stored || outcome->hidden || doubt->reg != NT_TANDEM_GPR + outcome->insn.rs1 ||
        !nt_tv_is_absent(v, NT_TANDEM_ABSENT_PADDR)) {
        return;
    }
    uint64_t other = doubt->value + (uint64_t)(int64_t)outcome->insn.offset;
    for (unsigned i = 0; i < outcome->width; i++) {
        nt_tv_memory_mark(&v->memory, nt_tv_cut(&v->shell, other + i), 1, false);
        nt_tv_memory_mark(&v->memory, nt_tv_cut(&v->shell, outcome->place + i), 1, false);
    }
}

/* A return with mstatus in doubt went to either mode. */
static void spread_mode(nt_tv_verifier *v, const nt_tv_doubt *doubt) {
    nt_tv_class class_ = (nt_tv_class)v->outcome.insn.class_;
    bool returned = (class_ == NT_TV_MRET || class_ == NT_TV_SRET) && !v->outcome.trapped;
    if (!returned || doubt->reg != NT_TV_MSTATUS ||
        !nt_tv_is_absent(v, NT_TANDEM_ABSENT_PRIVILEGE)) {
        return;
    }
    uint64_t mode =
        class_ == NT_TV_MRET ? (doubt->value & NT_TV_MPP) >> 11 : (doubt->value & NT_TV_SPP) >> 8;
    if (mode != v->shell.state.privilege) {
        add(v, (nt_tv_doubt){.kind = NT_TV_PRIVILEGE, .value = mode});
    }
}

static void spread(nt_tv_verifier *v) {
    nt_tv_doubt doubts[NT_TV_DOUBTS];
    size_t count = v->doubt_count;
    memcpy(doubts, v->doubts, count * sizeof doubts[0]);
    for (size_t i = 0; i < count; i++) {
        if (doubts[i].kind == NT_TV_REGISTER) {
            spread_store(v, &doubts[i]);
            spread_mode(v, &doubts[i]);
        }
    }
}

/* Whether the element has a new value, of the reference or by agreement. */
static bool is_settled(const nt_tv_verifier *v, const nt_tv_doubt *doubt) {
    const nt_tv_outcome *outcome = &v->outcome;
    switch (doubt->kind) {
    case NT_TV_PC:
        return true;
    case NT_TV_PRIVILEGE:
        return outcome->trapped;
    case NT_TV_MEMORY:
        return doubt->size == 0;
    default:
        break;
    }
    if (doubt->reg >= NT_TANDEM_GPR) {
        return outcome->insn.rd == doubt->reg - NT_TANDEM_GPR && !outcome->trapped;
    }
    for (size_t i = 0; i < v->undos; i++) {
        if (v->undo[i].reg == doubt->reg) {
            return !is_reported(v, doubt->reg) || is_touched(outcome, doubt->reg);
        }
    }
    return false;
}

/* Bits that the group sets beside those in doubt leave the CSR in doubt. Returns whether it does
 * so. */
static bool set_bits(const nt_tv_verifier *v, nt_tv_doubt *doubt) {
    for (size_t i = 0; i < v->group.count; i++) {
        const nt_tv_update *update = &v->group.updates[i];
        if (update->opcode == NT_TANDEM_REGISTER_OR && doubt->kind == NT_TV_REGISTER &&
            update->reg == doubt->reg && doubt->reg < NT_TANDEM_GPR) {
            doubt->value |= update->value;
            return true;
        }
    }
    return false;
}

/* Takes what the group stores out of a doubt about memory; of a store amidst it what lies behind is
   given up. */
static void cut_memory(nt_tv_doubt *doubt, const nt_tv_outcome *outcome) {
    uint64_t first = outcome->place;
    uint64_t end = outcome->place + outcome->width;
    uint64_t doubt_end = doubt->address + doubt->size;
    if (!outcome->stored || outcome->hidden || end <= doubt->address || first >= doubt_end) {
        return;
    }
    if (first > doubt->address) {
        doubt->size = (uint8_t)(first - doubt->address);
    } else if (end < doubt_end) {
        doubt->value >>= 8 * (end - doubt->address);
        doubt->size = (uint8_t)(doubt_end - end);
        doubt->address = end;
    } else {
        doubt->size = 0;
    }
}

/* Whether the initialization sets the element. */
static bool is_initialized(const nt_tv_verifier *v, const nt_tv_doubt *doubt) {
    const nt_verify_group *group = &v->group;
    for (size_t i = 0; doubt->kind == NT_TV_MEMORY && i < group->count; i++) {
        const nt_tv_update *update = &group->updates[i];
        if (update->opcode == NT_TANDEM_REQUEST && update->address < doubt->address + doubt->size &&
            doubt->address < update->address + update->size) {
            return true;
        }
    }
    switch (doubt->kind) {
    case NT_TV_PC:
        return group->has_pc;
    case NT_TV_PRIVILEGE:
        return group->has_privilege;
    case NT_TV_MEMORY:
        return false;
    default:
        break;
    }
    if (doubt->reg >= NT_TANDEM_GPR) {
        return (v->written >> (doubt->reg - NT_TANDEM_GPR) & 1) != 0;
    }
    for (size_t i = 0; i < v->undos; i++) {
        if (v->undo[i].reg == doubt->reg) {
            return true;
        }
    }
    return false;
}

void nt_tv_doubt_initialize(nt_tv_verifier *v) {
    for (size_t i = v->doubt_count; i-- > 0;) {
        if (is_initialized(v, &v->doubts[i])) {
            forget(v, i);
        }
    }
}

void nt_tv_doubt_settle(nt_tv_verifier *v) {
    spread(v);
    for (size_t i = v->doubt_count; i-- > 0;) {
        if (v->doubts[i].kind == NT_TV_MEMORY) {
            cut_memory(&v->doubts[i], &v->outcome);
        }
        if (!set_bits(v, &v->doubts[i]) && is_settled(v, &v->doubts[i])) {
            forget(v, i);
        }
    }
}
