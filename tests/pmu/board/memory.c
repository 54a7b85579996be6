/* SPDX-License-Identifier: Apache-2.0 */
/* What the board of examples/core has otherwise than QEMU: one hart without PMP and without atomic
   instructions, and 256 KiB of memory. In place of memory.c. */
#include "tests/pmu/firmware/memory.h"
#include "tests/pmu/firmware/map.h"

#include <stddef.h>

void memory_protect(void) {}

void *memory_of_supervisor(void *context, uint64_t address, uint64_t size, bool writes) {
    (void)context;
    (void)writes;
    return address >= MAP_SUPERVISOR && address - MAP_RAM < MAP_RAM_SIZE &&
                   size <= MAP_RAM_SIZE - (address - MAP_RAM)
               ? (void *)(uintptr_t)address
               : NULL;
}

/* What the compiler calls for __atomic_fetch_add. */
unsigned fetch_add(volatile unsigned *word, unsigned add,
                   int order) __asm__("__atomic_fetch_add_4");

unsigned fetch_add(volatile unsigned *word, unsigned add, int order) {
    (void)order;
    const unsigned old = *word;
    *word = old + add;
    return old;
}
