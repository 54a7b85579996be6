/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/calls/stacks.h"

#include "libntrace/calls/label.h"
#include "libntrace/util/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_NODES = 1 << 20, /* different stacks; what is called beyond counts for the caller */
    FIRST_NODES = 1 << 10,
};

int nt_stacks_init(nt_stacks *s) {
    *s = (nt_stacks){.room = FIRST_NODES, .count = 1};
    s->nodes = calloc(s->room, sizeof *s->nodes);
    s->slots = calloc(2 * s->room, sizeof *s->slots);
    if (s->nodes == NULL || s->slots == NULL) {
        nt_stacks_clear(s);
        return -1;
    }
    return 0;
}

void nt_stacks_clear(nt_stacks *s) {
    free(s->nodes);
    free(s->slots);
    *s = (nt_stacks){.count = 0};
}

nt_stacks *nt_stacks_new(nt_error *error) {
    nt_stacks *s = malloc(sizeof *s);
    if (s == NULL || nt_stacks_init(s) != 0) {
        nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
        free(s);
        return NULL;
    }
    return s;
}

void nt_stacks_free(nt_stacks *s) {
    if (s != NULL) {
        nt_stacks_clear(s);
        free(s);
    }
}

static size_t hash(const nt_stack_node *n) {
    const nt_stack_frame *f = &n->frame;
    uint64_t key = (f->function != NULL ? (uint64_t)(uintptr_t)f->function : f->entry) + f->trap;
    key = (key ^ n->parent * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);
    return (size_t)(key ^ key >> 32);
}

static bool same(const nt_stack_node *a, const nt_stack_node *b) {
    return a->frame.function == b->frame.function && a->frame.entry == b->frame.entry &&
           a->parent == b->parent && a->frame.trap == b->frame.trap &&
           a->frame.is_hart == b->frame.is_hart;
}

/* The slot where the node is, or would be. */
static uint32_t *slot_of(const nt_stacks *s, const nt_stack_node *n) {
    size_t slots = 2 * s->room;
    size_t at = hash(n) & (slots - 1);
    while (s->slots[at] != 0 && !same(&s->nodes[s->slots[at]], n)) {
        at = (at + 1) & (slots - 1);
    }
    return &s->slots[at];
}

/* Twice the room; false without memory, or when it would be too much. */
static bool grow(nt_stacks *s) {
    size_t room = 2 * s->room;
    if (room > MOST_NODES) {
        return false;
    }
    nt_stack_node *nodes = realloc(s->nodes, room * sizeof *nodes);
    uint32_t *slots = calloc(2 * room, sizeof *slots);
    if (nodes != NULL) {
        s->nodes = nodes;
    }
    if (nodes == NULL || slots == NULL) {
        free(slots);
        return false;
    }
    free(s->slots);
    s->slots = slots;
    s->room = room;
    for (size_t i = 1; i < s->count; i++) {
        *slot_of(s, &s->nodes[i]) = (uint32_t)i;
    }
    return true;
}

/* The node of a frame on a stack; 0: there is no room. */
static uint32_t find_node(nt_stacks *s, uint32_t parent, const nt_stack_frame *frame) {
    nt_stack_node n = {.frame = *frame, .parent = parent};
    if (n.frame.function != NULL) {
        n.frame.entry = 0;
    }
    uint32_t *slot = slot_of(s, &n);
    if (*slot != 0) {
        return *slot;
    }
    if (s->count == s->room && !grow(s)) {
        return 0;
    }
    slot = slot_of(s, &n);
    s->nodes[s->count] = n;
    *slot = (uint32_t)s->count;
    s->count++;
    return *slot;
}

void nt_stacks_enter(nt_stacks *s, const nt_stack_frame *frame) {
    uint32_t found = s->lost == 0 ? find_node(s, s->top, frame) : 0;
    if (found == 0) {
        s->lost++;
    } else {
        s->top = found;
    }
}

void nt_stacks_leave(nt_stacks *s) {
    if (s->lost > 0) {
        s->lost--;
    } else {
        s->top = s->nodes[s->top].parent;
    }
}

void nt_stacks_count(nt_stacks *s, uint64_t count) {
    s->nodes[s->top].count += count;
}

void nt_stacks_reset(nt_stacks *s) {
    s->top = NT_STACKS_ROOT;
    s->lost = 0;
}

int nt_stacks_merge(nt_stacks *into, const nt_stacks *from) {
    uint32_t *place = calloc(from->count, sizeof *place); /* by number in `from` */
    if (place == NULL) {
        return -1;
    }
    for (size_t i = 1; i < from->count; i++) {
        const nt_stack_node *n = &from->nodes[i];
        const uint32_t below = place[n->parent];
        const uint32_t found = find_node(into, below, &n->frame);
        place[i] = found == 0 ? below : found;
        into->nodes[place[i]].count += n->count;
    }
    free(place);
    return 0;
}

const char *nt_stacks_label(char label[NT_STACKS_LABEL], const nt_stack_frame *frame,
                            const char *between) {
    if (frame->is_hart) {
        (void)snprintf(label, NT_STACKS_LABEL, "hart %" PRIu64, frame->entry);
        return label;
    }
    char name[NT_LABEL_ROOM];
    nt_label(name, frame->function, frame->entry);
    for (char *at = name; (at = strchr(at, ';')) != NULL;) {
        *at = ':';
    }
    if (frame->trap == 0) {
        (void)snprintf(label, NT_STACKS_LABEL, "%s", name);
    } else {
        (void)snprintf(label, NT_STACKS_LABEL, "(%s)%s%s", nt_label_trap(frame->trap), between,
                       name);
    }
    return label;
}

/* A line that grows. */
typedef struct line {
    char *text;
    size_t size;
    size_t room;
} line;

static bool add(line *l, const char *text) {
    size_t size = strlen(text);
    if (l->size + size >= l->room) {
        size_t room = 2 * (l->size + size) + NT_STACKS_LABEL;
        char *grown = realloc(l->text, room);
        if (grown == NULL) {
            return false;
        }
        l->text = grown;
        l->room = room;
    }
    memcpy(l->text + l->size, text, size + 1);
    l->size += size;
    return true;
}

/* `path` has room for as many as there are nodes. */
static bool make_line(const nt_stacks *s, uint32_t leaf, uint32_t *path, line *l) {
    char label[NT_STACKS_LABEL];
    size_t depth = 0;
    bool whole = true;
    l->size = 0;
    for (uint32_t at = leaf; at != NT_STACKS_ROOT; at = s->nodes[at].parent) {
        path[depth++] = at;
    }
    while (depth > 0 && whole) {
        depth--;
        nt_stacks_label(label, &s->nodes[path[depth]].frame, ";");
        whole = add(l, label) && (depth == 0 || add(l, ";"));
    }
    (void)snprintf(label, sizeof label, " %" PRIu64, s->nodes[leaf].count);
    return whole && add(l, label);
}

int nt_stacks_print(const nt_stacks *s, nt_stacks_line take, void *context) {
    line l = {.size = 0};
    uint32_t *path = malloc(s->count * sizeof *path);
    int result = path == NULL ? -1 : 0;
    for (size_t i = 1; i < s->count && result == 0; i++) {
        if (s->nodes[i].count != 0) {
            result = make_line(s, (uint32_t)i, path, &l) ? take(context, l.text) : -1;
        }
    }
    free(l.text);
    free(path);
    return result;
}
