/* SPDX-License-Identifier: Apache-2.0 */
/* Code that moves: functions are copied to one place in RAM, run there, and replaced by others. */
#include "common/program.h"

#include <string.h>

/* Position-independent and of different lengths; each takes and gives a number. */
__asm__(".text\n"
        ".balign 4\n"
        "twice: slli a0, a0, 1\n"
        "    ret\n"
        "twice_end:\n"
        ".balign 4\n"
        "count: mv   a1, a0\n" /* the sum of 1 to a0, by a loop */
        "    li   a0, 0\n"
        "1:  add  a0, a0, a1\n"
        "    addi a1, a1, -1\n"
        "    bnez a1, 1b\n"
        "    ret\n"
        "count_end:\n"
        ".balign 4\n"
        ".option push\n"
        ".option norvc\n" /* other instruction sizes at the same addresses */
        "wide: addi a0, a0, 3\n"
        "    beqz a0, 2f\n"
        "    slli a0, a0, 2\n"
        "2:  ret\n"
        ".option pop\n"
        "wide_end:\n");

extern const char twice[], twice_end[], count[], count_end[], wide[], wide_end[];

static const struct {
    const char *start, *end;
} functions[] = {{twice, twice_end}, {count, count_end}, {wide, wide_end}};

typedef unsigned long function(unsigned long);

static unsigned long call_at(char *place, unsigned which, unsigned long argument) {
    memcpy(place, functions[which].start, (size_t)(functions[which].end - functions[which].start));
    __asm__ volatile("fence.i" ::: "memory");
    return ((function *)(uintptr_t)place)(argument);
}

int main(void) {
    static char place[2][64] __attribute__((aligned(16)));
    for (unsigned long i = 1; i < 400; i++) {
        char *p = place[i & 1] + 2 * (i % 5); /* half-word addresses too */
        unsigned long n = i % 31 + 1;
        if (call_at(p, 0, i) != 2 * i || call_at(p, 1, n) != n * (n + 1) / 2 ||
            call_at(p, 2, i) != 4 * (i + 3)) {
            return 1;
        }
    }
    return 0;
}
