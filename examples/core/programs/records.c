/* SPDX-License-Identifier: Apache-2.0 */
/* Sampling with control transfer records: a counter overflows in user mode, LCOFI freezes the
 * records, and the handler in supervisor mode reads them; 100 times. Machine mode delegates, and
 * looks at nothing. */
#include "board.h"
#include "trap.h"

#define CAUSE_LCOFI 0x8000000dU
#define LCOFI       (1U << 13)
#define OF          0x80000000U
#define FROZEN      0x80000000U
#define LCOFIFRZ    (1U << 12)
#define ON_U        1U

enum {
    INSTRUCTIONS = 2,
    SAMPLES = 100,
    PERIOD = 200,
    DEPTH = 16,
    TAKEN = 5,
    CALL = 9,
    RETURN = 13
};

static uint32_t machine_stack[256], supervisor_stack[256], user_stack[256];
static volatile uint32_t samples, problem;

/* The program that is sampled: a loop with a call, whose transfers come in this order for ever */
void sampled(void);
extern const char sampled_loop[], sampled_call[], sampled_branch[], sampled_leaf[],
    sampled_return[], sampled_end[];
__asm__(".pushsection .text\n.balign 4\n.option push\n.option norvc\n"
        "sampled:\n"
        "sampled_loop: addi a0, a0, 1\n"
        "sampled_call: jal ra, sampled_leaf\n"
        "sampled_branch: bne a0, zero, sampled_loop\n"
        "sampled_leaf: xor a1, a1, a0\n"
        "sampled_return: jalr zero, 0(ra)\n"
        "sampled_end:\n"
        ".option pop\n.popsection");

static uint32_t read_entry(uint32_t entry, uint32_t *target, uint32_t *type) {
    csr_write(0x150, 0x200 + entry);
    *target = csr_read(0x152);
    *type = csr_read(0x153) & 15;
    return csr_read(0x151);
}

#define AT(label) ((uint32_t)(uintptr_t)(label))

/* The transfer before another one. */
static uint32_t before(uint32_t type) {
    return type == TAKEN ? RETURN : type == RETURN ? CALL : TAKEN;
}

static int is_transfer(uint32_t source, uint32_t target, uint32_t type) {
    switch (type) {
    case CALL:
        return source == (AT(sampled_call) | 1) && target == AT(sampled_leaf);
    case RETURN:
        return source == (AT(sampled_return) | 1) && target == AT(sampled_branch);
    default:
        return type == TAKEN && source == (AT(sampled_branch) | 1) && target == AT(sampled_loop);
    }
}

/* The latest transfer before an instruction of the program. */
static uint32_t latest(uint32_t pc) {
    return pc == AT(sampled_loop) || pc == AT(sampled_call)     ? TAKEN
           : pc == AT(sampled_leaf) || pc == AT(sampled_return) ? CALL
                                                                : RETURN;
}

static uint32_t judge_records(uint32_t epc) {
    uint32_t expected = latest(epc), target, type;
    for (uint32_t i = 0; i < DEPTH; i++) {
        uint32_t source = read_entry(i, &target, &type);
        if (type != expected || !is_transfer(source, target, type)) {
            return 10 + i;
        }
        expected = before(type);
    }
    return 0;
}

void handle_lcofi(uint32_t cause, uint32_t epc);
void handle_lcofi(uint32_t cause, uint32_t epc) {
    uint32_t status = csr_read(0x14f);
    if (cause != CAUSE_LCOFI || epc < AT(sampled) || epc >= AT(sampled_end)) {
        problem = problem != 0 ? problem : 1;
    } else if ((status & FROZEN) == 0 || (csr_read(0xda0) & 8) == 0) {
        problem = problem != 0 ? problem : 2;
    } else if (problem == 0) {
        problem = judge_records(epc);
    }
    samples++;
    __asm__ volatile(".word 0x10400073"); /* SCTRCLR */
    csr_clear(0x144, LCOFI);
    csr_write(0x14f, 0);
    /* The counter is of machine mode: it sets it again, or ends the program */
    register uint32_t a7 __asm__("a7") = samples == SAMPLES || problem != 0;
    __asm__ volatile("ecall" ::"r"(a7) : "memory");
}

/* Machine mode: calls of the handler */
static void arm(void) {
    csr_write(0xb83, UINT32_MAX);
    csr_write(0xb03, -(PERIOD + samples % 7));
    csr_clear(0x723, OF);
}

uint32_t handle_trap(uint32_t cause, uint32_t epc, uint32_t tval, uint32_t *a) {
    (void)tval;
    if (cause != 9) {
        problem = 3;
        return leave_user();
    }
    if (a[7] != 0) {
        return leave_user();
    }
    arm();
    return epc + 4;
}

/* Supervisor mode's trap entry; sscratch has its stack */
void supervisor_entry(void);
__asm__(
    ".pushsection .text\n.balign 4\n.option push\n.option norvc\n"
    "supervisor_entry:\n"
    " csrrw sp, sscratch, sp\n addi sp, sp, -64\n"
    " sw ra, 0(sp)\n sw a0, 4(sp)\n sw a1, 8(sp)\n sw a2, 12(sp)\n sw a3, 16(sp)\n sw a4, 20(sp)\n"
    " sw a5, 24(sp)\n sw a6, 28(sp)\n sw a7, 32(sp)\n sw t0, 36(sp)\n sw t1, 40(sp)\n sw t2, "
    "44(sp)\n"
    " sw t3, 48(sp)\n sw t4, 52(sp)\n sw t5, 56(sp)\n sw t6, 60(sp)\n"
    " csrr a0, scause\n csrr a1, sepc\n call handle_lcofi\n"
    " lw ra, 0(sp)\n lw a0, 4(sp)\n lw a1, 8(sp)\n lw a2, 12(sp)\n lw a3, 16(sp)\n lw a4, 20(sp)\n"
    " lw a5, 24(sp)\n lw a6, 28(sp)\n lw a7, 32(sp)\n lw t0, 36(sp)\n lw t1, 40(sp)\n lw t2, "
    "44(sp)\n"
    " lw t3, 48(sp)\n lw t4, 52(sp)\n lw t5, 56(sp)\n lw t6, 60(sp)\n"
    " addi sp, sp, 64\n csrrw sp, sscratch, sp\n sret\n"
    ".option pop\n.popsection");

int main(void) {
    csr_write(mscratch, (uintptr_t)&machine_stack[256]);
    csr_write(mtvec, (uintptr_t)trap_entry);
    csr_write(sscratch, (uintptr_t)&supervisor_stack[256]);
    csr_write(stvec, (uintptr_t)supervisor_entry);
    csr_write(mideleg, LCOFI);
    csr_write(mie, LCOFI);
    csr_write(0x31c, 0x90400000); /* mstateen0: SE0, CSRIND, CTR */
    csr_write(mcounteren, 8);
    csr_write(0x15f, 0); /* 16 entries */
    csr_write(0x14f, 0);
    __asm__ volatile(".word 0x10400073");
    csr_write(mhpmevent3, INSTRUCTIONS);
    csr_write(0x723, 0x60000000); /* user mode alone */
    arm();
    csr_write(0x14e, ON_U | LCOFIFRZ); /* sctrctl */
    enter_user(sampled, &user_stack[256]);
    return problem != 0 ? (int)problem : samples != SAMPLES;
}
