/* SPDX-License-Identifier: Apache-2.0 */
/* main of one of the package's riscv-tests, which are made for its own firmware: they print, and end in `test_passed` or
   in an ebreak. */
    .text
    .global main
main:
    mv s11, ra
    j test_begin
    .global test_passed
test_passed:
    li a0, 0
    mv ra, s11
    ret
