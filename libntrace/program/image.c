/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/image.h"

#include "libntrace/program/image_history.h"
#include "libntrace/program/image_read.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE_BITS = 12,
    PAGE_SIZE = 1 << PAGE_BITS,
    HALFWORDS = PAGE_SIZE / 2,
    MOST_MEMORY = 1 << 29, /* bytes; more code is not a program but an attack on memory */
    DECODED = 1 << 13,     /* instructions that are kept, direct-mapped by address */
    MOST_INSN = 24,        /* bytes of the longest instruction, */
    SHORT_INSN = 4,        /* and of nearly all */
};

typedef struct page {
    uint64_t number;      /* address >> PAGE_BITS */
    nt_insn *typed_insns; /* by half-word, those that are known by type only; NULL: none is */
    uint8_t known[PAGE_SIZE / 8]; /* a bit a byte */
    uint8_t typed[HALFWORDS / 8]; /* a bit for each of `typed_insns` that there is */
    uint8_t bytes[PAGE_SIZE];
} page;

typedef struct decoded {
    uint64_t pc;
    nt_insn insn; /* size 0: none */
} decoded;

struct nt_image {
    nt_isa isa;
    uint64_t mask; /* of an address */
    uint64_t generation;
    page **table; /* by hash of the number, NULL where free */
    size_t slots; /* of the table, a power of two */
    size_t pages;
    size_t memory;            /* bytes in pages and their instructions */
    nt_image_history history; /* later versions of code */
    bool decodes;             /* an instruction was asked for */
    decoded decoded[DECODED];
};

/* Pages. */

static size_t slot_of(const nt_image *image, uint64_t number) {
    return (size_t)((number * 0x9e3779b97f4a7c15u) >> 32) & (image->slots - 1);
}

static page *find_page(const nt_image *image, uint64_t number) {
    size_t slot = slot_of(image, number);
    while (image->table[slot] != NULL && image->table[slot]->number != number) {
        slot = (slot + 1) & (image->slots - 1);
    }
    return image->table[slot];
}

static void put_page(nt_image *image, page *p) {
    size_t slot = slot_of(image, p->number);
    while (image->table[slot] != NULL) {
        slot = (slot + 1) & (image->slots - 1);
    }
    image->table[slot] = p;
}

static int grow(nt_image *image) {
    page **old = image->table;
    size_t slots = image->slots;
    page **table = calloc(2 * slots, sizeof(page *));
    if (table == NULL) {
        return -1;
    }
    image->table = table;
    image->slots = 2 * slots;
    for (size_t i = 0; i < slots; i++) {
        if (old[i] != NULL) {
            put_page(image, old[i]);
        }
    }
    free(old);
    return 0;
}

static page *make_page(nt_image *image, uint64_t number) {
    page *p = find_page(image, number);
    if (p != NULL) {
        return p;
    }
    if (image->memory > MOST_MEMORY || (2 * image->pages >= image->slots && grow(image) != 0)) {
        return NULL;
    }
    p = calloc(1, sizeof *p);
    if (p != NULL) {
        p->number = number;
        put_page(image, p);
        image->pages++;
        image->memory += sizeof *p;
    }
    return p;
}

static bool make_insns(nt_image *image, page *p) {
    if (p->typed_insns == NULL && image->memory <= MOST_MEMORY) {
        p->typed_insns = calloc(HALFWORDS, sizeof *p->typed_insns);
        image->memory += HALFWORDS * sizeof *p->typed_insns;
    }
    return p->typed_insns != NULL;
}

static bool get_bit(const uint8_t *bits, size_t index) {
    return (bits[index / 8] >> (index % 8) & 1) != 0;
}

static void set_bit(uint8_t *bits, size_t index, bool value) {
    uint8_t bit = (uint8_t)(1U << (index % 8));
    bits[index / 8] = (uint8_t)(value ? bits[index / 8] | bit : bits[index / 8] & ~bit);
}

static size_t halfword_of(uint64_t address) {
    return (size_t)(address % PAGE_SIZE / 2);
}

static decoded *decoded_slot(nt_image *image, uint64_t pc) {
    return &image->decoded[(pc >> 1) % DECODED];
}

