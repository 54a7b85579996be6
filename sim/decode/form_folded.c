/* SPDX-License-Identifier: Apache-2.0 */
/* Stacks with what ran in each: as text, `main;sort;swap 1234`, and as a flame graph. */
#include "libntrace/calls/path.h"
#include "libntrace/calls/stacks.h"
#include "sim/decode/flame.h"
#include "sim/decode/form.h"
#include "sim/decode/stacks_text.h"

#include <stdlib.h>

typedef struct folded_form {
    nt_form_inputs inputs;
    nt_calls *calls;
    nt_stacks stacks;
    uint32_t base; /* the stack without functions */
    bool shown;
    uint64_t told; /* up to when things have been counted */
} folded_form;

/* With --by time: what has passed belongs to the top so far. */
static void count_time(folded_form *form) {
    uint64_t now = nt_calls_time(form->calls);
    if (form->inputs.settings.by_time && form->shown && form->stacks.top != form->base) {
        nt_stacks_count(&form->stacks, now - form->told);
    }
    form->told = now;
}

static int enter(void *context, nt_call *call, size_t depth, nt_call_how how) {
    folded_form *form = context;
    const nt_stack_frame frame = {
        .function = call->function, .entry = call->entry, .trap = call->trap};
    (void)depth;
    (void)how;
    count_time(form);
    nt_stacks_enter(&form->stacks, &frame);
    return 0;
}

static int leave(void *context, const nt_call *call, size_t depth, nt_call_how how) {
    folded_form *form = context;
    (void)call;
    (void)depth;
    (void)how;
    count_time(form);
    nt_stacks_leave(&form->stacks);
    return 0;
}

static int run(void *context, uint64_t pc, uint32_t instructions) {
    folded_form *form = context;
    (void)pc;
    count_time(form);
    if (!form->inputs.settings.by_time && form->shown && form->stacks.top != form->base) {
        nt_stacks_count(&form->stacks, instructions);
    }
    return 0;
}

static void free_folded(void *context) {
    folded_form *form = context;
    if (form != NULL) {
        nt_calls_free(form->calls);
        nt_stacks_clear(&form->stacks);
        free(form);
    }
}

static void *open_folded(const nt_form_inputs *inputs, nt_error *error) {
    folded_form *form = calloc(1, sizeof *form);
    if (form != NULL) {
        form->inputs = *inputs;
        form->calls = nt_calls_new(
            inputs->view,
            &(nt_calls_sink){.enter = enter, .leave = leave, .run = run, .context = form}, error);
    }
    if (form == NULL || form->calls == NULL || nt_stacks_init(&form->stacks) != 0) {
        nt_fail(error, "out of memory");
        free_folded(form);
        return NULL;
    }
    if (inputs->several) {
        const nt_stack_frame hart = {.is_hart = true, .entry = inputs->hart};
        nt_stacks_enter(&form->stacks, &hart);
        form->base = form->stacks.top;
    }
    return form;
}

static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    folded_form *form = context;
    form->shown = shown;
    return nt_calls_take(form->calls, event) == 0 ? 0 : nt_fail(error, "out of memory");
}

static int take_path(void *context, const nt_flow_path *path, nt_error *error) {
    folded_form *form = context;
    form->shown = true;
    return nt_calls_take_path(form->calls, path) == 0 ? 0 : nt_fail(error, "out of memory");
}

static int close_folded(void *context, uint64_t bytes, nt_error *error) {
    folded_form *form = context;
    (void)bytes;
    if (nt_calls_end(form->calls) != 0) {
        return nt_fail(error, "out of memory");
    }
    return nt_stacks_put(&form->stacks, form->inputs.text, error);
}

static int merge_folded(void *into, void *from, nt_error *error) {
    folded_form *form = into;
    folded_form *other = from;
    if (nt_calls_end(other->calls) != 0 || nt_stacks_merge(&form->stacks, &other->stacks) != 0) {
        return nt_fail(error, "out of memory");
    }
    return 0;
}

static int close_flame(void *context, uint64_t bytes, nt_error *error) {
    folded_form *form = context;
    const nt_form_settings *settings = &form->inputs.settings;
    const nt_flame flame = {.title = settings->title == NULL ? "flame graph" : settings->title,
                            .unit = settings->by_time ? "ticks" : "instructions"};
    (void)bytes;
    if (nt_calls_end(form->calls) != 0) {
        return nt_fail(error, "out of memory");
    }
    return nt_flame_put(&flame, &form->stacks, form->inputs.text, error);
}

static void settle(void *context) {
    folded_form *form = context;
    nt_calls_settle(form->calls);
}

const nt_form nt_form_folded = {
    .name = "folded",
    .summary = "stacks with the instructions (--by time: the ticks) in each",
    .kind = NT_FORM_ORDERED,
    .whole = true,
    .open = open_folded,
    .event = take_event,
    .path = take_path,
    .settle = settle,
    .close = close_folded,
    .free = free_folded,
};

const nt_form nt_form_flame = {
    .name = "flame",
    .summary = "the same as a flame graph (SVG)",
    .kind = NT_FORM_ORDERED,
    .whole = true,
    .open = open_folded,
    .event = take_event,
    .path = take_path,
    .settle = settle,
    .merge = merge_folded,
    .close = close_flame,
    .free = free_folded,
};
