/* SPDX-License-Identifier: Apache-2.0 */
/* Trap entry and exit, the same for machine and supervisor mode. A trap's frame lies on the stack
   of the mode: x1 to x31, epc, status. xSCRATCH holds the top of that stack while a lower mode
   runs, and 0 while the mode itself does, so that traps nest. */
#if __riscv_xlen == 64
#define STORE sd
#define LOAD  ld
#define SIZE  8
#else
#define STORE sw
#define LOAD  lw
#define SIZE  4
#endif
#define FRAME (34 * SIZE)

    .text

/* `previous`: the status bits that say, when all are set, that the trap came out of `mode`. */
    .macro trap_entry mode, handler, previous, return
    csrrw sp, \mode\()scratch, sp
    bnez sp, 1f
    csrr sp, \mode\()scratch            /* out of the mode itself: its stack goes on */
1:  addi sp, sp, -FRAME
    STORE x1, 1*SIZE(sp)
    .irp n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    STORE x\n, \n*SIZE(sp)
    .endr
    csrrw t0, \mode\()scratch, zero
    STORE t0, 2*SIZE(sp)
    csrr t0, \mode\()epc
    STORE t0, 32*SIZE(sp)
    csrr t0, \mode\()status
    STORE t0, 33*SIZE(sp)
    mv a0, sp
    csrr a1, \mode\()cause
    csrr a2, \mode\()tval
    call \handler
    mv sp, a0                           /* another task's frame, perhaps */
    LOAD t0, 32*SIZE(sp)
    csrw \mode\()epc, t0
    LOAD t0, 33*SIZE(sp)
    csrw \mode\()status, t0
    li t1, \previous
    and t0, t0, t1
    beq t0, t1, 2f
    addi t0, sp, FRAME                  /* back to a lower mode */
    csrw \mode\()scratch, t0
2:  LOAD x1, 1*SIZE(sp)
    .irp n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    LOAD x\n, \n*SIZE(sp)
    .endr
    LOAD x2, 2*SIZE(sp)
    \return
    .endm

    .balign 4
    .global machine_entry
machine_entry:
    trap_entry m, machine_trap, 0x1800, mret    /* mstatus.MPP: machine */

    .balign 4
    .global supervisor_entry
supervisor_entry:
    trap_entry s, supervisor_trap, 0x100, sret  /* sstatus.SPP: supervisor */

/* void start_supervisor(void (*kernel)(void), void *stack): never returns. */
    .global start_supervisor
start_supervisor:
    csrw mscratch, sp
    csrw mepc, a0
    mv sp, a1
    li t0, 0x1800
    csrc mstatus, t0
    li t0, 0x800
    csrs mstatus, t0
    mret

/* void start_task(frame *frame): the first way into user mode. */
    .global start_task
start_task:
    addi t0, a0, FRAME
    csrw sscratch, t0
    LOAD t0, 32*SIZE(a0)
    csrw sepc, t0
    li t0, 0x100
    csrc sstatus, t0
    li t0, 0x20                         /* SPIE: interrupts on in user mode */
    csrs sstatus, t0
    LOAD x2, 2*SIZE(a0)
    LOAD x10, 10*SIZE(a0)
    sret

/* What the modes below do on purpose. Each returns after its trap was handled. */
    .global illegal
illegal:
    .4byte 0x0000700b                   /* custom-0, which nobody defines */
    ret
    .global misaligned
misaligned:                             /* atomics must be aligned */
    addi a0, a0, 1
    amoadd.w zero, zero, (a0)
    lr.w zero, (a0)
    ret
    .global environment_call            /* (number, argument) */
environment_call:
    mv a7, a0
    mv a0, a1
    ecall
    ret

    .section .user.text, "ax"
    .global user_call
user_call:
    mv a7, a0
    mv a0, a1
    ecall
    ret
    .global user_break
user_break:
    ebreak
    c.ebreak
    ret
    .global user_illegal
user_illegal:
    csrr a0, mstatus                    /* not for user mode */
    .2byte 0                            /* the shortest illegal instruction */
    ret
