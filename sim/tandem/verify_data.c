/* SPDX-License-Identifier: Apache-2.0 */
/* Compares what an instruction does with memory: addresses, store data, and bytes that the
   reference stored; by the habits that are declared (habits.def). */
#include "sim/tandem/verifier_internal.h"

static uint64_t address_mask(const nt_tv_verifier *v) {
    return v->setup.format.mlen == 64 ? UINT64_MAX : (UINT64_C(1) << v->setup.format.mlen) - 1;
}

static void compare_address(nt_tv_verifier *v, nt_tv_element_kind kind, bool needed, bool has,
                            uint64_t got) {
    const nt_tv_outcome *outcome = &v->outcome;
    uint64_t expected = (kind == NT_TV_PADDR ? outcome->place : outcome->address) & address_mask(v);
    bool by_habit = kind == NT_TV_PADDR && nt_tv_is_habit(v, NT_TV_HABIT_EADDR_ONLY);
    if (by_habit && !has) {
        return;
    }
    if (nt_tv_is_absent(v, kind == NT_TV_PADDR ? NT_TANDEM_ABSENT_PADDR : NT_TANDEM_ABSENT_EADDR) ||
        outcome->address_free || outcome->trapped || (!has && !needed) ||
        (outcome->hidden && kind == NT_TV_PADDR && !has)) {
        return;
    }
    if (kind == NT_TV_PADDR && outcome->accessed && v->group.has_eaddr && !outcome->virtual_data) {
        if (has) {
            nt_tv_contradict(v, NT_TV_HABIT_EADDR_ONLY);
        } else if (nt_tv_by_habit(v, NT_TV_HABIT_EADDR_ONLY)) {
            return;
        }
    }
    v->counts.addresses++;
    if (!has || !outcome->accessed || got != expected) {
        nt_tv_differ(v, (nt_tv_difference){.kind = kind,
                                           .expected = expected,
                                           .got = got,
                                           .nothing_expected = !outcome->accessed,
                                           .nothing_got = !has});
    }
}

/* What the habits say of an instruction's store data. */
typedef struct habit_data {
    bool applies; /* to what the trace has */
    nt_tv_habit habit;
} habit_data;

static uint64_t operand_of(const nt_tv_verifier *v) {
    const nt_tv_insn *insn = &v->outcome.insn;
    uint64_t value =
        insn->rs2 < NT_TV_F0 ? v->before.x[insn->rs2] : v->before.f[insn->rs2 - NT_TV_F0];
    return value & nt_tv_size_mask(insn->width);
}

static habit_data habit_of_amo(const nt_tv_verifier *v, bool same) {
    const nt_verify_group *group = &v->group;
    if (group->store_size == 0) {
        return (habit_data){true, NT_TV_HABIT_AMO_NO_STORE};
    }
    bool operand = group->store == operand_of(v);
    if (operand != same) {
        return (habit_data){operand, NT_TV_HABIT_AMO_OPERAND};
    }
    return (habit_data){false, NT_TV_HABIT_AMO_NO_STORE};
}

/* The habit that matters for the group's store data; NT_TV_HABITS: none. */
static habit_data habit_of_data(const nt_tv_verifier *v, bool same) {
    const nt_tv_outcome *outcome = &v->outcome;
    nt_tv_class class_ = (nt_tv_class)outcome->insn.class_;
    unsigned size = v->group.store_size;
    bool stores = class_ == NT_TV_STORE || class_ == NT_TV_SC || class_ == NT_TV_AMO;
    if (outcome->trapped) {
        bool faults = class_ == NT_TV_STORE && outcome->width != 0;
        return (habit_data){size != 0, faults || (stores && size != 0) ? NT_TV_HABIT_TRAP_STORE
                                                                       : NT_TV_HABITS};
    }
    switch (class_) {
    case NT_TV_AMO:
        return habit_of_amo(v, same);
    case NT_TV_LR:
        return (habit_data){size != 0, NT_TV_HABIT_LR_STORE};
    case NT_TV_SC:
        return (habit_data){size != 0, outcome->stored ? NT_TV_HABITS : NT_TV_HABIT_SC_FAIL_STORE};
    case NT_TV_STORE:
        return size != 0 && outcome->width < v->shell.xlen / 8
                   ? (habit_data){size == v->shell.xlen / 8, NT_TV_HABIT_STORE_WIDE}
                   : (habit_data){false, NT_TV_HABITS};
    default:
        return (habit_data){false, NT_TV_HABITS};
    }
}

