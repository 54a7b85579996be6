/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores, reductions, masks, segments, gathers, slides and conversions whose results go to scalar registers
   and memory: a reference that has vectors knows them all. */
    .option norvc
    .section .text.init
    .globl _start
_start:
    la t0, trap
    csrw mtvec, t0
    li t0, 0x6600              /* FS, VS */
    csrs mstatus, t0
    csrr s11, vlenb
    csrwi fcsr, 0
    csrwi vcsr, 5              /* in the log as vxsat and vxrm */
    csrr t5, vxrm
    csrwi vxrm, 0
    csrwi vxsat, 0
    csrr t5, vcsr
    li s0, 1
lengths:
    la a0, source
    la a1, target
    vsetvli t1, s0, e32, m2, tu, mu
    vle32.v v8, (a0)
    vle32.v v16, (a0)
    vadd.vv v8, v8, v16
    vse32.v v8, (a1)
    vmv.v.i v4, 3
    vmacc.vv v4, v8, v16
    vmslt.vx v0, v4, s0
    vcpop.m t2, v0
    vfirst.m t3, v0
    vmerge.vim v6, v4, 5, v0
    vmv.x.s t4, v6
    vredsum.vs v10, v6, v8
    vmv.x.s t4, v10
    vmv.s.x v12, s0
    vredmaxu.vs v10, v6, v12
    vmv.x.s t4, v10
    vmv.v.i v12, -1
    vid.v v20
    vrsub.vx v20, v20, s0
    vadd.vi v20, v20, -1
    vrgather.vv v22, v8, v20
    vmv.x.s t4, v22
    vse32.v v22, (a1)
    vslideup.vi v24, v8, 1
    vslide1up.vx v24, v8, s0
    vmv.x.s t4, v24
    vslide1down.vx v24, v8, s0
    vmv.x.s t4, v24
    vcompress.vm v26, v8, v0
    viota.m v28, v0
    vmv.x.s t4, v28
    vsll.vi v20, v20, 2
    vluxei32.v v22, (a0), v20
    vmv.x.s t4, v22
    vsoxei32.v v22, (a1), v20
    vsetvli t1, s0, e32, m1, ta, ma
    vlseg3e32.v v1, (a0)
    vadd.vv v4, v1, v2
    vadd.vv v4, v4, v3
    vmv.x.s t4, v4
    vsseg3e32.v v1, (a1)
    vmsgtu.vi v0, v4, 5
    vmandn.mm v0, v0, v0
    vmnot.m v0, v0
    vcpop.m t2, v0
    vfirst.m t3, v0
    vadd.vi v5, v4, 1, v0.t
    vredsum.vs v6, v5, v5, v0.t
    vmv.x.s t4, v6
    vfcvt.f.x.v v7, v4
    vfadd.vv v7, v7, v7
    vfmv.f.s fa0, v7
    vfmv.s.f v9, fa0
    vfredosum.vs v9, v7, v9
    vfmv.f.s fa1, v9
    vwadd.vv v10, v4, v4
    vnsrl.wi v12, v10, 3
    vmv.x.s t4, v12
    vzext.vf2 v13, v4
    vmv.x.s t4, v13
    vsaddu.vv v14, v4, v4
    vmv.x.s t4, v14
    csrr t5, vxsat
    li t6, 8
    vlsseg2e32.v v16, (a0), t6
    vmv.x.s t4, v17
    vsse32.v v16, (a1), t6
    vsm.v v0, (a1)
    vlm.v v1, (a1)
    vcpop.m t2, v1
    vle8ff.v v18, (a0)
    vmv.x.s t4, v18
    vl2re32.v v20, (a0)
    vs2r.v v20, (a1)
    vmv2r.v v22, v20
    vmv.x.s t4, v22
    addi s0, s0, 1
    li t0, 20
    blt s0, t0, lengths
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
