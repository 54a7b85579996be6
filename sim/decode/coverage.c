/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/coverage.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE_SHIFT = 10, /* bytes of code */
    SLOTS = 1 << (PAGE_SHIFT - 1),
    FIRST_ROOM = 64,
};

typedef struct counts {
    uint64_t runs; /* that begin here, less those that end before here (modulo 2^64); then sums */
    uint64_t jumps;
    uint64_t cuts;
} counts;

typedef struct page_key {
    uint64_t number; /* address >> PAGE_SHIFT */
    uint32_t image;
} page_key;

typedef struct page {
    page_key key;
    counts at[SLOTS];
} page;

struct nt_coverage {
    page **slots; /* a hash table; NULL: free */
    size_t room;  /* a power of 2 */
    size_t count;
    page *last;
    page **sorted; /* by image and address, once all is summed up */
};

static size_t hash(uint32_t image, uint64_t number) {
    uint64_t key = (number + ((uint64_t)image << 40)) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(key >> 20);
}

static page **slot_of(const nt_coverage *c, uint32_t image, uint64_t number) {
    size_t at = hash(image, number) & (c->room - 1);
    while (c->slots[at] != NULL &&
           (c->slots[at]->key.number != number || c->slots[at]->key.image != image)) {
        at = (at + 1) & (c->room - 1);
    }
    return &c->slots[at];
}

nt_coverage *nt_coverage_new(void) {
    nt_coverage *c = calloc(1, sizeof *c);
    if (c != NULL) {
        c->room = FIRST_ROOM;
        c->slots = calloc(c->room, sizeof(page *));
    }
    if (c != NULL && c->slots == NULL) {
        free(c);
        return NULL;
    }
    return c;
}

void nt_coverage_free(nt_coverage *c) {
    if (c != NULL) {
        for (size_t i = 0; i < c->room; i++) {
            free(c->slots[i]);
        }
        free(c->slots);
        free(c->sorted);
        free(c);
    }
}

static bool grow(nt_coverage *c) {
    nt_coverage more = {.room = 2 * c->room, .slots = calloc(2 * c->room, sizeof(page *))};
    if (more.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < c->room; i++) {
        if (c->slots[i] != NULL) {
            *slot_of(&more, c->slots[i]->key.image, c->slots[i]->key.number) = c->slots[i];
        }
    }
    free(c->slots);
    c->slots = more.slots;
    c->room = more.room;
    return true;
}

static page *make_page(nt_coverage *c, uint32_t image, uint64_t number) {
    page **slot = slot_of(c, image, number);
    if (*slot != NULL) {
        return *slot;
    }
    if (2 * c->count >= c->room) {
        if (!grow(c)) {
            return NULL;
        }
        slot = slot_of(c, image, number);
    }
    page *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->key.number = number;
        made->key.image = image;
        c->count++;
        *slot = made;
    }
    return made;
}

/* NULL without memory. */
static inline counts *at(nt_coverage *c, uint32_t image, uint64_t address) {
    page *p = c->last;
    if (p == NULL || p->key.number != address >> PAGE_SHIFT || p->key.image != image) {
        p = make_page(c, image, address >> PAGE_SHIFT);
        if (p == NULL) {
            return NULL;
        }
        c->last = p;
    }
    return &p->at[address / 2 % SLOTS];
}

int nt_coverage_run(nt_coverage *c, uint32_t image, uint64_t start, uint64_t end, uint64_t times) {
    counts *first = at(c, image, start);
    counts *behind = at(c, image, end);
    if (first == NULL || behind == NULL) {
        return -1;
    }
    first->runs += times;
    behind->runs -= times;
    return 0;
}

int nt_coverage_jump(nt_coverage *c, uint32_t image, uint64_t end, uint64_t times) {
    counts *behind = at(c, image, end);
    if (behind != NULL) {
        behind->jumps += times;
    }
    return behind == NULL ? -1 : 0;
}

int nt_coverage_cut(nt_coverage *c, uint32_t image, uint64_t end) {
    counts *behind = at(c, image, end);
    if (behind != NULL) {
        behind->cuts++;
    }
    return behind == NULL ? -1 : 0;
}

int nt_coverage_merge(nt_coverage *into, const nt_coverage *from) {
    for (size_t i = 0; i < from->room; i++) {
        const page *f = from->slots[i];
        page *p = f == NULL ? NULL : make_page(into, f->key.image, f->key.number);
        if (f != NULL && p == NULL) {
            return -1;
        }
        for (size_t k = 0; f != NULL && k < SLOTS; k++) {
            p->at[k].runs += f->at[k].runs;
            p->at[k].jumps += f->at[k].jumps;
            p->at[k].cuts += f->at[k].cuts;
        }
    }
    return 0;
}

static bool is_before(const page *page, const page_key *key) {
    return page->key.image != key->image ? page->key.image < key->image
                                         : page->key.number < key->number;
}

static int by_address(const void *a, const void *b) {
    const page *x = *(page *const *)a;
    const page *y = *(page *const *)b;
    return is_before(x, &y->key) ? -1 : is_before(y, &x->key);
}

int nt_coverage_sum_up(nt_coverage *c) {
    size_t used = 0;
    uint64_t sum = 0;
    c->sorted = calloc(c->count + 1, sizeof(page *));
    if (c->sorted == NULL) {
        return -1;
    }
    for (size_t i = 0; i < c->room; i++) {
        if (c->slots[i] != NULL) {
            c->sorted[used++] = c->slots[i];
        }
    }
    qsort(c->sorted, used, sizeof(page *), by_address);
    for (size_t i = 0; i < used; i++) {
        for (size_t k = 0; k < SLOTS; k++) {
            sum += c->sorted[i]->at[k].runs;
            c->sorted[i]->at[k].runs = sum;
        }
    }
    return 0;
}

/* Runs over whole pages leave none of their own: as often as the last place before. */
static uint64_t runs_over(const nt_coverage *c, uint32_t image, uint64_t number) {
    const page_key key = {number, image};
    size_t low = 0;
    size_t high = c->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before(c->sorted[middle], &key)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == 0 || c->sorted[low - 1]->key.image != image
               ? 0
               : c->sorted[low - 1]->at[SLOTS - 1].runs;
}

uint64_t nt_coverage_count(const nt_coverage *c, uint32_t image, uint64_t address) {
    const page *p = *slot_of(c, image, address >> PAGE_SHIFT);
    return p == NULL ? runs_over(c, image, address >> PAGE_SHIFT) : p->at[address / 2 % SLOTS].runs;
}

uint64_t nt_coverage_jumps(const nt_coverage *c, uint32_t image, uint64_t end) {
    const page *p = *slot_of(c, image, end >> PAGE_SHIFT);
    return p == NULL ? 0 : p->at[end / 2 % SLOTS].jumps;
}

uint64_t nt_coverage_cuts(const nt_coverage *c, uint32_t image, uint64_t end) {
    const page *p = *slot_of(c, image, end >> PAGE_SHIFT);
    return p == NULL ? 0 : p->at[end / 2 % SLOTS].cuts;
}
