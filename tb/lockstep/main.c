/* SPDX-License-Identifier: Apache-2.0 */
/* A bench by options, or by the words of its command line. */
#include "sim/lockstep/unit_options.h"
#include "sim/report/made.h"
#include "sim/report/result.h"
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

enum { MOST_WORDS = 3 + 2 * NT_UNIT_OWN };

typedef struct options {
    nt_unit_options given;
    nt_lockstep_bench bench;
    /* What the body is given where there are no words */
    char *word[MOST_WORDS];
    char text[2][24];
} options;

/* The unit's own options; a unit that is not of the tree has none. */
static const nt_unit_option *own_options(void) {
    static const nt_unit_option none = {NULL, NULL, NULL, NULL};
    nt_error ignored = {0};
    const nt_unit_row *row = nt_unit_row_find(nt_unit_fast.name, &ignored);
    return row != NULL ? row->options : &none;
}

/* Makes words of options: cycles, seed, values, then flags. Returns how many, with the name. */
static int make_words(options *o, char *name, const nt_unit_option *own) {
    int count = 3;
    (void)snprintf(o->text[0], sizeof o->text[0], "%" PRIu64, o->given.cycles);
    (void)snprintf(o->text[1], sizeof o->text[1], "%" PRIu64, o->given.seed);
    o->word[0] = name;
    o->word[1] = o->text[0];
    o->word[2] = o->text[1];
    for (unsigned i = 0; i < NT_UNIT_OWN && own[i].name != NULL; i++) {
        if (o->given.value[i] != NULL) {
            o->word[count++] = (char *)o->given.value[i];
        }
    }
    for (unsigned i = 0; i < NT_UNIT_OWN && own[i].name != NULL; i++) {
        if (o->given.flag[i]) {
            o->word[count++] = (char *)own[i].word;
        }
    }
    return count;
}

static void print_usage(FILE *out, const char *name, const char *usage, const nt_unit_option *own) {
    fprintf(out, "usage: %s --cycles N --seed N [OPTION...]\n       %s %s\n", name, name, usage);
    nt_unit_options_print(own, out);
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
        status = nt_result_write(result, o->given.results, error);
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
    } else if (ran && o->given.results != NULL &&
               write_result(o, lockstep, cycles, status == 1, error) != 0) {
        status = -1;
    }
    nt_lockstep_free(lockstep);
    return status;
}

/* What the body is given: the words that are left, or what the options make of them. */
static int choose_words(words *w, options *o, const nt_unit_option *own, int argc, char **argv,
                        nt_error *error) {
    int first = nt_unit_options_parse(&o->given, own, argc, argv, error);
    if (first < 0) {
        return -1;
    }
    w->argc = o->given.stimulus ? make_words(o, argv[0], own) : argc - first + 1;
    w->argv = o->given.stimulus ? o->word : argv + first - 1;
    w->argv[0] = argv[0];
    o->bench.report = o->given.report;
    o->bench.report_given = true;
    o->bench.wave = o->given.wave;
    o->bench.window = o->given.window;
    o->bench.coverage = o->given.coverage;
    o->bench.diagrams = o->given.results != NULL;
    return 0;
}

int nt_lockstep_main(int argc, char **argv, const char *usage, nt_lockstep_words *body) {
    nt_signals_as_errors();
    nt_error error = {0};
    words w = {.body = body};
    options o = {.bench = {.context = &w, .body = run_body, .print_command = print_command}};
    const nt_unit_option *own = own_options();
    bool wrong = choose_words(&w, &o, own, argc, argv, &error) != 0;
    if (o.given.help) {
        print_usage(stdout, argv[0], usage, own);
        return 0;
    }
    int status = wrong ? -1 : judge(&o, &error);
    if (status < 0) {
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
    }
    if (status == 2 || wrong) {
        print_usage(stderr, argv[0], usage, own);
    }
    return status < 0 ? 2 : status;
}
