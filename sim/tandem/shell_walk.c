/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/shell_walk.h"

#include "sim/tandem/csr_rules.h"

#include <string.h>

enum {
    V = 1 << 0,
    R = 1 << 1,
    W = 1 << 2,
    X = 1 << 3,
    U = 1 << 4,
    G = 1 << 5,
    A = 1 << 6,
    D = 1 << 7,
    PAGE_BITS = 12,
    SUM = 1 << 18,
    MXR = 1 << 19,
    /* bits of entries of RV64 */
    RESERVED = 54,
    SOFTWARE = 59,
    PBMT = 61,
    N = 63,
    NAPOT_INSIDE = 0xffff,
};

/* Is a set of page tables, and how they are used. */
typedef struct tables {
    nt_tv_tables which;
    bool on;
    bool is_known; /* a mode that is known, and no older tables in use */
    unsigned levels;
    unsigned index_bits;
    unsigned size;  /* of an entry */
    unsigned width; /* of an address; 0: all of XLEN */
    uint64_t root;
    unsigned mode; /* privilege */
    bool sum;
    bool mxr;
} tables;

static uint64_t ppn_of(const nt_tv_shell *shell, uint64_t value, bool entry) {
    return (entry ? value >> 10 : value) & ((UINT64_C(1) << (shell->xlen == 32 ? 22 : 44)) - 1);
}

/* The tables of satp, vsatp or hgatp. */
static tables tables_of(const nt_tv_shell *shell, nt_tv_tables which, uint64_t satp) {
    enum { WIDER = 2 }; /* the first index of the second stage */
    uint64_t ppn = ppn_of(shell, satp, false);
    bool second = which == NT_TV_OF_SECOND;
    tables t = {
        .which = which, .is_known = true, .root = (second ? ppn & ~UINT64_C(3) : ppn) << PAGE_BITS};
    if (shell->xlen == 32) {
        t.on = satp >> 31 != 0;
        t.levels = 2;
        t.index_bits = 10;
        t.size = 4;
        t.width = second ? 32 + WIDER : 0;
        return t;
    }
    unsigned mode = (unsigned)(satp >> 60);
    t.on = mode != 0;
    t.is_known = t.is_known && (!t.on || (mode >= 8 && mode <= 10));
    t.levels = mode - 8 + 3;
    t.index_bits = 9;
    t.size = 8;
    t.width = PAGE_BITS + 9 * t.levels + (second ? WIDER : 0);
    return t;
}

/* Those in use now. */
static tables tables_now(const nt_tv_shell *shell, nt_tv_tables which) {
    uint16_t csr = nt_tv_tables_csr(which);
    tables t = tables_of(shell, which, shell->state.csr[csr]);
    t.is_known =
        t.is_known && nt_tv_csr_is_known(&shell->state, csr) && !shell->fences.root_changed[which];
    return t;
}

/* ---- the walk ---- */

static bool permits(const tables *t, uint64_t entry, nt_tv_access access, bool amo) {
    bool user = (entry & U) != 0;
    if (t->mode == NT_TV_U ? !user : user && (!t->sum || access == NT_TV_ACCESS_FETCH)) {
        return false;
    }
    switch (access) {
    case NT_TV_ACCESS_FETCH:
        return (entry & X) != 0;
    case NT_TV_ACCESS_STORE:
        return (entry & W) != 0 && (!amo || (entry & R) != 0);
    default:
        return (entry & R) != 0 || (t->mxr && (entry & X) != 0);
    }
}

static nt_tv_walk fault_of(nt_tv_walk walk, const tables *t) {
    walk.known = true;
    walk.faults = true;
    walk.guest = t->which == NT_TV_OF_SECOND;
    return walk;
}

static nt_tv_walk finish(const nt_tv_shell *shell, nt_tv_walk walk, const tables *t, unsigned level,
                         uint64_t entry, uint64_t address, nt_tv_access access) {
    bool amo = shell->outcome->insn.class_ == NT_TV_AMO;
    uint64_t ppn = ppn_of(shell, entry, true);
    unsigned low = level * t->index_bits;
    uint64_t needed = A | (access == NT_TV_ACCESS_STORE ? (uint64_t)D : 0);
    uint64_t inside = (UINT64_C(1) << (PAGE_BITS + low)) - 1;
    if (!permits(t, entry, access, amo) ||
        (ppn & ((UINT64_C(1) << low) - 1)) != 0) { /* a superpage that is not aligned */
        return fault_of(walk, t);
    }
    walk.known = true;
    inside = entry >> N != 0 && shell->xlen == 64 ? NAPOT_INSIDE : inside;
    walk.place = (ppn << PAGE_BITS & ~inside) | (address & inside);
    walk.missing = needed & ~entry;
    return walk;
}

