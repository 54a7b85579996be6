/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions that a hart may lack, and jumps that it may not do: what the trace alone can tell.
 */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell.h"

enum { BRANCH = 0x63, JALR = 0x67 };

/* The extension of an instruction; NT_TV_EXTS: every hart has it. */
static unsigned extension_of(const nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    unsigned opcode = insn->code & 0x7f;
    if (insn->extension != 0) {
        return insn->extension;
    }
    if (nt_tv_insn_is_fence_i(insn)) {
        return NT_TV_EXT_ZIFENCEI;
    }
    if ((opcode == 0x33 || opcode == 0x3b) && insn->code >> 25 == 1) {
        return nt_tv_letter('M');
    }
    if (insn->class_ == NT_TV_AMO || insn->class_ == NT_TV_LR || insn->class_ == NT_TV_SC) {
        return nt_tv_letter('A');
    }
    if (nt_tv_insn_uses_floats(insn)) {
        return nt_tv_letter(insn->width == 8 ? 'D' : 'F');
    }
    return insn->size == 2 ? nt_tv_letter('C') : NT_TV_EXTS;
}

/* Whether misa, where it is known, tells that the hart lacks the instruction. Parts of M, A and C
   may be there without their letters. */
static bool lacks_by_misa(const nt_tv_shell *shell, unsigned extension) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    bool f = nt_tv_has(shell, nt_tv_letter('F')) == NT_TV_YES;
    bool d = nt_tv_has(shell, nt_tv_letter('D')) == NT_TV_YES;
    if (shell->state.csr[NT_TV_MISA] == 0 || nt_tv_has(shell, extension) != NT_TV_NO) {
        return false;
    }
    switch (extension + 'A') {
    case 'M':
        return (insn->code >> 14 & 1) != 0; /* division; Zmmul */
    case 'C':
        return !d && !(shell->xlen == 32 && f); /* Zca without Zcd or Zcf */
    case 'F':
    case 'D':
        return shell->flen != 0;
    default:
        return false;
    }
}

/* RV32E and RV64E have x0 to x15 (Unprivileged ISA, 3). Without misa an instruction that every
   other hart has shows it, if it is illegal. */
static bool lacks_registers(nt_tv_shell *shell, unsigned extension) {
    enum { UPPER = 0xffff0000 };
    const nt_tv_insn *insn = &shell->outcome->insn;
    bool plain =
        insn->class_ == NT_TV_PLAIN || insn->class_ == NT_TV_LOAD || insn->class_ == NT_TV_STORE;
    bool there = extension == NT_TV_EXTS || nt_tv_has(shell, extension) == NT_TV_YES;
    uint64_t used = insn->reads | (insn->rd < NT_TV_F0 ? UINT64_C(1) << insn->rd : 0);
    bool trap = shell->hint->trap && nt_tv_shell_said_cause(shell) == 2;
    nt_tv_tri has = nt_tv_has(shell, nt_tv_letter('E'));
    if ((used & UPPER) == 0) {
        return false;
    }
    if (has == NT_TV_MAYBE && plain && there && (trap || !shell->hint->trap)) {
        nt_tv_teach_extension(shell, nt_tv_letter('E'), trap);
        return trap;
    }
    return has == NT_TV_YES;
}

bool nt_tv_shell_means_another(const nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    bool arithmetic = insn->class_ == NT_TV_FLOAT || insn->class_ == NT_TV_HALF;
    bool wide = insn->size == 2 && insn->width == 8;
    return nt_tv_insn_uses_floats(insn) && (arithmetic || insn->size == 2) &&
           nt_tv_has(shell, nt_tv_letter(wide ? 'D' : 'F')) == NT_TV_NO;
}

/* Whether PMM masks the addresses of data (Smmpm, Smnpm, Ssnpm). */
static bool masks_pointers(const nt_tv_shell *shell, unsigned mode) {
    enum { SENVCFG = 0x10a, MENVCFG = 0x30a, HENVCFG = 0x60a, MSECCFG = 0x747, PMM = 32 };
    bool supervisor = nt_tv_has(shell, nt_tv_letter('S')) != NT_TV_NO;
    unsigned csr = mode == NT_TV_M                     ? MSECCFG
                   : mode == NT_TV_U && supervisor     ? SENVCFG
                   : nt_tv_shell_is_guest(shell, true) ? HENVCFG
                                                       : MENVCFG;
    return shell->xlen == 64 && (shell->state.csr[csr] >> PMM & 3) != 0;
}

/* Whether MBE, SBE or UBE, of a guest VSBE or its UBE, are set. */
static bool is_big_endian(const nt_tv_shell *shell, unsigned mode) {
    enum { MBE = 37, SBE = 36, UBE = 6, VSBE = 5, HALF = 32 };
    const uint64_t *csr = shell->state.csr;
    bool guest = nt_tv_shell_is_guest(shell, true);
    if (mode == NT_TV_U) {
        return (csr[guest ? NT_TV_VSSTATUS : NT_TV_MSTATUS] >> UBE & 1) != 0;
    }
    if (guest) {
        return (csr[NT_TV_HSTATUS] >> VSBE & 1) != 0;
    }
    uint64_t status = shell->xlen == 64 ? csr[NT_TV_MSTATUS] : csr[NT_TV_MSTATUSH] << HALF;
    return (status >> (mode == NT_TV_M ? MBE : SBE) & 1) != 0;
}

bool nt_tv_shell_accesses_otherwise(const nt_tv_shell *shell) {
    unsigned mode = nt_tv_shell_mode(shell, true);
    return masks_pointers(shell, mode) || is_big_endian(shell, mode) ||
           nt_tv_shell_is_narrow(shell, mode, nt_tv_shell_is_guest(shell, true));
}

