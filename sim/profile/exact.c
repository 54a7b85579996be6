/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/profile/exact.h"

#include "ntrace/calls.h"
#include "ntrace/flow.h"
#include "sim/decode/flow_options.h"
#include "sim/ingress/golden.h"
#include "sim/ingress/shape.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    PRIV_RESET = 3,  /* M */
    KNOWN = 1 << 13, /* addresses whose function is known at a time */
    GUEST = 5,       /* VU is U and this, VS is S and this */
    EXCEPTION = 2,   /* B-TYPE */
    INTERRUPT = 3,
};

/* The instruction that retired last: what it did is known once it is known where it went. */
typedef struct last_insn {
    bool there;
    uint64_t pc;
    uint64_t next; /* the address behind it */
    const nt_function *function;
    nt_insn_class class_;
    uint8_t priv;
    uint32_t stack;
} last_insn;

/* The function at an address, in a mode. */
typedef struct known {
    uint64_t pc;
    const nt_function *function;
    uint8_t mode; /* priv + 1; 0: nothing */
} known;

typedef struct counting {
    const nt_exact_options *options;
    nt_exact *exact;
    nt_places *places;
    nt_view *view;
    nt_code code;
    nt_flow *flow;
    nt_calls *calls;
    uint8_t priv;
    last_insn last;
    known *known; /* by address */
    nt_error *error;
    uint64_t cycles;
} counting;

bool nt_exact_has(nt_event_id id) {
    return id != NT_EVENT_ID_CYCLES;
}

/* Counting. */

/* A step can have several functions: those within another one. */
static const nt_function *function_at(counting *c, uint64_t pc) {
    known *k = &c->known[(pc >> 1 ^ pc >> 14) % KNOWN];
    if (k->pc != pc || k->mode != c->priv + 1) {
        *k = (known){pc, nt_view_function(c->view, pc), (uint8_t)(c->priv + 1)};
    }
    return k->function;
}

/* One event of what ran at `at`. */
static int count_one(counting *c, const last_insn *at) {
    if (!nt_profile_event_counts_in(&c->options->event, at->priv)) {
        return 0;
    }
    nt_profile_place *place = nt_places_at(c->places, at->pc, at->function);
    if (place == NULL) {
        return nt_fail(c->error, "out of memory");
    }
    place->count[NT_PROFILE_EXACT]++;
    c->exact->stacks.nodes[at->stack].count++;
    c->exact->events++;
    return 0;
}

/* Whether an instruction that went on at `next` is the event. */
static bool is_event(nt_event_id id, const last_insn *last, uint64_t next) {
    const nt_insn_class class_ = last->class_;
    switch (id) {
    case NT_EVENT_ID_BRANCHES:
        return class_ == NT_INSN_BRANCH;
    case NT_EVENT_ID_TAKEN:
        return class_ == NT_INSN_BRANCH && next != last->next;
    case NT_EVENT_ID_NOT_TAKEN:
        return class_ == NT_INSN_BRANCH && next == last->next;
    case NT_EVENT_ID_CALLS:
        return class_ == NT_INSN_DIRECT_CALL || class_ == NT_INSN_INDIRECT_CALL;
    case NT_EVENT_ID_RETURNS:
        return class_ == NT_INSN_RETURN;
    case NT_EVENT_ID_JUMPS:
        return class_ == NT_INSN_DIRECT_JUMP || class_ == NT_INSN_DIRECT_JUMP_LINK ||
               class_ == NT_INSN_INDIRECT_JUMP || class_ == NT_INSN_INDIRECT_JUMP_LINK ||
               class_ == NT_INSN_COROUTINE_SWAP;
    case NT_EVENT_ID_TRAP_RETURNS:
        return class_ == NT_INSN_TRAP_RETURN;
    default:
        return false;
    }
}

/* Execution came to `next`. */
static int end_last(counting *c, uint64_t next) {
    const last_insn last = c->last;
    if (!last.there) {
        return 0;
    }
    c->last.there = false;
    if ((last.class_ == NT_INSN_DIRECT_CALL || last.class_ == NT_INSN_INDIRECT_CALL) &&
        nt_places_enter(c->places, next) != 0) {
        return nt_fail(c->error, "out of memory");
    }
    return is_event(c->options->event.id, &last, next) ? count_one(c, &last) : 0;
}

/* The top of the stack retired a step, whose last instruction alone can transfer control. */
static int take_step(void *context, uint64_t pc, uint32_t instructions) {
    counting *c = context;
    int result = end_last(c, pc);
    last_insn now = {.there = true, .priv = c->priv, .stack = c->exact->stacks.top};
    for (uint32_t i = 0; i < instructions && result == 0; i++) {
        const nt_insn insn = c->code.at(c->code.context, pc);
        now.pc = pc;
        now.function = function_at(c, pc);
        now.next = pc = pc + insn.size;
        now.class_ = insn.class_;
        if (c->options->event.id == NT_EVENT_ID_INSTRUCTIONS) {
            result = count_one(c, &now);
        }
    }
    c->last = now;
    c->exact->instructions += instructions;
    return result;
}

static int enter(void *context, nt_call *call, size_t depth, nt_call_how how) {
    counting *c = context;
    const nt_stack_frame frame = {
        .function = call->function, .entry = call->entry, .trap = call->trap};
    (void)depth;
    nt_stacks_enter(&c->exact->stacks, &frame);
    const bool is_entry = how == NT_CALL_BEGINS || how == NT_CALL_TRAPPED;
    return is_entry && nt_places_enter(c->places, call->entry) != 0
               ? nt_fail(c->error, "out of memory")
               : 0;
}

