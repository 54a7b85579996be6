/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/lockstep/bench.h"

#include "sim/util/beside.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = PATH_MAX + 64, TARGET = WORDS + 128 };

/* Its name, and for one of a file " CFG=" with a path that make finds from any folder. */
static void name_config(const nt_lockstep_options *o, char words[WORDS]) {
    const nt_config_file *file = &o->settings.file;
    const bool own = o->settings.config == &file->config;
    char whole[PATH_MAX];
    const char *path = own && realpath(file->path, whole) != NULL ? whole : file->path;
    (void)snprintf(words, WORDS, "%s%s%s", o->settings.config->name, own ? " CFG=" : "",
                   own ? path : "");
}

/* A bench by its folder, and the make target that builds it. */
static void name_bench(const nt_lockstep_options *o, char place[64], char target[TARGET]) {
    const char *config = o->settings.config->name;
    char words[WORDS];
    name_config(o, words);
    if (!o->system) {
        (void)snprintf(place, 64, "%s/nt_bench", config);
        (void)snprintf(target, TARGET, "make CONFIG=%s", words);
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
    (void)snprintf(target, TARGET, "make system-bench CONFIG=%s HARTS=%u%s%s", words, o->harts,
                   option, o->local_ram ? " LOCAL_RAM=1" : "");
}

static int find(nt_lockstep_bench_name *bench, const char *place, const char *target,
                nt_error *error) {
    if (nt_path_beside(bench->path, place, error) != 0) {
        return -1;
    }
    (void)snprintf(bench->target, sizeof bench->target, "%s%s", target,
                   nt_beside_rest(bench->path));
    return 0;
}

int nt_lockstep_bench_of_unit(nt_lockstep_bench_name *bench, const nt_unit_row *unit,
                              const char *build, unsigned xlen, nt_error *error) {
    char place[64];
    char target[TARGET];
    const char *name = nt_unit_row_build(unit, build, xlen, error);
    if (name == NULL) {
        return -1;
    }
    (void)snprintf(place, sizeof place, "units/%s/%s/bench", unit->name, name);
    (void)snprintf(target, sizeof target, "make build/%s", place);
    return find(bench, place, target, error);
}

int nt_lockstep_bench_find(nt_lockstep_bench_name *bench, const nt_lockstep_options *options,
                           nt_error *error) {
    char place[64];
    char target[TARGET];
    if (options->unit != NULL) {
        const nt_unit_row *unit = nt_unit_row_find(options->unit, error);
        return unit == NULL ? -1
                            : nt_lockstep_bench_of_unit(bench, unit, options->build,
                                                        options->settings.config->xlen, error);
    }
    name_bench(options, place, target);
    return find(bench, place, target, error);
}
