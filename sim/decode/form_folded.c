/* Stacks with what ran in each, as flame graphs are made from: `main;sort;swap 1234`. */
#include "sim/decode/calls.h"
#include "sim/decode/form.h"
#include "sim/decode/label.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOT = 0,
    MOST_NODES = 1 << 20, /* different stacks; what is called beyond counts for the caller */
    FIRST_NODES = 1 << 10,
};

/* One stack: another one and a frame on it. */
typedef struct node {
    const nt_function *function;
    uint64_t entry; /* where the function is not known */
    uint64_t count;
    uint32_t parent;
    uint8_t trap;
} node;

typedef struct folded_form {
    nt_form_inputs inputs;
    nt_calls *calls;
    node *nodes; /* ROOT is the empty stack */
    size_t count;
    size_t room;
    uint32_t *slots; /* a hash table of 2 * room: indices of nodes, 0: free */
    uint32_t top;
    size_t lost; /* frames of the stack that have no node */
    bool shown;
    uint64_t told; /* up to when things have been counted */
} folded_form;

static size_t hash(const node *n) {
    uint64_t key = (n->function != NULL ? (uint64_t)(uintptr_t)n->function : n->entry) + n->trap;
    key = (key ^ n->parent * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);
    return (size_t)(key ^ key >> 32);
}

static bool same(const node *a, const node *b) {
    return a->function == b->function && a->entry == b->entry && a->parent == b->parent &&
           a->trap == b->trap;
}

/* The slot where the node is, or would be. */
static uint32_t *slot_of(const folded_form *form, const node *n) {
    size_t slots = 2 * form->room;
    size_t at = hash(n) & (slots - 1);
    while (form->slots[at] != 0 && !same(&form->nodes[form->slots[at]], n)) {
        at = (at + 1) & (slots - 1);
    }
    return &form->slots[at];
}

/* Twice the room; false without memory, or when it would be too much. */
static bool grow(folded_form *form) {
    size_t room = 2 * form->room;
    if (room > MOST_NODES) {
        return false;
    }
    node *nodes = realloc(form->nodes, room * sizeof *nodes);
    uint32_t *slots = calloc(2 * room, sizeof *slots);
    if (nodes != NULL) {
        form->nodes = nodes;
    }
    if (nodes == NULL || slots == NULL) {
        free(slots);
        return false;
    }
    free(form->slots);
    form->slots = slots;
    form->room = room;
    for (size_t i = 1; i < form->count; i++) {
        *slot_of(form, &form->nodes[i]) = (uint32_t)i;
    }
    return true;
}

/* The node of a frame on the top; 0: there is no room. */
static uint32_t find_node(folded_form *form, const nt_call *call) {
    node n = {.function = call->function,
              .entry = call->function == NULL ? call->entry : 0,
              .parent = form->top,
              .trap = call->trap};
    uint32_t *slot = slot_of(form, &n);
    if (*slot != 0) {
        return *slot;
    }
    if (form->count == form->room && !grow(form)) {
        return 0;
    }
    slot = slot_of(form, &n);
    form->nodes[form->count] = n;
    *slot = (uint32_t)form->count;
    form->count++;
    return *slot;
}

/* With --by time: what has passed belongs to the top so far. */
static void count_time(folded_form *form) {
    uint64_t now = nt_calls_clock(form->calls)->now;
    if (form->inputs.settings.by_time && form->shown) {
        form->nodes[form->top].count += now - form->told;
    }
    form->told = now;
}

static int enter(void *context, nt_call *call, size_t depth, nt_call_how how) {
    folded_form *form = context;
    (void)depth;
    (void)how;
    count_time(form);
    uint32_t found = form->lost == 0 ? find_node(form, call) : 0;
    if (found == 0) {
        form->lost++;
    } else {
        form->top = found;
    }
    return 0;
}

static int leave(void *context, const nt_call *call, size_t depth, nt_call_how how) {
    folded_form *form = context;
    (void)call;
    (void)depth;
    (void)how;
    count_time(form);
    if (form->lost > 0) {
        form->lost--;
    } else {
        form->top = form->nodes[form->top].parent;
    }
    return 0;
}

static int run(void *context, uint64_t pc, uint32_t instructions) {
    folded_form *form = context;
    (void)pc;
    count_time(form);
    if (!form->inputs.settings.by_time && form->shown) {
        form->nodes[form->top].count += instructions;
    }
    return 0;
}

static void free_folded(void *context) {
    folded_form *form = context;
    if (form != NULL) {
        nt_calls_free(form->calls);
        free(form->nodes);
        free(form->slots);
        free(form);
    }
}

static void *open_folded(const nt_form_inputs *inputs, nt_error *error) {
    folded_form *form = calloc(1, sizeof *form);
    if (form != NULL) {
        form->inputs = *inputs;
        form->room = FIRST_NODES;
        form->nodes = calloc(form->room, sizeof *form->nodes);
        form->slots = calloc(2 * form->room, sizeof *form->slots);
        form->count = 1;
        form->calls = nt_calls_new(inputs->view, (nt_calls_sink){enter, leave, run, form});
    }
    if (form == NULL || form->nodes == NULL || form->slots == NULL || form->calls == NULL) {
        nt_fail(error, "out of memory");
        free_folded(form);
        return NULL;
    }
    return form;
}

static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    folded_form *form = context;
    form->shown = shown;
    return nt_calls_take(form->calls, event) == 0 ? 0 : nt_fail(error, "out of memory");
}

/* A frame's name: ';' parts frames. */
static int put_frame(folded_form *form, const node *n, nt_error *error) {
    char label[NT_LABEL_ROOM];
    nt_label(label, n->function, n->entry);
    for (char *at = label; (at = strchr(at, ';')) != NULL;) {
        *at = ':';
    }
    if (n->trap != 0 &&
        nt_text_format(form->inputs.text, error, "(%s);", nt_label_trap(n->trap)) != 0) {
        return -1;
    }
    return nt_text_string(form->inputs.text, label, error);
}

/* `path` has room for as many as there are nodes. */
static int put_stack(folded_form *form, uint32_t leaf, uint32_t *path, nt_error *error) {
    nt_text *text = form->inputs.text;
    size_t depth = 0;
    for (uint32_t at = leaf; at != ROOT; at = form->nodes[at].parent) {
        path[depth++] = at;
    }
    if (form->inputs.several && nt_text_format(text, error, "hart %u;", form->inputs.hart) != 0) {
        return -1;
    }
    while (depth > 0) {
        depth--;
        if (put_frame(form, &form->nodes[path[depth]], error) != 0 ||
            (depth > 0 && nt_text_string(text, ";", error) != 0)) {
            return -1;
        }
    }
    return nt_text_format(text, error, " %" PRIu64 "\n", form->nodes[leaf].count);
}

static int close_folded(void *context, uint64_t bytes, nt_error *error) {
    folded_form *form = context;
    (void)bytes;
    uint32_t *path = malloc(form->count * sizeof *path);
    if (path == NULL || nt_calls_end(form->calls) != 0) {
        free(path);
        return nt_fail(error, "out of memory");
    }
    int result = 0;
    for (size_t i = 1; i < form->count && result == 0; i++) {
        if (form->nodes[i].count != 0) {
            result = put_stack(form, (uint32_t)i, path, error);
        }
    }
    free(path);
    return result;
}

const nt_form nt_form_folded = {
    .name = "folded",
    .summary = "stacks with the instructions (--by time: the ticks) in each, for flame graphs",
    .kind = NT_FORM_ORDERED,
    .whole = true,
    .open = open_folded,
    .event = take_event,
    .close = close_folded,
    .free = free_folded,
};
