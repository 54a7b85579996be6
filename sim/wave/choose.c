/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/wave/choose.h"

#include "sim/wave/window.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A signal in the cycles of the window. */
typedef struct seen {
    char *first; /* its bits there at first; NULL: none yet */
    bool changes;
    bool says;    /* a text is not empty */
    int model;    /* of RTL its model's signal; -1: there is none */
    bool unequal; /* in the first cycle with a mismatch they are not the same, ... */
    bool wrong;   /* ... and that is what differs there */
    bool chosen;
} seen;

typedef struct survey {
    const nt_wave *wave;
    const nt_wave_choice *choice;
    seen *signal;   /* by number */
    char *bits;     /* of `first`, all */
    int mismatch;   /* the signal; -1: none */
    bool found;     /* a mismatch */
    bool any_wrong; /* signal */
    bool any;       /* cycle of the window */
} survey;

/* ---- what happens in the window ---- */

static bool is_zero(const nt_vcd_signal *signal) {
    return memchr(signal->now, '1', signal->bits) == NULL;
}

static bool are_unequal(const nt_vcd *vcd, unsigned rtl, unsigned model) {
    const nt_vcd_signal *a = nt_vcd_get(vcd, rtl);
    const nt_vcd_signal *b = nt_vcd_get(vcd, model);
    return a->bits == b->bits && memcmp(a->now, b->now, a->bits) != 0;
}

bool nt_wave_differs(const nt_wave *wave, const nt_vcd *vcd, unsigned rtl, unsigned model) {
    return are_unequal(vcd, rtl, model) &&
           (wave->known[rtl].differed || !is_zero(nt_vcd_get(vcd, model)));
}

static bool is_high(const nt_vcd *vcd, int signal) {
    return signal >= 0 && nt_vcd_get(vcd, (unsigned)signal)->now[0] == '1';
}

static void note(seen *s, const nt_vcd_signal *value) {
    s->says |= !is_zero(value);
    if (!s->changes && memcmp(s->first, value->now, value->bits) != 0) {
        s->changes = true;
    }
}

/* In the first cycle in which anything differs: does this pair? */
static void note_mismatch(survey *v, const nt_vcd *vcd, unsigned rtl) {
    seen *s = &v->signal[rtl];
    s->unequal = are_unequal(vcd, rtl, (unsigned)s->model);
    s->wrong = nt_wave_differs(v->wave, vcd, rtl, (unsigned)s->model) &&
               (v->wave->known[rtl].differed || !v->wave->has_differed);
    v->any_wrong |= s->wrong;
}

static int visit(void *context, const nt_vcd *vcd, uint64_t cycle, nt_error *error) {
    survey *v = context;
    (void)error;
    if (cycle > v->choice->last) {
        return 0;
    }
    if (cycle < v->choice->first) {
        return 1;
    }
    bool mismatch = is_high(vcd, v->mismatch);
    for (unsigned i = 0; i < v->wave->count; i++) {
        seen *s = &v->signal[i];
        const nt_vcd_signal *value = nt_vcd_get(vcd, i);
        if (!v->any) {
            memcpy(s->first, value->now, value->bits);
        }
        note(s, value);
        if (mismatch && !v->found && s->model >= 0) {
            note_mismatch(v, vcd, i);
        }
    }
    v->any = true;
    v->found |= mismatch;
    return 1;
}

/* ---- which of them are shown ---- */

/* Matches a name in the top, with or without what says its role; a pattern with scopes a path. A
   number in brackets is one behind a line, in either. */
static bool matches(const nt_wave_signal *signal, const char *pattern) {
    char flat[NT_VCD_NAME];
    char path[NT_VCD_NAME];
    nt_wave_flatten(flat, sizeof flat, pattern);
    nt_wave_flatten(path, sizeof path, signal->path);
    return (strchr(flat, '.') != NULL) == (strchr(path, '.') != NULL) &&
           (fnmatch(flat, path, 0) == 0 || fnmatch(flat, nt_wave_name(signal), 0) == 0);
}

static int add(survey *v, nt_wave_choice *choice, unsigned signal, nt_error *error) {
    if (v->signal[signal].chosen || (int)signal == v->wave->clock_at) {
        return 0;
    }
    if (choice->lanes >= NT_DIAGRAM_LANES - 1) {
        return nt_fail(error, "more than %d signals in a diagram; name fewer",
                       NT_DIAGRAM_LANES - 1);
    }
    v->signal[signal].chosen = true;
    choice->lane[choice->lanes++] = signal;
    return 0;
}

/* A model's signal comes with that of the RTL, if that is shown too. */
static bool comes_later(const nt_wave *wave, unsigned signal, const char *pattern) {
    int rtl = wave->known[signal].role == NT_WAVE_MODEL
                  ? nt_wave_side(wave, NT_WAVE_RTL, &wave->known[signal])
                  : -1;
    return rtl >= 0 && matches(&wave->known[rtl], pattern);
}

