/* SPDX-License-Identifier: Apache-2.0 */
/* Notes of what stores overwrite. */
#include "sim/tandem/reference.h"

static unsigned known_bytes(nt_tv_memory *memory, uint64_t address, size_t size) {
    unsigned known = 0;
    for (size_t i = 0; i < size; i++) {
        known |= nt_tv_memory_is_known(memory, address + i, 1) ? 1U << i : 0;
    }
    return known;
}

/* What is stored now is there. */
static void drop_parts(nt_tv_stores *stores, const nt_tv_store *store) {
    for (unsigned i = 0; i < NT_TV_PARTS; i++) {
        nt_tv_part *part = &stores->part[i];
        for (unsigned byte = 0; part->bytes >> byte != 0; byte++) {
            bool stored = part->address + byte - store->address < store->size;
            part->bytes &= (uint8_t) ~(stored ? 1U << byte : 0);
        }
    }
}

static void note(nt_tv_stores *stores, nt_tv_memory *memory, const nt_tv_store *store) {
    unsigned slot = nt_tv_stores_slot(store->address);
    uint64_t bit = store->learned ? 0 : UINT64_C(1) << slot % 64;
    for (unsigned i = 0; i < NT_TV_FENCED; i++) {
        stores->pages[i][slot / 64] |= bit;
    }
    if (!store->learned && store->known == (1U << store->size) - 1) {
        nt_tv_memory_note_old(memory, store->address, store->before, store->size);
    }
    if (!store->learned && stores->parts != 0) {
        drop_parts(stores, store);
    }
    if (stores->count == NT_TV_STORES) {
        stores->lost = true;
        return;
    }
    stores->store[stores->count++] = *store;
}

void nt_tv_stores_note(nt_tv_stores *stores, nt_tv_memory *memory, uint64_t address, size_t size,
                       bool learned) {
    nt_tv_store store = {.address = address,
                         .size = (uint8_t)size,
                         .known = (uint8_t)((1U << size) - 1),
                         .learned = learned};
    if (!nt_tv_memory_quick(memory, address, (unsigned)size, &store.before)) {
        store.before = nt_tv_memory_read(memory, address, size);
        store.known = (uint8_t)known_bytes(memory, address, size);
    }
    note(stores, memory, &store);
}

void nt_tv_stores_note_before(nt_tv_stores *stores, nt_tv_memory *memory, uint64_t address,
                              size_t size, uint64_t before, bool learned) {
    nt_tv_store store = {.address = address,
                         .before = before,
                         .size = (uint8_t)size,
                         .known = (uint8_t)known_bytes(memory, address, size),
                         .learned = learned};
    note(stores, memory, &store);
}
