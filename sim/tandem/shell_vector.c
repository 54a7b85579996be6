/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of vectors (V 1.0). The trace has no vector registers; vsetvli and its like are
   computed, and of the others is judged what their encoding, vl and vtype say: which registers and
   CSRs they write, how wide results are, and where unit-stride and strided accesses may be. */
#include "sim/tandem/shell_vector.h"

#include "sim/tandem/csr_rules.h"

enum {
    VSTART = 0x008,
    VL = 0xc20,
    VTYPE = 0xc21,
    VLENB = 0xc22,
    LOAD_FP = 0x07,
    STORE_FP = 0x27,
    /* funct3 of OP-V */
    OPFVV = 1,
    OPMVV = 2,
    OPFVF = 5,
    OPCFG = 7,
    /* vtype */
    VTYPE_BITS = 0xff,
};

static uint64_t vill(const nt_tv_shell *shell) {
    return UINT64_C(1) << (shell->xlen - 1);
}

static bool knows(const nt_tv_shell *shell, uint16_t csr) {
    return nt_tv_csr_is_known(&shell->state, csr);
}

static bool is_told(const nt_tv_shell *shell, uint16_t csr) {
    return nt_tv_csr_is_known(shell->hint->after, csr) && !shell->hint->no_csr;
}

/* Sets a CSR that the trace has, or had. */
static void set_csr(nt_tv_shell *shell, uint16_t csr, uint64_t value, uint64_t free) {
    nt_tv_shell_touch(shell, csr, value, knows(shell, csr) || is_told(shell, csr), free);
}

/* ---- vsetvli, vsetivli, vsetvl ---- */

/* VLMAX of a vtype in elements, times 8: VLEN * LMUL / SEW. 0: VLEN is not known. */
static uint64_t most_elements(const nt_tv_shell *shell, uint64_t vtype) {
    unsigned sew = 3 + (vtype >> 3 & 7); /* exponents of 2 */
    int lmul = (int)(vtype & 3) - ((vtype & 4) != 0 ? 4 : 0);
    uint64_t bits = knows(shell, VLENB) ? shell->state.csr[VLENB] * 8 : 0;
    return lmul < 0 ? bits >> -lmul >> sew : bits << lmul >> sew;
}

static bool is_reserved(uint64_t vtype) {
    enum { LMUL_RESERVED = 4 };
    return (vtype & ~(uint64_t)VTYPE_BITS) != 0 || (vtype & 7) == LMUL_RESERVED ||
           (vtype >> 3 & 7) > 3;
}

/* Whether vl may be so for AVL elements (6.3); `most`: VLMAX, 0: not known. */
static bool may_be_length(uint64_t vl, uint64_t avl, uint64_t most) {
    if (most == 0 || avl <= most) {
        return vl == avl || (most == 0 && vl < avl && vl != 0);
    }
    return vl <= most && (vl == most || (avl < 2 * most && vl >= (avl + 1) / 2));
}

typedef struct setting {
    uint64_t avl;
    uint64_t vtype;
    bool keeps; /* vl stays */
} setting;

static setting setting_of(const nt_tv_shell *shell) {
    enum { IMMEDIATE = 3, REGISTER = 2 };
    uint32_t code = shell->outcome->code;
    unsigned rd = code >> 7 & 31;
    unsigned rs1 = code >> 15 & 31;
    const uint64_t *x = shell->state.user.x;
    switch (code >> 30) {
    case IMMEDIATE:
        return (setting){.avl = rs1, .vtype = code >> 20 & 0x3ff};
    case REGISTER:
        return (setting){.avl = rs1 != 0 ? x[rs1] : UINT64_MAX,
                         .vtype = x[code >> 20 & 31],
                         .keeps = rs1 == 0 && rd == 0};
    default:
        return (setting){.avl = rs1 != 0 ? x[rs1] : UINT64_MAX,
                         .vtype = code >> 20 & 0x7ff,
                         .keeps = rs1 == 0 && rd == 0};
    }
}

static uint64_t sources(uint32_t code) {
    uint64_t rs1 = code >> 30 == 3 ? 0 : UINT64_C(1) << (code >> 15 & 31);
    uint64_t rs2 = code >> 30 == 2 ? UINT64_C(1) << (code >> 20 & 31) : 0;
    return rs1 | rs2;
}

