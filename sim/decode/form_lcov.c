/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of lines, functions and branches, as a tracefile that lcov and genhtml read. */
#include "libntrace/util/resident.h"
#include "sim/decode/coverage.h"
#include "sim/decode/form.h"
#include "sim/decode/lcov.h"

#include <stdlib.h>
#include <string.h>

enum { RANGES = 6 }; /* of a path that is counted as a whole */

/* Counts how often a path was walked. */
typedef struct lcov_path {
    uint64_t id; /* 0: none */
    uint64_t times;
    uint32_t ranges;
    nt_path_range range[RANGES];
} lcov_path;

typedef struct lcov_form {
    nt_form_inputs inputs;
    nt_coverage *coverage;
    bool by_image;  /* images may share addresses */
    uint32_t image; /* of the function that ran last, and where that lies */
    uint64_t start;
    uint64_t length;
    bool running;
    uint64_t mask;
    uint64_t end; /* running: the address behind the last range, */
    uint32_t of;  /* and its image */
    lcov_path *paths;
} lcov_form;

static bool shares_addresses(const nt_program *program) {
    for (size_t i = 0; i < nt_program_images(program); i++) {
        const nt_image_spec *spec = nt_program_image_spec(program, i);
        if (spec->modes != 0 || spec->has_scontext || spec->has_hcontext) {
            return true;
        }
    }
    return false;
}

static void free_lcov(void *context) {
    lcov_form *form = context;
    if (form != NULL) {
        nt_coverage_free(form->coverage);
        free(form->paths);
        free(form);
    }
}

static void *open_lcov(const nt_form_inputs *inputs, nt_error *error) {
    lcov_form *form = calloc(1, sizeof *form);
    if (form != NULL) {
        form->inputs = *inputs;
        form->by_image = shares_addresses(inputs->program);
        form->mask = nt_program_xlen(inputs->program) == 32 ? UINT32_MAX : UINT64_MAX;
        form->coverage = nt_coverage_new();
        form->paths = calloc(NT_PATHS, sizeof *form->paths);
    }
    if (form == NULL || form->coverage == NULL || form->paths == NULL) {
        nt_fail(error, "out of memory");
        free_lcov(form);
        return NULL;
    }
    return form;
}

static uint32_t image_at(lcov_form *form, uint64_t pc) {
    if (form->by_image && pc - form->start >= form->length) {
        const nt_function *function = nt_view_function(form->inputs.view, pc);
        form->start = function == NULL ? 0 : function->start;
        form->length = function == NULL ? 0 : function->size;
        form->image = function == NULL ? 0 : function->image;
    }
    return form->image;
}

/* What ran last went on to `pc`; `sure`: by itself. */
static int go_on(lcov_form *form, uint64_t pc, bool sure) {
    bool was = form->running;
    form->running = false;
    if (!was || (sure && pc == (form->end & form->mask))) {
        return 0;
    }
    return pc == (form->end & form->mask)
               ? nt_coverage_cut(form->coverage, form->of, form->end)
               : nt_coverage_jump(form->coverage, form->of, form->end, 1);
}

static int take_range(lcov_form *form, uint64_t pc, uint64_t halfwords) {
    uint64_t end = pc + 2 * halfwords;
    int result = go_on(form, pc, true);
    if (result != 0 || end < pc) { /* around the end of the address space */
        return result;
    }
    form->of = image_at(form, pc);
    form->end = end;
    form->running = true;
    return nt_coverage_run(form->coverage, form->of, pc, end, 1);
}

static int take(lcov_form *form, const nt_flow_event *event) {
    switch (event->kind) {
    case NT_FLOW_RANGE:
        return take_range(form, event->range.pc, event->range.halfwords);
    case NT_FLOW_SYNC:
        return go_on(form, event->sync.address, true);
    case NT_FLOW_TRAP:
        return go_on(form, event->pc, true);
    case NT_FLOW_OWNERSHIP:
        form->length = 0;
        return 0;
    case NT_FLOW_STOP: /* a branch at the end may have been taken in BTM */
        return go_on(form, event->pc, false);
    default:
        return go_on(form, form->end & form->mask, false);
    }
}

static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    lcov_form *form = context;
    int result = 0;
    if (shown || event->kind != NT_FLOW_RANGE) {
        result = take(form, event);
    } else {
        result = go_on(form, event->range.pc, true);
    }
    return result == 0 ? 0 : nt_fail(error, "out of memory");
}

/* ---- paths ---- */

static inline uint64_t end_of(const nt_path_range *range) {
    return range->pc + 2 * (uint64_t)range->halfwords;
}

