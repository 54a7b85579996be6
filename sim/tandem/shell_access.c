/* Loads, stores, lr, sc and AMOs. Those of RAM are the reference's; what a device answers, and
   whether an access faults, is the trace's. */
#include "sim/tandem/shell.h"

static uint64_t value_mask(unsigned width) {
    return width >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * width) - 1;
}

static uint64_t extend(const nt_tv_insn *insn, uint64_t value) {
    uint64_t mask = value_mask(insn->width);
    uint64_t top = UINT64_C(1) << (8 * insn->width - 1);
    value &= mask;
    if (insn->rd >= NT_TV_F0) {
        return value | ~mask;
    }
    return insn->is_signed ? (value ^ top) - top : value;
}

static bool is_known_in_trace(const nt_tv_hint *hint, unsigned reg) {
    return reg != 0 && (reg < NT_TV_F0 ? !hint->no_gpr : !hint->no_fpr) &&
           (hint->after->known >> reg & 1) != 0;
}

static uint64_t value_in_trace(const nt_tv_hint *hint, unsigned reg) {
    return reg < NT_TV_F0 ? hint->after->user.x[reg] : hint->after->user.f[reg - NT_TV_F0];
}

/* What the trace says was loaded. */
static void take_loaded(nt_tv_shell *shell, nt_tv_reason reason) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    bool known = is_known_in_trace(shell->hint, insn->rd);
    uint64_t value = insn->rd == 0 ? 0 : extend(insn, value_in_trace(shell->hint, insn->rd));
    shell->outcome->reason = reason;
    if (insn->rd >= NT_TV_F0 && shell->flen == 32) {
        value = (uint32_t)value;
    }
    nt_tv_shell_set(shell, insn->rd, value, known);
    if (insn->rd >= NT_TV_F0) {
        nt_tv_shell_dirty_floats(shell, true);
    }
    nt_tv_shell_next(shell);
}

/* RAM whose content nobody told is what the trace loads from it. Returns 1: now it is known; 0: the
   trace does not tell; -1: the error is set. */
static int learn(nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    uint64_t address = shell->outcome->place;
    if (nt_tv_memory_is_known(shell->memory, address, insn->width)) {
        return 1;
    }
    shell->outcome->reason = NT_TV_MEMORY_UNKNOWN;
    if (!is_known_in_trace(shell->hint, insn->rd)) {
        return 0;
    }
    uint64_t value = value_in_trace(shell->hint, insn->rd);
    for (unsigned i = 0; i < insn->width; i++) {
        if (!nt_tv_memory_is_known(shell->memory, address + i, 1) &&
            nt_tv_shell_poke(shell, address + i, value >> 8 * i, 1, true) != 0) {
            return -1;
        }
    }
    return 1;
}

