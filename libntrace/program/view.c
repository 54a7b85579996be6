/* SPDX-License-Identifier: Apache-2.0 */
/* What one hart sees of a program. */
#include "libntrace/program/view_internal.h"

#include "libntrace/program/image_read.h"
#include "libntrace/util/error.h"
#include "libntrace/util/search.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_INSN = 24 }; /* bytes of the longest instruction, a little more */

/* Life. */

/* The recording as `hart` had it; read when it is first asked for. */
static nt_image *hart_image(nt_program_image *image, unsigned hart, nt_error *error) {
    for (size_t i = 0; i < image->hart_count; i++) {
        if (image->harts[i].hart == hart) {
            return image->harts[i].image;
        }
    }
    nt_hart_image *harts = realloc(image->harts, (image->hart_count + 1) * sizeof *harts);
    nt_image *read = NULL;
    if (harts == NULL) {
        nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", image->path);
        return NULL;
    }
    image->harts = harts;
    if (image->reader == NULL && nt_reader_open(&image->reader, image->path, error) != 0) {
        return NULL;
    }
    int result = nt_image_read_recording(&read, image->reader, image->path, hart, error);
    nt_reader_close(image->reader);
    image->reader = NULL;
    if (result != 0) {
        return NULL;
    }
    harts[image->hart_count++] = (nt_hart_image){.hart = hart, .image = read};
    return read;
}

/* Code that changes or is decoded as it is asked for is the view's own. */
static int load(nt_view *view, nt_program_image *image, nt_error *error) {
    const nt_image *from = image->typed;
    if (image->recording && (from = hart_image(image, view->hart, error)) == NULL) {
        return -1;
    }
    if (from != NULL && (view->loaded[image->index] = nt_image_copy(from)) == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", image->path);
    }
    return 0;
}

/* Recordings come first. */
static void put_in_order(nt_view *view) {
    size_t used = 0;
    for (int others = 0; others < 2; others++) {
        for (size_t i = 0; i < view->program->count; i++) {
            if (view->program->images[i]->recording == (others == 0)) {
                view->order[used++] = (uint32_t)i;
            }
        }
    }
}