/* Life. */

nt_image *nt_image_new(unsigned xlen) {
    nt_image *image = calloc(1, sizeof *image);
    if (image == NULL) {
        return NULL;
    }
    image->isa.xlen = (uint8_t)xlen;
    image->mask = xlen == 32 ? UINT32_MAX : UINT64_MAX;
    image->slots = 64;
    image->table = calloc(image->slots, sizeof(page *));
    if (image->table == NULL) {
        free(image);
        return NULL;
    }
    return image;
}

void nt_image_free(nt_image *image) {
    if (image == NULL) {
        return;
    }
    for (size_t i = 0; i < image->slots; i++) {
        if (image->table[i] != NULL) {
            free(image->table[i]->typed_insns);
            free(image->table[i]);
        }
    }
    free(image->table);
    nt_image_history_clear(&image->history);
    free(image);
}

static page *copy_page(const page *from) {
    page *p = malloc(sizeof *p);
    if (p == NULL) {
        return NULL;
    }
    *p = *from;
    if (from->typed_insns != NULL) {
        p->typed_insns = malloc(HALFWORDS * sizeof *p->typed_insns);
        if (p->typed_insns == NULL) {
            free(p);
            return NULL;
        }
        memcpy(p->typed_insns, from->typed_insns, HALFWORDS * sizeof *p->typed_insns);
    }
    return p;
}

nt_image *nt_image_copy(const nt_image *image) {
    nt_image *copy = nt_image_new(image->isa.xlen);
    page **table = calloc(image->slots, sizeof(page *));
    if (copy == NULL || table == NULL) {
        nt_image_free(copy);
        free(table);
        return NULL;
    }
    free(copy->table);
    copy->table = table;
    copy->slots = image->slots;
    copy->isa = image->isa;
    copy->pages = image->pages;
    copy->memory = image->memory;
    copy->generation = image->generation;
    copy->history = image->history;
    copy->history.borrowed = true;
    for (size_t i = 0; i < image->slots; i++) {
        if (image->table[i] != NULL && (table[i] = copy_page(image->table[i])) == NULL) {
            nt_image_free(copy);
            return NULL;
        }
    }
    return copy;
}

unsigned nt_image_xlen(const nt_image *image) {
    return image->isa.xlen;
}

size_t nt_image_memory(const nt_image *image) {
    return image->memory;
}

uint64_t nt_image_generation(const nt_image *image) {
    return image->generation;
}

/* Writing. */

/* The typed instruction at `pc`; size 0 where there is none. */
static nt_insn typed_at(const nt_image *image, uint64_t pc) {
    const page *p = find_page(image, pc >> PAGE_BITS);
    if (p == NULL || !get_bit(p->typed, halfword_of(pc))) {
        return (nt_insn){0};
    }
    return p->typed_insns[halfword_of(pc)];
}

/* Whether an instruction at `at` has one of `size` bytes at `address`. */
static bool overlaps(const nt_image *image, uint64_t at, const nt_insn *insn, uint64_t address,
                     size_t size) {
    return insn->size != 0 &&
           (((at - address) & image->mask) < size || ((address - at) & image->mask) < insn->size);
}

/* What was decoded from `size` bytes at `address` is stale. With `retype`, instructions known by
   type that overlap them give way too. -1 without memory. */
static int drop_insns(nt_image *image, uint64_t address, size_t size, bool retype) {
    uint64_t first = (address & ~UINT64_C(1)) - (MOST_INSN - 2);
    page *p = NULL;
    for (uint64_t i = 0; i < size + MOST_INSN; i += 2) {
        uint64_t at = (first + i) & image->mask;
        decoded *kept = decoded_slot(image, at);
        if (image->decodes && kept->pc == at && overlaps(image, at, &kept->insn, address, size)) {
            kept->insn.size = 0;
        }
        if (p == NULL || p->number != at >> PAGE_BITS) {
            p = find_page(image, at >> PAGE_BITS);
        }
        if (!retype || p == NULL || !get_bit(p->typed, halfword_of(at))) {
            continue;
        }
        nt_insn *insn = &p->typed_insns[halfword_of(at)];
        if (!overlaps(image, at, insn, address, size)) {
            continue;
        }
        if (nt_image_history_insn(&image->history, at, insn, &(nt_insn){0}) != 0) {
            return -1;
        }
        set_bit(p->typed, halfword_of(at), false);
        image->generation++;
        insn->size = 0;
    }
    return 0;
}

