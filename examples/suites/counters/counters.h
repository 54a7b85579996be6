/* SPDX-License-Identifier: Apache-2.0 */
/* Counters, as the programs of the suite see them. How a counter is made to overflow: it counts
 * what platform.h names, retired instructions, begins a few before its end, and a loop runs in a
 * mode that it counts. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "../software/suite.h"
#include "platform.h"

enum {
    SCOUNTOVF = 0xda0,
    MCYCLECFG = 0x321,
    MINSTRETCFG = 0x322,
    MCYCLECFGH = 0x721,
    MINSTRETCFGH = 0x722
};

#define BIT(n) ((uint64_t)1 << (n))
#define OF     BIT(63)
#define MINH   BIT(62)
#define SINH   BIT(61)
#define UINH   BIT(60)
#define VSINH  BIT(59)
#define VUINH  BIT(58)
#define COUNTS ((uint64_t)PLATFORM_EVENT_INSTRUCTIONS)

/* A register and its upper half. */
#if __riscv_xlen == 64
#define read64(low, high)         ((uint64_t)csr_read(low))
#define write64(low, high, value) csr_write(low, value)
#else
#define read64(low, high) ((uint64_t)csr_read(high) << 32 | csr_read(low))
#define write64(low, high, value)                                                                  \
    do {                                                                                           \
        uint64_t all_ = (value);                                                                   \
        csr_write(low, 0);                                                                         \
        csr_write(high, all_ >> 32);                                                               \
        csr_write(low, all_);                                                                      \
    } while (0)
#endif
#define event(n)              read64(0x320 + (n), 0x720 + (n))
#define set_event(n, value)   write64(0x320 + (n), 0x720 + (n), value)
#define counter(n)            read64(0xb00 + (n), 0xb80 + (n))
#define set_counter(n, value) write64(0xb00 + (n), 0xb80 + (n), value)
#define minstret()            counter(2)
#define mcycle()              counter(0)
#define cyclecfg()            read64(MCYCLECFG, MCYCLECFGH)
#define set_cyclecfg(value)   write64(MCYCLECFG, MCYCLECFGH, value)
#define instretcfg()          read64(MINSTRETCFG, MINSTRETCFGH)
#define set_instretcfg(value) write64(MINSTRETCFG, MINSTRETCFGH, value)

/* Everything counts, or nothing. */
static inline void go(void) {
    csr_write(MCOUNTINHIBIT, 0);
}
static inline void hold(void) {
    csr_write(MCOUNTINHIBIT, -1);
}

/* Whether the hart has counter 3, and counter 4 too. */
bool has_counter(unsigned n);

/* Executes 20 instructions in a mode, and a call of the machine, counting between. */
enum { TWENTY = 20 };
void run_twenty(word mode);

/* A loop of 2000 instructions in a mode. */
void run_long(word mode);

/* Counts of exactly n, on a platform that counts exactly; else near it. */
static inline bool is_count(uint64_t got, uint64_t n) {
    return PLATFORM_EXACT ? got == n : n == 0 ? got < 8 : got >= n / 2;
}

/* Counter 3 (or n) overflows by instructions in U mode; what else is in its mhpmevent. False: it
 * did not. */
bool overflow3(uint64_t more);
bool overflow4(uint64_t more);
bool lcofip(void); /* pending, waited for */
void clear_lcofip(void);

#endif
