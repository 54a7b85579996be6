/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/verify_memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { KNOWN = NT_TV_PAGE / 8 }; /* bytes */

nt_tv_page *nt_tv_page_new(uint64_t address) {
    nt_tv_page *page = calloc(1, sizeof *page);
    if (page == NULL) {
        return NULL;
    }
    void *bytes = mmap(NULL, NT_TV_PAGE + KNOWN, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) {
        free(page);
        return NULL;
    }
    page->address = address & ~(uint64_t)(NT_TV_PAGE - 1);
    page->bytes = bytes;
    page->known = page->bytes + NT_TV_PAGE;
    return page;
}

void nt_tv_page_free(nt_tv_page *page) {
    if (page != NULL) {
        munmap(page->bytes, NT_TV_PAGE + KNOWN);
        free(page);
    }
}

void nt_tv_memory_free(nt_tv_memory *memory) {
    for (size_t i = 0; i < NT_TV_PAGE_SLOTS; i++) {
        nt_tv_page_free(memory->slots[i]);
        memory->slots[i] = NULL;
    }
    memset(memory->recent, 0, sizeof memory->recent);
    free(memory->old);
    memory->old = NULL;
}

/* Where the page is, or belongs: there are more slots than pages. */
static size_t slot_of(const nt_tv_memory *memory, uint64_t base) {
    size_t slot = (size_t)((base / NT_TV_PAGE) * 0x9e3779b97f4a7c15u >> 53);
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
    nt_tv_page_free(page);
    return NULL;
}

static nt_tv_page *page_for(nt_tv_memory *memory, uint64_t address) {
    nt_tv_page *page = nt_tv_memory_page(memory, address);
    if (page != NULL) {
        return page;
    }
    if (memory->count == NT_TV_PAGES) {
        nt_fail_as(memory->error, NT_ERROR_LIMIT,
                   "offset %" PRIu64 ": the trace touches memory in more than %d blocks of 1 MiB; "
                   "the next is at 0x%" PRIx64,
                   memory->offset, NT_TV_PAGES, address);
        return fail(memory, NULL);
    }
    page = nt_tv_page_new(address);
    if (page == NULL) {
        nt_fail_as(memory->error, NT_ERROR_MEMORY, "out of memory");
        return fail(memory, NULL);
    }
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
    return nt_tv_memory_page(memory, address) != NULL;
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

void nt_tv_memory_forget(nt_tv_memory *memory, uint64_t address, size_t distance) {
    for (size_t i = 0; i < NT_TV_PAGE_SLOTS; i++) {
        nt_tv_page *page = memory->slots[i];
        if (page == NULL) {
            continue;
        }
        if (distance == 1) {
            memset(page->known, 0, KNOWN);
            continue;
        }
        for (size_t at = address % distance; at < NT_TV_PAGE; at += distance) {
            mark(page, at, false);
        }
    }
}

void nt_tv_memory_mark(nt_tv_memory *memory, uint64_t address, size_t size, bool known) {
    for (size_t i = 0; i < size; i++) {
        nt_tv_page *page = nt_tv_memory_page(memory, address + i);
        if (page != NULL) {
            mark(page, (address + i) % NT_TV_PAGE, known);
        }
    }
}

/* ---- instructions that were fetched before they were stored to ---- */

static nt_tv_old_code *old_at(const nt_tv_memory *memory, uint64_t address) {
    return &memory->old[(address / 8 * 0x9e3779b97f4a7c15u >> 40) % NT_TV_OLD_CODE];
}

static bool is_remembered(const nt_tv_memory *memory, const nt_tv_old_code *old, uint64_t address) {
    return old->address == address && old->fences == memory->fences + 1;
}

/* Which halves of the eight bytes at `place` a store of `size` bytes reaches. */
static uint32_t halves_of(uint64_t place, uint64_t address, size_t size) {
    uint64_t first = address > place ? address - place : 0;
    uint64_t end = address + size - place < 8 ? address + size - place : 8;
    return (uint32_t)((UINT32_C(1) << (end + 1) / 2) - (UINT32_C(1) << first / 2));
}

/* The eight bytes at `place` as they were before the store. */
static uint64_t bytes_before(nt_tv_memory *memory, uint64_t place, uint64_t address,
                             uint64_t before, size_t size) {
    uint64_t bytes = nt_tv_memory_read(memory, place, 8);
    for (unsigned i = 0; i < 8; i++) {
        uint64_t at = place + i - address;
        if (at < size) {
            bytes = (bytes & ~(UINT64_C(0xff) << 8 * i)) | (before >> 8 * at & 0xff) << 8 * i;
        }
    }
    return bytes;
}

static void note_old_at(nt_tv_memory *memory, uint64_t place, uint64_t address, uint64_t before,
                        size_t size) {
    nt_tv_old_code *old = old_at(memory, place);
    uint32_t halves = halves_of(place, address, size);
    if (!is_remembered(memory, old, place)) {
        *old = (nt_tv_old_code){.address = place, .fences = memory->fences + 1};
    }
    uint32_t fresh = halves & ~old->halves;
    if (fresh == 0) {
        return;
    }
    uint64_t bytes = bytes_before(memory, place, address, before, size);
    for (unsigned half = 0; half < 4; half++) {
        uint64_t mask = (fresh >> half & 1) != 0 ? UINT64_C(0xffff) << 16 * half : 0;
        old->bytes = (old->bytes & ~mask) | (bytes & mask);
    }
    old->halves |= fresh;
}

void nt_tv_memory_note_old(nt_tv_memory *memory, uint64_t address, uint64_t before, size_t size) {
    if (memory->old == NULL) { /* without memory for it nothing is remembered */
        memory->old = calloc(NT_TV_OLD_CODE, sizeof *memory->old);
    }
    for (uint64_t place = address & ~UINT64_C(7); memory->old != NULL && place < address + size;
         place += 8) {
        note_old_at(memory, place, address, before, size);
    }
}

bool nt_tv_memory_may_fetch(const nt_tv_memory *memory, uint64_t address, uint16_t value) {
    uint64_t place = address & ~UINT64_C(7);
    const nt_tv_old_code *old = memory->old == NULL ? NULL : old_at(memory, place);
    unsigned half = (unsigned)(address / 2 % 4);
    return old != NULL && is_remembered(memory, old, place) && (old->halves >> half & 1) != 0 &&
           (uint16_t)(old->bytes >> 16 * half) == value;
}

void nt_tv_memory_fence(nt_tv_memory *memory) {
    memory->fences++;
}
