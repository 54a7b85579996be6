/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/pmu/firmware/memory.h"

#include "tests/pmu/firmware/machine.h"
#include "tests/pmu/firmware/map.h"

#include <stddef.h>

enum { READ = 1, WRITE = 2, EXECUTE = 4, NAPOT = 0x18 };

/* The first region that has an address decides, as in PMP. Sizes are powers of two. */
struct region {
    uint32_t base;
    uint32_t size;
    uint8_t allows;
};

#define HART_PAGES(hart)                                                                           \
    {MAP_PAGES + (hart)*MAP_PAGES_SIZE + 0x3000, 0x1000, READ}, {                                  \
        MAP_PAGES + (hart)*MAP_PAGES_SIZE + 0x4000, 0x4000, 0                                      \
    }

static const struct region regions[] = {
    {MAP_FIRMWARE, MAP_SUPERVISOR - MAP_FIRMWARE, 0},
    HART_PAGES(0),
    HART_PAGES(1),
    {MAP_RAM, MAP_RAM_SIZE, READ | WRITE | EXECUTE},
};
enum { REGIONS = sizeof regions / sizeof *regions };

static void write_address(unsigned n, word value) {
    switch (n) {
    case 0:
        CSR_WRITE("pmpaddr0", value);
        break;
    case 1:
        CSR_WRITE("pmpaddr1", value);
        break;
    case 2:
        CSR_WRITE("pmpaddr2", value);
        break;
    case 3:
        CSR_WRITE("pmpaddr3", value);
        break;
    case 4:
        CSR_WRITE("pmpaddr4", value);
        break;
    default:
        CSR_WRITE("pmpaddr5", value);
        break;
    }
}

void memory_protect(void) {
    uint64_t config = 0;
    for (unsigned i = 0; i < REGIONS; i++) {
        write_address(i, regions[i].base >> 2 | ((regions[i].size >> 3) - 1));
        config |= (uint64_t)(regions[i].allows | NAPOT) << 8 * i;
    }
    CSR_WRITE("pmpcfg0", (word)config);
#if __riscv_xlen == 32
    CSR_WRITE("pmpcfg1", (word)(config >> 32));
#endif
}

static bool overlaps(const struct region *region, uint64_t address, uint64_t size) {
    return address >= region->base ? address - region->base < region->size
                                   : region->base - address < size;
}

static bool contains(const struct region *region, uint64_t address, uint64_t size) {
    return address >= region->base && size <= region->size &&
           address - region->base <= region->size - size;
}

void *memory_of_supervisor(void *context, uint64_t address, uint64_t size, bool writes) {
    (void)context;
    const unsigned needs = writes ? READ | WRITE : READ;
    for (unsigned i = 0; i < REGIONS; i++) {
        if (overlaps(&regions[i], address, size)) {
            if ((regions[i].allows & needs) != needs) {
                return NULL;
            }
            if (contains(&regions[i], address, size)) {
                return (void *)(uintptr_t)address;
            }
        }
    }
    return NULL;
}
