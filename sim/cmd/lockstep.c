/* `ntrace lockstep`: hands its arguments to the bench of the build that they are for. */
#include "sim/commands.h"
#include "sim/lockstep/options.h"
#include "sim/util/beside.h"
#include "sim/util/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int nt_cmd_lockstep(int argc, char **argv);

/* A bench by its folder, and the make target that builds it. */
static void name_bench(const nt_lockstep_options *o, char place[64], char target[96]) {
    const char *config = o->settings.config->name;
    if (o->unit != NULL) {
        const char *build = o->build != NULL                 ? o->build
                            : o->settings.config->xlen == 32 ? "rv32"
                                                             : "rv64";
        (void)snprintf(place, 64, "units/%s/%s/bench", o->unit, build);
        (void)snprintf(target, 96, "make unit-%s", o->unit);
        return;
    }
    if (!o->system) {
        (void)snprintf(place, 64, "%s/nt_bench", config);
        (void)snprintf(target, 96, "make CONFIG=%s", config);
        return;
    }
    char cluster[16] = "";
    char option[24] = "";
    if (o->cluster > 0) {
        (void)snprintf(cluster, sizeof cluster, "-c%u", o->cluster);
        (void)snprintf(option, sizeof option, " CLUSTER=%u", o->cluster);
    }
    (void)snprintf(place, 64, "%s/system-%u%s%s/nt_system_bench", config, o->harts, cluster,
                   o->local_ram ? "-ram" : "");
    (void)snprintf(target, 96, "make system-bench CONFIG=%s HARTS=%u%s%s", config, o->harts, option,
                   o->local_ram ? " LOCAL_RAM=1" : "");
}

int nt_cmd_lockstep(int argc, char **argv) {
    nt_error error = {0};
    nt_lockstep_options options;
    char path[PATH_MAX];
    if (nt_lockstep_options_parse(&options, argc, argv, &error) != 0) {
        return nt_command_fail("lockstep", &error);
    }
    if (options.help) {
        fputs(nt_lockstep_help, stdout);
        return NT_EXIT_OK;
    }
    char place[64];
    char target[96];
    name_bench(&options, place, target);
    if (nt_path_beside(path, place, &error) != 0) {
        return nt_command_fail("lockstep", &error);
    }
    argv[0] = path; /* the bench prints it where it says how to run it again */
    execv(path, argv);
    fprintf(stderr, "ntrace lockstep: %s: %s%s%s\n", path, strerror(errno),
            errno == ENOENT ? "; build it with " : "", errno == ENOENT ? target : "");
    return NT_EXIT_USAGE;
}
