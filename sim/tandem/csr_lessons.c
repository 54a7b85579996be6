/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of the hart, and what its CSRs teach of it. */
#include "sim/tandem/csr_rules.h"

nt_tv_tri nt_tv_has(const nt_tv_shell *shell, unsigned extension) {
    const nt_tv_state *state = &shell->state;
    uint64_t bit = UINT64_C(1) << extension;
    uint64_t misa = state->csr[NT_TV_MISA];
    if (extension < 26 && nt_tv_csr_is_known(state, NT_TV_MISA) && misa != 0) {
        return (misa & bit) != 0 ? NT_TV_YES : NT_TV_NO;
    }
    bool floats = extension == nt_tv_letter('F') && state->known >> NT_TV_F0 != 0;
    if ((shell->choices->present & bit) != 0 || floats) {
        return NT_TV_YES;
    }
    return (shell->choices->missing & bit) != 0 ? NT_TV_NO : NT_TV_MAYBE;
}

nt_tv_tri nt_tv_aligns_to_4(const nt_tv_shell *shell) {
    unsigned c = nt_tv_letter('C');
    uint64_t misa = shell->state.csr[NT_TV_MISA];
    if (nt_tv_csr_is_known(&shell->state, NT_TV_MISA) && misa != 0) {
        uint64_t floats = UINT64_C(1) << nt_tv_letter(shell->xlen == 32 ? 'F' : 'D');
        if ((misa >> c & 1) != 0) {
            return NT_TV_NO;
        }
        if ((misa & floats) == 0) { /* Zca alone would be C */
            return NT_TV_YES;
        }
    }
    if (shell->choices->answer[NT_TV_IALIGN_32] != NT_TV_MAYBE) {
        return (nt_tv_tri)shell->choices->answer[NT_TV_IALIGN_32];
    }
    return (shell->choices->present >> c & 1) != 0 ? NT_TV_NO : NT_TV_MAYBE;
}

void nt_tv_teach_bits(nt_tv_shell *shell, nt_tv_lesson_kind kind, uint16_t index, uint64_t bits) {
    if (bits != 0) {
        nt_tv_teach(&shell->lessons,
                    (nt_tv_lesson){.kind = (uint8_t)kind, .index = index, .value = bits});
    }
}

void nt_tv_teach_answer(nt_tv_shell *shell, unsigned choice, bool yes) {
    nt_tv_teach(&shell->lessons, (nt_tv_lesson){.kind = NT_TV_LEARN_ANSWER,
                                                .index = (uint16_t)choice,
                                                .value = yes ? NT_TV_YES : NT_TV_NO});
}

void nt_tv_teach_extension(nt_tv_shell *shell, unsigned extension, bool present) {
    nt_tv_teach(&shell->lessons,
                (nt_tv_lesson){.kind = present ? NT_TV_LEARN_PRESENT : NT_TV_LEARN_MISSING,
                               .index = (uint16_t)extension});
}

void nt_tv_note_choice(nt_tv_shell *shell, uint16_t csr) {
    shell->outcome->chosen_csr = csr;
    shell->outcome->chosen_at = shell->choices->seen[csr];
}

uint64_t nt_csr_same_again(nt_tv_shell *shell, uint16_t key, const nt_csr_write *write,
                           uint64_t said) {
    uint64_t before;
    uint64_t old = write->old_known ? write->old : 0;
    if (nt_tv_choices_result(shell->choices, key, old, write->written, &before) && before != said) {
        nt_tv_note_choice(shell, key);
        return before;
    }
    if (said != write->written) {
        nt_tv_teach(&shell->lessons, (nt_tv_lesson){.kind = NT_TV_LEARN_RESULT,
                                                    .index = key,
                                                    .value = write->written,
                                                    .old = old,
                                                    .result = said});
    }
    return said;
}

/* ---- bits ---- */

uint64_t nt_csr_judge_bits(nt_tv_shell *shell, const nt_csr_write *write, uint64_t bits,
                           bool fixable) {
    uint64_t holds = shell->choices->holds[write->csr];
    uint64_t fixed = shell->choices->fixed[write->csr];
    uint64_t same = bits & ~(write->said ^ write->written);
    uint64_t other = bits & ~same;
    uint64_t kept = write->old_known ? ~(write->said ^ write->old) : UINT64_MAX;
    uint64_t zero = ~write->said & (write->old_known ? ~write->old : UINT64_MAX);
    uint64_t refused = other & (fixable ? kept : zero);
    uint64_t held_before = refused & holds;
    uint64_t taken = same & (write->old_known ? write->written ^ write->old
                             : fixable        ? 0
                                              : write->written);
    uint64_t fixed_before = taken & fixed;
    if ((held_before | fixed_before) != 0) {
        nt_tv_note_choice(shell, write->csr);
    }
    nt_tv_teach_bits(shell, NT_TV_LEARN_HOLDS, write->csr, taken & ~fixed_before);
    nt_tv_teach_bits(shell, NT_TV_LEARN_FIXED, write->csr, refused & ~held_before);
    uint64_t right = (same & ~fixed_before) | (refused & ~held_before);
    uint64_t wrong = bits & ~right & ~fixed_before;
    return (write->said & right) | (write->written & wrong) | (write->old & fixed_before);
}
