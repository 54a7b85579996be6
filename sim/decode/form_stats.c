/* SPDX-License-Identifier: Apache-2.0 */
/* What each function cost: instructions, calls, and the bits of trace that told them. */
#include "libntrace/calls/steps.h"
#include "sim/decode/form.h"
#include "sim/decode/label.h"
#include "sim/decode/names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t NOWHERE = UINT32_MAX;

enum { SHARE_BITS = 20 }; /* bits are shared out in units of 2^-20, so that sums have no order */

/* Stands for all that filters hide. */
static const nt_function hidden = {.name = "(hidden)"};

typedef struct entry {
    const nt_function *function; /* NULL: of none that is known */
    uint64_t instructions;
    uint64_t calls; /* how often it was come to at its start, from elsewhere or by a call */
    uint64_t bits;  /* << SHARE_BITS */
    uint64_t told;  /* instructions of the message that is being told */
} entry;

typedef struct stats_form {
    nt_form_inputs inputs;
    nt_steps *steps;
    entry *entries; /* the first is the one without function */
    size_t count;
    size_t *first;  /* by image: the entry of its first function */
    uint32_t now;   /* the entry of what ran last; NOWHERE: none */
    uint64_t start; /* and where its function lies; empty, where that is not known */
    uint64_t length;
    uint64_t last_pc; /* the last range */
    uint64_t last_halfwords;
    uint32_t *telling; /* entries with `told` */
    size_t telling_count;
    uint64_t message; /* offset of the message that is being told, + 1 */
    uint64_t end;     /* and what is behind it */
    uint64_t size;    /* bytes that it cost, with those before it that told nothing */
} stats_form;

/* ---- entries ---- */

enum {
    UNNAMED,
    HIDDEN,
    NAMED
}; /* entries: of no function, of what filters hide, the first of one */

/* One for each function of the program. */
static bool make_entries(stats_form *form) {
    const nt_program *program = form->inputs.program;
    size_t images = nt_program_images(program);
    form->first = calloc(images + 1, sizeof *form->first);
    if (form->first == NULL) {
        return false;
    }
    form->count = NAMED;
    for (size_t i = 0; i < images; i++) {
        size_t functions = 0;
        (void)nt_program_functions(program, i, &functions);
        form->first[i] = form->count;
        form->count += functions;
    }
    form->entries = calloc(form->count, sizeof *form->entries);
    form->telling = calloc(form->count, sizeof *form->telling);
    if (form->entries == NULL || form->telling == NULL || form->count >= NOWHERE) {
        return false;
    }
    form->entries[HIDDEN].function = &hidden;
    return true;
}

static inline uint32_t index_of(const stats_form *form, const nt_function *function) {
    return function == NULL ? UNNAMED : (uint32_t)(form->first[function->image] + function->index);
}

/* ---- bits ---- */

static uint64_t share_of(uint64_t bits, uint64_t told, uint64_t total) {
    return (bits | told) >> 32 == 0 ? bits * told / total
                                    : (uint64_t)((unsigned __int128)bits * told / total);
}

/* The message's bits go to the functions whose instructions it told, by their number. */
static void share_bits(stats_form *form) {
    uint64_t total = 0;
    for (size_t i = 0; i < form->telling_count; i++) {
        total += form->entries[form->telling[i]].told;
    }
    uint64_t bits = form->size * 8 << SHARE_BITS;
    uint64_t left = bits;
    for (size_t i = 0; i < form->telling_count; i++) {
        entry *e = &form->entries[form->telling[i]];
        bool last = i + 1 == form->telling_count;
        uint64_t share = last ? left : share_of(bits, e->told, total);
        e->bits += share;
        left -= share;
        e->told = 0;
    }
    form->telling_count = 0;
}

static inline void take_message(stats_form *form, const nt_flow_event *event) {
    if (form->message != event->offset + 1) {
        share_bits(form);
        uint64_t end = event->offset + event->size;
        form->message = event->offset + 1;
        /* Between the messages of one hart are those of others. */
        form->size = form->inputs.several || end < form->end ? event->size : end - form->end;
        form->end = end;
    }
}

/* ---- instructions ---- */

static inline void count(stats_form *form, uint32_t index, uint32_t instructions) {
    entry *e = &form->entries[index];
    if (e->told == 0) {
        form->telling[form->telling_count++] = index;
    }
    e->told += instructions;
    e->instructions += instructions;
}

/* Whether the last range ended on a call, which may be to the function that it is in. */
static bool was_called(stats_form *form) {
    uint64_t pc = form->last_pc;
    uint64_t left = form->last_halfwords;
    uint8_t exit = NT_INSN_OTHER;
    while (left > 0) {
        const nt_step *step = nt_steps_at(form->steps, pc, left);
        if (step->instructions == 0) {
            return false;
        }
        exit = step->exit;
        left -= step->halfwords;
        pc = step->next;
    }
    return exit == NT_INSN_DIRECT_CALL || exit == NT_INSN_INDIRECT_CALL;
}

