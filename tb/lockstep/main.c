/* SPDX-License-Identifier: Apache-2.0 */
/* A bench by the words of its command line. */
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

typedef struct options {
    nt_lockstep_bench bench;
    const char *results;
    bool help;
} options;

static const nt_option table[] = {
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

static void print_usage(FILE *out, const char *name, const char *usage) {
    fprintf(out, "usage: %s %s\n", name, usage);
    nt_options_print(table, sizeof table / sizeof table[0], out);
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
    for (int i = 1; i < w->argc; i++) {
        const char *slash = strrchr(w->argv[i], '/');
        nt_result_word(result, slash != NULL ? slash + 1 : w->argv[i]);
    }
    nt_bench_program_put_parameters(result);
    json_t *summary = json_pack("{s:o, s:o, s:o*}", "cycles", integer(cycles), "mismatches",
                                integer(found->mismatches), "first_mismatch",
                                found->differs ? nt_bench_program_mismatch(found) : NULL);
    nt_result_diagrams(result, nt_lockstep_diagrams(lockstep));
    nt_result_summary(result, summary,
                      found->differs ? "RTL and model differ"
                      : wrong        ? "the bench finds something wrong"
                                     : NULL);
    int status = nt_result_write(result, o->results, error);
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
    options o = {.bench = {.context = &w, .body = run_body, .print_command = print_command}};
    int first = nt_options_parse(table, sizeof table / sizeof table[0], &o, argc, argv, &error);
    if (o.help) {
        print_usage(stdout, argv[0], usage);
        return 0;
    }
    int status = -1;
    o.bench.diagrams = o.results != NULL;
    if (first > 0) {
        w.argc = argc - first + 1;
        w.argv = argv + first - 1; /* the words that are left, after the name */
        w.argv[0] = argv[0];
        status = judge(&o, &error);
    }
    if (status < 0) {
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
    }
    if (status == 2 || first < 0) {
        print_usage(stderr, argv[0], usage);
    }
    return status < 0 ? 2 : status;
}
