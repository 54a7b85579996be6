/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes of an image: pieces by address. */
#include "libntrace/program/program_internal.h"
#include "libntrace/util/search.h"

#include <stdlib.h>

size_t nt_pieces_at(const nt_pieces *pieces, uint64_t pc, const uint8_t **bytes) {
    size_t behind = nt_first_behind(pieces->piece, pieces->count, sizeof *pieces->piece,
                                    offsetof(nt_piece, start), pc);
    const nt_piece *piece = behind == 0 ? NULL : &pieces->piece[behind - 1];
    if (piece == NULL || pc - piece->start >= piece->size) {
        return 0;
    }
    *bytes = piece->bytes + (pc - piece->start);
    return (size_t)(piece->size - (pc - piece->start));
}

static int by_start(const void *a, const void *b) {
    const nt_piece *x = a;
    const nt_piece *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

static uint64_t last_of(const nt_piece *piece) {
    return piece->start + (piece->size - 1);
}

/* The part of `segment` from `from` on that comes before the first of the `count` sorted pieces
   behind it; `from` moves behind what is taken. False: nothing is left. */
static bool next_part(const nt_piece *segment, uint64_t *from, const nt_piece *pieces, size_t count,
                      nt_piece *part) {
    uint64_t last = last_of(segment);
    for (size_t i = 0; i < count; i++) {
        if (last_of(&pieces[i]) < *from) {
            continue;
        }
        if (pieces[i].start > *from) {
            last = pieces[i].start - 1 < last ? pieces[i].start - 1 : last;
            break;
        }
        if (last_of(&pieces[i]) >= last) {
            return false;
        }
        *from = last_of(&pieces[i]) + 1;
    }
    *part = (nt_piece){.start = *from,
                       .size = last - *from + 1,
                       .bytes = segment->bytes + (*from - segment->start)};
    return true;
}

int nt_pieces_make(nt_pieces *pieces, const nt_piece *segments, size_t count) {
    /* Each start and each end of a segment cuts once at the most: n segments leave at most 2n - 1
       pieces. */
    nt_piece *made = calloc(2 * count + 1, sizeof *made);
    if (made == NULL) {
        return -1;
    }
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t from = segments[i].start;
        size_t before = used;
        nt_piece part;
        while (segments[i].size != 0 && next_part(&segments[i], &from, made, before, &part)) {
            made[used++] = part;
            if (last_of(&part) == last_of(&segments[i])) {
                break;
            }
            from = last_of(&part) + 1;
        }
        qsort(made, used, sizeof *made, by_start);
    }
    *pieces = (nt_pieces){made, used};
    return 0;
}
