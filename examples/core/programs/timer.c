/* SPDX-License-Identifier: Apache-2.0 */
/* Timer interrupts in the midst of computation, software interrupts, vectors, and wfi. */
#include "board.h"
#include "trap.h"

enum { TICKS = 60 };

static uint32_t stack[256];
static volatile uint32_t ticks, nudges, odd;
static uint32_t random_state = 5;

static uint32_t next_random(void) {
    random_state = random_state * 1664525U + 1013904223U;
    return random_state >> 16;
}

uint32_t handle_trap(uint32_t cause, uint32_t epc, uint32_t tval, uint32_t *a) {
    (void)a;
    odd += tval != 0;
    if (cause == CAUSE_TIMER) {
        ticks++;
        board_timer_at(board_time() + 50 + next_random() % 500);
    } else if (cause == CAUSE_SOFTWARE) {
        nudges++;
        *board_word(BOARD_MSIP) = 0;
    } else {
        odd++;
    }
    return epc;
}

/* Long enough to be interrupted, at any instruction: multiplications, divisions, loops, calls. */
static __attribute__((noinline)) uint32_t gcd(uint32_t a, uint32_t b) {
    return b == 0 ? a : gcd(b, a % b);
}

static uint32_t work(void) {
    uint32_t sum = 0;
    for (uint32_t i = 1; i < 40; i++) {
        sum = sum * 31 + gcd(i * 5040, 720720 / i);
    }
    return sum;
}

int main(void) {
    csr_write(mscratch, (uintptr_t)&stack[256]);
    csr_write(mtvec, (uintptr_t)trap_entry);
    uint32_t expected = work();
    board_timer_at(board_time() + 100);
    csr_write(mie, 1U << 7 | 1U << 3);
    csr_set(mstatus, 8);
    while (ticks < TICKS) {
        if (work() != expected) {
            return 1;
        }
    }
    csr_write(mtvec, (uintptr_t)trap_vectors | 1);
    for (uint32_t i = 1; i <= 10; i++) {
        *board_word(BOARD_MSIP) = 1;
        if (nudges != i) {
            return 2;
        }
    }
    /* Waits: with interrupts on, and off, where wfi ends all the same */
    for (uint32_t i = 0; i < 10; i++) {
        uint32_t before = ticks;
        while (ticks == before) {
            __asm__ volatile("wfi");
        }
    }
    csr_clear(mstatus, 8);
    uint32_t before = ticks;
    uint64_t end = board_time() + 300;
    board_timer_at(end);
    __asm__ volatile("wfi");
    return odd != 0 ? 3 : ticks != before ? 4 : board_time() < end ? 5 : 0;
}