static bool is_valid(const tables *t, uint64_t address) {
    if (t->width == 0) {
        return true;
    }
    if (t->which == NT_TV_OF_SECOND) {
        return address >> t->width == 0;
    }
    unsigned top = 64 - t->width;
    return (int64_t)(address << top) >> top == (int64_t)address;
}

static uint64_t index_of(const tables *t, uint64_t address, unsigned level) {
    uint64_t index = address >> (PAGE_BITS + level * t->index_bits);
    bool first = level + 1 == t->levels;
    unsigned bits = t->index_bits + (first && t->which == NT_TV_OF_SECOND ? 2 : 0);
    return index & ((UINT64_C(1) << bits) - 1);
}

static nt_tv_walk walk_tables(nt_tv_shell *shell, const tables *t, const tables *second,
                              uint64_t address, nt_tv_access access);

/* Where an entry of the guest's tables is. Returns false: that is not known, or faults. */
static bool place_entry(nt_tv_shell *shell, const tables *second, nt_tv_walk *walk) {
    if (second == NULL || !second->on) {
        return true;
    }
    nt_tv_walk inner = walk_tables(shell, second, NULL, walk->entry, NT_TV_ACCESS_LOAD);
    walk->entry = inner.place;
    if (inner.known && inner.faults) {
        *walk = inner;
    }
    return nt_tv_walk_faults(&inner) == NT_TV_NO && inner.missing == 0;
}

/* ---- bits 54 to 63 of entries (4.4.1, Svnapot, Svpbmt, Svrsw60t59b) ---- */

static nt_tv_tri has_pbmt(const nt_tv_shell *shell, const tables *t) {
    enum { MENVCFG = 0x30a, HENVCFG = 0x60a, PBMTE = 62 };
    uint16_t csr = t->which == NT_TV_OF_GUEST ? HENVCFG : MENVCFG;
    if (nt_tv_csr_is_known(&shell->state, csr)) {
        return (shell->state.csr[csr] >> PBMTE & 1) != 0 ? NT_TV_YES : NT_TV_NO;
    }
    return (nt_tv_tri)shell->choices->answer[NT_TV_SVPBMT];
}

/* Notes that the entry needs an extension. Returns false: the hart does not have it. */
static bool needs(nt_tv_walk *walk, nt_tv_choice choice, nt_tv_tri has) {
    walk->needs |= has == NT_TV_MAYBE ? 1U << (choice - NT_TV_SVNAPOT) : 0;
    return has != NT_TV_NO;
}

/* Whether the hart may translate by an entry with these bits; else it faults. */
static bool extends(const nt_tv_shell *shell, const tables *t, nt_tv_walk *walk, unsigned level,
                    uint64_t entry) {
    enum { NAPOT_64K = 8, BITS = 31 };
    const uint8_t *answer = shell->choices->answer;
    bool leaf = (entry & (R | X)) != 0;
    bool napot = entry >> N != 0;
    unsigned pbmt = entry >> PBMT & 3;
    if (shell->xlen == 32 || entry >> RESERVED == 0) {
        return true;
    }
    if ((entry >> RESERVED & BITS) != 0 || pbmt == 3 || (!leaf && (napot || pbmt != 0)) ||
        (napot && (level != 0 || (ppn_of(shell, entry, true) & 15) != NAPOT_64K))) {
        return false;
    }
    return (!napot || needs(walk, NT_TV_SVNAPOT, (nt_tv_tri)answer[NT_TV_SVNAPOT])) &&
           (pbmt == 0 || needs(walk, NT_TV_SVPBMT, has_pbmt(shell, t))) &&
           ((entry >> SOFTWARE & 3) == 0 ||
            needs(walk, NT_TV_SVRSW, (nt_tv_tri)answer[NT_TV_SVRSW]));
}

