/* SPDX-License-Identifier: Apache-2.0 */
/* A small machine-, supervisor- and user-mode system: timer interrupts, environment calls, page
   faults, illegal instructions, breakpoints, access faults, nested traps, task switches. */
#include "common/program.h"

enum {
    TASKS = 3,
    SLICE = 40,  /* timer ticks between task switches; a tick is 100 instructions */
    ROUNDS = 12, /* of each task */
    STACK = 4096,
    DELEGATED = 1 << 2 | 1 << 3 | 1 << 8 | 1 << 12 | 1 << 13 | 1 << 15, /* to supervisor mode */
    PTE_V = 1,
    PTE_R = 2,
    PTE_W = 4,
    PTE_X = 8,
    PTE_U = 16,
    PTE_AD = 0xc0,
};

#define KERNEL    0x80000000UL
#define USER      0x80400000UL
#define ALIAS     0x40400000UL /* user code once more: mapped at the first fetch from it */
#define DEMAND    0x80800000UL /* user data: mapped at the first access */
#define WINDOW    0x80c00000UL /* as DEMAND, for the kernel, which faults in its own handler */
#define PRIVATE   0x40800000UL /* each task's own memory, at one address for all */
#define PHYSICAL  0x81000000UL /* where that lies: a superpage for each task */
#define SUPERPAGE 0x400000UL
#define NOWHERE   0x18000000UL /* no device there */
#define INTERRUPT (1UL << (__riscv_xlen - 1))
#define USER_TEXT __attribute__((section(".user.text"), noipa))
#define USER_DATA __attribute__((section(".user.data")))

