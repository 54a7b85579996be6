/* SPDX-License-Identifier: Apache-2.0 */
#include "receive/alignment.h"

#include <string.h>

enum { IDLE = 0xff, MSEO = 3, MSEO_NORMAL = 0, MSEO_RESERVED = 2, MSEO_END_OF_MESSAGE = 3 };

static void begin_anywhere(nt_alignment *a) {
    a->count = 0;
    for (unsigned i = 0; i < 2u * a->line.places; i++) {
        a->candidate[a->count++] =
            (nt_candidate){.place = (uint8_t)(i / 2), .blind = i >= 2, .inside = i % 2 != 0};
    }
}

void nt_alignment_init(nt_alignment *a, const nt_pib_line *line, bool known) {
    memset(a, 0, sizeof *a);
    a->line = *line;
    begin_anywhere(a);
    if (known) {
        a->count = 1; /* the first one: between messages */
    }
}

/* A candidate that is not alone yet holds what fits, and drops the oldest messages for the rest. */
static void hold(nt_candidate *c, uint8_t byte, bool begins) {
    if (begins && c->held > NT_HELD_BYTES / 2) {
        c->held = 0;
    }
    c->known |= begins;
    if (c->held == NT_HELD_BYTES) {
        c->held = 0;
        c->known = false; /* longer than any message: the rest of it is not wanted */
    }
    if (c->known) {
        c->byte[c->held++] = byte;
    }
}

void nt_candidate_byte(nt_candidate *c, uint8_t byte) {
    unsigned mseo = byte & MSEO;
    if (c->blind) {
        c->blind = false; /* its MSEO may have gone by; `inside` says how it is taken */
    } else if (!c->inside) {
        if (byte != IDLE) {
            c->broken |= mseo != MSEO_NORMAL;
            c->inside = true;
            hold(c, byte, true);
        }
    } else {
        c->broken |= mseo == MSEO_RESERVED;
        hold(c, byte, false);
        c->inside = mseo != MSEO_END_OF_MESSAGE;
        c->known &= c->inside;
    }
}

static bool same_place(const nt_candidate *a, const nt_candidate *b) {
    return a->place == b->place && a->blind == b->blind && a->inside == b->inside &&
           a->bits == b->bits;
}

/* Two that have come to the same place go on as one, which does not know what was before. */
static void merge(nt_candidate *into, const nt_candidate *other) {
    bool agree = into->held == other->held && into->known == other->known &&
                 memcmp(into->byte, other->byte, into->held) == 0;
    if (!agree) {
        into->held = 0;
        into->known = false;
    }
}

static void drop_broken(nt_alignment *a) {
    unsigned left = 0;
    for (unsigned i = 0; i < a->count; i++) {
        nt_candidate *c = &a->candidate[i];
        unsigned same = 0;
        while (same < left && !same_place(&a->candidate[same], c)) {
            same++;
        }
        if (c->broken) {
            continue;
        }
        if (same < left) {
            merge(&a->candidate[same], c);
        } else if (left++ != i) {
            a->candidate[left - 1] = *c;
        }
    }
    a->count = (uint8_t)left;
}

static void deliver(nt_alignment *a) {
    nt_candidate *c = &a->candidate[0];
    memcpy(a->byte, c->byte, c->held);
    a->received = c->held;
    c->held = 0;
}

void nt_alignment_step(nt_alignment *a, uint16_t symbol) {
    a->received = 0;
    for (unsigned i = 0; i < a->count; i++) {
        a->line.step(&a->candidate[i], &a->line, symbol);
    }
    if (a->count == 1 && !a->candidate[0].broken) {
        deliver(a);
        return;
    }
    drop_broken(a);
    if (a->count == 0) {
        a->lost++;
        begin_anywhere(a);
    } else if (a->count == 1) {
        deliver(a);
    }
}
