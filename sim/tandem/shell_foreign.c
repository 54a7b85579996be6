/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions that neither reference nor shell has: what they may do is told by their encoding. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_vector.h"
#include "sim/tandem/shell_walk.h"
#include "sim/tandem/trap_csrs.h"

enum {
    LOAD = 0x03,
    LOAD_FP = 0x07,
    MISC_MEM = 0x0f,
    STORE = 0x23,
    STORE_FP = 0x27,
    AMO = 0x2f,
    OP_V = 0x57,
    SYSTEM = 0x73,
    ILLEGAL = 2,
};

/* Lists what an instruction may be. */
typedef enum kind {
    COMPUTES, /* writes rd, and raises illegal instruction at most */
    VECTOR,   /* ... where VS is not off */
    ACCESSES, /* memory too */
    CUSTOM    /* whatever it likes, but for the mode */
} kind;

static kind kind_of(const nt_tv_insn *insn, uint32_t code) {
    enum { CUSTOM_MASK = 0x5f };
    unsigned opcode = code & 0x7f;
    if (insn->size == 2 || (opcode & CUSTOM_MASK) == 0x0b || (opcode & CUSTOM_MASK) == 0x5b) {
        return CUSTOM;
    }
    switch (opcode) {
    case LOAD: /* of pairs on RV32 (Zilsd) */
    case STORE:
    case LOAD_FP:
    case STORE_FP:
    case MISC_MEM:
    case AMO:
    case SYSTEM: /* hlv, hsv, hfence; shadow stacks */
        return ACCESSES;
    default:
        return opcode == OP_V ? VECTOR : COMPUTES;
    }
}

/* ---- exceptions ---- */

static bool is_of_access(uint64_t cause) {
    enum { HARDWARE = 19, SOFTWARE_CHECK = 18 };
    return (cause >= 4 && cause <= 7) || cause == 13 || cause == 15 || cause == HARDWARE ||
           cause == SOFTWARE_CHECK || cause == 21 || cause == 23;
}

/* There are no custom instructions of 16 bits. */
static bool may_raise(const nt_tv_insn *insn, kind kind, uint64_t cause) {
    enum { ECALL_FIRST = 8, ECALL_LAST = 11, CAUSES = 64 };
    if (kind == CUSTOM && insn->size != 2) {
        return cause < CAUSES && (cause < ECALL_FIRST || cause > ECALL_LAST);
    }
    return (kind == ACCESSES || kind == CUSTOM) && is_of_access(cause);
}

static void trap(nt_tv_shell *shell, kind kind) {
    const nt_tv_hint *hint = shell->hint;
    uint64_t cause = nt_tv_shell_said_cause(shell);
    if (cause != ILLEGAL && (may_raise(&shell->outcome->insn, kind, cause) ||
                             (cause == NT_TV_ANY_CAUSE && kind != COMPUTES && kind != VECTOR))) {
        shell->outcome->reason = NT_TV_EXTENSION;
        nt_tv_shell_trap(shell, cause, false,
                         hint->after->csr[nt_tv_csrs_of_trap[hint->trap_to].tval]);
    } else {
        nt_tv_shell_illegal(shell);
    }
}

/* ---- stores ---- */

/* What vector stores without strides write: eight registers of 65,536 bits. */
enum { MOST_VECTOR = 1 << 16, MOST_BLOCK = 1 << 12, MOST_PUSHED = 256, SP = 2 };

/* hsv stores for the guest: where both stages say. */
static bool is_hsv(uint32_t code) {
    return nt_tv_insn_accesses_guest(code) && (code >> 25 & 1) != 0;
}

static void forget_for_guest(nt_tv_shell *shell, unsigned base) {
    enum { SPVP = 1 << 8 };
    nt_tv_outcome *outcome = shell->outcome;
    uint64_t address = shell->state.user.x[base];
    bool known =
        (shell->state.known >> base & 1) != 0 && nt_tv_csr_is_known(&shell->state, NT_TV_HSTATUS);
    unsigned mode = (shell->state.csr[NT_TV_HSTATUS] & SPVP) != 0 ? NT_TV_S : NT_TV_U;
    nt_tv_walk walk = nt_tv_shell_walk_guest(shell, address, NT_TV_ACCESS_STORE, mode);
    outcome->forgets = true;
    outcome->forgotten = walk.place;
    outcome->forgotten_size = known && walk.known && !walk.faults ? sizeof(uint64_t) : 0;
}

static void forget(nt_tv_shell *shell, unsigned base, uint64_t mask, uint64_t below, size_t size) {
    const nt_tv_state *state = &shell->state;
    nt_tv_outcome *outcome = shell->outcome;
    bool known = (state->known >> base & 1) != 0 && !nt_tv_shell_may_translate(shell, true);
    outcome->forgets = true;
    outcome->forgotten = nt_tv_cut(shell, (state->user.x[base] & mask) - below);
    outcome->forgotten_size = known ? size : 0;
}

