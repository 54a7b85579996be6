/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/flame.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 1000, /* of the picture, in pixels; so are all below */
    MARGIN = 10,
    TOP = 34, /* of the first row */
    ROW = 17,
};

static const double letter = 6.6; /* width of one, at 11 pixels */
static const double least = 0.8;  /* a box that is narrower is not drawn */

/* A node with its place in the picture. */
typedef struct box {
    char *label;
    uint64_t total;  /* of the stack and all those on it */
    uint32_t callee; /* the first of them by name, and the next one beside it; 0: none */
    uint32_t beside;
} box;

typedef struct picture {
    const nt_flame *flame;
    const nt_stacks *stacks;
    nt_text *text;
    nt_error *error;
    box *boxes; /* by node */
    double scale;
    unsigned rows;
} picture;

/* Boxes, each below its caller. */

static bool make_labels(picture *p) {
    char label[NT_STACKS_LABEL];
    for (size_t i = 1; i < p->stacks->count; i++) {
        p->boxes[i].label = strdup(nt_stacks_label(label, &p->stacks->nodes[i].frame, " "));
        if (p->boxes[i].label == NULL) {
            return false;
        }
    }
    return true;
}

/* A node's number is greater than its parent's. */
static void add_totals(picture *p) {
    for (size_t i = p->stacks->count; i-- > 0;) {
        p->boxes[i].total += p->stacks->nodes[i].count;
        if (i != NT_STACKS_ROOT) {
            p->boxes[p->stacks->nodes[i].parent].total += p->boxes[i].total;
        }
    }
}

static int by_name(const void *a, const void *b, void *context) {
    const picture *p = context;
    const uint32_t x = *(const uint32_t *)a;
    const uint32_t y = *(const uint32_t *)b;
    const int order = strcmp(p->boxes[x].label, p->boxes[y].label);
    return order != 0 ? order : (x > y) - (x < y);
}

/* Callees are chained by name, from the last to the first. */
static bool chain(picture *p) {
    const size_t count = p->stacks->count - 1;
    uint32_t *order = malloc((count + 1) * sizeof *order);
    if (order == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        order[i] = (uint32_t)(i + 1);
    }
    qsort_r(order, count, sizeof *order, by_name, p);
    for (size_t i = count; i-- > 0;) {
        box *caller = &p->boxes[p->stacks->nodes[order[i]].parent];
        p->boxes[order[i]].beside = caller->callee;
        caller->callee = order[i];
    }
    free(order);
    return true;
}

/* Text. */

/* At most `most` letters, as XML has them; what is not ASCII is '?'. */
static int put_escaped(picture *p, const char *name, size_t most) {
    const size_t length = strlen(name);
    const bool cut = length > most;
    for (size_t i = 0; i < (cut ? most - 1 : length); i++) {
        const char c = name[i];
        const char one[2] = {c >= ' ' && c < 0x7f ? c : '?', '\0'};
        const char *shown = c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : one;
        if (nt_text_string(p->text, shown, p->error) != 0) {
            return -1;
        }
    }
    return cut ? nt_text_string(p->text, "\xe2\x80\xa6", p->error) : 0; /* an ellipsis */
}

/* With a comma between thousands. */
static const char *thousands(char text[32], uint64_t number) {
    char plain[24];
    const int digits = snprintf(plain, sizeof plain, "%" PRIu64, number);
    size_t at = 0;
    for (int i = 0; i < digits; i++) {
        if (i > 0 && (digits - i) % 3 == 0) {
            text[at++] = ',';
        }
        text[at++] = plain[i];
    }
    text[at] = '\0';
    return text;
}

/* The same colour for the same name. */
static const char *colour_of(const char *name) {
    static const char *const warm[] = {"230,94,60", "236,128,62", "240,160,70", "244,190,90",
                                       "226,110,84"};
    uint32_t hash = 2166136261U;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (uint8_t)*name) * 16777619U;
    }
    return warm[(hash >> 8) % (sizeof warm / sizeof warm[0])];
}

/* Drawing. */

