/* SPDX-License-Identifier: Apache-2.0 */
#include "ntrace/calls.h"

#include "libntrace/calls/clock.h"
#include "libntrace/calls/legs.h"
#include "libntrace/calls/path.h"
#include "libntrace/calls/steps.h"
#include "libntrace/util/error.h"
#include "libntrace/util/resident.h"
#include "libntrace/util/sized.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 1 << 14, /* frames of a stack; calls beyond are as tail calls */
    PARKED = 16,       /* stacks that were left; the oldest is forgotten */
    ECALL = 4,         /* bytes that a handler may skip: of the instruction that trapped */
};

typedef struct call_stack {
    nt_call *call;
    size_t depth;
    size_t room;
    /* Of a parked one: */
    uint64_t resume;  /* where it would go on */
    uint64_t parking; /* the how-manyeth it was */
    bool by_trap;     /* it was interrupted; else its top frame called what left it */
} call_stack;

struct nt_calls {
    nt_steps *steps;
    nt_legs *legs; /* NULL: none yet, or no memory for them */
    nt_view *view;
    nt_calls_sink sink;
    nt_clock clock;
    call_stack now;
    call_stack parked[PARKED];
    uint64_t parkings;
    bool running;  /* the next step's place in the stack follows from `exit` */
    uint8_t exit;  /* nt_insn_class of the last instruction; OTHER: has been dealt with */
    uint64_t next; /* the address behind it */
};

nt_calls *nt_calls_new(nt_view *view, const nt_calls_sink *sink, nt_error *error) {
    nt_calls *calls = calloc(1, sizeof *calls);
    nt_steps *steps = nt_steps_new(view);
    int result = calls == NULL || steps == NULL
                     ? nt_fail_as(error, NT_ERROR_MEMORY, "out of memory")
                     : nt_sized_copy(&calls->sink, sizeof calls->sink, sink,
                                     NT_SIZED_UP_TO(nt_calls_sink, context, sizeof(void *)), error);
    if (result != 0) {
        free(calls);
        nt_steps_free(steps);
        return NULL;
    }
    calls->steps = steps;
    calls->view = view;
    return calls;
}

void nt_calls_free(nt_calls *calls) {
    if (calls != NULL) {
        for (size_t i = 0; i < PARKED; i++) {
            free(calls->parked[i].call);
        }
        free(calls->now.call);
        nt_steps_free(calls->steps);
        free(calls->legs);
        free(calls);
    }
}

/* ---- the stack ---- */

static nt_call *top(nt_calls *calls) {
    return calls->now.depth == 0 ? NULL : &calls->now.call[calls->now.depth - 1];
}

static int pop(nt_calls *calls, nt_call_how how) {
    nt_call call = *top(calls);
    calls->now.depth--;
    return calls->sink.leave(calls->sink.context, &call, calls->now.depth, how);
}

/* The top stays, those above `depth` go: the last one, that is the outermost, as `last` says. */
static int pop_to(nt_calls *calls, size_t depth, nt_call_how how, nt_call_how last) {
    int result = 0;
    while (result == 0 && calls->now.depth > depth) {
        result = pop(calls, calls->now.depth == depth + 1 ? last : how);
    }
    return result;
}

static bool make_room(call_stack *stack) {
    if (stack->depth < stack->room) {
        return true;
    }
    size_t room = stack->room == 0 ? 64 : 2 * stack->room;
    nt_call *call = realloc(stack->call, room * sizeof *call);
    if (call != NULL) {
        stack->call = call;
        stack->room = room;
    }
    return call != NULL;
}

static int push(nt_calls *calls, const nt_call *call, nt_call_how how) {
    if (calls->now.depth == DEEPEST) {
        int result = pop(calls, NT_CALL_LEFT);
        if (result != 0) {
            return result;
        }
    }
    if (!make_room(&calls->now)) {
        return -1;
    }
    nt_call *place = &calls->now.call[calls->now.depth];
    *place = *call;
    place->marked = false;
    calls->now.depth++;
    return calls->sink.enter(calls->sink.context, place, calls->now.depth - 1, how);
}

/* Execution is at `pc`, nobody knows from where. */
static int begin(nt_calls *calls, uint64_t pc, const nt_function *function) {
    nt_call call = {.function = function, .entry = pc};
    return push(calls, &call, NT_CALL_BEGINS);
}

static int cut(nt_calls *calls) {
    calls->running = false;
    return pop_to(calls, 0, NT_CALL_CUT, NT_CALL_CUT);
}

/* ---- other stacks ---- */

