/* SPDX-License-Identifier: Apache-2.0 */
/* Modes whose XLEN is narrower than the hart's (Privileged ISA, 3.1.6.2: SXL and UXL, VSXL of a
   guest): RV32 on a hart of RV64. */
#include "sim/tandem/shell.h"

enum { XL_32 = 1 };

bool nt_tv_shell_is_narrow(const nt_tv_shell *shell, unsigned mode, bool guest) {
    enum { UXL = 32, VSXL = 32, SXL = 34 };
    const nt_tv_state *state = &shell->state;
    bool user = mode == NT_TV_U;
    uint16_t csr = !guest ? NT_TV_MSTATUS : user ? NT_TV_VSSTATUS : NT_TV_HSTATUS;
    unsigned at = user ? UXL : guest ? VSXL : SXL;
    return shell->xlen == 64 && mode != NT_TV_M && nt_tv_csr_is_known(state, csr) &&
           (state->csr[csr] >> at & 3) == XL_32;
}

bool nt_tv_shell_runs_narrow(const nt_tv_shell *shell) {
    return nt_tv_shell_is_narrow(shell, shell->state.privilege, shell->state.guest);
}

bool nt_tv_shell_has_narrow_pages(const nt_tv_shell *shell) {
    const nt_tv_state *state = &shell->state;
    return state->privilege != NT_TV_M && nt_tv_shell_is_narrow(shell, NT_TV_S, state->guest);
}

/* Bits above XLEN are ignored; where the pc is written, they are its sign. */
uint64_t nt_tv_shell_narrow_pc(uint64_t pc, uint64_t said) {
    const uint64_t extended = (uint64_t)(int64_t)(int32_t)pc;
    return (uint32_t)said == (uint32_t)pc && (said == (uint32_t)pc || said == extended) ? said : pc;
}
