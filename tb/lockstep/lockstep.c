/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/lockstep.h"

#include "libntrace/util/output_file.h"
#include "sim/util/progress.h"
#include "tb/lockstep/coverage.h"
#include "tb/lockstep/moment.h"
#include "tb/lockstep/moments.h"
#include "tb/lockstep/report.h"
#include "tb/lockstep/search.h"
#include "tb/lockstep/wave_file.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAD = 3,    /* cycles that waves show before both sides were last equal, ... */
    MOST = 2000, /* ... at most so many before the mismatch, ... */
    CALM = 200,  /* ... or so many before what the bench alone finds wrong ... */
    AFTER = 20,  /* ... and after either */
    SEEDS = 8,   /* of first values, tried for the waves */
    PROGRESS_CYCLES = 1 << 14,
};

/* What a run of the body is for. */
typedef enum purpose {
    JUDGE,   /* is anything wrong? */
    EXPLAIN, /* of that: what came before */
    DRAW,    /* waves of that */
    SHOW,    /* a moment */
} purpose;

struct nt_lockstep {
    const nt_lockstep_bench *bench;
    const nt_unit *unit;
    void *rtl;
    void *outputs; /* or NULL */
    purpose purpose;
    uint64_t cycle; /* that comes next */
    bool once;      /* the body is not run again */
    nt_lockstep_finding found;
    nt_probe_value values[NT_MAX_PROBES]; /* in cycle found.at */
    nt_history history;                   /* up to there */
    nt_moment *moment;                    /* around `about`, while it is explained or shown */
    uint64_t about;                       /* its cycle, ... */
    uint64_t tail;                        /* ... and so many after it */
    nt_moments moments;                   /* that are asked for */
    json_t *diagrams;                     /* for a result file */
    nt_bench_coverage *coverage;          /* NULL: none is asked for */
    nt_output_file *coverage_file;
    nt_error *error; /* of what cannot be done at all */
    int result;
    nt_progress progress;

    nt_wave_file wave; /* path NULL: none is drawn */
    uint64_t first;
    uint64_t last;
    uint64_t marker; /* the cycle in the window that it is about */
    bool wave_open;
    bool searches; /* for the window's cycle, in the run that judges */
    nt_search search;
    bool reached;
    unsigned shift; /* of the seed of first values */
    bool shows;     /* the waves have the difference */
    bool keeps;     /* what is found goes to the report's folder */
    char folder[PATH_MAX];
    nt_error unwritten; /* what beside a finding cannot be written */
};

nt_lockstep *nt_lockstep_new(const nt_lockstep_bench *bench, nt_error *error) {
    nt_lockstep *l = calloc(1, sizeof *l);
    if (l == NULL) {
        (void)nt_fail(error, "out of memory");
        return NULL;
    }
    l->bench = bench;
    l->found.values = l->values;
    return l;
}

static void release(nt_lockstep *l) {
    if (l->wave_open) {
        l->unit->wave_close(l->rtl);
        l->wave_open = false;
    }
    if (l->rtl != NULL) {
        l->unit->destroy(l->rtl);
        l->rtl = NULL;
    }
}

void nt_lockstep_free(nt_lockstep *l) {
    if (l != NULL) {
        release(l);
        nt_output_file_abort(l->coverage_file);
        nt_moment_free(l->moment);
        json_decref(l->diagrams);
        free(l->coverage);
        free(l);
    }
}

const nt_lockstep_finding *nt_lockstep_found(const nt_lockstep *l) {
    return &l->found;
}

/* A run of the body. */

bool nt_lockstep_begin(nt_lockstep *l, uint64_t seed) {
    release(l);
    l->cycle = 0;
    l->outputs = NULL;
    if (l->unit->create == NULL) {
        return true;
    }
    l->once |= l->unit->once;
    l->rtl = l->unit->create((uint32_t)(seed ^ seed >> 32) + l->shift);
    if (l->rtl == NULL) {
        l->result = nt_fail(l->error, "out of memory");
    }
    return l->rtl != NULL;
}

void nt_lockstep_show(nt_lockstep *l, void *outputs) {
    l->outputs = outputs;
}

