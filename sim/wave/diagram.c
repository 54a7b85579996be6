/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/wave/diagram.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME = 96,
    MARGIN = 4,      /* pixels of a label's cell that are no room for it */
    NUMBER_WIDE = 3, /* the scale that a number may ask for */
};

typedef struct cell {
    char label[NT_DIAGRAM_LABEL];
    bool marked;
} cell;

typedef struct lane {
    nt_lane_kind kind;
    char group[NAME]; /* empty: none */
    char name[NAME];
    cell next; /* of the cycle that comes */
} lane;

/* Cycles that show the same. */
typedef struct column {
    uint64_t first;
    uint64_t times;
    cell *cells; /* by lane */
} column;

/* How wide things are: in pixels a cycle at scale 1, in half pixels a letter; and the scale that a
   text may ask for. */
typedef struct face {
    unsigned period;
    unsigned letter;
    unsigned most;
} face;

static const face faces[] = {
    [NT_DRAWN_BY_WAVEDROM] = {40, 17, 3},
    [NT_DRAWN_BY_REPORT] = {NT_DIAGRAM_REPORT_PERIOD, 13, 2},
};

struct nt_diagram {
    lane lane[NT_DIAGRAM_LANES];
    unsigned lanes;
    column column[NT_DIAGRAM_COLUMNS];
    unsigned columns;
};

nt_diagram *nt_diagram_new(void) {
    return calloc(1, sizeof(nt_diagram));
}

void nt_diagram_free(nt_diagram *d) {
    for (unsigned i = 0; d != NULL && i < d->columns; i++) {
        free(d->column[i].cells);
    }
    free(d);
}

/* ---- what comes in ---- */

/* What a text is called: without the ending that says that it is one. */
static size_t short_size(const char *name) {
    size_t size = strlen(name);
    bool ends = size > 5 &&
                (strcmp(name + size - 5, "_name") == 0 || strcmp(name + size - 5, "_text") == 0);
    return ends ? size - 5 : size;
}

int nt_diagram_lane(nt_diagram *d, nt_lane_kind kind, const char *group, const char *name,
                    nt_error *error) {
    if (d->lanes == NT_DIAGRAM_LANES) {
        return nt_fail(error, "more than %d signals in a diagram", NT_DIAGRAM_LANES);
    }
    lane *l = &d->lane[d->lanes++];
    l->kind = kind;
    (void)snprintf(l->group, sizeof l->group, "%s", group != NULL ? group : "");
    (void)snprintf(l->name, sizeof l->name, "%.*s",
                   (int)(kind == NT_LANE_TEXT ? short_size(name) : strlen(name)), name);
    return 0;
}

void nt_diagram_put(nt_diagram *d, unsigned number, const char *label, bool marked) {
    cell *next = &d->lane[number].next;
    memset(next, 0, sizeof *next); /* cells are compared as a whole */
    for (size_t i = 0; i + 1 < sizeof next->label && label[i] != '\0'; i++) {
        next->label[i] = label[i] >= ' ' && label[i] <= '~' ? label[i] : '?';
    }
    next->marked = marked;
}

static bool shows_the_same(const nt_diagram *d, const column *c) {
    for (unsigned i = 0; i < d->lanes; i++) {
        if (c->cells[i].marked != d->lane[i].next.marked ||
            strcmp(c->cells[i].label, d->lane[i].next.label) != 0) {
            return false;
        }
    }
    return true;
}

int nt_diagram_cycle(nt_diagram *d, uint64_t cycle, nt_error *error) {
    column *last = d->columns > 0 ? &d->column[d->columns - 1] : NULL;
    if (last != NULL && cycle == last->first + last->times && shows_the_same(d, last)) {
        last->times++;
        return 0;
    }
    if (d->columns == NT_DIAGRAM_COLUMNS) {
        return nt_fail(error,
                       "more than %d different cycles in a diagram; show fewer cycles or signals",
                       NT_DIAGRAM_COLUMNS);
    }
    column *c = &d->column[d->columns];
    c->cells = calloc(d->lanes + 1, sizeof *c->cells);
    if (c->cells == NULL) {
        return nt_fail(error, "out of memory");
    }
    c->first = cycle;
    c->times = 1;
    for (unsigned i = 0; i < d->lanes; i++) {
        c->cells[i] = d->lane[i].next;
    }
    d->columns++;
    return 0;
}

/* ---- what comes out ---- */

/* Periods that a column takes: all cycles, or the first, a gap and the last. */
static unsigned periods(const column *c) {
    return c->times <= NT_DIAGRAM_SHOWN ? (unsigned)c->times : 3;
}

static bool has_gap(const column *c) {
    return c->times > NT_DIAGRAM_SHOWN;
}

/* Tells whether the cycles of a column follow those of the column before it. */
static bool follows(const column *c) {
    return c[-1].first + c[-1].times == c->first;
}

/* The first column after `from` in which the lane shows something else; and the periods to there.
 */
static unsigned end_of(const nt_diagram *d, unsigned lane, unsigned from, unsigned *width) {
    const cell *shown = &d->column[from].cells[lane];
    unsigned end = from;
    *width = 0;
    do {
        *width += periods(&d->column[end]);
        end++;
    } while (end < d->columns && follows(&d->column[end]) &&
             memcmp(&d->column[end].cells[lane], shown, sizeof *shown) == 0);
    return end;
}

static unsigned scale_for(const face *f, size_t letters, unsigned width) {
    size_t pixels = letters * f->letter / 2 + MARGIN;
    return (unsigned)((pixels + width * f->period - 1) / (width * f->period));
}

