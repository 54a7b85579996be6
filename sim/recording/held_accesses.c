/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/format.h"
#include "sim/recording/hart_log.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 16 };

/* Room for `wanted` elements of `size` bytes. */
static bool has_room(void **memory, size_t *room, size_t wanted, size_t size) {
    size_t count = *room == 0 ? FIRST : *room;
    while (count < wanted) {
        count *= 2;
    }
    void *grown = count == *room ? *memory : realloc(*memory, count * size);
    if (grown == NULL) {
        return false;
    }
    *memory = grown;
    *room = count;
    return true;
}

int nt_held_accesses_add(nt_held_accesses *held, const nt_access *access) {
    const size_t plain = nt_access_plain(access);
    void *list = held->access;
    void *bytes = held->plain;
    bool fits = has_room(&list, &held->room, held->count + 1, sizeof *held->access);
    held->access = list;
    fits = fits && has_room(&bytes, &held->plain_room, held->plain_size + plain, 1);
    held->plain = bytes;
    if (!fits) {
        return -1;
    }
    if (plain != 0) {
        memcpy(held->plain + held->plain_size, access->bytes, plain);
        held->plain_size += plain;
    }
    nt_access *copy = &held->access[held->count++];
    *copy = *access;
    if (plain != 0) { /* its place: the memory may move */
        copy->bytes = NULL;
        copy->value = held->plain_size - plain;
    }
    return 0;
}

nt_access nt_held_accesses_get(const nt_held_accesses *held, size_t number) {
    nt_access access = held->access[number];
    if (nt_access_plain(&access) != 0) {
        access.bytes = held->plain + access.value;
        access.value = 0;
    }
    return access;
}

void nt_held_accesses_clear(nt_held_accesses *held) {
    held->count = held->plain_size = 0;
}

void nt_held_accesses_free(nt_held_accesses *held) {
    free(held->access);
    free(held->plain);
    *held = (nt_held_accesses){0};
}
