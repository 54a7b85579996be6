/* SPDX-License-Identifier: Apache-2.0 */
#include "counters.h"

CODE(twenty_code, ".rept 20\n nop\n .endr");
CODE(long_code, "li t0, 1000\n1: addi t0, t0, -1\n bnez t0, 1b");

void suite_begin(void) {
    hold();
    csr_write(MCOUNTEREN, 0);
    if (csr_there(SCOUNTEREN)) {
        csr_write(SCOUNTEREN, 0);
    }
    if (csr_there(SCOUNTOVF)) {
        clear_lcofip();
    }
}

bool has_counter(unsigned n) {
    if (!csr_there(SCOUNTOVF)) {
        return false;
    }
    csr_write(0x323, COUNTS);
    csr_write(0x324, COUNTS);
    bool there = (n == 3 ? csr_read(0x323) : csr_read(0x324)) == COUNTS;
    set_event(3, OF);
    set_event(4, OF);
    set_counter(3, 0);
    set_counter(4, 0);
    return there;
}

void run_twenty(word mode) {
    go();
    run(mode, ADDR(twenty_code), 0);
    hold();
}

void run_long(word mode) {
    go();
    run(mode, ADDR(long_code), 0);
    hold();
}

bool overflow3(uint64_t more) {
    set_counter(3, -(uint64_t)100);
    set_event(3, COUNTS | more);
    run_long(U);
    return counter(3) < BIT(31);
}

bool overflow4(uint64_t more) {
    set_counter(4, -(uint64_t)100);
    set_event(4, COUNTS | more);
    run_long(U);
    return counter(4) < BIT(31);
}

bool lcofip(void) {
    for (word i = 0; i < 200; i++) {
        if ((csr_read(MIP) >> LCOFI & 1) != 0) {
            return true;
        }
    }
    return false;
}

void clear_lcofip(void) {
    (void)lcofip();
    csr_clear(MIP, 1 << LCOFI);
}
