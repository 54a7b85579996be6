/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/tandem/plant/memory.h"

#include <stdlib.h>

static plant_word *find(plant_word *words, size_t room, uint64_t address) {
    uint64_t hash = (address >> 3) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 20) & (room - 1);
    while (words[at].address != 0 && words[at].address != address + 1) {
        at = (at + 1) & (room - 1);
    }
    return &words[at];
}

static int grow(plant_memory *memory) {
    size_t room = memory->room == 0 ? 1024 : 2 * memory->room;
    plant_word *words = calloc(room, sizeof *words);
    if (words == NULL) {
        return -1;
    }
    for (size_t i = 0; i < memory->room; i++) {
        if (memory->words[i].address != 0) {
            *find(words, room, memory->words[i].address - 1) = memory->words[i];
        }
    }
    free(memory->words);
    memory->words = words;
    memory->room = room;
    return 0;
}

static int put_byte(plant_memory *memory, uint64_t address, uint8_t value, bool known) {
    if (2 * memory->count >= memory->room && grow(memory) != 0) {
        return -1;
    }
    uint64_t base = address & ~UINT64_C(7);
    unsigned byte = address & 7;
    plant_word *word = find(memory->words, memory->room, base);
    memory->count += word->address == 0;
    word->address = base + 1;
    word->value = (word->value & ~(UINT64_C(0xff) << 8 * byte)) | (uint64_t)value << 8 * byte;
    word->known = (uint8_t)((word->known & ~(1U << byte)) | (unsigned)known << byte);
    return 0;
}

int plant_memory_put(plant_memory *memory, uint64_t address, uint64_t value, size_t size,
                     bool known) {
    for (size_t i = 0; i < size; i++) {
        if (put_byte(memory, address + i, (uint8_t)(value >> 8 * i), known) != 0) {
            return -1;
        }
    }
    return 0;
}

bool plant_memory_get(const plant_memory *memory, uint64_t address, size_t size, uint64_t *value) {
    *value = 0;
    if (memory->room == 0) {
        return size == 0;
    }
    for (size_t i = 0; i < size; i++) {
        uint64_t at = address + i;
        const plant_word *word = find(memory->words, memory->room, at & ~UINT64_C(7));
        if ((word->known >> (at & 7) & 1) == 0) {
            return false;
        }
        *value |= (word->value >> 8 * (at & 7) & 0xff) << 8 * i;
    }
    return true;
}

void plant_memory_free(plant_memory *memory) {
    free(memory->words);
    *memory = (plant_memory){0};
}
