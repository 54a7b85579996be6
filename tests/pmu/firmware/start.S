/* SPDX-License-Identifier: Apache-2.0 */
/* Entry of the firmware on each hart, and of its traps. */
#include "tests/pmu/firmware/map.h"

    .section .text.start, "ax"
    .global _start
_start:
    csrr a0, mhartid
    li t0, MAP_HARTS
    bgeu a0, t0, park
    la sp, stacks
    li t0, MAP_STACK_SIZE
    mul t1, a0, t0
    add sp, sp, t0
    add sp, sp, t1
    la t0, trap_entry
    csrw mtvec, t0
    call firmware_main          /* gives the supervisor's first a0: the hart */
    csrw mscratch, sp
    mret
park:
    wfi
    j park

/* mscratch is the hart's stack while the supervisor runs. */
    .align 2
trap_entry:
    csrrw sp, mscratch, sp
    addi sp, sp, -32 * REG_SIZE
    .irp n, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    STORE x\n, \n * REG_SIZE(sp)
    .endr
    mv a0, sp
    call firmware_trap
    .irp n, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    LOAD x\n, \n * REG_SIZE(sp)
    .endr
    addi sp, sp, 32 * REG_SIZE
    csrrw sp, mscratch, sp
    mret

    .bss
    .align 4
stacks:
    .skip MAP_HARTS * MAP_STACK_SIZE
