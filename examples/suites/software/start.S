/* SPDX-License-Identifier: Apache-2.0 */
/* From reset to the program, and between modes: suite.h. */
#include "platform.h"

#if __riscv_xlen == 64
#define SX sd
#define LX ld
#define SIZE 8
#else
#define SX sw
#define LX lw
#define SIZE 4
#endif

    .section .text.start, "ax"
    .global _start
_start:
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    li x\n, 0
    .endr
    csrr t0, mhartid
1:  bnez t0, 1b             /* one hart */
    lla sp, __stack_top
    lla t0, __bss_start
    lla t1, __bss_end
2:  bgeu t0, t1, 3f
    SX zero, 0(t0)
    addi t0, t0, SIZE
    j 2b
3:  call suite_start

/* void suite_run(word mode, word code, word control) */
    .text
    .global suite_run
suite_run:
    lla t0, suite_frame
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    SX s\n, (\n + 4) * SIZE(t0)
    .endr
    SX sp, 0(t0)
    SX ra, SIZE(t0)
    SX gp, 2 * SIZE(t0)
    SX tp, 3 * SIZE(t0)
    csrw mepc, a1
    li t1, 0x1888           /* MPP, MPIE, MIE */
    csrc mstatus, t1
    slli a0, a0, 11
    csrs mstatus, a0
    .irp n, a0, a1, a3, t0, t1
    li \n, 0
    .endr
#ifdef SUITE_CTR
    csrw 0x34e, a2
#endif
    .global suite_mret
suite_mret:
    mret

/* A trap to S mode goes on to M mode at once. */
    .balign 4
    .global suite_s_entry, suite_s_end
suite_s_entry:
#ifdef SUITE_CTR
    lui t6, 0x80000         /* FROZEN */
    csrrs t4, 0x14f, t6
#endif
    ecall
suite_s_end:

    .balign 4
    .global suite_m_entry
suite_m_entry:
#ifdef SUITE_CTR
    lui t6, 0x80000
    csrrs t5, 0x14f, t6
    csrrw t6, 0x34e, zero
#endif
    lla t3, trap
    SX t6, 0(t3)
    SX t5, SIZE(t3)
    csrr t6, mcause
    SX t6, 2 * SIZE(t3)
    csrr t6, mepc
    SX t6, 3 * SIZE(t3)
    csrr t6, mtval
    SX t6, 4 * SIZE(t3)
    SX a0, 5 * SIZE(t3)
    SX a1, 6 * SIZE(t3)
    SX a2, 7 * SIZE(t3)
    SX a3, 8 * SIZE(t3)
    SX t4, 10 * SIZE(t3)
    lla t0, suite_frame
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    LX s\n, (\n + 4) * SIZE(t0)
    .endr
    LX sp, 0(t0)
    LX ra, SIZE(t0)
    LX gp, 2 * SIZE(t0)
    LX tp, 3 * SIZE(t0)
    ret

    .section .bss
    .balign 8
suite_frame: .zero 16 * SIZE
