/* SPDX-License-Identifier: Apache-2.0 */
/* `ntrace lockstep`: hands its arguments to the bench of the build that they are for. */
#include "sim/commands.h"
#include "sim/lockstep/bench.h"
#include "sim/lockstep/options.h"
#include "sim/lockstep/unit_options.h"
#include "sim/util/command.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Runs a bench in place of this process. The exit status if that cannot be. */
static int become(const nt_lockstep_bench_name *bench, char **argv) {
    argv[0] = (char *)bench->path; /* the bench prints it where it says how to run it again */
    execv(bench->path, argv);
    fprintf(stderr, "ntrace lockstep: %s: %s%s%s\n", bench->path, strerror(errno),
            errno == ENOENT ? "; build it with " : "", errno == ENOENT ? bench->target : "");
    return NT_EXIT_USAGE;
}

/* Where an option with its value is among words. */
typedef struct place {
    int at, words;
    const char *value;
} place;

static bool find_option(int argc, char **argv, const char *name, char letter, place *found) {
    const size_t size = strlen(name);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *word = argv[i];
        bool is_long = strncmp(word, "--", 2) == 0 && strncmp(word + 2, name, size) == 0 &&
                       (word[2 + size] == '\0' || word[2 + size] == '=');
        bool is_short = letter != 0 && word[0] == '-' && word[1] == letter;
        if (is_long || is_short) {
            const char *rest = is_long ? word + 2 + size : word + 2;
            bool apart = rest[0] == '\0';
            *found = (place){i, apart ? 2 : 1, apart ? argv[i + 1] : rest + (rest[0] == '=')};
            return found->value != NULL;
        }
    }
    return false;
}

static void take_out(int *argc, char **argv, const place *found) {
    memmove(argv + found->at, argv + found->at + found->words,
            (size_t)(*argc - found->at - found->words + 1) * sizeof *argv);
    *argc -= found->words;
}

static void print_builds(const nt_unit_row *unit) {
    for (const char *const *build = unit->builds; *build != NULL; build++) {
        printf("%s%s", build == unit->builds ? "" : "|", *build);
    }
}

static int unit_help(const nt_unit_row *unit) {
    printf("usage: ntrace lockstep --unit %s [--build ", unit->name);
    print_builds(unit);
    printf("] --cycles N [--seed N] [OPTION...]\n\n%s: RTL and golden model together.\n\n",
           unit->summary);
    nt_unit_options_print(unit->options, stdout);
    return NT_EXIT_OK;
}

/* A unit that is not beside a hart has a bench of its own, which takes the words as they are. */
static int run_unit(const nt_unit_row *unit, int argc, char **argv) {
    nt_error error = {0};
    nt_lockstep_bench_name bench;
    place build = {0};
    if (find_option(argc, argv, "build", 0, &build)) {
        take_out(&argc, argv, &build);
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return unit_help(unit);
        }
    }
    return nt_lockstep_bench_of_unit(&bench, unit, build.value, 64, &error) != 0
               ? nt_command_fail("lockstep", &error)
               : become(&bench, argv);
}

static int run_words(int argc, char **argv) {
    nt_error error = {0};
    nt_lockstep_options options;
    nt_lockstep_bench_name bench;
    place found;
    if (find_option(argc, argv, "unit", 'u', &found)) {
        const nt_unit_row *unit = nt_unit_row_find(found.value, &error);
        if (unit == NULL) {
            return nt_command_fail("lockstep", &error);
        }
        if (!unit->beside_hart) {
            take_out(&argc, argv, &found);
            return run_unit(unit, argc, argv);
        }
    }
    if (nt_lockstep_options_parse(&options, NULL, argc, argv, &error) != 0) {
        return nt_command_fail("lockstep", &error);
    }
    if (options.help) {
        nt_command_help(&nt_cmd_lockstep, stdout);
        return NT_EXIT_OK;
    }
    if (nt_lockstep_bench_find(&bench, &options, &error) != 0) {
        return nt_command_fail("lockstep", &error);
    }
    return become(&bench, argv);
}

const nt_command nt_cmd_lockstep = {
    .name = "lockstep",
    .summary = "RTL and golden model together, judged by all witnesses",
    .usage = "REC|F.nti|--random [OPTION...]\n"
             "REC [REC...] --harts N --sink SINK [OPTION...]\n"
             "REC|--random --unit ctr|hpm|tv [OPTION...]\n"
             "--unit UNIT --cycles N [OPTION...]",
    .about =
        "Runs the encoder's RTL and the golden model on the same ingress, compares every output "
        "and\n"
        "probe in every cycle, and lets the other witnesses judge the bytes. With --harts, or a "
        "sink\n"
        "other than bytes and pib8, a whole trace system: an encoder a hart, funnels, the sink, "
        "and a\n"
        "receiver that recovers the bytes from its signals. With --unit, a part of the RTL "
        "alone:\n"
        "`ntrace lockstep --unit UNIT --help` has what it takes.\n",
    .after =
        "With --unit ctr, hpm and tv these apply too: --hart, --blocks, --instructions, "
        "--bubbles,\n"
        "--vary, --limit, --random, --cycles, and those for results; -o F writes a log of blocks,\n"
        "accesses and answers.\n",
    .options = nt_lockstep_table,
    .option_count = NT_LOCKSTEP_ROWS,
    .run_words = run_words,
};
