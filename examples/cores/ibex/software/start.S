/* SPDX-License-Identifier: Apache-2.0 */
/* Ibex's vector table, from reset to main, and to the end of the run with main's result. mtvec is boot_addr after reset,
   vectored: exceptions come to its first entry, the timer's interrupt to the eighth; reset is at 0x80. */
    .section .text.start, "ax"
    .option push
    .option norvc
vectors:
    .rept 32
    j trap_entry
    .endr
    .option pop
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
2:  call main

/* void power_off(int status): 0 is success */
    .global power_off
power_off:
    li t0, 0x20000000
    sw a0, 0(t0)
3:  j 3b

/* A program without a handler ends with 199. */
    .weak trap_entry
trap_entry:
    li a0, 199
    j power_off
