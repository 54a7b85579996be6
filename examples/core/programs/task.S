/* SPDX-License-Identifier: Apache-2.0 */
/* Switching of whole contexts: x1 to x31 at 4 * number, the pc at 0. mscratch has the running task's. */
    .text
    .balign 4
    .global task_entry
task_entry:
    csrrw x31, mscratch, x31
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
    sw x\n, 4 * \n(x31)
    .endr
    csrr x5, mepc
    sw x5, 0(x31)
    csrr x5, mscratch
    sw x5, 4 * 31(x31)
    la sp, handler_stack
    csrr a0, mcause
    call task_switch
    la x5, machine_context
    lw x5, 0(x5)
    la x31, task_current
    lw x31, 0(x31)
    li x6, 0x1800
    csrc mstatus, x6
    bne x31, x5, resume
    csrs mstatus, x6            /* back to machine mode */
resume:
    csrw mscratch, x31
    lw x5, 0(x31)
    csrw mepc, x5
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    lw x\n, 4 * \n(x31)
    .endr
    mret

/* void task_run(context *caller) */
    .global task_run
task_run:
    la t0, machine_context
    sw a0, 0(t0)
    sw ra, 0(a0)
    .irp n, 1, 2, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    sw x\n, 4 * \n(a0)
    .endr
    li t0, 0x1800
    csrc mstatus, t0
    la x31, task_current
    lw x31, 0(x31)
    j resume

    .section .bss
    .balign 16
    .space 512
handler_stack:
machine_context: .word 0
