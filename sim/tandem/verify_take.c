/* SPDX-License-Identifier: Apache-2.0 */
/* Takes over into the reference what the trace has, after a difference and where nothing was
 * verified. */
#include "sim/tandem/verifier_internal.h"

#include <string.h>

enum { TRANSLATED_PAGE = 1 << 12 };

/* The trace's data, on both sides of the border of a page. */
static int store_parts(nt_tv_verifier *v) {
    const nt_tv_outcome *outcome = &v->outcome;
    unsigned split = outcome->split;
    int result = nt_tv_shell_store(&v->shell, outcome->place, v->group.store, split);
    return result != 0 ? result
                       : nt_tv_shell_store(&v->shell, outcome->second, v->group.store >> 8 * split,
                                           outcome->width - split);
}

/* The bytes that the reference stored get the trace's. */
static int take_over_memory(nt_tv_verifier *v) {
    const nt_tv_outcome *outcome = &v->outcome;
    const nt_verify_group *group = &v->group;
    if (outcome->hidden) { /* nt_tv_follow_store */
        return 0;
    }
    bool trace_has = group->store_size != 0 || nt_tv_is_absent(v, NT_TANDEM_ABSENT_STORE);
    uint64_t address = group->has_paddr ? group->paddr : outcome->place;
    bool same = outcome->stored && trace_has && address == outcome->place &&
                (group->store_size == 0 ||
                 (group->store_size == outcome->width && group->store == outcome->data));
    if (same) {
        return 0;
    }
    for (size_t i = v->stores.count; i-- > 0;) {
        const nt_tv_store *store = &v->stores.store[i];
        if (!store->learned &&
            nt_tv_shell_store(&v->shell, store->address, store->before, store->size) != 0) {
            return -1;
        }
    }
    /* What was not known at an address in doubt is not known after it either. */
    bool kept =
        address == outcome->place || nt_tv_memory_is_known(&v->memory, address, group->store_size);
    bool ram = nt_tv_memory_is_ram(&v->memory, address) && (group->has_paddr || outcome->stored);
    if (group->store_size == outcome->width && outcome->split != 0 && ram &&
        address == outcome->place) {
        return store_parts(v);
    }
    return group->store_size != 0 && ram && kept
               ? nt_tv_shell_store(&v->shell, address,
                                   group->store & nt_tv_size_mask(group->store_size),
                                   group->store_size)
               : 0;
}

static bool may_store(const nt_tv_verifier *v) {
    nt_tv_class class_ = (nt_tv_class)v->outcome.insn.class_;
    return (class_ == NT_TV_STORE || class_ == NT_TV_SC || class_ == NT_TV_AMO) && !v->hint.trap &&
           (v->group.store_size != 0 || nt_tv_is_absent(v, NT_TANDEM_ABSENT_STORE));
}

/* The trace does not tell where it stored. Translation keeps the offset in the page. */
static void forget_stored(nt_tv_verifier *v) {
    const nt_tv_insn *insn = &v->outcome.insn;
    uint64_t address = v->before.x[insn->rs1] + (uint64_t)(int64_t)insn->offset;
    size_t distance = nt_tv_shell_is_translated(&v->shell, true) ? TRANSLATED_PAGE : 0;
    if ((v->known_before >> insn->rs1 & 1) == 0) {
        address = 0;
        distance = 1;
    }
    for (unsigned i = 0; i < insn->width; i++) {
        uint64_t at = nt_tv_cut(&v->shell, address + i);
        if (distance == 0) {
            nt_tv_memory_mark(&v->memory, at, 1, false);
        } else {
            nt_tv_memory_forget(&v->memory, at, distance);
        }
    }
}

/* Instructions that are not known may have stored more than the trace tells. */
static void forget_foreign(nt_tv_verifier *v) {
    const nt_tv_outcome *outcome = &v->outcome;
    if (outcome->forgotten_size == 0) {
        nt_tv_memory_forget(&v->memory, 0, 1);
    } else {
        nt_tv_memory_mark(&v->memory, outcome->forgotten, outcome->forgotten_size, false);
    }
}

int nt_tv_follow_store(nt_tv_verifier *v) {
    const nt_verify_group *group = &v->group;
    if (v->outcome.forgets) {
        forget_foreign(v);
    }
    if ((!group->has_paddr || v->outcome.parted) && may_store(v)) {
        forget_stored(v);
    }
    if (v->outcome.parted) {
        return 0;
    }
    bool has = group->store_size != 0 && !nt_tv_is_absent(v, NT_TANDEM_ABSENT_STORE);
    if (!group->has_paddr || !nt_tv_memory_is_ram(&v->memory, group->paddr)) {
        return 0;
    }
    if (has) {
        return nt_tv_shell_store(&v->shell, group->paddr,
                                 group->store & nt_tv_size_mask(group->store_size),
                                 group->store_size);
    }
    nt_tv_class class_ = (nt_tv_class)v->outcome.insn.class_;
    if (class_ != NT_TV_PLAIN && class_ != NT_TV_LOAD && class_ != NT_TV_LR) {
        nt_tv_memory_mark(&v->memory, group->paddr, sizeof(uint64_t), false);
    }
    return 0;
}

int nt_tv_take_over(nt_tv_verifier *v) {
    nt_tv_state *state = &v->shell.state;
    const nt_tv_state *shadow = &v->shadow;
    bool pc_known = state->pc_known;
    state->user.pc = shadow->user.pc;
    state->pc_known = pc_known && shadow->pc_known;
    memcpy(state->user.x, shadow->user.x, sizeof state->user.x);
    memcpy(state->user.f, shadow->user.f, sizeof state->user.f);
    state->known = shadow->known;
    state->privilege = shadow->privilege;
    for (size_t i = 0; i < v->report.count; i++) {
        const nt_tv_difference *difference = &v->report.differences[i];
        if (difference->kind == NT_TV_REGISTER && difference->reg < NT_TANDEM_GPR) {
            nt_tv_csr_put(state, difference->reg, shadow->csr[difference->reg],
                          nt_tv_csr_is_known(shadow, difference->reg));
        }
    }
    return take_over_memory(v);
}
