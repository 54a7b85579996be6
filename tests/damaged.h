/* SPDX-License-Identifier: Apache-2.0 */
/* Damage to the bytes of a stream, of several kinds, by a seed. */
#ifndef NT_TESTS_DAMAGED_H
#define NT_TESTS_DAMAGED_H

#include "sim/util/random.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { DAMAGE_BYTES = 1 << 19 };

typedef enum damage_kind {
    DAMAGE_BIT,
    DAMAGE_BITS,
    DAMAGE_LOST,
    DAMAGE_LOST_MORE,
    DAMAGE_ADDED,
    DAMAGE_ADDED_MORE,
    DAMAGE_ZEROS,
    DAMAGE_ONES,
    DAMAGE_SEVERAL,
    DAMAGE_FRONT,
    DAMAGE_WRAPPED,
    DAMAGE_END,
    DAMAGE_KINDS,
} damage_kind;

static const char *const damage_names[DAMAGE_KINDS] = {
    [DAMAGE_BIT] = "one bit flipped",
    [DAMAGE_BITS] = "2 to 8 bits flipped in 8 bytes",
    [DAMAGE_LOST] = "a byte lost",
    [DAMAGE_LOST_MORE] = "2 to 40 bytes lost",
    [DAMAGE_ADDED] = "a byte inserted",
    [DAMAGE_ADDED_MORE] = "2 to 40 bytes inserted",
    [DAMAGE_ZEROS] = "1 to 20 bytes become 0x00",
    [DAMAGE_ONES] = "1 to 20 bytes become 0xff",
    [DAMAGE_SEVERAL] = "2 to 4 of these",
    [DAMAGE_FRONT] = "the beginning cut off",
    [DAMAGE_WRAPPED] = "the same, and the decoder knows",
    [DAMAGE_END] = "the end cut off",
};

typedef struct damaged {
    size_t size;
    size_t first;       /* where it begins, in the sound stream */
    size_t last;        /* first byte behind it there; it is as it was */
    bool begins_within; /* the decoder is told so */
    uint8_t bytes[DAMAGE_BYTES];
} damaged;

/* Replaces `lost` bytes by `size` others. */
static inline void damage_replace(damaged *d, size_t at, size_t lost, const uint8_t *bytes,
                                  size_t size) {
    assert(d->size + size < DAMAGE_BYTES && at + lost <= d->size);
    memmove(d->bytes + at + size, d->bytes + at + lost, d->size - at - lost);
    if (size != 0) {
        memcpy(d->bytes + at, bytes, size);
    }
    d->size += size;
    d->size -= lost;
}

static inline size_t damage_flip(damaged *d, nt_random *random, size_t at, size_t left,
                                 uint32_t bits) {
    size_t size = bits == 1 ? 1 : left < 8 ? left : 8;
    for (uint32_t i = 0; i < bits; i++) {
        size_t byte = at + nt_random_below(random, (uint32_t)size);
        d->bytes[byte] ^= (uint8_t)(1U << nt_random_below(random, 8));
    }
    return size;
}

/* One damage at `at`, of a kind up to DAMAGE_ONES; how many bytes of the stream it takes, none of
   them from `end` on. */
static inline size_t damage_once(damaged *d, nt_random *random, damage_kind kind, size_t at,
                                 size_t end) {
    static const uint8_t most[] = {1, 8, 1, 40, 1, 40, 20, 20};
    static const uint8_t least[] = {1, 2, 1, 2, 1, 2, 1, 1};
    uint8_t bytes[64];
    size_t left = end - at;
    size_t size = nt_random_between(random, least[kind], most[kind]);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = kind == DAMAGE_ZEROS  ? 0x00
                   : kind == DAMAGE_ONES ? 0xff
                                         : (uint8_t)nt_random_next(random);
    }
    size_t taken = size < left ? size : left;
    switch (kind) {
    case DAMAGE_BIT:
    case DAMAGE_BITS:
        return damage_flip(d, random, at, left, (uint32_t)size);
    case DAMAGE_LOST:
    case DAMAGE_LOST_MORE:
        damage_replace(d, at, taken, bytes, 0);
        return taken;
    case DAMAGE_ADDED:
    case DAMAGE_ADDED_MORE:
        damage_replace(d, at, 0, bytes, size);
        return 0;
    default:
        damage_replace(d, at, taken, bytes, taken);
        return taken;
    }
}

/* From the last place to the first, so that places in the sound stream stay what they are. */
static inline void damage_several(damaged *d, nt_random *random) {
    size_t end = d->size;
    d->last = 0;
    for (uint32_t i = nt_random_between(random, 2, 4); i > 0 && end > 0; i--) {
        size_t most = d->last == 0 ? end : end < 200 ? end : 200;
        size_t at = end - nt_random_between(random, 1, (uint32_t)most);
        damage_kind kind = (damage_kind)nt_random_below(random, DAMAGE_SEVERAL);
        size_t taken = damage_once(d, random, kind, at, end);
        d->last = d->last == 0 ? at + taken : d->last;
        d->first = at;
        end = at;
    }
}

/* Makes of a stream a damaged one. */
static inline void damage_make(damaged *d, const uint8_t *bytes, size_t size, nt_random *random,
                               damage_kind kind) {
    assert(size <= DAMAGE_BYTES);
    memcpy(d->bytes, bytes, size);
    d->size = size;
    size_t at = nt_random_below(random, (uint32_t)size);
    d->first = at;
    d->last = at;
    d->begins_within = kind == DAMAGE_WRAPPED;
    if (kind == DAMAGE_FRONT || kind == DAMAGE_WRAPPED) {
        d->first = 0;
        damage_replace(d, 0, at, NULL, 0);
    } else if (kind == DAMAGE_END) {
        d->last = d->size;
        d->size = at;
    } else if (kind == DAMAGE_SEVERAL) {
        damage_several(d, random);
    } else {
        d->last += damage_once(d, random, kind, at, size);
    }
}

#endif