static int step_load(nt_tv_shell *shell, bool in_ram) {
    if (!in_ram) {
        take_loaded(shell, NT_TV_DEVICE);
        return 0;
    }
    int learned = learn(shell);
    if (learned < 0) {
        return -1;
    }
    if (learned == 0 || (shell->outcome->insn.rd >= NT_TV_F0 && shell->xlen == 32)) {
        nt_tv_reason reason = shell->outcome->reason;
        if (learned != 0) { /* Unicorn has no such FPR */
            uint64_t value =
                nt_tv_memory_read(shell->memory, shell->outcome->place, shell->outcome->insn.width);
            value = extend(&shell->outcome->insn, value);
            nt_tv_shell_set(shell, shell->outcome->insn.rd,
                            shell->flen == 32 ? (uint32_t)value : value, true);
            nt_tv_shell_dirty_floats(shell, true);
            nt_tv_shell_next(shell);
            return 0;
        }
        take_loaded(shell, reason);
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

static uint64_t source_value(const nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    const nt_tv_registers *user = &shell->state.user;
    uint64_t value = insn->rs2 < NT_TV_F0 ? user->x[insn->rs2] : user->f[insn->rs2 - NT_TV_F0];
    return value & value_mask(insn->width);
}

/* A store by the shell. */
static int put_source(nt_tv_shell *shell, bool in_ram) {
    nt_tv_outcome *outcome = shell->outcome;
    outcome->stored = true;
    outcome->data = source_value(shell);
    if (!in_ram) {
        return 0;
    }
    return nt_tv_shell_poke(shell, outcome->place, outcome->data, outcome->width, false);
}

static int step_store(nt_tv_shell *shell, bool in_ram) {
    nt_tv_outcome *outcome = shell->outcome;
    bool moved = outcome->virtual_data && outcome->insn.rs1 == outcome->insn.rs2;
    if (!in_ram || moved || (outcome->insn.rs2 >= NT_TV_F0 && shell->xlen == 32)) {
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
    bool seen = is_known_in_trace(hint, rd);
    if (!seen && hint->no_store) {
        nt_tv_shell_give_up(shell, NT_TV_SC_UNSEEN);
        return 0;
    }
    bool success = hint->no_store ? value_in_trace(hint, rd) == 0 : hint->has_store;
    uint64_t failure = seen && value_in_trace(hint, rd) != 0 ? value_in_trace(hint, rd) : 1;
    if (success && put_source(shell, in_ram) != 0) {
        return -1;
    }
    shell->outcome->accessed = success || hint->has_address;
    nt_tv_shell_set(shell, rd, success ? 0 : failure, true);
    nt_tv_shell_next(shell);
    return 0;
}

enum { AMOMIN = 0x10, AMOMINU = 0x18 }; /* and amomax, amomaxu */

static unsigned amo_of(const nt_tv_insn *insn) {
    return insn->code >> 27;
}

/* On RV64 Unicorn compares the word in memory, without its sign, with the whole register. */
static bool is_minmax_of_words(const nt_tv_shell *shell) {
    const nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_insn *insn = &outcome->insn;
    return shell->xlen == 64 && insn->width == 4 && outcome->place % 4 == 0 &&
           amo_of(insn) >= AMOMIN;
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

static int step_amo(nt_tv_shell *shell, bool in_ram) {
    nt_tv_outcome *outcome = shell->outcome;
    if (!in_ram) {
        nt_tv_shell_give_up(shell, NT_TV_DEVICE);
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

/* The trace says that the access faults: as misaligned, by a page or otherwise. The kind of access
   decides between the causes of loads and stores. */
static void fault(nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    nt_tv_class class_ = (nt_tv_class)shell->outcome->insn.class_;
    unsigned cause_csr = hint->trap_to_s ? 0x142 : 0x342;
    bool load = class_ == NT_TV_LOAD || class_ == NT_TV_LR ||
                (class_ == NT_TV_AMO && shell->amo_load_causes);
    uint64_t cause;
    switch (hint->no_csr ? NT_TV_ANY_CAUSE : hint->after->csr[cause_csr]) {
    case NT_TV_ANY_CAUSE:
        cause = NT_TV_ANY_CAUSE;
        break;
    case 4:
    case 6:
        cause = load ? 4 : 6;
        break;
    case 13:
    case 15:
        cause = load ? 13 : 15;
        break;
    default:
        cause = load ? 5 : 7;
        break;
    }
    shell->outcome->accessed = false;
    nt_tv_shell_trap(shell, cause, false, shell->outcome->address);
}

/* Where the data is. Translation is not modeled: the trace tells the page. */
static bool find_place(nt_tv_shell *shell) {
    enum { IN_PAGE = 0xfff };
    nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_insn *insn = &outcome->insn;
    outcome->virtual_data = nt_tv_shell_is_translated(shell, true);
    outcome->place = outcome->address;
    if (!outcome->virtual_data) {
        return true;
    }
    outcome->place = (shell->hint->address & ~(uint64_t)IN_PAGE) | (outcome->address & IN_PAGE);
    /* the base is moved: it must not be an operand */
    return shell->hint->has_address && insn->rs1 != 0 &&
           (insn->rs1 != insn->rs2 || insn->class_ != NT_TV_AMO);
}

int nt_tv_shell_access(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_insn *insn = &outcome->insn;
    uint64_t base = shell->state.user.x[insn->rs1];
    outcome->accessed = true;
    outcome->width = insn->width;
    outcome->address = nt_tv_cut(shell, base + (uint64_t)(int64_t)insn->offset);
    if (shell->hint->trap) {
        fault(shell);
        return 0;
    }
    if (!find_place(shell)) {
        nt_tv_shell_give_up(shell, NT_TV_TRANSLATED);
        return 0;
    }
    bool in_ram = nt_tv_memory_is_ram(shell->memory, outcome->place) &&
                  nt_tv_memory_is_ram(shell->memory, outcome->place + insn->width - 1);
    switch (insn->class_) {
    case NT_TV_STORE:
        return step_store(shell, in_ram);
    case NT_TV_SC:
        return step_sc(shell, in_ram);
    case NT_TV_AMO:
        return step_amo(shell, in_ram);
    default:
        return step_load(shell, in_ram);
    }
}
