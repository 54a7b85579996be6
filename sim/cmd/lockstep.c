/* `ntrace lockstep`: hands its arguments to the bench of the build that they are for. */
#include "sim/commands.h"
#include "sim/lockstep/bench.h"
#include "sim/util/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int nt_cmd_lockstep(int argc, char **argv);

int nt_cmd_lockstep(int argc, char **argv) {
    nt_error error = {0};
    nt_lockstep_options options;
    nt_lockstep_bench_name bench;
    if (nt_lockstep_options_parse(&options, argc, argv, &error) != 0) {
        return nt_command_fail("lockstep", &error);
    }
    if (options.help) {
        fputs(nt_lockstep_help, stdout);
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
