/* SPDX-License-Identifier: Apache-2.0 */
/* Trap entry: what C functions change is kept on the handler's stack, which mscratch has. */
    .text
    .balign 4
    .global trap_vectors
trap_vectors:
    .option push
    .option norvc
    .rept 12
    j trap_entry
    .endr
    .option pop

    .global trap_entry
trap_entry:
    csrrw sp, mscratch, sp
    addi sp, sp, -80
    sw a0, 0(sp)
    sw a1, 4(sp)
    sw a2, 8(sp)
    sw a3, 12(sp)
    sw a4, 16(sp)
    sw a5, 20(sp)
    sw a6, 24(sp)
    sw a7, 28(sp)
    sw ra, 32(sp)
    sw t0, 36(sp)
    sw t1, 40(sp)
    sw t2, 44(sp)
    sw t3, 48(sp)
    sw t4, 52(sp)
    sw t5, 56(sp)
    sw t6, 60(sp)
    csrr a0, mcause
    csrr a1, mepc
    csrr a2, mtval
    mv a3, sp
    call handle_trap
    csrw mepc, a0
    lw a0, 0(sp)
    lw a1, 4(sp)
    lw a2, 8(sp)
    lw a3, 12(sp)
    lw a4, 16(sp)
    lw a5, 20(sp)
    lw a6, 24(sp)
    lw a7, 28(sp)
    lw ra, 32(sp)
    lw t0, 36(sp)
    lw t1, 40(sp)
    lw t2, 44(sp)
    lw t3, 48(sp)
    lw t4, 52(sp)
    lw t5, 56(sp)
    lw t6, 60(sp)
    addi sp, sp, 80
    csrrw sp, mscratch, sp
    mret

/* void enter_user(void (*function)(void), uint32_t *stack_top) */
    .global enter_user
enter_user:
    addi sp, sp, -64
    sw ra, 0(sp)
    sw s0, 4(sp)
    sw s1, 8(sp)
    sw s2, 12(sp)
    sw s3, 16(sp)
    sw s4, 20(sp)
    sw s5, 24(sp)
    sw s6, 28(sp)
    sw s7, 32(sp)
    sw s8, 36(sp)
    sw s9, 40(sp)
    sw s10, 44(sp)
    sw s11, 48(sp)
    la t0, machine_sp
    sw sp, 0(t0)
    csrw mepc, a0
    li t0, 0x1880           /* MPP: U; MPIE 0 */
    csrc mstatus, t0
    mv sp, a1
    mret

/* uint32_t leave_user(void): MPP becomes M, and the address of what follows */
    .global leave_user
leave_user:
    li t0, 0x1800
    csrs mstatus, t0
    la a0, back
    ret
back:
    la t0, machine_sp
    lw sp, 0(t0)
    lw ra, 0(sp)
    lw s0, 4(sp)
    lw s1, 8(sp)
    lw s2, 12(sp)
    lw s3, 16(sp)
    lw s4, 20(sp)
    lw s5, 24(sp)
    lw s6, 28(sp)
    lw s7, 32(sp)
    lw s8, 36(sp)
    lw s9, 40(sp)
    lw s10, 44(sp)
    lw s11, 48(sp)
    addi sp, sp, 64
    ret

    .section .bss
    .balign 4
machine_sp: .word 0