/* `bytes`, which lie in one page, from now on; 1: something changed, -1 without memory. */
static int write_chunk(nt_image *image, uint64_t address, const uint8_t *bytes, size_t size) {
    page *p = make_page(image, address >> PAGE_BITS);
    if (p == NULL) {
        return -1;
    }
    size_t offset = (size_t)(address % PAGE_SIZE);
    int changed = 0;
    for (size_t i = 0; i < size; i++) {
        bool known = get_bit(p->known, offset + i);
        if (known && p->bytes[offset + i] == bytes[i]) {
            continue;
        }
        if (known && nt_image_history_byte(&image->history, address + i, p->bytes[offset + i],
                                           bytes[i]) != 0) {
            return -1;
        }
        p->bytes[offset + i] = bytes[i];
        set_bit(p->known, offset + i, true);
        changed = 1;
    }
    return changed;
}

int nt_image_write(nt_image *image, uint64_t address, const uint8_t *bytes, size_t size) {
    size_t done = 0;
    int changed = 0;
    while (done < size) {
        uint64_t at = (address + done) & image->mask;
        size_t part = (size_t)(PAGE_SIZE - at % PAGE_SIZE);
        if (part > size - done) {
            part = size - done;
        }
        int result = write_chunk(image, at, bytes + done, part);
        if (result < 0) {
            return -1;
        }
        changed |= result;
        done += part;
    }
    image->generation += changed != 0;
    return drop_insns(image, address & image->mask, size, true);
}

static int set_typed(nt_image *image, uint64_t pc, const nt_insn *insn) {
    page *p = make_page(image, pc >> PAGE_BITS);
    if (p == NULL || !make_insns(image, p)) {
        return -1;
    }
    decoded *kept = decoded_slot(image, pc);
    kept->insn.size = kept->pc == pc ? 0 : kept->insn.size;
    p->typed_insns[halfword_of(pc)] = *insn;
    set_bit(p->typed, halfword_of(pc), insn->size != 0);
    image->generation++;
    return 0;
}

static bool same_insn(const nt_insn *a, const nt_insn *b) {
    return a->size == b->size && a->class_ == b->class_ && a->target == b->target;
}

int nt_image_write_insn(nt_image *image, uint64_t address, const nt_insn *insn) {
    uint64_t pc = address & image->mask;
    nt_insn before = typed_at(image, pc);
    uint8_t byte;
    if ((pc & 1) != 0 || same_insn(&before, insn)) {
        return 0;
    }
    if ((before.size != 0 || nt_image_bytes(image, pc, &byte, 1) == 1) &&
        nt_image_history_insn(&image->history, pc, &before, insn) != 0) {
        return -1;
    }
    return set_typed(image, pc, insn);
}

void nt_image_set_isa(nt_image *image, const nt_isa *isa) {
    uint8_t xlen = image->isa.xlen;
    image->isa = *isa;
    image->isa.xlen = xlen;
    image->generation++;
    memset(image->decoded, 0, sizeof image->decoded);
}

/* Reading. */

size_t nt_image_bytes(const nt_image *image, uint64_t pc, uint8_t *bytes, size_t size) {
    const page *p = NULL;
    for (size_t i = 0; i < size; i++) {
        uint64_t at = (pc + i) & image->mask;
        if (p == NULL || p->number != at >> PAGE_BITS) {
            p = find_page(image, at >> PAGE_BITS);
        }
        if (p == NULL || !get_bit(p->known, (size_t)(at % PAGE_SIZE))) {
            return i;
        }
        bytes[i] = p->bytes[at % PAGE_SIZE];
    }
    return size;
}

bool nt_image_is_typed(const nt_image *image, uint64_t pc) {
    return typed_at(image, pc & image->mask).size != 0;
}

