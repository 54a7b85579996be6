#include "tb/lockstep/lockstep.h"

#include "tb/lockstep/wave_save.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MOST_PROBES = 1024,
    LEAD = 3,      /* cycles that waves show before both sides were last equal, ... */
    MOST = 2000,   /* ... at most so many before the mismatch, ... */
    CALM = 200,    /* ... or so many before what the bench alone finds wrong ... */
    AFTER = 20,    /* ... and after either */
    IN_WORDS = 20, /* cycles whose inputs the report has */
};

/* What a run of the body is for. */
typedef enum purpose {
    JUDGE,   /* fast: is anything wrong? */
    EXPLAIN, /* of that: what came before */
    DRAW,    /* waves of a window */
} purpose;

struct nt_lockstep {
    const nt_unit *unit;
    void *rtl;
    purpose purpose;
    uint64_t cycle;  /* that comes next */
    bool once;       /* the body is not run again */
    bool wrong;      /* something was found, ... */
    bool differs;    /* ... by the comparison, ... */
    uint64_t at;     /* ... in this cycle */
    char said[512];  /* what the bench said */
    nt_error *error; /* of what cannot be done at all */
    int result;

    uint64_t first; /* the window of the waves */
    uint64_t last;
    const char *wave;
    bool wave_open;

    uint64_t
        equal[MOST_PROBES]; /* one more than the cycle in which a probe was last equal; 0: none */
    uint64_t inputs[IN_WORDS][MOST_PROBES]; /* by cycle modulo IN_WORDS */
    nt_probe_value values[MOST_PROBES];     /* in cycle `at` */
};

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

bool nt_lockstep_begin(nt_lockstep *l, uint64_t seed) {
    release(l);
    l->cycle = 0;
    if (l->unit->create == NULL) {
        return true;
    }
    l->rtl = l->unit->create((uint32_t)(seed ^ seed >> 32));
    if (l->rtl == NULL) {
        l->result = nt_fail(l->error, "out of memory");
    }
    return l->rtl != NULL;
}

/* Where the waves end before the run does. */
static bool is_over(const nt_lockstep *l) {
    return l->purpose == DRAW ? l->cycle > l->last : l->purpose == EXPLAIN && l->cycle > l->at;
}

static void note(nt_lockstep *l, const void *view) {
    l->unit->read(l->rtl, view, l->values);
    l->unit->read_inputs(view, l->inputs[l->cycle % IN_WORDS]);
    for (unsigned i = 0; i < l->unit->probe_count; i++) {
        if (l->values[i].valid && l->values[i].rtl == l->values[i].model) {
            l->equal[i] = l->cycle + 1;
        }
    }
}

static void draw(nt_lockstep *l, const void *view) {
    if (l->cycle < l->first || l->cycle > l->last || l->result != 0) {
        return;
    }
    if (!l->wave_open && !l->unit->wave_open(l->rtl, l->wave)) {
        l->result = nt_fail(l->error, "%s: cannot write waves", l->wave);
        return;
    }
    l->wave_open = true;
    l->unit->wave_cycle(l->rtl, view, l->cycle);
}

void nt_lockstep_uncompared(nt_lockstep *l, const void *view) {
    if (l->rtl != NULL) {
        l->unit->step(l->rtl, view);
        if (l->purpose == DRAW) {
            draw(l, view);
        }
    }
    l->cycle++;
}

bool nt_lockstep_cycle(nt_lockstep *l, const void *view) {
    if (l->rtl == NULL) {
        l->cycle++;
        return l->result == 0;
    }
    l->unit->step(l->rtl, view);
    if (l->purpose == EXPLAIN || l->once) {
        note(l, view);
    }
    if (l->purpose == JUDGE && l->unit->differs(l->rtl, view)) {
        l->wrong = l->differs = true;
        l->at = l->cycle;
        return false;
    }
    if (l->purpose == DRAW) {
        draw(l, view);
    }
    l->cycle++;
    return l->result == 0 && !is_over(l);
}

void nt_lockstep_once(nt_lockstep *l) {
    l->once = true;
}

uint64_t nt_lockstep_number(const nt_lockstep *l) {
    return l->cycle;
}

bool nt_lockstep_fail(nt_lockstep *l, const char *format, ...) {
    if (l->purpose == JUDGE && !l->wrong) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(l->said, sizeof l->said, format, arguments);
        va_end(arguments);
        l->wrong = true;
        l->at = l->cycle > 0 ? l->cycle - 1 : 0;
    }
    return false;
}

