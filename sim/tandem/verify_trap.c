/* SPDX-License-Identifier: Apache-2.0 */
/* Traps in a trace without CSRs: told by where the group goes, and by the privilege mode, which a
   trap always has. */
#include "sim/tandem/verifier_internal.h"

enum { STVEC = 0x105, MTVEC = 0x305 };

static bool is_handler(const nt_tv_verifier *v, uint16_t tvec) {
    const nt_tv_state *state = &v->shell.state;
    return nt_tv_csr_is_known(state, tvec) &&
           v->shadow.user.pc == (state->csr[tvec] & ~UINT64_C(3));
}

bool nt_tv_looks_like_trap(const nt_tv_verifier *v) {
    const nt_verify_group *group = &v->group;
    if (group->insn_size == 0) {
        return group->has_pc;
    }
    bool jumped = v->shadow.user.pc != nt_tv_cut(&v->shell, v->before.pc + group->insn_size);
    bool to_handler = is_handler(v, MTVEC) || is_handler(v, STVEC);
    return to_handler ? jumped || group->has_privilege : jumped && group->has_privilege;
}

nt_tv_target nt_tv_looks_like_trap_to(const nt_tv_verifier *v) {
    bool to_s = v->group.has_privilege ? v->group.privilege == NT_TV_S
                                       : is_handler(v, STVEC) && !is_handler(v, MTVEC);
    return to_s ? NT_TV_TO_S : NT_TV_TO_M;
}
