/* After a difference nobody knows who was right. The state goes on with the trace's value; the
   reference's is kept as a doubt. When a later group does not agree, it is tried with values of the
   reference instead, as few as possible; with which it agrees, those are right, and nothing is
   reported a second time. */
#include "sim/tandem/verifier_internal.h"

#include <string.h>

enum { MOST_AT_ONCE = 3, RECENT = 6 }; /* of the latest ones several are tried at once */

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
    const nt_tv_group *group = &v->group;
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
        if (difference->kind == NT_TV_REGISTER || difference->kind == NT_TV_PC ||
            difference->kind == NT_TV_PRIVILEGE) {
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
    if (!outcome->stored || end <= doubt->address || first >= doubt_end) {
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

void nt_tv_doubt_drop(nt_tv_verifier *v) {
    for (size_t i = v->doubt_count; i-- > 0;) {
        if (v->doubts[i].kind == NT_TV_MEMORY) {
            cut_memory(&v->doubts[i], &v->outcome);
        }
        if (!set_bits(v, &v->doubts[i]) && is_settled(v, &v->doubts[i])) {
            forget(v, i);
        }
    }
}

/* ---- trying ---- */

/* Exchanges the doubt's value with that in shadow state, reference or memory. */
static int exchange(nt_tv_verifier *v, nt_tv_doubt *doubt) {
    nt_tv_state *states[2] = {&v->shadow, &v->shell.state};
    uint64_t value = doubt->value;
    if (doubt->kind == NT_TV_MEMORY) {
        doubt->value = nt_tv_memory_read(&v->memory, doubt->address, doubt->size);
        return nt_tv_shell_store(&v->shell, doubt->address, value, doubt->size);
    }
    for (unsigned i = 0; i < 2; i++) {
        nt_tv_state *state = states[i];
        switch (doubt->kind) {
        case NT_TV_PC:
            doubt->value = state->user.pc;
            state->user.pc = value;
            break;
        case NT_TV_PRIVILEGE:
            doubt->value = state->privilege;
            state->privilege = (uint8_t)value;
            break;
        default:
            if (doubt->reg < NT_TANDEM_GPR) {
                doubt->value = state->csr[doubt->reg];
                nt_tv_csr_put(state, doubt->reg, value, true);
            } else {
                unsigned reg = doubt->reg - NT_TANDEM_GPR;
                uint64_t *place =
                    reg < NT_TV_F0 ? &state->user.x[reg] : &state->user.f[reg - NT_TV_F0];
                doubt->value = *place;
                *place = value;
                state->known |= UINT64_C(1) << reg;
            }
            break;
        }
    }
    return 0;
}

static int exchange_all(nt_tv_verifier *v, uint64_t set) {
    for (size_t i = 0; i < v->doubt_count; i++) {
        if ((set >> i & 1) != 0 && exchange(v, &v->doubts[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The same backwards: memory of two doubts may overlap. */
static int exchange_back(nt_tv_verifier *v, uint64_t set) {
    for (size_t i = v->doubt_count; i-- > 0;) {
        if ((set >> i & 1) != 0 && exchange(v, &v->doubts[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The step with the doubts of a set exchanged. 1: it agrees, with `code` also with the instruction
   in memory. */
static int try_set(nt_tv_verifier *v, uint64_t set, bool code) {
    nt_tv_step_undo(v);
    if (exchange_all(v, set) != 0 || nt_tv_step_do(v) != 0) {
        return -1;
    }
    nt_tv_step_compare(v, false);
    if (v->report.count == 0 && (v->outcome.code_known || !code)) {
        return 1;
    }
    nt_tv_step_undo(v);
    return exchange_back(v, set) != 0 || nt_tv_step_do(v) != 0 ? -1 : 0;
}

/* Only the pc of the reference may replace that of a step which agrees anyway: where memory is not
   known any instruction does. */
static bool is_wanted(const nt_tv_verifier *v, uint64_t set, bool agrees) {
    return !agrees || v->doubts[__builtin_ctzll(set)].kind == NT_TV_PC;
}

/* Tries the sets of `size` doubts that have all of `set`, the others from index `first` on. */
static int try_sets(nt_tv_verifier *v, uint64_t set, size_t first, int size, bool agrees,
                    bool code) {
    if (size == 0) {
        return is_wanted(v, set, agrees) ? try_set(v, set, code) : 0;
    }
    for (size_t i = first; i < v->doubt_count; i++) {
        int result = try_sets(v, set | UINT64_C(1) << i, i + 1, size - 1, agrees, code);
        if (result != 0) {
            return result;
        }
    }
    return 0;
}

int nt_tv_doubt_try(nt_tv_verifier *v) {
    bool agrees = v->report.count == 0;
    bool code = agrees && v->outcome.code_known;
    int most = agrees ? 1 : MOST_AT_ONCE;
    size_t recent = v->doubt_count > RECENT ? v->doubt_count - RECENT : 0;
    for (int size = 1; size <= most; size++) {
        int result = try_sets(v, 0, size == 1 ? 0 : recent, size, agrees, code);
        if (result != 0) {
            return result;
        }
    }
    nt_tv_step_compare(v, false);
    return 0;
}
