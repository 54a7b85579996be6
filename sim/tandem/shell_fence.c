/* SPDX-License-Identifier: Apache-2.0 */
/* Which entries of page tables may be in use in an older form than memory has (Privileged ISA,
   4.2.1): those that were stored to since the last fence that orders them. */
#include "sim/tandem/shell_walk.h"

#include <string.h>

enum { OF_PAGES = NT_TV_TABLES, PAGE_BITS = 12 }; /* the set of single addresses */

uint16_t nt_tv_tables_csr(nt_tv_tables tables) {
    static const uint16_t csrs[] = {[NT_TV_OF_HOST] = NT_TV_SATP,
                                    [NT_TV_OF_GUEST] = NT_TV_VSATP,
                                    [NT_TV_OF_SECOND] = NT_TV_HGATP};
    return csrs[tables];
}

static uint64_t mode_of(const nt_tv_shell *shell, uint64_t satp) {
    return satp >> (shell->xlen == 64 ? 60 : 31);
}

/* ASID or VMID. */
static uint64_t tag_of(const nt_tv_shell *shell, uint64_t satp) {
    return shell->xlen == 64 ? satp >> 44 & 0xffff : satp >> 22 & 0x1ff;
}

/* ---- stores ---- */

static bool wrote(const nt_tv_stores *stores, unsigned set, uint64_t address) {
    unsigned slot = nt_tv_stores_slot(address);
    return (stores->pages[set][slot / 64] >> slot % 64 & 1) != 0;
}

static bool wrote_any(const nt_tv_stores *stores, unsigned set) {
    for (unsigned i = 0; i < NT_TV_STORE_PAGES / 64; i++) {
        if (stores->pages[set][i] != 0) {
            return true;
        }
    }
    return false;
}

static void forget_stores(nt_tv_shell *shell, unsigned set) {
    memset(shell->stores->pages[set], 0, sizeof shell->stores->pages[set]);
}

static bool is_fenced(const nt_tv_fences *fences, uint64_t address) {
    for (unsigned i = 0; i < fences->pages; i++) {
        if (fences->page[i] == address >> PAGE_BITS) {
            return true;
        }
    }
    return false;
}

bool nt_tv_shell_is_older(const nt_tv_shell *shell, nt_tv_tables tables, uint64_t entry,
                          const uint64_t *leaf) {
    const nt_tv_stores *stores = shell->stores;
    bool fenced = leaf != NULL && tables == NT_TV_OF_HOST && is_fenced(&shell->fences, *leaf) &&
                  !wrote(stores, OF_PAGES, entry);
    return wrote(stores, tables, entry) && !fenced;
}

/* ---- fences ---- */

static void add_root(nt_tv_fences *fences, nt_tv_tables tables, uint64_t value) {
    unsigned *count = &fences->roots[tables];
    for (unsigned i = 0; i < *count; i++) {
        if (fences->root[tables][i] == value) {
            return;
        }
    }
    if (*count == NT_TV_ROOTS) { /* there may be any */
        fences->root_changed[tables] = true;
        return;
    }
    fences->root[tables][(*count)++] = value;
}

/* Of all addresses and address spaces. */
static void fence_all(nt_tv_shell *shell, nt_tv_tables tables) {
    nt_tv_fences *fences = &shell->fences;
    forget_stores(shell, tables);
    fences->root_changed[tables] = false;
    fences->globals[tables] = false;
    fences->partial[tables] = false;
    fences->roots[tables] = 0;
    if (tables == NT_TV_OF_HOST) {
        fences->translated = nt_tv_shell_is_translated(shell, false);
        fences->pages = 0;
    }
}

/* Of one address space, which is the one in use: entries that are global are not ordered. */
static void fence_tagged(nt_tv_shell *shell, nt_tv_tables tables) {
    nt_tv_fences *fences = &shell->fences;
    if (fences->globals[tables]) {
        return;
    }
    uint64_t now = tag_of(shell, shell->state.csr[nt_tv_tables_csr(tables)]);
    unsigned kept = 0;
    for (unsigned i = 0; i < fences->roots[tables]; i++) {
        uint64_t root = fences->root[tables][i];
        if (tag_of(shell, root) != now) {
            fences->root[tables][kept++] = root;
        }
    }
    forget_stores(shell, tables);
    fences->roots[tables] = kept;
    fences->root_changed[tables] = false;
    fences->partial[tables] = true;
}

/* Of one address: its leaf. */
static void fence_page(nt_tv_shell *shell, uint64_t address) {
    nt_tv_fences *fences = &shell->fences;
    if (wrote_any(shell->stores, OF_PAGES) || fences->pages == NT_TV_FENCED_PAGES) {
        fences->pages = 0;
    }
    forget_stores(shell, OF_PAGES);
    fences->page[fences->pages++] = address >> PAGE_BITS;
}

void nt_tv_shell_fence(nt_tv_shell *shell, nt_tv_tables tables) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    const nt_tv_state *state = &shell->state;
    uint16_t csr = nt_tv_tables_csr(tables);
    bool tagged = insn->rs2 != 0;
    uint64_t tag = state->user.x[insn->rs2] & (shell->xlen == 64 ? 0xffff : 0x1ff);
    bool ours = nt_tv_csr_is_known(state, csr) && tag == tag_of(shell, state->csr[csr]);
    if (shell->follows) {
        return;
    }
    if (tagged && (!ours || shell->fences.globals[tables])) {
        return; /* of others, or not of all that may be in use */
    }
    if (insn->rs1 != 0) {
        if (tables == NT_TV_OF_HOST) {
            fence_page(shell, state->user.x[insn->rs1]);
        }
    } else if (tagged) {
        fence_tagged(shell, tables);
    } else {
        fence_all(shell, tables);
    }
}

/* ---- roots ---- */

/* Whether tables with the same tag may be in use, with another root. */
static bool has_other_root(const nt_tv_shell *shell, nt_tv_tables tables, uint64_t now) {
    const nt_tv_fences *fences = &shell->fences;
    for (unsigned i = 0; i < fences->roots[tables]; i++) {
        uint64_t root = fences->root[tables][i];
        if (root != now && tag_of(shell, root) == tag_of(shell, now)) {
            return true;
        }
    }
    return false;
}

void nt_tv_shell_satp_written(nt_tv_shell *shell, uint16_t csr, uint64_t old) {
    nt_tv_tables which = csr == NT_TV_SATP    ? NT_TV_OF_HOST
                         : csr == NT_TV_VSATP ? NT_TV_OF_GUEST
                                              : NT_TV_OF_SECOND;
    nt_tv_fences *fences = &shell->fences;
    if (shell->follows) {
        return;
    }
    uint64_t now = shell->state.csr[csr];
    bool on = mode_of(shell, now) != 0;
    bool was_on = mode_of(shell, old) != 0;
    fences->pages = which == NT_TV_OF_HOST && now != old ? 0 : fences->pages;
    if (was_on) {
        add_root(fences, which, old);
    }
    if (which == NT_TV_OF_HOST && !was_on && on && !fences->translated) {
        forget_stores(shell, which); /* nothing is cached yet */
    } else if (on && now != old &&
               (has_other_root(shell, which, now) ||
                (fences->partial[which] && tag_of(shell, now) != tag_of(shell, old)))) {
        fences->root_changed[which] = true;
    }
    if (on) {
        add_root(fences, which, now);
    }
    if (which == NT_TV_OF_SECOND && now != old && fences->partial[NT_TV_OF_GUEST]) {
        fences->root_changed[NT_TV_OF_GUEST] = true;
    }
    fences->translated |= which == NT_TV_OF_HOST && on;
}