/* What was asked for has been seen. */
static bool is_over(const nt_lockstep *l) {
    bool drawn = l->wave.path == NULL || l->cycle > l->last;
    switch (l->purpose) {
    case JUDGE:
        return l->found.differs && !l->bench->keep_going && drawn;
    case EXPLAIN:
        return l->cycle > l->found.at + AFTER;
    case SHOW:
        return l->cycle > l->about + l->tail;
    default:
        return drawn;
    }
}

static void open_wave(nt_lockstep *l) {
    l->result = nt_wave_file_open(&l->wave, l->error);
    if (l->result == 0 && !l->unit->wave_open(l->rtl, l->wave.temporary)) {
        l->result = nt_fail(l->error, "%s: cannot write waves", l->wave.path);
    }
    l->wave_open = l->result == 0;
}

/* Reads all probes of a cycle that is shown, and has the bench say it in words. */
static void read_shown(const nt_lockstep *l, const void *view, nt_probe_value *value) {
    l->unit->read(l->rtl, view, value);
    if (l->bench->caption != NULL) {
        l->bench->caption(l->bench->context, value);
    }
}

/* Keeps the cycles around what is explained. */
static void keep(nt_lockstep *l, const void *view) {
    if (l->moment == NULL || l->cycle + NT_MOMENT_MOST < l->about ||
        l->cycle > l->about + l->tail || l->result != 0) {
        return;
    }
    nt_probe_value value[NT_MAX_PROBES];
    read_shown(l, view, value);
    l->result = nt_moment_cycle(l->moment, view, l->cycle, value, l->error);
}

static void draw(nt_lockstep *l, const void *view) {
    if (l->wave.path == NULL || l->cycle < l->first || l->cycle > l->last || l->result != 0) {
        return;
    }
    if (!l->wave_open) {
        open_wave(l);
    }
    if (l->wave_open) {
        nt_probe_value value[NT_MAX_PROBES];
        read_shown(l, view, value);
        l->unit->wave_cycle(l->rtl, view, l->cycle);
        l->wave.last = l->cycle;
    }
}

/* RTL and model differ in this cycle. */
static void count(nt_lockstep *l, const void *shown, const void *view) {
    nt_probe_value value[NT_MAX_PROBES];
    if (shown != NULL) {
        l->unit->shown_read(shown, view, value);
    } else {
        l->unit->read(l->rtl, view, value);
    }
    if (!l->found.differs) {
        l->found = (nt_lockstep_finding){
            .wrong = true, .differs = true, .at = l->cycle, .values = l->values};
        memcpy(l->values, value, l->unit->probe_count * sizeof *value);
    }
    for (unsigned i = 0; i < l->unit->probe_count; i++) {
        l->found.mismatches += value[i].valid && value[i].rtl != value[i].model;
    }
}

void nt_lockstep_edge(nt_lockstep *l, const void *view) {
    if (l->rtl != NULL) {
        l->unit->step(l->rtl, view, l->outputs);
    }
}

void nt_lockstep_uncompared(nt_lockstep *l, const void *view) {
    nt_lockstep_edge(l, view);
    if (l->rtl != NULL) {
        draw(l, view);
    }
    l->cycle++;
}

bool nt_lockstep_cycle(nt_lockstep *l, const void *view) {
    nt_lockstep_edge(l, view);
    return nt_lockstep_compare(l, NULL, view);
}

size_t nt_lockstep_shown_size(const nt_lockstep *l) {
    bool plain = l->purpose == JUDGE && l->wave.path == NULL && l->coverage == NULL && !l->once &&
                 !l->searches && l->moments.count == 0;
    return plain && l->unit->take != NULL ? l->unit->shown_size : 0;
}

void nt_lockstep_take(const nt_lockstep *l, void *shown) {
    l->unit->take(l->rtl, shown);
}

static void show_progress(nt_lockstep *l) {
    if (l->cycle % PROGRESS_CYCLES == 0 && l->purpose == JUDGE && l->bench->progress) {
        nt_progress_show(&l->progress, l->cycle, l->bench->cycles);
    }
}

