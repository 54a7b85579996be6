/* SPDX-License-Identifier: Apache-2.0 */
/* Rules of whole registers of the table of fields. */
#include "sim/tandem/csr_rules.h"

static uint64_t ones(unsigned bits) {
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static uint16_t row_of(const nt_csr_field *field) {
    return (uint16_t)(field - nt_csr_field_table);
}

/* ---- addresses ---- */

static uint64_t extended(uint64_t value, unsigned width) {
    uint64_t top = UINT64_C(1) << (width - 1);
    return ((value & ones(width)) ^ top) - top;
}

/* Virtual addresses that the hart may have: Sv39, Sv48 and Sv57. A mode that satp held excludes
   shorter ones. */
static bool may_be_width(const nt_tv_shell *shell, unsigned width) {
    size_t count;
    uint64_t modes = shell->choices->has[row_of(nt_csr_fields_of(NT_TV_SATP, &count))];
    bool longer = width < 48 ? (modes >> 9 & 3) != 0 : width < 57 && (modes >> 10 & 1) != 0;
    return (shell->choices->widths >> width & 1) != 0 && !longer;
}

uint64_t nt_csr_conversions(const nt_tv_shell *shell, uint64_t value, uint64_t said) {
    static const uint8_t widths[] = {39, 48, 57};
    enum { PHYSICAL = 32, MOST = 56 };
    uint64_t found = 0;
    if (shell->xlen == 32) {
        return 0;
    }
    for (unsigned i = 0; i < sizeof widths; i++) {
        unsigned width = widths[i];
        bool invalid = value != extended(value, width);
        bool stays = said != extended(said, width) || said == extended(value, width);
        found |= may_be_width(shell, width) && invalid && stays ? UINT64_C(1) << width : 0;
    }
    if (nt_tv_has(shell, nt_tv_letter('S')) != NT_TV_YES) { /* physical ones, without upper bits */
        for (unsigned width = PHYSICAL; width <= MOST; width++) {
            uint64_t bit = UINT64_C(1) << (width - PHYSICAL);
            bool cut = value >> width != 0 && said == (value & ones(width));
            found |= cut && (shell->choices->widths & bit) != 0 ? bit : 0;
        }
    }
    return found;
}

/* An address that the hart may convert. */
static uint64_t judge_address(nt_tv_shell *shell, const nt_csr_write *write, uint64_t value) {
    if (write->said == value) {
        return nt_csr_same_again(shell, write->csr, write, value);
    }
    uint64_t widths = nt_csr_conversions(shell, value, write->said);
    if (widths == 0) {
        return value;
    }
    nt_tv_teach(&shell->lessons, (nt_tv_lesson){.kind = NT_TV_LEARN_WIDTHS, .value = widths});
    return nt_csr_same_again(shell, write->csr, write, write->said);
}

static uint64_t judge_epc(nt_tv_shell *shell, const nt_csr_write *write) {
    nt_tv_tri four = nt_tv_aligns_to_4(shell);
    uint64_t value = write->written & ~UINT64_C(1);
    bool cleared = (value & 2) != 0 && (write->said & 2) == 0;
    if (cleared && four != NT_TV_NO) {
        value &= ~UINT64_C(2);
        nt_tv_teach_answer(shell, NT_TV_IALIGN_32, true);
    } else if ((value & write->said & 2) != 0 && four == NT_TV_MAYBE) { /* IALIGN is 16 */
        nt_tv_teach_answer(shell, NT_TV_IALIGN_32, false);
    }
    if (write->first && four == NT_TV_YES) { /* masked on reads */
        value &= ~UINT64_C(2);
    }
    return judge_address(shell, write, value);
}

static uint64_t judge_tval(nt_tv_shell *shell, const nt_csr_write *write) {
    uint16_t csr = write->csr;
    if (write->said == 0 && write->written != 0 && shell->choices->holds[csr] == 0) {
        nt_tv_teach_bits(shell, NT_TV_LEARN_FIXED, csr, 1);
        return 0;
    }
    if (write->said != 0 && shell->choices->fixed[csr] != 0) {
        nt_tv_note_choice(shell, csr);
        return 0;
    }
    if (write->said == 0 && write->written != 0) {
        nt_tv_note_choice(shell, csr);
    }
    nt_tv_teach_bits(shell, NT_TV_LEARN_HOLDS, csr, write->said != 0);
    return judge_address(shell, write, write->written);
}

/* ---- tvec ---- */

enum { MOST_ALIGNED = 20 };

/* Bits of BASE that the hart clears, from bit 2 on. */
static uint64_t cleared_bits(uint64_t written, uint64_t said) {
    uint64_t other = written & ~said & ~UINT64_C(3);
    for (unsigned bit = 2; bit < MOST_ALIGNED; bit++) {
        if ((other & ~ones(bit)) == 0) {
            return ones(bit) & ~UINT64_C(3);
        }
    }
    return 0;
}

static uint64_t judge_base(nt_tv_shell *shell, const nt_csr_write *write, unsigned mode) {
    uint64_t zone = cleared_bits(write->written, write->said);
    if ((write->said & zone & ~write->written) != 0 || (write->said & ones(2)) > 1) {
        zone = 0;
    }
    nt_csr_write base = *write;
    base.csr = (uint16_t)(mode == 1 ? write->csr | 0x800 : write->csr); /* MODE 1 on its own */
    uint64_t low = zone & ~write->said & write->written;
    uint64_t held_before = low & shell->choices->holds[base.csr];
    if (held_before != 0) {
        nt_tv_note_choice(shell, base.csr);
    }
    nt_tv_teach_bits(shell, NT_TV_LEARN_FIXED, base.csr, low & ~held_before);
    uint64_t nothing = ones(MOST_ALIGNED) & ~write->said & ~write->written; /* shows nothing */
    uint64_t others = ~UINT64_C(3) & ~low & ~nothing;
    return (write->written & held_before) | nt_csr_judge_bits(shell, &base, others, true);
}

static uint64_t judge_tvec(nt_tv_shell *shell, const nt_csr_field *field,
                           const nt_csr_write *write) {
    uint16_t row = row_of(field);
    unsigned written = write->written & 3;
    unsigned said = write->said & 3;
    uint64_t has = shell->choices->has[row];
    uint64_t lacks = shell->choices->lacks[row];
    bool refused = write->old_known && write->said == write->old;
    bool may_refuse = written > 1 || shell->choices->holds[write->csr] == 0;
    if (refused && write->said != write->written && may_refuse) {
        return nt_csr_same_again(shell, write->csr, write, write->said);
    }
    unsigned mode = said;
    if (said > 1 || (written <= 1 && said != written && (has >> written & 1) != 0)) {
        mode = written <= 1 ? written : 0;
    } else if (written <= 1 && said == written && (lacks >> written & 1) != 0) {
        mode = written ^ 1;
    } else if (written <= 1) {
        nt_tv_teach_bits(shell, said == written ? NT_TV_LEARN_HAS : NT_TV_LEARN_LACKS, row,
                         UINT64_C(1) << written);
    }
    uint64_t base = write->said & ~UINT64_C(3);
    unsigned zeros = base == 0 ? 0 : (unsigned)__builtin_ctzll(base);
    uint64_t aligned = write->written & ~ones(zeros < MOST_ALIGNED ? zeros : MOST_ALIGNED);
    uint64_t widths = nt_csr_conversions(shell, aligned, base);
    if (widths == 0 || base == (write->written & ~UINT64_C(3))) {
        base = judge_base(shell, write, mode);
    }
    return base | mode;
}

/* ---- causes ---- */

static bool surely_raises(const nt_tv_shell *shell, const nt_csr_field *field, uint64_t cause,
                          bool interrupt) {
    bool machine = field->first == 0x342;
    bool has_s = !machine || nt_tv_has(shell, nt_tv_letter('S')) == NT_TV_YES;
    bool has_u = nt_tv_has(shell, nt_tv_letter('U')) == NT_TV_YES;
    uint64_t taken = shell->choices->has[row_of(field)];
    if (interrupt) {
        return (machine && (cause == 3 || cause == 7 || cause == 11)) ||
               (has_s && (cause == 1 || cause == 5 || cause == 9));
    }
    return cause == 2 || cause == 3 || (cause == 8 && has_u) ||
           (machine && (cause == 11 || (cause == 9 && has_s))) ||
           (cause < 64 && (taken >> cause & 1) != 0);
}

static bool is_reserved(uint64_t cause, bool interrupt) {
    return cause >= 16 || (interrupt ? cause % 2 == 0 || cause == 15 : cause == 10 || cause == 14);
}

static uint64_t judge_cause(nt_tv_shell *shell, const nt_csr_field *field,
                            const nt_csr_write *write) {
    uint64_t top = UINT64_C(1) << (shell->xlen - 1);
    bool interrupt = (write->written & top) != 0;
    uint64_t cause = write->written & ~top;
    uint64_t said = write->said;
    if (said != write->written) {
        bool low = said == 0 || (write->old_known && said == write->old);
        for (unsigned bits = 3; bits < shell->xlen && !low; bits++) {
            low = (said & ~top) == (cause & ones(bits)) && (said & top & ~write->written) == 0;
        }
        if (surely_raises(shell, field, cause, interrupt) ||
            !(low || is_reserved(cause, interrupt))) {
            return write->written;
        }
    }
    return nt_csr_same_again(shell, write->csr, write, said);
}

/* ---- satp ---- */

/* A field of which a hart may lack upper bits alone (4.1.11): it has those below one that it has.
 */
static uint64_t from_below(const nt_tv_shell *shell, const nt_csr_write *write, uint64_t value,
                           uint64_t field) {
    uint64_t has = ((value & write->written) | shell->choices->holds[write->csr]) & field;
    uint64_t below = has == 0 ? 0 : ones(63 - (unsigned)__builtin_clzll(has));
    return value | (write->written & field & below);
}

/* ASID or VMID, and PPN. */
static uint64_t judge_numbers(nt_tv_shell *shell, const nt_csr_write *write, uint64_t rest) {
    uint64_t ppn = shell->xlen == 64 ? ones(44) : ones(22);
    uint64_t value = nt_csr_judge_bits(shell, write, rest, false);
    value = from_below(shell, write, value, rest & ppn);
    return from_below(shell, write, value, rest & ~ppn);
}

static uint64_t judge_satp(nt_tv_shell *shell, const nt_csr_field *field,
                           const nt_csr_write *write) {
    unsigned at = shell->xlen == 64 ? 60 : 31;
    uint64_t rest = ones(at);
    uint64_t mode = write->written >> at;
    bool legal = shell->xlen == 32 || (mode >= 8 && mode <= 10) || mode >= 14;
    uint16_t row = row_of(field);
    if (mode == 0) {
        return (write->written & rest) == 0 ? 0 : write->said & rest;
    }
    bool taken = write->said >> at == mode;
    if (taken && legal && (shell->choices->lacks[row] >> mode & 1) == 0) {
        nt_tv_teach_bits(shell, NT_TV_LEARN_HAS, row, UINT64_C(1) << mode);
        return mode << at | judge_numbers(shell, write, rest);
    }
    if (!legal || taken || (shell->choices->has[row] >> mode & 1) == 0) {
        nt_tv_teach_bits(shell, NT_TV_LEARN_LACKS, row, taken ? 0 : UINT64_C(1) << mode);
        return write->old_known ? write->old : legal || !taken ? write->said : 0;
    }
    return write->written;
}

/* An unsupported MODE is not ignored, as that of satp is: the fields are WARL each (18.2.10). */
static uint64_t judge_hgatp(nt_tv_shell *shell, const nt_csr_field *field,
                            const nt_csr_write *write) {
    enum { ROOT_LOW = 3 };
    bool wide = shell->xlen == 64;
    unsigned at = wide ? 60 : 31;
    uint64_t modes = wide ? 1 | 7 << 8 : 3; /* bits: those that there are */
    uint64_t written = write->written >> at;
    uint64_t said = write->said >> at;
    uint64_t reserved = wide ? UINT64_C(3) << 58 : UINT64_C(3) << 29;
    uint64_t has = shell->choices->has[row_of(field)];
    uint64_t lacks = shell->choices->lacks[row_of(field)];
    bool legal = (modes >> written & 1) != 0;
    uint64_t expected = said;
    if ((modes >> said & 1) == 0 || (lacks >> said & 1) != 0 ||
        (legal && said != written && (written == 0 || (has >> written & 1) != 0))) {
        expected = legal && (lacks >> written & 1) == 0 ? written : 0;
    }
    if (legal && written != 0) {
        nt_tv_teach_bits(shell, expected == written ? NT_TV_LEARN_HAS : NT_TV_LEARN_LACKS,
                         row_of(field), UINT64_C(1) << written);
    }
    uint64_t rest = ones(at) & ~reserved & ~(expected != 0 ? (uint64_t)ROOT_LOW : 0);
    if (written != 0) {
        return expected << at | judge_numbers(shell, write, rest);
    }
    return expected << at | ((write->written & ones(at)) == 0 ? 0 : write->said & rest);
}

/* ---- misa ---- */

enum {
    A = 1 << 0,
    C = 1 << 2,
    D = 1 << 3,
    E = 1 << 4,
    F = 1 << 5,
    H = 1 << 7,
    I = 1 << 8,
    Q = 1 << 16,
    S = 1 << 18,
    U = 1 << 20,
    V = 1 << 21
};

/* Letters that need others that are not there. */
static uint64_t lacking_letters(uint64_t misa) {
    uint64_t lacking = (misa & F) == 0 ? D | Q | V : 0;
    lacking |= (misa & D) == 0 ? Q | V : 0;
    lacking |= (misa & U) == 0 ? S | H : 0;
    lacking |= (misa & S) == 0 ? H : 0;
    lacking |= (misa & I) != 0 ? E : 0;
    return lacking;
}

/* Where the next instruction is not aligned to 4 bytes, C stays, and all else (3.1.1). */
static bool keeps_misa(const nt_tv_shell *shell, const nt_csr_write *write) {
    const nt_tv_state *state = &shell->state;
    uint64_t next = state->user.pc + shell->outcome->insn.size;
    return state->pc_known && (next & 2) != 0 && (write->old & ~write->written & C) != 0;
}

static uint64_t first_misa(const nt_tv_shell *shell, uint64_t said) {
    unsigned top = shell->xlen - 2;
    uint64_t letters = said & ones(26);
    uint64_t reserved = said & ones(top) & ~ones(26);
    uint64_t width = (uint64_t)(shell->xlen == 32 ? 1 : 2) << top;
    letters |= (letters & E) == 0 ? I : 0;
    return said == 0 ? 0 : width | reserved | (letters & ~lacking_letters(letters));
}

/* Letters that take what is written, or do not, otherwise than before. What depends on another one
   shows nothing. */
static uint64_t other_letters(nt_tv_shell *shell, const nt_csr_write *write) {
    uint64_t depends = lacking_letters(write->written) | lacking_letters(write->said) | I | E;
    uint64_t asked = (write->written ^ write->old) & ones(26) & ~depends;
    uint64_t taken = asked & ~(write->said ^ write->written);
    uint64_t refused = asked & ~taken;
    uint64_t other =
        (taken & shell->choices->fixed[NT_TV_MISA]) | (refused & shell->choices->holds[NT_TV_MISA]);
    if (other != 0) {
        nt_tv_note_choice(shell, NT_TV_MISA);
    }
    nt_tv_teach_bits(shell, NT_TV_LEARN_HOLDS, NT_TV_MISA, taken & ~other);
    nt_tv_teach_bits(shell, NT_TV_LEARN_FIXED, NT_TV_MISA, refused & ~other);
    return other;
}

static uint64_t judge_misa(nt_tv_shell *shell, const nt_csr_write *write) {
    uint64_t said = write->said;
    uint64_t letters = ones(26);
    if (!write->old_known) {
        return first_misa(shell, said);
    }
    if (keeps_misa(shell, write)) {
        return write->old;
    }
    uint64_t lacking = lacking_letters(said);
    uint64_t clear = ~write->written | lacking | ((said & E) != 0 ? I : E);
    uint64_t set = write->written | ((said & I) == 0 ? E : 0) | ((said & E) == 0 ? I : 0);
    uint64_t may =
        (~(said ^ write->old)) | (said & ~write->old & set) | (~said & write->old & clear);
    uint64_t value = (said & may & letters) | (write->old & ~(may & letters));
    value &= ~(lacking & letters & ~(write->old & lacking_letters(write->old)));
    if ((value & (I | E)) == 0) { /* E is what I is not */
        value |= write->old & (I | E);
    }
    return value ^ other_letters(shell, write);
}

uint64_t nt_csr_judge_register(nt_tv_shell *shell, const nt_csr_field *field,
                               const nt_csr_write *write) {
    switch ((nt_csr_rule)field->rule) {
    case NT_CSR_MISA:
        return judge_misa(shell, write);
    case NT_CSR_TVEC:
        return judge_tvec(shell, field, write);
    case NT_CSR_EPC:
        return judge_epc(shell, write);
    case NT_CSR_TVAL:
        return judge_tval(shell, write);
    case NT_CSR_CAUSE:
        return judge_cause(shell, field, write);
    case NT_CSR_SATP:
        return judge_satp(shell, field, write);
    case NT_CSR_HGATP:
        return judge_hgatp(shell, field, write);
    case NT_CSR_PMPCFG:
        return nt_csr_judge_pmpcfg(shell, write);
    case NT_CSR_PMPADDR:
        return nt_csr_judge_pmpaddr(shell, write);
    default:
        return write->said;
    }
}
