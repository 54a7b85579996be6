/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/record/block_table.h"

#include <stdlib.h>

enum { FIRST_SIZE = 1 << 14 };

/* The entry that holds `key`, or the free one where it belongs. */
static nt_record_block *slot(const nt_block_table *table, uint64_t key) {
    size_t mask = table->size - 1;
    size_t i = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & mask;
    while (table->entries[i].key != 0 && table->entries[i].key != key) {
        i = (i + 1) & mask;
    }
    return &table->entries[i];
}

static int grow(nt_block_table *table) {
    size_t size = table->size == 0 ? FIRST_SIZE : table->size * 2;
    nt_block_table larger = {.entries = calloc(size, sizeof(nt_record_block)), .size = size};
    if (larger.entries == NULL) {
        return -1;
    }
    for (size_t i = 0; i < table->size; i++) {
        if (table->entries[i].key != 0) {
            *slot(&larger, table->entries[i].key) = table->entries[i];
        }
    }
    larger.used = table->used;
    free(table->entries);
    *table = larger;
    return 0;
}

nt_record_block *nt_block_find(const nt_block_table *table, uint64_t key) {
    if (table->size == 0 || key == 0) {
        return NULL;
    }
    nt_record_block *block = slot(table, key);
    return block->key == 0 ? NULL : block;
}

nt_record_block *nt_block_put(nt_block_table *table, uint64_t key) {
    if (table->used * 2 >= table->size && grow(table) < 0) {
        return NULL;
    }
    nt_record_block *block = slot(table, key);
    if (block->key == 0) {
        block->key = key;
        table->used++;
    }
    return block;
}

void nt_block_table_free(nt_block_table *table) {
    free(table->entries);
    *table = (nt_block_table){0};
}
