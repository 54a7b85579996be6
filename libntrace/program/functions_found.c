/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of code without a symbol table: whoever is called, pointed to, or makes room on the
   stack behind an end of control flow begins one. A good guess, no more. */
#include "libntrace/program/program_internal.h"
#include "libntrace/util/little.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_ROOM = 24, /* "sub_" and 16 digits */
    MOST_FOUND = 1 << 21,
};

typedef struct search {
    nt_program_image *image;
    const nt_pieces *code;
    nt_symbol *found;
    size_t count;
    size_t room;
    bool full;
    bool no_memory;
} search;

static int by_start(const void *a, const void *b) {
    const nt_symbol *x = a;
    const nt_symbol *y = b;
    return x->start != y->start ? (x->start < y->start ? -1 : 1) : x->rank - y->rank;
}

/* Each start once, a symbol before what was found. */
static void drop_doubles(search *s) {
    size_t kept = 0;
    if (s->count == 0) {
        return;
    }
    qsort(s->found, s->count, sizeof *s->found, by_start);
    for (size_t i = 0; i < s->count; i++) {
        if (kept == 0 || s->found[kept - 1].start != s->found[i].start) {
            s->found[kept++] = s->found[i];
        }
    }
    s->count = kept;
}

/* Calls are many, functions fewer; what has more than MOST_FOUND / 2 of them is no program, and
   the rest goes without. */
static bool has_room(search *s) {
    if (s->count == MOST_FOUND && !s->full) {
        drop_doubles(s);
        s->full = s->count > MOST_FOUND / 2;
    }
    return !s->full;
}

static void add(search *s, const nt_symbol *symbol) {
    if (!has_room(s)) {
        return;
    }
    if (s->count == s->room) {
        size_t room = s->room == 0 ? 1024 : 2 * s->room;
        nt_symbol *found = realloc(s->found, room * sizeof *found);
        if (found == NULL) {
            s->no_memory = true;
            return;
        }
        s->found = found;
        s->room = room;
    }
    s->found[s->count++] = *symbol;
}

static void add_start(search *s, uint64_t address) {
    const uint8_t *bytes;
    size_t room = nt_pieces_at(s->code, address, &bytes);
    if (room != 0 && address % 2 == 0) {
        add(s, &(nt_symbol){
                   .start = address, .end = address + room, .name = "", .rank = NT_RANK_LABEL});
    }
}

static uint32_t word_at(const uint8_t *bytes, size_t available) {
    uint8_t word[4] = {0};
    memcpy(word, bytes, available < 4 ? available : 4);
    return nt_little_32(word);
}

static uint32_t field(uint32_t word, unsigned low, unsigned width) {
    return word >> low & ((1U << width) - 1);
}

/* addi sp, sp, -N in its three encodings. */
static bool makes_room(uint32_t word) {
    if ((word & 3) == 3) {
        return (word & 0x800fffff) == 0x80010113;
    }
    return (word & 0xff83) == 0x7101 || (word & 0xff83) == 0x1101;
}

/* Nothing goes on behind it. */
static bool ends_flow(nt_insn_class class_) {
    return class_ == NT_INSN_DIRECT_JUMP || class_ == NT_INSN_INDIRECT_JUMP ||
           class_ == NT_INSN_RETURN || class_ == NT_INSN_TRAP_RETURN;
}

/* What auipc and the instruction behind it, addi or jalr, name together; odd: they are no such
   pair. */
static uint64_t pair_target(uint32_t first, uint64_t pc, uint32_t second) {
    uint32_t rd = field(first, 7, 5);
    bool addi = (second & 0x707f) == 0x13 && field(second, 7, 5) == rd;
    bool jalr = (second & 0x707f) == 0x67;
    if ((first & 0x7f) != 0x17 || field(second, 15, 5) != rd || (!addi && !jalr)) {
        return 1;
    }
    return pc + (uint64_t)(int64_t)(int32_t)(first & 0xfffff000) +
           (uint64_t)((int64_t)(int32_t)second >> 20);
}

static void sweep(search *s, const nt_piece *piece) {
    const nt_isa isa = {.xlen = (uint8_t)s->image->xlen};
    uint32_t before = 0;
    bool ended = true;
    nt_insn insn;
    for (uint64_t at = 0; at + 1 < piece->size; at += insn.size) {
        uint64_t pc = piece->start + at;
        size_t available = piece->size - at < 8 ? (size_t)(piece->size - at) : 8;
        uint32_t word = word_at(piece->bytes + at, available);
        if (nt_insn_decode(&insn, piece->bytes + at, available, pc, &isa) != 0) {
            insn = (nt_insn){.size = 2}; /* no instruction is so long: data */
        }
        if (insn.class_ == NT_INSN_DIRECT_CALL) {
            add_start(s, insn.target);
        } else if (ended && (at == 0 || makes_room(word))) {
            add_start(s, pc);
        } else if (insn.size == 4) {
            add_start(s, pair_target(before, pc - 4, word) & s->image->mask);
        }
        ended = ends_flow(insn.class_);
        before = insn.size == 4 ? word : 0;
    }
}

/* Symbols stay as they are; of what was found, one an address, outside of them, gets a name. */
static int name_all(search *s) {
    drop_doubles(s);
    char *names = malloc(s->count * NAME_ROOM + 1);
    size_t kept = 0;
    uint64_t end = 0;
    for (size_t i = 0; i < s->count && names != NULL; i++) {
        nt_symbol *symbol = &s->found[i];
        if (*symbol->name == '\0' && symbol->start < end) {
            continue;
        }
        if (*symbol->name == '\0') {
            char *name = names + kept * NAME_ROOM;
            uint64_t link = (symbol->start - s->image->spec.offset) & s->image->mask;
            (void)snprintf(name, NAME_ROOM, "sub_%" PRIx64, link);
            symbol->name = name;
        } else if (symbol->start + symbol->size > end) {
            end = symbol->start + symbol->size;
        }
        s->found[kept++] = *symbol;
    }
    s->count = kept;
    s->image->found_names = names;
    return names == NULL ? -1 : 0;
}

/* The symbols that there are, as functions, make room for all of them. */
static void take_functions(search *s) {
    for (size_t i = 0; i < s->image->function_count; i++) {
        const nt_function *f = &s->image->functions[i];
        add(s, &(nt_symbol){.start = f->start,
                            .size = f->size,
                            .end = f->start + f->size,
                            .name = f->name,
                            .rank = NT_RANK_GLOBAL});
    }
}

int nt_functions_find(nt_program_image *image, const nt_pieces *code, uint64_t most,
                      const uint64_t *starts, size_t start_count) {
    search s = {.image = image, .code = code};
    take_functions(&s);
    for (size_t i = 0; i < code->count && code->piece[i].size <= most; i++) {
        most -= code->piece[i].size;
        sweep(&s, &code->piece[i]);
    }
    for (size_t i = 0; i < start_count; i++) {
        add_start(&s, starts[i]);
    }
    int result = s.no_memory || name_all(&s) != 0 ? -1 : 0;
    if (result == 0) {
        free(image->functions);
        free(image->ranges);
        image->functions = NULL;
        image->ranges = NULL;
        image->function_count = 0;
        image->range_count = 0;
        result = nt_functions_set(image, s.found, s.count);
    }
    free(s.found);
    return result;
}
