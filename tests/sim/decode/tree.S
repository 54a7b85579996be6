/* SPDX-License-Identifier: Apache-2.0 */
# Every way in and out of a function that calls_test.py knows: what it must look like is there.
        .option norvc
        .globl _start
_start: la      sp, stack
        la      t0, handler
        csrw    mtvec, t0
        call    main
        li      t0, 0x100000
        li      t1, 0x5555
        sw      t1, 0(t0)
1:      j       1b

main:   addi    s0, ra, 0
        call    leaf
        call    tailer
        call    outer
        nop
.Lback: ecall
        la      s1, task
        call    yield
        call    yield
        la      t0, swapper
        jalr    ra, 0(t0)
        addi    ra, s0, 0
        ret

leaf:   nop
        ret

tailer: nop
        j       leaf

outer:  addi    s2, ra, 0
        call    thrower
        addi    ra, s2, 0
        ret
thrower:
        la      ra, .Lback
        ret

# goes on where the other one has left off
yield:  addi    t0, ra, 0
        addi    ra, s1, 0
        addi    s1, t0, 0
        ret
task:   nop
        call    yield
        j       task

# jalr that swaps x1 and x5
swapper:
        addi    s3, ra, 0
        la      ra, partner
        jalr    t0, 0(ra)
        jalr    t0, 0(ra)
        addi    ra, s3, 0
        ret
partner:
        nop
        jalr    ra, 0(t0)
        nop
        jalr    ra, 0(t0)

        .balign 4
handler:
        addi    s4, ra, 0
        call    leaf
        csrr    t0, mepc
        addi    t0, t0, 4
        csrw    mepc, t0
        addi    ra, s4, 0
        mret

        .bss
        .skip   64
stack:
