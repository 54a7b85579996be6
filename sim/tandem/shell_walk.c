#include "sim/tandem/shell_walk.h"

enum {
    V = 1 << 0,
    R = 1 << 1,
    W = 1 << 2,
    X = 1 << 3,
    U = 1 << 4,
    A = 1 << 6,
    D = 1 << 7,
    PAGE_BITS = 12,
    SUM = 1 << 18,
    MXR = 1 << 19,
};

typedef struct scheme {
    unsigned levels;
    unsigned index_bits;
    unsigned size;  /* of an entry */
    unsigned width; /* of an address; 0: all of XLEN */
} scheme;

/* levels 0: a mode that is not one of these. */
static scheme scheme_of(const nt_tv_shell *shell) {
    uint64_t satp = shell->state.csr[NT_TV_SATP];
    unsigned mode = (unsigned)(satp >> 60);
    if (shell->xlen == 32) {
        return (scheme){2, 10, 4, 0};
    }
    if (mode < 8 || mode > 10) {
        return (scheme){0};
    }
    unsigned levels = mode - 8 + 3;
    return (scheme){levels, 9, 8, PAGE_BITS + 9 * levels};
}

static uint64_t ppn_of(const nt_tv_shell *shell, uint64_t value, bool entry) {
    if (entry) {
        return value >> 10 & ((UINT64_C(1) << (shell->xlen == 32 ? 22 : 44)) - 1);
    }
    return value & ((UINT64_C(1) << (shell->xlen == 32 ? 22 : 44)) - 1);
}

/* ---- older entries ---- */

bool nt_tv_stores_wrote(const nt_tv_stores *stores, uint64_t address) {
    unsigned slot = nt_tv_stores_slot(address);
    return (stores->pages[slot / 64] >> slot % 64 & 1) != 0;
}

static void forget_stores(nt_tv_shell *shell) {
    for (unsigned i = 0; i < sizeof shell->stores->pages / sizeof shell->stores->pages[0]; i++) {
        shell->stores->pages[i] = 0;
    }
}

void nt_tv_shell_fence(nt_tv_shell *shell) {
    forget_stores(shell);
    shell->root_changed = false;
    shell->translated = nt_tv_shell_is_translated(shell, false);
}

void nt_tv_shell_satp_written(nt_tv_shell *shell, uint64_t old) {
    uint64_t now = shell->state.csr[NT_TV_SATP];
    unsigned at = shell->xlen == 64 ? 60 : 31;
    uint64_t asid = shell->xlen == 64 ? UINT64_C(0xffff) << 44 : UINT64_C(0x1ff) << 22;
    if (old >> at == 0 && now >> at != 0 && !shell->translated) {
        forget_stores(shell); /* nothing is cached yet */
    } else if (now >> at != 0 && now != old && ((now ^ old) & asid) == 0) {
        shell->root_changed = true;
    }
    shell->translated = shell->translated || now >> at != 0;
}

/* ---- the walk ---- */

static bool permits(const nt_tv_shell *shell, uint64_t entry, nt_tv_access access, bool amo) {
    uint64_t status = shell->state.csr[NT_TV_MSTATUS];
    unsigned mode = nt_tv_shell_mode(shell, access != NT_TV_ACCESS_FETCH);
    bool user = (entry & U) != 0;
    if (mode == NT_TV_U ? !user : user && ((status & SUM) == 0 || access == NT_TV_ACCESS_FETCH)) {
        return false;
    }
    switch (access) {
    case NT_TV_ACCESS_FETCH:
        return (entry & X) != 0;
    case NT_TV_ACCESS_STORE:
        return (entry & W) != 0 && (!amo || (entry & R) != 0);
    default:
        return (entry & R) != 0 || ((status & MXR) != 0 && (entry & X) != 0);
    }
}

