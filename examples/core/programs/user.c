/* SPDX-License-Identifier: Apache-2.0 */
/* User mode: calls of the machine, what is forbidden there, and timer interrupts. */
#include "board.h"
#include "trap.h"

enum { SERVICE_ADD = 1, SERVICE_LEAVE = 2 };

static uint32_t machine_stack[256], user_stack[256];
static volatile uint32_t refused, ticks, calls, total, problem;

uint32_t handle_trap(uint32_t cause, uint32_t epc, uint32_t tval, uint32_t *a) {
    if ((csr_read(mstatus) & 0x1800) != 0) {
        problem = 1; /* it came from user mode */
    }
    switch (cause) {
    case CAUSE_TIMER:
        ticks++;
        board_timer_at(board_time() + 700);
        return epc;
    case CAUSE_ECALL_U:
        calls++;
        if (a[7] == SERVICE_LEAVE) {
            return leave_user();
        }
        a[0] += a[1];
        return epc + 4;
    case CAUSE_ILLEGAL:
        refused++;
        problem = problem != 0 ? problem : (tval & 0x7f) != 0x73 ? 2 : 0;
        return epc + 4;
    default:
        problem = 3;
        return leave_user();
    }
}

static uint32_t service(uint32_t number, uint32_t first, uint32_t second) {
    register uint32_t a0 __asm__("a0") = first;
    register uint32_t a1 __asm__("a1") = second;
    register uint32_t a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a7) : "memory");
    return a0;
}

static void in_user_mode(void) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 30; i++) {
        sum = service(SERVICE_ADD, sum, i * i);
        __asm__ volatile("csrr zero, mstatus");
        __asm__ volatile("mret");
        for (volatile uint32_t wait = 0; wait < i * 3; wait++) {
        }
    }
    total = sum;
    (void)service(SERVICE_LEAVE, 0, 0);
}

int main(void) {
    csr_write(mscratch, (uintptr_t)&machine_stack[256]);
    csr_write(mtvec, (uintptr_t)trap_entry);
    board_timer_at(board_time() + 500);
    csr_write(mie, 1U << 7); /* MIE stays 0: in user mode it comes all the same */
    for (uint32_t round = 1; round <= 4; round++) {
        enter_user(in_user_mode, &user_stack[256]);
        if (problem != 0 || total != 8555 || refused != 60 * round || calls != 31 * round) {
            return 1;
        }
    }
    return ticks < 20 ? 2 : 0;
}