static int add_path(lcov_form *form, lcov_path *sum) {
    int result = 0;
    for (uint32_t i = 0; i < sum->ranges && sum->times != 0 && result == 0; i++) {
        const nt_path_range *range = &sum->range[i];
        uint64_t end = end_of(range);
        result = nt_coverage_run(form->coverage, 0, range->pc, end, sum->times);
        if (result == 0 && i + 1 < sum->ranges && range[1].pc != (end & form->mask)) {
            result = nt_coverage_jump(form->coverage, 0, end, sum->times);
        }
    }
    sum->times = 0;
    return result;
}

static int add_paths(lcov_form *form) {
    int result = 0;
    for (size_t i = 0; i < NT_PATHS && result == 0; i++) {
        result = add_path(form, &form->paths[i]);
    }
    return result;
}

/* Whether it has few ranges, none of which lies around the end of the address space. */
static bool is_simple(const nt_flow_path *path) {
    if (path->path->ranges > RANGES) {
        return false;
    }
    for (uint32_t i = 0; i < path->path->ranges; i++) {
        if (end_of(&path->ranges[i]) < path->ranges[i].pc) {
            return false;
        }
    }
    return true;
}

/* NULL: it is not counted as a whole. */
static lcov_path *sum_of(lcov_form *form, const nt_flow_path *path, int *result) {
    lcov_path *sum = &form->paths[path->slot];
    if (sum->id == path->path->id) {
        return sum;
    }
    if (form->by_image || !is_simple(path)) {
        return NULL;
    }
    *result = add_path(form, sum);
    *sum = (lcov_path){.id = path->path->id, .ranges = path->path->ranges};
    memcpy(sum->range, path->ranges, path->path->ranges * sizeof *sum->range);
    return sum;
}

static int take_ranges(lcov_form *form, const nt_flow_path *path) {
    int result = 0;
    for (uint64_t times = path->times; times > 0 && result == 0; times--) {
        for (uint32_t i = 0; i < path->path->ranges && result == 0; i++) {
            result = take_range(form, path->ranges[i].pc, path->ranges[i].halfwords);
        }
    }
    return result;
}

static int take_path(void *context, const nt_flow_path *path, nt_error *error) {
    lcov_form *form = context;
    int result = 0;
    lcov_path *sum = sum_of(form, path, &result);
    if (sum == NULL) {
        result = take_ranges(form, path);
    } else if (result == 0) {
        result = go_on(form, sum->range[0].pc, true);
        sum->times += path->times;
        form->of = 0;
        form->end = end_of(&sum->range[sum->ranges - 1]);
        form->running = true;
        if (result == 0 && path->times > 1) {
            result = nt_coverage_jump(form->coverage, 0, form->end, path->times - 1);
        }
    }
    return result == 0 ? 0 : nt_fail(error, "out of memory");
}

/* ---- the form ---- */

static int merge(void *context, void *other, nt_error *error) {
    lcov_form *into = context;
    lcov_form *from = other;
    if (go_on(from, from->end & from->mask, false) != 0 ||
        go_on(into, into->end & into->mask, false) != 0 || add_paths(from) != 0 ||
        add_paths(into) != 0 || nt_coverage_merge(into->coverage, from->coverage) != 0) {
        return nt_fail(error, "out of memory");
    }
    return 0;
}

static int write_tracefile(nt_lcov *lcov) {
    if (nt_lcov_gather(lcov) != 0 ||
        (lcov->inputs->settings.listing != NULL && nt_lcov_list(lcov) != 0)) {
        return -1;
    }
    return nt_lcov_write(lcov);
}

static int close_lcov(void *context, uint64_t bytes, nt_error *error) {
    lcov_form *form = context;
    (void)bytes;
    if (go_on(form, form->end & form->mask, false) != 0 || add_paths(form) != 0 ||
        nt_coverage_sum_up(form->coverage) != 0) {
        return nt_fail(error, "out of memory");
    }
    nt_lcov lcov = {.coverage = form->coverage,
                    .by_image = form->by_image,
                    .inputs = &form->inputs,
                    .code = nt_view_code(form->inputs.view),
                    .error = error};
    int result = write_tracefile(&lcov);
    nt_lcov_release(&lcov);
    return result;
}

static void settle(void *context) {
    lcov_form *form = context;
    nt_make_resident(form->paths, NT_PATHS * sizeof *form->paths);
}

const nt_form nt_form_lcov = {
    .name = "lcov",
    .summary = "coverage of lines, functions and branches for genhtml; see --listing",
    .kind = NT_FORM_SUMS,
    .whole = true,
    .open = open_lcov,
    .event = take_event,
    .path = take_path,
    .settle = settle,
    .merge = merge,
    .close = close_lcov,
    .free = free_lcov,
};
