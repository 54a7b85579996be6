/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/wave/draw.h"

#include <stdio.h>
#include <string.h>

enum { CLOCK_LANE = 0, FIRST_LANE = 1 };

typedef struct drawing {
    const nt_wave *wave;
    const nt_wave_choice *choice;
    nt_diagram *diagram;
    int mismatch;              /* the signal; -1: none */
    int rtl[NT_DIAGRAM_LANES]; /* of each lane that is one side of a pair the RTL's; else -1 ... */
    int model[NT_DIAGRAM_LANES]; /* ... and the model's */
} drawing;

static const char *const groups[] = {[NT_WAVE_INPUT] = "Inputs",
                                     [NT_WAVE_WORDS] = "Words",
                                     [NT_WAVE_RTL] = "Pairs",
                                     [NT_WAVE_MODEL] = "Pairs",
                                     [NT_WAVE_OTHER] = NULL};

/* The end of a path: the name, and the scope that it is in. */
static const char *end_of(const char *path) {
    const char *name = strrchr(path, '.');
    while (name != NULL && name > path && name[-1] != '.') {
        name--;
    }
    return name != NULL ? name : path;
}

/* "(RTL)" in place of a prefix. */
static void name_of(char *name, size_t size, const nt_wave_signal *signal) {
    (void)snprintf(name, size, "%s%s", end_of(nt_wave_name(signal)),
                   signal->role == NT_WAVE_RTL     ? " (RTL)"
                   : signal->role == NT_WAVE_MODEL ? " (model)"
                                                   : "");
}

/* The pair that a lane belongs to. */
static void pair_up(drawing *d, unsigned lane) {
    const nt_wave_signal *signal = &d->wave->known[d->choice->lane[lane]];
    bool paired = signal->role == NT_WAVE_RTL || signal->role == NT_WAVE_MODEL;
    d->rtl[lane] = paired ? nt_wave_side(d->wave, NT_WAVE_RTL, signal) : -1;
    d->model[lane] = paired ? nt_wave_side(d->wave, NT_WAVE_MODEL, signal) : -1;
}

static nt_lane_kind kind_of(const nt_wave_signal *signal) {
    return signal->role == NT_WAVE_WORDS ? NT_LANE_TEXT
           : signal->bits == 1           ? NT_LANE_BIT
                                         : NT_LANE_NUMBER;
}

static int add_lanes(drawing *d, nt_error *error) {
    const nt_wave_signal *clock = &d->wave->known[d->wave->clock_at];
    if (nt_diagram_lane(d->diagram, NT_LANE_CLOCK, NULL, clock->path, error) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < d->choice->lanes; i++) {
        const nt_wave_signal *signal = &d->wave->known[d->choice->lane[i]];
        char name[NT_VCD_NAME + 8];
        name_of(name, sizeof name, signal);
        if (nt_diagram_lane(d->diagram, kind_of(signal), groups[signal->role], name, error) != 0) {
            return -1;
        }
        pair_up(d, i);
    }
    return 0;
}

static int put_cycle(void *context, const nt_vcd *vcd, uint64_t cycle, nt_error *error) {
    drawing *d = context;
    if (cycle > d->choice->last) {
        return 0;
    }
    bool mismatch = d->mismatch >= 0 && nt_vcd_get(vcd, (unsigned)d->mismatch)->now[0] == '1';
    for (unsigned i = 0; i < d->choice->lanes; i++) {
        unsigned signal = d->choice->lane[i];
        char label[NT_WAVE_LABEL];
        bool wrong = mismatch && d->rtl[i] >= 0 && d->model[i] >= 0 &&
                     nt_wave_differs(d->wave, vcd, (unsigned)d->rtl[i], (unsigned)d->model[i]);
        nt_wave_label(label, nt_vcd_get(vcd, signal), d->wave->known[signal].role == NT_WAVE_WORDS);
        nt_diagram_put(d->diagram, FIRST_LANE + i, label, wrong);
    }
    return cycle < d->choice->first || nt_diagram_cycle(d->diagram, cycle, error) == 0 ? 1 : -1;
}

int nt_wave_draw(nt_diagram **diagram, const nt_wave *wave, const nt_wave_choice *choice,
                 nt_error *error) {
    drawing d = {.wave = wave,
                 .choice = choice,
                 .diagram = nt_diagram_new(),
                 .mismatch = nt_wave_find(wave, "mismatch")};
    *diagram = d.diagram;
    if (d.diagram == NULL) {
        return nt_fail(error, "out of memory");
    }
    nt_diagram_put(d.diagram, CLOCK_LANE, "", false);
    return add_lanes(&d, error) != 0 ? -1 : nt_wave_scan(wave, put_cycle, &d, error);
}
