/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/moment.h"

#include "sim/wave/diagram.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT = 72, /* characters of a text, with its end */
    MOST_INPUTS = 12,
    MOST_PAIRS = 12,
    MOST_TEXTS = 64,
    MOST_LANES = MOST_TEXTS + MOST_INPUTS + 2 * MOST_PAIRS,
};

/* A cycle that is kept. */
typedef struct frame {
    uint64_t cycle;
    nt_probe_value *probes;
    uint64_t *inputs;
    char (*texts)[TEXT];
} frame;

struct nt_moment {
    const nt_unit *unit;
    unsigned texts; /* of the unit that are shown */
    frame frame[NT_MOMENT_CYCLES];
    uint64_t count; /* cycles so far; frames are by this number */
};

nt_moment *nt_moment_new(const nt_unit *unit) {
    nt_moment *m = calloc(1, sizeof *m);
    if (m != NULL) {
        m->unit = unit;
        m->texts = unit->read_texts == NULL        ? 0
                   : unit->text_count < MOST_TEXTS ? unit->text_count
                                                   : MOST_TEXTS;
    }
    return m;
}

void nt_moment_free(nt_moment *m) {
    for (unsigned i = 0; m != NULL && i < NT_MOMENT_CYCLES; i++) {
        free(m->frame[i].probes);
        free(m->frame[i].inputs);
        free(m->frame[i].texts);
    }
    free(m);
}

/* ---- what comes in ---- */

static bool make_room(const nt_moment *m, frame *f) {
    if (f->probes == NULL) {
        f->probes = calloc(m->unit->probe_count + 1, sizeof *f->probes);
        f->inputs = calloc(m->unit->input_count + 1, sizeof *f->inputs);
        f->texts = calloc(m->texts + 1, sizeof *f->texts);
    }
    return f->probes != NULL && f->inputs != NULL && f->texts != NULL;
}

static void keep_texts(const nt_moment *m, frame *f, const void *view) {
    const char *text[NT_MAX_PROBES] = {NULL};
    if (m->texts > 0) {
        m->unit->read_texts(view, text);
    }
    for (unsigned i = 0; i < m->texts; i++) {
        (void)snprintf(f->texts[i], TEXT, "%s", text[i] != NULL ? text[i] : "");
    }
}

int nt_moment_cycle(nt_moment *m, const void *view, uint64_t cycle, const nt_probe_value *values,
                    nt_error *error) {
    frame *f = &m->frame[m->count % NT_MOMENT_CYCLES];
    if (!make_room(m, f)) {
        return nt_fail(error, "out of memory");
    }
    f->cycle = cycle;
    memcpy(f->probes, values, m->unit->probe_count * sizeof *values);
    m->unit->read_inputs(view, f->inputs);
    keep_texts(m, f, view);
    m->count++;
    return 0;
}

/* ---- what comes out ---- */

/* The frames of a diagram. */
typedef struct span {
    const nt_moment *moment;
    uint64_t first; /* by number */
    uint64_t at;    /* of the cycle that it is about; the end: it is not there */
} span;

static const frame *frame_of(const nt_moment *m, uint64_t number) {
    return &m->frame[number % NT_MOMENT_CYCLES];
}

static span span_of(const nt_moment *m, uint64_t first, uint64_t at) {
    uint64_t oldest = m->count > NT_MOMENT_CYCLES ? m->count - NT_MOMENT_CYCLES : 0;
    span s = {m, oldest, m->count};
    for (uint64_t i = oldest; i < m->count; i++) {
        s.first += frame_of(m, i)->cycle < first;
        s.at = frame_of(m, i)->cycle == at ? i : s.at;
    }
    return s;
}

static bool is_wrong(const nt_probe_value *value) {
    return value->valid && value->rtl != value->model;
}

/* Where something differs, that alone is shown. */
static bool any_wrong(const span *s) {
    for (unsigned i = 0; s->at < s->moment->count && i < s->moment->unit->probe_count; i++) {
        if (is_wrong(&frame_of(s->moment, s->at)->probes[i])) {
            return true;
        }
    }
    return false;
}

static bool probe_changes(const span *s, unsigned probe) {
    const nt_probe_value *begin = &frame_of(s->moment, s->first)->probes[probe];
    for (uint64_t i = s->first; i < s->moment->count; i++) {
        if (frame_of(s->moment, i)->probes[probe].rtl != begin->rtl) {
            return true;
        }
    }
    return false;
}

/* The number in brackets of a name, with what ends it left out; NULL: it has none. */
static const char *index_of(const char *name, size_t *size) {
    const char *bracket = strchr(name, '[');
    *size = bracket != NULL ? strcspn(bracket + 1, "].") : 0;
    return bracket != NULL ? bracket + 1 : NULL;
}

static bool has_index_of(const char *name, const char *other) {
    size_t size;
    size_t other_size;
    const char *a = index_of(name, &size);
    const char *b = index_of(other, &other_size);
    return b == NULL || (a != NULL && size == other_size && strncmp(a, b, size) == 0);
}

/* Where several of a kind stand side by side, inputs of those are shown in which something differs:
   they have the same number. */
static bool concerns(const span *s, bool wrong, unsigned input) {
    const nt_unit *unit = s->moment->unit;
    for (unsigned i = 0; wrong && i < unit->probe_count; i++) {
        if (is_wrong(&frame_of(s->moment, s->at)->probes[i]) &&
            has_index_of(unit->inputs[input].name, unit->probes[i].name)) {
            return true;
        }
    }
    return !wrong;
}

