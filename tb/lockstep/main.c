/* A bench by the words of its command line. */
#include "sim/util/options.h"
#include "tb/lockstep/lockstep.h"

#include <stddef.h>
#include <stdio.h>

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
    bool help;
} options;

static const nt_option table[] = {
    {"report", 0, NT_OPTION_TEXT, offsetof(options, bench.report), 0, 0, NULL},
    {"wave", 0, NT_OPTION_TEXT, offsetof(options, bench.wave), 0, 0, NULL},
    {"coverage", 0, NT_OPTION_TEXT, offsetof(options, bench.coverage), 0, 0, NULL},
    {"window", 0, NT_OPTION_TAKE, offsetof(options, bench.window), 0, 0, nt_window_take},
    NT_OPTION_HELP(options),
};

static void print_usage(FILE *out, const char *name, const char *usage) {
    fprintf(out,
            "usage: %s %s\n"
            "      --report DIR          what is found wrong is shown there: words, waves, views "
            "of them\n"
            "      --wave FILE.fst|vcd   draw waves\n" NT_WINDOW_HELP
            "      --coverage FILE       which values outputs and registers had, as JSON\n",
            name, usage);
}

static int judge(const nt_lockstep_bench *bench, nt_error *error) {
    nt_lockstep *lockstep = nt_lockstep_new(bench, error);
    if (lockstep == NULL) {
        return -1;
    }
    int status = nt_lockstep_judge(lockstep, error);
    if (status == 1 && nt_lockstep_explain(lockstep, error) != 0) {
        status = -1;
    }
    nt_lockstep_free(lockstep);
    return status;
}

int nt_lockstep_main(int argc, char **argv, const char *usage, nt_lockstep_words *body) {
    nt_error error = {0};
    words w = {.body = body};
    options o = {.bench = {.context = &w, .body = run_body, .print_command = print_command}};
    int first = nt_options_parse(table, sizeof table / sizeof table[0], &o, argc, argv, &error);
    if (o.help) {
        print_usage(stdout, argv[0], usage);
        return 0;
    }
    int status = -1;
    if (first > 0) {
        w.argc = argc - first + 1;
        w.argv = argv + first - 1; /* the words that are left, after the name */
        w.argv[0] = argv[0];
        status = judge(&o.bench, &error);
    }
    if (status < 0) {
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
    }
    if (status == 2 || first < 0) {
        print_usage(stderr, argv[0], usage);
    }
    return status < 0 ? 2 : status;
}
