/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses of the board, and what its programs share. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

enum {
    BOARD_FINISH = 0x00100000,   /* a store of 0x5555 ends the run, of status << 16 | 0x3333 too */
    BOARD_MSIP = 0x02000000,     /* 1: software interrupt */
    BOARD_MTIMECMP = 0x02004000, /* 64 bits */
    BOARD_MTIME = 0x0200bff8,    /* 64 bits, cycles */
    BOARD_ENCODER = 0x10000000,  /* registers of the trace encoder */
    BOARD_SINK = 0x10001000,     /* registers of the RAM sink */
    BOARD_SWITCHES = 0x10002000, /* how to trace: trTeControl, trTeInstFeatures, ntEnRepeatBranch */
};

static inline volatile uint32_t *board_word(uint32_t address) {
    return (volatile uint32_t *)(uintptr_t)address;
}

/* Asks for a timer interrupt at a time. The order never shows a time that is too early. */
static inline void board_timer_at(uint64_t time) {
    board_word(BOARD_MTIMECMP)[1] = UINT32_MAX;
    board_word(BOARD_MTIMECMP)[0] = (uint32_t)time;
    board_word(BOARD_MTIMECMP)[1] = (uint32_t)(time >> 32);
}

static inline uint64_t board_time(void) {
    uint32_t high, low;
    do {
        high = board_word(BOARD_MTIME)[1];
        low = board_word(BOARD_MTIME)[0];
    } while (high != board_word(BOARD_MTIME)[1]);
    return (uint64_t)high << 32 | low;
}

#define csr_read(name)                                                                             \
    ({                                                                                             \
        uint32_t value_;                                                                           \
        __asm__ volatile("csrr %0, " #name : "=r"(value_));                                        \
        value_;                                                                                    \
    })
#define csr_write(name, value)                                                                     \
    __asm__ volatile("csrw " #name ", %0" ::"r"((uint32_t)(value)) : "memory")
#define csr_set(name, value)                                                                       \
    __asm__ volatile("csrs " #name ", %0" ::"r"((uint32_t)(value)) : "memory")
#define csr_clear(name, value)                                                                     \
    __asm__ volatile("csrc " #name ", %0" ::"r"((uint32_t)(value)) : "memory")

/* Begins and ends the trace; 0, or the driver's error. */
int trace_begin(void);
int trace_end(void);

#endif
