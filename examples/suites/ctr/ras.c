/* SPDX-License-Identifier: Apache-2.0 */
/* "RAS (Return Address Stack) Emulation Mode". */
#include "ctr.h"

#define RAS_TEST(name, clauses, sentence)                                                          \
    static int ras_##name(void);                                                                   \
    TEST(name, "ctrctl_rasemu_op mctrctl_rasemu_op " clauses, sentence) {                          \
        return has(RASEMU) ? ras_##name() : SKIP;                                                  \
    }                                                                                              \
    static int ras_##name(void)

CODE(calls_code, "calls_a: jal x1, 1f\n nop\n1: lla a1, 2f\ncalls_b: jalr x1, 0(a1)\n nop\n2: "
                 "nop\ncalls_end: nop");
RAS_TEST(ras_calls, "ctr_ttype8 ctr_ttype9", "direct and indirect calls are recorded as normal") {
    run(U, ADDR(calls_code), ON_U | RASEMU);
    CHECK(trap.status == 2 && is_record(0, ADDR(calls_b), ADDR(calls_b) + 8, INDIRECT_CALL));
    CHECK(is_record(1, ADDR(calls_a), ADDR(calls_a) + 8, DIRECT_CALL) && is_empty(2));
    return 0;
}

CODE(pair_code, "pair_a: jal x1, 1f\n ecall\n1: jal x5, 2f\n jalr x0, 0(x1)\n2: jalr x0, 0(x5)");
RAS_TEST(ras_returns, "ctr_ttype13",
         "each return pops the latest call: WRPTR goes down, V is cleared") {
    run(U, ADDR(pair_code), ON_U | RASEMU);
    CHECK(trap.cause == ECALL_U && trap.status == 0 && is_empty(0));
    CHECK(is_empty(depth - 1) && is_empty(depth - 2));
    return 0;
}

CODE(nest_code,
     "nest_a: jal x1, 1f\n1:\nnest_b: jal x1, 2f\n2: jal x5, 3f\n ecall\n3: jalr x0, 0(x5)");
RAS_TEST(ras_nested, "", "the calls that have not returned are there, the innermost is entry 0") {
    run(U, ADDR(nest_code), ON_U | RASEMU);
    CHECK(trap.status == 2 && is_record(0, ADDR(nest_b), ADDR(nest_b) + 4, DIRECT_CALL));
    CHECK(is_record(1, ADDR(nest_a), ADDR(nest_a) + 4, DIRECT_CALL) && is_empty(2));
    return 0;
}

RAS_TEST(ras_popped_place, "sctrstatus_wrptr",
         "the entry that a return pops moves to logical entry depth - 1, invalid") {
    run(U, ADDR(nest_code), ON_U | RASEMU);
    CHECK(is_empty(depth - 1));
    csr_write(SCTRSTATUS, 3);
    CHECK(is_empty(0) && is_record(1, ADDR(nest_b), ADDR(nest_b) + 4, DIRECT_CALL));
    return 0;
}

CODE(swap_code, "jal x1, 1f\n1: lla x5, 2f\nswap_from: jalr x1, 0(x5)\n nop\n2:\nswap_to: nop");
RAS_TEST(ras_swap, "ctr_ttype12", "a co-routine swap overwrites entry 0 and leaves WRPTR") {
    run(U, ADDR(swap_code), ON_U | RASEMU);
    CHECK(trap.status == 1 && is_record(0, ADDR(swap_from), ADDR(swap_to), SWAP) && is_empty(1));
    return 0;
}

CODE(others_code, "j 1f\n1: beq x0, x0, 2f\n2: lla a1, 3f\n jalr x0, 0(a1)\n3: lla a1, 4f\n jalr "
                  "a0, 0(a1)\n4: jal a0, 5f\n5: bne x0, x0, 5b\n nop");
RAS_TEST(ras_others, "", "jumps, branches and jumps with other links are inhibited") {
    run(U, ADDR(others_code), ON_U | RASEMU);
    CHECK(trap.cause == ECALL_U && trap.status == 0 && is_empty(0));
    return 0;
}

CODE(nothing_code, "nop");
RAS_TEST(ras_traps, "", "exceptions and trap returns between enabled modes are inhibited") {
    run(U, ADDR(nothing_code), ON_U | ON_M | RASEMU);
    CHECK(trap.status == 0 && is_empty(0));
    return 0;
}

