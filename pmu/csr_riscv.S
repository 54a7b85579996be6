/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CSRs by number on a RISC-V hart in M mode: nt_pmu_riscv_csr_read(context, csr) and
 * nt_pmu_riscv_csr_write(context, csr, value). The number is part of the instruction, so each CSR has
 * one, eight bytes apart, in a table for each bank of 32; mcounteren and mip stand alone. A CSR that
 * is in no bank is not touched: it reads 0.
 */
    .option push
    .option arch, +zicsr
    .option norvc
    .text

    .macro bank first
    .set number, \first
    .rept 32
    ACCESS number
    ret
    .set number, number + 1
    .endr
    .endm

    /* Jumps into a bank if a1 is one of its CSRs. */
    .macro select first, table
    addi t0, a1, -(\first / 2)
    addi t0, t0, -(\first - \first / 2)
    lla t1, \table
    bltu t0, t2, 1f
    .endm

    .macro dispatch name
    .globl \name
    .type \name, @function
\name:
    li t2, 32
    select 0x320, \name\()_inhibit_event
    select 0xB00, \name\()_counter
#if __riscv_xlen == 32
    select 0x720, \name\()_event_high
    select 0xB80, \name\()_counter_high
#endif
    li t0, 0x306
    beq a1, t0, 2f
    li t0, 0x344
    beq a1, t0, 3f
    li a0, 0
    ret
1:  slli t0, t0, 3
    add t0, t0, t1
    jr t0
2:  ACCESS 0x306
    ret
3:  ACCESS 0x344
    ret
\name\()_inhibit_event: bank 0x320
\name\()_counter: bank 0xB00
#if __riscv_xlen == 32
\name\()_event_high: bank 0x720
\name\()_counter_high: bank 0xB80
#endif
    .size \name, . - \name
    .endm

    .macro ACCESS number
    csrr a0, \number
    .endm
    dispatch nt_pmu_riscv_csr_read

    .purgem ACCESS
    .macro ACCESS number
    csrw \number, a2
    .endm
    dispatch nt_pmu_riscv_csr_write

    .option pop
