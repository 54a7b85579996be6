/* SPDX-License-Identifier: Apache-2.0 */
/* A bench by options, or by the words of its command line. */
#include "sim/lockstep/unit_rows.h"
#include "sim/report/made.h"
#include "sim/report/result.h"
#include "sim/util/options.h"
#include "sim/util/signals.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/program.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct words {
    nt_lockstep_words *body;
    int argc;
    char **argv;
} words;

static int run_body(nt_lockstep *lockstep, void *context, nt_error *error) {
    (void)error;
    const words *w = context;
    return w->body(lockstep, w->argc, w->argv);
}

static void print_command(const void *context, FILE *out) {
    const words *w = context;
    for (int i = 0; i < w->argc; i++) {
        fprintf(out, "%s%s", i > 0 ? " " : "", w->argv[i]);
    }
}

enum { MOST_OWN = 8, MOST_WORDS = 4 + 2 * MOST_OWN };

typedef struct options {
    nt_lockstep_bench bench;
    const char *results;
    bool random;
    uint64_t cycles, seed;
    const char *value[MOST_OWN]; /* of the unit's own options, in the order of its row */
    bool flag[MOST_OWN];
    bool help;
    /* What the body is given where there are no words */
    char *word[MOST_WORDS];
    char text[2][24];
} options;

static const nt_option shared[] = {
    {"random", 'r', NT_OPTION_FLAG, offsetof(options, random), 0, 0, NULL, NULL,
     "random stimulus, as --cycles and --seed have it"},
    {"cycles", 'n', NT_OPTION_WIDE, offsetof(options, cycles), 1, UINT64_MAX, NULL, "N",
     "how many (100000); a script of register accesses: how many transactions"},
    {"seed", 0, NT_OPTION_WIDE, offsetof(options, seed), 0, UINT64_MAX, NULL, "N",
     "of the stimulus (1)"},
    {"report", 0, NT_OPTION_OUTPUT, offsetof(options, bench.report), 0, 0, NULL, "DIR",
     "what is found wrong is shown there: words, waves, views of them"},
    {"wave", 0, NT_OPTION_OUTPUT, offsetof(options, bench.wave), 0, 0, NULL, "F.fst|F.vcd",
     "draw waves"},
    NT_WINDOW_OPTION(offsetof(options, bench.window)),
    {"coverage", 0, NT_OPTION_OUTPUT, offsetof(options, bench.coverage), 0, 0, NULL, "FILE",
     "which values outputs and registers had, as JSON"},
    {"results", 0, NT_OPTION_OUTPUT, offsetof(options, results), 0, 0, NULL, "FILE",
     "what `ntrace report` takes: verdict, cycles"},
    NT_OPTION_HELP(options),
};

enum { SHARED = sizeof shared / sizeof shared[0] };

/* The shared options and those of the unit: their number. */
static size_t make_table(nt_option table[SHARED + MOST_OWN], const nt_unit_option *own) {
    memcpy(table, shared, sizeof shared);
    size_t count = 0;
    for (; count < MOST_OWN && own[count].name != NULL; count++) {
        bool flag = own[count].value == NULL;
        table[SHARED + count] = (nt_option){
            .name = own[count].name,
            .kind = flag ? NT_OPTION_FLAG : NT_OPTION_TEXT,
            .offset = flag ? offsetof(options, flag) + count * sizeof(bool)
                           : offsetof(options, value) + count * sizeof(const char *),
            .value = own[count].value,
            .help = own[count].help,
        };
    }
    return SHARED + count;
}

/* The unit's own options; a unit that is not of the tree has none. */
static const nt_unit_option *own_options(void) {
    static const nt_unit_option none = {NULL, NULL, NULL, NULL};
    const nt_unit_row *row = nt_unit_rows;
    while (row->name != NULL && strcmp(row->name, nt_unit_fast.name) != 0) {
        row++;
    }
    return row->name != NULL ? row->options : &none;
}

/* Makes words of options: cycles, seed, values, then flags. Returns how many, with the name. */
static int make_words(options *o, char *name, const nt_unit_option *own) {
    int count = 3;
    (void)snprintf(o->text[0], sizeof o->text[0], "%" PRIu64, o->cycles);
    (void)snprintf(o->text[1], sizeof o->text[1], "%" PRIu64, o->seed);
    o->word[0] = name;
    o->word[1] = o->text[0];
    o->word[2] = o->text[1];
    for (unsigned i = 0; i < MOST_OWN && own[i].name != NULL; i++) {
        if (o->value[i] != NULL) {
            o->word[count++] = (char *)o->value[i];
        }
    }
    for (unsigned i = 0; i < MOST_OWN && own[i].name != NULL; i++) {
        if (o->flag[i]) {
            o->word[count++] = (char *)own[i].word;
        }
    }
    return count;
}

