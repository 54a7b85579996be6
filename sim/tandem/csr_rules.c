/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/csr_rules.h"

/* ---- what is known of the hart ---- */

static nt_tv_tri has_needed(const nt_tv_shell *shell, nt_csr_needs needs) {
    static const char letters[] = {'I', 'U', 'S', 'F', 'V', 'H'};
    if (needs == NT_CSR_NEEDS_NOTHING) {
        return NT_TV_YES;
    }
    nt_tv_tri has = nt_tv_has(shell, nt_tv_letter(letters[needs]));
    if (has == NT_TV_NO && (needs == NT_CSR_NEEDS_F || needs == NT_CSR_NEEDS_V)) {
        return nt_tv_has(shell, nt_tv_letter('S')) == NT_TV_NO ? NT_TV_NO : NT_TV_MAYBE;
    }
    return has;
}

/* ---- fields of several bits ---- */

static uint64_t field_bits(const nt_csr_field *field) {
    return (UINT64_MAX >> (63 - field->high + field->low)) << field->low;
}

static uint16_t row_of(const nt_csr_field *field) {
    return (uint16_t)(field - nt_csr_field_table);
}

static uint64_t judge_status(nt_tv_shell *shell, const nt_csr_field *field,
                             const nt_csr_write *write) {
    enum { DIRTY = 3 };
    unsigned written = (unsigned)(write->written >> field->low & 3);
    unsigned said = (unsigned)(write->said >> field->low & 3);
    uint16_t row = row_of(field);
    uint64_t has = shell->choices->has[row];
    uint64_t lacks = shell->choices->lacks[row];
    nt_tv_tri there = has_needed(shell, (nt_csr_needs)field->needs);
    bool zero = there == NT_TV_NO || (lacks >> DIRTY & 1) != 0;
    if (zero || (there == NT_TV_MAYBE && said == 0 && (has & ~UINT64_C(1)) == 0)) {
        nt_tv_teach_bits(shell, NT_TV_LEARN_LACKS, row, written == 0 ? 0 : UINT64_C(1) << DIRTY);
        return 0;
    }
    bool simple = written == 1 || written == 2;
    unsigned expected = written;
    if (simple && said == DIRTY && (has >> written & 1) == 0) {
        expected = DIRTY;
        nt_tv_teach_bits(shell, NT_TV_LEARN_LACKS, row, UINT64_C(1) << written);
    } else if (simple && said == written && (lacks >> written & 1) != 0) {
        expected = DIRTY;
    } else if (said == written && written != 0) {
        nt_tv_teach_bits(shell, NT_TV_LEARN_HAS, row, UINT64_C(1) << written);
    }
    return (uint64_t)expected << field->low;
}

/* Whether MPP may be a mode. */
static nt_tv_tri has_mode(const nt_tv_shell *shell, unsigned mode) {
    switch (mode) {
    case NT_TV_U:
        return nt_tv_has(shell, nt_tv_letter('U'));
    case NT_TV_S:
        return nt_tv_has(shell, nt_tv_letter('S'));
    default:
        return mode == NT_TV_M ? NT_TV_YES : NT_TV_NO;
    }
}

static uint64_t judge_mode(nt_tv_shell *shell, const nt_csr_field *field,
                           const nt_csr_write *write) {
    unsigned written = (unsigned)(write->written >> field->low & 3);
    unsigned said = (unsigned)(write->said >> field->low & 3);
    nt_tv_tri has = has_mode(shell, written);
    unsigned extension = nt_tv_letter(written == NT_TV_U ? 'U' : 'S');
    if (said == written && has != NT_TV_NO) {
        if (written != NT_TV_M) {
            nt_tv_teach_extension(shell, extension, true);
        }
        return (uint64_t)said << field->low;
    }
    if (said != written && has != NT_TV_YES && has_mode(shell, said) != NT_TV_NO) {
        if (has == NT_TV_MAYBE) {
            nt_tv_teach_extension(shell, extension, false);
        }
        return (uint64_t)said << field->low;
    }
    unsigned legal = has != NT_TV_NO ? written : NT_TV_M;
    return (uint64_t)legal << field->low;
}