/* Reports. */

/* Where it begins that what differs now does, as far as it can be seen. */
static uint64_t begin_of(const nt_lockstep *l) {
    uint64_t begin = l->at;
    for (unsigned i = 0; i < l->unit->probe_count; i++) {
        const nt_probe_value *value = &l->values[i];
        if (value->valid && value->rtl != value->model) {
            uint64_t equal = l->equal[i] > 0 ? l->equal[i] - 1 : 0;
            begin = equal < begin ? equal : begin;
        }
    }
    uint64_t lead = l->differs ? LEAD : CALM;
    begin = begin > lead ? begin - lead : 0;
    return l->at - begin > MOST ? l->at - MOST : begin;
}

static void print_signals(FILE *out, const nt_lockstep *l) {
    fprintf(out, "  %-16s %-24s %20s %20s  %s\n", "", "signal", "expected (model)", "got (RTL)",
            "last equal in cycle");
    for (unsigned i = 0; i < l->unit->probe_count; i++) {
        const nt_probe_value *value = &l->values[i];
        if (value->valid && value->rtl != value->model) {
            const nt_probe *probe = &l->unit->probes[i];
            fprintf(out, "  %-16s %-24s %#20" PRIx64 " %#20" PRIx64, probe->group, probe->name,
                    value->model, value->rtl);
            if (l->equal[i] > 0) {
                fprintf(out, "  %" PRIu64, l->equal[i] - 1);
            }
            fputc('\n', out);
        }
    }
}

/* The inputs that changed or are not 0, a line per cycle. */
static void print_inputs(FILE *out, const nt_lockstep *l) {
    fprintf(out, "the inputs of the last cycles, those that are not 0:\n");
    uint64_t first = l->at >= IN_WORDS ? l->at - IN_WORDS + 1 : 0;
    for (uint64_t cycle = first; cycle <= l->at; cycle++) {
        fprintf(out, "  %" PRIu64 ":", cycle);
        for (unsigned i = 0; i < l->unit->input_count; i++) {
            uint64_t value = l->inputs[cycle % IN_WORDS][i];
            if (value != 0) {
                fprintf(out, " %s=0x%" PRIx64, l->unit->inputs[i].name, value);
            }
        }
        fputc('\n', out);
    }
}

static void print_finding(FILE *out, const nt_lockstep *l) {
    if (l->differs) {
        fprintf(out, "cycle %" PRIu64 ": RTL and model of %s (%s) differ:\n", l->at, l->unit->name,
                l->unit->build);
        print_signals(out, l);
    } else {
        fprintf(out, "cycle %" PRIu64 ": %s\n", l->at, l->said);
    }
}

static int write_report(const nt_lockstep *l, const char *path, nt_error *error) {
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    print_finding(out, l);
    print_inputs(out, l);
    return fclose(out) == 0 ? 0 : nt_fail(error, "%s: %s", path, strerror(errno));
}

static int save_view(const nt_lockstep *l, nt_error *error) {
    nt_wave_save save = {.error = error,
                         .probes = l->unit->probes,
                         .probe_count = l->unit->probe_count,
                         .mismatch = l->differs ? l->values : NULL};
    if (nt_wave_save_open(&save, l->wave, l->first, l->at) != 0) {
        return -1;
    }
    char top[64];
    (void)snprintf(top, sizeof top, "nt_%s_unit.", l->unit->name);
    nt_wave_save_heading(&save, "Inputs");
    for (unsigned i = 0; i < l->unit->input_count; i++) {
        const nt_probe *input = &l->unit->inputs[i];
        if (strchr(input->name, '[') == NULL) {
            nt_wave_save_signal(&save, input->width == 1 ? NT_WAVE_BIT : NT_WAVE_HEX, NULL, top,
                                input->name, input->width);
        }
    }
    nt_wave_save_groups(&save);
    return nt_wave_save_close(&save);
}

/* Options and runs. */

typedef struct options {
    const char *report; /* the folder for what was found; NULL: none is written */
    const char *wave;   /* NULL: none is asked for */
    uint64_t first;
    uint64_t last;
} options;

static void run_for(nt_lockstep *l, purpose purpose, int argc, char **argv,
                    nt_lockstep_body *body) {
    l->purpose = purpose;
    (void)body(l, argc, argv);
    release(l);
}