/* Whether the encoding is of a shadow stack, which is on (Zicfiss): mop.r.28, mop.rr.7, c.mop.1 and
   c.mop.5. */
static bool is_of_shadow_stack(const nt_tv_shell *shell) {
    enum {
        SENVCFG = 0x10a,
        MENVCFG = 0x30a,
        SSE = 1 << 3,
        MOP_R_28 = 0xcdc04073,
        C_MOP_1 = 0x6081
    };
    const nt_tv_state *state = &shell->state;
    const nt_tv_insn *insn = &shell->outcome->insn;
    uint32_t code = shell->outcome->code;
    bool pushes = insn->size == 4 && (code & 0xfe0fffff) == 0xce004073;
    bool one = (code & 0xfff0707f) == MOP_R_28 || (insn->size == 2 && (code & 0xfdff) == C_MOP_1);
    bool on = state->privilege == NT_TV_S ? (state->csr[MENVCFG] & SSE) != 0
                                          : (state->csr[SENVCFG] & SSE) != 0;
    return state->privilege != NT_TV_M && on && (pushes || one);
}

bool nt_tv_shell_is_otherwise(const nt_tv_shell *shell) {
    nt_tv_class class_ = (nt_tv_class)shell->outcome->insn.class_;
    bool accesses = class_ == NT_TV_LOAD || class_ == NT_TV_STORE || class_ == NT_TV_LR ||
                    class_ == NT_TV_SC || class_ == NT_TV_AMO;
    return (accesses && nt_tv_shell_accesses_otherwise(shell)) || is_of_shadow_stack(shell);
}

/* Whether the hart does not have the instruction, which the trace alone can tell. */
bool nt_tv_shell_lacks(nt_tv_shell *shell) {
    enum { ILLEGAL = 2 };
    unsigned extension = extension_of(shell);
    if (lacks_registers(shell, extension)) {
        return true;
    }
    if (extension == NT_TV_EXTS) {
        return false;
    }
    uint64_t bit = UINT64_C(1) << extension;
    bool c = extension == nt_tv_letter('C');
    bool lacks = (shell->choices->missing & bit) != 0 || lacks_by_misa(shell, extension) ||
                 (c && nt_tv_aligns_to_4(shell) == NT_TV_YES);
    uint64_t cause = nt_tv_shell_said_cause(shell);
    bool trap = shell->hint->trap && cause == ILLEGAL;
    bool on = nt_tv_csr_is_known(&shell->state, NT_TV_MSTATUS); /* else FS would be 0 */
    if (!lacks && on && shell->flen != 0 && extension < NT_TV_EXT_ZBA &&
        nt_tv_insn_uses_floats(&shell->outcome->insn)) {
        return false;
    }
    if (lacks) {
        nt_tv_note_choice(shell, NT_TV_MISA);
        return true;
    }
    if (nt_tv_has(shell, extension) != NT_TV_YES && (trap || !shell->hint->trap)) {
        nt_tv_teach_extension(shell, extension, !trap);
        return trap;
    }
    return false;
}

/* ---- jumps to addresses that are not aligned ---- */

static int32_t branch_offset(uint32_t code) {
    return (int32_t)((code >> 31 & 1) * 0xfffff000U | (code >> 25 & 63) << 5 |
                     (code >> 8 & 15) << 1 | (code >> 7 & 1) << 11);
}

static int32_t jal_offset(uint32_t code) {
    return (int32_t)((code >> 31 & 1) * 0xfff00000U | (code >> 21 & 0x3ff) << 1 |
                     (code >> 20 & 1) << 11 | (code >> 12 & 0xff) << 12);
}

/* Where the instruction jumps; of a branch, if it is taken. */
static bool jump_target(const nt_tv_shell *shell, uint64_t *target) {
    enum { JAL = 0x6f };
    const nt_tv_insn *insn = &shell->outcome->insn;
    const nt_tv_registers *user = &shell->state.user;
    switch (insn->code & 0x7f) {
    case JAL:
        *target = user->pc + (uint64_t)(int64_t)jal_offset(insn->code);
        return true;
    case JALR:
        *target =
            (user->x[insn->rs1] + (uint64_t)(int64_t)((int32_t)insn->code >> 20)) & ~UINT64_C(1);
        return true;
    case BRANCH:
        *target = user->pc + (uint64_t)(int64_t)branch_offset(insn->code);
        return true;
    default:
        return false;
    }
}

static bool is_taken(const nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    uint64_t one = shell->state.user.x[insn->rs1];
    uint64_t two = shell->state.user.x[insn->rs2];
    int64_t a = shell->xlen == 32 ? (int32_t)one : (int64_t)one;
    int64_t b = shell->xlen == 32 ? (int32_t)two : (int64_t)two;
    bool results[4] = {a == b, false, a < b, one < two};
    unsigned function = insn->code >> 12 & 7;
    return (insn->code & 0x7f) != BRANCH || results[function >> 1] != ((function & 1) != 0);
}

/* Without 2-byte instructions a jump raises the exception, at its own pc (2.5). */
bool nt_tv_shell_jumps_misaligned(nt_tv_shell *shell) {
    uint64_t target;
    nt_tv_tri four = nt_tv_aligns_to_4(shell);
    bool said = shell->hint->trap && nt_tv_shell_said_cause(shell) == 0;
    if (four == NT_TV_NO || (four == NT_TV_MAYBE && !said) || !jump_target(shell, &target) ||
        (target & 2) == 0 || !is_taken(shell)) {
        return false;
    }
    nt_tv_teach_answer(shell, NT_TV_IALIGN_32, true);
    nt_tv_shell_trap(shell, 0, false, nt_tv_cut(shell, target));
    return true;
}
