/* SPDX-License-Identifier: Apache-2.0 */
/* The environment of a test of riscv-tests on a core's bench: its code is main, and what power_off
   is called with says which of its cases failed; 0: none. */
#ifndef RISCV_TEST_H
#define RISCV_TEST_H

#define RVTEST_RV32U
#define RVTEST_RV64U
#define TESTNUM gp

#define RVTEST_CODE_BEGIN                                                                          \
    .text;                                                                                         \
    .global main;                                                                                  \
    main:                                                                                          \
    li TESTNUM, 0;
#define RVTEST_CODE_END
#define RVTEST_PASS                                                                                \
    li a0, 0;                                                                                      \
    j power_off;
#define RVTEST_FAIL                                                                                \
    mv a0, TESTNUM;                                                                                \
    j power_off;

#define RVTEST_DATA_BEGIN
#define RVTEST_DATA_END
#define EXTRA_DATA

#endif
