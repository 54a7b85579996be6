/* CSRs (Privileged ISA 1.12): which are part of another one, which bits a write sets, and what the
   CSR instructions do. */
#include "sim/tandem/shell.h"

enum {
    FFLAGS = 0x001,
    FRM = 0x002,
    SSTATUS = 0x100,
    SIE = 0x104,
    SIP = 0x144,
    SUPERVISOR_INTERRUPTS = 0x222,
};

static const uint64_t SSTATUS_BITS = UINT64_C(0x80000003000de762);

uint16_t nt_tv_csr_home(const nt_tv_state *state, uint16_t csr, uint64_t *mask, unsigned *shift) {
    uint64_t delegated = nt_tv_csr_is_known(state, NT_TV_MIDELEG) ? state->csr[NT_TV_MIDELEG]
                                                                  : SUPERVISOR_INTERRUPTS;
    *shift = 0;
    *mask = UINT64_MAX;
    switch (csr) {
    case FFLAGS:
        *mask = 0x1f;
        return NT_TV_FCSR;
    case FRM:
        *mask = 0xe0;
        *shift = 5;
        return NT_TV_FCSR;
    case NT_TV_FCSR:
        *mask = 0xff;
        return NT_TV_FCSR;
    case SSTATUS:
        *mask = SSTATUS_BITS;
        return NT_TV_MSTATUS;
    case SIE:
        *mask = delegated;
        return NT_TV_MIE;
    case SIP:
        *mask = delegated;
        return NT_TV_MIP;
    default:
        return csr;
    }
}

void nt_tv_csr_put(nt_tv_state *state, uint16_t csr, uint64_t value, bool known) {
    uint64_t bit = UINT64_C(1) << csr % 64;
    uint64_t *word = &state->csr_known[csr / 64];
    state->csr[csr] = known ? value : 0;
    *word = known ? *word | bit : *word & ~bit;
}

bool nt_tv_csr_is_counter(uint16_t csr) {
    unsigned block = csr >> 5;
    return block == 0xb00 >> 5 || block == 0xb80 >> 5 || block == 0xc00 >> 5 || block == 0xc80 >> 5;
}

bool nt_tv_csr_is_input(uint16_t csr) {
    return nt_tv_csr_is_counter(csr) || csr == NT_TV_MIP;
}

void nt_tv_shell_touch(nt_tv_shell *shell, uint16_t csr, uint64_t value, bool known,
                       uint64_t free) {
    nt_tv_outcome *outcome = shell->outcome;
    nt_tv_csr_put(&shell->state, csr, nt_tv_cut(shell, value), known);
    for (size_t i = 0; i < outcome->touched_count; i++) {
        if (outcome->touched[i].csr == csr) {
            outcome->touched[i].free |= free;
            return;
        }
    }
    if (outcome->touched_count < NT_TV_TOUCHED) { /* an instruction touches 5 at most */
        outcome->touched[outcome->touched_count++] = (nt_tv_touched){csr, free};
    }
}

/* ---- what a write sets ---- */

typedef enum write_rule {
    WRITE_BITS,   /* the bits of the mask; each other bit: as written, as before or 0 */
    WRITE_EITHER, /* all of it, or nothing */
    WRITE_INPUT,  /* the bits of the mask; the others are the trace's */
} write_rule;

/* What is not in this table follows WRITE_BITS with no bits, and perhaps does not exist. */
typedef struct csr_row {
    uint16_t csr;
    uint8_t rule; /* write_rule */
    uint64_t bits;
} csr_row;

static const csr_row csr_rows[] = {
    {NT_TV_FCSR, WRITE_BITS, 0xff},
    {0x105, WRITE_BITS, ~UINT64_C(3)}, /* stvec */
    {0x140, WRITE_BITS, UINT64_MAX},   /* sscratch */
    {0x141, WRITE_BITS, ~UINT64_C(3)}, /* sepc */
    {0x142, WRITE_BITS, UINT64_MAX},   /* scause */
    {0x143, WRITE_BITS, UINT64_MAX},   /* stval */
    {NT_TV_SATP, WRITE_EITHER, 0},
    {NT_TV_MSTATUS, WRITE_BITS, 0x7e79aa},
    {NT_TV_MEDELEG, WRITE_BITS, 0xb1fe},
    {NT_TV_MIDELEG, WRITE_BITS, SUPERVISOR_INTERRUPTS},
    {NT_TV_MIE, WRITE_BITS, 0xaaa},
    {0x305, WRITE_BITS, ~UINT64_C(3)}, /* mtvec */
    {0x340, WRITE_BITS, UINT64_MAX},   /* mscratch */
    {0x341, WRITE_BITS, ~UINT64_C(3)}, /* mepc */
    {0x342, WRITE_BITS, UINT64_MAX},   /* mcause */
    {0x343, WRITE_BITS, UINT64_MAX},   /* mtval */
    {NT_TV_MIP, WRITE_INPUT, SUPERVISOR_INTERRUPTS},
};

static const csr_row *row_of(uint16_t csr) {
    for (unsigned i = 0; i < sizeof csr_rows / sizeof csr_rows[0]; i++) {
        if (csr_rows[i].csr == csr) {
            return &csr_rows[i];
        }
    }
    return NULL;
}

/* SD tells whether FS, VS or XS are dirty. */
static uint64_t with_sd(const nt_tv_shell *shell, uint64_t status) {
    uint64_t sd = UINT64_C(1) << (shell->xlen - 1);
    bool dirty = (status & NT_TV_FS) == NT_TV_FS || (status & 0x18000) == 0x18000 ||
                 (status & 0x600) == 0x600;
    return dirty ? status | sd : status & ~sd;
}

/* The bits that are surely writable; a mode without meaning leaves vectors alone. */
static uint64_t exact_bits(const nt_tv_shell *shell, const csr_row *row, uint64_t written) {
    if (row == NULL) {
        return 0;
    }
    if (row->csr == 0x105 || row->csr == 0x305) {
        return (written & 3) > 1 ? 0 : (written & 1) != 0 ? ~UINT64_C(0xfe) : UINT64_MAX;
    }
    uint64_t bits = row->bits;
    uint64_t misa = shell->state.csr[NT_TV_MISA];
    if (row->csr == NT_TV_MSTATUS) {
        bits &= shell->flen == 0 ? ~(uint64_t)NT_TV_FS : UINT64_MAX;
        bits &= (written & NT_TV_MPP) == 0x1000 ? ~(uint64_t)NT_TV_MPP : UINT64_MAX;
        bits &= misa != 0 && (misa >> 18 & 1) == 0 ? (uint64_t)(0x88 | NT_TV_MPP) : UINT64_MAX;
    }
    return bits;
}

/* What the CSR holds after `written` was written to its bits `mask`. */
static void write_csr(nt_tv_shell *shell, uint16_t csr, uint64_t written, uint64_t mask) {
    nt_tv_state *state = &shell->state;
    const nt_tv_state *after = shell->hint->after;
    const csr_row *row = row_of(csr);
    uint64_t old = state->csr[csr];
    uint64_t all = (old & ~mask) | (written & mask);
    uint64_t exact = exact_bits(shell, row, all);
    bool whole = (mask & exact) == (exact & nt_tv_cut(shell, UINT64_MAX));
    bool known = nt_tv_csr_is_known(state, csr) || (whole && exact != 0);
    if (nt_tv_csr_is_counter(csr)) {
        nt_tv_shell_touch(shell, csr, 0, false, UINT64_MAX);
        return;
    }
    if (row != NULL && row->rule == WRITE_EITHER) {
        bool kept =
            nt_tv_csr_is_known(state, csr) && after->csr[csr] == old && !shell->hint->no_csr;
        nt_tv_shell_touch(shell, csr, kept ? old : all, true, 0);
        return;
    }
    if (!nt_tv_csr_is_known(after, csr) || (row == NULL && shell->hint->no_csr)) {
        nt_tv_shell_touch(shell, csr, all, known && row != NULL, 0);
        return;
    }
    uint64_t said = shell->hint->no_csr && exact != 0 ? all : after->csr[csr];
    uint64_t loose = said & (all | old);
    uint64_t value = (all & exact) | (loose & ~exact);
    if (csr == NT_TV_MSTATUS) {
        value = with_sd(shell, value);
    }
    nt_tv_shell_touch(shell, csr, value, known,
                      row != NULL && row->rule == WRITE_INPUT ? ~row->bits : 0);
}

/* ---- instructions ---- */

typedef struct csr_access {
    uint16_t csr;
    uint16_t home;
    uint64_t mask;
    unsigned shift;
    bool writes;
} csr_access;

/* Whether it raises illegal instruction. What the shell does not know may be missing, or switched
   off for this mode. */