nt_tv_tri nt_tv_walk_faults(const nt_tv_walk *walk) {
    if (walk->known && walk->faults) {
        return NT_TV_YES;
    }
    return !walk->known || walk->unsaid || walk->needs != 0 ? NT_TV_MAYBE : NT_TV_NO;
}

void nt_tv_shell_teach_walk(nt_tv_shell *shell, const nt_tv_walk *walk, bool faulted) {
    bool one = (walk->needs & (walk->needs - 1)) == 0 && walk->missing == 0;
    if (!walk->known || walk->faults || walk->unsaid || (faulted && !one)) {
        return; /* what it shows is not sure */
    }
    for (unsigned at = 0; at < 3; at++) {
        if ((walk->needs >> at & 1) != 0) {
            nt_tv_teach_answer(shell, NT_TV_SVNAPOT + at, !faulted);
        }
    }
}

/* ---- tables ---- */

static nt_tv_walk walk_tables(nt_tv_shell *shell, const tables *t, const tables *second,
                              uint64_t address, nt_tv_access access) {
    nt_tv_walk walk = {.size = (uint8_t)t->size};
    if (!is_valid(t, address)) {
        return fault_of(walk, t);
    }
    uint64_t table = t->root;
    for (unsigned level = t->levels; level-- > 0;) {
        walk.entry = table + index_of(t, address, level) * t->size;
        if (!place_entry(shell, second, &walk)) {
            return walk;
        }
        if (!nt_tv_memory_is_known(shell->memory, walk.entry, t->size) ||
            nt_tv_shell_is_older(shell, t->which, walk.entry, level == 0 ? &address : NULL)) {
            return walk;
        }
        uint64_t entry = nt_tv_memory_read(shell->memory, walk.entry, t->size);
        bool leaf = (entry & (R | X)) != 0;
        walk.global = walk.global || (entry & (G | V)) == (G | V);
        shell->fences.globals[t->which] |= walk.global;
        if ((entry & V) == 0 || ((entry & W) != 0 && (entry & R) == 0) ||
            !extends(shell, t, &walk, level, entry)) {
            return fault_of(walk, t);
        }
        walk.unsaid = walk.unsaid || (!leaf && (entry & (D | A | U)) != 0); /* reserved */
        if (leaf) {
            return finish(shell, walk, t, level, entry, address, access);
        }
        table = ppn_of(shell, entry, true) << PAGE_BITS;
    }
    return fault_of(walk, t);
}

/* Both stages of a guest; A and D bits that miss are not judged. */
nt_tv_walk nt_tv_shell_walk_guest(nt_tv_shell *shell, uint64_t address, nt_tv_access access,
                                  unsigned mode) {
    const nt_tv_state *state = &shell->state;
    tables first = tables_now(shell, NT_TV_OF_GUEST);
    tables second = tables_now(shell, NT_TV_OF_SECOND);
    uint64_t status = state->csr[NT_TV_VSSTATUS];
    nt_tv_walk walk = {.known = true, .place = address};
    second.mxr = (state->csr[NT_TV_MSTATUS] & MXR) != 0;
    second.mode = NT_TV_U;
    first.sum = (status & SUM) != 0;
    first.mxr = (status & MXR) != 0 || second.mxr;
    first.mode = mode;
    if (!first.is_known || !second.is_known || !nt_tv_csr_is_known(state, NT_TV_VSSTATUS)) {
        return (nt_tv_walk){0};
    }
    if (first.on) {
        walk = walk_tables(shell, &first, &second, address, access);
    }
    if (nt_tv_walk_faults(&walk) == NT_TV_NO && walk.missing == 0 && second.on) {
        walk = walk_tables(shell, &second, NULL, walk.place, access);
    }
    if (walk.missing != 0 || nt_tv_walk_faults(&walk) == NT_TV_MAYBE) {
        return (nt_tv_walk){0};
    }
    return walk;
}

bool nt_tv_shell_cannot_fault(const nt_tv_shell *shell, const nt_tv_walk *walk) {
    return nt_tv_walk_faults(walk) == NT_TV_NO &&
           (walk->missing == 0 || nt_tv_shell_updates_ad(shell) == NT_TV_YES);
}

