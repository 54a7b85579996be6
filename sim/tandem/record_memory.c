/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/record_memory.h"

#include <stdlib.h>

enum { PAGE = 1 << 12, FIRST_SIZE = 1 << 6 };

struct nt_tandem_page {
    uint64_t number;
    uint8_t bytes[PAGE];
    bool known[PAGE];
};

/* The place of a page, or the free one where it belongs. */
static nt_tandem_page **slot(nt_tandem_page **pages, size_t size, uint64_t number) {
    size_t i = (size_t)((number * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (size - 1);
    while (pages[i] != NULL && pages[i]->number != number) {
        i = (i + 1) & (size - 1);
    }
    return &pages[i];
}

static nt_tandem_page *find(const nt_tandem_memory *memory, uint64_t address) {
    return memory->size == 0 ? NULL : *slot(memory->pages, memory->size, address / PAGE);
}

static int grow(nt_tandem_memory *memory) {
    size_t size = memory->size == 0 ? FIRST_SIZE : 2 * memory->size;
    nt_tandem_page **pages = calloc(size, sizeof(void *));
    if (pages == NULL) {
        return -1;
    }
    for (size_t i = 0; i < memory->size; i++) {
        if (memory->pages[i] != NULL) {
            *slot(pages, size, memory->pages[i]->number) = memory->pages[i];
        }
    }
    free(memory->pages);
    memory->pages = pages;
    memory->size = size;
    return 0;
}

static nt_tandem_page *add(nt_tandem_memory *memory, uint64_t address) {
    if (2 * memory->used >= memory->size && grow(memory) != 0) {
        return NULL;
    }
    nt_tandem_page *page = calloc(1, sizeof *page);
    if (page != NULL) {
        page->number = address / PAGE;
        *slot(memory->pages, memory->size, page->number) = page;
        memory->used++;
    }
    return page;
}

int nt_tandem_memory_write(nt_tandem_memory *memory, uint64_t address, unsigned size,
                           uint64_t value) {
    for (unsigned i = 0; i < size; i++, address++) {
        nt_tandem_page *page = find(memory, address);
        if (page == NULL && (page = add(memory, address)) == NULL) {
            return -1;
        }
        page->bytes[address % PAGE] = (uint8_t)(value >> 8 * i);
        page->known[address % PAGE] = true;
    }
    return 0;
}

void nt_tandem_memory_forget(nt_tandem_memory *memory, uint64_t address, unsigned size) {
    for (unsigned i = 0; i < size; i++, address++) {
        nt_tandem_page *page = find(memory, address);
        if (page != NULL) {
            page->known[address % PAGE] = false;
        }
    }
}

bool nt_tandem_memory_read(const nt_tandem_memory *memory, uint64_t address, unsigned size,
                           uint64_t *value) {
    *value = 0;
    for (unsigned i = 0; i < size; i++, address++) {
        const nt_tandem_page *page = find(memory, address);
        if (page == NULL || !page->known[address % PAGE]) {
            return false;
        }
        *value |= (uint64_t)page->bytes[address % PAGE] << 8 * i;
    }
    return true;
}

void nt_tandem_memory_free(nt_tandem_memory *memory) {
    for (size_t i = 0; i < memory->size; i++) {
        free(memory->pages[i]);
    }
    free(memory->pages);
    *memory = (nt_tandem_memory){0};
}
