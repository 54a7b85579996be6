/* SPDX-License-Identifier: Apache-2.0 */
/* trap.h */
#if __riscv_xlen == 64
#define STORE sd
#define LOAD ld
#define SIZE 8
#else
#define STORE sw
#define LOAD lw
#define SIZE 4
#endif

.macro each operation
    \operation ra, 0*SIZE(sp)
    \operation t0, 1*SIZE(sp)
    \operation t1, 2*SIZE(sp)
    \operation t2, 3*SIZE(sp)
    \operation a0, 4*SIZE(sp)
    \operation a1, 5*SIZE(sp)
    \operation a2, 6*SIZE(sp)
    \operation a3, 7*SIZE(sp)
    \operation a4, 8*SIZE(sp)
    \operation a5, 9*SIZE(sp)
    \operation a6, 10*SIZE(sp)
    \operation a7, 11*SIZE(sp)
    \operation t3, 12*SIZE(sp)
    \operation t4, 13*SIZE(sp)
    \operation t5, 14*SIZE(sp)
    \operation t6, 15*SIZE(sp)
.endm

.macro entry name, mode, return
    .balign 4
    .global \name\()_entry
\name\()_entry:
    csrrw sp, \mode\()scratch, sp
    addi sp, sp, -16*SIZE
    each STORE
    csrr a0, \mode\()cause
    csrr a1, \mode\()epc
    csrr a2, \mode\()tval
    call \name\()_trap
    csrw \mode\()epc, a0
    each LOAD
    addi sp, sp, 16*SIZE
    csrrw sp, \mode\()scratch, sp
    \return

    .option push
    .option norvc
    .balign 64
    .global \name\()_vectors
\name\()_vectors:
    .rept 12
    j \name\()_entry
    .endr
    .option pop
.endm

    .text
    entry machine, m, mret
    entry supervisor, s, sret

/* void take_traps(void) */
    .global take_traps
take_traps:
    la t0, machine_entry
    csrw mtvec, t0
    la t0, machine_stack
    csrw mscratch, t0
    la t0, supervisor_entry
    csrw stvec, t0
    la t0, supervisor_stack
    csrw sscratch, t0
    ret

/* void run_in_mode(unsigned mode, void (*function)(void)) */
    .global run_in_mode
run_in_mode:
    slli a0, a0, 11
    li t0, 3 << 11
    csrc mstatus, t0
    csrs mstatus, a0
    csrw mepc, a1
    mret

    .weak supervisor_trap
supervisor_trap:
    j supervisor_trap

    .bss
    .balign 16
    .space 512
machine_stack:
    .space 512
supervisor_stack:
