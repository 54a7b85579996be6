/* SPDX-License-Identifier: Apache-2.0 */
/* Every exception of the core in machine mode: cause, epc and tval as they have to be. */
#include "board.h"
#include "trap.h"

typedef struct seen {
    uint32_t cause, epc, tval;
} seen;

static volatile seen last;
static volatile uint32_t resume; /* where to go on; 0: after the instruction */
static uint32_t stack[256];
static uint32_t words[4];

uint32_t handle_trap(uint32_t cause, uint32_t epc, uint32_t tval, uint32_t *a) {
    last.cause = cause;
    last.epc = epc;
    last.tval = tval;
    a[0] += cause == CAUSE_ECALL_M ? a[7] : 0;
    return resume != 0 ? resume : epc + size_at(epc);
}

/* 0: the last trap was so, and is forgotten. */
static int wrong(uint32_t cause, uint32_t tval) {
    int result = last.cause != cause || last.tval != tval || last.epc == 0;
    last.cause = last.epc = 0;
    return result;
}

static uint32_t call_machine(uint32_t value, uint32_t service) {
    register uint32_t a0 __asm__("a0") = value;
    register uint32_t a7 __asm__("a7") = service;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory");
    return a0;
}

static int misaligned(void) {
    uint32_t place = (uint32_t)(uintptr_t)words, value = 7;
    __asm__ volatile("lw %0, 2(%1)" : "+r"(value) : "r"(place));
    if (wrong(CAUSE_LOAD_MISALIGNED, place + 2) || value != 7) {
        return 1;
    }
    __asm__ volatile("lhu %0, 1(%1)" : "+r"(value) : "r"(place));
    if (wrong(CAUSE_LOAD_MISALIGNED, place + 1)) {
        return 1;
    }
    __asm__ volatile("sw %0, 1(%1)" ::"r"(value), "r"(place) : "memory");
    return wrong(CAUSE_STORE_MISALIGNED, place + 1) || words[0] != 0;
}

static int absent(void) {
    uint32_t place = 0x40000000, value = 7;
    __asm__ volatile("lw %0, 0(%1)" : "+r"(value) : "r"(place));
    if (wrong(CAUSE_LOAD_FAULT, place) || value != 7) {
        return 1;
    }
    __asm__ volatile("sb %0, 3(%1)" ::"r"(value), "r"(place) : "memory");
    if (wrong(CAUSE_STORE_FAULT, place + 3)) {
        return 1;
    }
    /* A call to where nothing is: the handler goes on behind it */
    __asm__ volatile("la t0, 1f\n sw t0, 0(%1)\n jalr %0\n1: sw zero, 0(%1)" ::"r"(place),
                     "r"(&resume)
                     : "t0", "ra", "memory");
    return wrong(CAUSE_FETCH_FAULT, place);
}

static int illegal(void) {
    __asm__ volatile(".option push\n.option norvc\n.word 0xffffff77\n.option pop");
    if (wrong(CAUSE_ILLEGAL, 0xffffff77)) {
        return 1;
    }
    __asm__ volatile(".half 0");
    if (wrong(CAUSE_ILLEGAL, 0)) {
        return 1;
    }
    __asm__ volatile("csrw mvendorid, zero"); /* read-only */
    if (wrong(CAUSE_ILLEGAL, 0xf1101073)) {
        return 1;
    }
    __asm__ volatile("csrr zero, 0x7c0"); /* there is none */
    return wrong(CAUSE_ILLEGAL, 0x7c002073);
}

int main(void) {
    csr_write(mscratch, (uintptr_t)&stack[256]);
    csr_write(mtvec, (uintptr_t)trap_entry);
    for (uint32_t i = 0; i < 20; i++) {
        if (call_machine(i, 100) != i + 100 || wrong(CAUSE_ECALL_M, 0)) {
            return 1;
        }
        if (misaligned() != 0) {
            return 2;
        }
        if (absent() != 0) {
            return 3;
        }
        if (illegal() != 0) {
            return 4;
        }
        __asm__ volatile("ebreak");
        if (last.cause != CAUSE_BREAKPOINT || last.tval != last.epc) {
            return 5;
        }
    }
    return 0;
}