static int add_pattern(survey *v, nt_wave_choice *choice, const char *pattern, nt_error *error) {
    bool any = false;
    for (unsigned i = 0; i < v->wave->count; i++) {
        if (matches(&v->wave->known[i], pattern) && !comes_later(v->wave, i, pattern)) {
            any = true;
            int model = v->signal[i].model;
            if (add(v, choice, i, error) != 0 ||
                (model >= 0 && matches(&v->wave->known[model], pattern) &&
                 add(v, choice, (unsigned)model, error) != 0)) {
                return -1;
            }
        }
    }
    if (!any) {
        return nt_fail(error, "%s: no signal %s%s", v->wave->path, pattern,
                       v->wave->count == NT_VCD_SIGNALS ? " among the first 4096" : "");
    }
    return 0;
}

/* Whether a signal tells something where nobody names any. */
static bool tells(const survey *v, unsigned signal) {
    const nt_wave_signal *known = &v->wave->known[signal];
    const seen *s = &v->signal[signal];
    switch (known->role) {
    case NT_WAVE_WORDS:
        return s->says;
    case NT_WAVE_RTL:
        return !v->found ? s->changes : v->any_wrong ? s->wrong : s->unequal;
    case NT_WAVE_MODEL:
        return false; /* comes with the RTL's */
    case NT_WAVE_INPUT:
        return s->changes;
    default:
        return s->changes && v->wave->cycle_at < 0;
    }
}

static int add_telling(survey *v, nt_wave_choice *choice, nt_error *error) {
    unsigned left[] = {[NT_WAVE_INPUT] = NT_WAVE_INPUTS,
                       [NT_WAVE_WORDS] = NT_DIAGRAM_LANES,
                       [NT_WAVE_RTL] = NT_WAVE_PAIRS,
                       [NT_WAVE_MODEL] = 0,
                       [NT_WAVE_OTHER] = NT_WAVE_OTHERS};
    for (unsigned i = 0; i < v->wave->count; i++) {
        nt_wave_role role = v->wave->known[i].role;
        if (!tells(v, i) || (int)i == v->wave->clock_at) {
            continue;
        }
        if (left[role] == 0) {
            choice->left_out++;
            continue;
        }
        left[role]--;
        int model = v->signal[i].model;
        if (add(v, choice, i, error) != 0 ||
            (model >= 0 && add(v, choice, (unsigned)model, error) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* Those of a role come together; RTL and model are one. */
static void group(const nt_wave *wave, nt_wave_choice *choice) {
    static const nt_wave_role roles[][2] = {{NT_WAVE_INPUT, NT_WAVE_INPUT},
                                            {NT_WAVE_WORDS, NT_WAVE_WORDS},
                                            {NT_WAVE_RTL, NT_WAVE_MODEL},
                                            {NT_WAVE_OTHER, NT_WAVE_OTHER}};
    unsigned sorted[NT_DIAGRAM_LANES] = {0};
    unsigned count = 0;
    for (unsigned r = 0; r < sizeof roles / sizeof roles[0]; r++) {
        for (unsigned i = 0; i < choice->lanes; i++) {
            nt_wave_role role = wave->known[choice->lane[i]].role;
            if (role == roles[r][0] || role == roles[r][1]) {
                sorted[count++] = choice->lane[i];
            }
        }
    }
    memcpy(choice->lane, sorted, count * sizeof sorted[0]);
}

static int choose(survey *v, nt_wave_choice *choice, const nt_wave_request *request,
                  nt_error *error) {
    for (unsigned i = 0; i < request->patterns; i++) {
        if (add_pattern(v, choice, request->pattern[i], error) != 0) {
            return -1;
        }
    }
    if (request->patterns == 0 && add_telling(v, choice, error) != 0) {
        return -1;
    }
    group(v->wave, choice);
    return 0;
}

/* ---- all of it ---- */

static int begin(survey *v, nt_error *error) {
    size_t bits = 0;
    v->signal = calloc(v->wave->count + 1, sizeof *v->signal);
    v->bits = malloc((size_t)NT_VCD_BITS * v->wave->count + 1);
    if (v->signal == NULL || v->bits == NULL) {
        return nt_fail(error, "out of memory");
    }
    for (unsigned i = 0; i < v->wave->count; i++) {
        const nt_wave_signal *known = &v->wave->known[i];
        v->signal[i].model =
            known->role == NT_WAVE_RTL ? nt_wave_side(v->wave, NT_WAVE_MODEL, known) : -1;
        v->signal[i].first = v->bits + bits;
        bits += v->wave->known[i].bits;
    }
    return 0;
}

int nt_wave_choose(nt_wave_choice *choice, const nt_wave *wave, const nt_wave_request *request,
                   nt_error *error) {
    *choice = (nt_wave_choice){0};
    survey v = {.wave = wave, .choice = choice, .mismatch = nt_wave_find(wave, "mismatch")};
    int result = nt_wave_place(choice, wave, &request->window, error);
    if (result == 0) {
        result = begin(&v, error);
    }
    if (result == 0) {
        result = nt_wave_scan(wave, visit, &v, error);
    }
    if (result == 0 && !v.any) {
        result = nt_fail(error, "%s: has none of the cycles %" PRIu64 " to %" PRIu64, wave->path,
                         choice->first, choice->last);
    }
    if (result == 0) {
        result = choose(&v, choice, request, error);
    }
    free(v.signal);
    free(v.bits);
    return result;
}
