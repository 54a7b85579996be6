/* SPDX-License-Identifier: Apache-2.0 */
/* What every test program has. main returns 0 only if its result is right. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stddef.h>
#include <stdint.h>

/* Ends the machine; `status` is QEMU's exit status. */
_Noreturn void power_off(int status);

/* The same numbers in each run and on each XLEN. */
static inline uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

#endif