bool nt_tv_shell_has_to_fault(const nt_tv_shell *shell, const nt_tv_walk *walk) {
    return walk->known && (nt_tv_walk_faults(walk) == NT_TV_YES ||
                           (walk->missing != 0 && nt_tv_shell_updates_ad(shell) == NT_TV_NO));
}

/* Whether the access faults, A and D bits with what is known of the hart. */
static nt_tv_tri outcome_of(const nt_tv_shell *shell, const nt_tv_walk *walk) {
    return nt_tv_shell_has_to_fault(shell, walk)   ? NT_TV_YES
           : nt_tv_shell_cannot_fault(shell, walk) ? NT_TV_NO
                                                   : NT_TV_MAYBE;
}

/* MPRV below M, where a hart before version 1.12 left it: as MPP has it (3.1.6.3), or, as some
   harts do, for M alone. An access whose outcome depends on that alone shows which. */
static nt_tv_walk walk_as_either(nt_tv_shell *shell, const tables *t, uint64_t address,
                                 nt_tv_access access) {
    tables other = *t;
    other.mode = (unsigned)(shell->state.csr[NT_TV_MSTATUS] & NT_TV_MPP) >> 11;
    if (other.mode == NT_TV_M) {
        return (nt_tv_walk){0};
    }
    nt_tv_walk as_it_is = walk_tables(shell, t, NULL, address, access);
    nt_tv_walk as_mpp = walk_tables(shell, &other, NULL, address, access);
    nt_tv_tri below = (nt_tv_tri)shell->choices->answer[NT_TV_MPRV_BELOW];
    if (below == NT_TV_MAYBE &&
        (as_it_is.known != as_mpp.known || as_it_is.faults != as_mpp.faults)) {
        nt_tv_tri here = outcome_of(shell, &as_it_is);
        nt_tv_tri there = outcome_of(shell, &as_mpp);
        if (here == NT_TV_MAYBE || there == NT_TV_MAYBE) {
            return (nt_tv_walk){0};
        }
        uint64_t cause = nt_tv_shell_said_cause(shell);
        bool faults = shell->hint->trap && (cause == 13 || cause == 15);
        if (here != there) {
            below = (there == NT_TV_YES) == faults ? NT_TV_YES : NT_TV_NO;
            nt_tv_teach_answer(shell, NT_TV_MPRV_BELOW, below == NT_TV_YES);
        }
    }
    return below == NT_TV_NO ? as_it_is : as_mpp;
}

/* Whether tables that satp had since the last fence, of another ASID, have the address as global
   (4.3.1), and elsewhere: that may be in use with each ASID. */
static bool is_global_elsewhere(nt_tv_shell *shell, const tables *t, const nt_tv_walk *walk,
                                uint64_t address, nt_tv_access access) {
    const nt_tv_fences *fences = &shell->fences;
    for (unsigned i = 0; i < fences->roots[NT_TV_OF_HOST]; i++) {
        tables other = tables_of(shell, NT_TV_OF_HOST, fences->root[NT_TV_OF_HOST][i]);
        other.mode = t->mode;
        other.sum = t->sum;
        other.mxr = t->mxr;
        if (!other.on || !other.is_known || other.root == t->root) {
            continue;
        }
        nt_tv_walk before = walk_tables(shell, &other, NULL, address, access);
        bool same = before.faults == walk->faults && before.place == walk->place;
        if (before.known && before.global && !same) {
            return true;
        }
    }
    return false;
}