/* The scale at which labels have room, within what such a lane may ask for. */
static unsigned scale_of(const nt_diagram *d, const face *f) {
    unsigned scale = 1;
    for (unsigned lane = 0; lane < d->lanes; lane++) {
        nt_lane_kind kind = d->lane[lane].kind;
        unsigned most = kind == NT_LANE_NUMBER ? NUMBER_WIDE : kind == NT_LANE_TEXT ? f->most : 1;
        for (unsigned from = 0, width; from < d->columns; from = end_of(d, lane, from, &width)) {
            (void)end_of(d, lane, from, &width);
            unsigned needs = scale_for(f, strlen(d->column[from].cells[lane].label), width);
            needs = needs < most ? needs : most;
            scale = needs > scale ? needs : scale;
        }
    }
    char digits[24];
    const column *last = &d->column[d->columns > 0 ? d->columns - 1 : 0];
    int size = snprintf(digits, sizeof digits, "%" PRIu64, last->first + last->times);
    unsigned needs = scale_for(f, (size_t)size, 1);
    return needs > scale ? needs : scale;
}

/* A label in the room that there is; the caller owns the object. */
static json_t *fitting(const char *label, unsigned width, const face *f) {
    size_t room = 2 * (width * f->period - MARGIN) / f->letter;
    size_t size = strlen(label);
    return size <= room ? json_string(label)
                        : json_sprintf("%.*s..", (int)(room > 2 ? room - 2 : 0), label);
}

/* Tells whether a label is a level by itself: of a bit, or unknown. */
static bool is_level(const lane *l, const cell *c) {
    const char *levels = l->kind == NT_LANE_BIT ? "01xz" : l->kind == NT_LANE_NUMBER ? "xz" : "";
    return !c->marked && c->label[1] == '\0' && strchr(levels, c->label[0]) != NULL;
}

/* What a lane shows from a column on, as a character of WaveJSON; with its label, if it has one. */
static char brick(const lane *l, const cell *c, json_t *data, unsigned width, const face *f) {
    if (l->kind == NT_LANE_CLOCK) {
        return 'p';
    }
    if (c->label[0] == '\0') {
        return 'z';
    }
    if (is_level(l, c)) {
        return c->label[0];
    }
    json_array_append_new(data, fitting(c->label, width, f));
    return c->marked ? '9' : '2';
}

static json_t *lane_json(const nt_diagram *d, unsigned number, const face *f) {
    const lane *l = &d->lane[number];
    char wave[NT_DIAGRAM_SHOWN * NT_DIAGRAM_COLUMNS + 1];
    size_t size = 0;
    json_t *data = json_array();
    unsigned end = 0;
    for (unsigned i = 0; i < d->columns; i++) {
        char first = '.';
        if (i == end) {
            unsigned width;
            end = end_of(d, number, i, &width);
            first = brick(l, &d->column[i].cells[number], data, width, f);
        }
        for (unsigned p = 0; p < periods(&d->column[i]); p++) {
            wave[size++] = p == 0 ? first : p == 1 && has_gap(&d->column[i]) ? '|' : '.';
        }
    }
    wave[size] = '\0';
    json_t *object = json_pack("{s:s, s:s}", "name", l->name, "wave", wave);
    if (json_array_size(data) > 0) {
        json_object_set(object, "data", data);
    }
    json_decref(data);
    return object;
}

static json_t *signals(const nt_diagram *d, const face *f) {
    json_t *all = json_array();
    json_t *group = NULL; /* of the lane before */
    for (unsigned i = 0; i < d->lanes; i++) {
        const char *name = d->lane[i].group;
        if (name[0] == '\0') {
            group = NULL;
        } else if (group == NULL ||
                   strcmp(json_string_value(json_array_get(group, 0)), name) != 0) {
            group = json_pack("[s]", name);
            json_array_append_new(all, group);
        }
        json_array_append_new(group != NULL ? group : all, lane_json(d, i, f));
    }
    return all;
}

/* A lane of the numbers of cycles: wavedrom has no list of them above the others. */
static json_t *cycles(const nt_diagram *d) {
    char wave[NT_DIAGRAM_SHOWN * NT_DIAGRAM_COLUMNS + 1];
    size_t size = 0;
    json_t *numbers = json_array();
    for (unsigned i = 0; i < d->columns; i++) {
        const column *c = &d->column[i];
        for (unsigned p = 0; p < periods(c); p++) {
            bool gap = p == 1 && has_gap(c);
            uint64_t cycle = p == 2 && has_gap(c) ? c->first + c->times - 1 : c->first + p;
            wave[size++] = gap ? '|' : '2';
            if (!gap) {
                json_array_append_new(numbers, json_sprintf("%" PRIu64, cycle));
            }
        }
    }
    wave[size] = '\0';
    return json_pack("{s:s, s:s, s:o}", "name", "cycle", "wave", wave, "data", numbers);
}

json_t *nt_diagram_json(const nt_diagram *d, const char *title, unsigned scale,
                        nt_diagram_drawer drawer) {
    const face *f = &faces[drawer];
    unsigned chosen = scale != 0 ? scale : scale_of(d, f);
    const face scaled = {f->period * chosen, f->letter, f->most};
    json_t *all = signals(d, &scaled);
    json_array_insert_new(all, 0, cycles(d));
    return json_pack("{s:o, s:{s:s*}, s:{s:i}}", "signal", all, "head", "text", title, "config",
                     "hscale", (int)chosen);
}