static int leave(void *context, const nt_call *call, size_t depth, nt_call_how how) {
    counting *c = context;
    (void)call;
    (void)depth;
    (void)how;
    nt_stacks_leave(&c->exact->stacks);
    return 0;
}

/* Events of the flow. */

static int take_trap(counting *c, const nt_flow_event *event) {
    const nt_event_id id = c->options->event.id;
    int result = end_last(c, event->pc);
    if ((id == NT_EVENT_ID_EXCEPTIONS && event->trap.btype == EXCEPTION) ||
        (id == NT_EVENT_ID_INTERRUPTS && event->trap.btype == INTERRUPT)) {
        const last_insn at = {.pc = event->pc,
                              .function = function_at(c, event->pc),
                              .priv = c->priv,
                              .stack = c->exact->stacks.top};
        result |= count_one(c, &at);
    }
    return result;
}

static void take_ownership(counting *c, const nt_flow_event *event) {
    c->priv = (uint8_t)(event->ownership.prv + (event->ownership.v ? GUEST : 0));
    /* A sample has no context, so that names must not depend on it. */
    nt_view_set(c->view, (uint8_t)(1U << c->priv), false, 0, false, 0);
}

static int take_event(void *context, const nt_flow_event *event) {
    counting *c = context;
    int result = 0;
    switch (event->kind) {
    case NT_FLOW_OWNERSHIP:
        take_ownership(c, event);
        break;
    case NT_FLOW_TRAP:
        result = take_trap(c, event);
        break;
    case NT_FLOW_STOP:
        result = end_last(c, event->pc);
        break;
    case NT_FLOW_LOSS:
        return nt_fail(c->error, "%s: the trace lost messages", c->options->recording);
    case NT_FLOW_FAULT:
        return nt_fail(c->error, "%s: the trace does not decode: offset %" PRIu64 ": %s",
                       c->options->recording, event->offset, event->fault.reason);
    default:
        break;
    }
    if (result == 0 && nt_calls_take(c->calls, event) != 0) {
        result = nt_fail(c->error, "out of memory");
    }
    return result;
}

/* The run. */

static int take_bytes(void *context, const uint8_t *bytes, unsigned count, nt_error *error) {
    counting *c = context;
    (void)error;
    c->exact->bytes += count;
    return nt_flow_bytes(c->flow, bytes, count);
}

static int run(counting *c, nt_settings *settings, nt_error *error) {
    const nt_exact_options *o = c->options;
    const nt_shape_options shape = {.hart = o->hart,
                                    .blocks = settings->config->nblocks,
                                    .ctype = 1,
                                    .limit = o->limit,
                                    .settings = settings};
    nt_source source;
    if (nt_shape_open(&source, o->recording, settings->config, &shape, error) != 0) {
        return -1;
    }
    nt_golden *golden = calloc(1, sizeof *golden);
    int result = golden == NULL ? nt_fail(error, "out of memory") : 0;
    if (result == 0) {
        nt_golden_init(golden, settings->config);
        result = nt_golden_run(golden, &source, "exact profile", take_bytes, c, &c->cycles, error);
    }
    if (result == 0) {
        result = nt_flow_finish(c->flow);
    }
    if (result == 0 && nt_calls_end(c->calls) != 0) {
        result = nt_fail(error, "out of memory");
    }
    free(golden);
    source.close(source.self);
    return result;
}

/* History Trace Messaging, with Ownership: it has the modes. */
static int settle(nt_settings *settings, unsigned xlen, nt_error *error) {
    nt_settings_init(settings);
    return nt_settings_fit(settings, xlen, error) != 0 ||
                   nt_settings_set(settings, "trTeInstMode=6", error) != 0 ||
                   nt_settings_set(settings, "trTeContext=1", error) != 0
               ? -1
               : 0;
}

static int open_decoder(counting *c, const nt_settings *settings, nt_error *error) {
    c->view = nt_view_new(c->options->program, c->options->hart, error);
    if (c->view == NULL) {
        return -1;
    }
    c->code = nt_view_code(c->view);
    const nt_flow_options flow = nt_flow_options_of(&settings->control, settings->config);
    c->flow = nt_flow_new(c->code, &flow, take_event, c);
    c->known = calloc(KNOWN, sizeof *c->known);
    c->calls = nt_calls_new(
        c->view, &(nt_calls_sink){.enter = enter, .leave = leave, .run = take_step, .context = c},
        error);
    return c->flow == NULL || c->calls == NULL || c->known == NULL ||
                   nt_stacks_init(&c->exact->stacks) != 0
               ? nt_fail(error, "out of memory")
               : 0;
}

int nt_exact_count(nt_exact *exact, const nt_exact_options *options, nt_places *places,
                   nt_error *error) {
    *exact = (nt_exact){.events = 0};
    counting c = {
        .options = options, .exact = exact, .places = places, .priv = PRIV_RESET, .error = error};
    nt_settings settings;
    int result = settle(&settings, nt_program_xlen(options->program), error);
    if (result == 0) {
        result = open_decoder(&c, &settings, error);
    }
    if (result == 0) {
        result = run(&c, &settings, error);
    }
    nt_calls_free(c.calls);
    nt_flow_free(c.flow);
    nt_view_free(c.view);
    free(c.known);
    nt_places_sort_entries(places);
    return result == 0 ? 0 : -1;
}