/* The data that the trace should have. */
static uint64_t expected_data(const nt_tv_verifier *v) {
    nt_tv_class class_ = (nt_tv_class)v->outcome.insn.class_;
    bool operand = class_ == NT_TV_AMO && nt_tv_is_habit(v, NT_TV_HABIT_AMO_OPERAND);
    return operand || !v->outcome.stored ? operand_of(v) : v->outcome.data;
}

static bool has_same_data(const nt_tv_verifier *v, uint64_t expected) {
    const nt_tv_outcome *outcome = &v->outcome;
    uint64_t got = v->group.store;
    bool wide = nt_tv_is_habit(v, NT_TV_HABIT_STORE_WIDE) && outcome->stored;
    bool free = outcome->data_free && !nt_tv_is_habit(v, NT_TV_HABIT_AMO_OPERAND);
    return free || (wide ? got & nt_tv_size_mask(outcome->width) : got) == expected;
}

/* Whether a habit that is declared has the data as the group has them, or their lack. */
static bool is_habitual(nt_tv_verifier *v, const habit_data *habit, bool same) {
    if (habit->habit == NT_TV_HABITS) {
        return false;
    }
    if (!habit->applies) {
        nt_tv_contradict(v, habit->habit);
        return false;
    }
    bool free = habit->habit == NT_TV_HABIT_LR_STORE || habit->habit == NT_TV_HABIT_AMO_NO_STORE;
    if (!nt_tv_by_habit(v, habit->habit)) {
        return false;
    }
    return free || same;
}

static void compare_data(nt_tv_verifier *v) {
    const nt_tv_outcome *outcome = &v->outcome;
    const nt_verify_group *group = &v->group;
    bool has = group->store_size != 0;
    if (nt_tv_is_absent(v, NT_TANDEM_ABSENT_STORE) || outcome->all_free) {
        return;
    }
    uint64_t expected = expected_data(v);
    bool same = has && has_same_data(v, expected);
    habit_data habit = habit_of_data(v, has && outcome->data == group->store);
    if (is_habitual(v, &habit, same) || (!has && !outcome->stored)) {
        v->counts.stored_bytes += has ? outcome->width : 0;
        return;
    }
    v->counts.stored_bytes += outcome->width;
    nt_tv_difference difference = {.kind = NT_TV_STORE_DATA,
                                   .expected = expected,
                                   .got = group->store,
                                   .nothing_expected = !outcome->stored,
                                   .nothing_got = !has};
    if (!same || !outcome->stored) {
        nt_tv_differ(v, difference);
    } else if (group->store_size != outcome->width) {
        difference.kind = NT_TV_STORE_SIZE;
        difference.expected = outcome->width;
        difference.got = group->store_size;
        nt_tv_differ(v, difference);
    }
}

/* What the reference wrote where the instruction does not store. */
static void compare_stores(nt_tv_verifier *v) {
    const nt_tv_outcome *outcome = &v->outcome;
    for (size_t i = 0; i < v->stores.count; i++) {
        const nt_tv_store *store = &v->stores.store[i];
        bool inside = outcome->stored && store->address >= outcome->place &&
                      store->address + store->size <= outcome->place + outcome->width;
        inside = inside || (outcome->split != 0 && store->address == outcome->second);
        uint64_t now = nt_tv_memory_read(&v->memory, store->address, store->size);
        if (!store->learned && !inside && now != store->before) {
            nt_tv_differ(v, (nt_tv_difference){.kind = NT_TV_MEMORY,
                                               .address = store->address,
                                               .expected = now,
                                               .got = store->before});
        }
    }
}

/* Translated ones always; others where there are no physical ones, and the trace had one before. */
static bool needs_eaddr(const nt_tv_verifier *v) {
    return (v->outcome.virtual_data && !v->outcome.perhaps) ||
           nt_tv_is_habit(v, NT_TV_HABIT_EADDR_ONLY) ||
           (nt_tv_is_absent(v, NT_TANDEM_ABSENT_PADDR) && v->tells_eaddr == NT_TV_YES);
}

void nt_tv_note_eaddr(nt_tv_verifier *v) {
    if (v->tells_eaddr == NT_TV_MAYBE && v->outcome.accessed && !v->outcome.virtual_data &&
        !v->outcome.trapped) {
        v->tells_eaddr = v->group.has_eaddr ? NT_TV_YES : NT_TV_NO;
    }
}

void nt_tv_compare_memory(nt_tv_verifier *v) {
    compare_address(v, NT_TV_PADDR, v->outcome.accessed, v->group.has_paddr, v->group.paddr);
    compare_address(v, NT_TV_EADDR, v->outcome.accessed && needs_eaddr(v), v->group.has_eaddr,
                    v->group.eaddr);
    compare_data(v);
    compare_stores(v);
}
