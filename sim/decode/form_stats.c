/* SPDX-License-Identifier: Apache-2.0 */
/* What each function cost: instructions, calls, and the bits of trace that told them. */
#include "libntrace/util/resident.h"
#include "sim/decode/label.h"
#include "sim/decode/names.h"
#include "sim/decode/stats.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Stands for all that filters hide. */
static const nt_function hidden = {.name = "(hidden)"};

/* ---- entries ---- */

/* One for each function of the program. */
static bool make_entries(nt_stats *stats) {
    const nt_program *program = stats->inputs.program;
    size_t images = nt_program_images(program);
    stats->first = calloc(images + 1, sizeof *stats->first);
    if (stats->first == NULL) {
        return false;
    }
    stats->count = NT_STATS_NAMED;
    for (size_t i = 0; i < images; i++) {
        size_t functions = 0;
        (void)nt_program_functions(program, i, &functions);
        stats->first[i] = stats->count;
        stats->count += functions;
    }
    stats->entries = calloc(stats->count, sizeof *stats->entries);
    stats->telling = calloc(stats->count, sizeof *stats->telling);
    stats->paths = calloc(NT_STATS_PATHS, sizeof *stats->paths);
    if (stats->entries == NULL || stats->telling == NULL || stats->paths == NULL ||
        stats->count >= NT_STATS_NOWHERE) {
        return false;
    }
    stats->entries[NT_STATS_HIDDEN].function = &hidden;
    return true;
}

/* Its bits are not those of what is shown. */
static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    nt_stats *stats = context;
    (void)error;
    if (event->kind == NT_FLOW_RANGE) {
        nt_stats_range(stats, event, shown);
        return 0;
    }
    if (event->kind == NT_FLOW_SYNC) {
        stats->end = event->offset + event->size; /* parts of the stream are cut there */
    }
    if (event->kind != NT_FLOW_OWNERSHIP) {
        nt_stats_leave(stats);
    }
    return 0;
}

static int take_path(void *context, const nt_flow_path *path, nt_error *error) {
    (void)error;
    nt_stats_walk(context, path);
    return 0;
}

/* ---- the form ---- */

static void free_stats(void *context) {
    nt_stats *stats = context;
    if (stats != NULL) {
        nt_steps_free(stats->steps);
        free(stats->entries);
        free(stats->first);
        free(stats->telling);
        free(stats->paths);
        free(stats);
    }
}

static void *open_stats(const nt_form_inputs *inputs, nt_error *error) {
    nt_stats *stats = calloc(1, sizeof *stats);
    if (stats != NULL) {
        stats->inputs = *inputs;
        stats->end = inputs->offset;
        nt_stats_leave(stats);
        stats->steps = nt_steps_new(inputs->view);
    }
    if (stats == NULL || stats->steps == NULL || !make_entries(stats)) {
        nt_fail(error, "out of memory");
        free_stats(stats);
        return NULL;
    }
    return stats;
}

static int merge(void *context, void *other, nt_error *error) {
    nt_stats *into = context;
    nt_stats *from = other;
    (void)error;
    nt_stats_settle(into);
    nt_stats_settle(from);
    for (size_t i = 0; i < from->count; i++) {
        const nt_stats_entry *f = &from->entries[i];
        nt_stats_entry *e = &into->entries[i];
        e->function = f->function == NULL ? e->function : f->function;
        e->instructions += f->instructions;
        e->calls += f->calls;
        e->bits += f->bits;
    }
    nt_stats_leave(into);
    into->message = 0;
    return 0;
}

/* ---- what is told ---- */

/* Most instructions first. */
static int by_instructions(const void *a, const void *b) {
    const nt_stats_entry *x = a;
    const nt_stats_entry *y = b;
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
    return (double)bits / (1 << NT_STATS_SHARE_BITS);
}

