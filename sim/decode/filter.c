/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/filter.h"

#include "libntrace/calls/clock.h"
#include "libntrace/calls/steps.h"
#include "ntrace/calls.h"
#include "sim/util/number.h"

#include <stdlib.h>
#include <string.h>

struct nt_filter {
    const nt_filter_options *options;
    nt_view *view;
    nt_steps *steps;
    nt_clock clock;
    size_t name_length; /* of the function's, without '+' */
    nt_calls *calls;    /* with '+' */
    size_t inside;      /* frames of the function on the stack */
};

/* ---- options ---- */

static int take_ends(uint64_t *first, uint64_t *last, const char *value, const char *what,
                     nt_error *error) {
    char text[64];
    const char *dots = strstr(value, "..");
    if (dots == NULL || (size_t)(dots - value) >= sizeof text) {
        return nt_fail(error, "--%s %s: two numbers apart by .. are wanted", what, value);
    }
    memcpy(text, value, (size_t)(dots - value));
    text[dots - value] = '\0';
    *first = 0;
    *last = UINT64_MAX;
    if ((text[0] != '\0' && nt_parse_number(first, text, what, 0, UINT64_MAX, error) != 0) ||
        (dots[2] != '\0' && nt_parse_number(last, dots + 2, what, 0, UINT64_MAX, error) != 0)) {
        return -1;
    }
    return *first <= *last ? 0 : nt_fail(error, "--%s %s: it ends before it begins", what, value);
}

int nt_filter_take_address(void *place, const char *value, nt_error *error) {
    nt_filter_options *options = place;
    options->by_address = true;
    return take_ends(&options->low, &options->high, value, "address", error);
}

int nt_filter_take_time(void *place, const char *value, nt_error *error) {
    nt_filter_options *options = place;
    options->by_time = true;
    return take_ends(&options->from, &options->to, value, "time", error);
}

bool nt_filter_is_on(const nt_filter_options *options) {
    return options->function != NULL || options->by_address || options->by_time;
}

static bool with_callees(const nt_filter_options *options) {
    size_t length = options->function == NULL ? 0 : strlen(options->function);
    return length > 1 && options->function[length - 1] == '+';
}

static size_t name_length(const nt_filter_options *options) {
    return options->function == NULL ? 0 : strlen(options->function) - with_callees(options);
}

static bool is_named(const nt_function *function, const char *name, size_t length) {
    return function != NULL && strncmp(function->name, name, length) == 0 &&
           function->name[length] == '\0';
}

int nt_filter_check(const nt_filter_options *options, const nt_program *program, nt_error *error) {
    size_t length = name_length(options);
    for (size_t image = 0; options->function != NULL && image < nt_program_images(program);
         image++) {
        size_t count;
        const nt_function *functions = nt_program_functions(program, image, &count);
        for (size_t i = 0; i < count; i++) {
            if (is_named(&functions[i], options->function, length)) {
                return 0;
            }
        }
    }
    return options->function == NULL
               ? 0
               : nt_fail(error, "--function %s: no image has it", options->function);
}

/* ---- whether something is shown ---- */

static bool is_it(const nt_filter *filter, const nt_function *function) {
    return is_named(function, filter->options->function, filter->name_length);
}

static int enter(void *context, nt_call *call, size_t depth, nt_call_how how) {
    nt_filter *filter = context;
    (void)depth;
    (void)how;
    call->marked = is_it(filter, call->function);
    filter->inside += call->marked;
    return 0;
}

static int leave(void *context, const nt_call *call, size_t depth, nt_call_how how) {
    nt_filter *filter = context;
    (void)depth;
    (void)how;
    filter->inside -= call->marked;
    return 0;
}

static bool is_in_time(const nt_filter *filter) {
    const nt_filter_options *options = filter->options;
    return !options->by_time ||
           (filter->clock.now >= options->from && filter->clock.now <= options->to);
}

/* What is at the address; `function` covers it. */
static bool is_in_place(const nt_filter *filter, uint64_t pc, const nt_function *function) {
    const nt_filter_options *options = filter->options;
    if (options->by_address && (pc < options->low || pc > options->high)) {
        return false;
    }
    if (filter->calls != NULL) {
        return filter->inside != 0;
    }
    return options->function == NULL || is_it(filter, function);
}

static bool is_event_shown(const nt_filter *filter, const nt_flow_event *event) {
    uint64_t pc = event->kind == NT_FLOW_SYNC ? event->sync.address : event->pc;
    if (!is_in_time(filter)) {
        return false;
    }
    return (event->kind != NT_FLOW_SYNC && event->kind != NT_FLOW_TRAP) ||
           is_in_place(filter, pc, nt_view_function(filter->view, pc));
}

/* ---- pieces ---- */

