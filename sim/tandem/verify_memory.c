#include "sim/tandem/verify_memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void nt_tv_memory_free(nt_tv_memory *memory) {
    for (size_t i = 0; i < NT_TV_PAGE_SLOTS; i++) {
        if (memory->slots[i] != NULL) {
            free(memory->slots[i]->bytes);
            free(memory->slots[i]);
            memory->slots[i] = NULL;
        }
    }
    memset(memory->recent, 0, sizeof memory->recent);
}

/* Where the page is, or belongs: there are more slots than pages. */
static size_t slot_of(const nt_tv_memory *memory, uint64_t base) {
    size_t slot = (size_t)((base / NT_TV_PAGE) * 0x9e3779b97f4a7c15u >> 51);
    while (memory->slots[slot] != NULL && memory->slots[slot]->address != base) {
        slot = (slot + 1) % NT_TV_PAGE_SLOTS;
    }
    return slot;
}

nt_tv_page *nt_tv_memory_page(nt_tv_memory *memory, uint64_t address) {
    nt_tv_page *page = nt_tv_memory_recent(memory, address);
    if (page == NULL) {
        page = memory->slots[slot_of(memory, address & ~(uint64_t)(NT_TV_PAGE - 1))];
        if (page != NULL) {
            memory->recent[address / NT_TV_PAGE % NT_TV_RECENT] = page;
        }
    }
    return page;
}

static nt_tv_page *fail(nt_tv_memory *memory, nt_tv_page *page) {
    memory->failed = true;
    if (page != NULL) {
        free(page->bytes);
    }
    free(page);
    return NULL;
}

static nt_tv_page *page_for(nt_tv_memory *memory, uint64_t address) {
    nt_tv_page *page = nt_tv_memory_page(memory, address);
    if (page != NULL) {
        return page;
    }
    if (memory->count == NT_TV_PAGES) {
        nt_fail_as(
            memory->error, NT_ERROR_LIMIT,
            "the trace touches more than %d pages of %d KiB of memory; the next is at 0x%" PRIx64,
            NT_TV_PAGES, NT_TV_PAGE / 1024, address);
        return fail(memory, NULL);
    }
    page = calloc(1, sizeof *page);
    if (page == NULL || (page->bytes = aligned_alloc(1 << 12, NT_TV_PAGE)) == NULL) {
        nt_fail_as(memory->error, NT_ERROR_MEMORY, "out of memory");
        return fail(memory, page);
    }
    page->address = address & ~(uint64_t)(NT_TV_PAGE - 1);
    memset(page->bytes, 0, NT_TV_PAGE);
    if (memory->add != NULL && memory->add(memory->context, page, memory->error) != 0) {
        return fail(memory, page);
    }
    memory->slots[slot_of(memory, page->address)] = page;
    memory->count++;
    return page;
}

bool nt_tv_memory_is_ram(nt_tv_memory *memory, uint64_t address) {
    for (size_t i = 0; i < memory->ranges; i++) {
        if (address >= memory->ram[i].first && address <= memory->ram[i].last) {
            return true;
        }
    }
    uint64_t block = address >> NT_TV_RAM_BLOCK_BITS << NT_TV_RAM_BLOCK_BITS;
    if (nt_tv_memory_page(memory, address) != NULL) {
        return true;
    }
    for (uint64_t at = 0; at < 1U << NT_TV_RAM_BLOCK_BITS; at += NT_TV_PAGE) {
        if (memory->slots[slot_of(memory, block + at)] != NULL) {
            return true;
        }
    }
    return false;
}

bool nt_tv_memory_is_known(nt_tv_memory *memory, uint64_t address, size_t size) {
    for (size_t i = 0; i < size; i++) {
        const nt_tv_page *page = nt_tv_memory_page(memory, address + i);
        size_t at = (address + i) % NT_TV_PAGE;
        if (page == NULL || (page->known[at / 8] >> at % 8 & 1) == 0) {
            return false;
        }
    }
    return true;
}

uint64_t nt_tv_memory_read(nt_tv_memory *memory, uint64_t address, size_t size) {
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) {
        const nt_tv_page *page = nt_tv_memory_page(memory, address + i);
        if (page != NULL) {
            value |= (uint64_t)page->bytes[(address + i) % NT_TV_PAGE] << 8 * i;
        }
    }
    return value;
}

static void mark(nt_tv_page *page, size_t at, bool known) {
    uint8_t bit = (uint8_t)(1U << at % 8);
    page->known[at / 8] = (uint8_t)(known ? page->known[at / 8] | bit : page->known[at / 8] & ~bit);
}

int nt_tv_memory_write(nt_tv_memory *memory, uint64_t address, uint64_t value, size_t size) {
    for (size_t i = 0; i < size; i++) {
        nt_tv_page *page = page_for(memory, address + i);
        if (page == NULL) {
            return -1;
        }
        size_t at = (address + i) % NT_TV_PAGE;
        page->bytes[at] = (uint8_t)(value >> 8 * i);
        mark(page, at, true);
    }
    return 0;
}

void nt_tv_memory_mark(nt_tv_memory *memory, uint64_t address, size_t size, bool known) {
    for (size_t i = 0; i < size; i++) {
        nt_tv_page *page = nt_tv_memory_page(memory, address + i);
        if (page != NULL) {
            mark(page, (address + i) % NT_TV_PAGE, known);
        }
    }
}