static void go_to(stats_form *form, uint32_t index) {
    const nt_function *function = form->entries[index].function;
    form->now = index;
    form->start = function == NULL ? 0 : function->start;
    form->length = function != NULL ? function->size : form->count > NAMED ? 0 : UINT64_MAX;
}

static void leave(stats_form *form) {
    form->now = NOWHERE;
    form->length = 0;
}

/* Other code than before, or the start of a function. */
static void take_steps(stats_form *form, const nt_flow_event *event) {
    uint64_t pc = event->range.pc;
    uint64_t left = event->range.halfwords;
    while (left > 0) {
        const nt_step *step = nt_steps_at(form->steps, pc, left);
        const nt_function *function = step->function;
        uint32_t instructions = step->instructions;
        uint64_t next = step->next;
        left -= step->halfwords;
        if (instructions == 0) {
            return;
        }
        uint32_t index = index_of(form, function);
        form->entries[index].function = function;
        if (function != NULL && pc == function->start &&
            (index != form->now || (pc == event->range.pc && was_called(form)))) {
            form->entries[index].calls++;
        }
        go_to(form, index);
        count(form, index, instructions);
        pc = next;
    }
}

static inline void take_range(stats_form *form, const nt_flow_event *event) {
    uint64_t at = event->range.pc - form->start;
    uint64_t size = 2 * (uint64_t)event->range.halfwords;
    if (form->length != 0 && at - 1 < form->length - 1 && size <= form->length - at) {
        count(form, form->now, event->range.instructions);
    } else {
        take_steps(form, event);
    }
    form->last_pc = event->range.pc;
    form->last_halfwords = event->range.halfwords;
}

/* Its bits are not those of what is shown. */
static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    stats_form *form = context;
    (void)error;
    if (event->kind == NT_FLOW_RANGE) {
        take_message(form, event);
        if (shown) {
            take_range(form, event);
        } else {
            leave(form);
            count(form, HIDDEN, event->range.instructions);
        }
        return 0;
    }
    if (event->kind == NT_FLOW_SYNC) {
        form->end = event->offset + event->size; /* parts of the stream are cut there */
    }
    if (event->kind != NT_FLOW_OWNERSHIP) {
        leave(form);
    }
    return 0;
}

/* ---- the form ---- */

static void free_stats(void *context) {
    stats_form *form = context;
    if (form != NULL) {
        nt_steps_free(form->steps);
        free(form->entries);
        free(form->first);
        free(form->telling);
        free(form);
    }
}

static void *open_stats(const nt_form_inputs *inputs, nt_error *error) {
    stats_form *form = calloc(1, sizeof *form);
    if (form != NULL) {
        form->inputs = *inputs;
        form->end = inputs->offset;
        leave(form);
        form->steps = nt_steps_new(inputs->view);
    }
    if (form == NULL || form->steps == NULL || !make_entries(form)) {
        nt_fail(error, "out of memory");
        free_stats(form);
        return NULL;
    }
    return form;
}

static int merge(void *context, void *other, nt_error *error) {
    stats_form *into = context;
    stats_form *from = other;
    (void)error;
    share_bits(into);
    share_bits(from);
    for (size_t i = 0; i < from->count; i++) {
        const entry *f = &from->entries[i];
        entry *e = &into->entries[i];
        e->function = f->function == NULL ? e->function : f->function;
        e->instructions += f->instructions;
        e->calls += f->calls;
        e->bits += f->bits;
    }
    leave(into);
    into->message = 0;
    return 0;
}

/* ---- what is told ---- */

/* Most instructions first. */
static int by_instructions(const void *a, const void *b) {
    const entry *x = a;
    const entry *y = b;
    if (x->instructions != y->instructions) {
        return x->instructions > y->instructions ? -1 : 1;
    }
    if (x->function == NULL || y->function == NULL) {
        return (x->function == NULL) - (y->function == NULL);
    }
    if (x->function->image != y->function->image) {
        return x->function->image < y->function->image ? -1 : 1;
    }
    return x->function->index < y->function->index ? -1 : x->function->index > y->function->index;
}

typedef struct totals {
    uint64_t instructions;
    uint64_t calls;
    double bits;
} totals;

static double bits_of(uint64_t bits) {
    return (double)bits / (1 << SHARE_BITS);
}

/* Sorted; no longer in the order of index_of. */
static totals sum_up(stats_form *form) {
    totals sum = {0};
    uint64_t bits = 0;
    share_bits(form);
    qsort(form->entries, form->count, sizeof *form->entries, by_instructions);
    for (size_t i = 0; i < form->count; i++) {
        sum.instructions += form->entries[i].instructions;
        sum.calls += form->entries[i].calls;
        bits += form->entries[i].bits;
    }
    sum.bits = bits_of(bits);
    return sum;
}

static double share(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
}

/* The names of all rows, sorted; NULL without memory. */
static const char **row_names(const stats_form *form, size_t *count) {
    const char **names = malloc((form->count + 1) * sizeof *names);
    *count = 0;
    for (size_t i = 0; names != NULL && i < form->count; i++) {
        if (form->entries[i].instructions != 0 && form->entries[i].function != NULL) {
            names[(*count)++] = form->entries[i].function->name;
        }
    }
    if (names != NULL) {
        nt_names_sort(names, *count);
    }
    return names;
}

