/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores, lr, sc and AMOs. Those of RAM are the reference's; what a device answers, and
   whether an access faults, is the trace's. */
#include "sim/tandem/shell_parts.h"

/* RAM whose content nobody told is what the trace loads from it. Returns 1: now it is known; 0: the
   trace does not tell; -1: the error is set. */
static int learn(nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    uint64_t address = shell->outcome->place;
    bool told = nt_tv_is_in_trace(shell->hint, insn->rd);
    uint64_t value = told ? nt_tv_value_in_trace(shell->hint, insn->rd) : 0;
    if (nt_tv_memory_is_known(shell->memory, address, insn->width)) {
        return !told || nt_tv_shell_settle(shell, address, value, insn->width) == 0 ? 1 : -1;
    }
    shell->outcome->reason = NT_TV_MEMORY_UNKNOWN;
    if (!told) {
        return 0;
    }
    for (unsigned i = 0; i < insn->width; i++) {
        if (!nt_tv_memory_is_known(shell->memory, address + i, 1) &&
            nt_tv_shell_poke(shell, address + i, value >> 8 * i, 1, true) != 0) {
            return -1;
        }
    }
    return 1;
}

/* On RV32 Unicorn loads and stores no FPR as it is; it has no half precision. */
static bool is_by_shell(const nt_tv_shell *shell, unsigned reg) {
    bool no_fpr = shell->xlen == 32 && nt_tv_is_wrong(shell, NT_REFERENCE_NO_WIDE_FPRS);
    return reg >= NT_TV_F0 && (no_fpr || shell->outcome->insn.width == 2);
}

static int step_load(nt_tv_shell *shell, bool in_ram) {
    if (!in_ram) {
        nt_tv_shell_take_loaded(shell, NT_TV_DEVICE);
        return 0;
    }
    int learned = learn(shell);
    if (learned < 0) {
        return -1;
    }
    if (learned == 0 || is_by_shell(shell, shell->outcome->insn.rd)) {
        nt_tv_reason reason = shell->outcome->reason;
        if (learned != 0) { /* the reference has no such FPR */
            nt_tv_shell_put_loaded(shell, nt_tv_memory_read(shell->memory, shell->outcome->place,
                                                            shell->outcome->insn.width));
            return 0;
        }
        nt_tv_shell_take_loaded(shell, reason);
        return 0;
    }
    return nt_tv_shell_attempt(shell);
}

/* The memory that the reference is about to write is there, and known afterwards. */
static int prepare_store(nt_tv_shell *shell) {
    const nt_tv_outcome *outcome = shell->outcome;
    uint64_t old = nt_tv_memory_read(shell->memory, outcome->place, outcome->width);
    nt_tv_stores_note(shell->stores, shell->memory, outcome->place, outcome->width, true);
    return nt_tv_memory_write(shell->memory, outcome->place, old, outcome->width);
}

/* A store by the shell. */
static int put_source(nt_tv_shell *shell, bool in_ram) {
    nt_tv_outcome *outcome = shell->outcome;
    outcome->stored = true;
    outcome->data = nt_tv_shell_source_value(shell);
    if (!in_ram || outcome->hidden) {
        return 0;
    }
    return nt_tv_shell_poke(shell, outcome->place, outcome->data, outcome->width, false);
}

static int step_store(nt_tv_shell *shell, bool in_ram) {
    nt_tv_outcome *outcome = shell->outcome;
    bool moved = outcome->virtual_data && outcome->insn.rs1 == outcome->insn.rs2;
    if (nt_tv_insn_uses_floats(&outcome->insn)) {
        nt_tv_shell_dirty_floats(shell, false); /* imprecise */
    }
    if (!in_ram || moved || outcome->hidden || is_by_shell(shell, outcome->insn.rs2)) {
        int result = put_source(shell, in_ram);
        nt_tv_shell_next(shell);
        return result;
    }
    if (prepare_store(shell) != 0) {
        return -1;
    }
    int result = nt_tv_shell_attempt(shell);
    outcome->stored = !outcome->trapped && !outcome->all_free;
    outcome->data = nt_tv_memory_read(shell->memory, outcome->place, outcome->width);
    return result;
}

