/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs of the suites are written with: docs/suites.md.
 *
 * A program is one TEST, in machine mode. It runs pieces of CODE in any mode by run(), which comes
 * back at the first trap to machine mode, and looks at what the registers have then. */
#ifndef SUITE_H
#define SUITE_H

#include <stdbool.h>
#include <stdint.h>

typedef uintptr_t word; /* XLEN bits */

enum { U, S, M = 3 }; /* modes */

/* A program: its name, the tags of its clauses, what it checks. Returns 0, the line of what is not
 * so, or SKIP for what the hart lacks and may lack. */
#define TEST(name, clauses, sentence)                                                              \
    __asm__(".pushsection .suite,\"\",@progbits\n.asciz \"" #name "\"\n.asciz \"" clauses          \
            "\"\n.asciz \"" sentence "\"\n.popsection");                                           \
    int test_##name(void);                                                                         \
    int test_##name(void)

enum { SKIP = 0xffff };

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            return __LINE__;                                                                       \
        }                                                                                          \
    } while (0)

/* Instructions, without compression unless they ask for it, ended by a call of the machine. */
#define CODE(name, text)                                                                           \
    __asm__(".pushsection .text.code." #name ",\"ax\",@progbits\n.balign 4\n.option push\n"        \
            ".option norvc\n" #name ":\n" text "\n ecall\n nop\n.option pop\n.popsection")

/* The address of a CODE, or of a label in it. */
#define ADDR(label)                                                                                \
    __extension__({                                                                                \
        word address_;                                                                             \
        __asm__("lla %0, " #label : "=r"(address_));                                               \
        address_;                                                                                  \
    })

#define csr_read(number)                                                                           \
    __extension__({                                                                                \
        word value_;                                                                               \
        __asm__ volatile("csrr %0, %1" : "=r"(value_) : "i"(number) : "memory");                   \
        value_;                                                                                    \
    })
#define csr_write(number, value)                                                                   \
    __asm__ volatile("csrw %1, %0" ::"r"((word)(value)), "i"(number) : "memory")
#define csr_set(number, value)                                                                     \
    __asm__ volatile("csrs %1, %0" ::"r"((word)(value)), "i"(number) : "memory")
#define csr_clear(number, value)                                                                   \
    __asm__ volatile("csrc %1, %0" ::"r"((word)(value)), "i"(number) : "memory")

/* Whether M mode may read a CSR. */
#define csr_there(number)                                                                          \
    __extension__({                                                                                \
        word there_;                                                                               \
        __asm__ volatile("lla t0, 1f\n csrrw t0, mtvec, t0\n li %0, 0\n csrr t1, %1\n li %0, 1\n"  \
                         ".balign 4\n1: csrw mtvec, t0"                                            \
                         : "=&r"(there_)                                                           \
                         : "i"(number)                                                             \
                         : "t0", "t1", "memory");                                                  \
        there_ != 0;                                                                               \
    })

enum {
    SSTATUS = 0x100,
    SIE = 0x104,
    STVEC = 0x105,
    SCOUNTEREN = 0x106,
    SEPC = 0x141,
    SCAUSE = 0x142,
    STVAL = 0x143,
    SIP = 0x144,
    MSTATUS = 0x300,
    MISA = 0x301,
    MEDELEG = 0x302,
    MIDELEG = 0x303,
    MIE = 0x304,
    MTVEC = 0x305,
    MCOUNTEREN = 0x306,
    MSTATEEN0 = 0x30c,
    MSTATEEN0H = 0x31c,
    MCOUNTINHIBIT = 0x320,
    MSCRATCH = 0x340,
    MEPC = 0x341,
    MIP = 0x344,
    PMPCFG0 = 0x3a0,
    PMPADDR0 = 0x3b0,
};

enum { ILLEGAL = 2, BREAKPOINT = 3, ECALL_U = 8, ECALL_S = 9, ECALL_M = 11 }; /* causes */
#define INTERRUPT(number) ((word)1 << (8 * sizeof(word) - 1) | (number))
enum { SSI = 1, STI = 5, LCOFI = 13 }; /* interrupts, and their bits */

/* The trap that ended the last run. */
typedef struct suite_trap {
    word control; /* mctrctl then (0 in suites without CTR) */
    word status;  /* sctrstatus */
    word cause, epc, tval;
    word a[4];     /* a0 to a3 of the code */
    word to;       /* the mode that it went to */
    word status_s; /* sctrstatus where it went to S mode */
} suite_trap;
extern suite_trap trap;

/* Executes code in a mode, from mret on, which comes right after mctrctl was written (in suites
 * with CTR), to the first trap to M mode, or to S mode while stvec is what it is at the beginning
 * of a program. What the handler executes first ends all recording. */
void run(word mode, word code, word control);

/* Tells the result, 0, SKIP or a line, in the platform's way. */
_Noreturn void suite_end(int result);

/* What each suite does before a program. */
void suite_begin(void);

#endif