/* A store of several elements, or one that the group does not tell. */
static void note_stores(nt_tv_shell *shell) {
    const nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_hint *hint = shell->hint;
    uint32_t code = outcome->code;
    unsigned rs1 = code >> 15 & 31;
    bool told = hint->has_store && hint->has_address;
    if (outcome->insn.size == 2) {
        bool pushes = (code & 0xe003) == 0xa002; /* cm.push, cm.pop */
        if (pushes || (hint->has_store && !told)) {
            forget(shell, SP, UINT64_MAX, MOST_PUSHED, pushes ? MOST_PUSHED : 0);
        }
        return;
    }
    switch (code & 0x7f) {
    case STORE_FP:
        forget(shell, rs1, UINT64_MAX, 0, (code >> 26 & 3) == 0 ? MOST_VECTOR : 0);
        break;
    case MISC_MEM:
        forget(shell, rs1, ~(uint64_t)(MOST_BLOCK - 1), 0, MOST_BLOCK);
        break;
    case AMO:
        if (!told) {
            forget(shell, rs1, UINT64_MAX, 0, 2 * sizeof(uint64_t));
        }
        break;
    default:
        if (is_hsv(code)) {
            forget_for_guest(shell, rs1);
        } else if (hint->has_store && !told) {
            forget(shell, rs1, UINT64_MAX, 0, 0);
        }
        break;
    }
}

/* ---- what is off ---- */

/* Whether menvcfg, senvcfg or henvcfg have a cache-block operation off (Zicbom, Zicboz). */
static bool is_block_off(const nt_tv_shell *shell, uint32_t code) {
    enum { SENVCFG = 0x10a, MENVCFG = 0x30a, HENVCFG = 0x60a, CBIE = 3 << 4, CBCFE = 1 << 6 };
    enum { CBO = 0x0000200f, INVAL = 0, ZERO = 4, CBZE = 1 << 7 };
    const nt_tv_state *state = &shell->state;
    unsigned which = code >> 20;
    uint64_t field = which == INVAL ? (uint64_t)CBIE : which == ZERO ? CBZE : CBCFE;
    bool lower = state->privilege == NT_TV_U;
    const bool in[3] = {true, state->guest,
                        lower && nt_tv_has(shell, nt_tv_letter('S')) == NT_TV_YES};
    static const uint16_t csrs[3] = {MENVCFG, HENVCFG, SENVCFG};
    if ((code & 0x7fff) != CBO || which > ZERO || which == 3 || state->privilege == NT_TV_M) {
        return false;
    }
    for (unsigned i = 0; i < 3; i++) {
        if (in[i] && nt_tv_csr_is_known(state, csrs[i]) && (state->csr[csrs[i]] & field) == 0) {
            return true;
        }
    }
    return false;
}

/* sinval.vma and what orders it, hinval.vvma and hinval.gvma (Svinval) are for no user; with TVM
   the first is for no supervisor. */
static bool is_fence_off(const nt_tv_shell *shell, uint32_t code) {
    enum { SINVAL = 0x16000073, TVM = 1 << 20 };
    const nt_tv_state *state = &shell->state;
    uint32_t one = code & 0xfe007fff;
    bool fence = one == SINVAL || one == 0x26000073 || one == 0x66000073 || code == 0x18000073 ||
                 code == 0x18100073;
    bool tvm = nt_tv_csr_is_known(state, NT_TV_MSTATUS) && !state->guest &&
               (state->csr[NT_TV_MSTATUS] & TVM) != 0;
    return fence &&
           (state->privilege == NT_TV_U || (state->privilege == NT_TV_S && one == SINVAL && tvm));
}

/* hlv, hlvx and hsv are for no guest, and for U with hstatus.HU alone (18.2.1). */
static bool is_guest_access_off(const nt_tv_shell *shell, uint32_t code) {
    enum { HU = 1 << 9 };
    const nt_tv_state *state = &shell->state;
    return nt_tv_insn_accesses_guest(code) &&
           (state->guest ||
            (state->privilege == NT_TV_U && nt_tv_shell_hstatus(shell, HU) == NT_TV_NO));
}

/* Loads and stores of FPRs have vectors beside them. */
static bool is_of_floats(uint32_t code) {
    unsigned opcode = code & 0x7f;
    return opcode == LOAD_FP || (opcode >= 0x43 && opcode <= 0x53);
}

/* Whether the instruction, if it is there, raises illegal instruction in this state; no bits set,
   or all, are illegal in each (Unprivileged ISA, 1.5). */
static bool is_off(const nt_tv_shell *shell) {
    uint32_t code = shell->outcome->code;
    bool floats = is_of_floats(code) || (code & 0x7f) == STORE_FP;
    if (shell->outcome->insn.size != 4) {
        return code == 0;
    }
    return code == UINT32_MAX || is_block_off(shell, code) || is_fence_off(shell, code) ||
           is_guest_access_off(shell, code) ||
           (floats && nt_tv_has(shell, nt_tv_letter('F')) == NT_TV_YES &&
            nt_tv_shell_is_off(shell, NT_TV_FS));
}

