/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the tandem verifier: pages that were touched, and which bytes of them are known. There
   is one memory for shadow state and reference: after each group both are equal. */
#ifndef NT_TANDEM_VERIFY_MEMORY_H
#define NT_TANDEM_VERIFY_MEMORY_H

#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    NT_TV_PAGE = 1 << 20, /* bytes of a page; those of it that are touched cost memory */
    NT_TV_PAGES = 1 << 9, /* most pages: Unicorn takes ever longer for each */
    NT_TV_RANGES = 16,    /* most ranges of RAM that the options give */
    NT_TV_RECENT = 16,
    NT_TV_PAGE_SLOTS = 1 << 11, /* of the hash table */
    NT_TV_OLD_CODE = 1 << 14,   /* places of 8 bytes that are remembered; a power of 2 */
};

/* Is a page. */
typedef struct nt_tv_page {
    uint64_t address; /* of its first byte */
    uint8_t *bytes;   /* NT_TV_PAGE, aligned for a simulator */
    uint8_t *known;   /* a bit each byte: it was initialized, stored or learned */
} nt_tv_page;

/* Is a range of addresses, both ends included. */
typedef struct nt_tv_range {
    uint64_t first;
    uint64_t last;
} nt_tv_range;

/* Is what two bytes each of eight were before they were stored to. */
typedef struct nt_tv_old_code {
    uint64_t address; /* a multiple of 8 */
    uint32_t fences;  /* 1 and so many were before the store */
    uint32_t halves;  /* bit n: those at address + 2 * n were */
    uint64_t bytes;
} nt_tv_old_code;

/* Is the memory; all 0 but the members that the caller sets. */
typedef struct nt_tv_memory {
    nt_tv_range ram[NT_TV_RANGES]; /* RAM beside what was initialized; the caller's */
    size_t ranges;                 /* the caller's */
    /* Is called with each new page; may be NULL. Returns 0, or -1 with the error set. */
    int (*add)(void *context, nt_tv_page *page, nt_error *error);
    void *context;
    uint64_t offset; /* of the group that touches it, for errors; the caller's */
    nt_error *error;

    nt_tv_page *slots[NT_TV_PAGE_SLOTS];
    size_t count;
    nt_tv_page *recent[NT_TV_RECENT]; /* looked up, by the low bits of the page's number */
    bool failed;                      /* a page could not be made; the error is set */
    uint32_t fences;                  /* fence.i so far */
    nt_tv_old_code *old;              /* NT_TV_OLD_CODE; NULL: no store yet */
} nt_tv_memory;

void nt_tv_memory_free(nt_tv_memory *memory);

/* Allocates a page on its own, all 0. Returns NULL without memory. */
nt_tv_page *nt_tv_page_new(uint64_t address);
void nt_tv_page_free(nt_tv_page *page); /* accepts NULL */

/* Returns the page of an address; NULL: there is none. */
nt_tv_page *nt_tv_memory_page(nt_tv_memory *memory, uint64_t address);

/* Does the same if it was looked up before; NULL: perhaps there is one. */
static inline nt_tv_page *nt_tv_memory_recent(const nt_tv_memory *memory, uint64_t address) {
    nt_tv_page *page = memory->recent[address / NT_TV_PAGE % NT_TV_RECENT];
    return page != NULL && page->address == (address & ~(uint64_t)(NT_TV_PAGE - 1)) ? page : NULL;
}

/* Reads `size` known bytes within a page that was looked up before. Returns false if it is not so
   simple. */
static inline bool nt_tv_memory_quick(const nt_tv_memory *memory, uint64_t address, unsigned size,
                                      uint64_t *value) {
    const nt_tv_page *page = nt_tv_memory_recent(memory, address);
    size_t at = address % NT_TV_PAGE;
    if (page == NULL || at > NT_TV_PAGE - 2 * sizeof *value) {
        return false;
    }
    unsigned known = (page->known[at / 8] | (unsigned)page->known[at / 8 + 1] << 8) >> at % 8;
    unsigned all = (1U << size) - 1;
    memcpy(value, page->bytes + at, sizeof *value); /* little-endian, as the hart */
    *value &= UINT64_MAX >> (64 - 8 * size);
    return (known & all) == all;
}

/* Returns whether reading what was stored there gives it back: not a device. */
bool nt_tv_memory_is_ram(nt_tv_memory *memory, uint64_t address);

/* Returns whether all `size` bytes (at most 8) are known. */
bool nt_tv_memory_is_known(nt_tv_memory *memory, uint64_t address, size_t size);

/* Reads up to 8 bytes, little-endian; those that are not known are 0. */
uint64_t nt_tv_memory_read(nt_tv_memory *memory, uint64_t address, size_t size);

/* Writes up to 8 bytes, which are known then. Returns 0, or -1 with the error set. */
int nt_tv_memory_write(nt_tv_memory *memory, uint64_t address, uint64_t value, size_t size);

/* Remembers what was there before a store: until fence.i a hart may fetch that. */
void nt_tv_memory_note_old(nt_tv_memory *memory, uint64_t address, uint64_t before, size_t size);
/* Returns whether a fetch of two bytes may have that, though memory has something else. */
bool nt_tv_memory_may_fetch(const nt_tv_memory *memory, uint64_t address, uint16_t value);
/* What was stored before is fetched from now on. */
void nt_tv_memory_fence(nt_tv_memory *memory);

/* Marks each byte as not known whose address differs by a multiple of `distance`, a power of 2 up
   to NT_TV_PAGE. */
void nt_tv_memory_forget(nt_tv_memory *memory, uint64_t address, size_t distance);

/* Marks bytes as known or not. */
void nt_tv_memory_mark(nt_tv_memory *memory, uint64_t address, size_t size, bool known);

#endif
