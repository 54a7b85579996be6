/* SPDX-License-Identifier: Apache-2.0 */
/* Entry of the supervisor on each hart, its traps, and calls of the SBI. */
#include "tests/pmu/firmware/map.h"

    .section .text.start, "ax"
    .global _start
_start:                         /* a0: the hart */
    la sp, stacks
    li t0, MAP_STACK_SIZE
    mul t1, a0, t0
    add sp, sp, t0
    add sp, sp, t1
    la t0, trap_entry
    csrw stvec, t0
    tail supervisor_main

/* In supervisor mode, on the same stack. */
    .align 2
trap_entry:
    addi sp, sp, -32 * REG_SIZE
    .irp n, 1, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31
    STORE x\n, \n * REG_SIZE(sp)
    .endr
    csrr a0, scause
    csrr a1, sepc
    csrr a2, stval
    call supervisor_trap
    csrw sepc, a0
    .irp n, 1, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31
    LOAD x\n, \n * REG_SIZE(sp)
    .endr
    addi sp, sp, 32 * REG_SIZE
    sret

/* bool supervisor_ecall(word a[8]): makes a call with a0 to a7, and says whether the other registers
   are as before. */
    .global supervisor_ecall
supervisor_ecall:
    addi sp, sp, -32 * REG_SIZE
    .irp n, 1, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    STORE x\n, \n * REG_SIZE(sp)
    .endr
    mv s0, a0
    .irp n, 5, 6, 7, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    li x\n, 0x5a000 + \n
    .endr
    .irp n, 11, 12, 13, 14, 15, 16, 17, 10
    LOAD x\n, (\n - 10) * REG_SIZE(s0)
    .endr
    ecall
    .irp n, 10, 11, 12, 13, 14, 15, 16, 17
    STORE x\n, (\n - 10) * REG_SIZE(s0)
    .endr
    li a0, 1
    .irp n, 5, 6, 7, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    li a1, 0x5a000 + \n
    beq x\n, a1, 1f
    li a0, 0
1:
    .endr
    .irp n, 1, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    LOAD x\n, \n * REG_SIZE(sp)
    .endr
    addi sp, sp, 32 * REG_SIZE
    ret

    .bss
    .align 4
stacks:
    .skip MAP_HARTS * MAP_STACK_SIZE
