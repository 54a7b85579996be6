/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/vcd_codes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 256 };

static size_t hash(const char *code) {
    size_t sum = 0;
    for (; *code != '\0'; code++) {
        sum = sum * 31 + (unsigned char)*code;
    }
    return sum;
}

/* The slot of a code: with the first one of it, or free. */
static uint32_t *slot_of(const nt_vcd_codes *c, const char *code) {
    size_t slot = hash(code) & (c->slots - 1);
    while (c->slot[slot] != 0 && strcmp(c->code[c->slot[slot] - 1].code, code) != 0) {
        slot = (slot + 1) & (c->slots - 1);
    }
    return &c->slot[slot];
}

/* Puts a code in front of those of the same code. */
static void link_code(nt_vcd_codes *c, size_t number) {
    uint32_t *slot = slot_of(c, c->code[number].code);
    c->code[number].same = *slot;
    *slot = (uint32_t)(number + 1);
}

static int grow(nt_vcd_codes *c) {
    const size_t room = c->room == 0 ? FIRST : 2 * c->room;
    nt_vcd_code *code = realloc(c->code, room * sizeof *code);
    c->code = code != NULL ? code : c->code;
    uint32_t *slot = calloc(2 * room, sizeof *slot);
    if (code == NULL || slot == NULL) {
        free(slot);
        return -1;
    }
    free(c->slot);
    c->slot = slot;
    c->slots = 2 * room;
    c->room = room;
    for (size_t i = 0; i < c->count; i++) {
        link_code(c, i);
    }
    return 0;
}

int nt_vcd_codes_add(nt_vcd_codes *c, const char *code, unsigned signal, unsigned bit) {
    if (c->count == c->room && grow(c) != 0) {
        return -1;
    }
    nt_vcd_code *new = &c->code[c->count];
    *new = (nt_vcd_code){.signal = (uint16_t)signal, .bit = (uint16_t)bit};
    (void)snprintf(new->code, sizeof new->code, "%s", code);
    link_code(c, c->count++);
    return 0;
}

const nt_vcd_code *nt_vcd_codes_find(const nt_vcd_codes *c, const char *code) {
    uint32_t number = c->slots != 0 ? *slot_of(c, code) : 0;
    return number != 0 ? &c->code[number - 1] : NULL;
}

const nt_vcd_code *nt_vcd_codes_next(const nt_vcd_codes *c, const nt_vcd_code *code) {
    return code->same != 0 ? &c->code[code->same - 1] : NULL;
}

void nt_vcd_codes_free(nt_vcd_codes *c) {
    free(c->code);
    free(c->slot);
}
