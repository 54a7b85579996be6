/* SPDX-License-Identifier: Apache-2.0 */
/* `ntrace lockstep`: hands its arguments to the bench of the build that they are for. */
#include "sim/commands.h"
#include "sim/lockstep/bench.h"
#include "sim/lockstep/options.h"
#include "sim/util/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int run_words(int argc, char **argv) {
    nt_error error = {0};
    nt_lockstep_options options;
    nt_lockstep_bench_name bench;
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
    argv[0] = bench.path; /* the bench prints it where it says how to run it again */
    execv(bench.path, argv);
    fprintf(stderr, "ntrace lockstep: %s: %s%s%s\n", bench.path, strerror(errno),
            errno == ENOENT ? "; build it with " : "", errno == ENOENT ? bench.target : "");
    return NT_EXIT_USAGE;
}

const nt_command nt_cmd_lockstep = {
    .name = "lockstep",
    .summary = "RTL and golden model together, judged by all witnesses",
    .usage = "REC|F.nti|--random [OPTION...]\n"
             "REC [REC...] --harts N --sink SINK [OPTION...]\n"
             "REC|--random --unit UNIT [OPTION...]",
    .about =
        "Runs the encoder's RTL and the golden model on the same ingress, compares every output "
        "and\n"
        "probe in every cycle, and lets the other witnesses judge the bytes. With --harts, or a "
        "sink\n"
        "other than bytes and pib8, a whole trace system: an encoder a hart, funnels, the sink, "
        "and a\n"
        "receiver that recovers the bytes from its signals.\n",
    .after =
        "With --unit these apply too: --hart, --blocks, --instructions, --bubbles, --vary, "
        "--limit,\n"
        "--random, --cycles, and those for results; -o F writes a log of blocks, accesses and\n"
        "answers.\n",
    .options = nt_lockstep_table,
    .option_count = NT_LOCKSTEP_ROWS,
    .run_words = run_words,
};
