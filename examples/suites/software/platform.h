/* SPDX-License-Identifier: Apache-2.0 */
/* What is of a platform, not of the hart: how a program ends, and what makes a counter count.
 * For another one, put a file of this name into a folder and build with PLATFORM=FOLDER. */
#ifndef PLATFORM_H
#define PLATFORM_H

/* A word here ends the run: 0x5555 passed, else line << 16 | 0x3333, line 0xffff skipped. So QEMU's
 * virt machine has it, and examples/core. */
#define PLATFORM_FINISH 0x00100000

/* Values of mhpmevent3 and on that count, from the best: each must count at least once per
 * instruction executed or per a few cycles, so that a counter that starts near its end overflows in
 * a loop. Here: retired instructions, cycles, by the numbers of the SBI. */
#define PLATFORM_EVENT_INSTRUCTIONS 2
#define PLATFORM_EVENT_CYCLES       1
/* 1: mhpmcounters and minstret count each retired instruction once, and no other */
#ifndef PLATFORM_EXACT
#define PLATFORM_EXACT 1
#endif

#endif