/* What the trace has of the new vl: in rd, or as CSR. */
static bool said_length(const nt_tv_shell *shell, uint64_t *vl) {
    const nt_tv_hint *hint = shell->hint;
    unsigned rd = shell->outcome->code >> 7 & 31;
    bool in_rd = rd != 0 && !hint->no_gpr && (hint->after->known >> rd & 1) != 0;
    *vl = in_rd ? hint->after->user.x[rd] : hint->after->csr[VL];
    return in_rd || is_told(shell, VL);
}

/* The length that the hart chose, if it may; the same for the same AVL and VLMAX. */
static uint64_t length_of(nt_tv_shell *shell, const setting *set, uint64_t said, uint64_t most) {
    if (!may_be_length(said, set->avl, most)) {
        return most != 0 && set->avl > most ? most : set->avl;
    }
    nt_csr_write write = {.csr = VL, .written = set->avl, .old = most, .old_known = true};
    return most != 0 && set->avl > most ? nt_csr_same_again(shell, VL, &write, said) : said;
}

/* VLMAX that is asked for tells VLEN. */
static void learn_length(nt_tv_shell *shell, const setting *set, uint64_t vl) {
    unsigned sew = 3 + (set->vtype >> 3 & 7);
    int lmul = (int)(set->vtype & 3) - ((set->vtype & 4) != 0 ? 4 : 0);
    uint64_t bits = lmul < 0 ? vl << sew << -lmul : vl << sew >> lmul;
    if (!knows(shell, VLENB) && set->avl == UINT64_MAX && bits >= 32 && (bits & (bits - 1)) == 0) {
        nt_tv_shell_learn_csr(shell, VLENB, bits / 8);
    }
}

static void set_vector(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_state *after = shell->hint->after;
    unsigned rd = outcome->code >> 7 & 31;
    setting set = setting_of(shell);
    bool refused = is_reserved(set.vtype) ||
                   (is_told(shell, VTYPE) && after->csr[VTYPE] == vill(shell) && !set.keeps);
    uint64_t most = refused ? 0 : most_elements(shell, set.vtype);
    uint64_t vl = 0;
    bool said = said_length(shell, &vl);
    if (set.keeps && !refused) {
        vl = shell->state.csr[VL];
        said = knows(shell, VL);
    } else if (!refused && said) {
        vl = length_of(shell, &set, vl, most);
        learn_length(shell, &set, vl);
    } else if (refused) {
        vl = 0;
        said = true;
    }
    if (!said || (most == 0 && !refused && !set.keeps && set.avl != 0)) {
        outcome->reason = NT_TV_CSR_UNKNOWN; /* vlenb */
    }
    nt_tv_shell_set(shell, rd, vl, said);
    nt_tv_shell_touch(shell, VL, vl, said && (knows(shell, VL) || is_told(shell, VL)), 0);
    set_csr(shell, VTYPE, refused ? vill(shell) : set.vtype, 0);
    set_csr(shell, VSTART, 0, 0);
    nt_tv_shell_next(shell);
}

/* ---- computation ---- */

static bool is_access(uint32_t code) {
    return (code & 0x7f) == LOAD_FP || (code & 0x7f) == STORE_FP;
}

/* Loads and stores of whole registers do not depend on vtype (7.9). */
static bool is_whole_register(uint32_t code) {
    enum { WHOLE = 8 };
    return is_access(code) && (code >> 26 & 3) == 0 && (code >> 20 & 31) == WHOLE;
}

/* The registers that it writes, as known: of the scalar ones vmv.x.s, vcpop.m, vfirst.m and
   vfmv.f.s have one (16.1, 16.2, 15.2, 15.3). */
static uint64_t written(uint32_t code) {
    enum { TO_SCALAR = 0x10, CPOP = 16, FIRST = 17 };
    unsigned function = code >> 12 & 7;
    unsigned source = code >> 15 & 31;
    unsigned rd = code >> 7 & 31;
    if (is_access(code) || code >> 26 != TO_SCALAR) {
        return 0;
    }
    if (function == OPMVV && (source == 0 || source == CPOP || source == FIRST)) {
        return UINT64_C(1) << rd & ~UINT64_C(1);
    }
    return function == OPFVV && source == 0 ? UINT64_C(1) << (rd + NT_TV_F0) : 0;
}

