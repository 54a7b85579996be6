/* SPDX-License-Identifier: Apache-2.0 */
/* From reset to main, and to the end of the run with main's result. PicoRV32 has no CSRs but counters. */
#include "examples/core/software/begin.inc"

    .section .text.start, "ax"
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