/* Runs it twice more, if it can be: what came before, and waves from where both sides were last
   equal. */
static int explain(nt_lockstep *l, const options *o, int argc, char **argv,
                   nt_lockstep_body *body) {
    if (l->once || l->unit->create == NULL) {
        print_finding(stderr, l);
        return 0;
    }
    run_for(l, EXPLAIN, argc, argv, body);
    print_finding(stderr, l);
    if (o->report == NULL) {
        return l->result;
    }
    char text[4096];
    char wave[4096];
    if (mkdir(o->report, 0777) != 0 && errno != EEXIST) {
        return nt_fail(l->error, "%s: %s", o->report, strerror(errno));
    }
    (void)snprintf(text, sizeof text, "%s/mismatch.txt", o->report);
    (void)snprintf(wave, sizeof wave, "%s/mismatch.fst", o->report);
    if (write_report(l, text, l->error) != 0) {
        return -1;
    }
    l->wave = wave;
    l->first = begin_of(l);
    l->last = l->at + AFTER;
    run_for(l, DRAW, argc, argv, body);
    if (l->result != 0 || save_view(l, l->error) != 0) {
        return -1;
    }
    fprintf(stderr,
            "shown in %s: mismatch.txt, mismatch.fst (gtkwave mismatch.gtkw)\nagain:", o->report);
    for (int i = 0; i < argc; i++) {
        fprintf(stderr, " %s", argv[i]);
    }
    fprintf(stderr, " --wave again.fst --window %" PRIu64 ":%" PRIu64 "\n", l->first, l->last);
    return 0;
}

static bool read_window(const char *text, options *o) {
    char *end;
    o->first = strtoull(text, &end, 10);
    if (end == text || *end != ':') {
        return false;
    }
    const char *last = end + 1;
    o->last = strtoull(last, &end, 10);
    return end != last && *end == '\0' && o->first <= o->last;
}

/* Takes the harness's own options out of the words. The count of those left, -1: not understood. */
static int take_options(options *o, int argc, char **argv) {
    int left = 1;
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--report") == 0 && has_value) {
            o->report = argv[++i];
        } else if (strcmp(argv[i], "--wave") == 0 && has_value) {
            o->wave = argv[++i];
        } else if (strcmp(argv[i], "--window") == 0 && has_value) {
            if (!read_window(argv[++i], o)) {
                return -1;
            }
        } else if (strncmp(argv[i], "--", 2) == 0) {
            return -1;
        } else {
            argv[left++] = argv[i];
        }
    }
    argv[left] = NULL;
    return left;
}

static int print_usage(const char *name, const char *usage) {
    fprintf(
        stderr,
        "usage: %s %s\n"
        "  --report DIR       what is found wrong is shown there: words, waves, a view of them\n"
        "  --wave FILE.fst    draw waves ...\n"
        "  --window FIRST:LAST  ... of these cycles (0:1000)\n",
        name, usage);
    return 2;
}

static int draw_wave(nt_lockstep *l, const options *o, int argc, char **argv,
                     nt_lockstep_body *body) {
    l->wave = o->wave;
    l->at = l->first = o->first;
    l->last = o->last;
    run_for(l, DRAW, argc, argv, body);
    return l->result != 0 ? -1 : save_view(l, l->error);
}

int nt_lockstep_main(int argc, char **argv, const char *usage, nt_lockstep_body *body) {
    nt_error error = {0};
    options o = {.last = 1000};
    int left = take_options(&o, argc, argv);
    if (left < 0) {
        return print_usage(argv[0], usage);
    }
    nt_lockstep *l = calloc(1, sizeof *l);
    if (l == NULL) {
        fputs("out of memory\n", stderr);
        return 2;
    }
    l->unit = &nt_unit_rtl;
    l->error = &error;
    int status = 0;
    int result = 0;
    if (o.wave != NULL) {
        result = draw_wave(l, &o, left, argv, body);
    } else {
        l->purpose = JUDGE;
        status = body(l, left, argv);
        release(l);
        result = l->result;
        if (result == 0 && l->wrong) {
            status = 1;
            result = explain(l, &o, left, argv, body);
        }
    }
    free(l);
    if (result != 0) {
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
        return 2;
    }
    return status == 2 ? print_usage(argv[0], usage) : status;
}