static void print_usage(FILE *out, const char *name, const char *usage, const nt_unit_option *own) {
    nt_option table[SHARED + MOST_OWN];
    size_t count = make_table(table, own);
    fprintf(out, "usage: %s --cycles N --seed N [OPTION...]\n       %s %s\n", name, name, usage);
    nt_options_print(table, count, out);
}

static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

/* The result file of a run of so many cycles that went well, or in which something is wrong. The
   bench is named as make builds it. */
static int write_result(const options *o, const nt_lockstep *lockstep, uint64_t cycles, bool wrong,
                        nt_error *error) {
    const nt_lockstep_finding *found = nt_lockstep_found(lockstep);
    const words *w = o->bench.context;
    char bench[128];
    (void)snprintf(bench, sizeof bench, "build/units/%s/%s/bench", nt_unit_fast.name,
                   nt_unit_fast.build);
    json_t *result = nt_result_new("lockstep", nt_unit_fast.name, nt_unit_fast.build);
    nt_result_word(result, bench);
    nt_made_program(result);
    for (int i = 1; i < w->argc; i++) {
        const char *slash = strrchr(w->argv[i], '/');
        nt_result_word(result, slash != NULL ? slash + 1 : w->argv[i]);
        nt_made_word(result, w->argv[i]);
    }
    nt_bench_program_put_parameters(result);
    json_t *summary = json_pack("{s:o, s:o, s:o*}", "cycles", integer(cycles), "mismatches",
                                integer(found->mismatches), "first_mismatch",
                                found->differs ? nt_bench_program_mismatch(found) : NULL);
    nt_lockstep_describe(lockstep, json_object_get(summary, "first_mismatch"));
    nt_result_diagrams(result, nt_lockstep_diagrams(lockstep));
    nt_result_summary(result, summary,
                      found->differs ? "RTL and model differ"
                      : wrong        ? "the bench finds something wrong"
                                     : NULL);
    int status = nt_made_put(result, error);
    if (status == 0) {
        status = nt_result_write(result, o->results, error);
    }
    json_decref(summary);
    json_decref(result);
    return status;
}

static int judge(const options *o, nt_error *error) {
    nt_lockstep *lockstep = nt_lockstep_new(&o->bench, error);
    if (lockstep == NULL) {
        return -1;
    }
    int status = nt_lockstep_judge(lockstep, error);
    bool ran = status == 0 || status == 1;
    uint64_t cycles = nt_lockstep_number(lockstep);
    if (status == 1 && nt_lockstep_explain(lockstep, error) != 0) {
        status = -1;
    } else if (ran && o->results != NULL &&
               write_result(o, lockstep, cycles, status == 1, error) != 0) {
        status = -1;
    }
    nt_lockstep_free(lockstep);
    return status;
}

int nt_lockstep_main(int argc, char **argv, const char *usage, nt_lockstep_words *body) {
    nt_signals_as_errors();
    nt_error error = {0};
    words w = {.body = body};
    options o = {.bench = {.context = &w, .body = run_body, .print_command = print_command},
                 .cycles = 100000,
                 .seed = 1};
    const nt_unit_option *own = own_options();
    nt_option table[SHARED + MOST_OWN];
    bool given[SHARED + MOST_OWN] = {false};
    size_t rows = make_table(table, own);
    int first = nt_options_parse_given(table, rows, &o, given, argc, argv, &error);
    if (o.help) {
        print_usage(stdout, argv[0], usage, own);
        return 0;
    }
    /* Options of the stimulus: --random, --cycles, --seed, the unit's own */
    size_t stimulus = (size_t)given[0] + given[1] + given[2];
    for (size_t i = SHARED; i < rows; i++) {
        stimulus += given[i];
    }
    if (first > 0 && stimulus != 0 && first < argc) {
        (void)nt_fail(&error, "%s: expected words or --cycles, --seed and their like, got both",
                      argv[first]);
        first = -1;
    }
    int status = -1;
    o.bench.diagrams = o.results != NULL;
    if (first > 0) {
        w.argc = stimulus != 0 ? make_words(&o, argv[0], own) : argc - first + 1;
        w.argv =
            stimulus != 0 ? o.word : argv + first - 1; /* the words that are left, after the name */
        w.argv[0] = argv[0];
        status = judge(&o, &error);
    }
    if (status < 0) {
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
    }
    if (status == 2 || first < 0) {
        print_usage(stderr, argv[0], usage, own);
    }
    return status < 0 ? 2 : status;
}
