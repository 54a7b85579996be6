/* SPDX-License-Identifier: Apache-2.0 */
/* Calls and returns: deep and mutual recursion, function pointers, virtual tables, far calls. */
#include "common/program.h"

static unsigned moves;

static void towers(unsigned disks, unsigned from, unsigned to, unsigned via) {
    if (disks == 0) {
        return;
    }
    towers(disks - 1, from, via, to);
    moves++;
    towers(disks - 1, via, to, from);
}

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) {
        return n + 1;
    }
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static unsigned is_odd(unsigned n);

__attribute__((noinline)) static unsigned is_even(unsigned n) {
    return n == 0 ? 1 : is_odd(n - 1);
}

__attribute__((noinline)) static unsigned is_odd(unsigned n) {
    return n == 0 ? 0 : is_even(n - 1);
}

typedef struct shape {
    const struct shape_class *class;
    unsigned a, b;
} shape;

typedef struct shape_class {
    unsigned (*area)(const shape *);
    unsigned (*edge)(const shape *);
} shape_class;

static unsigned box_area(const shape *s) {
    return s->a * s->b;
}
static unsigned box_edge(const shape *s) {
    return 2 * (s->a + s->b);
}
static unsigned square_area(const shape *s) {
    return s->a * s->a;
}
static unsigned square_edge(const shape *s) {
    return 4 * s->a;
}
static unsigned line_area(const shape *s) {
    return s->class->edge(s) & 0;
}
static unsigned line_edge(const shape *s) {
    return s->a;
}

static const shape_class classes[] = {
    {box_area, box_edge}, {square_area, square_edge}, {line_area, line_edge}};

static unsigned dispatch(unsigned rounds) {
    unsigned sum = 0;
    uint32_t random = 1;
    for (unsigned i = 0; i < rounds; i++) {
        shape s = {&classes[next_random(&random) % 3], i & 15, (i >> 2) & 15};
        sum = sum * 31 + s.class->area(&s) + s.class->edge(&s);
    }
    return sum;
}

/* Far calls and far tail calls that no linker has shortened: auipc loads what jalr jumps by. */
unsigned long far_call(unsigned long times, unsigned long sum);
__asm__(".option push\n"
        ".option norelax\n"
        "far_call:\n"
        "    addi sp, sp, -16\n"
        "    sd ra, 8(sp)\n"
        "    call far_count\n"
        "    ld ra, 8(sp)\n"
        "    addi sp, sp, 16\n"
        "    ret\n"
        "far_count:\n"
        "    beqz a0, 1f\n"
        "    addi a0, a0, -1\n"
        "    addi a1, a1, 3\n"
        "    tail far_count\n"
        "1:  mv a0, a1\n"
        "    ret\n"
        ".option pop\n");

int main(void) {
    towers(10, 0, 1, 2);
    if (moves != 1023) {
        return 1;
    }
    if (ackermann(2, 40) != 83) {
        return 2;
    }
    if (is_even(1000) != 1 || is_odd(1000) != 0) {
        return 3;
    }
    if (far_call(100, 5) != 305) {
        return 5;
    }
    return dispatch(3000) == 3452905080U ? 0 : 4;
}