static nt_tv_walk finish(const nt_tv_shell *shell, nt_tv_walk walk, const scheme *s, unsigned level,
                         uint64_t entry, uint64_t address, nt_tv_access access) {
    bool amo = shell->outcome->insn.class_ == NT_TV_AMO;
    uint64_t ppn = ppn_of(shell, entry, true);
    unsigned low = level * s->index_bits;
    uint64_t needed = A | (access == NT_TV_ACCESS_STORE ? (uint64_t)D : 0);
    uint64_t inside = (UINT64_C(1) << (PAGE_BITS + low)) - 1;
    walk.faults = !permits(shell, entry, access, amo) ||
                  (ppn & ((UINT64_C(1) << low) - 1)) != 0; /* a superpage that is not aligned */
    walk.place = (ppn << PAGE_BITS & ~inside) | (address & inside);
    walk.missing = needed & ~entry;
    return walk;
}

nt_tv_walk nt_tv_shell_walk(nt_tv_shell *shell, uint64_t address, nt_tv_access access) {
    nt_tv_walk walk = {0};
    scheme s = scheme_of(shell);
    const nt_tv_state *state = &shell->state;
    bool guest = nt_tv_shell_is_guest(shell, access != NT_TV_ACCESS_FETCH);
    if (s.levels == 0 || guest || !nt_tv_csr_is_known(state, NT_TV_SATP) || shell->hint->no_csr ||
        !nt_tv_csr_is_known(state, NT_TV_MSTATUS) || shell->root_changed) {
        return walk;
    }
    if (s.width != 0 &&
        (int64_t)(address << (64 - s.width)) >> (64 - s.width) != (int64_t)address) {
        walk.known = true;
        walk.faults = true;
        return walk;
    }
    shell->translated = true;
    uint64_t table = ppn_of(shell, state->csr[NT_TV_SATP], false) << PAGE_BITS;
    walk.size = (uint8_t)s.size;
    for (unsigned level = s.levels; level-- > 0;) {
        uint64_t index = address >> (PAGE_BITS + level * s.index_bits);
        index &= (UINT64_C(1) << s.index_bits) - 1;
        walk.entry = table + index * s.size;
        if (!nt_tv_memory_is_known(shell->memory, walk.entry, s.size) ||
            nt_tv_stores_wrote(shell->stores, walk.entry)) {
            return walk;
        }
        uint64_t entry = nt_tv_memory_read(shell->memory, walk.entry, s.size);
        bool leaf = (entry & (R | X)) != 0;
        bool extended = shell->xlen == 64 && entry >> 54 != 0; /* N, PBMT, reserved */
        if ((entry & V) == 0 || ((entry & W) != 0 && (entry & R) == 0)) {
            walk.known = true;
            walk.faults = true;
            return walk;
        }
        if (extended || (!leaf && (entry & (D | A | U)) != 0)) {
            return walk;
        }
        if (leaf) {
            walk.known = true;
            return finish(shell, walk, &s, level, entry, address, access);
        }
        table = ppn_of(shell, entry, true) << PAGE_BITS;
    }
    walk.known = true;
    walk.faults = true;
    return walk;
}

/* ---- A and D ---- */

nt_tv_tri nt_tv_shell_updates_ad(const nt_tv_shell *shell) {
    enum { MENVCFG = 0x30a, ADUE = 61 };
    const nt_tv_state *state = &shell->state;
    if (nt_tv_csr_is_known(state, MENVCFG) && (state->csr[MENVCFG] >> ADUE & 1) != 0) {
        return NT_TV_YES;
    }
    return (nt_tv_tri)shell->choices->answer[NT_TV_UPDATES_AD];
}

int nt_tv_shell_update_ad(nt_tv_shell *shell, const nt_tv_walk *walk) {
    uint64_t entry = nt_tv_memory_read(shell->memory, walk->entry, walk->size) | walk->missing;
    uint64_t pages[NT_TV_STORE_PAGES / 64];
    memcpy(pages, shell->stores->pages, sizeof pages); /* the hart's own, which it knows */
    int result = nt_tv_shell_poke(shell, walk->entry, entry, walk->size, true);
    memcpy(shell->stores->pages, pages, sizeof pages);
    return result;
}