/* The stack that was parked last, in the same way, and goes on at `pc`. */
static call_stack *find_parked(nt_calls *calls, uint64_t pc, bool by_trap) {
    call_stack *found = NULL;
    for (size_t i = 0; i < PARKED; i++) {
        call_stack *stack = &calls->parked[i];
        if (stack->depth != 0 && stack->by_trap == by_trap &&
            pc - stack->resume <= (by_trap ? ECALL : 0) &&
            (found == NULL || stack->parking > found->parking)) {
            found = stack;
        }
    }
    return found;
}

/* Where a stack can be parked: the oldest one there is forgotten. */
static call_stack *find_place(nt_calls *calls) {
    call_stack *place = &calls->parked[0];
    for (size_t i = 1; i < PARKED && place->depth != 0; i++) {
        if (calls->parked[i].depth == 0 || calls->parked[i].parking < place->parking) {
            place = &calls->parked[i];
        }
    }
    return place;
}

/* The stack is left for another one, NULL: a new one that is still empty; it would go on at
   `resume`. */
static int swap_stacks(nt_calls *calls, call_stack *other, uint64_t resume, bool by_trap) {
    int result = 0;
    for (size_t depth = calls->now.depth; depth > 0 && result == 0; depth--) {
        const nt_call *call = &calls->now.call[depth - 1];
        result = calls->sink.leave(calls->sink.context, call, depth - 1, NT_CALL_PARKED);
    }
    call_stack *place = other == NULL ? find_place(calls) : other;
    call_stack taken = *place;
    *place = calls->now;
    place->resume = resume;
    place->by_trap = by_trap;
    place->parking = ++calls->parkings;
    if (other == NULL) {
        taken.depth = 0;
    }
    calls->now = taken;
    for (size_t depth = 0; depth < taken.depth && result == 0; depth++) {
        taken.call[depth].marked = false;
        result = calls->sink.enter(calls->sink.context, &taken.call[depth], depth, NT_CALL_RESUMED);
    }
    return result;
}

/* ---- how a step was come to ---- */

/* The frame that returns to `pc`, + 1; 0: there is none. Traps are returned from otherwise. */
static size_t frame_that_returns_to(const nt_calls *calls, uint64_t pc) {
    for (size_t i = calls->now.depth; i > 0; i--) {
        const nt_call *call = &calls->now.call[i - 1];
        if (call->trap == 0 && call->returns && call->back == pc) {
            return i;
        }
    }
    return 0;
}

/* The topmost frame of the function below the top one, + 1; 0: there is none. */
static size_t frame_of(const nt_calls *calls, const nt_function *function) {
    for (size_t i = calls->now.depth; i > 1 && function != NULL; i--) {
        if (calls->now.call[i - 2].function == function) {
            return i - 1;
        }
    }
    return 0;
}

/* A return to nobody on this stack: another stack, longjmp, or what called the outermost function.
 */
static int go_elsewhere(nt_calls *calls, uint64_t pc, const nt_function *function) {
    const nt_call leaf = *top(calls);
    call_stack *other = find_parked(calls, pc, false);
    size_t below = frame_of(calls, function);
    if (other == NULL && below != 0) {
        return pop_to(calls, below, NT_CALL_UNWOUND, NT_CALL_UNWOUND);
    }
    int result = 0;
    if (!leaf.returns || leaf.trap != 0) {
        result = pop_to(calls, 0, NT_CALL_UNWOUND, NT_CALL_RETURNS);
    }
    if (result == 0 && (calls->now.depth > 0 || other != NULL)) {
        result = swap_stacks(calls, other, leaf.back, false);
    }
    if (result != 0) {
        return result;
    }
    return calls->now.depth == 0 ? begin(calls, pc, function) : pop(calls, NT_CALL_RETURNS);
}

static int take_return(nt_calls *calls, uint64_t pc, const nt_function *function) {
    size_t frame = frame_that_returns_to(calls, pc);
    if (frame == 0) {
        return go_elsewhere(calls, pc, function);
    }
    int result = pop_to(calls, frame - 1, NT_CALL_UNWOUND, NT_CALL_RETURNS);
    return result == 0 && calls->now.depth == 0 ? begin(calls, pc, function) : result;
}

static int take_call(nt_calls *calls, uint64_t pc, const nt_function *function) {
    nt_call call = {.function = function, .entry = pc, .back = calls->next, .returns = true};
    return push(calls, &call, NT_CALL_CALLED);
}