static nt_insn decode_at(const nt_image *image, uint64_t pc) {
    uint8_t bytes[MOST_INSN];
    nt_insn insn = typed_at(image, pc);
    if (insn.size != 0) {
        return insn;
    }
    size_t available = nt_image_bytes(image, pc, bytes, SHORT_INSN);
    if (available == SHORT_INSN && (bytes[0] & 0x1f) == 0x1f) { /* longer than 32 bits: rare */
        available = nt_image_bytes(image, pc, bytes, sizeof bytes);
    }
    if (nt_insn_decode(&insn, bytes, available, pc, &image->isa) != 0) {
        return (nt_insn){0};
    }
    return insn;
}

nt_insn nt_image_at(nt_image *image, uint64_t pc) {
    pc &= image->mask;
    decoded *kept = decoded_slot(image, pc);
    if ((pc & 1) != 0) {
        return (nt_insn){0};
    }
    if (kept->pc != pc || kept->insn.size == 0) {
        kept->pc = pc;
        kept->insn = decode_at(image, pc);
        image->decodes = true;
    }
    return kept->insn;
}

/* Versions. */

static void apply(nt_image *image, const nt_image_patch *patch, bool forward) {
    if (patch->size == 0) {
        /* The page and its array are there since the patch was made. */
        (void)set_typed(image, patch->address, forward ? &patch->insn.after : &patch->insn.before);
        return;
    }
    const uint8_t *bytes = forward ? patch->code.after : patch->code.before;
    for (size_t i = 0; i < patch->size; i++) {
        page *p = find_page(image, (patch->address + i) >> PAGE_BITS);
        p->bytes[(patch->address + i) % PAGE_SIZE] = bytes[i];
    }
    image->generation++;
    (void)drop_insns(image, patch->address, patch->size, false);
}

void nt_image_advance(nt_image *image, uint64_t retired) {
    nt_image_history *h = &image->history;
    while (h->next < h->count && h->patches[h->next].retired <= retired) {
        apply(image, &h->patches[h->next++], true);
    }
}

uint64_t nt_image_next_change(const nt_image *image) {
    const nt_image_history *h = &image->history;
    return h->next < h->count ? h->patches[h->next].retired : UINT64_MAX;
}

void nt_image_keep_history(nt_image *image, uint64_t retired) {
    image->history.keeping = true;
    image->history.retired = retired;
}

void nt_image_rewind(nt_image *image) {
    nt_image_history *h = &image->history;
    for (size_t i = h->count; i-- > 0;) {
        apply(image, &h->patches[i], false);
    }
    h->keeping = false;
    h->next = 0;
    nt_image_advance(image, 0);
}

/* For the flow decoder. */

static nt_insn code_at(void *context, uint64_t pc) {
    return nt_image_at(context, pc);
}

/* None where the instruction is known by type only. */
static size_t code_bytes(void *context, uint64_t pc, uint8_t *bytes, size_t size) {
    const nt_image *image = context;
    return nt_image_is_typed(image, pc) ? 0 : nt_image_bytes(image, pc, bytes, size);
}

static uint64_t code_generation(void *context) {
    return nt_image_generation(context);
}

static void code_advance(void *context, uint64_t retired) {
    nt_image_advance(context, retired);
}

static uint64_t code_next_change(void *context) {
    return nt_image_next_change(context);
}

uint64_t nt_image_next_code(const nt_image *image, uint64_t pc) {
    uint64_t next = UINT64_MAX;
    for (size_t i = 0; i < image->slots; i++) {
        const page *p = image->table[i];
        uint64_t start = p == NULL ? 0 : p->number << PAGE_BITS;
        if (p != NULL && p->number >= pc >> PAGE_BITS) {
            start = start < pc ? pc : start;
            next = start < next ? start : next;
        }
    }
    return next;
}

nt_code nt_image_code(nt_image *image) {
    return (nt_code){.context = image,
                     .isa = image->isa,
                     .at = code_at,
                     .bytes = code_bytes,
                     .generation = code_generation,
                     .advance = code_advance,
                     .next_change = code_next_change};
}