bool nt_lockstep_compare(nt_lockstep *l, const void *shown, const void *view) {
    show_progress(l);
    if (l->rtl == NULL) {
        l->cycle++;
        return l->result == 0;
    }
    if ((l->purpose == EXPLAIN && l->cycle <= l->found.at) || l->once) {
        l->unit->read(l->rtl, view, l->values);
        nt_history_cycle(&l->history, l->unit, view, l->cycle, l->values);
    }
    if (l->purpose != EXPLAIN &&
        (shown != NULL ? l->unit->shown_differs(shown, view) : l->unit->differs(l->rtl, view))) {
        if (l->purpose == JUDGE) {
            count(l, shown, view);
        }
        l->shows |= l->cycle == l->found.at;
    }
    if (l->coverage != NULL) {
        nt_probe_value value[NT_MAX_PROBES];
        l->unit->read(l->rtl, view, value);
        nt_coverage_cycle(l->coverage, l->unit, value);
    }
    if (l->purpose == JUDGE) {
        nt_moments_cycle(&l->moments, l->unit, l->rtl, view, l->cycle);
    }
    if (l->searches && l->purpose == JUDGE && nt_search_cycle(&l->search, l->unit, l->rtl, view)) {
        l->reached = true;
        l->marker = l->cycle;
    }
    keep(l, view);
    draw(l, view);
    l->cycle++;
    return l->result == 0 && !is_over(l);
}

void nt_lockstep_once(nt_lockstep *l) {
    l->once = true;
}

uint64_t nt_lockstep_number(const nt_lockstep *l) {
    return l->cycle;
}

bool nt_lockstep_draws(const nt_lockstep *l) {
    return l->wave.path != NULL;
}

bool nt_lockstep_is_again(const nt_lockstep *l) {
    return l->purpose != JUDGE;
}

const char *nt_lockstep_report(const nt_lockstep *l) {
    return l->purpose == EXPLAIN && l->keeps ? l->folder : NULL;
}

bool nt_lockstep_fail(nt_lockstep *l, const char *format, ...) {
    if (l->purpose == JUDGE && !l->found.wrong) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(l->history.said, sizeof l->history.said, format, arguments);
        va_end(arguments);
        l->found.wrong = true;
        l->found.at = l->cycle > 0 ? l->cycle - 1 : 0;
    }
    return false;
}

void nt_lockstep_fail_at(nt_lockstep *l, uint64_t cycle, const char *text) {
    bool first = l->purpose == JUDGE && !l->found.wrong;
    (void)nt_lockstep_fail(l, "%s", text);
    if (first) {
        l->found.at = cycle;
    }
}

/* Runs of the body, one after the other. */

static int run(nt_lockstep *l, purpose purpose, const nt_unit *unit) {
    l->purpose = purpose;
    l->unit = unit;
    l->result = 0;
    nt_progress_start(&l->progress, "lockstep", "cycles");
    int status = l->bench->body(l, l->bench->context, l->error);
    nt_progress_end(&l->progress);
    release(l);
    return l->result != 0 ? -1 : status;
}

/* What cannot be written beside a finding: the verdict is the finding's. */
static void note(const nt_error *reason) {
    fprintf(stderr, "not written: %s\n", reason->text);
}

/* The same with waves of a window, and the view of them. */
static int run_with_waves(nt_lockstep *l, purpose purpose, const char *path) {
    if (nt_unit_wave.wave_open == NULL) {
        return nt_fail(l->error, "this bench draws no waves: it was built without");
    }
    l->wave = (nt_wave_file){.path = path, .format = l->bench->format};
    int status = run(l, purpose, &nt_unit_wave);
    bool ran = status == 0 || status == 1; /* words that were not understood draw nothing */
    nt_error reason = {0};
    if (ran && (nt_wave_file_commit(&l->wave, l->unit, l->cycle, &reason) != 0 ||
                nt_report_view(l->bench, &nt_unit_wave, &l->found, path, l->first, l->marker,
                               &reason) != 0)) {
        if (purpose == JUDGE && l->found.wrong) {
            note(&reason);
        } else {
            status = nt_fail(l->error, "%s", reason.text);
        }
    }
    nt_wave_file_abort(&l->wave);
    l->wave.path = NULL;
    return status;
}