static uint64_t judge_width(const nt_csr_field *field, const nt_csr_write *write) {
    uint64_t bits = field_bits(field);
    unsigned written = (unsigned)(write->written >> field->low & 3);
    bool as_written =
        (written == 1 || written == 2) && ((write->said ^ write->written) & bits) == 0;
    bool as_before = !write->old_known || ((write->said ^ write->old) & bits) == 0;
    bool reserved = (write->said >> field->low & 3) == 3; /* 128 bits, with 64 */
    return (as_written || as_before) && !reserved ? write->said & bits : write->old & bits;
}

/* Values of a field of two bits: those of `legal` as written, or 0; others become one of these. */
static uint64_t judge_values(const nt_csr_write *write, unsigned low, unsigned legal) {
    unsigned written = (unsigned)(write->written >> low & 3);
    unsigned said = (unsigned)(write->said >> low & 3);
    unsigned old = write->old_known ? (unsigned)(write->old >> low & 3) : said;
    bool right = (legal >> said & 1) != 0 &&
                 (said == written || said == 0 || said == old || (legal >> written & 1) == 0);
    unsigned expected = (legal >> written & 1) != 0 ? written : 0;
    return (uint64_t)(right ? said : expected) << low;
}

static uint64_t judge_any(nt_tv_shell *shell, const nt_csr_write *write, uint64_t bits) {
    uint64_t may = ~(write->said ^ write->written) | ~write->said |
                   (write->old_known ? ~(write->said ^ write->old) : UINT64_MAX);
    uint64_t value = (write->said & may) | (write->written & ~may);
    return nt_csr_same_again(shell, write->csr, write, value & bits) & bits;
}

/* What is sticky, the hart may not choose. */
static uint64_t judge_smepmp(nt_tv_shell *shell, const nt_csr_write *write, uint64_t bits) {
    uint64_t ones;
    uint64_t zeros = nt_csr_sticky_mseccfg(shell, write, &ones);
    return (judge_any(shell, write, bits & ~ones & ~zeros) | ones) & ~zeros & bits;
}

static uint64_t judge_zero(const nt_csr_write *write, uint64_t bits) {
    return write->old_known ? write->said & write->old & bits : write->said & 0;
}

/* By sip SEIP is read-only (4.1.3). */
static uint64_t judge_pending(nt_tv_shell *shell, const nt_csr_write *write, uint64_t bits) {
    enum { SSIP = 1 << 1, SEIP = 1 << 9 };
    bool by_view = write->mask != UINT64_MAX;
    uint64_t must = nt_tv_has(shell, nt_tv_letter('S')) == NT_TV_YES ? SSIP : 0;
    uint64_t ones = nt_tv_has(shell, nt_tv_letter('S')) == NT_TV_YES && !by_view ? SEIP : 0;
    uint64_t never = ~write->written & SSIP; /* by a device it would be another change */
    uint64_t value = (write->said & ~must) | (write->written & must) | (write->written & ones);
    return value & ~never & bits;
}

