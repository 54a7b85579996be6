/* `ntrace lockstep`: hands its arguments to the bench of the build that they are for. */
#include "sim/commands.h"
#include "sim/lockstep/options.h"
#include "sim/util/options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int nt_cmd_lockstep(int argc, char **argv);

/* Beside the running program: DIRECTORY/CONFIG/nt_bench. */
static int bench_path(char path[PATH_MAX], const char *config, nt_error *error) {
    char self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size < 0) {
        return nt_fail(error, "/proc/self/exe: %s", strerror(errno));
    }
    self[size] = '\0';
    *strrchr(self, '/') = '\0';
    if (snprintf(path, PATH_MAX, "%s/%s/nt_bench", self, config) >= PATH_MAX) {
        return nt_fail(error, "%s: path too long", self);
    }
    return 0;
}

int nt_cmd_lockstep(int argc, char **argv) {
    nt_error error = {{0}};
    nt_lockstep_options options;
    char path[PATH_MAX];
    if (nt_lockstep_options_parse(&options, argc, argv, &error) != 0) {
        return nt_command_fail("lockstep", &error);
    }
    if (options.help) {
        fputs(nt_lockstep_help, stdout);
        return NT_EXIT_OK;
    }
    const char *config = options.settings.config->name;
    if (bench_path(path, config, &error) != 0) {
        return nt_command_fail("lockstep", &error);
    }
    execv(path, argv);
    fprintf(stderr, "ntrace lockstep: %s: %s%s%s\n", path, strerror(errno),
            errno == ENOENT ? "; build it with make CONFIG=" : "", errno == ENOENT ? config : "");
    return NT_EXIT_USAGE;
}