static int open_coverage(nt_lockstep *l) {
    l->coverage = calloc(1, sizeof *l->coverage);
    return l->coverage != NULL
               ? nt_output_file_open(&l->coverage_file, l->bench->coverage, l->error)
               : nt_fail(l->error, "out of memory");
}

/* The bins of the run that has ended. */
static int write_coverage(nt_lockstep *l) {
    nt_output_file *file = l->coverage_file;
    char *text = nt_coverage_text(l->coverage, l->unit, l->cycle);
    free(l->coverage);
    l->coverage = NULL;
    l->coverage_file = NULL;
    int result = text != NULL ? nt_output_file_write(file, text, strlen(text), l->error)
                              : nt_fail(l->error, "out of memory");
    free(text);
    if (result != 0) {
        nt_output_file_abort(file);
        return -1;
    }
    return nt_output_file_commit(file, l->error);
}

/* Windows. */

static void place(nt_lockstep *l, uint64_t at, uint64_t before, uint64_t after) {
    l->marker = at;
    l->first = at > before ? at - before : 0;
    l->last = at + after;
}

/* Of the finding: from where both sides were last equal, unless the bench says how much. */
static void place_finding(nt_lockstep *l, const nt_window *window) {
    uint64_t begin =
        l->found.differs ? nt_history_begin(&l->history, l->unit, l->values) : l->found.at;
    uint64_t lead = l->found.at - begin + (l->found.differs ? LEAD : CALM);
    bool margins = window != NULL && window->margins;
    place(l, l->found.at,
          margins       ? window->before
          : lead < MOST ? lead
                        : MOST,
          margins ? window->after : AFTER);
}

/* Tells whether the waves that are asked for are to show the finding. */
static bool draws_finding(const nt_lockstep *l) {
    nt_window_kind kind = l->bench->window.kind;
    return l->bench->wave != NULL && l->found.wrong &&
           (kind == NT_WINDOW_AUTO || kind == NT_WINDOW_MISMATCH);
}

static int draw_again(nt_lockstep *l) {
    return run_with_waves(l, DRAW, l->bench->wave) < 0 ? -1 : 0;
}

/* Where the run has not come to it: a mismatch may have ended it before. */
static int not_reached(const nt_lockstep *l) {
    const nt_window *w = &l->bench->window;
    if (l->found.differs && !l->bench->keep_going) {
        fprintf(stderr, "%s is not written: the mismatch came before %s\n", l->bench->wave,
                w->name);
        return 0;
    }
    return nt_fail(l->error, "--window %s: the run ended after %" PRIu64 " cycles without it",
                   w->name, l->cycle);
}

/* Around the event; no further than the first run went, so that the body does not end twice. */
static int draw_event(nt_lockstep *l) {
    const nt_window *w = &l->bench->window;
    if (!l->reached) {
        return not_reached(l);
    }
    uint64_t left = l->cycle - 1 - l->marker;
    place(l, l->marker, w->before, w->after < left ? w->after : left);
    return draw_again(l);
}

/* The waves that are asked for, where the first run had to find out what they show. */
static int draw_window(nt_lockstep *l) {
    nt_window_kind kind = l->bench->window.kind;
    bool finding = draws_finding(l);
    if (kind == NT_WINDOW_CYCLES || (kind == NT_WINDOW_AUTO && (!finding || l->once))) {
        return 0;
    }
    if (l->once) {
        return nt_fail(l->error, "--window: this bench runs once, so it takes FIRST:LAST alone");
    }
    if (finding) {
        place_finding(l, &l->bench->window);
        return l->found.differs ? 0 : draw_again(l);
    }
    if (kind == NT_WINDOW_MISMATCH) {
        fprintf(stderr, "%s is not written: there is no mismatch\n", l->bench->wave);
        return 0;
    }
    return draw_event(l);
}

/* The first run, with waves unless it has to find out which cycles they show. */
static int run_first(nt_lockstep *l) {
    const nt_window *w = &l->bench->window;
    bool known = w->kind == NT_WINDOW_CYCLES || w->kind == NT_WINDOW_AUTO;
    if (l->bench->wave != NULL && known) {
        l->first = l->marker = w->first;
        l->last = w->kind == NT_WINDOW_AUTO ? NT_WINDOW_LAST : w->last;
        return run_with_waves(l, JUDGE, l->bench->wave);
    }
    l->searches = l->bench->wave != NULL && w->kind == NT_WINDOW_EVENT;
    if (l->searches && nt_search_begin(&l->search, w, &nt_unit_fast, l->error) != 0) {
        return -1;
    }
    return run(l, JUDGE, &nt_unit_fast);
}

