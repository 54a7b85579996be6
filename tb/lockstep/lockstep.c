#include "tb/lockstep/lockstep.h"

#include "sim/util/number.h"
#include "sim/util/options.h"
#include "sim/util/output_file.h"
#include "tb/lockstep/wave_file.h"
#include "tb/lockstep/wave_save.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
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
    nt_wave_file wave_file;
    bool wave_open;

    uint64_t
        equal[NT_MAX_PROBES]; /* one more than the cycle in which a probe was last equal; 0: none */
    uint64_t inputs[IN_WORDS][NT_MAX_PROBES]; /* by cycle modulo IN_WORDS */
    nt_probe_value values[NT_MAX_PROBES];     /* in cycle `at` */
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
    if (!l->wave_open) {
        l->result = nt_wave_file_open(&l->wave_file, l->wave, l->error);
        if (l->result == 0 && !l->unit->wave_open(l->rtl, l->wave_file.temporary)) {
            l->result = nt_fail(l->error, "%s: cannot write waves", l->wave);
        }
        if (l->result != 0) {
            return;
        }
        l->wave_open = true;
    }
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

/* The inputs that are not 0, a line per cycle. */
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
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        return nt_fail(error, "out of memory");
    }
    print_finding(memory, l);
    print_inputs(memory, l);
    int result = fclose(memory) == 0 ? nt_output_file_text(path, text, error)
                                     : nt_fail(error, "out of memory");
    free(text);
    return result;
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
    uint64_t first;     /* of the wave */
    uint64_t last;
    bool help;
} options;

static int take_window(void *place, const char *text, nt_error *error) {
    options *o = place;
    enum { TIME = 20 }; /* a cycle's time in the wave must fit into 64 bits */
    return nt_parse_range(&o->first, &o->last, text, "--window", UINT64_MAX / TIME, error);
}

static const nt_option table[] = {
    {"report", 0, NT_OPTION_TEXT, offsetof(options, report), 0, 0, NULL},
    {"wave", 0, NT_OPTION_TEXT, offsetof(options, wave), 0, 0, NULL},
    {"window", 0, NT_OPTION_TAKE, 0, 0, 0, take_window},
    NT_OPTION_HELP(options),
};

static void run_for(nt_lockstep *l, purpose purpose, int argc, char **argv,
                    nt_lockstep_body *body) {
    l->purpose = purpose;
    (void)body(l, argc, argv);
    release(l);
}

/* Waves of the window, and the view of them. */
static int draw_waves(nt_lockstep *l, int argc, char **argv, nt_lockstep_body *body) {
    l->wave_file.path = l->wave;
    run_for(l, DRAW, argc, argv, body);
    if (l->result != 0 || nt_wave_file_commit(&l->wave_file, l->cycle, l->error) != 0) {
        nt_wave_file_abort(&l->wave_file);
        return -1;
    }
    return save_view(l, l->error);
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
    if (draw_waves(l, argc, argv, body) != 0) {
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

static void print_usage(FILE *out, const char *name, const char *usage) {
    fprintf(
        out,
        "usage: %s %s\n"
        "  --report DIR         what is found wrong is shown there: words, waves, a view of them\n"
        "  --wave FILE.fst      draw waves ...\n"
        "  --window FIRST:LAST  ... of these cycles (0:1000)\n",
        name, usage);
}

/* The exit status; -1 with the error set where it cannot be done. */
static int run_by(nt_lockstep *l, const options *o, int argc, char **argv, nt_lockstep_body *body) {
    if (o->wave != NULL) {
        l->wave = o->wave;
        l->at = l->first = o->first;
        l->last = o->last;
        return draw_waves(l, argc, argv, body);
    }
    l->purpose = JUDGE;
    int status = body(l, argc, argv);
    release(l);
    if (l->result == 0 && l->wrong) {
        status = explain(l, o, argc, argv, body) == 0 ? 1 : -1;
    }
    return l->result != 0 ? -1 : status;
}

int nt_lockstep_main(int argc, char **argv, const char *usage, nt_lockstep_body *body) {
    nt_error error = {0};
    options o = {.last = 1000};
    int first = nt_options_parse(table, sizeof table / sizeof table[0], &o, argc, argv, &error);
    if (o.help) {
        print_usage(stdout, argv[0], usage);
        return 0;
    }
    nt_lockstep *l = calloc(1, sizeof *l);
    int status = -1;
    if (l == NULL) {
        (void)nt_fail(&error, "out of memory");
    } else if (first > 0) {
        l->unit = &nt_unit_rtl;
        l->error = &error;
        argv[first - 1] = argv[0]; /* the words that are left, behind the name */
        status = run_by(l, &o, argc - first + 1, argv + first - 1, body);
    }
    free(l);
    if (status < 0) {
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
    }
    if (status == 2 || first < 0) {
        print_usage(stderr, argv[0], usage);
    }
    return status < 0 ? 2 : status;
}