static uint64_t judge_field(nt_tv_shell *shell, const nt_csr_field *field,
                            const nt_csr_write *write, uint64_t bits) {
    nt_tv_tri there = has_needed(shell, (nt_csr_needs)field->needs);
    switch ((nt_csr_rule)field->rule) {
    case NT_CSR_STATUS:
        return judge_status(shell, field, write);
    case NT_CSR_MODE:
        return judge_mode(shell, field, write);
    case NT_CSR_WIDTH:
        return judge_width(field, write);
    case NT_CSR_ZERO:
        return 0;
    case NT_CSR_CBIE:
        return judge_values(write, field->low, 1U << 0 | 1U << 1 | 1U << 3);
    case NT_CSR_PMM:
        return judge_values(write, field->low, 1U << 0 | 1U << 2 | 1U << 3);
    case NT_CSR_XS:
    case NT_CSR_CONSTANT:
        return (write->old_known ? write->old : write->said) & bits;
    case NT_CSR_SD:
        return write->said & bits; /* of what the others are (shell_csr.c) */
    case NT_CSR_ANY:
        return judge_any(shell, write, bits);
    case NT_CSR_SMEPMP:
        return judge_smepmp(shell, write, bits);
    case NT_CSR_PENDING:
        return judge_pending(shell, write, bits);
    case NT_CSR_HELD:
        if (there == NT_TV_YES) {
            return write->written & bits;
        }
        return there == NT_TV_NO ? judge_zero(write, bits)
                                 : nt_csr_judge_bits(shell, write, bits, false);
    case NT_CSR_SUBSET:
    case NT_CSR_FIXABLE:
        return there == NT_TV_NO
                   ? judge_zero(write, bits)
                   : nt_csr_judge_bits(shell, write, bits, field->rule == NT_CSR_FIXABLE);
    default:
        return nt_csr_judge_register(shell, field, write) & bits;
    }
}

uint64_t nt_csr_judge(nt_tv_shell *shell, const nt_csr_write *write) {
    size_t count;
    const nt_csr_field *fields = nt_csr_fields_of(write->csr, &count);
    uint64_t all = nt_tv_cut(shell, UINT64_MAX);
    uint64_t left = write->mask & all & ~nt_csr_zeros(shell, write->csr);
    uint64_t outside = all & ~write->mask;
    uint64_t value = outside & (write->old_known ? write->old : write->said);
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = field_bits(&fields[i]) & left;
        if (bits != 0) {
            value |= judge_field(shell, &fields[i], write, bits) & bits;
            left &= ~bits;
        }
    }
    return value | ((write->first ? write->said : judge_zero(write, left)) & left);
}

uint64_t nt_csr_legal(nt_tv_shell *shell, uint16_t csr, uint64_t mask, uint64_t said) {
    size_t count;
    if (nt_csr_fields_of(csr, &count) == NULL) {
        return said & mask;
    }
    nt_csr_write write = {
        .csr = csr, .mask = mask, .written = said & mask, .first = true, .said = said & mask};
    uint64_t value = nt_csr_judge(shell, &write) & mask;
    bool status = csr == NT_TV_MSTATUS || csr == NT_TV_VSSTATUS;
    return status ? nt_csr_with_sd(shell, value) : value;
}

/* ---- without a trace that tells ---- */

static uint64_t sure_field(const nt_tv_shell *shell, const nt_csr_field *field, uint64_t written) {
    uint64_t bits = field_bits(field);
    switch ((nt_csr_rule)field->rule) {
    case NT_CSR_HELD:
        return has_needed(shell, (nt_csr_needs)field->needs) == NT_TV_NO ? 0 : bits;
    case NT_CSR_STATUS:
        return field->needs == NT_CSR_NEEDS_F && shell->flen != 0 ? bits : 0;
    case NT_CSR_MODE:
        return (written >> field->low & 3) == 2 ? 0 : bits;
    case NT_CSR_TVEC:
        return (written & 3) > 1 ? 0 : (written & 1) != 0 ? ~UINT64_C(0xfe) : bits;
    case NT_CSR_EPC:
        return ~UINT64_C(3);
    case NT_CSR_TVAL:
    case NT_CSR_CAUSE:
        return bits;
    default:
        return 0;
    }
}

uint64_t nt_csr_sure(const nt_tv_shell *shell, uint16_t csr, uint64_t written) {
    size_t count;
    const nt_csr_field *fields = nt_csr_fields_of(csr, &count);
    uint64_t sure = 0;
    for (size_t i = 0; i < count; i++) {
        sure |= sure_field(shell, &fields[i], written);
    }
    return sure;
}