/* The RTL that draws waves may be another one than that which is fast, so that one seed gives its
   registers other first values. Where the difference hangs on those, other seeds are tried. */
static int draw_finding(nt_lockstep *l, const char *path) {
    unsigned seeds = l->found.differs && nt_unit_wave.create != nt_unit_fast.create ? SEEDS : 1;
    l->shows = false;
    int status = 0;
    for (l->shift = 0; l->shift < seeds && !l->shows && status >= 0; l->shift++) {
        status = run_with_waves(l, DRAW, path);
    }
    l->shift = 0;
    if (status >= 0 && l->found.differs && !l->shows) {
        fprintf(stderr, "the waves do not show it: it depends on the registers' first values\n");
    }
    return status < 0 ? -1 : 0;
}

static int show(nt_lockstep *l) {
    char wave[PATH_MAX + 16];
    const char *folder = l->folder;
    if (nt_report_words(l->bench, folder, l->unit, &l->found, &l->history, l->error) != 0) {
        return -1;
    }
    place_finding(l, NULL);
    const char *kind = l->bench->format == NT_WAVE_VCD ? "vcd" : "fst";
    (void)snprintf(wave, sizeof wave, "%s/mismatch.%s", folder, kind);
    bool draws = nt_unit_wave.create != NULL;
    if (draws && draw_finding(l, wave) != 0) {
        return -1;
    }
    fprintf(stderr, "shown in %s: mismatch.txt", folder);
    if (draws) {
        fprintf(stderr, ", mismatch.%s (gtkwave mismatch.gtkw)", kind);
    }
    fprintf(stderr, "\nagain: ");
    l->bench->print_command(l->bench->context, stderr);
    if (draws) {
        fprintf(stderr, " --wave again.%s --window %" PRIu64 ":%" PRIu64, kind, l->first, l->last);
    }
    fputc('\n', stderr);
    return 0;
}

/* Runs to shortly after a cycle, and keeps what is around it. */
static int run_around(nt_lockstep *l, purpose purpose, const nt_unit *unit, uint64_t about,
                      uint64_t tail) {
    l->about = about;
    l->tail = tail;
    if (l->bench->diagrams) {
        l->diagrams = l->diagrams != NULL ? l->diagrams : json_array();
        l->moment = nt_moment_new(unit);
        if (l->moment == NULL) {
            return nt_fail(l->error, "out of memory");
        }
    }
    return run(l, purpose, unit) < 0 ? -1 : 0;
}

/* Adds the diagram of what was kept, from a cycle on. */
static int add_diagram(nt_lockstep *l, const char *title, uint64_t first) {
    json_t *wave = nt_moment_json(l->moment, first, l->about, l->error);
    if (wave == NULL) {
        return -1;
    }
    json_array_append_new(l->diagrams, json_pack("{s:s, s:I, s:o}", "title", title, "cycle",
                                                 (json_int_t)l->about, "wave", wave));
    return 0;
}

static void drop_moment(nt_lockstep *l) {
    nt_moment_free(l->moment);
    l->moment = NULL;
}

/* Runs to shortly after the finding, to see what came before: the diagram begins shortly before
   both sides were last equal. */
static int explain(nt_lockstep *l) {
    uint64_t at = l->found.at;
    int result = run_around(l, EXPLAIN, l->unit, at, NT_MOMENT_AFTER);
    if (result == 0 && l->bench->diagrams) {
        uint64_t begin = l->found.differs ? nt_history_begin(&l->history, l->unit, l->values) : at;
        uint64_t calm = at > NT_MOMENT_BEFORE ? at - NT_MOMENT_BEFORE : 0;
        uint64_t lead = begin > LEAD ? begin - LEAD : 0;
        result = add_diagram(l, l->found.differs ? "First mismatch" : "What is wrong",
                             lead < calm ? lead : calm);
    }
    drop_moment(l);
    return result;
}