/* Back to who swapped last, or on to another. */
static int take_swap(nt_calls *calls, uint64_t pc, const nt_function *function) {
    nt_call *leaf = top(calls);
    if (leaf->returns && leaf->trap == 0 && leaf->back == pc && calls->now.depth > 1) {
        int result = pop(calls, NT_CALL_RETURNS);
        if (result != 0 || top(calls)->function == function) {
            return result;
        }
    }
    return take_call(calls, pc, function);
}

/* A jump, a branch or just the next instruction: into another function it is a tail call. */
static int take_jump(nt_calls *calls, uint64_t pc, const nt_function *function) {
    nt_call call = *top(calls);
    if (function == call.function) {
        return 0;
    }
    call.function = function;
    call.entry = pc;
    int result = pop(calls, NT_CALL_LEFT);
    return result != 0 ? result : push(calls, &call, NT_CALL_TAIL);
}

/* The topmost trap that came where execution goes on now, or right before (ecall), + 1; else just
   the topmost. 0: there is none. */
static size_t trap_that_returns_to(const nt_calls *calls, uint64_t pc) {
    size_t topmost = 0;
    for (size_t i = calls->now.depth; i > 0; i--) {
        const nt_call *call = &calls->now.call[i - 1];
        if (call->trap != 0 && pc - call->back <= ECALL) {
            return i;
        }
        if (call->trap != 0 && topmost == 0) {
            topmost = i;
        }
    }
    return topmost;
}

static int take_trap_return(nt_calls *calls, uint64_t pc, const nt_function *function) {
    size_t frame = trap_that_returns_to(calls, pc);
    if (frame == 0) { /* the first jump into a program */
        int result = pop_to(calls, 0, NT_CALL_UNWOUND, NT_CALL_RETURNS);
        return result != 0 ? result : begin(calls, pc, function);
    }
    uint64_t back = calls->now.call[frame - 1].back;
    int result = pop_to(calls, frame - 1, NT_CALL_UNWOUND, NT_CALL_RETURNS);
    if (result != 0) {
        return result;
    }
    bool right = pc - back <= ECALL;
    call_stack *other = right ? NULL : find_parked(calls, pc, true);
    if (calls->now.depth > 0 && (right || (other == NULL && top(calls)->function == function))) {
        return 0;
    }
    if (calls->now.depth > 0 || other != NULL) {
        result = swap_stacks(calls, other, back, true);
    }
    return result == 0 && calls->now.depth == 0 ? begin(calls, pc, function) : result;
}

/* Execution comes to `pc`. */
static int arrive(nt_calls *calls, uint64_t pc, const nt_function *function) {
    uint8_t exit = calls->exit;
    calls->exit = NT_INSN_OTHER;
    if (calls->now.depth == 0) {
        return begin(calls, pc, function);
    }
    if (!calls->running) {
        calls->running = true;
        return 0;
    }
    switch (exit) {
    case NT_INSN_DIRECT_CALL:
    case NT_INSN_INDIRECT_CALL:
        return take_call(calls, pc, function);
    case NT_INSN_RETURN:
        return take_return(calls, pc, function);
    case NT_INSN_COROUTINE_SWAP:
        return take_swap(calls, pc, function);
    case NT_INSN_TRAP_RETURN:
        return take_trap_return(calls, pc, function);
    default:
        return take_jump(calls, pc, function);
    }
}

/* ---- instructions ---- */

static void run(nt_calls *calls, uint32_t instructions, uint8_t exit, uint64_t next) {
    calls->running = true;
    calls->exit = exit;
    calls->next = next;
    nt_clock_run(&calls->clock, instructions);
}

/* Step by step; `arrived`: at the first already. */
static int take_steps(nt_calls *calls, uint64_t pc, uint64_t halfwords, bool arrived) {
    uint64_t left = halfwords;
    int result = 0;
    while (left > 0 && result == 0) {
        const nt_step *step = nt_steps_at(calls->steps, pc, left);
        if (step->instructions == 0) {
            return cut(calls); /* the code has gone */
        }
        result = arrived ? 0 : arrive(calls, pc, step->function);
        arrived = false;
        run(calls, step->instructions, step->exit, step->next);
        if (result == 0 && calls->sink.run != NULL) {
            result = calls->sink.run(calls->sink.context, pc, step->instructions);
        }
        left -= step->halfwords;
        pc = step->next;
    }
    return result;
}