nt_tv_walk nt_tv_shell_walk(nt_tv_shell *shell, uint64_t address, nt_tv_access access) {
    const nt_tv_state *state = &shell->state;
    uint64_t status = state->csr[NT_TV_MSTATUS];
    if (shell->hint->no_csr || !nt_tv_csr_is_known(state, NT_TV_MSTATUS)) {
        return (nt_tv_walk){0};
    }
    if (nt_tv_shell_is_guest(shell, access != NT_TV_ACCESS_FETCH)) {
        return nt_tv_shell_walk_guest(shell, address, access,
                                      nt_tv_shell_mode(shell, access != NT_TV_ACCESS_FETCH));
    }
    tables t = tables_now(shell, NT_TV_OF_HOST);
    t.mode = nt_tv_shell_mode(shell, access != NT_TV_ACCESS_FETCH);
    t.sum = (status & SUM) != 0;
    t.mxr = (status & MXR) != 0;
    if (!t.is_known || !t.on) {
        return (nt_tv_walk){0};
    }
    shell->fences.translated |= is_valid(&t, address);
    if (access != NT_TV_ACCESS_FETCH && state->privilege != NT_TV_M &&
        nt_tv_shell_is_modified(shell)) {
        return walk_as_either(shell, &t, address, access);
    }
    nt_tv_walk walk = walk_tables(shell, &t, NULL, address, access);
    bool other = walk.known && shell->fences.globals[NT_TV_OF_HOST] &&
                 is_global_elsewhere(shell, &t, &walk, address, access);
    walk.known = walk.known && !other;
    return walk;
}

/* ---- A and D ---- */

static bool is_adue_set(const nt_tv_shell *shell) {
    enum { MENVCFG = 0x30a, MENVCFGH = 0x31a, ADUE = 61, HALF = 32 };
    const nt_tv_state *state = &shell->state;
    uint16_t csr = shell->xlen == 32 ? MENVCFGH : MENVCFG;
    unsigned bit = shell->xlen == 32 ? ADUE - HALF : ADUE;
    return nt_tv_csr_is_known(state, csr) && (state->csr[csr] >> bit & 1) != 0;
}

nt_tv_tri nt_tv_shell_updates_ad(const nt_tv_shell *shell) {
    return is_adue_set(shell) ? NT_TV_YES : (nt_tv_tri)shell->choices->answer[NT_TV_UPDATES_AD];
}

void nt_tv_shell_teach_ad(nt_tv_shell *shell, bool updates) {
    if (!is_adue_set(shell)) {
        nt_tv_teach_answer(shell, NT_TV_UPDATES_AD, updates);
    }
}

int nt_tv_shell_update_ad(nt_tv_shell *shell, const nt_tv_walk *walk) {
    uint64_t entry = nt_tv_memory_read(shell->memory, walk->entry, walk->size) | walk->missing;
    /* the hart's own, which it knows: no store of the program */
    return nt_tv_shell_poke(shell, walk->entry, entry, walk->size, true);
}

/* ---- what is an entry ---- */

/* Tables are looked for in so many others; behind that any page may be one. */
enum { MOST_TABLES = 256 };

/* Whether the page is the table, or one of those of lower levels that it points to. */
static bool has_table(const nt_tv_shell *shell, const tables *t, uint64_t table, unsigned levels,
                      uint64_t page, unsigned *looked_at) {
    if (table == page) {
        return true;
    }
    if (levels <= 1) {
        return false;
    }
    if (++*looked_at > MOST_TABLES) {
        return true;
    }
    for (uint64_t at = 0; at < UINT64_C(1) << PAGE_BITS; at += t->size) {
        uint64_t place = (table << PAGE_BITS) + at;
        if (!nt_tv_memory_is_known(shell->memory, place, t->size)) {
            continue;
        }
        uint64_t entry = nt_tv_memory_read(shell->memory, place, t->size);
        if ((entry & (V | R | W | X)) == V &&
            has_table(shell, t, ppn_of(shell, entry, true), levels - 1, page, looked_at)) {
            return true;
        }
    }
    return false;
}

static bool is_of_tables(const nt_tv_shell *shell, uint64_t satp, uint64_t place) {
    tables t = tables_of(shell, NT_TV_OF_HOST, satp);
    unsigned looked_at = 0;
    return t.on &&
           has_table(shell, &t, t.root >> PAGE_BITS, t.levels, place >> PAGE_BITS, &looked_at);
}

bool nt_tv_shell_is_entry(const nt_tv_shell *shell, uint64_t place) {
    const nt_tv_fences *fences = &shell->fences;
    for (unsigned i = 0; i < fences->roots[NT_TV_OF_HOST]; i++) {
        if (is_of_tables(shell, fences->root[NT_TV_OF_HOST][i], place)) {
            return true;
        }
    }
    return nt_tv_csr_is_known(&shell->state, NT_TV_SATP) &&
           is_of_tables(shell, shell->state.csr[NT_TV_SATP], place);
}
