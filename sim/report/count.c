/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/count.h"

#include "sim/report/bins.h"

#include <stdbool.h>

void nt_count(json_t *object, const char *name, json_int_t by) {
    json_int_t before = json_integer_value(json_object_get(object, name));
    json_object_set_new(object, name, json_integer(before + by));
}

typedef struct covering {
    json_t *coverage;
    const json_t *bins; /* hits by key */
    bool checks_only;
} covering;

static json_t *group_of(json_t *coverage, const char *name) {
    json_t *groups = json_object_get(coverage, "groups");
    json_t *group = json_object_get(groups, name);
    if (group == NULL) {
        group = json_pack("{s:i, s:i, s:i, s:[]}", "bins", 0, "reachable", 0, "hit", 0, "rows");
        json_object_set_new(groups, name, group);
    }
    return group;
}

static void cover(void *context, const nt_bin *bin) {
    const covering *c = context;
    char key[NT_BIN_KEY];
    nt_bin_key(key, bin->group, bin->name);
    json_t *group = group_of(c->coverage, bin->group);
    json_int_t hits = json_integer_value(json_object_get(c->bins, key));
    json_t *const sums[] = {group, c->coverage};
    for (size_t i = 0; i < 2; i++) {
        nt_count(sums[i], "bins", 1);
        nt_count(sums[i], "reachable", bin->reason == NULL);
        nt_count(sums[i], "hit", bin->reason == NULL && hits > 0);
    }
    nt_count(c->coverage, "contradicted", !c->checks_only && bin->reason != NULL && hits > 0);
    json_array_append_new(json_object_get(group, "rows"),
                          json_pack("{s:s, s:s, s:s, s:I, s:s*}", "bin", bin->name, "part",
                                    bin->part, "words", bin->words, "hits", hits, "reason",
                                    bin->reason));
}

json_t *nt_report_coverage_of(const json_t *bins, const json_t *report) {
    json_t *coverage = json_pack("{s:i, s:i, s:i, s:i, s:{}}", "bins", 0, "reachable", 0, "hit", 0,
                                 "contradicted", 0, "groups");
    covering c = {coverage, bins, json_is_true(json_object_get(report, "checks_only"))};
    nt_bins_each(json_object_get(report, "widest"), cover, &c);
    return coverage;
}
