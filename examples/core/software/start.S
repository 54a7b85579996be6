/* SPDX-License-Identifier: Apache-2.0 */
/* From reset to main, traced, and to the end of the run with main's result. */
    .section .text.start, "ax"
    .global _start
_start:
    /* Registers have no reset, and functions save them */
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    li x\n, 0
    .endr
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop
    la sp, __stack_top
    la tp, __tls_start
    la t0, __bss_start
    la t1, __bss_end
1:  bgeu t0, t1, 2f
    sw zero, 0(t0)
    addi t0, t0, 4
    j 1b
2:  la t0, unexpected_trap
    csrw mtvec, t0
    call trace_begin
    bnez a0, 3f
    call main
    mv s0, a0
    csrw mie, zero
    call trace_end
    bnez a0, 3f
    mv a0, s0
    j power_off
3:  addi a0, a0, 200        /* an error of the driver */

/* void power_off(int status): 0 is success */
    .global power_off
power_off:
    li t0, 0x100000
    li t1, 0x5555
    beqz a0, 4f
    slli a0, a0, 16
    li t1, 0x3333
    or t1, t1, a0
4:  sw t1, 0(t0)
5:  wfi
    j 5b

    .balign 4
unexpected_trap:
    li a0, 199
    j power_off