/* Whether a scalar result can be one: its sign is that of an element, a count is no larger than vl.
 */
static bool may_be_result(const nt_tv_shell *shell, uint64_t value) {
    enum { CPOP = 16, FIRST = 17 };
    const uint64_t *csr = shell->state.csr;
    unsigned source = shell->outcome->code >> 15 & 31;
    unsigned width = 8U << (csr[VTYPE] >> 3 & 3);
    if (source == 0) {
        uint64_t top = UINT64_C(1) << (width - 1);
        uint64_t low = width >= shell->xlen ? value : ((value & (2 * top - 1)) ^ top) - top;
        return !knows(shell, VTYPE) || nt_tv_cut(shell, low) == value;
    }
    uint64_t none = nt_tv_cut(shell, UINT64_MAX);
    return !knows(shell, VL) ||
           (source == CPOP ? value <= csr[VL] : value < csr[VL] || value == none);
}

/* Saturating arithmetic sets vxsat (12.1, 12.3, 12.5). */
static bool may_saturate(uint32_t code) {
    unsigned function = code >> 12 & 7;
    unsigned six = code >> 26;
    bool integers = function == 0 || function == 3 || function == 4;
    return !is_access(code) && integers &&
           ((six >= 0x20 && six <= 0x23) || (six == 0x27 && function != 3) || six == 0x2e ||
            six == 0x2f);
}

/* Flags that are not set may be set; none is cleared. */
static void may_set(nt_tv_shell *shell, uint16_t csr, uint64_t bits) {
    bool known = knows(shell, csr);
    uint64_t old = shell->state.csr[csr];
    nt_tv_shell_touch(shell, csr, old, known, known ? bits & ~old : UINT64_MAX);
}

/* A load that stops at the first fault may make vl less (7.7). */
static void shorten(nt_tv_shell *shell) {
    enum { FIRST_FAULT = 16 };
    uint32_t code = shell->outcome->code;
    if ((code & 0x7f) != LOAD_FP || (code >> 26 & 3) != 0 || (code >> 20 & 31) != FIRST_FAULT) {
        return;
    }
    uint64_t old = shell->state.csr[VL];
    uint64_t now = shell->hint->after->csr[VL];
    bool fits = !knows(shell, VL) || (now <= old && (now != 0 || old == 0));
    if (is_told(shell, VL)) {
        set_csr(shell, VL, fits ? now : old, 0);
    }
}

/* ---- accesses ---- */

/* Whether an element of the access is at the address; true: nobody knows. */
static bool may_access(const nt_tv_shell *shell, uint64_t address) {
    enum { STRIDED = 2, MASK = 11, MOST = 1 << 16 };
    uint32_t code = shell->outcome->code;
    const nt_tv_state *state = &shell->state;
    unsigned mop = code >> 26 & 3;
    unsigned function = code >> 12 & 7;
    unsigned rs2 = code >> 20 & 31;
    uint64_t bytes = function == 0 ? 1 : UINT64_C(1) << (function - 4);
    uint64_t fields = (code >> 29) + 1;
    uint64_t needed = UINT64_C(1) << (code >> 15 & 31) | (mop == STRIDED ? UINT64_C(1) << rs2 : 0);
    uint64_t from = nt_tv_cut(shell, address - state->user.x[code >> 15 & 31]);
    bool whole = is_whole_register(code);
    if ((needed & ~state->known) != 0 || (mop & 1) != 0 || !knows(shell, whole ? VLENB : VL)) {
        return true;
    }
    uint64_t vl = state->csr[VL];
    if (mop == 0) {
        uint64_t size = whole         ? fields * state->csr[VLENB]
                        : rs2 == MASK ? (vl + 7) / 8
                                      : vl * fields * bytes;
        return from < size;
    }
    for (uint64_t i = 0; i < vl && i < MOST; i++) {
        if (nt_tv_cut(shell, from - i * state->user.x[rs2]) < fields * bytes) {
            return true;
        }
    }
    return false;
}

static void judge_address(nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    nt_tv_outcome *outcome = shell->outcome;
    bool translated = nt_tv_shell_may_translate(shell, true);
    bool wrong = (hint->has_eaddr && !may_access(shell, hint->eaddr)) ||
                 (hint->has_address && !translated && !may_access(shell, hint->address));
    if (wrong) {
        outcome->address_free = false;
        outcome->accessed = is_whole_register(outcome->code) || shell->state.csr[VL] != 0;
        outcome->address = shell->state.user.x[outcome->code >> 15 & 31];
        outcome->place = translated ? hint->address : outcome->address;
    }
}

