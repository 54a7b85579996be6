/* SPDX-License-Identifier: Apache-2.0 */
/* clang-format off */
/* The environment that the programs of riscv-tests ask for, for Spike: they begin in M, run in U, and
   end by an ecall, whose handler writes what Spike's host waits for. */
#ifndef NT_TEST_RISCV_TEST_H
#define NT_TEST_RISCV_TEST_H

#define TESTNUM gp

#define RVTEST_RV32U
#define RVTEST_RV64U
#define RVTEST_RV32UF RVTEST_FLOAT
#define RVTEST_RV64UF RVTEST_FLOAT
#define RVTEST_FLOAT                                                                               \
    .macro init;                                                                                   \
    li a0, 0x2000; /* mstatus.FS: initial */                                                       \
    csrs mstatus, a0;                                                                              \
    csrwi fcsr, 0;                                                                                 \
    .endm
#define RVTEST_ENABLE_FLOAT 0x2000

#define RVTEST_CODE_BEGIN                                                                          \
    .section .text.init;                                                                           \
    .globl _start;                                                                                 \
_start:                                                                                            \
    la t0, trap;                                                                                   \
    csrw mtvec, t0;                                                                                \
    li t0, -1;                                                                                     \
    csrw pmpaddr0, t0; /* all memory is U's */                                                     \
    li t0, 0x1f;                                                                                   \
    csrw pmpcfg0, t0;                                                                              \
    li t0, 0x2000;                                                                                 \
    csrw mstatus, t0;                                                                              \
    la t0, program;                                                                                \
    csrw mepc, t0;                                                                                 \
    li TESTNUM, 0;                                                                                 \
    mret;                                                                                          \
    .balign 4;                                                                                     \
trap:                                                                                              \
    la t0, tohost;                                                                                 \
    csrr t1, mcause;                                                                               \
    addi t1, t1, -8; /* 0: the ecall of U */                                                       \
    slli t1, t1, 8;                                                                                \
    or t1, t1, a0;                                                                                 \
    sw t1, 0(t0);                                                                                  \
    sw zero, 4(t0);                                                                                \
1:  j 1b;                                                                                          \
program:

#define RVTEST_CODE_END
#define RVTEST_PASS li a0, 1; ecall;
#define RVTEST_FAIL slli a0, TESTNUM, 1; ori a0, a0, 1; ecall;

#define EXTRA_DATA
#define RVTEST_DATA_BEGIN                                                                          \
    .pushsection .tohost, "aw", @progbits;                                                         \
    .balign 64;                                                                                    \
    .globl tohost;                                                                                 \
    tohost:                                                                                        \
    .dword 0;                                                                                      \
    .balign 64;                                                                                    \
    .globl fromhost;                                                                               \
    fromhost:                                                                                      \
    .dword 0;                                                                                      \
    .popsection;                                                                                   \
    .balign 4;
#define RVTEST_DATA_END

#endif
