/* SPDX-License-Identifier: Apache-2.0 */
/* The supervisor's counters by index: word perf_csr(index), and on RV32 word perf_csr_high(index). The
   number is part of the instruction, so each has its own, eight bytes apart. */
    .option arch, +zicsr
    .option norvc
    .text

    .macro counters name, first
    .globl \name
\name:
    slli a0, a0, 3
    lla t0, 1f
    add t0, t0, a0
    jr t0
1:
    .set number, \first
    .rept 32
    csrr a0, number
    ret
    .set number, number + 1
    .endr
    .endm

    counters perf_csr, 0xc00
#if __riscv_xlen == 32
    counters perf_csr_high, 0xc80
#endif
