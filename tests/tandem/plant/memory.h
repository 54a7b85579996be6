/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes of memory that a trace told: a hash of words. */
#ifndef NT_PLANT_MEMORY_H
#define NT_PLANT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct plant_word {
    uint64_t address; /* of 8 bytes, plus 1; 0: no word */
    uint64_t value;
    uint8_t known; /* bit each byte */
} plant_word;

/* Is the memory; all 0 at first. */
typedef struct plant_memory {
    plant_word *words;
    size_t room; /* a power of 2 */
    size_t count;
} plant_memory;

/* Sets up to 8 bytes; `known` false forgets them. Returns 0, or -1: out of memory. */
int plant_memory_put(plant_memory *memory, uint64_t address, uint64_t value, size_t size,
                     bool known);

/* Returns whether `size` bytes (up to 8) are known, and what they are. */
bool plant_memory_get(const plant_memory *memory, uint64_t address, size_t size, uint64_t *value);

void plant_memory_free(plant_memory *memory);

#endif
