/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of lines, functions and branches, as a tracefile that lcov and genhtml read. */
#include "sim/decode/coverage.h"
#include "sim/decode/form.h"
#include "sim/decode/lcov.h"

#include <stdlib.h>

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
    }
    if (form == NULL || form->coverage == NULL) {
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
    return pc == (form->end & form->mask) ? nt_coverage_cut(form->coverage, form->of, form->end)
                                          : nt_coverage_jump(form->coverage, form->of, form->end);
}

static int take_range(lcov_form *form, const nt_flow_event *event) {
    uint64_t pc = event->range.pc;
    uint64_t end = pc + 2 * (uint64_t)event->range.halfwords;
    int result = go_on(form, pc, true);
    if (result != 0 || end < pc) { /* around the end of the address space */
        return result;
    }
    form->of = image_at(form, pc);
    form->end = end;
    form->running = true;
    return nt_coverage_run(form->coverage, form->of, pc, end);
}

static int take(lcov_form *form, const nt_flow_event *event) {
    switch (event->kind) {
    case NT_FLOW_RANGE:
        return take_range(form, event);
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

static int merge(void *context, void *other, nt_error *error) {
    lcov_form *into = context;
    lcov_form *from = other;
    if (go_on(from, from->end & from->mask, false) != 0 ||
        go_on(into, into->end & into->mask, false) != 0 ||
        nt_coverage_merge(into->coverage, from->coverage) != 0) {
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
    if (go_on(form, form->end & form->mask, false) != 0 ||
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

const nt_form nt_form_lcov = {
    .name = "lcov",
    .summary = "coverage of lines, functions and branches for genhtml; see --listing",
    .kind = NT_FORM_SUMS,
    .whole = true,
    .open = open_lcov,
    .event = take_event,
    .merge = merge,
    .close = close_lcov,
    .free = free_lcov,
};
