/* SPDX-License-Identifier: Apache-2.0 */
/* Judges what a CSR holds after a write, by the table of fields and by what the hart has chosen
   before (choices.h). */
#ifndef NT_TANDEM_CSR_RULES_H
#define NT_TANDEM_CSR_RULES_H

#include "sim/tandem/csr_fields.h"
#include "sim/tandem/shell.h"

/* Is a write of a CSR, and what the trace has of it afterwards. */
typedef struct nt_csr_write {
    uint16_t csr;
    uint64_t mask;    /* bits that are written */
    uint64_t written; /* the whole value: as before outside the mask */
    uint64_t old;
    bool old_known;
    bool first; /* no write: the first read */
    uint64_t said;
} nt_csr_write;

/* Returns `said` if the hart may hold that, else the nearest value that it may hold. What it
   teaches is added to the shell's lessons. */
uint64_t nt_csr_judge(nt_tv_shell *shell, const nt_csr_write *write);

/* Returns what a first read of bits `mask` of a CSR may be: `said`, if the hart may hold that. */
uint64_t nt_csr_legal(nt_tv_shell *shell, uint16_t csr, uint64_t mask, uint64_t said);

/* Returns mstatus or vsstatus with SD as FS, VS and XS have it. */
uint64_t nt_csr_with_sd(const nt_tv_shell *shell, uint64_t status);

/* Returns the bits of a CSR in the table that every hart holds as written. */
uint64_t nt_csr_sure(const nt_tv_shell *shell, uint16_t csr, uint64_t written);

/* Returns whether the hart has an extension: a letter from 0, or NT_TV_EXT_*. */
nt_tv_tri nt_tv_has(const nt_tv_shell *shell, unsigned extension);
/* Returns whether instructions are aligned to 4 bytes. */
nt_tv_tri nt_tv_aligns_to_4(const nt_tv_shell *shell);

/* Returns the widths of addresses that explain why `value` became `said`: 0: none does. */
uint64_t nt_csr_conversions(const nt_tv_shell *shell, uint64_t value, uint64_t said);

/* Teaches about bits of a CSR, an answer or an extension. */
void nt_tv_teach_bits(nt_tv_shell *shell, nt_tv_lesson_kind kind, uint16_t index, uint64_t bits);
void nt_tv_teach_answer(nt_tv_shell *shell, unsigned choice, bool yes);
void nt_tv_teach_extension(nt_tv_shell *shell, unsigned extension, bool present);

/* Notes that the hart's choice was another one before; `csr`: of which. */
void nt_tv_note_choice(nt_tv_shell *shell, uint16_t csr);

/* Judges a whole register (csr_registers.c). */
uint64_t nt_csr_judge_register(nt_tv_shell *shell, const nt_csr_field *field,
                               const nt_csr_write *write);

/* Returns bits of a CSR that are read-only 0, since those of another one are (csr_control.c). */
uint64_t nt_csr_zeros(const nt_tv_shell *shell, uint16_t csr);
/* A CSR that decides what others may hold was written: settles what these hold, where the trace has
   it in the group. */
void nt_csr_settle_others(nt_tv_shell *shell, uint16_t csr, uint64_t old);

/* Judge pmpcfg and pmpaddr (csr_protection.c). */
uint64_t nt_csr_judge_pmpcfg(nt_tv_shell *shell, const nt_csr_write *write);
uint64_t nt_csr_judge_pmpaddr(nt_tv_shell *shell, const nt_csr_write *write);
/* Returns bits of mseccfg that stay 0 with a write; `ones`: those that stay 1. */
uint64_t nt_csr_sticky_mseccfg(const nt_tv_shell *shell, const nt_csr_write *write, uint64_t *ones);

/* Judges bits, each on its own; `fixable`: read-only ones may be 1. */
uint64_t nt_csr_judge_bits(nt_tv_shell *shell, const nt_csr_write *write, uint64_t bits,
                           bool fixable);

/* Returns `said`, taught as what this write leaves, or what it left before. */
uint64_t nt_csr_same_again(nt_tv_shell *shell, uint16_t key, const nt_csr_write *write,
                           uint64_t said);

static inline unsigned nt_tv_letter(char letter) {
    return (unsigned)(letter - 'A');
}

#endif
