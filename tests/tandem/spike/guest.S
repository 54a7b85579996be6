/* SPDX-License-Identifier: Apache-2.0 */
/* A guest in VS and VU mode under a hypervisor in HS: both stages of translation, traps of the guest's
   own and of the host, guest page faults, virtual instructions, an interrupt of the guest, hlv and hsv. It
   ends as programs of riscv-tests do. */
#define ROUNDS 40
#define PTE(address, flags) ((address) >> 12 << 10 | (flags))
#define ALL 0xcf  /* V R W X A D */
#define USER 0xdf /* U too, as the second stage needs */
#define MODE 8 << 60

    .section .text.init
    .globl _start
    .option arch, +h
    .option norvc
_start:
    la t0, machine_trap
    csrw mtvec, t0
    li t0, -1
    csrw pmpaddr0, t0
    li t0, 0x1f
    csrw pmpcfg0, t0
    li t0, 0xf0b7ff & ~0xa00
    csrw medeleg, t0
    csrw mscratch, zero
    csrw satp, zero
    li t0, 0x222
    csrw mideleg, t0
    csrw mcounteren, zero
    csrw menvcfg, zero
    li t0, 0x2800 /* MPP S, FS initial */
    csrw mstatus, t0
    la t0, host
    csrw mepc, t0
    mret

    .balign 4
machine_trap: /* the end: the ecall of HS */
    la t0, tohost
    li t1, 1
    sw t1, 0(t0)
    sw zero, 4(t0)
1:  j 1b

/* ---- the host, in HS ---- */

host:
    la t0, host_trap
    csrw stvec, t0
    la t0, host_stack
    csrw sscratch, t0
    li t0, 0xb1ff & ~0x600
    csrw hedeleg, t0
    li t0, 0x444
    csrw hideleg, t0
    csrw hcounteren, zero
    csrw hvip, zero
    la t0, stage2 /* 1 GiB at 0x80000000, the rest comes by faults */
    li t1, PTE(0x80000000, USER)
    sd t1, 16(t0)
    srli t0, t0, 12
    li t1, MODE
    or t0, t0, t1
    csrw hgatp, t0
    hfence.gvma
    la t0, stage1
    li t1, PTE(0x80000000, ALL)
    sd t1, 16(t0)
    li t1, PTE(0x80000000, USER) /* at 0xc0000000 for VU */
    sd t1, 24(t0)
    li t1, PTE(0, ALL) /* what the second stage does not have */
    sd t1, 0(t0)
    srli t0, t0, 12
    li t1, MODE
    or t0, t0, t1
    csrw vsatp, t0
    hfence.vvma
    la t0, guest_trap
    csrw vstvec, t0
    la t0, guest_stack
    csrw vsscratch, t0
    li t0, 0x6000
    csrs vsstatus, t0
    li t0, 0x180 /* SPV, SPVP */
    csrs hstatus, t0
    li t0, 0x100
    csrs sstatus, t0
    la t0, guest
    csrw sepc, t0
    sret

    .balign 4
host_trap:
    csrrw sp, sscratch, sp
    sd t0, 0(sp)
    sd t1, 8(sp)
    csrr t0, scause
    li t1, 10
    beq t0, t1, host_call
    li t1, 22
    beq t0, t1, host_skip
    li t1, 21
    beq t0, t1, host_maps
    li t1, 23
    beq t0, t1, host_maps
    ecall /* what does not come: the end, as a failure */

host_maps: /* 1 GiB more for the guest, at the place where all is */
    csrr t0, htval
    csrr t1, stval
    csrr t1, htinst
    slli t0, t0, 2
    srli t0, t0, 30
    slli t0, t0, 3
    la t1, stage2
    add t0, t0, t1
    li t1, PTE(0x80000000, USER)
    sd t1, 0(t0)
    hfence.gvma
    j host_return

host_call:
    li t0, 1
    beq a7, t0, host_pends
    li t0, 2
    beq a7, t0, host_clears
    li t0, 3
    beq a7, t0, host_unmaps
    ecall /* the end */

host_pends:
    csrwi hvip, 0
    li t0, 0x40
    csrs hvip, t0
    j host_skip