/* Whether sc succeeds is the hart's choice. */
static int step_sc(nt_tv_shell *shell, bool in_ram) {
    const nt_tv_hint *hint = shell->hint;
    unsigned rd = shell->outcome->insn.rd;
    bool seen = nt_tv_is_in_trace(hint, rd);
    if (!seen && hint->no_store) {
        nt_tv_shell_give_up(shell, NT_TV_SC_UNSEEN);
        return 0;
    }
    bool by_store = !seen && !hint->no_store && !shell->sc_fail_stores;
    if (!seen && !by_store) {
        nt_tv_shell_give_up(shell, NT_TV_SC_UNSEEN);
        return 0;
    }
    bool success = by_store ? hint->has_store : nt_tv_value_in_trace(hint, rd) == 0;
    success = success && shell->reservation != NT_TV_NO; /* A.8.2: no lr since reset, or since sc */
    shell->reserve = NT_TV_NO;
    uint64_t failure =
        seen && nt_tv_value_in_trace(hint, rd) != 0 ? nt_tv_value_in_trace(hint, rd) : 1;
    if (success && put_source(shell, in_ram) != 0) {
        return -1;
    }
    shell->outcome->accessed = success || hint->has_address || hint->has_eaddr;
    nt_tv_shell_set(shell, rd, success ? 0 : failure, true);
    nt_tv_shell_next(shell);
    return 0;
}

enum { AMOMIN = 0x10, AMOMINU = 0x18 }; /* and amomax, amomaxu */

static unsigned amo_of(const nt_tv_insn *insn) {
    return insn->code >> 27;
}

/* On RV64 the reference may compare the word in memory, without its sign, with the whole register.
 */
static bool is_minmax_of_words(const nt_tv_shell *shell) {
    const nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_insn *insn = &outcome->insn;
    return nt_tv_is_wrong(shell, NT_REFERENCE_WRONG_MINMAX) && shell->xlen == 64 &&
           insn->width == 4 && outcome->place % 4 == 0 && amo_of(insn) >= AMOMIN;
}

static bool is_less(unsigned amo, uint32_t old, uint32_t operand) {
    return amo < AMOMINU ? (int32_t)old < (int32_t)operand : old < operand;
}

static int step_minmax(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_insn *insn = &outcome->insn;
    unsigned amo = amo_of(insn);
    uint32_t old = (uint32_t)nt_tv_memory_read(shell->memory, outcome->place, 4);
    uint32_t operand = (uint32_t)shell->state.user.x[insn->rs2];
    bool takes_less = amo == AMOMIN || amo == AMOMINU;
    outcome->stored = true;
    outcome->data = is_less(amo, old, operand) == takes_less ? old : operand;
    if (nt_tv_shell_poke(shell, outcome->place, outcome->data, 4, false) != 0) {
        return -1;
    }
    nt_tv_shell_set(shell, insn->rd, (uint64_t)(int64_t)(int32_t)old, true);
    nt_tv_shell_next(shell);
    return 0;
}

static uint64_t amo_result(const nt_tv_insn *insn, uint64_t old, uint64_t operand) {
    unsigned top = 8U * insn->width - 1;
    int64_t a = (int64_t)(old << (63 - top)); /* in order as signed */
    int64_t b = (int64_t)(operand << (63 - top));
    switch (amo_of(insn)) {
    case 0x00:
        return old + operand;
    case 0x01:
        return operand;
    case 0x04:
        return old ^ operand;
    case 0x08:
        return old | operand;
    case 0x0c:
        return old & operand;
    case AMOMIN:
        return a < b ? old : operand;
    case 0x14:
        return a < b ? operand : old;
    case AMOMINU:
        return (uint64_t)a < (uint64_t)b ? old : operand;
    default:
        return (uint64_t)a < (uint64_t)b ? operand : old;
    }
}

/* An AMO at a device, or where nobody knows: rd has what was there, and what is stored follows from
   that. */
static void step_hidden_amo(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_insn insn = outcome->insn;
    uint64_t operand = nt_tv_shell_source_value(shell);
    nt_tv_reason reason = outcome->hidden ? NT_TV_TRANSLATED : NT_TV_DEVICE;
    bool told = nt_tv_is_in_trace(shell->hint, insn.rd);
    uint64_t old =
        told ? nt_tv_value_in_trace(shell->hint, insn.rd) & nt_tv_width_mask(insn.width) : 0;
    nt_tv_shell_take_loaded(shell, reason);
    outcome->stored = true;
    outcome->data_free = !told;
    outcome->data = amo_result(&insn, old, operand) & nt_tv_width_mask(insn.width);
}

