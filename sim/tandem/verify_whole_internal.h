/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a whole hart's step (verify_whole.c, verify_whole_judge.c). */
#ifndef NT_TANDEM_VERIFY_WHOLE_INTERNAL_H
#define NT_TANDEM_VERIFY_WHOLE_INTERNAL_H

#include "sim/tandem/verifier_internal.h"

enum { NT_TV_CHANGES = 64, NT_TV_CSR_WORDS = NT_TV_CSR_COUNT / 64 };

struct nt_tv_whole {
    nt_tv_shell shell;     /* judges what the hart did; its state is that before the step */
    nt_tv_state after;     /* what the hart has after the step */
    nt_tv_choices choices; /* the hart's */
    nt_tv_outcome outcome;
    nt_reference_event event;
    uint64_t misa;                     /* at first */
    uint64_t given[NT_TV_CSR_COUNT];   /* written to the hart */
    uint64_t held[NT_TV_CSR_COUNT];    /* ... which holds this of it */
    uint64_t current[NT_TV_CSR_WORDS]; /* bit each CSR: the two are so */
    uint64_t lacking[NT_TV_CSR_WORDS]; /* bit each CSR that the hart does not have */
    uint16_t changed[NT_TV_CHANGES];   /* CSRs of `after` that the step changed */
    size_t changes;
    nt_tv_difference differences[NT_TV_DIFFERENCES];
    size_t count;
};

/* Returns whether the CSR is one that a whole hart has as the trace has it: no counter, no pending
   interrupts, no protection of memory, nothing for debugging. */
bool nt_tv_whole_shares(unsigned csr);

/* Judges what the hart did. Memory is as before the step, or has what the stores list. Returns 0,
   or -1 with the error set. */
int nt_tv_whole_judge(nt_tv_verifier *v, const nt_tv_insn *insn);

#endif