/* ---- steps ---- */

bool nt_tv_shell_vector_is(uint32_t code) {
    enum { OP_V = 0x57 };
    unsigned width = code >> 12 & 7;
    return (code & 0x7f) == OP_V || (is_access(code) && (width == 0 || width >= 5));
}

bool nt_tv_shell_vector_is_setting(uint32_t code) {
    return !is_access(code) && (code >> 12 & 7) == OPCFG;
}

bool nt_tv_shell_vector_is_illegal(const nt_tv_shell *shell) {
    uint32_t code = shell->outcome->code;
    bool sets = nt_tv_shell_vector_is_setting(code);
    return nt_tv_shell_is_off(shell, NT_TV_VS) ||
           (!sets && !is_whole_register(code) && knows(shell, VTYPE) &&
            (shell->state.csr[VTYPE] & vill(shell)) != 0);
}

bool nt_tv_shell_vector_sets(nt_tv_shell *shell) {
    uint32_t code = shell->outcome->code;
    if (!nt_tv_shell_vector_is_setting(code) || (sources(code) & ~shell->state.known) != 0) {
        return false;
    }
    set_vector(shell);
    if (knows(shell, NT_TV_MSTATUS)) {
        nt_tv_shell_dirty(shell, NT_TV_VS, false);
    }
    return true;
}

/* An element's number is told where the access stopped. */
void nt_tv_shell_vector_stops(nt_tv_shell *shell) {
    enum { INDEX = 0xffff };
    if (knows(shell, VSTART) || is_told(shell, VSTART)) {
        nt_tv_shell_touch(shell, VSTART, shell->hint->after->csr[VSTART] & INDEX, true, 0);
    }
}

/* What the reference made of it. */
static void take_result(nt_tv_shell *shell, uint64_t free) {
    nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_vector_result *result = shell->hint->vector;
    unsigned rd = outcome->code >> 7 & 31;
    bool floats = free >> NT_TV_F0 != 0;
    outcome->reason = result->known ? NT_TV_VERIFIED : NT_TV_VECTOR_UNKNOWN;
    outcome->forgets = outcome->forgets && !result->stores;
    if (free != 0 && result->scalar_known) {
        outcome->free = 0;
        outcome->floats = outcome->floats || floats;
        nt_tv_shell_set(shell, floats ? rd + NT_TV_F0 : rd, result->scalar, true);
    }
    for (unsigned i = 0; i < 2 && result->flags_known; i++) {
        uint16_t csr = i == 0 ? NT_TV_FCSR : NT_TV_VCSR;
        if (knows(shell, csr)) {
            nt_tv_shell_touch(shell, csr, i == 0 ? result->fcsr : result->vcsr, true, 0);
        }
    }
}

void nt_tv_shell_vector_computes(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_hint *hint = shell->hint;
    uint32_t code = outcome->code;
    unsigned function = code >> 12 & 7;
    uint64_t free = written(code);
    unsigned rd = code >> 7 & 31;
    outcome->free = free;
    if ((uint32_t)free != 0 && (hint->after->known >> rd & 1) != 0 && !hint->no_gpr) {
        uint64_t value = hint->after->user.x[rd];
        bool fits = may_be_result(shell, value);
        outcome->free = fits ? free : 0;
        nt_tv_shell_set(shell, rd, fits ? value : value & 1, true);
    }
    set_csr(shell, VSTART, 0, 0);
    if (may_saturate(code)) {
        may_set(shell, NT_TV_VCSR, 1);
    }
    if (!is_access(code) && (function == OPFVV || function == OPFVF)) {
        may_set(shell, NT_TV_FCSR, 0x1f);
    }
    outcome->all_free = (code & 0x7f) == STORE_FP;
    outcome->address_free = is_access(code);
    if (is_access(code)) {
        shorten(shell);
        judge_address(shell);
    }
    if (hint->vector != NULL) {
        take_result(shell, free);
    } else if (shell->reference->step_vector != NULL) {
        outcome->reason = NT_TV_VECTOR_UNKNOWN;
    }
}