#define csr_read(name)                                                                             \
    ({                                                                                             \
        unsigned long v_;                                                                          \
        __asm__ volatile("csrr %0, " #name : "=r"(v_));                                            \
        v_;                                                                                        \
    })
#define csr_write(name, v)                                                                         \
    __asm__ volatile("csrw " #name ", %0" ::"r"((unsigned long)(v)) : "memory")
#define csr_set(name, v) __asm__ volatile("csrs " #name ", %0" ::"r"((unsigned long)(v)) : "memory")
#define csr_clear(name, v)                                                                         \
    __asm__ volatile("csrc " #name ", %0" ::"r"((unsigned long)(v)) : "memory")

typedef struct frame {
    unsigned long x[32]; /* x[0] is not used */
    unsigned long epc, status;
} frame;

enum { CALL_TIMER, CALL_POWER_OFF };                 /* of the kernel, to machine mode */
enum { CALL_ADD, CALL_WORK, CALL_YIELD, CALL_EXIT }; /* of the tasks, to the kernel */

void machine_entry(void);
void supervisor_entry(void);
_Noreturn void start_supervisor(void (*kernel)(void), void *stack);
_Noreturn void start_task(frame *first);
void illegal(void);
void misaligned(uint32_t *word);
unsigned long environment_call(unsigned long number, unsigned long argument);
unsigned long user_call(unsigned long number, unsigned long argument);
void user_break(void);
void user_illegal(void);

/* How often each cause was seen, and traps that came while another was handled. */
static unsigned machine_causes[16], machine_timers, machine_nested;
static unsigned causes[16], timers, nested, switches;

/* ---- Machine mode: owns the timer and what was not delegated. ---- */

static void set_timer(unsigned ticks) {
    volatile uint32_t *compare = (volatile uint32_t *)0x2004000UL;
    volatile uint32_t *now = (volatile uint32_t *)0x200bff8UL;
    uint64_t next = (uint64_t)now[0] + ticks; /* the machine does not run for 2^32 ticks */
    compare[1] = 0xffffffffU;
    compare[0] = (uint32_t)next;
    compare[1] = (uint32_t)(next >> 32);
}

static void skip_instruction(frame *f) {
    f->epc += (*(const volatile uint16_t *)f->epc & 3) == 3 ? 4 : 2;
}

frame *machine_trap(frame *f, unsigned long cause, unsigned long value) {
    (void)value;
    unsigned from_machine = (f->status & 0x1800) == 0x1800;
    machine_nested += from_machine;
    if (cause == (INTERRUPT | 7)) { /* timer: hand it down */
        machine_timers++;
        csr_clear(mie, 1 << 7);
        csr_set(mip, 1 << 5);
        return f;
    }
    machine_causes[cause & 15]++;
    if (cause == 9 && f->x[17] == CALL_TIMER) {
        set_timer((unsigned)f->x[10]);
        csr_clear(mip, 1 << 5);
        csr_set(mie, 1 << 7);
    } else if (cause == 9) {
        power_off((int)f->x[10]);
    } else if (cause == 2 && !from_machine) {
        illegal(); /* its handler meets one itself: machine traps nest */
    }
    skip_instruction(f);
    return f;
}

/* ---- Supervisor mode: paging, tasks, system calls. ---- */

static struct task {
    unsigned char stack[STACK] __attribute__((aligned(16)));
    frame *saved; /* at the top of the stack, while the task does not run */
    unsigned done;
} tasks[TASKS];

static unsigned current;

/* No flags: takes the mapping away. */
#if __riscv_xlen == 64 /* Sv39, superpages of 2 MiB */
static unsigned long root[512] __attribute__((aligned(4096)));
static unsigned long middle[4][512] __attribute__((aligned(4096)));

static void map(unsigned long from, unsigned long to, unsigned long flags) {
    unsigned long top = from >> 30 & 3;
    root[top] = (unsigned long)middle[top] >> 12 << 10 | PTE_V;
    middle[top][from >> 21 & 511] = flags == 0 ? 0 : to >> 12 << 10 | flags | PTE_AD | PTE_V;
    __asm__ volatile("sfence.vma" ::: "memory");
}

static unsigned long paging(void) {
    return 8UL << 60 | (unsigned long)root >> 12;
}
#else /* Sv32, superpages of 4 MiB */
static unsigned long root[1024] __attribute__((aligned(4096)));

static void map(unsigned long from, unsigned long to, unsigned long flags) {
    root[from >> 22] = flags == 0 ? 0 : to >> 12 << 10 | flags | PTE_AD | PTE_V;
    __asm__ volatile("sfence.vma" ::: "memory");
}

static unsigned long paging(void) {
    return 1UL << 31 | (unsigned long)root >> 12;
}
#endif

/* 1 if the fault was mended by a new mapping. */
static int mend_page_fault(unsigned long cause, unsigned long address) {
    unsigned long page = address & ~0x1fffffUL;
    if (cause == 12 && page == ALIAS) {
        map(ALIAS, USER, PTE_U | PTE_R | PTE_W | PTE_X);
    } else if (cause != 12 && page == DEMAND) {
        map(DEMAND, DEMAND, PTE_U | PTE_R | PTE_W);
    } else if (page == PRIVATE) {
        map(PRIVATE, PHYSICAL + current * SUPERPAGE, PTE_U | PTE_R | PTE_W | PTE_X);
    } else if (cause != 12 && page == WINDOW) {
        map(WINDOW, DEMAND, PTE_R | PTE_W);
    } else {
        return 0;
    }
    return 1;
}

static int all_seen(const unsigned *counts, unsigned mask) {
    for (unsigned cause = 0; cause < 16; cause++) {
        if ((mask >> cause & 1) && counts[cause] == 0) {
            return 0;
        }
    }
    return 1;
}

static frame *next_task(frame *f) {
    tasks[current].saved = f;
    map(ALIAS, 0, 0);
    map(DEMAND, 0, 0);
    map(WINDOW, 0, 0);
    map(PRIVATE, 0, 0);
    for (unsigned i = 1; i <= TASKS; i++) {
        unsigned candidate = (current + i) % TASKS;
        if (!tasks[candidate].done) {
            switches += candidate != current;
            current = candidate;
            return tasks[candidate].saved;
        }
    }
    /* All are done. Each kind of trap must have come, in each way. */
    int complete = all_seen(machine_causes, 1 << 2 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 9) &&
                   all_seen(causes, DELEGATED) && machine_timers && machine_nested && timers &&
                   nested && switches >= 2 * TASKS;
    environment_call(CALL_POWER_OFF, complete ? 0 : 2);
    return f;
}

/* A system call that is interrupted, traps itself and faults in a page: supervisor traps nest. */
static unsigned long work(unsigned long argument) {
    volatile unsigned long *window = (volatile unsigned long *)WINDOW;
    csr_set(sstatus, 2); /* interrupts on */
    for (unsigned i = 0; i < 1200; i++) {
        window[argument] += i;
    }
    csr_clear(sstatus, 2);
    illegal();
    return window[argument];
}

static frame *system_call(frame *f) {
    f->epc += 4;
    switch (f->x[17]) {
    case CALL_ADD:
        f->x[10] += 1;
        return f;
    case CALL_WORK:
        f->x[10] = work(f->x[10]);
        return f;
    case CALL_YIELD:
        return next_task(f);
    default:
        tasks[current].done = 1;
        if (f->x[10] != 0) {
            environment_call(CALL_POWER_OFF, 1);
        }
        return next_task(f);
    }
}

frame *supervisor_trap(frame *f, unsigned long cause, unsigned long value) {
    unsigned from_user = (f->status & 0x100) == 0;
    nested += !from_user;
    if (cause == (INTERRUPT | 5)) {
        timers++;
        environment_call(CALL_TIMER, SLICE);
        return from_user ? next_task(f) : f;
    }
    causes[cause & 15]++;
    if (cause == 8) {
        return system_call(f);
    }
    if (cause >= 12) {
        if (!mend_page_fault(cause, value)) {
            environment_call(CALL_POWER_OFF, 3);
        }
        return f; /* once more */
    }
    skip_instruction(f);
    return f;
}

static void task_main(unsigned number);

static void kernel(void) {
    csr_write(stvec, supervisor_entry);
    csr_write(sscratch, 0);
    map(KERNEL, KERNEL, PTE_R | PTE_W | PTE_X);
    map(USER, USER, PTE_U | PTE_R | PTE_W | PTE_X);
    csr_write(satp, paging());
    __asm__ volatile("sfence.vma" ::: "memory");
    csr_set(sstatus, 1 << 18); /* SUM: skip_instruction reads user code */

    static uint32_t word[2];
    misaligned(word);

    static unsigned char user_stacks[TASKS][STACK] USER_DATA __attribute__((aligned(16)));
    for (unsigned i = 0; i < TASKS; i++) {
        frame *f = (frame *)(tasks[i].stack + STACK) - 1;
        f->x[2] = (unsigned long)user_stacks[i] + STACK;
        f->x[10] = i;
        f->epc = (unsigned long)task_main;
        f->status = csr_read(sstatus) | 0x20;
        tasks[i].saved = f;
    }
    csr_set(sie, 1 << 5);
    environment_call(CALL_TIMER, SLICE);
    start_task(tasks[0].saved);
}

/* ---- User mode. ---- */

USER_TEXT static unsigned collatz(unsigned long n) {
    unsigned steps = 0;
    for (; n != 1; steps++) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
    }
    return steps;
}

USER_TEXT static unsigned squares(unsigned long n) {
    unsigned sum = 0;
    for (unsigned i = 1; i <= n; i++) {
        sum += i * i;
    }
    return sum;
}

typedef unsigned function(unsigned long);

/* Puts a function where another task has another one. */
USER_TEXT static function *install(function *original) {
    volatile uint16_t *place = (volatile uint16_t *)PRIVATE;
    for (unsigned i = 0; i < 64; i++) {
        place[i] = ((const uint16_t *)(uintptr_t)original)[i];
    }
    __asm__ volatile("fence.i" ::: "memory");
    return (function *)PRIVATE;
}

USER_TEXT static void task_main(unsigned number) {
    volatile unsigned long *mine = (volatile unsigned long *)DEMAND + number;
    unsigned long bad = 0;
    *mine = number;
    function *private = install(number == 1 ? squares : collatz);
    for (unsigned round = 0; round < ROUNDS; round++) {
        function *alias = (function *)((unsigned long)collatz - USER + ALIAS);
        *mine = *mine + collatz(27 + round);
        bad |= alias(27) != 111;
        bad |= private(27) != (number == 1 ? 6930 : 111);
        bad |= user_call(CALL_ADD, round) != round + 1;
        if (round % 4 == number) {
            user_call(CALL_WORK, 8 + number);
            user_break();
            user_illegal();
            user_call(CALL_YIELD, 0);
        }
    }
    user_call(CALL_EXIT, bad);
}

int main(void) {
    csr_write(mtvec, machine_entry);
    csr_write(mscratch, 0);
    csr_write(pmpaddr0, -1UL); /* all memory for all modes */
    csr_write(pmpcfg0, 0x1f);
    (void)*(volatile uint32_t *)NOWHERE; /* access faults, in machine mode itself */
    *(volatile uint32_t *)NOWHERE = 0;
    illegal();
    set_timer(20);
    csr_write(mie, 1 << 7);
    __asm__ volatile("wfi"); /* wakes up, but takes no interrupt: mstatus.MIE is clear */
    csr_write(medeleg, DELEGATED);
    csr_write(mideleg, 1 << 1 | 1 << 5 | 1 << 9);
    csr_write(mie, 1 << 5);
    static unsigned char stack[STACK] __attribute__((aligned(16)));
    start_supervisor(kernel, stack + STACK);
}
