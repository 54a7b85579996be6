/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of vectors of many kinds, under a loop of lengths: what Spike has of them in its log is right. */
    .option norvc
    .section .text.init
    .globl _start
_start:
    la t0, trap
    csrw mtvec, t0
    li t0, 0x6600              /* FS, VS */
    csrs mstatus, t0
    csrr s11, vlenb
    li s0, 0
lengths:
    la a0, source
    la a1, target
    .macro all type
    vsetvli t1, s0, \type, ta, ma
    vle32.v v8, (a0)
    vle32.v v16, (a0)
    vadd.vv v8, v8, v16
    vadd.vx v8, v8, s0
    vsaddu.vi v16, v16, 1
    vfcvt.f.x.v v16, v16
    vfadd.vv v16, v16, v8
    vfdiv.vv v16, v16, v8
    vmslt.vv v0, v8, v16
    vcpop.m t2, v0
    vfirst.m t3, v0
    vse32.v v8, (a1), v0.t
    vmv.x.s t4, v8
    vfmv.f.s fa0, v16
    vse32.v v16, (a1)
    li t5, 12
    vsse32.v v8, (a1), t5
    vlse32.v v8, (a1), t5
    vredsum.vs v8, v8, v16
    vmv.x.s t4, v8
    .endm
    all "e32, m1"
    all "e32, m4"
    all "e32, mf2"
    vsetvli t1, x0, e8, m1, tu, mu
    vid.v v0
    vluxei8.v v4, (a0), v0
    vsuxei8.v v4, (a1), v0
    vlm.v v0, (a0)
    vsm.v v0, (a1)
    vle8ff.v v4, (a0)
    vsetivli t1, 5, e16, m2, ta, mu
    vsaddu.vi v4, v4, 15
    vlseg2e16.v v4, (a0)
    vsseg2e16.v v4, (a1)
    li t6, 0x18
    vsetvl t1, s0, t6
    vmv.x.s t4, v4
    vsetvli x0, x0, e64, m1, tu, mu
    vl1re32.v v4, (a0)
    vs2r.v v4, (a1)
    vmv2r.v v6, v4
    lw t5, 0(a1)
    lw t5, 8(a1)
    csrr t5, vl
    csrr t5, vtype
    csrr t5, vstart
    csrr t5, vcsr
    csrwi vxrm, 2
    csrwi vxsat, 0
    csrwi fcsr, 0
    addi s0, s0, 1
    li t0, 23
    blt s0, t0, lengths
    li t6, 0x1ff               /* reserved: vill */
    vsetvl t1, s0, t6
    vadd.vv v8, v8, v16        /* illegal */
    vl1re32.v v4, (a0)
    csrr t5, vtype
    li t0, 0x600
    csrc mstatus, t0
    vadd.vv v8, v8, v16        /* illegal: VS is off */
    li t0, 1
    la t1, tohost
    sd t0, 0(t1)
1:  j 1b

    .balign 4
trap:
    csrr t5, mepc
    addi t5, t5, 4
    csrw mepc, t5
    mret

    .data
    .balign 64
source:
    .set value, 0x3f800000
    .rept 256
    .word value
    .set value, (value * 5 + 0x1234567) & 0xffffffff
    .endr
    .fill 4096
target:
    .fill 8192

    .section .tohost, "aw"
    .balign 64
    .globl tohost
tohost: .dword 0
    .globl fromhost
fromhost: .dword 0
