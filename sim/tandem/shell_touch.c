/* SPDX-License-Identifier: Apache-2.0 */
/* Which CSRs an instruction has changed or read, for the comparison with what the trace says. */
#include "sim/tandem/shell.h"

void nt_tv_csr_put(nt_tv_state *state, uint16_t csr, uint64_t value, bool known) {
    uint64_t bit = UINT64_C(1) << csr % 64;
    uint64_t *word = &state->csr_known[csr / 64];
    state->csr[csr] = known ? value : 0;
    *word = known ? *word | bit : *word & ~bit;
}

static nt_tv_touched *touched(nt_tv_shell *shell, uint16_t csr) {
    nt_tv_outcome *outcome = shell->outcome;
    for (size_t i = 0; i < outcome->touched_count; i++) {
        if (outcome->touched[i].csr == csr) {
            return &outcome->touched[i];
        }
    }
    if (outcome->touched_count == NT_TV_TOUCHED) { /* an instruction touches 5 at most */
        return &outcome->touched[0];
    }
    outcome->touched[outcome->touched_count] = (nt_tv_touched){.csr = csr};
    return &outcome->touched[outcome->touched_count++];
}

void nt_tv_shell_touch(nt_tv_shell *shell, uint16_t csr, uint64_t value, bool known,
                       uint64_t free) {
    nt_tv_touched *touch = touched(shell, csr);
    nt_tv_csr_put(&shell->state, csr, nt_tv_cut(shell, value), known);
    if (csr == NT_TV_FCSR && !known) { /* the rounding mode that was written, or that of reset */
        shell->state.csr[csr] = value;
    }
    nt_tv_csr_part_drop(&shell->parts, csr);
    touch->free |= free;
    touch->read = false;
}

void nt_tv_shell_learn_csr(nt_tv_shell *shell, uint16_t csr, uint64_t value) {
    nt_tv_csr_put(&shell->state, csr, nt_tv_cut(shell, value), true);
    touched(shell, csr)->read = true;
}
