/* SPDX-License-Identifier: Apache-2.0 */
/* The reference of the tandem verifier (<ntrace/reference.h>): it executes user-level instructions;
   all else is the privileged shell's (shell.h). */
#ifndef NT_TANDEM_REFERENCE_H
#define NT_TANDEM_REFERENCE_H

#include "ntrace/reference.h"

#include "sim/tandem/verify_memory.h"

/* Holds what a user-level instruction can read and write. */
typedef nt_reference_registers nt_tv_registers;

enum { NT_TV_STORES = 64 };

/* Is a store of the reference: where, and what was there before. */
typedef struct nt_tv_store {
    uint64_t address;
    uint64_t before;
    uint8_t size;
    uint8_t known; /* bit each byte that was known before */
    bool learned;  /* no store of the hart: what was there, as the trace tells later */
} nt_tv_store;

enum { NT_TV_STORE_PAGES = 1 << 12, NT_TV_FENCED = 4, NT_TV_PARTS = 8 };

/* Is what a store that faulted may have left in memory. */
typedef struct nt_tv_part {
    uint64_t address;
    uint64_t data;
    uint8_t bytes; /* bit each byte that memory may have; none since a later store to it */
} nt_tv_part;

/* Lists the stores since the caller set the count to 0. */
typedef struct nt_tv_stores {
    size_t count;
    bool lost; /* there were more than NT_TV_STORES */
    nt_tv_store store[NT_TV_STORES];
    /* pages of 4 KiB written since the last fence, hashed: of the host, of both stages of guests,
       and of single addresses of the host */
    uint64_t pages[NT_TV_FENCED][NT_TV_STORE_PAGES / 64];
    unsigned parts; /* so many there were; the latest are kept */
    nt_tv_part part[NT_TV_PARTS];
} nt_tv_stores;

/* Returns the bit of a page among `pages`. */
static inline unsigned nt_tv_stores_slot(uint64_t address) {
    return (uint32_t)(address >> 12) * 0x9e3779b1U >> 20;
}

/* Is what a reference is given, and where what it reports goes. */
typedef struct nt_tv_host {
    nt_reference_host host;
    nt_tv_memory *memory;
    nt_tv_stores *stores;
    nt_error *error;
} nt_tv_host;

/* Opens a reference. `host` must stay until it is closed; its members but `host` are the caller's.
   Returns 0, or -1 with the error set. */
int nt_tv_reference_open(const nt_reference *reference, void **self, unsigned xlen, unsigned flen,
                         nt_tv_host *host);

/* Gives it a page of memory. Results as above. */
int nt_tv_reference_map(const nt_reference *reference, void *self, const nt_tv_page *page,
                        nt_error *error);

/* Is Unicorn (2.0.1), as far as it can be trusted. */
extern const nt_reference nt_tv_unicorn;

/* Notes what is at a place that is about to be written. */
void nt_tv_stores_note(nt_tv_stores *stores, nt_tv_memory *memory, uint64_t address, size_t size,
                       bool learned);
/* Does so with what was there: perhaps it is written already. */
void nt_tv_stores_note_before(nt_tv_stores *stores, nt_tv_memory *memory, uint64_t address,
                              size_t size, uint64_t before, bool learned);

#endif
