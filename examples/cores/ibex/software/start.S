/* SPDX-License-Identifier: Apache-2.0 */
/* Ibex's vector table, from reset to main, and to the end of the run with main's result. mtvec is boot_addr after reset,
   vectored: exceptions come to its first entry, the timer's interrupt to the eighth; reset is at 0x80. */
#include "examples/core/software/begin.inc"

    .section .text.start, "ax"
    .option push
    .option norvc
vectors:
    .rept 32
    j trap_entry
    .endr
    .option pop
    .global _start
_start:
    begin
    call main

/* void power_off(int status): 0 is success */
    .global power_off
power_off:
    li t0, 0x20000000
    sw a0, 0(t0)
3:  j 3b

/* A program without a handler ends with 199. */
    .weak trap_entry
trap_entry:
    li a0, 199
    j power_off