/* ---- steps ---- */

/* Registers that it may write: rd alone, but for pairs (amocas, Zilsd, Zdinx on RV32). Without F,
   or where FS is off, there are no FPRs, but Zfinx. */
static uint64_t may_write(const nt_tv_shell *shell, bool floats) {
    uint32_t code = shell->outcome->code;
    unsigned opcode = code & 0x7f;
    unsigned rd = code >> 7 & 31;
    bool pair = opcode == AMO || (shell->xlen == 32 && (opcode == LOAD || opcode == 0x53));
    uint64_t free = UINT64_C(1) << rd | (pair ? UINT64_C(1) << (rd | 1) : 0);
    floats = floats && !nt_tv_shell_is_off(shell, NT_TV_FS) &&
             nt_tv_has(shell, nt_tv_letter('F')) != NT_TV_NO;
    free |= floats ? UINT64_C(1) << (rd + NT_TV_F0) : 0;
    return free & ~UINT64_C(1);
}

/* What of FPRs, FS and VS it may change. */
static void note_floats(nt_tv_shell *shell, bool vector) {
    nt_tv_state *state = &shell->state;
    if (vector && nt_tv_csr_is_known(state, NT_TV_MSTATUS)) {
        nt_tv_shell_dirty(shell, NT_TV_VS, false);
    }
    if (nt_tv_csr_is_known(state, NT_TV_MSTATUS) && !nt_tv_shell_is_off(shell, NT_TV_FS)) {
        nt_tv_shell_dirty_floats(shell, false);
    }
}

void nt_tv_shell_foreign(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    uint32_t code = outcome->code;
    kind kind = kind_of(&outcome->insn, code);
    bool vector = outcome->insn.size == 4 && nt_tv_shell_vector_is(code);
    if (vector ? nt_tv_shell_vector_is_illegal(shell) : is_off(shell)) {
        nt_tv_shell_illegal(shell);
        return;
    }
    if (shell->hint->trap) {
        trap(shell, kind);
        if (vector && outcome->reason == NT_TV_EXTENSION) {
            nt_tv_shell_vector_stops(shell);
        }
        return;
    }
    if (vector && nt_tv_shell_vector_sets(shell)) {
        return;
    }
    nt_tv_shell_give_up(shell, NT_TV_EXTENSION);
    outcome->privilege_free = false;
    note_stores(shell);
    if (kind == CUSTOM) {
        return;
    }
    unsigned opcode = code & 0x7f;
    bool floats = !vector && is_of_floats(code);
    outcome->no_csrs = true;
    outcome->float_csrs = floats || opcode == STORE_FP || opcode == SYSTEM;
    outcome->pc_free = false;
    outcome->free = may_write(shell, floats || opcode == LOAD_FP);
    if (floats || vector || opcode == STORE_FP) {
        note_floats(shell, vector);
    }
    if (vector) {
        outcome->float_csrs = false;
        nt_tv_shell_vector_computes(shell);
    }
    nt_tv_shell_next(shell);
}

/* ---- exceptions of any instruction ---- */

bool nt_tv_shell_is_of_ecall(const nt_tv_shell *shell, uint64_t cause) {
    enum { CAUSES = 64 };
    const nt_tv_hint *hint = shell->hint;
    bool to_s = hint->trap_to == NT_TV_TO_S;
    uint64_t said = hint->after->csr[to_s ? 0x143 : 0x343];
    unsigned choice = NT_TV_TVAL + (unsigned)(cause % CAUSES) + (to_s ? CAUSES : 0U);
    bool zero = said == 0 && shell->choices->answer[choice] != NT_TV_YES;
    return shell->outcome->insn.class_ == NT_TV_ECALL && !hint->no_csr &&
           said != shell->state.user.pc && !zero;
}

bool nt_tv_shell_may_stop(const nt_tv_shell *shell, uint64_t cause) {
    enum { BREAKPOINT = 3, SOFTWARE_CHECK = 18 };
    const nt_tv_insn *insn = &shell->outcome->insn;
    switch (cause) {
    case BREAKPOINT: /* a trigger, if the program set one */
        return insn->class_ != NT_TV_EBREAK && shell->state.csr[NT_TV_TDATA1] != 0;
    case SOFTWARE_CHECK:
        return nt_tv_shell_has_pads(shell);
    default:
        return false;
    }
}

void nt_tv_shell_stop(nt_tv_shell *shell, uint64_t cause) {
    enum { SOFTWARE_CHECK = 18, NO_PAD = 2 };
    uint64_t tval = cause == SOFTWARE_CHECK ? NO_PAD : shell->state.user.pc;
    nt_tv_shell_trap(shell, cause, false, tval);
}