static int put_row(const stats_form *form, const entry *e, const totals *sum, double all, bool copy,
                   nt_error *error) {
    double bits = bits_of(e->bits);
    const nt_function *f = e->function;
    int result = nt_text_format(
        form->inputs.text, error, "%14" PRIu64 " %6.2f %10" PRIu64 " %12.1f %6.2f %9.4f  %s",
        e->instructions, share((double)e->instructions, (double)sum->instructions), e->calls, bits,
        share(bits, all), bits / (double)e->instructions, f == NULL ? "(no function)" : f->name);
    if (result == 0 && copy) {
        result = nt_names_put_copy(form->inputs.text, form->inputs.program, f, error);
    }
    return result != 0 ? -1 : nt_text_string(form->inputs.text, "\n", error);
}

static int put_rows(const stats_form *form, const totals *sum, double all, nt_error *error) {
    size_t count;
    const char **names = row_names(form, &count);
    int result = names == NULL ? nt_fail(error, "out of memory") : 0;
    for (size_t i = 0; i < form->count && result == 0; i++) {
        const entry *e = &form->entries[i];
        bool named = e->function != NULL && e->function != &hidden;
        if (e->instructions != 0) {
            bool copy = named && nt_names_twice(names, count, e->function->name);
            result = put_row(form, e, sum, all, copy, error);
        }
    }
    free(names);
    return result;
}

static int close_stats(void *context, uint64_t bytes, nt_error *error) {
    stats_form *form = context;
    nt_text *text = form->inputs.text;
    totals sum = sum_up(form);
    double all = 8.0 * (double)bytes;
    int result = nt_text_format(text, error, "%14s %6s %10s %12s %6s %9s  %s\n", "instructions",
                                "%", "calls", "trace bits", "%", "bits/insn", "function");
    if (result == 0) {
        result = put_rows(form, &sum, all, error);
    }
    if (result == 0 && all > sum.bits) {
        result = nt_text_format(text, error, "%14s %6s %10s %12.1f %6.2f %9s  (no instructions)\n",
                                "", "", "", all - sum.bits, share(all - sum.bits, all), "");
    }
    return result != 0
               ? -1
               : nt_text_format(text, error,
                                "%14" PRIu64 " %6.2f %10" PRIu64 " %12.1f %6.2f %9.4f  total\n",
                                sum.instructions, share(1, 1), sum.calls, all, share(all, all),
                                sum.instructions == 0 ? 0 : all / (double)sum.instructions);
}

static json_t *function_object(const nt_form_inputs *inputs, const entry *e) {
    const nt_function *f = e->function;
    json_t *object = json_pack("{s:I, s:I, s:f}", "instructions", (json_int_t)e->instructions,
                               "calls", (json_int_t)e->calls, "bits", bits_of(e->bits));
    if (object == NULL || f == NULL) {
        return object;
    }
    char start[24];
    (void)snprintf(start, sizeof start, "0x%" PRIx64, f->start);
    const char *path = nt_program_image_spec(inputs->program, f->image)->path;
    uint64_t offset = nt_program_image_spec(inputs->program, f->image)->offset;
    if (json_object_set_new(object, "name", json_string(f->name)) != 0 ||
        json_object_set_new(object, "start", json_string(start)) != 0) {
        json_decref(object);
        return NULL;
    }
    (void)json_object_set_new(object, "image", json_string(path)); /* may be no UTF-8 */
    if (offset != 0) {
        char text[24];
        (void)snprintf(text, sizeof text, "0x%" PRIx64, offset);
        (void)json_object_set_new(object, "offset", json_string(text));
    }
    return object;
}

/* "functions", most instructions first; that without a name is of none. */
static int add_json(void *context, uint64_t bytes, json_t *object, nt_error *error) {
    stats_form *form = context;
    json_t *functions = json_array();
    totals sum = sum_up(form);
    for (size_t i = 0; i < form->count; i++) {
        const entry *e = &form->entries[i];
        if (e->instructions != 0 &&
            json_array_append_new(functions, function_object(&form->inputs, e)) != 0) {
            json_decref(functions);
            return nt_fail(error, "out of memory, or a name that is not UTF-8");
        }
    }
    double rest = 8.0 * (double)bytes - sum.bits;
    return json_object_set_new(object, "functions", functions) == 0 &&
                   json_object_set_new(object, "other_bits", json_real(rest)) == 0
               ? 0
               : nt_fail(error, "out of memory");
}

const nt_form nt_form_stats = {
    .name = "stats",
    .summary = "per function: instructions, calls, bits of trace; keys of the object with --json",
    .kind = NT_FORM_SUMS,
    .whole = true,
    .open = open_stats,
    .event = take_event,
    .merge = merge,
    .close = close_stats,
    .json = add_json,
    .free = free_stats,
};