static int put_box(picture *p, const box *b, double start, unsigned row) {
    char number[32];
    const double width = (double)b->total * p->scale;
    const unsigned y = TOP + row * ROW;
    const double share = 100 * (double)b->total / (double)p->boxes[NT_STACKS_ROOT].total;
    const size_t letters = width < 4 ? 0 : (size_t)((width - 4) / letter);
    if (nt_text_string(p->text, "<g><title>", p->error) != 0 ||
        put_escaped(p, b->label, SIZE_MAX) != 0 ||
        nt_text_format(p->text, p->error,
                       ": %s %s (%.2f %%)</title><rect x=\"%.1f\" y=\"%u\" width=\"%.1f\" "
                       "height=\"%d\" fill=\"rgb(%s)\" rx=\"1\"/>",
                       thousands(number, b->total), p->flame->unit, share, start, y, width, ROW - 1,
                       colour_of(b->label)) != 0) {
        return -1;
    }
    if (letters > 2 || letters >= strlen(b->label)) {
        if (nt_text_format(p->text, p->error, "<text x=\"%.1f\" y=\"%u\">", start + 2, y + 12) !=
                0 ||
            put_escaped(p, b->label, letters) != 0 ||
            nt_text_string(p->text, "</text>", p->error) != 0) {
            return -1;
        }
    }
    return nt_text_string(p->text, "</g>\n", p->error);
}

static bool is_drawn(const picture *p, const box *b) {
    return (double)b->total * p->scale >= least;
}

/* Goes through the boxes: caller first, then its callees, then what is beside it. `draw` false:
   only counts the rows. */
static int walk(picture *p, bool draw) {
    typedef struct place {
        uint32_t node;
        double start;
    } place;
    place *path = malloc(p->stacks->count * sizeof *path);
    if (path == NULL) {
        return nt_fail(p->error, "out of memory");
    }
    unsigned depth = 0;
    int result = 0;
    path[0] = (place){p->boxes[NT_STACKS_ROOT].callee, MARGIN};
    for (;;) {
        const place now = path[depth];
        if (now.node == 0 && depth == 0) {
            break;
        }
        if (now.node == 0) { /* the caller is done: on beside it */
            place *caller = &path[--depth];
            caller->start += (double)p->boxes[caller->node].total * p->scale;
            caller->node = p->boxes[caller->node].beside;
            continue;
        }
        const box *b = &p->boxes[now.node];
        const bool drawn = is_drawn(p, b);
        if (drawn && draw && (result = put_box(p, b, now.start, depth)) != 0) {
            break;
        }
        if (drawn && depth + 1 > p->rows) {
            p->rows = depth + 1;
        }
        /* What is narrow has no wide callees. */
        path[++depth] = (place){drawn ? b->callee : 0, now.start};
    }
    free(path);
    return result;
}

static int draw(picture *p) {
    char number[32];
    if (walk(p, false) != 0) {
        return -1;
    }
    const unsigned height = TOP + p->rows * ROW + MARGIN;
    if (nt_text_format(p->text, p->error,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\" "
                       "viewBox=\"0 0 %d %u\" font-family=\"monospace\" font-size=\"11\">\n"
                       "<rect width=\"%d\" height=\"%u\" fill=\"#fffdf8\"/>\n"
                       "<text x=\"%d\" y=\"20\" font-size=\"13\" font-weight=\"bold\">",
                       WIDTH, height, WIDTH, height, WIDTH, height, MARGIN) != 0 ||
        put_escaped(p, p->flame->title, SIZE_MAX) != 0 ||
        nt_text_format(p->text, p->error, ": %s %s</text>\n",
                       thousands(number, p->boxes[NT_STACKS_ROOT].total), p->flame->unit) != 0 ||
        walk(p, true) != 0) {
        return -1;
    }
    return nt_text_string(p->text, "</svg>\n", p->error);
}

int nt_flame_put(const nt_flame *flame, const nt_stacks *stacks, nt_text *text, nt_error *error) {
    picture p = {.flame = flame, .stacks = stacks, .text = text, .error = error};
    int result = -1;
    p.boxes = calloc(stacks->count, sizeof *p.boxes);
    if (p.boxes == NULL || !make_labels(&p) || !chain(&p)) {
        nt_fail(error, "out of memory");
    } else {
        add_totals(&p);
        const uint64_t total = p.boxes[NT_STACKS_ROOT].total;
        p.scale = (WIDTH - 2 * MARGIN) / (double)(total == 0 ? 1 : total);
        result = draw(&p);
    }
    for (size_t i = 0; p.boxes != NULL && i < stacks->count; i++) {
        free(p.boxes[i].label);
    }
    free(p.boxes);
    return result;
}