CODE(soft_code, "j .");
RAS_TEST(ras_interrupts, "", "interrupts are inhibited") {
    csr_write(MIE, 1 << SSI);
    csr_set(MIP, 1 << SSI);
    run(U, ADDR(soft_code), ON_U | ON_M | RASEMU);
    CHECK(trap.cause == INTERRUPT(SSI) && trap.status == 0 && is_empty(0));
    return 0;
}

RAS_TEST(ras_external, "exttrap_def", "external trap enables are ignored") {
    if (!has(MTE | STE)) {
        return SKIP;
    }
    run(U, ADDR(nothing_code), ON_U | RASEMU | MTE | STE);
    CHECK(trap.status == 0 && is_empty(0));
    return 0;
}

CODE(deep_code, "li t0, 260\n1: jal x1, 2f\n2: addi t0, t0, -1\n bnez t0, 1b");
RAS_TEST(ras_deep, "Smctr_transfer_steps", "more calls than entries: the latest are there") {
    run(U, ADDR(deep_code), ON_U | RASEMU);
    CHECK(trap.status == (260 & (depth - 1)));
    for (word i = 0; i < depth; i++) {
        CHECK(is_record(i, ADDR(deep_code) + 4, ADDR(deep_code) + 8, DIRECT_CALL));
    }
    return 0;
}

CODE(under_code, "lla x1, 1f\n jalr x0, 0(x1)\n1: nop");
RAS_TEST(ras_under, "sctrstatus_wrptr", "a return takes WRPTR from 0 to depth - 1") {
    run(U, ADDR(under_code), ON_U | RASEMU);
    CHECK(trap.status == depth - 1 && is_empty(0));
    return 0;
}

RAS_TEST(ras_frozen, "sctrstatus_frozen_op", "while FROZEN is 1 calls and returns do nothing") {
    csr_write(SCTRSTATUS, FROZEN | 3);
    run(U, ADDR(pair_code), ON_U | RASEMU);
    CHECK(trap.status == (FROZEN | 3) && is_empty(0));
    run(U, ADDR(under_code), ON_U | RASEMU);
    CHECK(trap.status == (FROZEN | 3));
    return 0;
}

RAS_TEST(ras_mode, "ctr_behavior_criteria0",
         "calls and returns in a mode that is not enabled do nothing") {
    csr_write(SCTRSTATUS, 3);
    run(U, ADDR(calls_code), ON_S | RASEMU);
    CHECK(trap.status == 3 && is_empty(0));
    run(U, ADDR(under_code), ON_S | RASEMU);
    CHECK(trap.status == 3);
    return 0;
}

CODE(ras_break_code, "jal x1, 1f\n1: ebreak");
RAS_TEST(ras_break, "ctr_freeze_bp", "a breakpoint freezes with RASEMU too") {
    run(U, ADDR(ras_break_code), ON_U | RASEMU | BPFRZ);
    CHECK(trap.cause == BREAKPOINT && trap.status == (FROZEN | 1));
    return 0;
}

RAS_TEST(ras_off, "", "without RASEMU a return is a record") {
    run(U, ADDR(under_code), ON_U);
    CHECK(trap.status == 1 && (source_of(0) & 1) == 1);
    return 0;
}

#if __riscv_xlen == 64
RAS_TEST(ras_filters, "ctr_ttf_default", "transfer type filters are ignored") {
    if (!has(FILTER(DIRECT_CALL) | FILTER(INDIRECT_CALL))) {
        return SKIP;
    }
    run(U, ADDR(calls_code), ON_U | RASEMU | FILTER(DIRECT_CALL) | FILTER(INDIRECT_CALL));
    CHECK(trap.status == 2 && !is_empty(0) && !is_empty(1));
    return 0;
}

RAS_TEST(ras_filter_not_taken, "ctr_ttf_default", "NTBREN is ignored") {
    if (!has(FILTER(NOT_TAKEN))) {
        return SKIP;
    }
    run(U, ADDR(others_code), ON_U | RASEMU | FILTER(NOT_TAKEN));
    CHECK(trap.status == 0 && is_empty(0));
    return 0;
}
#endif
