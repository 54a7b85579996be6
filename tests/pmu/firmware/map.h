/* SPDX-License-Identifier: Apache-2.0 */
/* Where things lie in the memory of QEMU's "virt", or of the board of examples/core (MAP_BOARD),
   for firmware and supervisor, and in assembly; and the counters of the hart. */
#ifndef NT_TESTS_PMU_MAP_H
#define NT_TESTS_PMU_MAP_H

#ifdef MAP_BOARD

#define MAP_RAM        0x80000000
#define MAP_RAM_SIZE   0x00040000
#define MAP_FIRMWARE   0x80000000 /* the first 64 KiB are the firmware's */
#define MAP_SUPERVISOR 0x80010000
#define MAP_PAGES      0x80030000
#define MAP_HARTS      1
#define MAP_COUNTERS   0x7d
#define MAP_CONSOLE    0x8003fff0 /* characters are stored here, and nothing reads them */

#else

#define MAP_RAM        0x80000000
#define MAP_RAM_SIZE   0x08000000
#define MAP_FIRMWARE   0x80000000 /* the first 4 MiB are the firmware's */
#define MAP_SUPERVISOR 0x80400000
#define MAP_PAGES      0x80c00000
#define MAP_HARTS      2
#define MAP_COUNTERS   0x7fffd

#endif

/* Eight pages for each hart, at MAP_PAGES: three to read and write, one to read, and none of the
   supervisor's. */
#define MAP_PAGES_SIZE 0x8000

/* What the supervisor is told before it begins (QEMU's loader; zeros without): byte 0 not 0, to
   name each row as it begins; byte 1 + N not 0, to leave out row N. */
#define MAP_ORDERS 0x80e00000

#define MAP_STACK_SIZE 0x4000

/* The extension of this firmware, in the space of vendors: what a test must do in M mode. */
#define TEST_EXTENSION 0x09000000
#define TEST_CSR_READ  0 /* a0: CSR */
#define TEST_CSR_WRITE 1 /* a0: CSR, a1: value */
#define TEST_POWER     3 /* a0: enum nt_power of table.h */
#define TEST_FW_EVENT  2 /* a0: code, a1: how often, a2, a3: low and high half of event_data */

/* What sbi_get_impl_id gives */
#define TEST_IMPLEMENTATION 0x4e54

#if __riscv_xlen == 64
#define REG_SIZE 8
#define STORE    sd
#define LOAD     ld
#else
#define REG_SIZE 4
#define STORE    sw
#define LOAD     lw
#endif

#endif