nt_view *nt_view_new(nt_program *program, unsigned hart, nt_error *error) {
    nt_view *view = calloc(1, sizeof *view);
    if (view == NULL) {
        nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    view->program = program;
    view->hart = hart;
    view->isa.xlen = (uint8_t)nt_program_xlen(program);
    view->mask = view->isa.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    view->loaded = calloc(program->count + 1, sizeof(nt_image *));
    view->order = calloc(program->count + 1, sizeof *view->order);
    view->visible = calloc(program->count + 1, sizeof *view->visible);
    int result = 0;
    if (view->loaded == NULL || view->order == NULL || view->visible == NULL) {
        result = nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < program->count && result == 0; i++) {
        result = load(view, program->images[i], error);
    }
    if (result != 0) {
        nt_view_free(view);
        return NULL;
    }
    put_in_order(view);
    nt_view_set(view, 0, false, 0, false, 0);
    return view;
}

void nt_view_free(nt_view *view) {
    if (view != NULL) {
        for (size_t i = 0; view->loaded != NULL && i < view->program->count; i++) {
            nt_image_free(view->loaded[i]);
        }
        free(view->loaded);
        free(view->order);
        free(view->visible);
        free(view);
    }
}

static void note_generation(nt_view *view) {
    view->generation = 0;
    for (size_t i = 0; i < view->program->count; i++) {
        if (view->loaded[i] != NULL) {
            view->generation += nt_image_generation(view->loaded[i]);
        }
    }
}

void nt_view_set_isa(nt_view *view, const nt_isa *isa) {
    uint8_t xlen = view->isa.xlen;
    view->isa = *isa;
    view->isa.xlen = xlen;
    for (size_t i = 0; i < view->program->count; i++) {
        if (view->loaded[i] != NULL) {
            nt_image_set_isa(view->loaded[i], isa);
        }
    }
    note_generation(view);
}

/* Which images are visible. */

static bool applies(const nt_view *view, const nt_image_spec *spec) {
    return (spec->modes == 0 || view->mode == 0 || (spec->modes & view->mode) != 0) &&
           (!spec->has_scontext || !view->has_scontext || spec->scontext == view->scontext) &&
           (!spec->has_hcontext || !view->has_hcontext || spec->hcontext == view->hcontext);
}

/* The same images are the same space, whatever the context is called: FNV-1a over their indices. */
static void look(nt_view *view) {
    uint64_t space = UINT64_C(0xcbf29ce484222325);
    size_t used = 0;
    for (size_t i = 0; i < view->program->count; i++) {
        uint32_t index = view->order[i];
        if (applies(view, &view->program->images[index]->spec)) {
            view->visible[used++] = index;
            space = (space ^ index) * UINT64_C(0x100000001b3);
        }
    }
    view->visible_count = used;
    view->space = space;
}

void nt_view_set(nt_view *view, uint8_t mode, bool has_scontext, uint64_t scontext,
                 bool has_hcontext, uint64_t hcontext) {
    view->mode = mode;
    view->has_scontext = has_scontext;
    view->scontext = scontext;
    view->has_hcontext = has_hcontext;
    view->hcontext = hcontext;
    look(view);
}

/* PRV and V as NT_MODE_*; machine mode is never virtual. */
static uint8_t mode_of(const nt_flow_event *event) {
    unsigned prv = event->ownership.prv;
    return (uint8_t)(1U << (event->ownership.v && prv < 2 ? prv + 5 : prv));
}

void nt_view_take(nt_view *view, const nt_flow_event *event) {
    if (event->kind != NT_FLOW_OWNERSHIP) {
        return;
    }
    view->mode = mode_of(event);
    if (event->ownership.format == 2) {
        view->has_scontext = true;
        view->scontext = event->ownership.context;
    } else if (event->ownership.format == 3) {
        view->has_hcontext = true;
        view->hcontext = event->ownership.context;
    }
    look(view);
}

/* Code. */

/* How many bytes are known in a row at `pc` in image `index`, at most `size`; copies them. */
static size_t bytes_in(const nt_view *view, uint32_t index, uint64_t pc, uint8_t *bytes,
                       size_t size) {
    const nt_image *loaded = view->loaded[index];
    const uint8_t *from;
    if (loaded != NULL) {
        return nt_image_bytes(loaded, pc, bytes, size);
    }
    size_t known = nt_pieces_at(&view->program->images[index]->code, pc, &from);
    known = known < size ? known : size;
    if (known != 0) {
        memcpy(bytes, from, known);
    }
    return known;
}

size_t nt_view_bytes(const nt_view *view, uint64_t pc, uint8_t *bytes, size_t size) {
    size_t done = 0;
    size_t i = 0;
    while (done < size && i < view->visible_count) {
        size_t part =
            bytes_in(view, view->visible[i], (pc + done) & view->mask, bytes + done, size - done);
        done += part;
        i = part != 0 ? 0 : i + 1;
    }
    return done;
}

/* The first image that knows `pc` by type alone or by bytes decides. */
static nt_insn code_at(void *context, uint64_t address) {
    nt_view *view = context;
    uint64_t pc = address & view->mask;
    uint8_t bytes[MOST_INSN];
    nt_insn insn = {0};
    if ((pc & 1) != 0) {
        return insn;
    }
    for (size_t i = 0; i < view->visible_count; i++) {
        uint32_t index = view->visible[i];
        if (view->loaded[index] != NULL) {
            insn = nt_image_at(view->loaded[index], pc);
            if (insn.size != 0) {
                return insn;
            }
        }
        if (bytes_in(view, index, pc, bytes, 1) != 0) {
            break; /* an instruction may go on in another image */
        }
    }
    size_t known = nt_view_bytes(view, pc, bytes, sizeof bytes);
    if (nt_insn_decode(&insn, bytes, known, pc, &view->isa) != 0) {
        insn = (nt_insn){0};
    }
    return insn;
}

static bool is_typed(const nt_view *view, uint64_t pc) {
    uint8_t byte;
    for (size_t i = 0; i < view->visible_count; i++) {
        nt_image *loaded = view->loaded[view->visible[i]];
        if (loaded != NULL && nt_image_is_typed(loaded, pc)) {
            return true;
        }
        if (bytes_in(view, view->visible[i], pc, &byte, 1) != 0) {
            return false;
        }
    }
    return false;
}

/* None where the instruction is known by type only. */
static size_t code_bytes(void *context, uint64_t pc, uint8_t *bytes, size_t size) {
    const nt_view *view = context;
    return is_typed(view, pc & view->mask) ? 0 : nt_view_bytes(view, pc, bytes, size);
}

static uint64_t code_generation(void *context) {
    const nt_view *view = context;
    return view->generation;
}

static uint64_t code_space(void *context) {
    const nt_view *view = context;
    return view->space;
}

static void code_advance(void *context, uint64_t retired) {
    nt_view *view = context;
    for (size_t i = 0; i < view->program->count; i++) {
        if (view->loaded[i] != NULL) {
            nt_image_advance(view->loaded[i], retired);
        }
    }
    note_generation(view);
}

static uint64_t code_next_change(void *context) {
    const nt_view *view = context;
    uint64_t next = UINT64_MAX;
    for (size_t i = 0; i < view->program->count; i++) {
        uint64_t change =
            view->loaded[i] == NULL ? UINT64_MAX : nt_image_next_change(view->loaded[i]);
        next = change < next ? change : next;
    }
    return next;
}

static uint64_t next_in_pieces(const nt_pieces *pieces, uint64_t pc) {
    size_t behind = nt_first_behind(pieces->piece, pieces->count, sizeof *pieces->piece,
                                    offsetof(nt_piece, start), pc);
    if (behind != 0 && pc - pieces->piece[behind - 1].start < pieces->piece[behind - 1].size) {
        return pc;
    }
    return behind < pieces->count ? pieces->piece[behind].start : UINT64_MAX;
}

uint64_t nt_view_next_code(const nt_view *view, uint64_t pc) {
    uint64_t next = UINT64_MAX;
    for (size_t i = 0; i < view->visible_count; i++) {
        uint32_t index = view->visible[i];
        uint64_t own = view->loaded[index] != NULL
                           ? nt_image_next_code(view->loaded[index], pc)
                           : next_in_pieces(&view->program->images[index]->code, pc);
        next = own < next ? own : next;
    }
    return next;
}

nt_code nt_view_code(nt_view *view) {
    return (nt_code){.context = view,
                     .isa = view->isa,
                     .at = code_at,
                     .bytes = code_bytes,
                     .generation = code_generation,
                     .space = code_space,
                     .advance = code_advance,
                     .next_change = code_next_change};
}

/* Names. */

static const nt_function *function_in(const nt_program_image *image, uint64_t pc) {
    size_t behind = nt_first_behind(image->ranges, image->range_count, sizeof *image->ranges,
                                    offsetof(nt_function_range, start), pc);
    const nt_function_range *range = behind == 0 ? NULL : &image->ranges[behind - 1];
    return range == NULL || pc >= range->end ? NULL : &image->functions[range->function];
}

const nt_function *nt_view_function(const nt_view *view, uint64_t pc) {
    const nt_function *guess = NULL;
    for (size_t i = 0; i < view->visible_count; i++) {
        const nt_program_image *image = view->program->images[view->visible[i]];
        const nt_function *function = function_in(image, pc & view->mask);
        if (function != NULL && image->found_names == NULL) {
            return function;
        }
        guess = guess == NULL ? function : guess; /* a name that was found in the code */
    }
    return guess;
}

static const nt_line *line_in(const nt_program_image *image, uint64_t pc) {
    size_t behind = nt_first_behind(image->lines, image->line_count, sizeof *image->lines,
                                    offsetof(nt_line, start), pc);
    const nt_line *line = behind == 0 ? NULL : &image->lines[behind - 1];
    return line == NULL || pc - line->start >= line->size ? NULL : line;
}

const nt_line *nt_view_line(const nt_view *view, uint64_t pc) {
    const nt_line *line = NULL;
    for (size_t i = 0; i < view->visible_count && line == NULL; i++) {
        line = line_in(view->program->images[view->visible[i]], pc & view->mask);
    }
    return line;
}
