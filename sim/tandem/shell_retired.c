/* SPDX-License-Identifier: Apache-2.0 */
/* minstret: what was written is what the next instruction reads (Zicsr), and each instruction since
   adds one at most (Privileged ISA, 3.1.10; mcountinhibit, traps and debug mode add none). */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_csr.h"

enum { MINSTRET = 0xb02, INSTRET = 0xc02 };

uint64_t nt_tv_shell_retired_read(nt_tv_shell *shell, uint16_t csr, uint64_t said) {
    const nt_tv_retired *before = &shell->retired;
    uint64_t since = shell->hint->number - before->at - 1;
    if (csr != MINSTRET && csr != INSTRET) {
        return said;
    }
    if (before->written) {
        bool fits = nt_tv_cut(shell, said - before->value) <= since;
        return fits ? said : nt_tv_cut(shell, before->value + since);
    }
    if (before->seen && shell->xlen == 64 && said < before->value) { /* of RV32 the lower half */
        return before->value + since;
    }
    shell->retired_after = (nt_tv_retired){.seen = true, .value = said, .at = shell->hint->number};
    return said;
}

void nt_tv_shell_retired_write(nt_tv_shell *shell, const nt_tv_csr_access *access, uint64_t value) {
    if (access->home == MINSTRET) {
        shell->retired_after = (nt_tv_retired){
            .written = access->sure, .value = nt_tv_cut(shell, value), .at = shell->hint->number};
    } else if (!nt_tv_csr_is_counter(access->home)) { /* perhaps an alias (Smcsrind) */
        shell->retired_after = (nt_tv_retired){0};
    }
}