static bool is_illegal(const nt_tv_shell *shell, const csr_access *access) {
    const nt_tv_state *state = &shell->state;
    uint64_t status = state->csr[NT_TV_MSTATUS];
    bool known = nt_tv_csr_is_known(state, NT_TV_MSTATUS);
    if ((access->csr >> 8 & 3U) > state->privilege || (access->csr >> 10 == 3 && access->writes)) {
        return true;
    }
    if (access->home == NT_TV_FCSR) {
        return known && (status & NT_TV_FS) == 0;
    }
    if (access->csr == NT_TV_SATP && state->privilege == NT_TV_S && known) {
        return (status >> 20 & 1) != 0;
    }
    return shell->hint->trap && row_of(access->home) == NULL;
}

static uint64_t new_value(const nt_tv_shell *shell, uint64_t old) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    unsigned function = insn->code >> 12 & 7;
    uint64_t operand = function < 4 ? shell->state.user.x[insn->rs1] : insn->rs1;
    switch (function & 3) {
    case 1:
        return operand;
    case 2:
        return old | operand;
    default:
        return old & ~operand;
    }
}

/* Whether what the shell holds of a CSR is what the hart has. Without CSRs in the trace nobody
   tells what changes by itself, or what becomes of CSRs that the shell does not know. */
static bool is_followed(const nt_tv_shell *shell, const csr_access *access) {
    if (nt_tv_csr_is_counter(access->csr)) {
        return false;
    }
    return !shell->hint->no_csr || access->home == NT_TV_FCSR ||
           (row_of(access->home) != NULL && !nt_tv_csr_is_input(access->home));
}

/* Without CSRs in the trace the bits that an implementation decides are those that it reads. */
static void take_loose_bits(nt_tv_shell *shell, const csr_access *access, uint64_t read) {
    const csr_row *row = row_of(access->home);
    uint64_t held = shell->state.csr[access->home];
    uint64_t sure = exact_bits(shell, row, held);
    if (access->home == NT_TV_MSTATUS) {
        sure &= ~(uint64_t)(NT_TV_FS | NT_TV_MPRV);
    }
    uint64_t loose = access->mask & ~sure;
    nt_tv_shell_touch(shell, access->home, (held & ~loose) | (read << access->shift & loose), true,
                      0);
}

/* What is read; learned from the trace if nobody told. */
static void read_csr(nt_tv_shell *shell, const csr_access *access, uint64_t *old, bool *known) {
    nt_tv_state *state = &shell->state;
    const nt_tv_hint *hint = shell->hint;
    unsigned rd = shell->outcome->insn.rd;
    bool told = rd != 0 && !hint->no_gpr && (hint->after->known >> rd & 1) != 0;
    bool followed = is_followed(shell, access);
    *known = followed && nt_tv_csr_is_known(state, access->home);
    if (*known && told && hint->no_csr && access->home != NT_TV_FCSR) {
        take_loose_bits(shell, access, hint->after->user.x[rd]);
    }
    *old = (state->csr[access->home] & access->mask) >> access->shift;
    if (*known || rd == 0) {
        return;
    }
    shell->outcome->reason = nt_tv_csr_is_counter(access->csr) ? NT_TV_COUNTER : NT_TV_CSR_UNKNOWN;
    if (!told) {
        nt_tv_shell_set(shell, rd, 0, false);
        return;
    }
    *old = hint->after->user.x[rd];
    if (followed && access->csr == access->home) {
        nt_tv_shell_touch(shell, access->home, *old, true, 0);
        *known = true;
    }
}

void nt_tv_shell_csr(nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    unsigned function = insn->code >> 12 & 3;
    csr_access access = {.csr = (uint16_t)(insn->code >> 20),
                         .writes = function == 1 || insn->rs1 != 0};
    uint64_t old;
    bool known;
    access.home = nt_tv_csr_home(&shell->state, access.csr, &access.mask, &access.shift);
    if (is_illegal(shell, &access)) {
        nt_tv_shell_illegal(shell);
        return;
    }
    read_csr(shell, &access, &old, &known);
    uint64_t value = new_value(shell, old);
    if (insn->rd != 0 &&
        (known || (shell->outcome->reason != NT_TV_VERIFIED && !shell->hint->no_gpr))) {
        nt_tv_shell_set(shell, insn->rd, old, true);
    }
    if (access.writes) {
        if (access.home == NT_TV_FCSR) {
            nt_tv_shell_dirty_floats(shell, true);
        }
        if (!known && function != 1) { /* bits of what nobody knows */
            nt_tv_shell_touch(shell, access.home, 0, false, UINT64_MAX);
        } else {
            write_csr(shell, access.home, value << access.shift, access.mask);
        }
    }
    nt_tv_shell_next(shell);
}
