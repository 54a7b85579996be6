/* SPDX-License-Identifier: Apache-2.0 */
/* Three tasks in user mode, switched by the timer: whole contexts are saved and restored. */
#include "board.h"

enum { TASKS = 3, REGISTERS = 32, STACK = 128, ROUNDS = 300 };

/* x1 to x31, at their number; pc at 0. task.S works on it. */
typedef struct context {
    uint32_t x[REGISTERS];
} context;

context *task_current;
static context contexts[TASKS];
static context *const machine = &(context){{0}};
static uint32_t stacks[TASKS][STACK];
static volatile uint32_t counts[TASKS], switches, ended, problem;

void task_entry(void);
/* Goes on with task_current; returns when a task is asked to go on whose context is `machine`. */
void task_run(context *caller);

static void finish(void) {
    register uint32_t a7 __asm__("a7") = 1;
    __asm__ volatile("ecall" ::"r"(a7) : "memory");
    __builtin_unreachable();
}

static void task(uint32_t number) {
    uint32_t value = number + 1;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        value = value * 3 + (i ^ number);
        counts[number]++;
    }
    uint32_t expected = number + 1;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        expected = expected * 3 + (i ^ number);
    }
    problem += value != expected;
    finish();
}

/* Called by task.S at each trap, with the context saved: chooses who goes on. */
void task_switch(uint32_t cause) {
    static uint32_t alive = (1U << TASKS) - 1, now;
    if (cause == 0x80000007U) {
        board_timer_at(board_time() + 900);
        switches++;
    } else if (cause == 8) {
        alive &= ~(1U << now);
        ended++;
    } else {
        problem++;
        alive = 0;
    }
    if (alive == 0) {
        task_current = machine;
        return;
    }
    do {
        now = now == TASKS - 1 ? 0 : now + 1;
    } while ((alive >> now & 1) == 0);
    task_current = &contexts[now];
}

int main(void) {
    uint32_t gp, tp;
    __asm__("mv %0, gp\n mv %1, tp" : "=r"(gp), "=r"(tp));
    for (uint32_t i = 0; i < TASKS; i++) {
        contexts[i].x[0] = (uintptr_t)task;
        contexts[i].x[2] = (uintptr_t)&stacks[i][STACK];
        contexts[i].x[3] = gp;
        contexts[i].x[4] = tp;
        contexts[i].x[10] = i;
    }
    csr_write(mtvec, (uintptr_t)task_entry);
    csr_write(mie, 1U << 7);
    board_timer_at(board_time() + 2000);
    task_current = &contexts[0];
    task_run(machine);
    for (uint32_t i = 0; i < TASKS; i++) {
        problem += counts[i] != ROUNDS;
    }
    return problem != 0 || ended != TASKS ? 1 : switches < 10 ? 2 : 0;
}