host_clears:
    li t0, 0x40
    csrc hvip, t0
    j host_skip
host_unmaps:
    la t0, stage2
    sd zero, 0(t0)
    hfence.gvma
    la t0, word /* memory of the guest, from outside */
    .insn r 0x73, 4, 0x34, t1, t0, x0    /* hlv.w t1, (t0) */
    addi t1, t1, 1
    .insn r 0x73, 4, 0x35, x0, t0, t1    /* hsv.w t1, (t0) */
host_skip:
    csrr t0, sepc
    addi t0, t0, 4
    csrw sepc, t0
host_return:
    ld t0, 0(sp)
    ld t1, 8(sp)
    csrrw sp, sscratch, sp
    sret

/* ---- the guest, in VS ---- */

guest:
    li s0, ROUNDS
    la s1, word
    li s2, 0x20000000 /* mapped by the first stage alone */
rounds:
    csrr a0, sstatus
    csrr a1, satp
    csrr a2, stvec
    csrr a3, sscratch
    csrw stval, s0
    lw a0, 0(s1)
    addi a0, a0, 3
    sw a0, 0(s1)
    amoadd.w a1, a0, (s1)
    lr.w a2, (s1)
    sc.w a3, a0, (s1)
    fcvt.s.w fa0, a0
    fadd.s fa1, fa0, fa0
    fsw fa1, 4(s1)
    li a7, 3
    ecall
    add a4, s2, zero
    lw a5, 0x100(a4)  /* load guest page fault */
    li a7, 3
    ecall
    sw a5, 0x200(a4)  /* store guest page fault */
    ebreak
    .insn r 0x0b, 7, 0x7f, x0, x0, x0 /* illegal */
    li a4, 1 << 38
    lw a5, 0(a4)      /* page fault of the first stage: of the guest's own */
    sw a5, 8(a4)
    csrr a5, hstatus  /* virtual instruction */
    csrr a5, instret
    .insn r 0x73, 4, 0x34, a5, s1, x0
    li a0, 0x20
    csrs sie, a0
    csrsi sstatus, 2
    li a7, 1
    ecall             /* makes the interrupt pending: it comes here */
    nop
    csrci sstatus, 2
    csrr a0, sie
    csrr a0, sip
    li a0, 0x100      /* to VU */
    csrc sstatus, a0
    la a0, user
    li a1, 0x40000000
    add a0, a0, a1
    csrw sepc, a0
    sret
back:
    sfence.vma
    addi s0, s0, -1
    bnez s0, rounds
    li a7, 9
    ecall

    .balign 4
guest_trap:
    csrrw sp, sscratch, sp
    sd t0, 0(sp)
    sd t1, 8(sp)
    csrr t0, scause
    bltz t0, 2f
    li t1, 8
    beq t0, t1, 3f
    csrr t1, stval
    csrr t0, sepc
    addi t0, t0, 4
    csrw sepc, t0
1:  ld t0, 0(sp)
    ld t1, 8(sp)
    csrrw sp, sscratch, sp
    sret
2:  sd a7, 16(sp)
    li a7, 2
    ecall
    ld a7, 16(sp)
    j 1b
3:  la t0, back       /* ecall of VU */
    csrw sepc, t0
    li t0, 0x100
    csrs sstatus, t0
    j 1b

user: /* in VU */
    la a0, word
    li a2, 50
1:  lw a1, 0(a0)
    add a1, a1, a2
    sw a1, 0(a0)
    mul a1, a1, a2
    addi a2, a2, -1
    bnez a2, 1b
    li a1, 0x80000000
    lw a1, 0(a1)      /* not the user's: a page fault of the guest's own */
    csrr a1, sstatus  /* and a virtual instruction, or an illegal one */
    ecall

    .section .data
    .balign 4096
stage1:
    .zero 4096
    .balign 16384
stage2:
    .zero 16384
word:
    .dword 5, 6
    .zero 64
host_stack:
    .zero 64
guest_stack:
    .zero 64

    .section .tohost, "aw", @progbits
    .balign 64
    .globl tohost
tohost:
    .dword 0
    .balign 64
    .globl fromhost
fromhost:
    .dword 0