static int step_amo(nt_tv_shell *shell, bool in_ram) {
    nt_tv_outcome *outcome = shell->outcome;
    if (!in_ram || outcome->hidden) {
        step_hidden_amo(shell);
        return 0;
    }
    int learned = learn(shell);
    if (learned <= 0) {
        nt_tv_shell_give_up(shell, NT_TV_MEMORY_UNKNOWN);
        return learned;
    }
    if (is_minmax_of_words(shell)) {
        return step_minmax(shell);
    }
    int result = nt_tv_shell_attempt(shell);
    outcome->stored = !outcome->trapped && !outcome->all_free;
    outcome->data = nt_tv_memory_read(shell->memory, outcome->place, outcome->width);
    return result;
}

/* ---- translation ---- */

enum { IN_PAGE = 0xfff };

static nt_tv_walk walk_data(nt_tv_shell *shell) {
    const nt_tv_outcome *outcome = shell->outcome;
    nt_tv_class class_ = (nt_tv_class)outcome->insn.class_;
    bool store = class_ == NT_TV_STORE || class_ == NT_TV_SC || class_ == NT_TV_AMO;
    bool crosses = (outcome->address & IN_PAGE) + outcome->width > IN_PAGE + 1;
    if (!outcome->virtual_data || crosses) {
        return (nt_tv_walk){0};
    }
    return nt_tv_shell_walk(shell, outcome->address,
                            store ? NT_TV_ACCESS_STORE : NT_TV_ACCESS_LOAD);
}

/* Where the data is: by the page tables, else the trace tells the page; else it is hidden. */
static int find_place(nt_tv_shell *shell, const nt_tv_walk *walk) {
    nt_tv_outcome *outcome = shell->outcome;
    outcome->place = outcome->address;
    if (!outcome->virtual_data) {
        return 0;
    }
    if (walk->known) {
        outcome->place = walk->place;
        nt_tv_shell_teach_walk(shell, walk, false);
        if (walk->missing != 0) {
            nt_tv_shell_teach_ad(shell, true);
            return nt_tv_shell_update_ad(shell, walk);
        }
        return 0;
    }
    outcome->place = (shell->hint->address & ~(uint64_t)IN_PAGE) | (outcome->address & IN_PAGE);
    outcome->hidden = !shell->hint->has_address;
    return 0;
}

static int perform(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_insn *insn = &outcome->insn;
    bool in_ram = nt_tv_memory_is_ram(shell->memory, outcome->place) &&
                  nt_tv_memory_is_ram(shell->memory, outcome->place + insn->width - 1);
    /* the base is moved: it must not be an operand */
    bool moved = outcome->virtual_data && (insn->rs1 == 0 || insn->rs1 == insn->rs2);
    shell->reserve = insn->class_ == NT_TV_LR ? NT_TV_YES : shell->reservation;
    switch (insn->class_) {
    case NT_TV_STORE:
        return step_store(shell, in_ram);
    case NT_TV_SC:
        return step_sc(shell, in_ram);
    case NT_TV_AMO:
        outcome->hidden = outcome->hidden || moved;
        return step_amo(shell, in_ram);
    default:
        if (outcome->hidden || moved) {
            nt_tv_shell_take_loaded(shell, NT_TV_TRANSLATED);
            return 0;
        }
        return step_load(shell, in_ram);
    }
}

/* Whether the address is translated; while nobody told satp, by the physical address. */
static bool is_virtual(const nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    if (nt_tv_shell_is_translated(shell, true)) {
        return true;
    }
    if (hint->no_csr || !nt_tv_shell_may_translate(shell, true)) {
        return false;
    }
    return hint->has_address ? hint->address != shell->outcome->address
                             : nt_tv_shell_mode(shell, true) != NT_TV_M;
}

int nt_tv_shell_access(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_insn *insn = &outcome->insn;
    uint64_t base = shell->state.user.x[insn->rs1];
    outcome->accessed = true;
    outcome->width = insn->width;
    outcome->address = nt_tv_cut(shell, base + (uint64_t)(int64_t)insn->offset);
    outcome->virtual_data = is_virtual(shell);
    outcome->perhaps = outcome->virtual_data && !nt_tv_shell_is_translated(shell, true);
    if (nt_tv_shell_crosses(shell)) {
        return nt_tv_shell_access_parts(shell);
    }
    nt_tv_walk walk = walk_data(shell);
    outcome->walked = walk.known;
    if (nt_tv_shell_faults(shell, &walk)) {
        if (!outcome->virtual_data || (walk.known && nt_tv_walk_faults(&walk) == NT_TV_NO)) {
            nt_tv_shell_leave_part(shell, walk.known ? walk.place : outcome->address, 0,
                                   insn->width);
        }
        return 0;
    }
    return find_place(shell, &walk) != 0 ? -1 : perform(shell);
}