/* Sorted; no longer in the order of index_of. */
static totals sum_up(nt_stats *stats) {
    totals sum = {0};
    uint64_t bits = 0;
    nt_stats_settle(stats);
    qsort(stats->entries, stats->count, sizeof *stats->entries, by_instructions);
    for (size_t i = 0; i < stats->count; i++) {
        sum.instructions += stats->entries[i].instructions;
        sum.calls += stats->entries[i].calls;
        bits += stats->entries[i].bits;
    }
    sum.bits = bits_of(bits);
    return sum;
}

static double share(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
}

/* The names of all rows, sorted; NULL without memory. */
static const char **row_names(const nt_stats *stats, size_t *count) {
    const char **names = malloc((stats->count + 1) * sizeof *names);
    *count = 0;
    for (size_t i = 0; names != NULL && i < stats->count; i++) {
        if (stats->entries[i].instructions != 0 && stats->entries[i].function != NULL) {
            names[(*count)++] = stats->entries[i].function->name;
        }
    }
    if (names != NULL) {
        nt_names_sort(names, *count);
    }
    return names;
}

static int put_row(const nt_stats *stats, const nt_stats_entry *e, const totals *sum, double all,
                   bool copy, nt_error *error) {
    double bits = bits_of(e->bits);
    const nt_function *f = e->function;
    int result = nt_text_format(
        stats->inputs.text, error, "%14" PRIu64 " %6.2f %10" PRIu64 " %12.1f %6.2f %9.4f  %s",
        e->instructions, share((double)e->instructions, (double)sum->instructions), e->calls, bits,
        share(bits, all), bits / (double)e->instructions, f == NULL ? "(no function)" : f->name);
    if (result == 0 && copy) {
        result = nt_names_put_copy(stats->inputs.text, stats->inputs.program, f, error);
    }
    return result != 0 ? -1 : nt_text_string(stats->inputs.text, "\n", error);
}

static int put_rows(const nt_stats *stats, const totals *sum, double all, nt_error *error) {
    size_t count;
    const char **names = row_names(stats, &count);
    int result = names == NULL ? nt_fail(error, "out of memory") : 0;
    for (size_t i = 0; i < stats->count && result == 0; i++) {
        const nt_stats_entry *e = &stats->entries[i];
        bool named = e->function != NULL && e->function != &hidden;
        if (e->instructions != 0) {
            bool copy = named && nt_names_twice(names, count, e->function->name);
            result = put_row(stats, e, sum, all, copy, error);
        }
    }
    free(names);
    return result;
}

static int close_stats(void *context, uint64_t bytes, nt_error *error) {
    nt_stats *stats = context;
    nt_text *text = stats->inputs.text;
    totals sum = sum_up(stats);
    double all = 8.0 * (double)bytes;
    int result = nt_text_format(text, error, "%14s %6s %10s %12s %6s %9s  %s\n", "instructions",
                                "%", "calls", "trace bits", "%", "bits/insn", "function");
    if (result == 0) {
        result = put_rows(stats, &sum, all, error);
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

static json_t *function_object(const nt_form_inputs *inputs, const nt_stats_entry *e) {
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
    nt_stats *stats = context;
    json_t *functions = json_array();
    totals sum = sum_up(stats);
    for (size_t i = 0; i < stats->count; i++) {
        const nt_stats_entry *e = &stats->entries[i];
        if (e->instructions != 0 &&
            json_array_append_new(functions, function_object(&stats->inputs, e)) != 0) {
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

static void settle(void *context) {
    nt_stats *stats = context;
    nt_make_resident(stats->paths, NT_STATS_PATHS * sizeof *stats->paths);
    nt_steps_settle(stats->steps);
}

const nt_form nt_form_stats = {
    .name = "stats",
    .summary = "per function: instructions, calls, bits of trace; keys of the object with --json",
    .kind = NT_FORM_SUMS,
    .whole = true,
    .open = open_stats,
    .event = take_event,
    .path = take_path,
    .settle = settle,
    .merge = merge,
    .close = close_stats,
    .json = add_json,
    .free = free_stats,
};