/* At once where only the first step comes from another function. */
static int take_range(nt_calls *calls, uint64_t pc, uint64_t halfwords) {
    const nt_step *whole =
        calls->sink.run == NULL ? nt_steps_whole(calls->steps, pc, halfwords) : NULL;
    if (whole == NULL) {
        return take_steps(calls, pc, halfwords, false);
    }
    int result = arrive(calls, pc, whole->function);
    if (result == 0 && top(calls)->function != whole->function) { /* it may be left on the way */
        return take_steps(calls, pc, halfwords, true);
    }
    run(calls, whole->instructions, whole->exit, whole->next);
    return result;
}

/* ---- paths ---- */

/* `arrived`: at the first already. */
static int take_ranges(nt_calls *calls, const nt_path_range *range, unsigned count, bool arrived) {
    int result = 0;
    for (unsigned i = 0; i < count && result == 0; i++) {
        result = arrived && i == 0 ? take_steps(calls, range[i].pc, range[i].halfwords, true)
                                   : take_range(calls, range[i].pc, range[i].halfwords);
    }
    return result;
}

static int take_legs(nt_calls *calls, const nt_flow_path *path, const nt_leg *leg, unsigned count) {
    const nt_path_range *range = path->ranges;
    int result = 0;
    for (const nt_leg *end = leg + count; leg < end && result == 0; leg++) {
        result = arrive(calls, leg->pc, leg->function);
        if (result == 0 && top(calls)->function != leg->function) { /* as in take_range() */
            result = take_ranges(calls, range, leg->ranges, true);
        } else {
            run(calls, leg->instructions, leg->exit, leg->next);
        }
        range += leg->ranges;
    }
    return result;
}

int nt_calls_take_path(nt_calls *calls, const nt_flow_path *path) {
    unsigned count = 0;
    const nt_leg *leg = NULL;
    int result = 0;
    nt_clock_take(&calls->clock, path->stamp);
    if (calls->legs == NULL && calls->sink.run == NULL) {
        calls->legs = calloc(1, sizeof *calls->legs);
    }
    if (calls->legs != NULL) {
        leg = nt_legs_of(calls->legs, calls->steps, path, &count);
    }
    for (uint64_t i = 0; i < path->times && result == 0; i++) {
        result = leg != NULL ? take_legs(calls, path, leg, count)
                             : take_ranges(calls, path->ranges, path->path->ranges, false);
    }
    return result;
}

void nt_calls_settle(nt_calls *calls) {
    nt_steps_settle(calls->steps);
    if (calls->legs != NULL) {
        nt_make_resident(calls->legs, sizeof *calls->legs);
    }
}

/* ---- events ---- */

/* Where execution stood before a trap is behind the last instruction, if that was a jump whose
   target was never told. */
static bool is_arrival(const nt_calls *calls, uint64_t pc) {
    return calls->running && calls->exit != NT_INSN_OTHER &&
           (calls->exit < NT_INSN_INDIRECT_CALL || pc != calls->next);
}

static int take_trap(nt_calls *calls, const nt_flow_event *event) {
    nt_clock_arrive(&calls->clock);
    if (is_arrival(calls, event->pc)) {
        int result = arrive(calls, event->pc, nt_view_function(calls->view, event->pc));
        if (result != 0) {
            return result;
        }
    }
    nt_call call = {.function = nt_view_function(calls->view, event->trap.address),
                    .entry = event->trap.address,
                    .back = event->pc,
                    .returns = true,
                    .trap = event->trap.btype};
    calls->running = true;
    calls->exit = NT_INSN_OTHER;
    return push(calls, &call, NT_CALL_TRAPPED);
}

int nt_calls_take(nt_calls *calls, const nt_flow_event *event) {
    nt_clock_take(&calls->clock, event);
    switch (event->kind) {
    case NT_FLOW_RANGE:
        return take_range(calls, event->range.pc, event->range.halfwords);
    case NT_FLOW_TRAP:
        return take_trap(calls, event);
    case NT_FLOW_STOP:
    case NT_FLOW_LOSS:
    case NT_FLOW_FAULT:
        nt_clock_arrive(&calls->clock);
        return cut(calls);
    default:
        return 0;
    }
}

int nt_calls_end(nt_calls *calls) {
    return cut(calls);
}

uint64_t nt_calls_time(const nt_calls *calls) {
    return calls->clock.now;
}

uint64_t nt_calls_message_time(const nt_calls *calls) {
    return calls->clock.timed ? calls->clock.limit : calls->clock.now;
}

size_t nt_calls_depth(const nt_calls *calls) {
    return calls->now.depth;
}

nt_call *nt_calls_frame(nt_calls *calls, size_t index) {
    return index < calls->now.depth ? &calls->now.call[index] : NULL;
}
