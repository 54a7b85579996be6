/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols become functions: one a start address, and which of them covers an address. */
#include "libntrace/program/program_internal.h"

#include <stdlib.h>
#include <string.h>

static int by_address(const void *a, const void *b) {
    const nt_symbol *x = a;
    const nt_symbol *y = b;
    if (x->start != y->start) {
        return x->start < y->start ? -1 : 1;
    }
    if (x->rank != y->rank) {
        return x->rank < y->rank ? -1 : 1;
    }
    if (x->size != y->size) {
        return x->size > y->size ? -1 : 1;
    }
    return strcmp(x->name, y->name);
}

/* Keeps the best symbol of each address, and no labels within functions whose size is told. */
static size_t choose(nt_symbol *symbols, size_t count) {
    size_t kept = 0;
    uint64_t end = 0; /* of the functions so far */
    for (size_t i = 0; i < count; i++) {
        const nt_symbol *symbol = &symbols[i];
        bool alias = kept > 0 && symbols[kept - 1].start == symbol->start;
        if (alias && symbols[kept - 1].size == 0) {
            symbols[kept - 1].size = symbol->size;
        } else if (!alias && (symbol->rank < NT_RANK_LABEL || symbol->start >= end)) {
            symbols[kept++] = *symbol;
        }
        if (symbol->rank < NT_RANK_LABEL && symbol->start + symbol->size > end) {
            end = symbol->start + symbol->size;
        }
    }
    return kept;
}

static nt_function function_of(const nt_program_image *image, const nt_symbol *symbols,
                               size_t count, size_t i) {
    uint64_t room = symbols[i].end - symbols[i].start;
    uint64_t size = symbols[i].size;
    if (size == 0) {
        size = i + 1 < count ? symbols[i + 1].start - symbols[i].start : room;
    }
    return (nt_function){.name = symbols[i].name,
                         .start = symbols[i].start,
                         .size = size < room ? size : room,
                         .image = image->index,
                         .index = (uint32_t)i};
}

static void add_range(nt_program_image *image, uint64_t start, uint64_t end, uint32_t function) {
    if (start < end) {
        image->ranges[image->range_count++] = (nt_function_range){start, end, function};
    }
}

static uint64_t end_of(const nt_program_image *image, uint32_t function) {
    return image->functions[function].start + image->functions[function].size;
}

/* Functions may lie in others (local labels with sizes, broken sizes): an address belongs to the
   one that starts last. `open` is a stack of those that the sweep is in. */
static void cut_ranges(nt_program_image *image, uint32_t *open) {
    size_t depth = 0;
    uint64_t at = 0;
    for (size_t i = 0; i <= image->function_count; i++) {
        bool last = i == image->function_count;
        uint64_t start = last ? UINT64_MAX : image->functions[i].start;
        while (depth > 0 && (last || end_of(image, open[depth - 1]) <= start)) {
            uint64_t end = end_of(image, open[--depth]);
            add_range(image, at, end, open[depth]);
            at = at < end ? end : at;
        }
        if (depth > 0) {
            add_range(image, at, start, open[depth - 1]);
        }
        at = start;
        if (!last) {
            open[depth++] = (uint32_t)i;
        }
    }
}

int nt_functions_set(nt_program_image *image, nt_symbol *symbols, size_t count) {
    if (count == 0) {
        return 0;
    }
    qsort(symbols, count, sizeof *symbols, by_address);
    count = choose(symbols, count);
    uint32_t *open = calloc(count, sizeof *open);
    image->functions = calloc(count, sizeof *image->functions);
    image->ranges = calloc(2 * count, sizeof *image->ranges); /* each start and each end cuts */
    if (open == NULL || image->functions == NULL || image->ranges == NULL) {
        free(open);
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        image->functions[i] = function_of(image, symbols, count, i);
    }
    image->function_count = count;
    cut_ranges(image, open);
    free(open);
    return 0;
}