static bool input_changes(const span *s, unsigned input) {
    for (uint64_t i = s->first; i < s->moment->count; i++) {
        if (frame_of(s->moment, i)->inputs[input] != frame_of(s->moment, s->first)->inputs[input]) {
            return true;
        }
    }
    return false;
}

static bool text_says(const span *s, unsigned text) {
    for (uint64_t i = s->first; i < s->moment->count; i++) {
        if (frame_of(s->moment, i)->texts[text][0] != '\0') {
            return true;
        }
    }
    return false;
}

/* A lane, and where its values are. */
typedef struct source {
    enum { FROM_TEXT, FROM_INPUT, FROM_RTL, FROM_MODEL } from;
    unsigned index;
} source;

typedef struct sources {
    source lane[MOST_LANES];
    unsigned lanes;
} sources;

static void add(sources *all, int from, unsigned index) {
    all->lane[all->lanes].from = from;
    all->lane[all->lanes++].index = index;
}

static void choose(sources *all, const span *s) {
    const nt_unit *unit = s->moment->unit;
    bool wrong = any_wrong(s);
    for (unsigned i = 0; i < s->moment->texts; i++) {
        if (text_says(s, i)) {
            add(all, FROM_TEXT, i);
        }
    }
    for (unsigned i = 0, left = MOST_INPUTS; i < unit->input_count && left > 0; i++) {
        if (concerns(s, wrong, i) && input_changes(s, i)) {
            add(all, FROM_INPUT, i);
            left--;
        }
    }
    for (unsigned i = 0, left = MOST_PAIRS; i < unit->probe_count && left > 0; i++) {
        if (wrong ? is_wrong(&frame_of(s->moment, s->at)->probes[i]) : probe_changes(s, i)) {
            add(all, FROM_RTL, i);
            add(all, FROM_MODEL, i);
            left--;
        }
    }
}

static int add_lane(nt_diagram *diagram, const nt_unit *unit, const source *from, nt_error *error) {
    static const char *const groups[] = {[FROM_TEXT] = "Words",
                                         [FROM_INPUT] = "Inputs",
                                         [FROM_RTL] = "Pairs",
                                         [FROM_MODEL] = "Pairs"};
    const nt_probe *of = from->from == FROM_TEXT    ? &unit->texts[from->index]
                         : from->from == FROM_INPUT ? &unit->inputs[from->index]
                                                    : &unit->probes[from->index];
    char name[128];
    (void)snprintf(name, sizeof name, "%s%s", of->name,
                   from->from == FROM_RTL     ? " (RTL)"
                   : from->from == FROM_MODEL ? " (model)"
                                              : "");
    nt_lane_kind kind = from->from == FROM_TEXT ? NT_LANE_TEXT
                        : of->width == 1        ? NT_LANE_BIT
                                                : NT_LANE_NUMBER;
    return nt_diagram_lane(diagram, kind, groups[from->from], name, error);
}

static void put_number(nt_diagram *diagram, unsigned lane, uint64_t value, unsigned width,
                       bool wrong) {
    char label[24];
    (void)snprintf(label, sizeof label, width == 1 ? "%" PRIu64 : "0x%" PRIx64, value);
    nt_diagram_put(diagram, lane, label, wrong);
}

static void put_lane(nt_diagram *diagram, unsigned lane, const nt_unit *unit, const source *from,
                     const frame *f) {
    const nt_probe_value *value = &f->probes[from->index];
    switch (from->from) {
    case FROM_TEXT:
        nt_diagram_put(diagram, lane, f->texts[from->index], false);
        break;
    case FROM_INPUT:
        put_number(diagram, lane, f->inputs[from->index], unit->inputs[from->index].width, false);
        break;
    default:
        if (!value->valid) {
            nt_diagram_put(diagram, lane, "x", false);
            break;
        }
        put_number(diagram, lane, from->from == FROM_RTL ? value->rtl : value->model,
                   unit->probes[from->index].width, is_wrong(value));
    }
}

static int fill(nt_diagram *diagram, const span *s, nt_error *error) {
    sources all = {.lanes = 0};
    choose(&all, s);
    for (unsigned i = 0; i < all.lanes; i++) {
        if (add_lane(diagram, s->moment->unit, &all.lane[i], error) != 0) {
            return -1;
        }
    }
    for (uint64_t number = s->first; number < s->moment->count; number++) {
        const frame *f = frame_of(s->moment, number);
        for (unsigned i = 0; i < all.lanes; i++) {
            put_lane(diagram, i, s->moment->unit, &all.lane[i], f);
        }
        if (nt_diagram_cycle(diagram, f->cycle, error) != 0) {
            return -1;
        }
    }
    return 0;
}

json_t *nt_moment_json(const nt_moment *m, uint64_t first, uint64_t at, nt_error *error) {
    const span s = span_of(m, first, at);
    nt_diagram *diagram = nt_diagram_new();
    json_t *wave = NULL;
    if (diagram == NULL) {
        (void)nt_fail(error, "out of memory");
    } else if (fill(diagram, &s, error) == 0) {
        wave = nt_diagram_json(diagram, NULL, 0, NT_DRAWN_BY_REPORT);
        if (wave == NULL) {
            (void)nt_fail(error, "out of memory");
        }
    }
    nt_diagram_free(diagram);
    return wave;
}