/* Half-words from `pc` on that lie on the same side of both ends of the addresses shown. */
static uint64_t same_side(const nt_filter *filter, uint64_t pc) {
    const nt_filter_options *options = filter->options;
    if (!options->by_address || pc > options->high) {
        return UINT64_MAX;
    }
    return pc < options->low ? (options->low - pc + 1) / 2 : (options->high - pc) / 2 + 1;
}

/* A step of at least one instruction, with no more than `most` half-words if that is possible. */
static nt_step step_within(nt_filter *filter, uint64_t pc, uint64_t most, uint64_t left) {
    for (uint64_t end = most + NT_STEP_LONGEST_INSN; most < left && most < end; most++) {
        const nt_step *step = nt_steps_at(filter->steps, pc, most);
        if (step->instructions != 0) {
            return *step;
        }
    }
    return *nt_steps_at(filter->steps, pc, left);
}

/* Whether the times shown begin or end within so many instructions. */
static bool is_at_edge(const nt_filter *filter, uint32_t instructions) {
    uint64_t before_from = filter->options->from - filter->clock.now;
    uint64_t before_end = filter->options->to - filter->clock.now;
    return filter->options->by_time &&
           (before_from - 1 < instructions - 1 || before_end < instructions);
}

/* The next step: all of it is shown, or nothing. */
static nt_step step_at(nt_filter *filter, uint64_t pc, uint64_t left) {
    uint64_t side = same_side(filter, pc);
    nt_step step = step_within(filter, pc, side < left ? side : left, left);
    return step.instructions > 1 && is_at_edge(filter, step.instructions)
               ? step_within(filter, pc, 1, left)
               : step;
}

typedef struct piece {
    nt_flow_event event;
    bool shown;
} piece;

typedef int (*piece_sink)(void *context, const nt_flow_event *event, bool shown);

/* What is collected goes on its way. */
static int flush(piece *piece, piece_sink sink, void *context) {
    int result = 0;
    if (piece->event.range.instructions != 0) {
        result = sink(context, &piece->event, piece->shown);
    }
    piece->event.range.instructions = 0;
    piece->event.range.halfwords = 0;
    return result;
}

/* The stack as it is within the step. */
static int follow(nt_filter *filter, const nt_flow_event *event, const nt_step *step) {
    nt_flow_event one = *event;
    one.range.pc = step->pc;
    one.range.instructions = step->instructions;
    one.range.halfwords = step->halfwords;
    return filter->calls == NULL ? 0 : nt_calls_take(filter->calls, &one);
}

static int take_range(nt_filter *filter, const nt_flow_event *event, piece_sink sink,
                      void *context) {
    piece now = {.event = *event};
    uint64_t left = event->range.halfwords;
    int result = 0;
    now.event.range.instructions = 0;
    now.event.range.halfwords = 0;
    for (uint64_t pc = event->range.pc; left > 0 && result == 0;) {
        nt_step step = step_at(filter, pc, left);
        if (step.instructions == 0) {
            break;
        }
        result = follow(filter, event, &step);
        bool shown = is_in_time(filter) && is_in_place(filter, pc, step.function);
        if (result == 0 && shown != now.shown) {
            result = flush(&now, sink, context);
            now.shown = shown;
        }
        now.event.range.pc = now.event.range.instructions == 0 ? pc : now.event.range.pc;
        now.event.range.instructions += step.instructions;
        now.event.range.halfwords += step.halfwords;
        nt_clock_run(&filter->clock, step.instructions);
        left -= step.halfwords;
        pc = step.next;
    }
    return result != 0 ? result : flush(&now, sink, context);
}

/* ---- the filter ---- */

nt_filter *nt_filter_new(const nt_filter_options *options, nt_view *view) {
    nt_filter *filter = calloc(1, sizeof *filter);
    if (filter == NULL) {
        return NULL;
    }
    filter->options = options;
    filter->view = view;
    filter->name_length = name_length(options);
    filter->steps = nt_steps_new(view);
    if (with_callees(options)) {
        filter->calls = nt_calls_new(
            view, &(nt_calls_sink){.enter = enter, .leave = leave, .context = filter}, NULL);
    }
    if (filter->steps == NULL || (with_callees(options) && filter->calls == NULL)) {
        nt_filter_free(filter);
        return NULL;
    }
    return filter;
}

void nt_filter_free(nt_filter *filter) {
    if (filter != NULL) {
        nt_calls_free(filter->calls);
        nt_steps_free(filter->steps);
        free(filter);
    }
}

int nt_filter_take(nt_filter *filter, const nt_flow_event *event, piece_sink sink, void *context) {
    nt_clock_take(&filter->clock, event);
    if (event->kind == NT_FLOW_RANGE) {
        return take_range(filter, event, sink, context);
    }
    bool before = is_event_shown(filter, event);
    if (filter->calls != NULL) {
        int result = nt_calls_take(filter->calls, event);
        if (result != 0) {
            return result;
        }
    }
    return sink(context, event, before || is_event_shown(filter, event));
}
