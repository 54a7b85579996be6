#include "sim/lockstep/bench.h"

#include "sim/util/beside.h"

#include <stdio.h>

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

int nt_lockstep_bench_find(nt_lockstep_bench_name *bench, const nt_lockstep_options *options,
                           nt_error *error) {
    char place[64];
    name_bench(options, place, bench->target);
    return nt_path_beside(bench->path, place, error);
}
