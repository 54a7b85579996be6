/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/image_runs.h"

#include "sim/check/check_internal.h"

uint64_t nt_check_mask(const nt_check *check) {
    return check->options.xlen == 32 ? UINT32_MAX : UINT64_MAX;
}

/* Whether an instruction of NT_INSN_OTHER is ecall or ebreak; not so also where nobody knows, and
   then `known` is false. */
static nt_check_trap trap_at(const nt_code *code, uint64_t pc, bool *known) {
    enum { ECALL = 0x73, EBREAK = 0x00100073, C_EBREAK = 0x9002 };
    uint8_t bytes[4] = {0};
    *known = code->bytes != NULL && code->bytes(code->context, pc, bytes, sizeof bytes) >= 2;
    uint32_t opcode =
        bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    bool ebreak = opcode == EBREAK || (opcode & 0xffff) == C_EBREAK;
    return *known && ebreak            ? NT_CHECK_EBREAK
           : *known && opcode == ECALL ? NT_CHECK_ECALL
                                       : NT_CHECK_NO_TRAP;
}

static bool goes_on(const nt_check_run *run) {
    return (run->class_ == NT_INSN_OTHER || run->class_ == NT_INSN_BRANCH) &&
           run->trap == NT_CHECK_NO_TRAP;
}

static void find(nt_check_run *run, const nt_code *code, uint64_t mask) {
    while (run->instructions < run->most && goes_on(run)) {
        const nt_insn insn = code->at(code->context, run->next);
        if (insn.size == 0) {
            break;
        }
        bool known = false;
        run->class_ = insn.class_;
        run->trap = insn.class_ == NT_INSN_OTHER ? (uint8_t)trap_at(code, run->next, &known)
                                                 : (uint8_t)NT_CHECK_NO_TRAP;
        run->branches += insn.class_ == NT_INSN_BRANCH;
        run->plain += known && run->trap == NT_CHECK_NO_TRAP;
        run->before = run->last;
        run->last = run->next;
        run->next = (run->next + insn.size) & mask;
        run->halfwords += insn.size / 2u;
        run->instructions++;
    }
}

const nt_check_run *nt_check_run_at(nt_check *check, uint64_t pc, uint32_t most) {
    const nt_code *code = &check->stream->path.code;
    uint64_t space = code->space == NULL ? 0 : code->space(code->context);
    uint64_t generation = check->stream->generation;
    nt_check_run *run = &check->run[(pc >> 1 ^ pc >> 13 ^ most * UINT64_C(0x9e5)) % NT_CHECK_RUNS];
    if (run->pc != pc || run->most != most || run->generation != generation ||
        run->space != space || run->context != code->context) {
        *run = (nt_check_run){.pc = pc,
                              .next = pc,
                              .most = most,
                              .context = code->context,
                              .space = space,
                              .generation = generation};
        find(run, code, nt_check_mask(check));
    }
    return run;
}