/* Of a moment that the run has come to; a mismatch may have ended it before. */
static int show_moment(nt_lockstep *l, unsigned number) {
    const nt_window_given *given = &l->moments.given[number];
    const nt_window *w = &given->window;
    uint64_t at = l->moments.at[number];
    if (!l->moments.reached[number]) {
        fprintf(stderr, "--moment %s: the run does not come to it\n", given->text);
        return 0;
    }
    uint64_t before = w->margins ? w->before : NT_MOMENT_BEFORE;
    uint64_t after = w->margins ? w->after : NT_MOMENT_AFTER;
    int result = run_around(l, SHOW, &nt_unit_fast, at, after);
    if (result == 0) {
        result = add_diagram(l, given->text, at > before ? at - before : 0);
    }
    drop_moment(l);
    return result;
}

static int show_moments(nt_lockstep *l) {
    for (unsigned i = 0; i < l->moments.count; i++) {
        if (show_moment(l, i) != 0) {
            return -1;
        }
    }
    return 0;
}

int nt_lockstep_judge(nt_lockstep *l, nt_error *error) {
    l->error = error;
    if (l->bench->coverage != NULL && open_coverage(l) != 0) {
        return -1;
    }
    if (nt_moments_begin(&l->moments, l->bench->moments, l->bench->moment_count, &nt_unit_fast,
                         error) != 0) {
        return -1;
    }
    int status = run_first(l);
    bool ran = status == 0 || status == 1;
    if (l->coverage != NULL && ran && write_coverage(l) != 0) {
        return -1;
    }
    if ((l->bench->wave != NULL && ran && draw_window(l) != 0) || (ran && show_moments(l) != 0)) {
        return -1;
    }
    return status == 0 && l->found.wrong ? 1 : status;
}

json_t *nt_lockstep_diagrams(const nt_lockstep *l) {
    return l->diagrams != NULL ? json_incref(l->diagrams) : json_array();
}

/* The signals of the object are the probes that differ, in their order. */
void nt_lockstep_describe(const nt_lockstep *l, json_t *mismatch) {
    json_t *signals = json_object_get(mismatch, "signals");
    size_t next = 0;
    for (unsigned i = 0; l->found.differs && i < nt_unit_fast.probe_count; i++) {
        const nt_probe_value *value = &l->values[i];
        if (!value->valid || value->rtl == value->model) {
            continue;
        }
        json_t *signal = json_array_get(signals, next++);
        if (l->history.equal[i] > 0) {
            json_object_set_new(signal, "last_equal",
                                json_integer((json_int_t)l->history.equal[i] - 1));
        }
        nt_member member = {NULL, NULL};
        if (l->bench->explain != NULL) {
            member = l->bench->explain(&nt_unit_fast, l->values, i);
        }
        if (member.field != NULL) {
            json_object_set_new(signal, "field", json_string(member.field));
            json_object_set_new(signal, "message", json_string(member.message));
        }
    }
}

/* Waves and folder of the finding. */
static int write_finding(nt_lockstep *l) {
    if (l->found.differs && draws_finding(l)) {
        place_finding(l, &l->bench->window);
        if (draw_finding(l, l->bench->wave) != 0) {
            return -1;
        }
    }
    return l->keeps ? show(l) : 0;
}

int nt_lockstep_explain(nt_lockstep *l, nt_error *error) {
    if (!l->found.wrong) {
        return 0;
    }
    if (l->once || nt_unit_fast.create == NULL) {
        nt_report_finding(stderr, l->bench, l->unit, &l->found, &l->history);
        return 0;
    }
    l->error = &l->unwritten;
    l->keeps =
        l->bench->report != NULL && nt_report_folder(l->folder, l->bench, &l->unwritten) == 0;
    if (explain(l) != 0) { /* the folder may be one that cannot be written */
        l->keeps = false;
        if (explain(l) != 0) {
            return nt_fail(error, "%s", l->unwritten.text);
        }
    }
    nt_report_finding(stderr, l->bench, l->unit, &l->found, &l->history);
    if (write_finding(l) != 0 || l->unwritten.text[0] != '\0') {
        note(&l->unwritten);
    }
    l->error = error;
    return 0;
}
