/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/profile/rows.h"

#include <stdlib.h>

nt_cell nt_profile_cell(const uint64_t count[NT_PROFILE_COUNTS], nt_profile_count which) {
    return (nt_cell){.exact = count[NT_PROFILE_EXACT], .samples = count[which]};
}

/* By image and function, those without one first; these by entry. */
static int by_row(const void *a, const void *b) {
    const nt_profile_row *x = a;
    const nt_profile_row *y = b;
    const nt_function *f = x->function;
    const nt_function *g = y->function;
    if (f == NULL || g == NULL) {
        return f != g ? (f != NULL) - (g != NULL) : (x->entry > y->entry) - (x->entry < y->entry);
    }
    return f->image != g->image ? (f->image > g->image) - (f->image < g->image)
                                : (f->index > g->index) - (f->index < g->index);
}

static int by_events(const void *a, const void *b) {
    const nt_profile_row *x = a;
    const nt_profile_row *y = b;
    const uint64_t m = x->count[NT_PROFILE_EXACT];
    const uint64_t n = y->count[NT_PROFILE_EXACT];
    return m != n ? (m < n) - (m > n) : by_row(a, b);
}

/* Makes one row of those that are the same. */
static void unite(nt_profile *p) {
    size_t kept = 0;
    for (size_t i = 0; i < p->row_count; i++) {
        if (kept == 0 || by_row(&p->rows[kept - 1], &p->rows[i]) != 0) {
            p->rows[kept++] = p->rows[i];
            continue;
        }
        for (unsigned c = 0; c < NT_PROFILE_COUNTS; c++) {
            p->rows[kept - 1].count[c] += p->rows[i].count[c];
        }
    }
    p->row_count = kept;
}

static int make_rows(nt_profile *p) {
    const nt_places *places = &p->places;
    p->rows = calloc(places->count + 1, sizeof *p->rows);
    if (p->rows == NULL) {
        return -1;
    }
    for (size_t i = 0; i < places->count; i++) {
        const nt_profile_place *place = &places->places[i];
        nt_profile_row *row = &p->rows[i];
        row->function = place->function;
        row->entry = place->function == NULL ? nt_places_entry(places, place->pc) : 0;
        for (unsigned c = 0; c < NT_PROFILE_COUNTS; c++) {
            row->count[c] = place->count[c];
        }
    }
    p->row_count = places->count;
    qsort(p->rows, p->row_count, sizeof *p->rows, by_row);
    unite(p);
    qsort(p->rows, p->row_count, sizeof *p->rows, by_events);
    return 0;
}

int nt_profile_rows(nt_profile *p) {
    if (make_rows(p) != 0) {
        return -1;
    }
    nt_cell *cells = calloc(p->places.count + 1, sizeof *cells);
    if (cells == NULL) {
        return -1;
    }
    for (unsigned c = NT_PROFILE_SAMPLES; c < NT_PROFILE_COUNTS; c++) {
        for (size_t i = 0; i < p->row_count; i++) {
            cells[i] = nt_profile_cell(p->rows[i].count, c);
        }
        p->functions.fit[c] = nt_fit_of(cells, p->row_count);
        for (size_t i = 0; i < p->places.count; i++) {
            cells[i] = nt_profile_cell(p->places.places[i].count, c);
        }
        p->addresses.fit[c] = nt_fit_of(cells, p->places.count);
    }
    free(cells);
    return 0;
}
